#!/usr/bin/env python3
"""openmp-table.py BUILD [--check | --executed]: docs/openmp.md, the status of every construct, clause, modifier and routine.

Each row is a program in tests/openmp (its header says what it shows, see tests/openmp/rows.py); the cells are what the last
`ctest -R ^openmp/` of BUILD measured, and what bench/openmp-peers.py measured for Clang and GCC (docs/openmp-peers.tsv).
--check: writes nothing; fails where the page lacks a row, or differs from what BUILD measured so far.
--executed: takes what BUILD measured on the GPU in software (ctest -R softgpu_rows) into docs/openmp-executed.tsv and the page."""
import collections, pathlib, re, sys

root = pathlib.Path(__file__).resolve().parent.parent
rows_dir = root / "tests/openmp"
page = root / "docs/openmp.md"
KINDS = ("host", "emulated", "cuda")
EXECUTED = "cuda, executed"
executed_file = root / "docs/openmp-executed.tsv"
TITLES = {  # folder: title; others get the folder's name
    "map": "Mapping", "update": "target update", "mapper": "declare mapper", "defaultmap": "defaultmap",
    "device_addr": "Device addresses", "declare_target": "declare target", "devices": "Devices, if and device clauses",
    "data_sharing": "Data sharing", "async": "Asynchrony", "routines": "Routines", "environment": "Environment variables",
    "allocators": "Allocators", "worksharing": "Worksharing", "atomic": "atomic", "ordered": "ordered and doacross",
    "synchronisation": "Synchronisation", "cancel": "Cancellation", "loops": "Loops", "simd": "simd", "scan": "scan",
    "transform": "Loop transformations", "reduction": "Reductions", "declare_reduction": "declare reduction",
    "tasks": "Tasks", "host": "Host OpenMP: outside of target regions", "c_language": "C in target regions", "constructs": "Constructs", "interop": "Foreign runtimes",
}
INTRO = """# OpenMP: what works

Written by `scripts/openmp-table.py BUILD` from test results; do not edit. Every row is a program in
[tests/openmp](../tests/openmp) that checks itself. It is compiled at `-O0` and `-O3`; *initial device* is the CPU in place,
*emulated* an emulated GPU with warps of 32 and of 64 lanes, where the program's regions must run on the device, *cuda* the
code for NVIDIA GPUs: "compiles" means that PTX for sm_70 was made without an undefined symbol, and that ptxas takes it where
there is one, on a machine without a GPU; *cuda, executed* that PTX run on the [GPU in software](softgpu.md), strict (races, values that nobody
set), at -O0 and at -O3, in three orders of lanes each.

Beside it, the same programs with {clang} (offloading to its x86-64 plug-in, memory of its own; and on the host) and with
{gcc} (on the host: no offload compiler), measured by `bench/openmp-peers.py`: *right*, *wrong* (the program's own checks
fail), *crash* (of the compiler or the program, or no end within 10 s), *refused* (an error message), *ignored* (right values, but no effect).
They were compiled at `-O2`. † = an implementation may leave it without effect.

{summary}
"""


def header(path):
    words = {}
    for line in path.read_text().splitlines()[:30]:
        m = re.match(r"// ([A-Z]+): *(.*)", line)
        if m and m.group(1) not in words:
            words[m.group(1)] = m.group(2).strip()
    return words


def results(build, name):
    path = build / "tests/openmp" / (name + ".result")
    if not path.exists():
        return None
    return dict(line.split() for line in path.read_text().splitlines())


def executed():
    """{row: outcome} on the GPU in software"""
    lines = executed_file.read_text().splitlines() if executed_file.exists() else []
    return dict(line.split("\t") for line in lines if line[:1] != "#")


def measured(build):
    """as executed(), of what the build has measured: the worse of the levels, where there are both"""
    worst, found = ["right", "ignored", "wrong", "crash", "refused"], {}
    for level in ("-O0", "-O3"):
        folder = build / f"tests/openmp_softgpu{level}"
        for path in sorted(folder.glob("*/*.result")):
            outcome = dict(line.split() for line in path.read_text().splitlines()).get("cuda")
            name = str(path.relative_to(folder))[:-7]
            if outcome:
                found.setdefault(name, []).append(outcome)
    return {name: max(all_of, key=worst.index) for name, all_of in found.items() if len(all_of) == 2}


def take_executed(build):
    """the page's cells of that column, and the file that keeps them"""
    known = {**executed(), **measured(build)}
    executed_file.write_text("# what rows of docs/openmp.md do on the GPU in software: scripts/openmp-table.py BUILD --executed\n"
                             + "".join(f"{name}\t{known[name]}\n" for name in sorted(known)))
    lines = page.read_text().splitlines()
    at = None
    for i, line in enumerate(lines):
        cells = line.split(" | ")
        if line.startswith("|  | OpenMP"):
            at = cells.index(EXECUTED) if EXECUTED in cells else None
            if at is None:
                lines[i] = " | ".join(cells[:5] + [EXECUTED] + cells[5:])
                lines[i + 1] += "---|"
        elif m := re.search(r"\]\(\.\./tests/openmp/(.*?)\.c\)", line):
            lines[i] = " | ".join(cells[:5] + [text(known.get(m.group(1)))] + cells[5 + (at is not None):])
        elif line.startswith("| Gantry, cuda |"):
            outcomes = collections.Counter(known.values())
            lines[i] += f"\n{summary_line('Gantry, ' + EXECUTED, outcomes)}"
        elif line.startswith(f"| Gantry, {EXECUTED} |"):
            lines[i] = ""
    lines = [line for i, line in enumerate(lines) if line or (i + 1 < len(lines) and not lines[i + 1].startswith("| Clang"))]
    page.write_text("\n".join(lines) + "\n")


