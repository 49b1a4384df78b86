#!/usr/bin/env python3
"""tune-spaces.py BUILD [--keep FOLDER] [--seconds N] [NAME...]: records spaces for `gantry tune --simulate` into tests/tune/spaces (docs/tune.md).

The programs are those of bench/tune, compiled with Gantry once for each choice of their macros and run for each choice of
what is set at run time; every configuration is recorded, those that do not compile, fail or give a wrong result as such.
Spaces NAME_cpu: times in place, in microseconds, REPEATS of each (each the least of five runs in a
row), in turn and in a new random order each turn. The others: a model of a small GPU from the counts of the
emulated device. It is a model of 13 multiprocessors: of the one that gets most teams, instructions (slots of
docs/counters.md, shared memory by passes), memory (bytes that are new are dearer than those that were there before) and
the latency of accesses that too few warps hide, each of which hides a part of the others. What matters is that it is
uneven as a GPU is.

With --keep what is recorded of each program is kept in FOLDER, and not recorded again when the same command goes on; after
N seconds no further program is begun, and the exit status is 3. A space is written when all of it is there.

Python's standard library only."""
import argparse
import itertools
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.realpath(__file__))
OUT = os.path.join(os.path.dirname(HERE), "tests", "tune", "spaces")
REPEATS = 9
WEIGHTS = [1, 0, 0, 0, 1 / 4, 1 / 16, 1 / 16, 16, 4]  # slots of docs/counters.md, without memory
SECTOR_FAR, SECTOR_NEAR, LATENCY, PROCESSORS = 12, 2, 100, 13
TEAMS, THREADS = [2, 4, 8, 12, 16, 24, 32, 64], [32, 64, 96, 128, 192, 256, 512]
FEW_TEAMS, FEW_THREADS = [4, 8, 12, 16, 32, 64], [32, 64, 128, 192, 256]
LANES = [0, 2, 4, 8, 16, 32]

# name: parameters of the compile (macros; lanes: --simd-group, 0: no simd), of the run, constraints (known beforehand)
SPACES = {
    "matmul": ({"ROWS": [1, 2, 4], "COLUMNS": [1, 2, 4], "UNROLL": [1, 4, 8], "ORDER": [0, 1], "TRANSPOSED": [0, 1]},
               {"teams": FEW_TEAMS, "threads": FEW_THREADS}, []),
    "stencil": ({"lanes": [0, 4, 16, 32], "COLLAPSE": [1, 2, 3], "ORDER": [0, 1, 2], "DEPTH": [1, 2, 4, 8, 16]},
                {"teams": TEAMS, "threads": THREADS},
                ["lanes == 0 or COLLAPSE == 2 and ORDER == 0", "threads * lanes <= 1024"]),
    "convolution": ({"HIGH": [1, 2, 4], "WIDE": [1, 2, 4, 8], "ORDER": [0, 1], "STAGED": [0, 1], "FILTER": [0, 1]},
                    {"teams": FEW_TEAMS, "threads": FEW_THREADS}, ["STAGED == 0 or ORDER == 0"]),
    "spmv": ({"FORMAT": [0, 1], "lanes": LANES, "CHUNK": [0, 1, 2, 4, 8]}, {"teams": TEAMS, "threads": THREADS},
             ["threads * lanes <= 1024"]),
    "transpose": ({"HOW": [0, 1, 2], "TILE": [1, 2, 4, 8, 16, 32, 48, 96], "PAD": [0, 1, 2], "EACH": [1, 2, 4]},
                  {"teams": TEAMS, "threads": THREADS},
                  ["HOW == 2 and TILE >= 8 and EACH == 1 or HOW < 2 and TILE <= 8 and PAD == 0"]),
    "reduction": ({"EACH": [1, 4, 16], "HOW": [0, 1], "SUMS": [1, 2, 4], "BY": [0, 1, 2], "CHUNK": [0, 4]},
                  {"teams": FEW_TEAMS, "threads": FEW_THREADS}, ["SUMS <= EACH"]),
    "spmv_cpu": ({"SCHEDULE": ["static", "dynamic", "guided"], "UNROLL": [1, 2, 4, 8]},
                 {"threads": [1, 2, 3, 4], "chunk": [1, 4, 16, 64, 250, 1000, 3000]}, []),
    "stencil_cpu": ({"COLLAPSE": [1, 2], "UNROLL": [1, 2, 4, 8]},
                    {"threads": [1, 2, 3], "high": [1, 4, 16, 64], "wide": [8, 16, 32, 64, 128]}, []),
    "transpose_cpu": ({"ORDER": [0, 1], "COLLAPSE": [1, 2]},
                      {"threads": [1, 2, 3], "high": [1, 4, 8, 16, 32, 64, 128, 512],
                       "wide": [1, 4, 8, 16, 32, 64, 128, 512]}, []),
    "matmul_cpu": ({"ORDER": [0, 1], "UNROLL": [1, 2, 4, 8]},
                   {"threads": [1, 2, 3], "deep": [4, 8, 16, 32, 96], "wide": [8, 16, 32, 96]}, []),
    "convolution_cpu": ({"ORDER": [0, 1], "UNROLL": [1, 2, 5]},
                        {"threads": [1, 2, 3], "high": [1, 4, 16, 64], "wide": [16, 32, 64, 192]}, []),
    "reduction_cpu": ({"SCHEDULE": ["static", "dynamic", "guided"], "SUMS": [1, 2, 4, 8], "UNROLL": [1, 2, 4]},
                      {"threads": [1, 2, 3], "each": [64, 256, 1000, 4000, 16000]}, []),
}


def allowed(conditions, values):
    return all(eval(c, {"__builtins__": {}}, values) for c in conditions)


