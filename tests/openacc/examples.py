#!/usr/bin/env python3
"""examples.py BUILD: each program of examples/openacc gives the same answers as its twin in OpenMP, by the same transfers, on
emulated devices; the twin is what `gantry translate` makes of it; and what that makes of the twin is as good, as is what it
makes of examples in OpenMP."""
import os, pathlib, re, shutil, subprocess, sys

build = pathlib.Path(sys.argv[1]).resolve()
folder = pathlib.Path(__file__).resolve().parents[2] / "examples/openacc"
gantry = build / "bin/gantry"
work = build / "tests/openacc/examples"
PROGRAMS = {  # words of the run, and files beside the first
    "laplace": (["40", "20"], []),
    "spmv": (["300"], []),
    "heat_async": (["200", "20"], []),
    "orbit": (["100", "5"], ["orbit_force"]),
}
shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
plain = {k: v for k, v in os.environ.items() if not k.startswith(("GANTRY_", "OMP_", "KMP_", "LIBOMP_", "ACC_"))}


def call(*words, **environment):
    done = subprocess.run([str(w) for w in words], env={**plain, **environment}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=300)
    if done.returncode:
        sys.exit(f"{' '.join(str(w) for w in words)}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


def run(name, kind, files, words, *options):
    """what the program says, and its transfers"""
    program, stats = work / f"{name}.{kind}", work / f"{name}.{kind}.stats"
    call(gantry, "cc", "-O2", "-Wall", "-Wextra", "-Werror", "--offload-arch=emulated,sm_70", "-I", folder, *options, *files, "-o", program, "-lm")
    said = call(program, *words, GANTRY_DEVICES="emulated", OMP_TARGET_OFFLOAD="MANDATORY", GANTRY_STATS=str(stats))
    on_host = call(program, *words, OMP_TARGET_OFFLOAD="DISABLED")
    if said != on_host:
        sys.exit(f"{program}: the device says\n{said}and the host\n{on_host}")
    rows = [line.split("\t") for line in stats.read_text().splitlines()]
    return said, [row[1:] for row in rows if not row[1].startswith("gantry_k_")]


for name, (words, more) in PROGRAMS.items():
    for file in [name] + more:
        made = call(gantry, "translate", "--to=openmp", folder / f"{file}.c")
        if made != (folder / f"openmp/{file}.c").read_text():
            sys.exit(f"examples/openacc/openmp/{file}.c is not what 'gantry translate' makes of examples/openacc/{file}.c")
    acc = run(name, "acc", [folder / f"{f}.c" for f in [name] + more], words, "-fopenacc")
    omp = run(name, "omp", [folder / f"openmp/{f}.c" for f in [name] + more], words)
    if acc != omp:
        sys.exit(f"{name}: OpenACC\n{acc}\nOpenMP\n{omp}")
    back = []
    for file in [name] + more:
        back.append(work / f"{file}.back.c")
        call(gantry, "translate", "--to=openacc", "-I", folder, folder / f"openmp/{file}.c", "-o", back[-1])
    again = run(name, "back", back, words, "-fopenacc")
    if again != acc:
        sys.exit(f"{name}: OpenACC\n{acc}\nfrom OpenMP\n{again}")
    print(f"{name}: {acc[0].splitlines()[-1]}, {acc[1][1][1:]}")

OPENMP = {"vadd_heap": ["1000"], "saxpy": ["1000"], "matmul": ["20"], "jacobi2d": ["20", "20", "5"], "poisson": ["20", "20"]}
for name, words in OPENMP.items():  # what they print has times in it: of the answers, OK
    source, stats = folder.parent / f"{name}.c", []
    made = work / f"{name}.acc.c"
    call(gantry, "translate", "--to=openacc", source, "-o", made)
    if not re.search(r"^ *#pragma acc ", made.read_text(), re.M):
        sys.exit(f"{name}: no OpenACC was made of it")
    for kind, file, options in ("omp", source, []), ("acc", made, ["-fopenacc"]):
        program = work / f"{name}.{kind}"
        call(gantry, "cc", "-O2", "-Wall", "-Wextra", "-Werror", "--offload-arch=emulated", *options, file, "-o", program, "-lm")
        said = call(program, *words, GANTRY_DEVICES="emulated", OMP_TARGET_OFFLOAD="MANDATORY", GANTRY_STATS=f"{program}.stats")
        stats.append(pathlib.Path(f"{program}.stats").read_text().splitlines()[1])
        if said.splitlines()[-1] != "OK":
            sys.exit(f"{name}: {said}")
    if stats[0] != stats[1]:
        sys.exit(f"{name}: OpenMP\n{stats[0]}\nOpenACC\n{stats[1]}")
    print(f"{name} in OpenACC: OK")
