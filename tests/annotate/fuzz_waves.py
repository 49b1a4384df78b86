#!/usr/bin/env python3
"""Random nests as `gantry annotate` writes them in waves, against the same as they are. A wave's iterations are run in both
orders by one thread, and by three: no number differs.

fuzz_waves.py GANTRY SEED NESTS   status 1 and the nest for each that computes something else
"""
import os
import random
import re
import subprocess
import sys
import tempfile

BATCH = 40
SIZE = 26
ROWS = re.compile(r"for \(long (row\w*) = (\w+); row\w* < (\w+); row\w*\+\+\)")
RUNS = ((1, 1), (3, 9), (9, 4), (14, 13), (SIZE - 4, SIZE - 5), (20, 21))


def head(r, v, outer):
    kind = r.choice(["int", "int", "long", "unsigned", "size_t"]) if not outer or r.random() < .3 else "int"
    low, high = r.choice(["2", "3", "lo"]), r.choice(["n", "m", "n - 1"] if v == "i" else ["m", "n", "m - 2"])
    if outer and r.random() < .3:
        low, high = r.choice([(outer, "m"), (f"{outer} + 1", "n"), ("2", outer), (f"({outer} > 5 ? 4 : 2)", "m")])
    if kind in ("unsigned", "size_t"):
        low, high = "2", r.choice(["un", "sn" if kind == "size_t" else "un"])
    elif r.random() < .3:
        return f"for ({kind} {v} = {high} - 1; {v} >= {low}; {v}--)"
    return f"for ({kind} {v} = {low}; {v} {r.choice(['<', '<', '<='])} {high}; {r.choice([v + '++', '++' + v])})"


def element(r, array, most):
    def beside(v):
        by = r.choice([0, 0, *range(-most, most + 1)])
        return v if by == 0 else f"{v} {'+' if by > 0 else '-'} {abs(by)}"
    if array in "ab":
        return f"{array}[{beside('i')}][{beside('j')}]"
    if array == "c":
        return f"c[({beside('i')}) * w + {beside('j')}]"
    return f"s->grid[({beside('i')}) * s->w + {beside('j')}]"


def nest(r, number):
    inner = head(r, "j", "i" if r.random() < .5 else "")
    lines = [f"static long f{number}(int n, int m, int lo, unsigned un, size_t sn, int w, int *restrict c, struct grid *restrict s)",
             "{", "    long sum = 0, most = 0, x = 0;", f"    {head(r, 'i', '')}" + r.choice(["", " { // rows", " {"])]
    closes = lines[-1].count("{")
    lines.append(f"        {inner} {{")
    array = r.choice(["a", "a", "c", "s"])
    for _ in range(r.choice([1, 1, 2])):
        to = element(r, array, 0 if r.random() < .9 else 1)
        value = " + ".join(element(r, array if r.random() < .85 else r.choice("abc"), r.choice([1, 1, 1, 2])) for _ in range(r.choice([2, 3, 4])))
        chance = r.random()
        if chance < .15:
            lines += [f"            x = {value};", f"            {to} = (int)(x * 3 % 1000);"]
        elif chance < .3:
            lines.append(f"            if ((i + j) % 3) {to} = ({value}) % 1000 + 1;")
        elif chance < .4:
            lines += [f"            if ({to} > 900) continue;", f"            {to} = {to} + 1;"]
        elif chance < .5:
            lines += [f"            for (int k = 0; k < 3; k++) {to} = ({value} + k) % 1000;"]
        else:
            lines.append(f"            {to} = ({value}) % 1000 + 1;")
        if r.random() < .2:
            lines.append(f"            {r.choice(['sum += ' + to + ';', 'most = ' + to + ' > most ? ' + to + ' : most;', 'sum += i;'])}")
    return lines + ["        }" + r.choice(["", " // columns"])] + ["    }"] * closes + ["    return sum * 7 + most;", "}"]


def program(nests):
    lines = ["#include <stdio.h>", "#include <stdlib.h>", "struct grid { int w, h; int *grid; };",
             f"static int a[{SIZE}][{SIZE}], b[{SIZE}][{SIZE}], c[{SIZE * SIZE}];",
             "static void fill(int *x, int n) { for (int i = 0; i < n; i++) x[i] = (x[i] * 5 + i * i) % 997; }",
             "static unsigned hash(const int *x, int n) { unsigned h = 7; for (int i = 0; i < n; i++) h = h * 31 + x[i]; return h; }"]
    calls = []
    for number, lines_of in enumerate(nests):
        lines += lines_of
        for n, m in RUNS:
            calls += ["    " + " ".join(f"fill({x}, {SIZE * SIZE});" for x in ("a[0]", "b[0]", "c", "s.grid")),
                      f"    x = f{number}({n}, {m}, 2, {n}, {m}, {SIZE}, c, &s);",
                      f'    printf("{number} %ld %u\\n", x, ' + " ^ ".join(f"hash({x}, {SIZE * SIZE})" for x in ("a[0]", "b[0]", "c", "s.grid")) + ");"]
    return lines + ["int main(void)", "{", f"    struct grid s = {{{SIZE}, {SIZE}, calloc({SIZE * SIZE}, sizeof(int))}};", "    long x;", *calls, "    return 0;", "}"]


def said(command, **env):
    ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OMP_WAIT_POLICY": "passive", **env}, check=False)
    if ran.returncode:
        sys.exit(f"{' '.join(command)}: status {ran.returncode}\n{ran.stderr}")
    return ran.stdout


def main():
    gantry, seed, total = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    r, wrong, waves = random.Random(seed), 0, 0
    for begin in range(0, total, BATCH):
        nests = [nest(r, number) for number in range(min(BATCH, total - begin))]
        with tempfile.TemporaryDirectory() as folder:
            plain, made, back = (os.path.join(folder, x) for x in ("plain.c", "made.c", "back.c"))
            with open(plain, "w", encoding="utf-8") as f:
                f.write("\n".join(program(nests)) + "\n")
            said([gantry, "annotate", "-w", "--waves=skewed", "--no-data", "--least-work=1", plain, "-o", made])
            with open(made, encoding="utf-8") as f:
                text = f.read()
            waves += len(ROWS.findall(text))
            with open(back, "w", encoding="utf-8") as f:
                f.write(ROWS.sub(r"for (long \1 = \3 - 1; \1 >= \2; \1--)", text))
            said(["gcc", "-O1", "-w", "-fwrapv", plain, "-o", plain[:-2]])
            want, runs = said([plain[:-2]]).splitlines(), []
            for source, flags, threads in ((made, [], "1"), (back, [], "1"), (made, ["-fopenmp", "-foffload=disable"], "3")):
                said(["gcc", "-O1", "-w", "-fwrapv", *flags, source, "-o", source[:-2]])
                runs.append(said([source[:-2]], OMP_NUM_THREADS=threads).splitlines())
        for number, lines_of in enumerate(nests):
            own = [[row for row in rows if row.startswith(f"{number} ")] for rows in (want, *runs)]
            differs = [k for k, rows in enumerate(own[1:]) if rows != own[0]]
            if differs:
                wrong += 1
                print(f"run {differs} of\n" + "\n".join(lines_of))
                break  # what comes after works on its arrays
    print(f"seed {seed}: {total} nests, {wrong} differ; {waves} in waves")
    sys.exit(wrong > 0)


main()
