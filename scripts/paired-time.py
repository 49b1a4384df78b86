#!/usr/bin/env python3
"""Compares the run times of two or more commands so that the claim can be believed.

    paired-time.py [options] 'command A' 'command B' …

The commands run in turn, many times over, so that a change of the machine's speed meets all of them alike. The first
one also runs as its own rival (A/A): when the two series of the same command differ by more than --noise, the machine
is too noisy, nothing is claimed, and the exit status is 3. Reported are medians, and for each command the median of the ratios
to the first command within the same round, with the range that holds the middle half of them.

    --repeat N        rounds (default 15)         --warmup N   rounds before, not counted (default 1)
    --noise PERCENT   limit for A/A (default 2)   --attempts N tries before giving up (default 3)
    --value REGEX     take the number in the first group from the command's output instead of its run time
    --at-most RATIO   exit status 1 when a command's ratio to the first is above RATIO
    --count           also count instructions, by perf stat where it works, else by valgrind's callgrind
    --cwd DIR         where the commands run      --json FILE  writes the numbers
Commands are run by /bin/sh. A command that fails stops everything with status 2.
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def parse():
    p = argparse.ArgumentParser(usage=__doc__, add_help=False)
    p.add_argument("commands", nargs="+")
    p.add_argument("-h", "--help", action="store_true")
    p.add_argument("--repeat", type=int, default=15)
    p.add_argument("--warmup", type=int, default=1)
    p.add_argument("--noise", type=float, default=2.0)
    p.add_argument("--attempts", type=int, default=3)
    p.add_argument("--value")
    p.add_argument("--at-most", type=float)
    p.add_argument("--count", action="store_true")
    p.add_argument("--cwd")
    p.add_argument("--json")
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(__doc__)
        sys.exit(0)
    return p.parse_args()


def run_once(command, options):
    begin = time.perf_counter()
    r = subprocess.run(["/bin/sh", "-c", command], cwd=options.cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       text=True, errors="replace")
    seconds = time.perf_counter() - begin
    if r.returncode != 0:
        sys.stderr.write(r.stdout)
        print(f"paired-time: status {r.returncode}: {command}", file=sys.stderr)
        sys.exit(2)
    if not options.value:
        return seconds
    found = re.search(options.value, r.stdout, re.MULTILINE)
    if not found:
        sys.stderr.write(r.stdout)
        print(f"paired-time: no match for {options.value!r} in the output of: {command}", file=sys.stderr)
        sys.exit(2)
    return float(found.group(1))


def measure(options):
    """Rows of one round each: the first command, itself again, the others. The order turns from round to round."""
    series = [options.commands[0]] + options.commands
    for _ in range(options.warmup):
        for command in options.commands:
            run_once(command, options)
    rounds = []
    for i in range(options.repeat):
        row = [0.0] * len(series)
        for k in range(len(series)):
            at = (k + i) % len(series)
            row[at] = run_once(series[at], options)
        rounds.append(row)
    return rounds


def ratios(rounds, column):
    return sorted(row[column] / row[0] if row[0] else float("nan") for row in rounds)


def middle_half(values):
    n = len(values)
    return values[n // 4], values[n - 1 - n // 4]


def quiet(rounds, limit):
    """How far, in percent, the first command is from itself."""
    a = statistics.median(row[0] for row in rounds)
    b = statistics.median(row[1] for row in rounds)
    by_medians = abs(b / a - 1) * 100 if a else 0.0
    by_pairs = abs(statistics.median(ratios(rounds, 1)) - 1) * 100
    off = max(by_medians, by_pairs)
    return off <= limit, off


def count_perf(command, cwd):
    if not shutil.which("perf"):
        return None
    r = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "/bin/sh", "-c", command], cwd=cwd,
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    m = re.search(r"^(\d+),[^,]*,instructions", r.stderr, re.MULTILINE)
    return int(m.group(1)) if m else None


def count_callgrind(command, cwd):
    if not shutil.which("valgrind"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "callgrind.%p")
        r = subprocess.run(["valgrind", "--tool=callgrind", "--trace-children=yes", "--callgrind-out-file=" + out,
                            "/bin/sh", "-c", command], cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                           text=True)
    counts = [int(n) for n in re.findall(r"Collected : (\d+)", r.stderr)]
    return sum(counts) if counts else None


def count(command, cwd):
    n = count_perf(command, cwd)
    return (n, "perf") if n is not None else (count_callgrind(command, cwd), "callgrind")


def show(options, rounds, off, counts):
    unit = "" if options.value else " s"
    results = []
    for i, command in enumerate(options.commands):
        column = 0 if i == 0 else i + 1
        values = [row[column] for row in rounds]
        r = ratios(rounds, column)
        low, high = middle_half(r)
        results.append({"command": command, "median": statistics.median(values), "min": min(values),
                        "ratio": statistics.median(r), "ratio_low": low, "ratio_high": high})
        if counts:
            results[-1]["instructions"], results[-1]["counted_by"] = counts[i]
    print(f"{options.repeat} rounds; the first command against itself: {off:.2f} % apart (limit {options.noise:g} %)")
    for r in results:
        line = f"  {r['median']:.6g}{unit}  ratio {r['ratio']:.4f} [{r['ratio_low']:.4f} … {r['ratio_high']:.4f}]"
        if r.get("instructions"):
            line += f"  {r['instructions']} instructions ({r['counted_by']})"
        print(f"{line}  {r['command']}")
    return results


def main():
    options = parse()
    if len(options.commands) < 2 or options.repeat < 3:
        print("paired-time: two commands and three rounds are the least (--help)", file=sys.stderr)
        return 2
    for attempt in range(options.attempts):
        rounds = measure(options)
        good, off = quiet(rounds, options.noise)
        if good:
            break
        print(f"paired-time: attempt {attempt + 1}: the first command differs from itself by {off:.2f} %: too noisy",
              file=sys.stderr)
    counts = [count(c, options.cwd) for c in options.commands] if options.count else None
    results = show(options, rounds, off, counts)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as f:
            json.dump({"noise_percent": off, "believed": good, "commands": results}, f, indent=1)
            f.write("\n")
    if not good:
        print("paired-time: no claim: the machine is too noisy", file=sys.stderr)
        return 3
    worst = max(r["ratio"] for r in results[1:])
    if options.at_most is not None and worst > options.at_most:
        print(f"paired-time: ratio {worst:.4f} is above {options.at_most:g}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
