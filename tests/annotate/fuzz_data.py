#!/usr/bin/env python3
"""Serial programs, against the same as `gantry annotate` writes them: what stays on the device.

fuzz_data.py GANTRY PROGRAMS [SEED] [FOLDER]   PROGRAMS random programs, eight to a file; FOLDER keeps what differs.

The programs are those of fuzz_advise.py without directives, with more that leads to the same memory: structures that hold
pointers, pointers that functions keep, pointers that a condition chooses, functions that end the program.
"""
import os
import random
import sys
import tempfile

import fuzz_advise
from fuzz_advise import DEVICE, RUNS, must, run


class Serial(fuzz_advise.Program):
    def directive(self, clauses):
        pass

    def data(self, scope):
        self.region(scope)

    def aliases(self, x, y):
        return False

    def choose(self, scope):
        x, y = self.pick(scope), self.pick(scope)
        n = min(x[3], y[3])
        name = self.name("r")
        self.line(f"long *{name} = ask % 2 ? {x[0]} : {y[0]}{self.rnd.choice(['', ' + 1'])};")
        scope.append((name, str(n - 1), False, n - 1))

    def structure(self, scope):
        x = self.pick(scope)
        name = self.name("v")
        self.line(f"struct view {name} = {{{x[0]}, {x[3]}}};")
        scope.append((f"{name}.at", f"{name}.n", False, x[3]))

    def host(self, scope):
        kind, x = self.rnd.random(), self.pick(scope)
        if kind < 0.07:
            self.choose(scope)
        elif kind < 0.2:
            self.structure(scope)
        elif kind < 0.27:
            self.line(f"keep({x[0]});")
        elif kind < 0.34:
            self.line("use_kept();")
        elif kind < 0.36:
            self.line(f"end_if(ask == {self.rnd.randrange(17)});")
        elif kind < 0.42:
            views = [v for v in scope if v[0].endswith(".at")]
            if views:
                v, fits = self.rnd.choice(views), [y for y in scope if y[3] >= 36 and not y[0].endswith(".at")]
                if fits:
                    self.line(f"{v[0]} = {self.rnd.choice(fits)[0]};")
                    self.line(f"{v[1]} = {self.rnd.choice([30, 36])};")
        else:
            super().host(scope)

    # what each function does with the kept pointer must not outlive the memory
    def whole(self):
        out = super().whole()
        out.insert(len(out) - 1, "    kept = nobody;")
        at = next(i for i, text in enumerate(out) if text.startswith("static void program"))
        out.insert(at + 2, "    kept = nobody;")
        return out


HEAD = """static long nobody[40], *kept = nobody;
static void keep(long *p) { kept = p; }
static void use_kept(void) { print(kept[3]); kept[4]++; }
static void show(void) { printf("%lu %ld\\n", hash, kept[2]); }
static void end_if(int c) { if (c) exit(3); }
"""


def text_of(rnd, first, count):
    text = fuzz_advise.source(rnd, first, count, Serial).replace("int main", HEAD + "int main", 1)
    text = text.replace("{\n    long steps", "{\n    atexit(show);\n    long steps", 1) if rnd.random() < 0.5 else text
    head = text.index("static long g")
    return text[:head] + HEAD + text[head:].replace(HEAD, "", 1)


def judge(gantry, folder, text):
    """What is wrong, or None; and what was written"""
    source, written = os.path.join(folder, "source.c"), os.path.join(folder, "written.c")
    serial, program = os.path.join(folder, "serial"), os.path.join(folder, "program")
    with open(source, "w", encoding="utf-8") as f:
        f.write(text)
    must(["gcc", "-w", "-O1", source, "-o", serial])
    must([gantry, "annotate", "-w", "--least-work=0", source, "-o", written])
    with open(written, encoding="utf-8") as f:
        made = f.read()
    built = run([gantry, "cc", "-w", "-O1", "--offload-arch=emulated", written, "-o", program])
    if built.returncode:
        return built.stderr[:600], made
    for words in RUNS:
        want = run([serial, *words])
        for place, more in (("on the device", DEVICE), ("in place", {"GANTRY_DEVICES": "none", "OMP_NUM_THREADS": "3"})):
            got = run([program, *words], **more)
            if (got.returncode, got.stdout) != (want.returncode, want.stdout):
                return f"{place}, {words}: status {got.returncode} {got.stderr[:400]}", made
    return None, made


def main():
    gantry, wanted = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    keep = sys.argv[4] if len(sys.argv) > 4 else None
    bad = regions = ranges = updates = 0
    for first in range(0, wanted, fuzz_advise.TOGETHER):
        rnd = random.Random(seed * 1000003 + first)
        text = text_of(rnd, first, min(fuzz_advise.TOGETHER, wanted - first))
        with tempfile.TemporaryDirectory() as folder:
            wrong, made = judge(gantry, folder, text)
        regions += made.count("omp target teams")
        ranges += made.count("omp target data") + made.count("omp target enter data")
        updates += made.count("omp target update")
        if wrong:
            bad += 1
            print(f"seed {seed}, programs from {first} on: {wrong}", flush=True)
            for name, what in (("source", text), ("written", made)) if keep else ():
                os.makedirs(keep, exist_ok=True)
                with open(os.path.join(keep, f"{seed}_{first}_{name}.c"), "w", encoding="utf-8") as to:
                    to.write(what)
    print(f"{wanted} programs, {regions} regions, {ranges} places where data stays, {updates} updates, {bad} files differ")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
