#!/usr/bin/env python3
"""openacc-table.py BUILD [--gcc | --check | --lacking]: the rows at the end of docs/openacc.md.

Each row is a program in tests/openacc (its header says what it shows, see tests/openmp/rows.py); the cells are what the last
`ctest -R ^openacc/` of BUILD measured, and what GCC 12 does with the same program on the host (docs/openacc-gcc.tsv,
which --gcc measures anew). --check: writes nothing; fails where the page lacks a row, or differs from what BUILD measured.
--lacking: which clauses of which directives (src/tables/acc.def) no row has."""
import importlib.util, pathlib, re, sys, tempfile

root = pathlib.Path(__file__).resolve().parent.parent
rows_dir, page, measured = root / "tests/openacc", root / "docs/openacc.md", root / "docs/openacc-gcc.tsv"
KINDS = ("host", "emulated", "cuda")
TITLES = {"compute": "Compute constructs", "kernels": "kernels", "loops": "Loops", "reductions": "Reductions", "data": "Data",
          "async": "Queues", "routine": "routine, set, init, shutdown", "routines": "Routines"}
MARK = "## Rows\n"
INTRO = MARK + """
Written by `scripts/openacc-table.py BUILD` from test results; do not edit from here on. Each program is compiled at `-O0` and `-O3`; *initial device* is
the CPU in place, *emulated* an emulated GPU with warps of 32 and of 64 lanes, where the program's regions must run on the device, *cuda* the code for NVIDIA
GPUs: "compiles" means that PTX for sm_70 was made, and that ptxas takes it where there is one, on a machine without a GPU. Beside it the same program with GCC 12
(`-fopenacc`, which is OpenACC 2.6; on the host: no offload compiler): *wrong* (the program's own checks fail), *crash* (of the compiler or the program, or no end within 10 s),
*refused* (an error message).

{summary}
"""


def header(path):
    words = {}
    for m in re.finditer(r"^// ([A-Z]+): *(.*)", path.read_text(), re.M):
        words.setdefault(m.group(1), m.group(2).strip())
    return words


def rows():
    for path in sorted(rows_dir.glob("*/*.c")):
        if "ROW" in header(path):
            yield str(path.relative_to(rows_dir))[:-2], path


def results(build, name):
    path = build / "tests/openacc" / (name + ".result")
    return dict(line.split() for line in path.read_text().splitlines()) if path.exists() else {}


def text(cell):
    return {"right": "right", "compiles": "compiles", None: "–"}.get(cell, f"**{cell}**")


def measure_gcc():
    spec = importlib.util.spec_from_file_location("peers", root / "bench/openmp-peers.py")
    peers = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(peers)
    lines = []
    for name, path in rows():
        with tempfile.TemporaryDirectory() as folder:
            outcome = peers.once(("gcc-12", ["-fopenacc", "-fopenmp"], {}), path, path.read_text(), pathlib.Path(folder))
        lines.append(f"{name}\t{outcome}\n")
    measured.write_text("".join(lines))


def gcc():
    return dict(line.split("\t") for line in measured.read_text().splitlines()) if measured.exists() else {}


def write(build):
    peer, topics, counts = gcc(), {}, {}
    for name, path in rows():
        got = results(build, name)
        if not got:
            sys.exit(f"{name} has no result: run ctest -R ^openacc/ first")
        words = header(path)
        cells = [got.get(kind) for kind in KINDS] + [peer.get(name)]
        for who, cell in zip((*KINDS, "gcc"), cells):
            counts.setdefault(who, {}).setdefault(cell, []).append(name)
        line = f"| [{words['ROW'].replace('|', chr(92) + '|')}](../tests/openacc/{name}.c) | {words.get('SPEC', '')} | "
        topics.setdefault(path.parent.name, []).append(line + " | ".join(text(c) for c in cells) + " |")
    summary = ["| | rows | right (cuda: compiles) | wrong | crash | refused |", "|---|---|---|---|---|---|"]
    for who, title in zip((*KINDS, "gcc"), ("Gantry, initial device", "Gantry, emulated", "Gantry, cuda", "GCC 12, host")):
        of = {k: len(v) for k, v in counts[who].items() if k}
        shown = (of.get("right", 0) + of.get("compiles", 0), of.get("wrong", 0), of.get("crash", 0), of.get("refused", 0))
        summary.append(f"| {title} | {sum(of.values())} | " + " | ".join(map(str, shown)) + " |")
    out = [page.read_text().split(MARK)[0].rstrip("\n"), "", INTRO.format(summary="\n".join(summary)).rstrip("\n")]
    for topic in [t for t in TITLES if t in topics] + sorted(t for t in topics if t not in TITLES):
        out += ["", f"### {TITLES.get(topic, topic)}", "",
                "|  | OpenACC | initial device | emulated | cuda | GCC 12, host |", "|---|---|---|---|---|---|"]
        out += sorted(topics[topic], key=str.lower)
    page.write_text("\n".join(out) + "\n")


def check(build):
    lines = {m.group(1): [c.strip() for c in line.split(" | ")] for line in page.read_text().splitlines()
             if (m := re.match(r"\| \[.*\]\(\.\./tests/openacc/(.*?)\.c\)", line))}
    wrong = []
    for name, _ in rows():
        got, cells = results(build, name), lines.pop(name, None)
        shown = dict(zip(KINDS[:2], cells[2:4])) if cells else {}
        if not cells or any(k in got and text(got[k]) != shown[k] for k in KINDS[:2]):
            wrong.append(f"{name}: measured {got}, the page has {shown or 'no line'}")
    wrong += [f"{name}: there is no such row" for name in lines]
    wrong += [f"no row has the clause '{pair[1]}' of '{pair[0]}'" for pair in lacking()]
    if wrong:
        sys.exit("docs/openacc.md is not what the tests measured; run scripts/openacc-table.py BUILD\n" + "\n".join(wrong))


def lacking():
    table = re.sub(r"^#define (COMPUTE|ENTERS_EXITS) (.*)$", "", (root / "src/tables/acc.def").read_text(), flags=re.M)
    for short, long in (("COMPUTE", "A_PARALLEL, A_KERNELS, A_SERIAL"), ("ENTERS_EXITS", "A_ENTER_DATA, A_EXIT_DATA")):
        table = re.sub(rf"\b{short}\b", long, table)
    names = dict(re.findall(r"ACC_DIRECTIVE\((\w+), *\"([^\"]+)\"", table))
    used = set()
    for _, path in rows():
        source = re.sub(r"\\\n", " ", path.read_text())
        for line in re.findall(r"^\s*#pragma acc +(.*)", source, re.M):
            for key, name in names.items():
                if re.match(name.replace(" ", " +") + r"\b", line) or (key == "LOOP" and re.match(r"(parallel|kernels|serial) +loop", line)):
                    used |= {(key, word) for word in re.findall(r"\w+", line)}
    for clause, word, takers in re.findall(r"^ACC_CLAUSE\((\w+), *\"(\w+)\",(.*)", table, re.M):
        for key in re.findall(r"\bA_(\w+)", takers):
            if (key, word) not in used and not word.startswith("__"):
                yield names[key], word


if "--lacking" in sys.argv:
    print("\n".join(" ".join(pair) for pair in lacking()))
elif "--check" in sys.argv:
    check(pathlib.Path(sys.argv[1]).resolve())
else:
    if "--gcc" in sys.argv:
        measure_gcc()
    write(pathlib.Path(sys.argv[1]).resolve())
