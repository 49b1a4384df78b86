#!/usr/bin/env python3
"""Serial programs, against the same as `gantry annotate` writes them: are the clauses right, and not the verdicts alone?

fuzz_clauses.py GANTRY PROGRAMS [SEED] [FOLDER]   PROGRAMS random programs, many to a file; FOLDER keeps the files that differ, one program each.

A program is a function over arrays of many kinds (pointers that may overlap, rows of a run-time length, members, static ones, scratch memory on the stack and the
heap) with several loops and host code between them, called with several sizes, with 0 and 1 among them. What is written runs by GCC with several threads, by
`gantry cc` in place and on the emulated device, and under all checks: it prints what the serial program prints, and nothing is found.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

TOGETHER = 20
# n, m, ld, off: off is how far apart pointers are that overlap, and what conditions ask; ld is less than m at times
SIZES = [(0, 0, 1, 0), (1, 1, 3, 1), (7, 5, 6, 0), (23, 9, 4, 3), (40, 20, 24, 47), (33, 12, 12, 2)]

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define CUT(x) ((x) & 255)
struct place { int lo, hi; };
struct box {
    int n, m;
    long *p;
    int q[24];
    struct place at;
    struct { short t[24]; long sum; int *w; } in;
};
struct work { int k; long v[24]; struct place at; };
static unsigned long hash;
static int G[64], H[48][24];
static void note(long x) { hash = hash * 1000003 + (unsigned long)x; }
static void fill(long *to, int m, long x) { for (int j = 0; j < m; j++) to[j] = CUT(x + j); }
static long total(const long *t, int m) { long s = 0; for (int j = 0; j < m; j++) s += t[j]; return s; }
static void out(long x, long *to) { *to = x + 1; }
static long larger(long a, long b) { return a > b ? a : b; }
"""


EVERYWHERE = "AABBYMMNNVVGHpqtw"


