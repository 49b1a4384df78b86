#!/usr/bin/env python3
"""Programs with target constructs of their own, as they are and as `gantry advise` changes them, against the same without directives.

fuzz_advise.py GANTRY PROGRAMS [SEED] [FOLDER]   PROGRAMS random programs, eight to a file; FOLDER keeps what differs.

A program is a function with arrays, blocks and pointers, loops and conditions, constructs that map what they use (not always all of
it, not always by the same section), and a host that reads and stores in between. All numbers are whole, and what is printed must
be the same in all cases: on the device, whose memory is its own, and in place.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

TOGETHER = 8
RUNS = (["0", "1"], ["1", "0"], ["4", "3"])  # how often loops run, and what conditions ask


class Program:
    def __init__(self, rnd, number):
        self.rnd, self.number, self.out, self.names = rnd, number, [], 0
        self.depth, self.loops, self.helpers, self.in_helper = 1, 0, [], False

    def line(self, text):
        self.out.append("    " * self.depth + text)

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # what a pointer or array of `scope` is called, with its length
    def pick(self, scope):
        return self.rnd.choice(scope)

    def section(self, x, low=0, high=0):
        name, n, array, _ = x
        if array and self.rnd.random() < 0.7:
            return name
        lower = self.rnd.choice([0, 0, 0, low])
        if lower or high:
            return f"{name}[{lower}:{n} - {lower + high}]"
        return f"{name}[0:{n}]"

    def region(self, scope, indent=True):
        r = self.rnd
        x, y = self.pick(scope), self.pick(scope)
        low, high = r.choice([(0, 0), (0, 0), (1, 1), (2, 0)])
        c, i = r.randrange(1, 50), self.name("i")
        same = x[0] == y[0]
        kind = r.random()
        if kind < 0.15:  # fills it
            maps = [f"map({r.choice(['from', 'tofrom'])}: {self.section(x)})"]
            body, low, high = f"{x[0]}[{i}] = ({i} * {c}) % 101;", 0, 0
        elif kind < 0.3:
            maps = [f"map(tofrom: {self.section(x, low, high)})"]
            body = f"{x[0]}[{i}] = ({x[0]}[{i}] * {c} + 3) % 1009;"
        elif kind < 0.4 and not same:
            total = self.name("sum")
            self.line(f"long {total} = 0;")
            maps = [f"map(to: {self.section(x, low, high)})", f"map(tofrom: {total})", f"reduction(+: {total})"]
            body = f"{total} += {x[0]}[{i}] * {c};"
            self.directive(maps)
            self.line(f"for (long {i} = {low}; {i} < {x[1]} - {high}; {i}++)")
            self.line(f"    {body}")
            self.line(f"print({total});")
            return
        else:
            if same:
                maps = [f"map(tofrom: {self.section(x)})"]
            elif self.aliases(x, y):
                maps = [f"map(tofrom: {self.section(x)})"]
                y = x
            else:
                how = r.choice(["to", "to", "tofrom"])
                maps = [f"map({how}: {self.section(y, low, high)})", f"map(tofrom: {self.section(x, low, high)})"]
                r.shuffle(maps)
            body = f"{x[0]}[{i}] = ({x[0]}[{i}] * {c} + {y[0]}[{i} % {self.least(x, y)}]) % 1009;"
            if x[0] == y[0] or low or high:
                body = f"{x[0]}[{i}] = ({x[0]}[{i}] * {c} + {y[0]}[{i}]) % 1009;" if x[1] == y[1] else \
                    f"{x[0]}[{i}] = ({x[0]}[{i}] * {c} + 5) % 1009;"
        self.directive(maps)
        self.line(f"for (long {i} = {low}; {i} < {x[1]} - {high}; {i}++)")
        self.line(f"    {body}")

    def least(self, x, y):
        return y[1]

    # may both lead to the same memory, so that one construct cannot map both?
    def aliases(self, x, y):
        view = x[0].endswith(".at") or y[0].endswith(".at")
        return view or (self.in_helper and x[0][0] in "pqog" and y[0][0] in "pqog")

    def directive(self, clauses):
        kind = self.rnd.random()
        if kind < 0.015:
            clauses = clauses + ["if(ask > 100)"]
        elif kind < 0.15:
            clauses = clauses + [self.rnd.choice(["if(steps > 1)", "if(target: steps > 1)", "if(n > 32)"])]
        self.line("#pragma omp target teams distribute parallel for " + " ".join(clauses))

    def host(self, scope):
        r = self.rnd
        x = self.pick(scope)
        kind, i = r.random(), self.name("h")
        at = r.choice(["0", "1", f"{x[1]} - 1", "ask % 4"])
        if kind < 0.35:
            self.line(f"print({x[0]}[{at}]);")
        elif kind < 0.55:
            self.line(f"{x[0]}[{at}] = {r.randrange(50)} + ask;")
        elif kind < 0.7:
            self.line(f"for (long {i} = 0; {i} < {x[1]}; {i}++)")
            self.line(f"    {x[0]}[{i}] += {r.randrange(5)};")
        elif kind < 0.8:
            self.line(f"memset({x[0]}, 0, {x[1]} * sizeof *{x[0]});")
        elif kind < 0.9:
            self.line(f'printf("%ld ", {x[0]}[{at}]);')
        else:
            self.line("ask = ask * 3 % 17;")

    def swap(self, scope):
        pairs = [(x, y) for x in scope for y in scope if x[0] < y[0] and x[1] == y[1] and x[0][0] == "b" == y[0][0]]
        if pairs:
            x, y = self.rnd.choice(pairs)
            t = self.name("t")
            self.line(f"long *{t} = {x[0]};")
            self.line(f"{x[0]} = {y[0]};")
            self.line(f"{y[0]} = {t};")

    def jump(self):
        word = self.rnd.choice(["break", "continue", "return"])
        if self.loops or word == "return":
            self.line(f"if (ask == {self.rnd.randrange(6)})")
            self.line(f"    {word};")

    def loop(self, scope):
        r, k = self.rnd, self.name("k")
        kind = r.random()
        if kind < 0.55:
            self.line(f"for (long {k} = 0; {k} < steps; {k}++) {{")
        elif kind < 0.7:
            self.line(f"for (long {k} = 0; {k} < 3; {k}++) {{")
        elif kind < 0.85:
            self.line(f"long {k} = 0;")
            self.line(f"while ({k} < steps && ask < 30) {{")
        else:
            self.line(f"long {k} = 0;")
            self.line("do {")
        counts = kind >= 0.7
        self.inner(scope, f"{k}++;" if counts else None)
        self.line(f"}} while ({k} < steps);" if kind >= 0.85 else "}")

    def inner(self, scope, last=None):
        self.depth += 1
        self.loops += 1
        if last:
            self.line(last)
        self.statements(scope, self.rnd.randrange(1, 5))
        self.loops -= 1
        self.depth -= 1

    def branch(self, scope):
        self.line(f"if (ask % 3 == {self.rnd.randrange(3)}) {{")
        self.depth += 1
        self.statements(scope, self.rnd.randrange(1, 3))
        self.depth -= 1
        self.line("}")

    def data(self, scope):
        x = self.pick(scope)
        self.line(f"#pragma omp target data map(tofrom: {self.section(x)})")
        self.line("{")
        self.depth += 1
        for _ in range(self.rnd.randrange(1, 3)):
            i, c = self.name("i"), self.rnd.randrange(1, 9)
            self.line(f"#pragma omp target teams distribute parallel for map(tofrom: {x[0]}"
                      f"{'' if x[2] else f'[0:{x[1]}]'})")
            self.line(f"for (long {i} = 0; {i} < {x[1]}; {i}++)")
            self.line(f"    {x[0]}[{i}] = ({x[0]}[{i}] * {c} + 7) % 1009;")
        if self.rnd.random() < 0.3:
            self.line("print(ask);")
        self.depth -= 1
        self.line("}")

    # constructs that do not wait, of other memory each or in an order, the host's work meanwhile, and a wait
    def group(self, scope):
        r = self.rnd
        used = [self.pick(scope)]
        for x in scope:
            if len(used) < 3 and all(x[0] != y[0] and not self.aliases(x, y) for y in used):
                used.append(x)
        r.shuffle(used)
        host = used.pop() if len(used) > 1 and r.random() < 0.5 else None
        for _ in range(r.randrange(1, 4)):
            x, y = r.choice(used), r.choice(used)
            i, c = self.name("i"), r.randrange(1, 50)
            maps = [f"map(tofrom: {self.section(x)})", f"depend(inout: {x[0]}[0])"]
            body = f"{x[0]}[{i}] = ({x[0]}[{i}] * {c} + 3) % 1009;"
            if x[0] != y[0] and r.random() < 0.5:
                maps += [f"map(to: {self.section(y)})", f"depend(in: {y[0]}[0])"]
                body = f"{x[0]}[{i}] = ({x[0]}[{i}] * {c} + {y[0]}[{i} % {self.least(x, y)}]) % 1009;"
            r.shuffle(maps)
            self.directive(["nowait"] + maps)
            self.line(f"for (long {i} = 0; {i} < {x[1]}; {i}++)")
            self.line(f"    {body}")
            if host and r.random() < 0.5:
                self.host([host])
        self.line("#pragma omp taskwait")

    def call(self, scope):
        if not self.helpers or self.depth > 3:
            return
        f = self.rnd.choice(self.helpers)
        x, y = self.pick(scope), self.pick(scope)
        self.line(f"{f}(steps, {x[0]}, {y[0]}, {min(x[3], y[3])});")

    # a structure that holds a pointer
    def view(self, scope):
        x, v = self.pick(scope), self.name("v")
        self.line(f"struct view {v} = {{{x[0]}, {x[3]}}};")
        scope.append((f"{v}.at", f"{v}.n", False, x[3]))

    def allocate(self, scope):
        t = self.name("b")
        n = self.rnd.choice([40, 64])
        self.line(f"long *{t} = calloc({n}, sizeof *{t});")
        scope.append((t, str(n), False, n))

    def statements(self, scope, n):
        scope = list(scope)
        for _ in range(n):
            kind = self.rnd.random()
            if kind < 0.07:
                self.group(scope)
            elif kind < 0.4:
                self.region(scope)
            elif kind < 0.55:
                self.host(scope)
            elif kind < 0.7 and self.depth < 4:
                self.loop(scope)
            elif kind < 0.75 and self.depth < 4:
                self.branch(scope)
            elif kind < 0.8:
                self.swap(scope)
            elif kind < 0.84:
                self.data(scope)
            elif kind < 0.95:
                self.call(scope)
            elif kind < 0.97 and self.depth < 3:
                self.allocate(scope)
                if self.rnd.random() < 0.5:
                    self.view(scope)
            elif kind < 0.98:
                self.view(scope)
            else:
                self.jump()

    def helper(self, number):
        name = f"helper{self.number}_{number}"
        self.out.append(f"static void {name}(long steps, long *p, long *q, long n)")
        self.out.append("{")
        scope = [("p", "n", False, 30), ("q", "n", False, 30), (f"g{self.number}", "48", True, 48)]
        if self.rnd.random() < 0.2:
            self.line("long *o = p + 3;")
            scope.append(("o", "(n - 3)", False, 27))
        self.in_helper = True
        self.statements(scope, self.rnd.randrange(1, 5))
        self.in_helper = False
        self.out.append("}")
        self.helpers.append(name)

    def whole(self):
        self.out.append(f"static long g{self.number}[48];")
        for i in range(self.rnd.randrange(0, 3)):
            self.helper(i)
        self.out.append(f"static void program{self.number}(long steps, long n)")
        self.out.append("{")
        scope = [(f"g{self.number}", "48", True, 48), ("a", "36", True, 36), ("b", "n", False, 30), ("bb", "n", False, 30)]
        self.line("long a[36] = {1, 2, 3};")
        self.line("long *b = malloc(n * sizeof *b), *bb = malloc(n * sizeof *bb);")
        self.line("for (long i = 0; i < n; i++)")
        self.line("    b[i] = bb[i] = i * 5 % 13;")
        if self.rnd.random() < 0.3:
            self.line("long *bn = steps > 1 ? calloc(33, sizeof *bn) : NULL;")
            self.line("for (long k = 0; k < steps - 1; k++) {")
            self.inner(scope + [("bn", "33", False, 30)])
            self.line("}")
        self.statements(scope, self.rnd.randrange(3, 8))
        for name, n, _, _ in scope:
            self.line(f"for (long i = 0; i < {n}; i++)")
            self.line(f"    print({name}[i]);")
        self.out.append("}")
        return self.out


HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct view { long *at; long n; };
static unsigned long hash = 5381;
static long ask;
static void print(long x) { hash = hash * 33 + (unsigned long)x; }
"""


