#!/usr/bin/env python3
"""Random loops over pointers that are the same, that overlap, or that are apart.

fuzz_same.py GANTRY SEED PROGRAMS   Programs of some functions run as they are, and as `gantry annotate` writes them: by GCC, in place, on the emulated
device and under `gantry check`, each function for many distances between its pointers. Status 1 and the program if any of them prints something else.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

FUNCTIONS, N, M = 10, 24, 4
HEAD = """#include <stdio.h>
enum { N = %d, M = %d, SIZE = 8 * N };
static double doubles[SIZE]; static float floats[SIZE]; static int ints[SIZE];
static void fill(void) { for (volatile int i = 0; i < SIZE; i++) { doubles[i] = i * 7 %% 31; floats[i] = i * 5 %% 29; ints[i] = i * 3 %% 27; } }
static void show(const char *name, double more)
{ double s = more; for (volatile int i = 0; i < SIZE; i++) s += (doubles[i] + floats[i] * 3 + ints[i] * 5) * (i %% 13 + 1); printf("%%s %%.9g\\n", name, s); }
""" % (N, M)


def place(r, own):
    return own if r.random() < .85 else r.choice([f"{own} + 1", f"{own} - 1", f"n - 1 - ({own})", "0", "n / 2", f"({own}) / 2", f"({own}) % 3", f"{own} + M"])


def statement(r, names, own, is_int):
    to = r.choice(names) if r.random() < .2 else names[0]
    read = [f"{x}[{place(r, own)}]" for x in r.sample(names, r.randint(1, len(names)))]
    value = " + ".join(f"{v} * {r.choice(['2', '3', '5'])}" for v in read)
    value = f"(({value}) & 255)" if is_int else f"({value}) / 8"
    at = f"{to}[{own if r.random() < .9 else place(r, own)}]"
    form = r.choice(["set"] * 5 + ["add", "if", "private", "choose", "sum", "most"])
    return {"set": f"{at} = {value};", "add": f"{at} += {value};", "if": f"if ({read[0]} > 7) {at} = {value};",
            "private": f"{{ double t = {value}; if ({read[0]} > 9) t += 1; {at} = t; }}",
            "choose": f"{at} = {read[0]} > 5 ? {value} : {read[-1]};", "sum": f"sum += {read[0]}; {at} = {value};",
            "most": f"most = {read[0]} > most ? {read[0]} : most; {at} = {value};"}[form]


def function(r, k):
    kind = r.choice(["double", "double", "double", "float", "int"])
    names = ["w", "x", "y"][:r.choice([1, 2, 2, 2, 3, 3]) if r.random() < .1 else r.choice([2, 2, 3])]
    two = r.random() < .25
    own = "i * M + j" if two else "i"
    const = ["const " if x != "w" and r.random() < .3 else "" for x in names]
    loops = []
    for _ in range(r.choice([1, 1, 1, 2])):
        body = " ".join(statement(r, names, own, kind == "int") for _ in range(r.choice([1, 1, 1, 2])))
        low, high = r.choice([(0, "")] * 3 + [(1, " - 1"), (0, " - 1"), (2, "")])
        head = f"for (int i = {low}; i < n / M{high}; i++) for (int j = {r.choice([0, 0, 1])}; j < M; j++)" if two else f"for (int i = {low}; i < n{high}; i++)"
        loops.append(f"    {head} {{ {body} }}")
        if r.random() < .2:
            loops.append(f"    sum += {r.choice(names)}[n / 3];")
    stored = set(re.findall(r"(\w)\[[^\]]*\] \+?= ", " ".join(loops)))
    const = [c if x not in stored else "" for c, x in zip(const, names)]
    given = ", ".join(f"{c}{kind} *{x}" for c, x in zip(const, names))
    text = [f"static double f{k}(int n, {given})", "{", "    double sum = 0, most = 0;", *loops, "    return sum + most;", "}"]
    return "\n".join(text), kind, names


def main_text(r, functions):
    lines = ["int main(void)", "{"]
    for k, (_, kind, names) in enumerate(functions):
        far = {x: f"{kind}s + {2 * N * (q + 1)}" for q, x in enumerate(names)}
        near = [0, 0, 1, -1, M, N // 2, N - 1, N, -N, N + 1]
        cases = [[far["w"]] * len(names), [far[x] for x in names]]
        cases += [[far["w"]] + [f"{kind}s + {2 * N + r.choice(near)}" for _ in names[1:]] for _ in range(8)]
        for c in cases:
            lines.append(f'    fill(); show("f{k}", f{k}(N, {", ".join(c)}));')
    return "\n".join(lines + ["    return 0;", "}", ""])


def run(command, where, **more):
    return subprocess.run(command, cwd=where, capture_output=True, text=True, timeout=300, env={**os.environ, **more})


def wrong(gantry, text, folder, calls):
    """what does not agree; None: nothing. And how many loops have a test that takes pointers that are the same"""
    with open(os.path.join(folder, "s.c"), "w", encoding="utf-8") as f:
        f.write(text)
    ways = [(["gcc", "-O1", "-w", "s.c", "-o", "serial"], ["./serial"], {}),
            (["gcc", "-O1", "-w", "-fopenmp", "-foffload=disable", "a.c", "-o", "gcc"], ["./gcc"], {}),
            ([gantry, "cc", "-w", "-O1", "--offload-arch=emulated", "a.c", "-o", "ours"], ["./ours"], {"GANTRY_DEVICES": "none"}),
            (["true"], ["./ours"], {"GANTRY_DEVICES": "emulated", "OMP_TARGET_OFFLOAD": "MANDATORY"}),
            (["true"], [gantry, "check", "-w", "-O1", "a.c"], {})]
    made = run([gantry, "annotate", "-w", "--least-work=0", "s.c", "-o", "a.c"], folder)
    if made.returncode:
        return made.stderr, 0
    with open(os.path.join(folder, "a.c"), encoding="utf-8") as f:
        same = f.read().count("target data if(")
    want = None
    for build, go, more in ways:
        built = run(build, folder)
        ran = run(go, folder, **more) if not built.returncode else built
        if built.returncode or ran.returncode or (want is not None and ran.stdout != want):
            lines = zip(want.split("\n") if want else [], ran.stdout.split("\n"))
            at = next((f"call {i}: {x} not {y}" for i, (x, y) in enumerate(lines) if x != y), "")
            return f"{' '.join(build)}; {' '.join(go)}: {at}\n{ran.stderr[-1500:]}", same
        want = ran.stdout
    return None, same


def main():
    gantry, seed, programs = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    bad = same = 0
    for p in range(programs):
        r = random.Random(f"{seed} {p}")
        functions = [function(r, k) for k in range(FUNCTIONS)]
        text = HEAD + "\n".join(t for t, _, _ in functions) + "\n" + main_text(r, functions)
        with tempfile.TemporaryDirectory() as folder:
            said, n = wrong(gantry, text, folder, FUNCTIONS)
        same += n
        if said:
            bad += 1
            print(f"seed {seed}, program {p}: {said}\n{text}")
    print(f"seed {seed}: {programs * FUNCTIONS} functions, {same} loops that take pointers that are the same, {bad} programs wrong")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
