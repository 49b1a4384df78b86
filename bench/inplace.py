#!/usr/bin/env python3
"""inplace.py BUILD [options]: loops on the initial device, against what others make of the same source.

A seeded family of loops (shapes, strides, types, conditions, reductions, schedules, sizes) and a table of named ones.
Five programs hold all of them:
    gantry       the target source, `gantry cc`, run with OMP_TARGET_OFFLOAD=DISABLED
    clang        the same source, clang-19 -fopenmp: its own fallback
    gcc          the same source, gcc -fopenmp -foffload=disable
    clang-hand   the loop as `parallel for`, clang-19
    gcc-hand     the loop as `parallel for`, gcc
They run side by side and take turns: in each round every program times each loop once, in an order drawn anew, as the
least of several repetitions. A row gives Gantry's time divided by the best other's (the one with the least median):
the median of the rounds, and between which order statistics it lies with 95 % confidence. Checksums must agree, and
no array may hold subnormal numbers after the loop has run many times: the processor takes 100 cycles for each, so that
times would depend on how often it ran.

The same instructions may take 1.3 times as long at another address in the program, and in another process, which got
other pages of memory (docs/benchmarks.md). So each round builds the programs anew, with their functions in an order
drawn by chance, and starts them anew.

On a loaded machine `--threads 1 --clock cpu` counts the processor time of the one thread; `--save DIR` keeps sources
and programs."""
import argparse, json, math, os, pathlib, random, re, shutil, signal, statistics, subprocess, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor

VARIANTS = ("gantry", "clang", "gcc", "clang-hand", "gcc-hand")

# ---- loops ----

SIZES = {"L1": 1000, "L2": 40_000, "L3": 400_000, "memory": 4_000_000}  # elements of the largest array
COMBINED = "target teams distribute parallel for"


class Loop:
    """One kernel: `text` with @P where the loop's pragma goes."""

    def __init__(self, name, text, arrays, sizes, form=COMBINED, clauses="", scalars=(), result=(), restrict=True,
                 types="", tolerance=1e-9, data=False):
        self.name, self.text, self.arrays, self.sizes = name, text, arrays, sizes
        self.form, self.clauses, self.scalars, self.result = form, clauses, scalars, result
        self.restrict, self.types, self.tolerance, self.data = restrict, types, tolerance, data
        self.turn, self.times, self.wrong = None, {}, set()

    def maps(self):
        """arrays are (type, name, length, how it begins); those whose beginning is in capitals are stored to"""
        return " ".join(f"map({'tofrom' if how.isupper() else 'to'}: {name}[0:{length}])"
                        for _, name, length, how in self.arrays)

    def pragma(self, hand):
        if not hand:
            return f"#pragma omp {self.form} {'' if self.data else self.maps()} {self.clauses}"
        lanes = " simd" if self.form.endswith("simd") else ""
        return f"#pragma omp parallel for{lanes} {self.clauses}"

    def source(self, number, hand):
        star = "*restrict " if self.restrict else "*"
        params = [f"long {s}" for s in self.sizes] + [f"{t} {star}{a}" for t, a, _, _ in self.arrays]
        params += [f"{t} {s}" for t, s, _ in self.scalars]
        text = self.text.replace("@P", "\n" + self.pragma(hand) + "\n")
        data = "" if hand or not self.data else f"#pragma omp target data {self.maps()}\n"
        out = [self.types] if self.types else []
        out.append(f"__attribute__((noinline)) double run_{number}({', '.join(params)})\n{{")
        out += [f"    {t} {v} = {first};" for t, v, first in self.result]
        out.append(f"{data}{{\n{text}\n}}")
        out.append("    return " + (" + ".join(f"(double){v}" for _, v, _ in self.result) or "0") + ";\n}")
        words = [f"sizes[{number}][{k}]" for k in range(len(self.sizes))]
        words += [f"({t} *)memory[{k}]" for k, (t, _, _, _) in enumerate(self.arrays)]
        words += [f"({t})scalars[{number}][{k}]" for k, (t, _, _) in enumerate(self.scalars)]
        out.append(f"static double call_{number}(void) {{ return run_{number}({', '.join(words)}); }}")
        out.append(f"static void make_{number}(void)\n{{")
        out += [f"    const long {s} = sizes[{number}][{k}]; (void){s};" for k, s in enumerate(self.sizes)]
        for k, (t, _, length, how) in enumerate(self.arrays):
            fields = re.search(r"FIELDS (\w+) (\w+) (\d+)", self.types) if t.startswith("struct") else None
            element, per = (fields[2], int(fields[3])) if fields else (t, 1)
            out.append(f"    make({k}, ({length}) * sizeof({t}));")
            out.append(f"    FILL_{how.upper()}({element}, {k}, ({length}) * {per}, {length});")
        out.append("}")
        out.append(f"static double sum_{number}(void)\n{{\n    double s = 0;")
        out += [f"    const long {s} = sizes[{number}][{k}]; (void){s};" for k, s in enumerate(self.sizes)]
        for k, (t, _, length, how) in enumerate(self.arrays):
            fields = re.search(r"FIELDS (\w+) (\w+) (\d+)", self.types) if t.startswith("struct") else None
            element, per = (fields[2], int(fields[3])) if fields else (t, 1)
            if how.isupper():
                out.append(f"    SUM({element}, {k}, ({length}) * {per});")
        out.append("    return s;\n}")
        return "\n".join(out)


