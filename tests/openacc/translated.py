#!/usr/bin/env python3
"""translated.py BUILD [ROW.c...]: rows of docs/openacc.md in OpenMP, by `gantry translate`, and from there back in OpenACC, are right
on the host and on emulated devices. What has no words in the other language is listed here."""
import os, pathlib, re, shutil, subprocess, sys

build = pathlib.Path(sys.argv[1]).resolve()
here = pathlib.Path(__file__).resolve().parent
gantry = build / "bin/gantry"
work = build / "tests/openacc/translated"
REFUSED = 2  # that many rows, at most, have what OpenMP has no words for
WITHOUT = {
    "data/attach.c": "OpenMP attaches where the pointer or what it leads to is new",
    "data/attach_counts.c": "OpenMP does not count attached pointers",
    "data/counts.c": "OpenMP counts data constructs and enter data together",
    "data/declare_pointers.c": "OpenMP's link is of variables that file scope declares",
    "data/finalize.c": "OpenMP counts data constructs and enter data together",
    "data/no_create_counts.c": "OpenMP counts data constructs and enter data together",
    "data/declare_zero.c": "`zero` of `declare` at file scope is a comment",
    "routines/queues.c": "the default queue has another number",
    "routine/begin_end.c": "types of devices are not told apart",
    "routines/properties.c": "types of devices are not told apart",
    "routines/map.c": "no bytes are mapped as no bytes",
}
NOT_BACK = dict.fromkeys(("data/several_pointers.c", "data/several_pointers_more.c"), "lists by iterators")  # rows whose OpenMP has no words in OpenACC: why
shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
plain = {k: v for k, v in os.environ.items() if not k.startswith(("GANTRY_", "OMP_", "KMP_", "LIBOMP_", "ACC_"))}
RUNS = [{"OMP_TARGET_OFFLOAD": "DISABLED"}, {"GANTRY_DEVICES": "emulated", "OMP_TARGET_OFFLOAD": "MANDATORY", "EXPECT_DEVICE": "1"}]


def call(*words, **environment):
    done = subprocess.run([str(w) for w in words], env={**plain, **environment}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", timeout=300)
    return done.returncode, done.stdout


def in_other(to, sources, folder, options):
    """the sources, and the headers beside them that they include, in the other language: those sources, or what was said"""
    folder.mkdir(parents=True)
    headers = {h for one in sources for h in re.findall(r'^#include "(.*)"', one.read_text(), re.M)}
    headers = [sources[0].parent / h for h in headers if (sources[0].parent / h).exists()]
    for one in [*sources, *(h for h in headers if re.search("#pragma (acc|omp)", h.read_text()))]:
        status, said = call(gantry, "translate", f"--to={to}", *options, one, "-o", folder / one.name)
        if status:
            return [], said
    return [folder / one.name for one in sources], ""


def trouble(row, sources, folder):
    """there and back: what went wrong; None: nothing; "refused": it has no words for it"""
    options = ["-idirafter", sources[0].parent, "-I", here.parent / "run", *" ".join(re.findall(r"^// FLAGS: *(.*)", sources[0].read_text(), re.M)).split()]
    for to, more in ("openmp", []), ("openacc", ["-fopenacc"]):
        if to == "openacc" and row in NOT_BACK:
            return None
        sources, said = in_other(to, sources, folder / to, [*options, "-I", sources[0].parent])
        if "cannot be translated" in said:
            return "refused"
        if not sources:
            return f"translate --to={to}: {said}"
        program = folder / to / "program"
        status, said = call(gantry, "cc", "-O1", "--offload-arch=emulated", *more, *options, *sources, "-o", program, "-lm")
        if status:
            return f"compile {to}: {said}"
        for environment in RUNS:
            status, said = call(program, **environment)
            if status:
                return f"{to}, {environment}: exit status {status}\n{said}"
    return None


failed = rows = 0
refused = []
for file in [pathlib.Path(f).resolve() for f in sys.argv[2:]] or sorted(here.glob("*/*.c")):
    source, name = file.read_text(), str(file.relative_to(here))
    if "// ROW:" not in source or "// REFUSED:" in source or name in WITHOUT:
        continue
    rows += 1
    others = [file.parent / f for f in " ".join(re.findall(r"^// FILES: *(.*)", source, re.M)).split()]
    what = trouble(name, [file, *others], work / name[:-2])
    if what == "refused":
        refused.append(name)
    elif what:
        print(f"{name}: {what}")
        failed += 1
print(f"{rows} rows, {failed} failed, refused: {' '.join(refused)}")
sys.exit(failed > 0 or len(refused) > REFUSED)
