#!/usr/bin/env python3
"""Random loops that look for an extreme value and its place, and loops that look like them.

fuzz_found.py GANTRY SEED LOOPS [last]   The loops run as they are and as `gantry annotate` writes them, by GCC on four threads, over values with
equal ones, zeros of both signs and some that are no numbers. With `last` the loops keep what was stored last under some condition. Status 1 and the loop if the results differ in a bit.
"""
import os
import random
import subprocess
import sys
import tempfile

BATCH, SIZE, LAST = 60, 400, "last" in sys.argv[4:]
TYPES = ["double", "float", "int", "unsigned char", "long"]
HEAD = f"""#include <math.h>
#include <stdio.h>
#include <string.h>
#define N {SIZE}
static double a_double[N]; static float a_float[N]; static int a_int[N]; static unsigned char a_char[N]; static long a_long[N];
static int skip[N], out[N], other[N];
static void fill(unsigned seed) {{
  for (int i = 0; i < N; i++) {{
    seed = seed * 1664525u + 1013904223u;
    int v = (int)(seed >> 16) % 40 - 20;
    a_double[i] = v > 17 ? NAN : v == 0 ? -0.0 : v / 4.0; a_float[i] = v < -17 ? NAN : v == 0 ? 0.0f : (float)v; a_int[i] = v; a_char[i] = (unsigned char)v;
    a_long[i] = v * 3L; skip[i] = seed >> 30 == 1; out[i] = 0; other[i] = (int)(seed >> 8) % N;
  }}
}}
static void show(int k, double best, int where, int more, double kept) {{
  unsigned long bits = 0, last = 0; double none = 0; memcpy(&bits, &best, 8); memcpy(&last, &kept, 8);
  if (best != best) bits = 1;
  if (kept != kept) last = 1;
  for (int i = 0; i < N; i++) none = none * 3 + out[i] - floor(none / 1000) * 1000;
  printf("%d %lx %d %d %lx %g\\n", k, bits, where, more, last, none);
}}
"""


def name(t):
    return "a_" + t.rsplit(" ", 1)[-1]


def random_last(r):
    """stores under conditions, of which the last one counts"""
    head = r.choice(["for (int i = 0; i < n; i++)", "for (int i = n - 1; i >= 0; i--)", "for (int i = 0; i < n; i += 3)",
                     "int i = 0; while (i < n)"])
    test = r.choice(["skip[i]", "a_int[i] > 3", "other[i] < i", "a_int[i] == 100", "a_double[i] > 0 && !skip[i]"])
    store = r.choice(["where = i;", "where = i + other[i];", "{ where = i; more = other[i]; }", "{ kept = a_double[i]; where = i; count++; }",
                      "for (int k = 0; k < 3; k++) if (a_int[(i + k) % n] > k) where = i + k;", "{ where = i; out[i] = where; }"])
    other = r.choice(["", "", " else out[i] = 2;", " else where = -i;", " else more++;", " else { more = i; }"])
    body = f"if ({test}) {store}{other}" if "for" not in store or not other else f"if ({test}) {{ {store} }}{other}"
    return {"head": head, "body": body + (" i++;" if "while" in head else ""), "start": ("0", "int", "-9")}


