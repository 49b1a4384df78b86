#!/usr/bin/env python3
"""How far times by `gantry explain --model` are from those that the documents measured (inventory N1 to N6).

    bench/model-error.py GANTRY

Each kernel is counted at a smaller size, where the emulated device is done in seconds; what its time is beyond the start of a
kernel grows with its points. Prints the table of docs/see.md."""
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}
# what, GPU, words behind --, line's function, points there, points counted, measured seconds
POISSON = ["2048", "2048", "--loops", "1", "--version", "unstructured"]
JACOBI = ["--rung", "mapped", "4096", "66", "1"]  # rows of 64 inner points; N2 gives no size: 4096^2 fits its copies
# N6: a plane and what lies between two, by CUDA and OpenACC; it does not say which GPU
RT = ["--form", "planes", "--group", "1", "--iterations", "1", "--no-check", "128"]
CASES = [
    ("Poisson, update", "mi250x", POISSON, "update_device", 4096**2, 2048**2, (0.51e-3, 0.51e-3)),
    ("Poisson, Laplacian", "mi250x", POISSON, "laplacian_device", 4096**2, 2048**2, (0.22e-3, 0.25e-3)),
    ("Poisson, norm", "mi250x", POISSON, "norm_device", 4096**2, 2048**2, (0.10e-3, 0.11e-3)),
    ("saxpy, 10^8", "v100", ["saxpy", "1000000"], "saxpy", 1e8, 1e6, (1.46e-3,)),
    ("waxpby, 10^8", "v100", ["waxpby", "1000000"], "waxpby", 1e8, 1e6, (1.97e-3,)),
    ("dot, 10^8", "v100", ["dot", "1000000"], "dot", 1e8, 1e6, (1.90e-3,)),
    ("Laplace, 10^4 x 10^4", "v100", ["laplace", "1000"], "laplace", 1e8, 1e6, (2.23e-3, 2.80e-3)),
    ("matvec, 256^3", "v100", ["matvec", "64"], "matvec", 256**3, 64**3, (10.57e-3, 10.99e-3)),
    ("saxpy of two loops, 8192^2", "v100", ["two_loops", "1024"], "two_loops", 8192**2, 1024**2, (0.977e-3, 0.997e-3)),
    ("saxpy of two loops, 32768^2", "v100", ["two_loops", "1024"], "two_loops", 32768**2, 1024**2, (16.4e-3, 20.7e-3)),
    ("Jacobi 2D, rows outside, 4096^2", "mi250x", JACOBI, "mapped", 4094, 64, (4.88e-3,)),
    ("radiation, a plane of 128^2", "a100", RT, "plane_kept", 1, 1, (5.4e-6, 6.4e-6)),
    ("heat, i outside, 4000^2", "t4", ["heat_ij", "4000"], "heat_ij", 1, 1, (5.68e-3,)),
]


def start_of(gpu):
    text = (HERE.parent / "src/report/models.def").read_text()
    return float(re.search(rf'MODEL\("{gpu}".*?\.start = ([0-9.]+)', text, flags=re.S)[1]) * 1e-6


def predicted(gantry, gpu, words, function):
    examples = HERE.parent / "examples"
    rt = [examples / "rt" / f"{part}.c" for part in ("rt", "box", "gas", "rays", "forms", "serial", "solve", "sweep")]
    sources = {id(POISSON): [examples / "poisson.c"], id(JACOBI): [examples / "jacobi2d.c"], id(RT): rt}.get(id(words), [HERE / "model_cases.c"])
    said = subprocess.run([gantry, "explain", f"--model={gpu}", "-O2", *sources, "-lm", "--", *words], capture_output=True,
                          text=True, check=True).stdout
    row = re.search(rf"{function} +\S+ +([0-9.]+) (us|ms|s) .* (\S+(?: start)?)$", said, flags=re.M)
    return float(row[1]) * UNITS[row[2]], row[3]


def main():
    print("| kernel | GPU | measured | model | bound by | error |\n|---|---|---|---|---|---|")
    for what, gpu, words, function, there, counted, measured in CASES:
        call, by = predicted(sys.argv[1], gpu, words, function)
        start = start_of(gpu)
        time = start + (call - start) * there / counted
        seen = " to ".join(f"{t * 1e3:.3g}" for t in measured)
        errors = sorted(100 * (time / t - 1) for t in measured)
        shown = " to ".join(f"{e:+.0f} %" for e in dict.fromkeys(errors))
        print(f"| {what} | {gpu} | {seen} ms | {time * 1e3:.3g} ms | {by} | {shown} |", flush=True)


main()
