#!/usr/bin/env python3
"""Random programs whose blocks are exchanged, chosen by `?:` and handed to functions, against the same as `gantry annotate` writes them.

fuzz_buffers.py GANTRY PROGRAMS [SEED] [FOLDER]   PROGRAMS random functions, six to a file; FOLDER keeps what differs.

Each file runs as it is, in place with threads, on the emulated device and under `gantry check`. Many functions have something that makes what is
usual wrong: exchanges under conditions, assignments, pointers that are kept, blocks of other lengths, factors that change, halves of one block.
"""
import os
import random
import sys
import tempfile

from fuzz_advise import DEVICE, must, run

TOGETHER = 6
RUNS = (["40", "5", "4"], ["9", "7", "5"], ["7", "3", "1"], ["2", "1", "3"], ["4", "2", "0"])

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned long word;
static word *kept;
static long turn;
static void show(word x) { printf("%lx\\n", x); }
static void keep(word *p) { kept = p; }
static void use_kept(void) { if (kept) { show(kept[0]); kept[1] += 5; } }
static void step(const word *from, word *to, long n)
{
    for (long i = 1; i < n - 1; i++)
        to[i] = from[i - 1] + 3 * from[i + 1] - from[i];
}
static void rows(const word *from, word *to, long n, long m)
{
    for (long i = 1; i < n - 1; i++)
        for (long k = 1; k < m - 1; k++)
            to[i * m + k] = from[(i - 1) * m + k] + from[(i + 1) * m + k] + from[i * m + k - 1];
}
static void scale(long n, long m, const word *head, const word *in, word *out)
{
    for (long i = 0; i < n; i++)
        for (long k = 0; k < m; k++)
            out[i * m + k] = in[i * m + k] * 3 + head[i];
}
static word dot(long n, const word *a, const word *b)
{
    word s = 0;
    for (long i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}
static void fill(word *p, long n, word by)
{
    for (long i = 0; i < n; i++)
        p[i] = i * by + 1;
}
static void bump(word *p, long n)
{
    for (long i = 0; i < n; i++)
        p[i] += i;
}
static void bump_by_name(word *p, long n)
{
    word *q = p;
    turn = !turn;
    for (long i = 0; i < n; i++)
        q[i] ^= 7;
}
static void relaxed(word *u, long n, long steps)
{
    word *v = calloc(n, sizeof *v);
    if (!v && n)
        abort();
    for (long s = 0; s < steps; s++)
        step(s % 2 ? v : u, s % 2 ? u : v, n);
    if (steps % 2)
        for (long k = 0; k < n; k++)
            u[k] += v[k];
    free(v);
}
"""


class Function:
    def __init__(self, rnd, number):
        self.rnd, self.number, self.lines, self.indent, self.names = rnd, number, [], 1, 0
        self.blocks, self.loops = [], []

    def line(self, text):
        self.lines.append("    " * self.indent + text)

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def one(self):
        return self.rnd.choice(self.blocks)

    def two(self):
        return self.rnd.sample(self.blocks, 2)

    def size(self):
        return self.rnd.choice(["count", "count", "n * m", "n * m"])

    def condition(self):
        r = self.rnd.random()
        if self.loops and r < (.5 if self.wild else .9):
            return f"{self.rnd.choice(self.loops)} % {self.rnd.choice([2, 2, 2, 3])}"
        if r < .75:
            return "odd"
        return self.rnd.choice(["turn", "steps > 2", "n > m", "steps % 2", f"{self.one()}[0] % 2"])

    def pointer(self):
        if self.rnd.random() < .8:
            return self.one()
        x, y = self.two()
        return f"({self.condition()} ? {x} : {y})"

    def pair(self):
        """two pointers, mostly apart"""
        x, y = self.two()
        r, c = self.rnd.random(), self.condition()
        if r < .5:
            return x, y
        if r < .85:
            return f"{c} ? {x} : {y}", f"{c} ? {y} : {x}"
        if r < .9:
            return f"{c} ? {x} : {y}", f"{self.condition()} ? {y} : {x}"
        if r < .93:
            return f"{c} ? {x} : {y}", f"{c} ? {x} : {y}"
        if r < .96:
            z = self.one()
            return f"{c} ? {x} : {self.condition()} ? {y} : {z}", f"{c} ? {y} : {x}"
        return x, x

    def local_pair(self):
        x, y = self.pair()
        if self.rnd.random() < .35:
            p, q = self.name("p"), self.name("q")
            if self.rnd.random() < .6:
                self.line(f"word *{p} = {x}, *{q} = {y};")
            else:
                self.line(f"word *{p} = {x};")
                if self.rnd.random() < .5:
                    self.line("odd = !odd;")
                self.line(f"word *{q} = {y};")
            return p, q
        return x, y

    def region(self):
        r = self.rnd.random()
        if r < .35:
            x, y = self.local_pair()
            self.line(f"step({x}, {y}, {self.size()});")
        elif r < .5:
            x, y = self.local_pair()
            self.line(f"rows({x}, {y}, n, m);")
        elif r < .6:
            x, y = self.local_pair()
            h = self.one() if self.rnd.random() < .3 else "head"
            self.line(f"if (n <= count) scale(n, m, {h}, {x}, {y});" if h != "head" else f"scale(n, m, head, {x}, {y});")
        elif r < .7:
            x, y = self.local_pair()
            if self.rnd.random() < .2:
                y = f"({y}) + 1"
            self.line(f"show(dot({self.size()} - 1, {x}, {y}));")
        elif r < .8:
            self.line(f"{self.rnd.choice(['bump', 'bump', 'bump_by_name'])}({self.pointer()}, {self.size()});")
        elif r < .86:
            self.line(f"fill({self.pointer()}, {self.size()}, {self.rnd.randrange(1, 9)});")
        elif r < .92:
            self.line(f"relaxed({self.one()}, {self.size()}, {self.rnd.choice(['steps', '3', 'n'])});")
        else:
            x, y = self.two()
            self.line(f"for (long i = 0; i < {self.size()}; i++) {x}[i] {self.rnd.choice(['=', '+='])} {y}[i] * 2;")

    def exchange(self):
        x, y = self.two()
        t = self.name("t")
        r = self.rnd.random()
        if r < .6:
            self.line(f"word *{t} = {x};")
            self.line(f"{x} = {y};")
            self.line(f"{y} = {t};")
        elif r < .72:
            self.line(f"if ({self.condition()}) {{ word *{t} = {x}; {x} = {y}; {y} = {t}; }}")
        elif r < .8 and len(self.blocks) > 2:
            x, y, z = self.rnd.sample(self.blocks, 3)
            self.line(f"word *{t} = {x};")
            self.line(f"{x} = {y};")
            self.line(f"{y} = {z};")
            self.line(f"{z} = {t};")
        elif r < .86:
            s = self.name("s")
            self.line(f"word *{s} = {x};")
            self.line(f"word *{t} = {x};")
            self.line(f"{x} = {y};")
            self.line(f"{y} = {t};")
            self.line(f"{s}[{self.rnd.randrange(2)}] += 2;" if self.rnd.random() < .5 else f"show({s}[0]);")
        elif r < .9 and self.wild:
            self.line(f"{x} = {y};")
        elif r < .94 and self.wild:
            self.line(f"{x} = {self.condition()} ? {x} : {y};")
        else:
            self.line("odd = !odd;")

    def host(self):
        r = self.rnd.random()
        if r < .25:
            self.line(f"show({self.pointer()}[{self.rnd.choice(['0', '1', 'count / 2', 'n / 2 * m + m / 3'])}]);")
        elif r < .4:
            self.line(f"{self.pointer()}[{self.rnd.choice(['0', '1', 'count / 2'])}] += 3;")
        elif r < .55:
            x, y = self.two()
            part = self.rnd.choice([self.size(), self.size(), "count / 2"])
            if not self.wild:
                self.line(f"memcpy({x}, {y}, {part} * sizeof *{x});")
            else:
                self.line(f"memmove({x}, {y}, {part} * sizeof *{x});")
        elif r < .62:
            self.line(f"memset({self.one()}, {self.rnd.randrange(2)}, {self.size()} * sizeof(word));")
        elif r < .7:
            x = self.pointer()
            self.line(f"for (long i = 1; i < count; i++) {x}[i] += {x}[i - 1] & 3;")
        elif r < .74 and self.wild:
            self.line(f"keep({self.one()});")
        elif r < .8:
            self.line("use_kept();")
        elif r < .84:
            self.line("turn = !turn;")
        elif r < .9:
            self.line("odd = !odd;")
        else:
            self.line(f"if ({self.condition()}) show({self.one()}[0]);")

    def statements(self, depth):
        for _ in range(self.rnd.randrange(2, 6)):
            r = self.rnd.random()
            if r < .2 and depth < 2:
                s = self.name("s")
                self.line(f"for (long {s} = 0; {s} < {self.rnd.choice(['steps', 'steps', 'steps + 1', '3'])}; {s}++) {{")
                self.indent += 1
                self.loops.append(s)
                self.statements(depth + 1)
                if self.rnd.random() < .5:
                    self.exchange()
                self.loops.pop()
                self.indent -= 1
                self.line("}")
            elif r < .25 and depth < 2:
                self.line(f"if ({self.condition()}) {{")
                self.indent += 1
                self.statements(depth + 1)
                self.indent -= 1
                self.line("}")
            elif r < .65:
                self.region()
            elif r < .78:
                self.exchange()
            else:
                self.host()

    def allocate(self, name, odd_one):
        n = "count + 3" if odd_one else "count" if self.less else self.rnd.choice(["count", "count", "count", "n * m"])
        return self.rnd.choice([f"*{name} = malloc(({n}) * sizeof *{name})", f"*{name} = calloc({n}, sizeof *{name})"])

    def text(self):
        self.wild = self.rnd.random() < .25
        self.line("long count = n * m, odd = 0;")
        self.less = self.rnd.random() < .1
        if self.less:
            self.line("if (n > 8) n -= 2;")
        names = [f"b{i}" for i in range(self.rnd.choice([2, 2, 3, 4]))]
        odd_one = self.rnd.choice(names) if self.rnd.random() < .15 else None
        self.line("word *head = malloc((n + 1) * sizeof *head);")
        self.line("word " + ", ".join(self.allocate(x, x == odd_one) for x in names) + ";")
        self.blocks = names
        self.line("fill(head, n + 1, 3);")
        for x in names:
            self.line(self.rnd.choice([f"fill({x}, count, 5);", f"for (long i = 0; i < count; i++) {x}[i] = i * 7;",
                                       f"memset({x}, 1, count * sizeof *{x});"]))
        if self.rnd.random() < .06:
            x = self.one()
            self.line(f"{x} = realloc({x}, (count + 1) * sizeof *{x});")
        if self.rnd.random() < .06:
            x = self.one()
            self.line(f"word **at = &{x};")
            self.line("show((*at)[0]);")
        if self.rnd.random() < .06:
            self.line("count -= count > 4;")
        self.statements(0)
        for _ in range(self.rnd.randrange(3)):
            self.line(f'printf("%lx\\n", {self.one()}[{self.rnd.choice(["0", "count - 1", "count / 2", "n / 2 * m + m / 3"])}]);')
        if self.rnd.random() < .5:
            if self.rnd.random() < .4:
                self.line(f"show({self.one()}[count / 2]);")
        else:
            self.line(f"show(dot(count, {self.one()}, {self.one()}));")
            if self.rnd.random() < .5:
                x = self.one()
                self.line(f"for (long i = 0; i < count; i++) show({x}[i]);")
        self.line("kept = NULL;")
        if not self.wild:
            for x in ["head"] + names:
                self.line(f"free({x});")
        head = f"static void program_{self.number}(long n, long m, long steps)\n{{"
        return "\n".join([head, *self.lines, "}"]) + "\n"


def text_of(rnd, first, count):
    functions = [Function(rnd, first + i).text() for i in range(count)]
    calls = "".join(f"    program_{first + i}(n, m, steps);\n" for i in range(count))
    return (HEAD + "".join(functions) + "int main(int argc, char **argv)\n{\n"
            "    long n = argc > 1 ? atol(argv[1]) : 3, m = argc > 2 ? atol(argv[2]) : 3, steps = argc > 3 ? atol(argv[3]) : 3;\n"
            + calls + "    return 0;\n}\n")


def judge(gantry, folder, text, rnd):
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
        if want.returncode:
            continue
        ways = [("on the device", [program, *words], DEVICE),
                ("in place", [program, *words], {"GANTRY_DEVICES": "none", "OMP_NUM_THREADS": "3"})]
        if words == RUNS[rnd.randrange(len(RUNS))] or words == RUNS[2]:
            ways.append(("under check", [gantry, "check", "-w", "-O1", written, "--", *words], {}))
        for place, command, more in ways:
            got = run(command, **more)
            if (got.returncode, got.stdout) != (want.returncode, want.stdout):
                if place == "under check" and got.returncode == 2:
                    continue  # no region ran
                return f"{place}, {words}: status {got.returncode} {got.stderr[:900]}", made
    return None, made


def main():
    gantry, wanted = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    keep = sys.argv[4] if len(sys.argv) > 4 else None
    bad = regions = ranges = updates = 0
    for first in range(0, wanted, TOGETHER):
        rnd = random.Random(seed * 1000003 + first)
        text = text_of(rnd, first, min(TOGETHER, wanted - first))
        with tempfile.TemporaryDirectory() as folder:
            wrong, made = judge(gantry, folder, text, rnd)
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