def clean_env(**more):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("GANTRY_", "OMP_", "KMP_", "LIBOMP_"))}
    env.update(more)
    return env


def compile_one(build, source, chosen, cpu, path):
    words = [os.path.join(build, "bin", "gantry"), "cc", "-O3", "-I" + os.path.join(build, "lib/gantry/include"),
             os.path.join(HERE, "tune", source + ".c"), "-o", path, "-lm", "--no-loop-order"]
    words += ["--offload-arch=none", "-march=native"] if cpu else ["--offload-arch=emulated", "--count"]
    for name, value in chosen.items():
        words += ["-DSIMD=%d" % (value > 0), "--simd-group=%d" % max(value, 1)] if name == "lanes" else \
            ["-D%s=%s" % (name, value)]
    return subprocess.run(words, env=clean_env(), capture_output=True, text=True)


def model(c):
    """slots of the multiprocessor that has most to do, for a launch with these counts"""
    shared, teams, lanes, requests, read, written = c[9:15]
    issue = sum(w * n for w, n in zip(WEIGHTS, c))
    sectors, distinct = c[1] + c[2], (read + written) / 32
    memory = distinct * SECTOR_FAR + max(0, sectors - distinct) * SECTOR_NEAR + c[3] * 12
    warps = math.ceil(lanes / teams / 32)
    busiest = math.ceil(teams / PROCESSORS)
    at_once = max(1, min(16, 64 // warps, 98304 // shared if shared else 16, busiest))
    latency = requests / (teams * warps) * LATENCY * math.ceil(busiest / at_once)
    share = busiest / teams
    return 2000 + 60 * busiest + math.hypot(issue * share, memory * share, latency)


def results(build, source, chosen, lines, cpu, work):
    """for each line a list of times, or a failure"""
    with tempfile.TemporaryDirectory(dir=work) as folder:
        path = os.path.join(folder, "program")
        made = compile_one(build, source, chosen, cpu, path)
        if made.returncode:
            return ["not compiled"] * len(lines)
        env = clean_env(OMP_TARGET_OFFLOAD="DISABLED", KMP_BLOCKTIME="0") if cpu else \
            clean_env(GANTRY_DEVICES="emulated", OMP_TARGET_OFFLOAD="MANDATORY", GANTRY_EMULATED_SMS="1")
        text = "".join(" ".join(map(str, line)) + "\n" for line in lines)
        words = [path, "time", str(REPEATS)] if cpu else [path, "count"]
        done = subprocess.run(words, input=text, env=env, capture_output=True, text=True)
        said = done.stdout.splitlines()
        out = [s if s == "wrong" else [float(x) for x in s.split()] for s in said]
        if not cpu:
            out = [r if r == "wrong" else [round(model(r))] for r in out]
        if len(out) < len(lines):  # it ended at a launch: that one failed, the rest is tried without it
            out.append("failed")
            if len(out) < len(lines):
                out += results(build, source, chosen, lines[len(out):], cpu, work)
        return out


def kept(folder, name, number, end, make):
    """what make() gives, or gave when this was run before"""
    path = folder and os.path.join(folder, "%s-%d.json" % (name, number))
    if path and os.path.exists(path):
        with open(path) as f:
            return json.load(f)
    if time.monotonic() > end:
        raise TimeoutError
    got = make()
    if path:
        with open(path + ".part", "w") as f:
            json.dump(got, f)
        os.rename(path + ".part", path)
    return got


def record(build, name, folder, end):
    compile_, run, conditions = SPACES[name]
    cpu = name.endswith("_cpu")
    names = list(compile_) + list(run)
    values = {**compile_, **run}
    jobs = []
    for choice in itertools.product(*compile_.values()):
        chosen = dict(zip(compile_, choice))
        lines = [line for line in itertools.product(*run.values())
                 if allowed(conditions, {**chosen, **dict(zip(run, line))})]
        if lines:
            jobs.append((len(jobs), chosen, lines))
    rows = []
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(1 if cpu else 3) as pool:
        def one(job):
            number, *what = job
            return kept(folder, name, number, end, lambda: results(build, name, *what, cpu, work))
        for (_, chosen, lines), got in zip(jobs, pool.map(one, jobs)):
            for line, result in zip(lines, got):
                at = [values[n].index(v) for n, v in [*chosen.items(), *zip(run, line)]]
                rows.append(at + ([result] if isinstance(result, str) else result))
    head = {"gantry_space": 1, "name": name, "device": "the CPU, in place" if cpu else "a model of the emulated GPU",
            "unit": "us" if cpu else "slots"}
    with open(os.path.join(OUT, name + ".json"), "w") as f:
        f.write(json.dumps(head)[:-1] + ',\n"parameters": [\n')
        f.write(",\n".join(json.dumps({"name": n, "values": values[n]}) for n in names))
        f.write('],\n"constraints": %s,\n"measured": [\n' % json.dumps(conditions))
        f.write(",\n".join(json.dumps(r, separators=(",", ":")).replace(".0,", ",").replace(".0]", "]") for r in rows))
        f.write("\n]}\n")
    failed = sum(isinstance(r[-1], str) for r in rows)
    print("%s: %d configurations, %d failed" % (name, len(rows), failed), flush=True)


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("build")
    p.add_argument("names", nargs="*")
    p.add_argument("--keep")
    p.add_argument("--seconds", type=float, default=math.inf)
    q = p.parse_intermixed_args()
    end = time.monotonic() + q.seconds
    for folder in filter(None, (OUT, q.keep)):
        os.makedirs(folder, exist_ok=True)
    try:
        for name in q.names or SPACES:
            record(os.path.realpath(q.build), name, q.keep, end)
    except TimeoutError:
        print("no time is left; the same command goes on", file=sys.stderr)
        sys.exit(3)


main()
