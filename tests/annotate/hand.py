#!/usr/bin/env python3
"""Serial programs as `gantry annotate` writes them, beside the same with directives by hand (hand/*.c, macro HAND).

hand.py GANTRY [--time N]   a table: bytes copied, and the model's cost of the kernels that both have, on the emulated device;
with --time the least time of N runs in place, in turn. Status 1: another answer, more bytes, or a cost more than 10 % higher, each
beyond what KNOWN says of the program. --only TEXT: programs with that in their names.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# docs/counters.md
WEIGHTS = {"warp_instructions": 1, "load_sectors": 6, "store_sectors": 6, "atomic_sectors": 12, "shuffles": 1 / 4,
           "votes": 1 / 16, "syncs": 1 / 16, "warp_barriers": 16, "shared_accesses": 1 / 8}
LARGE = {"heat": ["1000", "40"], "jacobi": ["1000", "1000", "40"], "poisson": ["800", "800", "30"], "matmul": ["400"],
         "saxpy": ["20000000"], "waxpby": ["4000000"], "vadd": ["100000", "1000"], "vadd_heap": ["20000000"], "pi": ["100000000"],
         "saxpy_struct": ["20000000"], "relax": ["1000", "60"], "ideal": ["200000", "16", "10"], "laplace3d": ["120", "120", "120", "20"],
         "transpose3d": ["120", "121", "122", "10"], "interpolate3d": ["80", "80", "80", "5"], "su3": ["40000", "5"],
         "sparse_matvec": ["40", "20"], "cg": ["30", "30"]}
# What is known to be worse than by hand: at most so many times the bytes, at most so many times the cost (None: not on the device), why.
KNOWN = {}


def said(command, **environment):
    ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    if ran.returncode:
        sys.exit(f"{' '.join(command)}: status {ran.returncode}\n{ran.stderr}")
    return ran


def copied(program):
    trace = said([program], GANTRY_DEVICES="emulated", OMP_TARGET_OFFLOAD="MANDATORY", GANTRY_TRACE="1").stderr
    return sum(int(n) for n in re.findall(r"copy (?:to|from) +(\d+) bytes", trace))


def costs(program, folder):
    """function -> cost of its kernels"""
    out = os.path.join(folder, os.path.basename(program) + ".json")
    said([program], GANTRY_DEVICES="emulated", OMP_TARGET_OFFLOAD="MANDATORY", GANTRY_EMULATED_COUNTS=out)
    found = {}
    for line in open(out, encoding="utf-8") if os.path.exists(out) else ():
        row = json.loads(line)
        name = row["function"]
        found[name] = found.get(name, 0) + sum(w * row[k] for k, w in WEIGHTS.items())
    return found


def least_times(programs, words, rounds):
    best = {}
    for _ in range(rounds):
        for p in programs:
            began = time.monotonic()
            said([p, *words], GANTRY_DEVICES="none")
            best[p] = min(best.get(p, 1e9), time.monotonic() - began)
    return [best[p] for p in programs]


def main():
    gantry, wrong = os.path.abspath(sys.argv[1]), 0
    rounds = int(sys.argv[sys.argv.index("--time") + 1]) if "--time" in sys.argv else 0
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    print("| program | bytes by hand | annotated | cost to by hand |" + (" time in place |" if rounds else ""))
    print("|---|---|---|---|" + ("---|" if rounds else ""))
    for source in sorted(glob.glob(os.path.join(HERE, "hand", "*.c"))):
        name = os.path.basename(source)[:-2]
        if only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = {k: os.path.join(folder, k) for k in ("serial", "hand", "annotated")}
            made = os.path.join(folder, name + ".c")
            said([gantry, "annotate", "-w", source, "-o", made])
            said(["gcc", "-O1", "-w", source, "-o", path["serial"], "-lm"])
            for kind, words in (("hand", ["-DHAND", source]), ("annotated", [made])):
                build = [gantry, "cc", "-O2", "-w", "--offload-arch=emulated"]
                said([*build, "-c", *words, "-o", path[kind] + ".o"])
                for link in ([], ["--count"]):
                    said([*build, *link, path[kind] + ".o", "-o", ".".join([path[kind], *(["count"] if link else [])]), "-lm"])
            answers = {said([path["serial"]]).stdout}
            for kind in ("hand", "annotated"):
                answers |= {said([path[kind]], GANTRY_DEVICES=d).stdout for d in ("none", "emulated")}
            by_hand, annotated = copied(path["hand"]), copied(path["annotated"])
            theirs, ours = (costs(path[k] + ".count", folder) for k in ("hand", "annotated"))
            ratio = sum(ours.get(f, 0) for f in theirs) / sum(theirs.values()) if set(theirs) <= set(ours) else None
            cost = "on the host" if ratio is None else f"{ratio:.3f}"
            row = f"| {name} | {by_hand} | {annotated} | {cost} |"
            if rounds:
                hand, own = least_times([path["hand"], path["annotated"]], LARGE[name], rounds)
                row += f" {own / hand:.2f} |"
            bytes_allowed, cost_allowed, why = KNOWN.get(name, (1, 1.1, ""))
            high = ratio is None or ratio > 1.1
            bad = len(answers) > 1 or annotated > by_hand * bytes_allowed
            bad |= high if cost_allowed is not None and cost_allowed <= 1.1 else cost_allowed is not None and (ratio or 1e30) > cost_allowed
            bad |= name in KNOWN and annotated <= by_hand and not high  # no longer worse: the row has to go
            wrong += bad
            print(row + (f"  known: {why}" if why else "") + ("  WRONG" if bad else ""), flush=True)
            if len(answers) > 1:
                print(answers)
    sys.exit(wrong > 0)


main()
