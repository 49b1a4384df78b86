#!/usr/bin/env python3
"""Random nests as `gantry annotate --reorder` writes them, against the same as they are: no number differs.

fuzz_order.py GANTRY SEED NESTS   status 1 and the nest for each that computes something else
"""
import os
import random
import subprocess
import sys
import tempfile

BATCH = 40
NAMES = "ijk"
SIZE = 24  # of each dimension


def subscript(r, names):
    v = r.choice(names)
    return r.choice([v, v, v, v, f"{v} + 1", f"{v} - 1", f"{SIZE - 1} - {v}", "3"])


def element(r, names, arrays):
    name, dims = r.choice(arrays)
    return name + "".join(f"[{subscript(r, names)}]" for _ in range(dims))


def ordered(r, order, array):
    """an element of its own for each iteration, or one beside it"""
    return array[len(order) - 1] + "".join(f"[{v}{r.choice(['', '', ' + 1', ' - 1']) if array != 'xyz' else ''}]" for v in order)


def head(r, v, outer):
    low, high = r.choice(["1", "1", "2", "m"]), r.choice([str(SIZE - 1), str(SIZE - 2), "n", "n - 1"])
    if outer and r.random() < .08:
        low = r.choice(outer)
    if r.random() < .15:
        return f"for (int {v} = {high} - 1; {v} >= {low}; {v}--)"
    return f"for ({r.choice(['int', 'int', 'long'])} {v} = {low}; {v} < {high}; {r.choice([v + '++', '++' + v, v + ' += 2', v + '++'])})"


def nest(r, number):
    depth = r.choice([2, 2, 2, 3])
    names = NAMES[:depth]
    arrays = [("x", 1), ("y", 2), ("z", 3), ("u", 2), ("v", 2), ("w", 3)]
    lines, indent = [f"static int f{number}(int n, int m)", "{", "    int s = 0, t = 0;"], "    "
    for d, v in enumerate(names):
        brace = r.choice(["", " {"]) if d + 1 < depth else " {"
        lines.append(f"{indent}{head(r, v, names[:d])}{brace}{r.choice(['', '', ' // a loop'])}")
        indent += "    "
        if brace:
            names_braces.append(d)
    order = list(names)
    if r.random() < .8:
        r.shuffle(order)
    for _ in range(r.choice([1, 1, 2])):
        to = ordered(r, order, "xyz") if r.random() < .85 else element(r, names, arrays)
        value = " + ".join(ordered(r, order, " uw") if r.random() < .7 else element(r, names, arrays[3:] if r.random() < .8 else arrays)
                           for _ in range(r.choice([1, 2, 3])))
        kind = r.random()
        if kind < .15:
            lines.append(f"{indent}s += {value};")
        elif kind < .25:
            lines += [f"{indent}t = {value};", f"{indent}{to} = t * 3;"]
        elif kind < .35:
            lines.append(f"{indent}if ({value} > 9) {to} = {r.choice(names)};")
        else:
            lines.append(f"{indent}{to} {r.choice(['=', '=', '=', '+='])} {value} + {r.choice(names)};")
    while names_braces:
        lines.append("    " * (names_braces.pop() + 1) + "}")
    return lines + ["    return s;", "}"]


names_braces = []


def program(nests):
    lines = ["#include <stdio.h>", "#include <stdlib.h>"]
    for name, dims in (("x", 1), ("y", 2), ("z", 3), ("u", 2), ("v", 2), ("w", 3)):
        lines.append(f"static int {name}" + f"[{SIZE}]" * dims + ";")
    lines += ["static void fill(int *a, int n) { for (int i = 0; i < n; i++) a[i] = a[i] * 5 % 101 + i % 7; }",
              "static unsigned hash(const int *a, int n) { unsigned h = 7; for (int i = 0; i < n; i++) h = h * 31 + a[i]; return h; }"]
    calls = []
    for number, lines_of in enumerate(nests):
        lines += lines_of
        calls += [f"    fill(&{a}{'[0]' * d}, {SIZE ** d});" for a, d in (("x", 1), ("y", 2), ("z", 3), ("u", 2), ("v", 2), ("w", 3))]
        for n in (SIZE - 1, 9, 1):
            hashes = " ^ ".join(f"hash(&{a}{'[0]' * d}, {SIZE ** d})" for a, d in (("x", 1), ("y", 2), ("z", 3)))
            calls += [f"    s = f{number}({n}, 2);", f'    printf("{number} %d %u\\n", s, {hashes});']
    return lines + ["int main(void)", "{", "    int s;", *calls, "    return 0;", "}"]


def said(command):
    ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "3", "OMP_WAIT_POLICY": "passive"})
    if ran.returncode:
        sys.exit(f"{' '.join(command)}: status {ran.returncode}\n{ran.stderr}")
    return ran.stdout


def main():
    gantry, seed, total = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    r, wrong, chosen, exchanged = random.Random(seed), 0, 0, 0
    for begin in range(0, total, BATCH):
        nests = [nest(r, number) for number in range(min(BATCH, total - begin))]
        with tempfile.TemporaryDirectory() as folder:
            plain, made = os.path.join(folder, "plain.c"), os.path.join(folder, "made.c")
            with open(plain, "w", encoding="utf-8") as f:
                f.write("\n".join(program(nests)) + "\n")
            words = [gantry, "annotate", "-w", "--reorder", "--no-data", "--least-work=1", plain]
            told = said([*words, "--json"])
            said([*words, "-o", made])
            chosen += told.count("collapse(")
            exchanged += told.count('"exchanged": true')
            said(["gcc", "-O1", "-w", plain, "-o", plain[:-2]])
            said(["gcc", "-O1", "-w", "-fopenmp", "-foffload=disable", made, "-o", made[:-2]])
            want, got = said([plain[:-2]]).splitlines(), said([made[:-2]]).splitlines()
        for number, lines_of in enumerate(nests):
            own = [[row for row in rows if row.startswith(f"{number} ")] for rows in (want, got)]
            if own[0] != own[1]:
                wrong += 1
                print("\n".join(lines_of))
                break  # what comes after works on its arrays
    print(f"seed {seed}: {total} nests, {wrong} differ; {chosen} collapsed, {exchanged} exchanged")
    sys.exit(wrong > 0)


main()
