"""The loops of kernels as they occur in numerical codes, against their truths, which were written before they were judged.

kernels.py GANTRY [--least=PERCENT] FILE...   In each line with a loop a letter: P parallel, R parallel with reductions, H with atomic updates, S serial. Status 1: a serial
loop is called parallel, or of the others fewer than 95 of 100 are found (or what --least says).
"""
import json
import re
import subprocess
import sys


def truths(path):
    with open(path, encoding="utf-8") as f:
        return {n: m.group(1) for n, line in enumerate(f, 1) if (m := re.search(r"// ([PRHS])$", line))}


def verdicts(gantry, path):
    said = subprocess.run([gantry, "annotate", "--least-work=0", "--json", path], capture_output=True, text=True, check=True)
    return {j["line"]: j for j in map(json.loads, said.stdout.splitlines()) if "function" in j}


def main():
    wanted = found = wrong = directives = 0
    least = [a for a in sys.argv[2:] if a.startswith("--least=")]
    bar = int(least[0].removeprefix("--least=")) if least else 95
    for path in sys.argv[2 + len(least):]:
        truth, seen = truths(path), verdicts(sys.argv[1], path)
        if set(truth) != set(seen):
            sys.exit(f"{path}: lines {sorted(set(truth) ^ set(seen))} have a truth or a loop, and not both")
        for line, letter in truth.items():
            parallel = seen[line]["verdict"] != "serial"
            directives += parallel and "directive" in seen[line]
            if letter == "S":
                wrong += parallel
                if parallel:
                    print(f"{path}:{line}: WRONG: called parallel")
                continue
            wanted += 1
            found += parallel
            if not parallel:
                print(f"{path}:{line}: missed: {seen[line]['id']}")
    print(f"{found} of {wanted} parallel loops found, {wrong} serial ones called parallel, {directives} directives")
    return wrong > 0 or 100 * found < bar * wanted


if __name__ == "__main__":
    sys.exit(main())