PRELUDE = r"""
#include <float.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void *memory[16];
static size_t have[16];
static void make(int k, size_t n)
{
    if (have[k] != n) { free(memory[k]); memory[k] = aligned_alloc(64, (n + 127) / 64 * 64); have[k] = n; }
}
static unsigned draw(unsigned *s) { *s = *s * 1664525u + 1013904223u; return *s >> 8; }
#define FILL_R(T, k, n, len) do { unsigned s = 1 + (k); T *p = memory[k]; for (long i = 0; i < (long)(n); i++) \
    p[i] = (T)0.5 ? (T)(draw(&s) / 16777216.0) : (T)(draw(&s) % 100); } while (0)
#define FILL_Z(T, k, n, len) memset(memory[k], 0, (n) * sizeof(T))
#define FILL_X(T, k, n, len) do { unsigned s = 1 + (k); T *p = memory[k]; for (long i = 0; i < (long)(n); i++) \
    p[i] = (T)(draw(&s) % (unsigned)(len)); } while (0)
#define FILL_P(T, k, n, len) do { unsigned s = 1 + (k); T *p = memory[k]; for (long i = 0; i < (long)(n); i++) p[i] = (T)i; \
    for (long i = (long)(n) - 1; i > 0; i--) { long j = draw(&s) % (i + 1); T t = p[i]; p[i] = p[j]; p[j] = t; } } while (0)
#define FILL_C(T, k, n, len) do { T *p = memory[k]; p[0] = 0; for (long i = 1; i < (long)(n); i++) \
    p[i] = p[i - 1] + (T)(i * 7919 % 17); } while (0)
static long subnormal;
#define IS_SUBNORMAL(T, x) ((x) != 0 && fabs((double)(x)) < (sizeof(T) == sizeof(float) ? (double)FLT_MIN : DBL_MIN))
#define SUM(T, k, n) do { T *p = memory[k]; for (long i = 0; i < (long)(n); i++) \
    s += (double)p[i] * (1 + i % 7), subnormal += IS_SUBNORMAL(T, p[i]); } while (0)
"""

MAIN = r"""
static double now(int clock)
{
    struct timespec t;
    clock_gettime(clock ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
int main(void)
{
    char word[8];
    int k;
    long calls, repeats;
    int clock;
    volatile double keep;
    while (scanf("%7s %d %ld %ld %d", word, &k, &calls, &repeats, &clock) == 5) {
        if (word[0] == 'c') {
            table[k].make();
            double r = table[k].call();
            printf("%.17g %.17g\n", r, table[k].sum());
        } else if (word[0] == 's') {
            subnormal = 0;
            keep = table[k].sum();
            printf("%ld\n", subnormal);
        } else {
            double least = 1e30;
            keep = table[k].call();
            for (long r = 0; r < repeats; r++) {
                double t = now(clock);
                for (long c = 0; c < calls; c++)
                    keep = table[k].call();
                t = (now(clock) - t) / (double)calls;
                least = t < least ? t : least;
            }
            printf("%.9g\n", least);
        }
        fflush(stdout);
    }
    (void)keep;
    return 0;
}
"""


def program(loops, hand, order):
    """order: how the functions follow each other, and how many times 16 bytes lie before each"""
    width = max(len(l.sizes) for l in loops), max(len(l.scalars) for l in loops) or 1
    out = [PRELUDE, f"long sizes[{len(loops)}][{width[0]}] = {{"]
    out += ["    {" + ", ".join(str(v) for v in l.sizes.values()) + "}," for l in loops]
    out.append(f"}};\ndouble scalars[{len(loops)}][{width[1]}] = {{")
    out += ["    {" + (", ".join(str(v) for _, _, v in l.scalars) or "0") + "}," for l in loops]
    out.append("};")
    for k, pad in order:
        out.append(f"\n/* {loops[k].name} */\nvoid pad_{k}(void) {{ __asm__ volatile(\".skip {16 * pad}\"); }}")
        out.append(loops[k].source(k, hand))
    out.append("static const struct { void (*make)(void); double (*call)(void), (*sum)(void); } table[] = {")
    out += [f"    {{make_{k}, call_{k}, sum_{k}}}," for k in range(len(loops))]
    out.append("};" + MAIN)
    return "\n".join(out)


# ---- the named ones ----

def record(name, words, element="float"):
    """a structure of that many numbers"""
    fields = "xyzuvwabcdefghijklmnopqrst"
    return (f"#ifndef HAVE_{name}\n#define HAVE_{name} /* FIELDS {name} {element} {words} */\n"
            f"struct {name} {{ {element} {', '.join(fields[:words])}; }};\n#endif")