class Program:
    def __init__(self, rnd, number):
        self.rnd, self.number, self.lines, self.depth, self.names = rnd, number, [], 1, 0
        self.same = rnd.choice(["int", "long", "double", "unsigned char", "float"])
        self.overlap = rnd.random() < 0.35
        self.restrict = "" if self.overlap or rnd.random() < 0.5 else "restrict "
        self.types = {x: rnd.choice(["int", "long", "double", "short", "float"]) for x in "YMNV"}
        self.types |= {"A": self.same, "B": self.same}
        self.sums, self.scratch, self.heap = [], [], None
        self.choose_arrays(False)

    def choose_arrays(self, tidy):
        """Those that a loop stores to, and that it reads; tidy: its iterations store to elements of their own"""
        self.tidy, self.stored, self.read = tidy, EVERYWHERE, EVERYWHERE
        if tidy:
            self.stored = "".join(self.rnd.sample("ABMNVHGpw", self.rnd.choice([1, 2, 3])))
            self.read = "".join(k for k in EVERYWHERE if k not in self.stored or self.maybe(0.5))

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def maybe(self, p):
        return self.rnd.random() < p

    def name(self, of):
        self.names += 1
        return f"{of}{self.names}"

    # ctx: the counters in sight, as {name: (kind, greatest lowest value, what may be added)}; kinds: "i" below n + 4, "j" below 20, "k" below 8
    def along_i(self, ctx, plain=False):
        """An index below n + 4; plain: an element for each iteration"""
        fits = [v for v in ctx if ctx[v][0] == "i"]
        if fits and plain:
            return fits[0]
        if not fits or self.maybe(0.04):
            return str(self.rnd.choice([0, 1, 3]))
        v = self.rnd.choice(fits)
        low, more = ctx[v][1:]
        form = self.rnd.random()
        if form < 0.7:
            c = self.rnd.choice([0, 0, 0, self.rnd.randint(-low, more)])
            return v if c == 0 else f"{v} {'+' if c > 0 else '-'} {abs(c)}"
        if form < 0.78:
            return f"ix[{v}]"
        if form < 0.84:
            return f"n + 3 - {v}"
        if form < 0.88:
            return f"{v} / 2"
        if form < 0.92:
            return f"{v} % 4"
        return v

    def along_j(self, ctx):
        """An index below 24"""
        fits = [v for v in ctx if ctx[v][0] in "jk"]
        if not fits or self.maybe(0.08):
            return str(self.rnd.choice([0, 1, 5, 20]))
        v = self.rnd.choice(fits)
        c = self.rnd.choice([0, 0, 0, 1, 3, -ctx[v][1]])
        return v if c == 0 else f"{v} + {c}" if c > 0 else f"{v} - {-c}"

    def place(self, ctx, store):
        """An element of an array that the whole program knows"""
        kinds = (self.stored if store else self.read) if ctx else EVERYWHERE
        kind = self.rnd.choice(kinds)
        i, j = self.along_i(ctx, self.tidy and kind in self.stored), self.along_j(ctx)
        if kind in "AB":
            return f"{kind}[{i}]"
        if kind == "Y":
            return f"Y[{j}]"
        if kind == "M":
            return f"M[({i}) * ld + {j}]" if " " in i else f"M[{i} * ld + {j}]"
        if kind == "N":
            return f"N[({j}) * (n + 4) + {i}]"
        if kind == "V":
            return f"V[{i}][{j}]"
        if kind == "G":
            return f"G[{i}]"
        if kind == "H":
            return f"H[{i}][{j}]"
        if kind == "p":
            return f"s->p[{i}]"
        if kind == "q":
            return f"s->q[{j}]"
        if kind == "t":
            return f"s->in.t[{j}]"
        return f"s->in.w[{i}]"

    def scratch_place(self, ctx):
        return f"{self.rnd.choice(self.scratch)}[{self.along_j(ctx)}]"

    def leaf(self, ctx, names):
        choice = self.rnd.random()
        if choice < 0.2 and ctx:
            return self.rnd.choice(list(ctx))
        if choice < 0.35:
            return self.rnd.choice(["n", "m", "off", "s->n", "s->at.hi", "3", "17"])
        if choice < 0.5 and names:
            return self.rnd.choice(names)
        if choice < 0.58 and self.scratch and not self.tidy:
            return f"(long){self.scratch_place(ctx)}"
        return f"(long){self.place(ctx, False)}"

    def value(self, ctx, names):
        x = self.leaf(ctx, names)
        form = self.rnd.random()
        if form < 0.4:
            return x
        y = self.leaf(ctx, names)
        if form < 0.75:
            return f"{x} {self.rnd.choice(['+', '-'])} {y}"
        if form < 0.85:
            return f"3 * {x} + {y}"
        if form < 0.93:
            return f"(({x}) > 9 ? {y} : {x})"
        return f"larger({x}, {y})"

    def test(self, ctx, names):
        form = self.rnd.random()
        if form < 0.25:
            return self.rnd.choice(["m > 3", "off > 1", "n > 8 && m > 2", "s->at.lo < 2"])
        if form < 0.5 and ctx:
            v = self.rnd.choice(list(ctx))
            return f"{v} {self.rnd.choice(['>', '<', '!='])} {self.rnd.choice(['0', '2', '5', 'off'])}"
        if form < 0.6 and ctx:
            return f"{self.rnd.choice(list(ctx))} % {self.rnd.choice([2, 3])}"
        return f"({self.value(ctx, names)}) % {self.rnd.choice([2, 3, 5])} {self.rnd.choice(['==', '!='])} 1"

    def sum(self):
        if self.sums and self.maybe(0.6):
            return self.rnd.choice(self.sums)
        return None

    # Statements of a loop's body. free: names of variables whose value is small
    def statement(self, ctx, names, deep):
        kind = self.rnd.random()
        if kind < 0.32:
            self.line(f"{self.place(ctx, True)} = CUT({self.value(ctx, names)});")
        elif kind < 0.40:
            self.line(f"{self.place(ctx, True)} += CUT({self.value(ctx, names)});")
        elif kind < (0.43 if self.tidy else 0.45):
            self.line(f"{self.rnd.choice(['Y', 's->q', 'G'])}[({self.value(ctx, names)}) & 7] += CUT({self.value(ctx, names)});")
        elif kind < 0.58:
            self.reduce(ctx, names)
        elif kind < 0.66:
            x = self.name("x")
            self.line(f"long {x} = CUT({self.value(ctx, names)});")
            names.append(x)
        elif kind < 0.74 and deep < 3:
            self.branch(ctx, names, deep)
        elif kind < 0.86 and deep < 3:
            self.inner(ctx, names, deep)
        elif self.scratch:
            self.work(ctx, names)
        else:
            self.line(f"{self.place(ctx, True)} = CUT({self.value(ctx, names)});")

    def body(self, ctx, names, deep, count):
        own = list(names)
        for _ in range(count):
            self.statement(ctx, own, deep)

    def branch(self, ctx, names, deep):
        self.line(f"if ({self.test(ctx, names)}) {{")
        self.depth += 1
        self.body(ctx, names, deep + 1, self.rnd.choice([1, 1, 2]))
        if self.maybe(0.06) and not any(v == "c" for v in ctx):
            self.line("continue;")
        self.depth -= 1
        if self.maybe(0.3):
            self.line("} else {")
            self.depth += 1
            self.body(ctx, names, deep + 1, 1)
            self.depth -= 1
        self.line("}")

    def reduce(self, ctx, names):
        s = self.sum()
        if not s:
            return self.line(f"{self.place(ctx, True)} = CUT({self.value(ctx, names)});")
        x = f"CUT({self.value(ctx, names)})"
        if s[0] == "s":
            self.line(self.rnd.choice([f"{s} += {x};", f"{s} = {s} + {x};", f"{s} -= {x};", f"if ({self.test(ctx, names)}) {s}++;"]))
        elif s[0] == "d":
            self.line(f"{s} += {x};")
        elif s[0] == "g":
            self.line(self.rnd.choice([f"if ({x} > {s}) {s} = 1;", f"{s} = larger({s}, {x});", f"{s} = {s} > {x} ? {s} : {x};"]).replace("= 1", f"= {x}"))
        elif s[0] == "b":
            self.line(f"{s} {self.rnd.choice(['^', '|'])}= {x};")
        elif s[0] == "w":
            i = next((v for v in ctx if ctx[v][0] == "i"), "0")
            self.line(f"if ({self.place(ctx, False)} > {s}.lo) {{ {s}.lo = {x}; {s}.hi = {i}; }}")
        else: # a last value
            self.line(f"{s} = {x};")

    def inner(self, ctx, names, deep):
        v = self.name("j")
        head = self.rnd.random()
        if head < 0.6:
            self.line(f"for (int {v} = {(low := self.rnd.choice([0, 0, 0, 1]))}; {v} < m; {v}++) {{")
            kind, more = "j", 3
        elif head < 0.75:
            self.line(f"for (int {v} = m - 1; {v} >= 0; {v}--) {{")
            kind, low, more = "j", 0, 3
        elif head < 0.9 or not any(ctx[w][0] == "i" for w in ctx):
            self.line(f"for (int {v} = 0; {v} < {self.rnd.choice([3, 8])}; {v}++) {{")
            kind, low, more = "k", 0, 3
        else:
            w = self.rnd.choice([w for w in ctx if ctx[w][0] == "i"])
            self.line(f"for (int {v} = 0; {v} < {w}; {v}++) {{")
            kind, low, more = "i", 0, 0
        self.depth += 1
        self.body({**ctx, v: (kind, low, more)}, names, deep + 1, self.rnd.choice([1, 1, 2, 3]))
        self.depth -= 1
        self.line("}")

    def work(self, ctx, names):
        """Scratch memory: stored to, and used"""
        t, kind, v = self.rnd.choice(self.scratch[:1] * 2 + self.scratch), self.rnd.random(), self.name("k")
        x = self.value(ctx, names)
        more = {**ctx, v: ("j", 0, 3)}
        if self.tidy and self.maybe(0.7): # all is stored to before it is read
            self.line(f"for (int {v} = 0; {v} < m; {v}++) {t}[{v}] = CUT({self.value(more, names)});" if t not in ("t", "h") or self.maybe(0.8) else f"fill({t}, m, {x});")
            for _ in range(self.rnd.choice([1, 1, 2])):
                to, s = self.place(more, True), self.sum()
                self.line(f"for (int {v} = 0; {v} < m; {v}++) {to if not s or s[0] not in 'sdl' else s} {self.rnd.choice(['=', '+='])} CUT({t}[{v}]);")
            return
        if t == "w.v":
            self.line(f"for (int {v} = 0; {v} < 8; {v}++) w.v[{v}] = CUT({self.value({**ctx, v: ('k', 0, 0)}, names)});")
            self.line(f"w.k = {x};" if self.maybe(0.5) else f"w.at.lo = {x};")
            self.line(f"{self.place(ctx, True)} = CUT(w.v[{self.rnd.randrange(8)}] + w.{self.rnd.choice(['k', 'at.lo', 'at.hi'])});")
            return
        if kind < 0.12 and t in ("t", "h"):
            self.line(f"fill({t}, m, {x});")
        elif kind < 0.2:
            self.line(f"memset({t}, 0, m * sizeof *{t});")
        elif kind < 0.3:
            self.line(f"if ({self.test(ctx, names)})")
            self.line(f"    for (int {v} = 0; {v} < m; {v}++) {t}[{v}] = CUT({self.value(more, names)});")
        elif kind < 0.36:
            self.line(f"{t}[{self.along_j(ctx)}] = CUT({x});")
        else:
            low = self.rnd.choice([0, 0, 0, 0, 1])
            self.line(f"for (int {v} = {low}; {v} < m; {v}++) {t}[{v}] = CUT({self.value(more, names)});")
        if self.maybe(0.25):
            self.line(f"for (int {v} = 1; {v} < m; {v}++) {t}[{v}] = CUT({t}[{v} - 1] + {t}[{v}]);")
        use, end = self.rnd.random(), self.rnd.choice(["m", "m", "m", "8"])
        if use < 0.4:
            self.line(f"for (int {v} = 0; {v} < {end}; {v}++) {self.place(more, True)} = CUT({t}[{v}]);")
        elif use < 0.6:
            self.line(f"for (int {v} = 0; {v} < {end}; {v}++) {self.place(ctx, True)} += CUT({t}[{v}]);")
        elif use < 0.7 and t in ("t", "h"):
            self.line(f"{self.place(ctx, True)} = CUT(total({t}, m));")
        elif use < 0.8:
            u = self.name("u")
            self.line(f"long {u};")
            self.line(f"out({t}[{self.along_j(ctx)}], &{u});")
            self.line(f"{self.place(ctx, True)} = CUT({u});")
        else:
            self.line(f"{self.place(ctx, True)} = CUT({t}[{self.along_j(ctx)}] + {t}[0]);")

    def loop(self):
        self.choose_arrays(self.maybe(0.8))
        i, form = self.name("i"), self.rnd.random()
        low, more = self.rnd.choice([0, 0, 1, 2]), self.rnd.choice([0, 0, 0, 2, 4])
        end = "n" if not more else f"n + {more}"
        if form < 0.12: # over pointers, with a counter beside
            q, c = self.name("q"), self.name("c")
            self.line("{")
            self.depth += 1
            self.line(f"int {c} = 0;")
            self.line(f"for ({self.same} *{q} = A; {q} < A + n; {q}++) {{")
            self.depth += 1
            self.line(f"*{q} {self.rnd.choice(['=', '+='])} CUT({self.value({c: ('i', 0, 4)}, [])});")
            self.body({c: ("i", 0, 4)}, [], 2, 1)
            self.line(f"{c}++;")
            self.depth -= 1
            self.line("}")
            self.depth -= 1
            return self.line("}")
        if form < 0.2:
            c = self.name("c")
            self.line(f"int {c} = 0;")
            self.line(f"while ({c} < n) {{")
            self.depth += 1
            for _ in range(self.rnd.choice([1, 2])):
                self.line(f"{self.place({c: ('i', 0, 4)}, True)} = CUT({self.value({c: ('i', 0, 4)}, [])});")
            self.line(f"{c}++;")
            self.depth -= 1
            return self.line("}")
        if form < 0.3:
            self.line(f"for (int {i} = {end} - 1; {i} >= {low}; {i}--) {{")
        elif form < 0.36:
            self.line(f"for (int {i} = {low}; {i} < {end}; {i} += 2) {{")
        elif form < 0.42:
            self.line(f"for (int {i} = s->at.lo; {i} < s->n; {i}++) {{")
            low, more = 0, 0
        else:
            self.line(f"for (int {i} = {low}; {i} < {end}; {i}++) {{")
        ctx = {i: ("i", low, 4 - more)}
        self.depth += 1
        if self.maybe(0.1): # a row by a pointer
            row, v = self.name("row"), self.name("j")
            self.line(f"{self.types['M']} *{row} = M + (long){i} * ld;")
            self.line(f"for (int {v} = 0; {v} < m; {v}++) {row}[{v}] = CUT({self.value({**ctx, v: ('j', 0, 3)}, [])});")
        names = []
        if self.scratch and self.maybe(0.45):
            self.work(ctx, names)
        for _ in range(self.rnd.choice([1, 1, 2, 2, 3, 4])):
            self.statement(ctx, names, 1)
        self.depth -= 1
        self.line("}")

    def host(self):
        kind = self.rnd.random()
        if kind < 0.2:
            self.line(f"note((long){self.place({}, False)});")
        elif kind < 0.35:
            self.line(f"{self.place({}, True)} = CUT({self.value({}, [])});")
        elif kind < 0.45:
            self.line("for (int i = 1; i < n; i++) A[i] = CUT((long)A[i] + (long)A[i - 1]);")
        elif kind < 0.55:
            self.line(self.rnd.choice(["memset(A, 0, n * sizeof *A);", "memcpy(G, s->in.w, n * sizeof *G);", "memset(&H[1][2], 0, 40);"]))
        elif kind < 0.65 and self.sums:
            s = self.rnd.choice(self.sums)
            if s[0] != "w":
                self.line(f"note((long){s});")
        elif kind < 0.72:
            self.line(f"s->at.lo = off & {self.rnd.choice([1, 3])};")
        elif kind < 0.78:
            self.line("if (off == 47) return;" if self.maybe(0.2) else "if (off > 2) note(ix[1]);")
        elif kind < 0.85 and not self.restrict:
            self.line(f"{{ {self.same} *swap = A; A = B; B = swap; }}")
        elif kind < 0.9 and self.scratch:
            self.line(f"note((long){self.rnd.choice(self.scratch)}[2]);")

    def block(self, count):
        for _ in range(count):
            if self.maybe(0.3):
                self.host()
            if self.maybe(0.12):
                t = self.name("step")
                self.line(f"for (int {t} = 0; {t} < 3; {t}++) {{")
                self.depth += 1
                for _ in range(self.rnd.choice([1, 2])):
                    self.loop()
                    if self.maybe(0.3):
                        self.host()
                self.depth -= 1
                self.line("}")
            else:
                self.loop()

    def parameters(self):
        r = self.restrict
        return (f"int n, int m, int ld, int off, struct box *{r}s, {self.same} *{r}A, {self.same} *{r}B, {self.types['Y']} *{r}Y, {self.types['M']} *{r}M, "
                f"{self.types['N']} *{r}N, {self.types['V']} (*{r}V)[m + 24], const int *{r}ix")

    def beginning(self):
        for of, kind in (("s", "long"), ("d", "double"), ("g", "long"), ("b", "unsigned"), ("last", "long"), ("w", "struct place")):
            if self.maybe(0.45):
                x = f"{of}_{self.number}"
                self.line(f"{kind} {x} = {{0, 0}};" if of == "w" else f"{kind} {x} = {self.rnd.choice([0, 1])};")
                self.sums.append(x)
        if self.maybe(0.6):
            self.line("long t[24];")
            self.line("for (int i = 0; i < 24; i++) t[i] = i;")
            self.scratch.append("t")
        if self.maybe(0.35):
            self.line(self.rnd.choice(["long *h = calloc(24, sizeof *h);", "long *h = malloc((m + 24) * sizeof *h);"]))
            self.line("for (int i = 0; i < 24; i++) h[i] = 2 * i;")
            self.scratch.append("h")
            self.heap = "h"
        if self.maybe(0.3):
            self.line("struct work w = {0};")
            self.scratch.append("w.v")
            self.line("w.v[7] = off;")
        if self.maybe(0.2):
            self.scratch.append(self.rnd.choice(["s->q", "s->in.t"]))
        if self.maybe(0.2):
            self.line("int r[24] = {0};")
            self.scratch.append("r")

    def ending(self):
        for s in self.sums:
            if self.maybe(0.85):
                self.line(f"note({s}.lo + 3 * {s}.hi);" if s[0] == "w" else f"note((long){s});")
        for t in self.scratch:
            if self.maybe(0.25):
                self.line(f"note((long){t}[{self.rnd.choice([0, 2, 7])}]);")
        if self.heap:
            self.line("free(h);")

    def driver(self):
        k = self.number
        size = {"A": "n + 4", "B": "n + 4", "Y": "24", "M": "(n + 4) * ld + 24", "N": "24 * (n + 4)", "V": "(n + 4) * (m + 24)"}
        out = [f"static void run{k}(int n, int m, int ld, int off)", "{", "    hash = 0;", f"    if (ld < {'1' if self.number % 3 else 'm'})", "        ld = m;"]
        for x, text in size.items():
            t = self.types[x]
            if x == "A" and self.overlap:
                out.append(f"    {t} *A_ = malloc((n + 4 + off % 9) * sizeof *A_), *B_ = A_ + off % 9;")
                out.append("    for (int i = 0; i < n + 4 + off % 9; i++) A_[i] = i * 7 % 31;")
            elif x == "B" and self.overlap:
                continue
            else:
                out.append(f"    {t} *{x}_ = malloc(({text}) * sizeof *{x}_);")
                out.append(f"    for (int i = 0; i < {text}; i++) {x}_[i] = i * {ord(x) % 13 + 2} % 29;")
        out += ["    int *ix = malloc((n + 4) * sizeof *ix);", f"    for (int i = 0; i < n + 4; i++) ix[i] = {self.rnd.choice(['n + 3 - i', 'i * i % (n + 4)', 'i'])};",
                "    struct box s = {n, m};", "    s.p = malloc((n + 4) * sizeof *s.p);", "    s.in.w = malloc((n + 4) * sizeof *s.in.w);", "    s.at.hi = 9;",
                "    for (int i = 0; i < n + 4; i++) { s.p[i] = i % 5; s.in.w[i] = i % 11; }", "    for (int i = 0; i < 24; i++) { s.q[i] = i; s.in.t[i] = 2 * i; }",
                "    for (int i = 0; i < 64; i++) G[i] = i % 7;", "    for (int i = 0; i < 48; i++) for (int j = 0; j < 24; j++) H[i][j] = i ^ j;",
                f"    p{k}(n, m, ld, off, &s, A_, B_, Y_, M_, N_, ({self.types['V']} (*)[m + 24])V_, ix);"]
        for x, text in size.items():
            end = "n + 4 + off % 9" if x == "A" and self.overlap else text
            if not (x == "B" and self.overlap):
                out += [f"    for (int i = 0; i < {end}; i++) note((long){x}_[i]);", f"    free({x}_);"]
        out += ["    for (int i = 0; i < n + 4; i++) note(s.p[i] * 3 + s.in.w[i]);", "    for (int i = 0; i < 24; i++) note(s.q[i] * 3 + s.in.t[i]);",
                "    for (int i = 0; i < 64; i++) note(G[i]);", "    for (int i = 0; i < 48; i++) for (int j = 0; j < 24; j++) note(H[i][j]);",
                "    free(ix);", "    free(s.p);", "    free(s.in.w);",
                f'    printf("p{k} %d %d %d %d: %lx\\n", n, m, ld, off, hash);', "}"]
        return out

    def text(self):
        out, arguments = [], "n, m, ld, off, s, A, B, Y, M, N, V, ix"
        helped = self.maybe(0.3)
        if helped:
            self.line("(void)off;")
            self.block(self.rnd.choice([1, 2]))
            out += [f"static void q{self.number}({self.parameters()})", "{", *self.lines, "}"]
            self.lines = []
        self.beginning()
        count = self.rnd.choice([2, 3, 4, 5])
        for part in range(count):
            self.block(1)
            if helped and part == 1:
                self.line(f"q{self.number}({arguments});")
        self.ending()
        # a way out leaves the block behind
        lines = [re.sub(r"\breturn;", "{ free(h); return; }", x) if self.heap else x for x in self.lines]
        return out + [f"static void p{self.number}({self.parameters()})", "{", *lines, "}", *self.driver()]


