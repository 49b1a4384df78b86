#!/usr/bin/env python3
"""Random nests whose subscripts are variables that the iterations set: before, after, under conditions, in inner loops. The verdict of
`gantry annotate` on each loop against a run of the nest.

fuzz_stores.py GANTRY SEED NESTS   status 1 and the nest for each loop that is called parallel though two of its iterations meet in an
element, or one reads a variable that another one has set, to do more than update it.
"""
import collections
import os
import random
import re
import subprocess
import sys
import tempfile

BATCH = 100
ROWS, WIDTH = 40, 40
SIZES = ((7, 3), (5, 9), (9, 1), (4, 4))  # n and m
VERDICT = re.compile(r"^\S+:(\d+): (serial|parallel under a test|parallel): .*\[GL\d+\]$", re.M)


# ---- programs: ("set", s, sum), ("if", sum, block, block or None), ("for", v, low, high, block), ("store", row, column, row, column) ----
def random_sum(r, names):
    terms = [(r.choice([1, 1, 1, 2, -1]), v) for v in r.sample(names, r.choice([0, 1, 1, 2]) if len(names) > 1 else 1)]
    return terms, r.choice([0, 0, 1, 2, 3])


def random_block(r, loops, scalars, depth):
    names = loops + scalars + ["n", "m"]
    block = []
    for _ in range(r.choice([1, 2, 2, 3, 4])):
        kind = r.choice(["set", "set", "store", "store", "if", "for"]) if depth < 3 else r.choice(["set", "store"])
        if kind == "set":
            block.append(("set", r.choice(scalars), random_sum(r, names)))
        elif kind == "store":
            sums = [random_sum(r, loops + scalars) for _ in range(4)]
            block.append(("store", *(sums if sums[:2] != sums[2:] else sums[:3] + [([], 7)])))  # x = 1 + x would be a reduction
        elif kind == "if":
            other = random_block(r, loops, scalars, depth + 1) if r.random() < .4 else None
            block.append(("if", random_sum(r, names), random_block(r, loops, scalars, depth + 1), other))
        else:
            v = "ijk"[len(loops)] if len(loops) < 3 else None
            if v:
                v = r.choice(loops) if r.random() < .1 else v
                block.append(("for", v, ([], r.choice([0, 1])), ([(1, r.choice(["n", "m"]))], r.choice([0, 0, -1])),
                              random_block(r, loops + [v] * (v not in loops), scalars, depth + 1)))
    return block


def random_nest(r):
    scalars = ["s", "t", "w"][:r.choice([1, 2, 2, 3])]
    return [("for", "i", ([], 0), ([(1, "n")], 0), random_block(r, ["i"], scalars, 1))]


# ---- text ----
def sum_text(s):
    terms, constant = s
    return " + ".join([v if k == 1 else f"{k} * {v}" for k, v in terms] + [str(constant)] * (constant != 0 or not terms))


def block_text(block, lines, loops, gap):
    for x in block:
        if x[0] == "set":
            lines.append(f"{gap}{x[1]} = {sum_text(x[2])};")
        elif x[0] == "store":
            lines.append(f"{gap}A[{sum_text(x[1])}][{sum_text(x[2])}] = 1 + A[{sum_text(x[3])}][{sum_text(x[4])}];")
        elif x[0] == "if":
            lines.append(f"{gap}if ({sum_text(x[1])} > 4) {{")
            block_text(x[2], lines, loops, gap + "  ")
            if x[3]:
                lines.append(gap + "} else {")
                block_text(x[3], lines, loops, gap + "  ")
            lines.append(gap + "}")
        else:
            own = f"int {x[1]} = " if x[1] != "i" or gap == "  " else "int i = "
            loops.append((len(lines), x))
            lines.append(f"{gap}for ({own}{sum_text(x[2])}; {x[1]} < {sum_text(x[3])}; {x[1]}++) {{")
            block_text(x[4], lines, loops, gap + "  ")
            lines.append(gap + "}")


def nest_text(number, nest, first):
    lines, loops = [f"void f{number}(int n, int m, int s, int t, int w) {{"], []
    block_text(nest, lines, loops, "  ")
    lines.append("}")
    return lines, [(first + at, id(x)) for at, x in loops]


# ---- a run ----
class Undefined(Exception):
    """a subscript beyond its dimension"""


def sets_in(block):
    for x in block:
        if x[0] == "set":
            yield x[1], x[2]
        for inner in x[2:]:
            if isinstance(inner, list):
                yield from sets_in(inner)


