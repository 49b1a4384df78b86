#!/usr/bin/env python3
"""Random functions that follow pointers and divide under conditions, called with null pointers, divisors of 0 and loops without iterations.

fuzz_surely.py GANTRY SEED PROGRAMS [keep]   Each call runs in a process of its own. Those in which the program itself, under the sanitizers, goes well
must print the same as `gantry annotate` writes it: by GCC on the host, in place and on the emulated device, without optimisation and with some. Status 1
and the program if one does not.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

FUNCTIONS, CALLS = 6, 14
HEAD = """#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#ifndef LIMIT
#define LIMIT 60
#endif
struct in { int k, n; };
struct all { double *a, *b; int n, k, row[4]; struct in in; struct all *next; double grid[32]; };
static double w_[480], x_[480], a_[480], b_[480], c_[480], d_[480];
static double *t_[4] = {c_, d_, c_ + 240, d_ + 240};
static int p_[4] = {5, 2, 3, 7};
static struct all r_ = {c_, d_, 12, 2, {1, 2, 3, 4}, {3, 9}, NULL, {1, 2}}, q_ = {a_, b_, 20, 2, {3, 1, 4, 2}, {2, 11}, &r_, {3, 4}};
static void half(int n, double *y, const double *x) { for (int i = 0; i < n; i++) y[i] = x[i] / 2 + 1; }
"""
PARAMETERS = "struct all *q, int *p, double **t, int n, int m, int steps, int c, double *w, double *x"
SIZES = ["n", "n", "m", "q->n", "*p", "p[1]", "n / m", "q->n / m", "q->k", "q->row[1]", "q->next->n", "n % m + 1", "(c ? *p : 3)", "(q ? q->n : n)",
         "q->in.n", "q->in.k + 2", "n - q->k"]
READS = ["w[i]", "x[i]", "q->a[i]", "q->b[i]", "q->next->a[i]", "t[1][i]", "q->b[i + q->k]", "x[2 * i]", "q->grid[i % 8]", "x[*p + i]", "x[i + n / m]",
         "(double)q->row[i % 4]", "q->in.k * 2.0", "(double)p[i % 3]", "x[q->row[2]]", "(q ? q->a[i] : 2)"]
STORES = ["w[i]", "x[i]", "q->a[i]", "q->b[i]", "q->next->b[i]", "t[0][i]"]
WHEN = ["q", "p", "m", "c", "q && q->k > 1", "n > 5", "t", "p && *p > 2", "m > 0 && n / m > 2", "steps", "q && q->next"]
STEPS = ["steps", "steps", "steps", "3", "m", "q->k", "*p - 2"]


def statement(r):
    value = " + ".join(r.choice(READS) for _ in range(r.choice([1, 1, 2])))
    text = f"{r.choice(STORES)} {r.choice(['=', '+='])} {value};"
    if r.random() < .35:
        text = f"if ({r.choice(WHEN + ['i > 2'])}) {text}"
    return text


def loop(r):
    form, size = r.random(), r.choice(SIZES)
    body = " ".join(statement(r) for _ in range(r.choice([1, 1, 2])))
    if form < .6:
        return f"for (int i = 0; i < {size}; i++) {{ {body} }}"
    if form < .7:
        return f"for (int i = {r.choice(['0', 'q->k', 'm'])}; i < {size}; i += {r.choice(['m', 'q->k', '2', '3'])}) {{ {body} }}"
    if form < .8:
        return f"for (int i = 0; i < {size}; i++) for (int k = 0; k < {r.choice(SIZES)}; k++) {r.choice(['w', 'x', 'q->a'])}[i * 20 + k] += {r.choice(READS)};"
    if form < .87:
        return f"{{ int i = 0; while (i < {size}) {{ {body} i++; }} acc += i; }}"
    if form < .93:
        return f"{{ double *y = {r.choice(['w', 'x', 'q->a'])}; for (int i = 0; i < {size}; i++) {{ *y = {r.choice(READS)}; y += {r.choice(['1', 'q->k', 'm'])}; }} acc += *y; }}"
    return f"for (int i = 0; i < {size}; i++) acc += {r.choice(READS)};"


def part(r):
    form = r.random()
    if form < .15:
        text = "acc += " + re.sub(r"\bi\b", "s", r.choice(READS)) + ";"
    elif form < .35:
        y, x = r.choice([("w", "x"), ("x", "w"), ("q->a", "q->b"), ("q->a", "w"), ("t[0]", "t[1]"), ("*t", "x")])
        text = f"half({r.choice(SIZES)}, {y}, {x});"
    else:
        text = loop(r)
    return f"if ({r.choice(WHEN)}) {{ {text} }}" if r.random() < .35 else text


def function(r, k):
    lines = [f"static double f{k}({PARAMETERS})", "{", "    double acc = 0; int s = 1; (void)s;"]
    for _ in range(r.choice([1, 1, 2])):
        parts = [part(r) for _ in range(r.choice([1, 1, 2]))]
        if r.random() < .2:
            lines.append(f"    acc += {r.choice(['q->a[1]', 'q->n', '*p', 'n / m', '(q ? q->k : 1)'])};")
        if r.random() < .65:
            lines += [f"    for (int s = 0; s < {r.choice(STEPS)}; s++) {{"] + ["        " + p for p in parts] + ["    }"]
        else:
            lines += ["    " + p for p in parts]
    return "\n".join(lines + ["    return acc;", "}"])


def call(r, k, first):
    some = (lambda yes, no: yes) if first else (lambda yes, no: r.choice([yes, yes, no]))
    args = [some("&q_", "NULL"), some("p_", "NULL"), some("t_", "NULL"), some("20", "0"), some("3", "0"), some("3", "0"), some("1", "0"), "w_",
            some("x_", r.choice(["w_", "a_"]))]
    return f"f{k}({', '.join(args)})"


def main_text(calls):
    cases = "\n".join(f"    case {i}: acc = {c}; break;" for i, c in enumerate(calls))
    return f"""static void one(int number)
{{
    double acc = 0, sum = 0;
    for (volatile int i = 0; i < 480; i++)
        w_[i] = i % 11, x_[i] = i % 13, a_[i] = i % 7, b_[i] = i % 5, c_[i] = i % 3, d_[i] = i % 17;
    switch (number) {{
{cases}
    }}
    for (volatile int i = 0; i < 480; i++)
        sum = sum / 2 + w_[i] + x_[i] * 3 + a_[i] * 5 + b_[i] * 7 + c_[i] * 11 + d_[i] * 13;
    printf("%d: %.12g %.12g\\n", number, acc, sum);
}}
int main(int count, char **numbers)
{{
    for (int k = 1; k < count; k++) {{
        int status, number = atoi(numbers[k]);
        fflush(stdout);
        if (!fork()) {{
            alarm(LIMIT);
            one(number);
            exit(0);
        }}
        wait(&status);
        if (status)
            printf("%d: status %d\\n", number, status);
    }}
    return 0;
}}
"""


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def lines_of(text):
    return dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)


def outputs(gantry, written, folder, numbers):
    """(how, what it printed) of each way"""
    program = os.path.join(folder, "program")
    few = {**os.environ, "OMP_NUM_THREADS": "3"}
    for level in ("-O0", "-O1"):
        ways = [(["gcc", level, "-w", "-fopenmp", "-foffload=disable"], [("on the host by GCC", few)]),
                ([gantry, "cc", level, "-w", "--offload-arch=emulated"],
                 [("in place", {**few, "OMP_TARGET_OFFLOAD": "DISABLED"}), ("emulated", {**few, "GANTRY_DEVICES": "emulated", "OMP_TARGET_OFFLOAD": "MANDATORY"})])]
        for compiler, runs in ways:
            done = run(compiler + [written, "-o", program])
            if done.returncode:
                yield f"{' '.join(compiler)}: {done.stderr}", ""
                continue
            for how, env in runs:
                done = run([program, *numbers], env=env)
                yield f"{level} {how} {done.stderr[:400]}", done.stdout


def main():
    gantry, seed, total = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    r, wrong, regions, good, calls_made = random.Random(seed), 0, 0, 0, 0
    for number in range(total):
        functions = [function(r, k) for k in range(FUNCTIONS)]
        calls = [call(r, k, i == 0) for k in range(FUNCTIONS) for i in range(CALLS)]
        text = HEAD + "\n".join(functions) + "\n" + main_text(calls)
        with tempfile.TemporaryDirectory() as folder:
            plain, written = (os.path.join(folder, f) for f in ("plain.c", "written.c"))
            with open(plain, "w", encoding="utf-8") as f:
                f.write(text)
            for command in ([gantry, "annotate", "-w", "--least-work=0", plain, "-o", written],
                            ["gcc", "-O0", "-w", "-DLIMIT=1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", plain, "-o", plain[:-2]]):
                done = run(command)
                if done.returncode:
                    sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stderr}\n{text}")
            every = [str(i) for i in range(len(calls))]
            want = {k: v for k, v in lines_of(run([plain[:-2], *every]).stdout).items() if "status" not in v}
            with open(written, encoding="utf-8") as f:
                output = f.read()
            bad = []
            for how, printed in outputs(gantry, written, folder, want):
                got = lines_of(printed)
                bad += [f"{calls[int(k)]}: {how}: {got.get(k)}, not {v}" for k, v in want.items() if got.get(k) != v]
        regions += output.count("pragma omp target teams")
        good += len(want)
        calls_made += len(calls)
        if bad:
            wrong += 1
            print(f"program {number} of seed {seed}:\n" + "\n".join(bad[:12]) + (f"\n{text}\n{output}" if "keep" in sys.argv else ""))
            if "keep" in sys.argv:
                sys.exit(1)
    print(f"seed {seed}: {regions} regions, {good} of {calls_made} calls go well, {wrong} programs wrong")
    sys.exit(wrong > 0)


main()