def named():
    d, f = "double", "float"
    big = SIZES["memory"]
    return [
        Loop("triad", "@P for (long i = 0; i < n; i++) a[i] = b[i] + q * c[i];",
             [(d, "a", "n", "Z"), (d, "b", "n", "r"), (d, "c", "n", "r")], {"n": big}, scalars=[(d, "q", 0.4)]),
        Loop("dot", "@P for (long i = 0; i < n; i++) s += a[i] * b[i];", [(d, "a", "n", "r"), (d, "b", "n", "r")],
             {"n": big}, clauses="reduction(+: s)", result=[(d, "s", "0")]),
        Loop("struct28", "@P for (long i = 0; i < n; i++) if (p[i].a > 0.5f) { p[i].x += p[i].u * dt; p[i].y += p[i].v * dt; p[i].z += p[i].w * dt; }",
             [("struct r7", "p", "n", "R")], {"n": 500_000}, scalars=[(f, "dt", 0.01)], types=record("r7", 7), tolerance=1e-4),
        Loop("fractal", """@P for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
        double cr = -2.2 + 3.0 * (double)x / (double)w, ci = -1.5 + 3.0 * (double)y / (double)h, zr = 0, zi = 0;
        int k = 0;
        while (k < 200 && zr * zr + zi * zi < 4) { double t = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = t; k++; }
        a[y * w + x] = k;
    }""", [("int", "a", "h * w", "Z")], {"h": 200, "w": 200}, clauses="collapse(2) schedule(dynamic, 64)"),
        Loop("small-regions", "for (int k = 0; k < 1000; k++) {@P for (long i = 0; i < n; i++) a[i] = a[i] * 0.999 + b[i]; }",
             [(d, "a", "n", "R"), (d, "b", "n", "r")], {"n": 1000}, data=True),
        Loop("spmv", """@P for (long i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++) s += v[k] * x[col[k]];
        y[i] = s;
    }""", [("int", "row", "n + 1", "c"), ("int", "col", "n * 17", "x"), (d, "v", "n * 17", "r"), (d, "x", "n * 17", "r"),
           (d, "y", "n", "Z")], {"n": 60_000}),
        Loop("histogram", "@P for (long i = 0; i < n; i++) {\n#pragma omp atomic\n h[v[i] & 255]++; }",
             [("int", "v", "n", "x"), ("int", "h", "256", "Z")], {"n": 200_000}),
        Loop("nbody", """@P for (long i = 0; i < n; i++) {
        double fx = 0, fy = 0, fz = 0;
        for (long j = 0; j < n; j++) {
            double dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z, r2 = dx * dx + dy * dy + dz * dz + 1e-3;
            double w = p[j].u / (r2 * sqrt(r2));
            fx += w * dx; fy += w * dy; fz += w * dz;
        }
        a[3 * i] = fx; a[3 * i + 1] = fy; a[3 * i + 2] = fz;
    }""", [("struct d4", "p", "n", "r"), (d, "a", "3 * n", "Z")], {"n": 700}, types=record("d4", 4, "double")),
        Loop("matmul", """@P for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
        double s = 0;
        for (long k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
        c[i * n + j] = s;
    }""", [(d, "a", "n * n", "r"), (d, "b", "n * n", "r"), (d, "c", "n * n", "Z")], {"n": 160}, clauses="collapse(2)"),
        Loop("transpose", "@P for (long i = 0; i < n; i++) for (long j = 0; j < n; j++) b[j * n + i] = a[i * n + j];",
             [(d, "a", "n * n", "r"), (d, "b", "n * n", "Z")], {"n": 700}, clauses="collapse(2)"),
        Loop("rows-simd", """@P for (long i = 0; i < n; i++) {
        double s = 0;
#pragma omp simd reduction(+: s)
        for (long j = 0; j < m; j++) s += a[i * m + j] * x[j];
        y[i] = s;
    }""", [(d, "a", "n * m", "r"), (d, "x", "m", "r"), (d, "y", "n", "Z")], {"n": 1000, "m": 400}),
        Loop("stencil3d", """@P for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
        for (long k = 1; k < n - 1; k++)
            b[(i * n + j) * n + k] = 0.4 * a[(i * n + j) * n + k] + 0.1 * (a[(i * n + j) * n + k - 1] + a[(i * n + j) * n + k + 1] +
                a[(i * n + j - 1) * n + k] + a[(i * n + j + 1) * n + k] + a[((i - 1) * n + j) * n + k] + a[((i + 1) * n + j) * n + k]);""",
             [(d, "a", "n * n * n", "r"), (d, "b", "n * n * n", "Z")], {"n": 100}, clauses="collapse(3)"),
        Loop("jacobi-max", """@P for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++) {
        b[i * n + j] = 0.25 * (a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
        err = fmax(err, fabs(b[i * n + j] - a[i * n + j]));
    }""", [(d, "a", "n * n", "r"), (d, "b", "n * n", "Z")], {"n": 800}, clauses="collapse(2) reduction(max: err)",
             result=[(d, "err", "0")]),
        Loop("ij-order", "@P for (long i = 1; i < n - 1; i++) for (long j = 1; j < n - 1; j++) "
             "b[i + j * n] = 0.6 * a[i + j * n] + 0.1 * (a[i - 1 + j * n] + a[i + 1 + j * n] + a[i + (j - 1) * n] + a[i + (j + 1) * n]);",
             [(d, "a", "n * n", "r"), (d, "b", "n * n", "Z")], {"n": 600}, form="target teams loop"),
    ]