def counters(nest):
    """variables of which each iteration's value is known beforehand: v = v + …, and nothing else"""
    return {v for v in "stw" if all((1, v) in s[0] for at, s in sets_in(nest) if at == v)}


class Run:
    def __init__(self, n, m, counters):
        self.counters = counters
        self.env = {"n": n, "m": m, "s": 0, "t": 0, "w": 0}
        self.path = []  # [loop, instance, iteration]
        self.set_at = {}
        self.touches = collections.defaultdict(list)
        self.met, self.instances = set(), 0

    def read(self, v):
        at = self.set_at.get(v)
        if at is not None and v not in self.counters:
            for (loop, instance, iteration), (_, there, then) in zip(self.path, at):
                if instance != there:
                    break
                if iteration != then:
                    self.met.add(loop)
                    break
        return self.env[v]

    def value(self, s, but=None):
        """but: a variable whose own update this is: a reduction, or a counter"""
        return s[1] + sum(k * (self.env[v] if v == but else self.read(v)) for k, v in s[0])

    def touch(self, row, column, store):
        row, column = self.value(row), self.value(column)
        if not 0 <= row < ROWS or not 0 <= column < WIDTH:
            raise Undefined
        self.touches[row, column].append(([tuple(p) for p in self.path], store))

    def block(self, block):
        for x in block:
            if x[0] == "set":
                self.env[x[1]] = self.value(x[2], x[1])
                self.set_at[x[1]] = [tuple(p) for p in self.path]
            elif x[0] == "store":
                self.touch(x[3], x[4], False)
                self.touch(x[1], x[2], True)
            elif x[0] == "if":
                self.block(x[2] if self.value(x[1]) > 4 else x[3] or [])
            else:
                low, high, outer, was = self.value(x[2]), self.value(x[3]), self.env.get(x[1]), self.set_at.pop(x[1], None)
                self.instances += 1
                self.path.append([id(x), self.instances, 0])
                for i in range(low, high):
                    self.env[x[1]] = i
                    self.path[-1][2] = i
                    self.block(x[4])
                self.path.pop()
                self.env[x[1]] = outer
                if was is not None:
                    self.set_at[x[1]] = was

    def loops_that_meet(self):
        for touches in self.touches.values():
            for depth in range(4):
                by_instance = collections.defaultdict(lambda: (set(), set()))
                for path, store in touches:
                    if len(path) > depth:
                        loop, instance, iteration = path[depth]
                        by_instance[loop, instance][store].add(iteration)
                for (loop, _), (reads, stores) in by_instance.items():
                    if stores and len(reads | stores) > 1:
                        self.met.add(loop)
        return self.met


def meets(nest):
    met, defined = set(), 0
    for size in SIZES:
        run = Run(*size, counters(nest))
        try:
            run.block(nest)
        except Undefined:
            continue
        defined += 1
        met |= run.loops_that_meet()
    return met, defined


def verdicts(gantry, lines):
    with tempfile.NamedTemporaryFile("w", suffix=".c") as f:
        f.write("\n".join(lines) + "\n")
        f.flush()
        run = subprocess.run([gantry, "annotate", "-w", "--explain", f.name], capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"status {run.returncode}\n{run.stderr}")
    return {int(m[1]): m[2] for m in VERDICT.finditer(run.stdout)}


def main():
    gantry, seed, total = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    r, count, unsound = random.Random(seed), collections.Counter(), 0
    for begin in range(0, total, BATCH):
        nests = []
        while len(nests) < min(BATCH, total - begin):
            nest = random_nest(r)
            if meets(nest)[1]:
                nests.append(nest)
        lines, where = [f"int A[{ROWS}][{WIDTH}];"], {}
        for number, nest in enumerate(nests):
            text, loops = nest_text(number, nest, len(lines) + 1)
            lines += text
            where.update({line: (number, loop) for line, loop in loops})
        found = verdicts(gantry, lines)
        if found.keys() != where.keys():
            sys.exit(f"{len(found)} verdicts on {len(where)} loops")
        met = [meets(nest)[0] for nest in nests]
        for line, (number, loop) in where.items():
            parallel, meet = found[line] == "parallel", loop in met[number]
            count["parallel" if parallel else "under a test of sizes" if found[line] != "serial" else "serial, and iterations meet" if meet else "serial, none seen to meet"] += 1
            if parallel and meet:
                unsound += 1
                print(f"line {line - list(where).index(line)}: the loop of line {line} in\n" + "\n".join(nest_text(number, nests[number], 1)[0]))
    print(f"seed {seed}: {total} nests, {unsound} unsound; " + ", ".join(f"{n} {k}" for k, n in sorted(count.items())))
    sys.exit(unsound > 0)


main()
