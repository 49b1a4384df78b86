"""Builds and runs the programs of the corpus and holds them against what is recorded.

    check.py [--full] [--update] [--table] [PROGRAM...]

Always: every loop has one truth that is in the grammar; the program compiles without a warning and prints what
corpus/expected.txt has. --full: with GCC and Clang at -O2, and with the address and undefined sanitizers of both.
--update writes expected.txt. --table prints the programs with their loops.
"""
import collections
import concurrent.futures
import os
import subprocess
import sys
import tempfile
import time

import truth

WARNINGS = ["-std=gnu11", "-ffp-contract=off", "-Wall", "-Wextra"]
SANITIZE = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
QUICK = [("gcc", ["-O1"], 10)]
FULL = [("gcc", ["-O2"], 1), ("clang-19", ["-O2"], 1), ("gcc", SANITIZE, 20), ("clang-19", SANITIZE, 20)]


def run(program, compiler, options, seconds, folder):
    """What is wrong with the program in this build, and what it printed."""
    exe = os.path.join(folder, f"{program.name}-{compiler}{'-'.join(options).replace('/', '_')[:12]}")
    command = [compiler, *WARNINGS, *program.flags, *options, *program.sources, "-o", exe, "-lm"]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if built.returncode or built.stderr:
        return f"{' '.join(command)}\n{built.stderr}", ""
    begun = time.monotonic()
    try:
        ran = subprocess.run([exe], capture_output=True, text=True, cwd=folder, timeout=60, check=False,
                             stdin=subprocess.DEVNULL, env={**os.environ, "ASAN_OPTIONS": "detect_leaks=1"})
    except subprocess.TimeoutExpired:
        return f"{exe} ran for more than a minute", ""
    took = time.monotonic() - begun
    if ran.returncode or ran.stderr:
        return f"{exe} ended with status {ran.returncode}\n{ran.stderr}", ran.stdout
    if took > seconds:
        return f"{exe} took {took:.1f} s; at most {seconds} s are allowed", ran.stdout
    return "", ran.stdout


def table(programs):
    columns = list(truth.VERDICTS)
    total = collections.Counter()
    print("| program | loops | " + " | ".join(columns) + " |")
    print("|---|" + "--:|" * (len(columns) + 1))
    for program in programs:
        row = collections.Counter(loop.truth.verdict for loop in program.loops)
        total += row
        print(f"| {program.name} | {len(program.loops)} | " + " | ".join(str(row[c] or "") for c in columns) + " |")
    print(f"| **{len(programs)} programs** | {sum(total.values())} | " + " | ".join(str(total[c]) for c in columns) + " |")


def main():
    options = {a for a in sys.argv[1:] if a.startswith("--")}
    programs = truth.programs([a for a in sys.argv[1:] if not a.startswith("--")])
    if "--table" in options:
        return table(programs)
    builds = FULL if "--full" in options else QUICK
    recorded = {} if "--update" in options else truth.expected()
    wrong, printed = 0, {}  # what the first build of each program prints
    with tempfile.TemporaryDirectory(prefix="gantry-corpus.") as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [(p, pool.submit(run, p, *build, folder)) for p in programs for build in builds]
        for program, job in jobs:
            error, output = job.result()
            known = recorded.get(program.name, "") if recorded else printed.setdefault(program.name, output)
            if not error and output != known:
                error = f"{program.name} printed\n{output}and not\n{known}"
            if not error and not output:
                error = f"{program.name} printed nothing"
            if error:
                wrong += 1
                print(error)
    for name in sorted(set(recorded) - {p.name for p in truth.programs()}):
        wrong += 1
        print(f"expected.txt speaks of '{name}', which is no program")
    if "--update" in options:
        with open(os.path.join(truth.CORPUS, "expected.txt"), "w", encoding="utf-8") as f:
            for name in sorted(printed):
                f.writelines(f"{name}: {line}\n" for line in printed[name].splitlines())
    loops = sum(len(p.loops) for p in programs)
    print(f"{len(programs)} programs, {loops} loops, {len(programs) * len(builds)} builds, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except truth.Wrong as failure:
        sys.exit(f"check.py: {failure}")