# ---- the family ----

FLOATING = ("double", "float")
TYPES = ("double", "double", "float", "float", "int", "long", "short", "char", "unsigned")
SCHEDULES = ("", "", "", "", "", "schedule(static)", "schedule(static, 16)", "schedule(static, 100)", "schedule(dynamic, 64)",
             "schedule(guided)")


class Draw:
    """what the templates below choose from, all from one seed"""

    def __init__(self, r):
        self.r = r
        self.of = r.choice(TYPES)
        self.real = r.choice(FLOATING)
        self.size = r.choice(list(SIZES))
        self.form = r.choice([COMBINED] * 4 + [COMBINED + " simd", "target parallel for", "target teams loop"])
        self.schedule = "" if self.form.endswith("loop") else r.choice(SCHEDULES)
        self.restrict = r.random() < 0.6

    def tolerance(self, t):
        return 1e-4 if t == "float" else 1e-9

    def loop(self, name, text, arrays, sizes, clauses="", of="double", **more):
        clauses = f"{clauses} {self.schedule}".strip()
        short = {COMBINED: "tdpf", COMBINED + " simd": "tdpfs", "target parallel for": "pf", "target teams loop": "loop"}
        words = [name, short[self.form], of] + ([re.sub(r"[( ),]+", "-", clauses).strip("-")] if clauses else [])
        more.setdefault("tolerance", self.tolerance(of))
        return Loop("/".join(words), text, arrays, sizes, self.form, clauses, restrict=self.restrict, **more)

    def expression(self, x, y):
        return self.r.choice([f"{x} + {y}", f"{x} * {y} + {x}", f"{x} - 2 * {y}", f"({x} + {y}) * ({x} - {y})"])

    def condition(self, x, half):
        return self.r.choice([f"{x} > {half}", f"{x} > {half} && {x} < {half} + {half} / 2", f"{x} < {half} || i % 3 == 0"])