def source(rnd, first, count, kind=Program):
    lines, numbers = HEAD.splitlines(), range(first, first + count)
    for k in numbers:
        lines += kind(rnd, k).whole()
    lines += ["int main(int argc, char **argv)", "{", "    long steps = argc > 1 ? atol(argv[1]) : 2;"]
    for k in numbers:
        lines += ["    ask = argc > 2 ? atol(argv[2]) : 1;", f"    program{k}(steps, 34);", f'    printf("{k}: %lu\\n", hash);']
    return "\n".join(lines + ["    return 0;", "}", ""])


def run(command, **environment):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, **environment})


def must(command):
    ran = run(command)
    if ran.returncode:
        sys.exit(f"{' '.join(command)}: status {ran.returncode}\n{ran.stdout[-2000:]}{ran.stderr[-4000:]}")
    return ran


def copies(text):
    return sum(int(n) for n in re.findall(r"copy (?:to|from) +(\d+) bytes", text))


DEVICE = {"GANTRY_DEVICES": "emulated", "OMP_TARGET_OFFLOAD": "MANDATORY"}


def answers(program):
    """of both places, each with each words; and the bytes copied"""
    found, moved = [], 0
    for words in RUNS:
        on = run([program, *words], GANTRY_TRACE="1", **DEVICE)
        moved += copies(on.stderr)
        found += [(on.returncode, on.stdout), tuple(vars(run([program, *words], GANTRY_DEVICES="none"))[k] for k in ("returncode", "stdout"))]
    return found, moved


