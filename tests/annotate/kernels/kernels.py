"""The loops of kernels as they occur in numerical codes, against their truths, which were written before they were judged.

kernels.py GANTRY [--least=PERCENT] FILE...   In each line with a loop a letter: P parallel, R parallel with reductions, H with atomic updates, S serial. Status 1: a serial
loop is called parallel, or of the others fewer than 95 of 100 are found (or what --least says). Of a folder all files are one program.
"""
import glob
import json
import os
import re
import subprocess
import sys


def truths(paths):
    found = {}
    for path in paths:
        with open(path, encoding="utf-8") as f:
            found |= {(path, n): m.group(1) for n, line in enumerate(f, 1) if (m := re.search(r"// ([PRHS])$", line))}
    return found


def verdicts(gantry, paths):
    said = subprocess.run([gantry, "annotate", "--least-work=0", "--json", *paths], capture_output=True, text=True, check=True)
    return {(j["file"], j["line"]): j for j in map(json.loads, said.stdout.splitlines()) if "function" in j}


def main():
    wanted = found = wrong = directives = 0
    least = [a for a in sys.argv[2:] if a.startswith("--least=")]
    bar = int(least[0].removeprefix("--least=")) if least else 95
    for program in sys.argv[2 + len(least):]:
        paths = sorted(glob.glob(program + "/*.c")) if os.path.isdir(program) else [program]
        truth, seen = truths(paths), verdicts(sys.argv[1], paths)
        if set(truth) != set(seen):
            sys.exit(f"{program}: lines {sorted(set(truth) ^ set(seen))} have a truth or a loop, and not both")
        for place, letter in truth.items():
            parallel = seen[place]["verdict"] != "serial"
            directives += parallel and "directive" in seen[place]
            if letter == "S":
                wrong += parallel
                if parallel:
                    print(f"{place[0]}:{place[1]}: WRONG: called parallel")
                continue
            wanted += 1
            found += parallel
            if not parallel:
                print(f"{place[0]}:{place[1]}: missed: {seen[place]['id']}")
    print(f"{found} of {wanted} parallel loops found, {wrong} serial ones called parallel, {directives} directives")
    return wrong > 0 or 100 * found < bar * wanted


if __name__ == "__main__":
    sys.exit(main())