def strided(d):
    t, s = d.of, d.r.choice([1, 1, 1, 2, 3, 8])
    n = max(SIZES[d.size] // s, 100)
    x, y = f"b[{s} * i]" if s > 1 else "b[i]", f"c[{s} * i]" if s > 1 else "c[i]"
    a = f"a[{s} * i]" if s > 1 else "a[i]"
    head = d.r.choice(["for (long i = 0; i < n; i++)", "for (int i = 0; i < (int)n; i++)", "for (long i = n - 1; i >= 0; i--)"])
    half = "0.5" if t in FLOATING else "50"
    kind = d.r.choice(["plain", "plain", "if", "ternary", "continue"])
    e = d.expression(x, y)
    body = {"plain": f"{a} = ({t})({e});", "if": f"if ({d.condition(x, half)}) {a} = ({t})({e});",
            "ternary": f"{a} = ({t})({d.condition(y, half)} ? {e} : {x});",
            "continue": f"{{ if ({x} < {half}) continue; {a} = ({t})({e}); }}"}[kind]
    back = "-reversed" if "i--" in head else ""
    return d.loop(f"strided{s}{back}-{kind}-{d.size}", f"@P {head} {body}",
                  [(t, "a", f"{s} * n", "Z"), (t, "b", f"{s} * n", "r"), (t, "c", f"{s} * n", "r")], {"n": n}, of=t)


def structures(d):
    t = d.real
    words = d.r.choice([2, 3, 4, 7, 8] if t == "double" else [2, 3, 4, 7, 8, 12, 16])
    bytes_ = words * (8 if t == "double" else 4)
    n = max(SIZES[d.size] // words, 100)
    kind = d.r.choice(["plain", "if", "if", "ternary", "read"])
    body = {"plain": "p[i].x += p[i].y * q;", "if": "if (p[i].y > 0.5) { p[i].x = p[i].y * q; }",
            "ternary": "p[i].x = p[i].y > 0.5 ? p[i].x * q : p[i].y;", "read": "a[i] = p[i].x * q + p[i].y;"}[kind]
    arrays = [(f"struct r{words}{t[0]}", "p", "n", "R")] + ([(t, "a", "n", "Z")] if kind == "read" else [])
    return d.loop(f"structures{bytes_}-{kind}-{d.size}", f"@P for (long i = 0; i < n; i++) {body}", arrays, {"n": n}, of=t,
                  scalars=[(t, "q", 1 if kind == "ternary" else 0.75)], # x * 0.75 again and again would become subnormal
                  types=record(f"r{words}{t[0]}", words, t))


def reduced(d):
    op = d.r.choice(["+", "+", "+", "max", "min", "&&", "two"])
    t = d.r.choice(["double", "float", "int", "long"])
    n, half = SIZES[d.size], "0.5" if t in FLOATING else "50"
    condition = d.r.choice(["", "", f"if (b[i] > {half}) "])
    x = d.r.choice(["a[i]", "a[i] * b[i]"])
    if op == "two":
        return d.loop(f"reduced-two-{d.size}", f"@P for (long i = 0; i < n; i++) {{ s += {x}; if (a[i] > m) m = a[i]; }}",
                      [(t, "a", "n", "r"), (t, "b", "n", "r")], {"n": n}, "reduction(+: s) reduction(max: m)", t,
                      result=[(t, "s", "0"), (t, "m", "0")], tolerance=1e-3)
    body = {"+": f"{condition}s += {x};", "max": f"{condition}s = s > {x} ? s : {x};", "min": f"{condition}s = {x} < s ? {x} : s;",
            "&&": "s = s && a[i] >= 0;"}[op]
    first = {"+": "0", "max": "0", "min": "1000", "&&": "1"}[op]
    return d.loop(f"reduced-{dict(zip(('+', 'max', 'min', '&&'), ('sum', 'max', 'min', 'and')))[op]}{'-if' if condition else ''}-{d.size}",
                  f"@P for (long i = 0; i < n; i++) {body}", [(t, "a", "n", "r"), (t, "b", "n", "r")], {"n": n},
                  f"reduction({op}: s)", t, result=[("int" if op == "&&" else t, "s", first)], tolerance=1e-3)


def indirect(d):
    t, n = d.real, SIZES[d.size]
    kind = d.r.choice(["gather", "scatter", "gather-if", "gather-sum"])
    text, clauses, result, a = {
        "gather": ("a[i] = b[k[i]] * q;", "", (), "Z"), "scatter": ("a[k[i]] = b[i] * q;", "", (), "Z"),
        "gather-if": ("if (b[i] > 0.5) a[i] = b[k[i]] * q;", "", (), "Z"),
        "gather-sum": ("s += b[k[i]] * a[i];", "reduction(+: s)", [(t, "s", "0")], "r")}[kind]
    return d.loop(f"{kind}-{d.size}", f"@P for (long i = 0; i < n; i++) {text}",
                  [(t, "a", "n", a), (t, "b", "n", "r"), ("int", "k", "n", "p")], {"n": n}, clauses, t, scalars=[(t, "q", 1.5)],
                  result=result, tolerance=1e-3)


def nest2(d):
    t = d.real
    n = int(math.sqrt(SIZES[d.size]))
    collapse = d.r.random() < 0.6
    column = d.r.random() < 0.4
    at = (lambda i, j: f"({j}) * n + ({i})") if column else (lambda i, j: f"({i}) * n + ({j})")
    here = at("i", "j")
    kind = d.r.choice(["scale", "stencil", "if", "boundary", "sum"])
    around = " + ".join(f"b[{at(i, j)}]" for i, j in (("i - 1", "j"), ("i + 1", "j"), ("i", "j - 1"), ("i", "j + 1")))
    clauses, result = ("collapse(2)" if collapse else ""), ()
    body = {"scale": f"a[{here}] = b[{here}] * q;", "stencil": f"a[{here}] = q * ({around}) - b[{here}];",
            "if": f"if (b[{here}] > 0.5) a[{here}] = b[{here}] * q;",
            "boundary": f"a[{here}] = i == 1 || j == 1 || i == n - 2 ? 0 : q * ({around});", "sum": f"s += q * b[{here}] * b[{here}];"}[kind]
    if kind == "sum":
        clauses, result = clauses + " reduction(+: s)", [(t, "s", "0")]
    if d.form.endswith("simd"):
        d.form = COMBINED if not collapse else d.form
    return d.loop(f"nest2{'-column' if column else ''}-{kind}-{d.size}",
                  f"@P for (long i = 1; i < n - 1; i++)\n    for (long j = 1; j < n - 1; j++) {{ {body} }}",
                  [(t, "a", "n * n", "Z"), (t, "b", "n * n", "r")], {"n": n}, clauses, t, scalars=[(t, "q", 0.3)], result=result,
                  tolerance=0.05 if kind == "sum" else 1e-3)


def nest3(d):
    t = d.real
    n = max(12, round(SIZES[d.size] ** (1 / 3)))
    depth = d.r.choice([1, 2, 3, 3])
    order = d.r.choice(["ijk", "ijk", "kji", "jik"])
    at = lambda i, j, k: f"(({i}) * n + ({j})) * n + ({k})"
    kind = d.r.choice(["stencil", "scale", "if"])
    body = {"stencil": f"a[{at('i', 'j', 'k')}] = q * b[{at('i', 'j', 'k')}] + b[{at('i', 'j', 'k - 1')}] + b[{at('i', 'j', 'k + 1')}] + "
                       f"b[{at('i - 1', 'j', 'k')}] + b[{at('i + 1', 'j', 'k')}];",
            "scale": f"a[{at('i', 'j', 'k')}] = q * b[{at('i', 'j', 'k')}];",
            "if": f"if (b[{at('i', 'j', 'k')}] > q) a[{at('i', 'j', 'k')}] = b[{at('i', 'j', 'k')}] - q;"}[kind]
    if d.form.endswith("simd"):
        d.form = COMBINED
    heads = "\n".join(f"for (long {v} = 1; {v} < n - 1; {v}++)" for v in order)
    return d.loop(f"nest3-{order}-{kind}-{d.size}", f"@P {heads} {{ {body} }}", [(t, "a", "n * n * n", "Z"), (t, "b", "n * n * n", "r")],
                  {"n": n}, f"collapse({depth})" if depth > 1 else "", t, scalars=[(t, "q", 0.3)], tolerance=1e-3)


def escape(d):
    t = d.real
    collapse = d.r.choice(["", "collapse(2)"])
    if d.form.endswith("simd"):
        d.form = COMBINED
    return d.loop("escape", f"""@P for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {{
        {t} cr = ({t})-2.2 + ({t})3 * ({t})x / ({t})w, ci = ({t})-1.5 + ({t})3 * ({t})y / ({t})h, zr = 0, zi = 0;
        int k = 0;
        while (k < 100 && zr * zr + zi * zi < 4) {{ {t} u = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = u; k++; }}
        a[y * w + x] = k;
    }}""", [("int", "a", "h * w", "Z")], {"h": 120, "w": 160}, collapse, t)


def rows(d):
    t = d.real
    n = int(math.sqrt(SIZES[d.size]))
    kind = d.r.choice(["sum", "simd", "short", "product", "column"])
    if d.form.endswith("simd"):
        d.form = COMBINED
    inner = {"sum": "for (long j = 0; j < n; j++) s += a[i * n + j] * x[j];",
             "simd": "\n#pragma omp simd reduction(+: s)\n for (long j = 0; j < n; j++) s += a[i * n + j] * x[j];\n",
             "short": "for (int j = 0; j < 5; j++) s += a[i * n + j] * x[j];",
             "product": "for (long j = 0; j < n; j++) { if (x[j] > 0.5) s += a[i * n + j]; }",
             "column": "for (long j = 0; j < n; j++) s += a[j * n + i] * x[j];"}[kind]
    return d.loop(f"rows-{kind}-{d.size}", f"@P for (long i = 0; i < n; i++) {{ {t} s = 0; {inner} y[i] = s; }}",
                  [(t, "a", "n * n", "r"), (t, "x", "n", "r"), (t, "y", "n", "Z")], {"n": n}, of=t, tolerance=1e-3)


def mathematics(d):
    t, n = d.real, max(SIZES[d.size] // 4, 1000)
    f = "f" if t == "float" else ""
    kind = d.r.choice(["sqrt", "exp", "fabs", "norm", "fmax", "pow", "floor"])
    body = {"sqrt": f"a[i] = sqrt{f}(b[i]) + q;", "exp": f"a[i] = exp{f}(-b[i] * q);", "fabs": f"a[i] = fabs{f}(b[i] - q);",
            "norm": f"a[i] = q / sqrt{f}(b[i] * b[i] + c[i] * c[i] + ({t})1e-3);", "fmax": f"a[i] = fmax{f}(b[i], c[i]) * q;",
            "pow": f"a[i] = pow{f}(b[i] + 1, q);", "floor": f"a[i] = floor{f}(b[i] * 10) * q;"}[kind]
    return d.loop(f"math-{kind}-{d.size}", f"@P for (long i = 0; i < n; i++) {body}",
                  [(t, "a", "n", "Z"), (t, "b", "n", "r"), (t, "c", "n", "r")], {"n": n}, of=t, scalars=[(t, "q", 0.3)], tolerance=1e-4)


def mixed(d):
    n = SIZES[d.size]
    kind, arrays, body = d.r.choice([
        ("short-to-float", [("float", "a", "n", "Z"), ("short", "b", "n", "r")], "a[i] = (float)b[i] * 0.5f;"),
        ("char-threshold", [("unsigned char", "a", "n", "Z"), ("unsigned char", "b", "n", "r")], "a[i] = b[i] > 50 ? 255 : 0;"),
        ("saturate", [("unsigned char", "a", "n", "Z"), ("short", "b", "n", "r")], "{ int v = b[i] * 3 - 20; a[i] = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v); }"),
        ("double-to-int", [("int", "a", "n", "Z"), ("double", "b", "n", "r")], "a[i] = (int)(b[i] * 100);"),
        ("int-mod", [("int", "a", "n", "Z"), ("int", "b", "n", "r")], "a[i] = b[i] * 7 % 13;"),
        ("long-mix", [("long", "a", "n", "Z"), ("int", "b", "n", "r")], "a[i] = (long)b[i] * i;"),
        ("float-double", [("float", "a", "n", "Z"), ("double", "b", "n", "r")], "a[i] = (float)(b[i] * b[i]);")])
    return d.loop(f"mixed-{kind}-{d.size}", f"@P for (long i = 0; i < n; i++) {body}", arrays, {"n": n}, of="mixed", tolerance=1e-4)


def scalars(d):
    t, n = d.real, SIZES[d.size]
    names = "uvwxyz"
    body = "a[i] = " + " + ".join(f"{s} * b[i{f' + {k}' if k else ''}]" for k, s in enumerate(names)) + ";"
    clauses = d.r.choice(["", "firstprivate(u, v, w, x, y, z)"])
    return d.loop(f"scalars-{d.size}", f"@P for (long i = 0; i < n; i++) {body}", [(t, "a", "n", "Z"), (t, "b", "n + 8", "r")],
                  {"n": n}, clauses, t, scalars=[(t, s, 0.1 * k + 0.2) for k, s in enumerate(names)], tolerance=1e-4)


def called(d):
    t, n = d.real, SIZES[d.size]
    kind = d.r.choice(["plain", "branch", "diff"])
    body = {"plain": f"return x * x + ({t})2 * y;", "branch": f"if (x > ({t})0.5) return y - x; return x;",
            "diff": f"{t} diff = x - y; return diff * diff;"}[kind]
    name = f"f_{kind}_{t}"
    types = f"#ifndef HAVE_{name}\n#define HAVE_{name}\nstatic inline {t} {name}({t} x, {t} y) {{ {body} }}\n#endif"
    return d.loop(f"called-{kind}-{d.size}", f"@P for (long i = 0; i < n; i++) a[i] = {name}(b[i], c[i]);",
                  [(t, "a", "n", "Z"), (t, "b", "n", "r"), (t, "c", "n", "r")], {"n": n}, of=t, types=types)


def small(d):
    t = d.real
    n = d.r.choice([100, 500, 1000, 5000])
    d.schedule = ""
    body = d.r.choice(["a[i] = a[i] * q + b[i];", "if (b[i] > q) a[i] += b[i];", "a[i] = b[i] > q ? a[i] : b[i];"])
    return d.loop(f"small{n}", f"for (int k = 0; k < 300; k++) {{@P for (long i = 0; i < n; i++) {body} }}",
                  [(t, "a", "n", "R"), (t, "b", "n", "r")], {"n": n}, of=t, scalars=[(t, "q", 0.75)], data=True, tolerance=1e-4)


TEMPLATES = [strided] * 4 + [structures] * 3 + [reduced] * 3 + [indirect] * 2 + [nest2] * 4 + [nest3] * 2 + [rows] * 2 + \
            [mathematics] * 2 + [mixed] * 2 + [called, scalars, small, escape]


def family(seed, count):
    r = random.Random(seed)
    loops, names = [], set()
    while len(loops) < count:
        loop = TEMPLATES[len(loops) % len(TEMPLATES)](Draw(r))
        if loop.name not in names:
            names.add(loop.name)
            loops.append(loop)
    return loops


# ---- five programs ----

def compile_all(o, loops, folder, shuffle):
    order = [(k, shuffle.randrange(4)) for k in shuffle.sample(range(len(loops)), len(loops))]
    for hand in (False, True):
        (folder / f"{'hand' if hand else 'target'}.c").write_text(program(loops, hand, order))
    flags = ["-O3", "-w"] + ([f"-march={o.march}"] if o.march else []) + ["-ffp-contract=off"]
    gantry = [str(pathlib.Path(o.build) / "bin/gantry"), "cc"] + o.gantry_options.split()
    lines = {"gantry": gantry + flags + ["target.c"], "clang": [o.clang, "-fopenmp"] + flags + ["target.c"],
             "gcc": [o.gcc, "-fopenmp", "-foffload=disable"] + flags + ["target.c"],
             "clang-hand": [o.clang, "-fopenmp"] + flags + ["hand.c"], "gcc-hand": [o.gcc, "-fopenmp"] + flags + ["hand.c"]}

    def one(name):
        done = subprocess.run(lines[name] + ["-o", str(folder / name), "-lm"], cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise SystemExit(f"{name}: {done.stdout[-3000:]}")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, o.variants))


class Server:
    """a program that waits for orders"""

    def __init__(self, o, folder, name):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "KMP_", "GOMP_", "GANTRY_"))}
        # threads that wait go to sleep before the next program's turn
        env.update(OMP_TARGET_OFFLOAD="DISABLED", OMP_NUM_THREADS=str(o.threads), OMP_PROC_BIND="close", KMP_BLOCKTIME="5",
                   LD_LIBRARY_PATH="/usr/lib/llvm-19/lib")
        self.p = subprocess.Popen([folder / name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
        self.clock = int(o.clock == "cpu")

    def ask(self, word, k, calls=1, repeats=1):
        self.p.stdin.write(f"{word} {k} {calls} {repeats} {self.clock}\n")
        self.p.stdin.flush()
        line = self.p.stdout.readline()
        if not line:
            raise SystemExit("a program ended early")
        return [float(x) for x in line.split()]

    def end(self):
        self.p.stdin.close()
        self.p.wait()


def differs(a, b, tolerance):
    return any(not (x == y or abs(x - y) <= tolerance * max(abs(x), abs(y), 1)) for x, y in zip(a, b))


def interval(v):
    """the order statistics between which the median lies with 95 % confidence"""
    v, n, k, below = sorted(v), len(v), 0, 0.0
    while k < n // 2:
        below += math.comb(n, k) / 2 ** n
        if below > 0.025:
            break
        k += 1
    return v[max(k - 1, 0)], v[min(n - k, n - 1)]


def measure(o, servers, k, loop, shuffle):
    """one round of a loop: a turn for each program"""
    sums = {name: s.ask("c", k) for name, s in servers.items()}
    loop.wrong |= {name for name in servers if differs(sums[name], sums["gantry"], loop.tolerance)}
    if not loop.turn:
        first = min(s.ask("t", k)[0] for s in servers.values())
        calls = max(1, round(0.0005 / first))
        loop.turn = calls, max(3, min(200, round(o.slice / (first * calls))))
    for name in shuffle.sample(list(servers), len(servers)):
        if o.threads > 1:
            time.sleep(0.006)
        loop.times.setdefault(name, []).append(servers[name].ask("t", k, *loop.turn)[0])
    loop.wrong |= {f"{name} (subnormal)" for name, s in servers.items() if s.ask("s", k)[0]}


def row(loop):
    times = loop.times
    median = {name: statistics.median(v) for name, v in times.items()}
    best = min((name for name in times if name != "gantry"), key=median.get)
    ratios = [g / b for g, b in zip(times["gantry"], times[best])]
    low, high = interval(ratios)
    least = {name: min(v) for name, v in times.items()}
    return {"name": loop.name, "ratio": statistics.median(ratios), "low": low, "high": high, "best": best,
            "least_ratio": least["gantry"] / min(v for n, v in least.items() if n != "gantry"),
            "median_s": median, "least_s": least, "times_s": times, "disagree": sorted(loop.wrong)}


def table(rows):
    out = [f"{'loop':58} {'ratio':>6} {'95 %':>13} {'least':>6}  {'best other':10} {'ms':>9}"]
    for r in sorted(rows, key=lambda r: -r["ratio"]):
        out.append(f"{r['name']:58} {r['ratio']:6.2f} {r['low']:6.2f}-{r['high']:5.2f} {r['least_ratio']:7.2f}  {r['best']:10} "
                   f"{r['median_s']['gantry'] * 1e3:9.4f}" + (f"  DIFFERENT: {', '.join(r['disagree'])}" if r["disagree"] else ""))
    slow = [r for r in rows if r["ratio"] > 1.05]
    sure = [r for r in rows if r["low"] > 1.05]
    mean = math.exp(statistics.fmean(math.log(r["ratio"]) for r in rows))
    out.append(f"{len(rows)} loops, {len(slow)} above 1.05 ({len(sure)} of them with the whole interval), geometric mean {mean:.3f}")
    return "\n".join(out)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("build")
    p.add_argument("--only", metavar="REGEX", default="", help="loops whose name it fits")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=110, help="loops of the family, besides the named ones")
    p.add_argument("--rounds", type=int, default=11)
    p.add_argument("--slice", type=float, default=0.03, help="seconds of each turn")
    p.add_argument("--quick", action="store_true", help="5 rounds of 10 ms: to find what is slow, not to report")
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--clock", choices=("wall", "cpu"), default="wall")
    p.add_argument("--march", default="", help="for all five; none by default")
    p.add_argument("--gantry-options", default="", help="more words for gantry cc")
    p.add_argument("--variants", default=",".join(VARIANTS))
    p.add_argument("--json", help="write all of it there")
    p.add_argument("--save", help="keep sources and programs in that folder")
    p.add_argument("--list", action="store_true", help="names only")
    p.add_argument("--clang", default="clang-19")
    p.add_argument("--gcc", default="gcc")
    o = p.parse_args()
    o.variants = o.variants.split(",")
    if o.quick:
        o.rounds, o.slice = 5, 0.01
    if o.clock == "cpu" and o.threads != 1:
        p.error("--clock cpu counts one thread: --threads 1")
    o.build = os.path.realpath(o.build)
    loops = [l for l in named() + family(o.seed, o.count) if re.search(o.only, l.name)]
    if o.list or not loops:
        print("\n".join(l.name for l in loops))
        return 0 if loops else 2
    folder = pathlib.Path(o.save or tempfile.mkdtemp())
    folder.mkdir(exist_ok=True, parents=True)
    shuffle = random.Random(o.seed)
    try:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        for turn in range(o.rounds):
            compile_all(o, loops, folder, shuffle)
            servers = {name: Server(o, folder, name) for name in o.variants}
            for k in shuffle.sample(range(len(loops)), len(loops)):
                measure(o, servers, k, loops[k], shuffle)
            for s in servers.values():
                s.end()
            if sys.stderr.isatty():
                print(f"round {turn + 1} of {o.rounds}", file=sys.stderr)
    except KeyboardInterrupt: # what there is
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        print(f"interrupted in round {turn + 1} of {o.rounds}")
    finally:
        if not o.save:
            shutil.rmtree(folder)
    shortest = min((len(v) for l in loops for v in l.times.values()), default=0)
    rows = [row(l) for l in loops if len(l.times) == len(o.variants)]
    if not rows:
        return 1
    print(table(rows))
    if shortest < 6:
        print(f"{shortest} rounds: too few for intervals of 95 %")
    if o.json:
        about = {k: v for k, v in vars(o).items() if k not in ("build", "json", "save", "list")}
        pathlib.Path(o.json).write_text(json.dumps({"options": about, "loops": rows}, indent=1) + "\n")
    return 1 if any(r["disagree"] for r in rows) else 0


sys.exit(main())