def judge(gantry, folder, text):
    """None, or what differs; the file's changes, and bytes before and after"""
    before, after = os.path.join(folder, "before.c"), os.path.join(folder, "after.c")
    with open(before, "w", encoding="utf-8") as f:
        f.write(text)
    said = must([gantry, "advise", "-w", before, "-o", after]).stdout
    must(["gcc", "-w", "-O1", before, "-o", os.path.join(folder, "serial")])
    for name in (before, after):
        must([gantry, "cc", "-w", "-O1", "--offload-arch=emulated", name, "-o", name[:-2]])
    serial = []
    for words in RUNS:
        one = run([os.path.join(folder, "serial"), *words])
        serial += [(one.returncode, one.stdout)] * 2
    old, was = answers(before[:-2])
    new, moved = answers(after[:-2])
    wrong = "before, and so the program itself" if old != serial else "after" if new != serial else None
    return wrong, said, was, moved


def main():
    gantry, wanted = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    keep = sys.argv[4] if len(sys.argv) > 4 else None
    bad = ranges = was = moved = updates = 0
    reasons = {}
    for first in range(0, wanted, TOGETHER):
        rnd = random.Random(seed * 1000003 + first)
        text = source(rnd, first, min(TOGETHER, wanted - first))
        with tempfile.TemporaryDirectory() as folder:
            wrong, said, one, other = judge(gantry, folder, text)
            was, moved = was + one, moved + other
            ranges += said.count("[GL601]")
            updates += said.count("target update")
            for reason in re.findall(r"not proved: .*\[(GL\d+)\]", said):
                reasons[reason] = reasons.get(reason, 0) + 1
            if wrong:
                bad += 1
                print(f"seed {seed}, programs from {first} on: other answers {wrong}", flush=True)
                if keep:
                    os.makedirs(keep, exist_ok=True)
                    for name in ("before.c", "after.c"):
                        with open(os.path.join(folder, name), encoding="utf-8") as f, \
                                open(os.path.join(keep, f"{seed}_{first}_{name}"), "w", encoding="utf-8") as to:
                            to.write(f.read())
    print(f"{wanted} programs, {ranges} places where data stays, {updates} updates, {bad} files differ; "
          f"{was} bytes copied before, {moved} after; refused: {dict(sorted(reasons.items()))}")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
