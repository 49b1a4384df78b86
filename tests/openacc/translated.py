#!/usr/bin/env python3
"""translated.py BUILD [ROW.c...]: rows of docs/openacc.md in OpenMP, by `gantry translate`, are right on the host and on emulated
devices. What OpenMP has no words for is listed here."""
import os, pathlib, re, shutil, subprocess, sys

build = pathlib.Path(sys.argv[1]).resolve()
here = pathlib.Path(__file__).resolve().parent
gantry = build / "bin/gantry"
work = build / "tests/openacc/translated"
REFUSED = 2  # that many rows, at most, have what OpenMP has no words for
WITHOUT = {
    "data/counts.c": "OpenMP counts data constructs and enter data together",
    "data/finalize.c": "OpenMP counts data constructs and enter data together",
    "data/no_create_counts.c": "OpenMP counts data constructs and enter data together",
    "routines/queues.c": "the default queue has another number",
    "routines/properties.c": "types of devices are not told apart",
    "routines/map.c": "no bytes are mapped as no bytes",
}
shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
plain = {k: v for k, v in os.environ.items() if not k.startswith(("GANTRY_", "OMP_", "KMP_", "LIBOMP_", "ACC_"))}
RUNS = [{"OMP_TARGET_OFFLOAD": "DISABLED"}, {"GANTRY_DEVICES": "emulated", "OMP_TARGET_OFFLOAD": "MANDATORY", "EXPECT_DEVICE": "1"}]


def call(*words, **environment):
    done = subprocess.run([str(w) for w in words], env={**plain, **environment}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", timeout=300)
    return done.returncode, done.stdout


failed = rows = 0
refused = []
files = [pathlib.Path(f).resolve() for f in sys.argv[2:]] or sorted(here.glob("*/*.c"))
for file in files:
    source, name = file.read_text(), str(file.relative_to(here))
    if "// ROW:" not in source or "// REFUSED:" in source or name in WITHOUT:
        continue
    rows += 1
    made, program = work / name.replace("/", "."), work / name.replace("/", ".")[:-2]
    include = ["-I", here.parent / "run", "-I", file.parent]
    flags = " ".join(re.findall(r"^// FLAGS: *(.*)", source, re.M)).split()
    others = [file.parent / f for f in " ".join(re.findall(r"^// FILES: *(.*)", source, re.M)).split()]
    steps = []
    for i, one in enumerate([file] + others):
        to = made if i == 0 else work / f"{made.stem}.{one.name}"
        others[i - 1:i] = [to] if i else []
        steps.append((gantry, "translate", "--to=openmp", *include, *flags, one, "-o", to))
    steps.append((gantry, "cc", "-O1", "--offload-arch=emulated", *include, *flags, made, *others, "-o", program, "-lm"))
    steps += [(program,)] * 2
    for k, step in enumerate(steps):
        environment = RUNS[k - len(steps) + 2] if step == (program,) else {}
        status, said = call(*step, **environment)
        if status == 1 and "cannot be translated" in said:
            refused.append(name)
            break
        if status:
            print(f"{name}: {' '.join(str(w) for w in step)}: exit status {status}\n{said}")
            failed += 1
            break
print(f"{rows} rows, {failed} failed, refused: {' '.join(refused)}")
sys.exit(failed > 0 or len(refused) > REFUSED)