def source(seed, numbers):
    out = [HEAD]
    for k in numbers:
        out += Program(random.Random(seed * 1000003 + k), k).text()
    out += ["int main(void)", "{"]
    for k in numbers:
        out += [f"    run{k}({n}, {m}, {ld}, {off});" for n, m, ld, off in SIZES]
    return "\n".join(out + ["    return 0;", "}", ""])


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **more}, timeout=900)


EMULATED = {"GANTRY_DEVICES": "emulated", "OMP_TARGET_OFFLOAD": "MANDATORY"}


def judge(gantry, folder, text):
    """What is wrong, or None; and what was written"""
    at = lambda name: os.path.join(folder, name)
    with open(at("source.c"), "w", encoding="utf-8") as f:
        f.write(text)
    built = run(["gcc", "-w", "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", at("source.c"), "-o", at("serial")])
    if built.returncode:
        sys.exit(f"not a program: {built.stderr[:2000]}")
    want = run([at("serial")])
    if want.returncode:
        sys.exit(f"not a right program: {want.stderr[:2000]}")
    made = run([gantry, "annotate", "-w", "--least-work=0", at("source.c"), "-o", at("written.c")])
    if made.returncode:
        return f"annotate: status {made.returncode} {made.stderr[:600]}", ""
    with open(at("written.c"), encoding="utf-8") as f:
        written = f.read()
    ways = [("by GCC", ["gcc", "-w", "-O1", "-fopenmp", "-foffload=disable"], [{"OMP_NUM_THREADS": "4", "OMP_WAIT_POLICY": "passive"}]),
            ("gantry cc", [gantry, "cc", "-w", "-O1", "--offload-arch=emulated"], [{"GANTRY_DEVICES": "none", "OMP_NUM_THREADS": "3"}, EMULATED]),
            ("under checks", [gantry, "cc", "-w", "-O1", "--offload-arch=emulated", "-fcheck"], [{**EMULATED, "GANTRY_CHECK": "all"}])]
    for way, compiler, runs in ways:
        built = run([*compiler, at("written.c"), "-o", at("program")])
        if built.returncode:
            return f"{way}: {built.stderr[:1000]}", written
        for more in runs:
            got = run([at("program")], **more)
            if got.returncode or got.stdout != want.stdout or "[GC" in got.stderr:
                differ = [a for a, b in zip(got.stdout.splitlines(), want.stdout.splitlines()) if a != b]
                return f"{way} {more}: status {got.returncode} {differ[:3]} {got.stderr[:1500]}", written
    return None, written