def random_loop(r):
    """(lines, start of the best value, its type)"""
    if LAST:
        return random_last(r)
    t = r.choice(TYPES)
    best = t if r.random() < .8 else r.choice(TYPES)
    lines = {"head": r.choice(["for (int i = 0; i < n; i++)", "for (int i = 1; i < n; i++)", "for (int i = n - 1; i >= 0; i--)",
                               "for (int i = 0; i < n; i += 3)", "for (int i = -5; i < n - 5; i++)"])}
    at = "i + 5" if "-5" in lines["head"] else "i"
    value = r.choice([f"{name(t)}[{at}]"] * 3 + [f"2 * {name(t)}[{at}]", f"fabs({name(t)}[{at}])"])
    op = r.choice(["<", ">", "<=", ">="])
    form = r.choice(["value", "value", "value", "place", "place", "nothing"])
    test = f"{value} {op} best"
    kept = ["best = " + (value if r.random() < .9 else f"{name(t)}[{at}]"), "where = " + r.choice(["i", "i", "skip[%s] + i" % at])]
    if form != "value":
        value = f"{name(t)}[{at}]"
        test = f"{value} {op} {name(t)}[where]"
        kept = ["where = " + (at if r.random() < .9 else f"{at} / 2")]
        if form == "nothing":
            test = f"(where < 0 || {test})"
    if r.random() < .4:
        kept.append("kept = " + r.choice([f"a_double[{at}]", "i * 0.5", "kept + 1" if r.random() < .3 else "7"]))
    if r.random() < .3:
        kept.append("more = " + r.choice([f"other[{at}]", "i", "where" if r.random() < .5 else "3"]))
    r.shuffle(kept)
    if r.random() < .1:
        kept.append(r.choice([f"out[{at}] = 1", "count++", "more++"]))
    if r.random() < .3:
        test = f"{'!' * r.randrange(2)}skip[{at}] && {test}" if r.random() < .7 else f"{test} && !skip[{at}]"
    joined = ", ".join(kept) + ";" if r.random() < .3 else "{ " + " ".join(k + ";" for k in kept) + " }"
    after = r.choice([""] * 12 + [f" out[{at}] = where;", f" {name(t)}[{at}] = 1;", " else more = 0;"])
    before = r.choice([""] * 6 + [f"if (skip[{at}]) continue; ", f"out[{at}] = other[{at}]; "])
    lines["body"] = f"{before}if ({test}) {joined}{after}"
    if form == "place" and r.random() < .3:
        kept = r.choice(["where"] * 8 + ["0"])
        lines["body"] = f"{before}where = {test} ? {at} : {kept};{after if 'else' not in after else ''}"
    start = {"<": "100", "<=": "100", ">": "-100", ">=": "-100"}[op] if "unsigned" not in best else {"<": "255", "<=": "255"}.get(op, "0")
    lines["start"] = r.choice([start, start, start, "2"]), best, "-1" if form == "nothing" else "0"
    return lines


def loop_text(number, loop):
    start, best, where = loop["start"]
    return [f"static void f{number}(int n) {{", f"  {best} best = {start}; int where = {where}, more = -7, count = 0; double kept = -1;",
            f"  {loop['head']} {{", f"    {loop['body']}", "  }",
            f"  show({number}, (double)best, where, more + 1000 * count, kept);", "}"]


def said(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stderr}")
    return done.stdout


def main():
    gantry, seed, total = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    r, wrong, written = random.Random(seed), 0, 0
    for begin in range(0, total, BATCH):
        loops = [random_loop(r) for _ in range(min(BATCH, total - begin))]
        text = HEAD + "\n".join(line for k, loop in enumerate(loops) for line in loop_text(k, loop))
        text += "\nint main(void) {\n" + "\n".join(f"  fill({k}); f{k}(N);" for k in range(len(loops))) + "\n}\n"
        with tempfile.TemporaryDirectory() as folder:
            plain, annotated = (os.path.join(folder, f) for f in ("plain.c", "annotated.c"))
            with open(plain, "w", encoding="utf-8") as f:
                f.write(text)
            said([gantry, "annotate", "-w", plain, "-o", annotated])
            with open(annotated, encoding="utf-8") as f:
                written += f.read().count("declare reduction")
            for source in plain, annotated:
                said(["gcc", "-O1", "-w", "-fopenmp", "-foffload=disable", source, "-o", source[:-2], "-lm"])
            few = {**os.environ, "OMP_NUM_THREADS": "4", "OMP_WAIT_POLICY": "passive"}
            want, got = said([plain[:-2]]).splitlines(), said([annotated[:-2]], env=few).splitlines()
        for k, (x, y) in enumerate(zip(want, got)):
            if x != y:
                wrong += 1
                print("\n".join(loop_text(k, loops[k])), f"\n{y} instead of {x}")
    print(f"seed {seed}: {total} loops, {wrong} wrong; {written} with reductions of their own")
    sys.exit(wrong > 0)


main()
