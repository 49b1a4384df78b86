#!/usr/bin/env python3
"""openacc-twins.py BUILD [--rounds N]: the programs of examples/openacc in place, beside their twins in OpenMP.

Both are compiled with Gantry at -O2 and run in turn; a row has the median wall time of each, and the median
of the ratios of the rounds (OpenACC to OpenMP; the bar is 1.05). On an idle machine."""
import argparse, os, pathlib, statistics, subprocess, tempfile, time

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "examples/openacc"
PROGRAMS = {  # words of the run, and files beside the first
    "laplace": (["300", "30"], []),
    "spmv": (["300000"], []),
    "heat_async": (["200000", "50"], []),
    "orbit": (["4000", "10"], ["orbit_force"]),
}


def compiled(build, work, name, files, *options):
    program = work / name
    subprocess.run([build / "bin/gantry", "cc", "-O2", "-I", FOLDER, *options, *files, "-o", program, "-lm"], check=True)
    return program


def seconds(program, words):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("GANTRY_", "ACC_"))}
    began = time.perf_counter()
    subprocess.run([program, *words], check=True, stdout=subprocess.DEVNULL,
                   env={**env, "OMP_TARGET_OFFLOAD": "DISABLED"})
    return time.perf_counter() - began


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("--rounds", type=int, default=11)
    o = p.parse_args()
    print("| program | OpenACC, ms | OpenMP, ms | ratio |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for name, (words, more) in PROGRAMS.items():
            files = [name, *more]
            pair = [compiled(o.build.resolve(), work, "acc", [FOLDER / f"{f}.c" for f in files], "-fopenacc"),
                    compiled(o.build.resolve(), work, "omp", [FOLDER / f"openmp/{f}.c" for f in files])]
            times = [[], []]
            for i in range(o.rounds):
                for k in ((0, 1), (1, 0))[i % 2]:
                    times[k].append(seconds(pair[k], words))
            acc, omp = (1e3 * statistics.median(t) for t in times)
            ratio = statistics.median(a / b for a, b in zip(*times))
            print(f"| {name} {' '.join(words)} | {acc:.1f} | {omp:.1f} | {ratio:.3f} |", flush=True)


main()