def alone(gantry, seed, numbers, keep):
    """The programs of a file that differ, each by itself"""
    bad = 0
    for k in numbers:
        with tempfile.TemporaryDirectory() as folder:
            wrong, written = judge(gantry, folder, text := source(seed, [k]))
        if wrong:
            bad += 1
            print(f"seed {seed}, program {k}: {wrong}", flush=True)
            for name, what in (("source", text), ("written", written)) if keep else ():
                os.makedirs(keep, exist_ok=True)
                with open(os.path.join(keep, f"{seed}_{k}_{name}.c"), "w", encoding="utf-8") as to:
                    to.write(what)
    return bad


CLAUSES = ["omp target teams", "private(", "lastprivate(", "reduction(", "atomic", "if (apart(", "target data", "target update"]


def main():
    gantry, wanted = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    keep = sys.argv[4] if len(sys.argv) > 4 else None
    bad, count = 0, dict.fromkeys(CLAUSES, 0)
    for first in range(0, wanted, TOGETHER):
        numbers = range(first, min(first + TOGETHER, wanted))
        with tempfile.TemporaryDirectory() as folder:
            wrong, written = judge(gantry, folder, source(seed, numbers))
        for clause in CLAUSES:
            count[clause] += written.count(clause)
        if wrong:
            found = alone(gantry, seed, numbers, keep)
            if not found:
                print(f"seed {seed}, programs from {first} on, together: {wrong}", flush=True)
            bad += max(found, 1)
    print(f"{wanted} programs, " + ", ".join(f"{n} {clause}" for clause, n in count.items()) + f"; {bad} differ")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