def peers():
    path = root / "docs/openmp-peers.tsv"
    table, names = {}, ["Clang 19, x86-64 plug-in", "Clang 19, host", "GCC 12, host"]
    versions = {"clang": "Clang 19", "gcc": "GCC 12"}
    if path.exists():
        for line in path.read_text().splitlines():
            cells = line.split("\t")
            if cells[0] == "#version":
                versions[cells[1]] = cells[2]
            elif not line.startswith("#"):
                table[cells[0]] = cells[2:]
    return table, names, versions


def text(cell):
    return {"right": "right", "compiles": "compiles", None: "–", "-": "–"}.get(cell, f"**{cell}**")


def summary_line(who, c):
    total = sum(c.values())
    return f"| {who} | {total} | " + " | ".join(
        str(sum(c.get(v, 0) for v in values)) for values in (("right", "compiles"), ("ignored",), ("wrong",), ("crash",), ("refused",))) + " |"


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    peer, peer_names, versions = peers()
    topics, missing = {}, []
    for path in sorted(rows_dir.glob("*/*.c")):
        words = header(path)
        if "ROW" not in words:
            continue
        name = str(path.relative_to(rows_dir))[:-2]
        got = results(build, name)
        if got is None:
            missing.append(name)
        topics.setdefault(path.parent.name, []).append((name, words, got))
    if missing:
        sys.exit(f"{len(missing)} rows have no result, {missing[0]} is one: run ctest -R ^openmp/ first")
    counts, ran = {k: {} for k in (*KINDS, EXECUTED, *peer_names)}, executed()
    out = []
    order = [t for t in TITLES if t in topics] + sorted(t for t in topics if t not in TITLES)
    for topic in order:
        out.append(f"\n## {TITLES.get(topic, topic)}\n")
        out.append("| " + " | ".join(["", "OpenMP", "initial device", "emulated", "cuda", EXECUTED, *peer_names]) + " |")
        out.append("|---" * (6 + len(peer_names)) + "|")
        for name, words, got in sorted(topics[topic], key=lambda r: r[1]["ROW"].lower()):
            cells = []
            for kind in KINDS:
                value = (got or {}).get(kind)
                cells.append(text(value))
                counts[kind][value] = counts[kind].get(value, 0) + (value is not None)
            value = ran.get(name)
            cells.append(text(value))
            counts[EXECUTED][value] = counts[EXECUTED].get(value, 0) + (value is not None)
            for k, peer_name in enumerate(peer_names):
                value = peer[name][k] if name in peer else None
                value = None if value == "-" else value
                cells.append(text(value))
                counts[peer_name][value] = counts[peer_name].get(value, 0) + (value is not None)
            row = words["ROW"].replace("|", "\\|")
            refused = f" ({words['REFUSED']})" if "REFUSED" in words else ""
            may = " †" if "MAY" in words else ""
            out.append(f"| [{row}](../tests/openmp/{name}.c){may}{refused} | {words.get('SPEC', '')} | " + " | ".join(cells) + " |")
    summary = ["| | rows | right (cuda: compiles) | ignored | wrong | crash | refused |", "|---|---|---|---|---|---|---|"]
    summary += [summary_line("Gantry, " + n, counts[k]) for k, n in zip(KINDS, ("initial device", "emulated", "cuda"))]
    summary += [summary_line("Gantry, " + EXECUTED, counts[EXECUTED])]
    summary += [summary_line(n, counts[n]) for n in peer_names]
    page_text = INTRO.format(summary="\n".join(summary), **versions) + "\n".join(out) + "\n"
    page.write_text(page_text)


def check(build):
    """Has every row its line, with the outcomes that this build measured on the initial and the emulated device?"""
    lines = {m.group(1): [c.strip() for c in line.split(" | ")] for line in page.read_text().splitlines()
             if (m := re.search(r"\]\(\.\./tests/openmp/(.*?)\.c\)", line))}
    wrong = []
    for path in sorted(rows_dir.glob("*/*.c")):
        name = str(path.relative_to(rows_dir))[:-2]
        if "ROW" not in header(path):
            continue
        got = results(build, name) or {}
        cells = lines.pop(name, None)
        shown = dict(zip(KINDS[:2], cells[2:4])) if cells else {}
        if not cells or any(k in got and text(got[k]) != shown[k] for k in KINDS[:2]):
            wrong.append(f"{name}: measured {got}, the page has {shown or 'no line'}")
    wrong += [f"{name}: there is no such row" for name in lines]
    kept = executed()
    wrong += [f"{name}: on the GPU in software {outcome}, docs/openmp-executed.tsv has {kept.get(name)}" for name, outcome in measured(build).items()
              if kept.get(name) != outcome]
    if wrong:
        sys.exit("docs/openmp.md is not what the tests measured; run scripts/openmp-table.py BUILD\n" + "\n".join(wrong))


if "--executed" in sys.argv:
    take_executed(pathlib.Path(sys.argv[1]).resolve())
elif "--check" in sys.argv:
    check(pathlib.Path(sys.argv[1]).resolve())
else:
    main()
