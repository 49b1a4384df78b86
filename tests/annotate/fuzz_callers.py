#!/usr/bin/env python3
"""Random programs whose functions touch memory behind parameters by indices out of memory: how much there is only callers know.

fuzz_callers.py GANTRY SEED PROGRAMS [files]   With `files` the functions are in a file of their own, and annotated with --whole-program. Programs run as they are, under GCC's sanitizers; and as `gantry annotate` writes them, by GCC with threads and
under `gantry check`, for three sizes. Blocks have no element more than they are used for, and are allocated in many ways; what is passed beside them
says how many elements they have, or nearly so, or what it was before. Status 1 and the program if `check` finds anything or prints something else.
"""
import os
import random
import subprocess
import sys
import tempfile

HEAD = """#include <stdio.h>
#include <stdlib.h>
static void *fresh(size_t count, size_t size) { void *p = calloc(count, size); if (!p) exit(2); return p; }
static double *doubles(long count) { double *p = malloc(count * sizeof *p); if (!p) exit(2); return p; }
static void fill(volatile double *a, volatile long n) { for (volatile long i = 0; i < n; i++) a[i] = i * 7919 % 101; }
static int *indices(volatile int n, volatile long of) { int *a = malloc((n + 1) * sizeof *a); for (volatile int i = 0; i <= n; i++) a[i] = (int)(i * 31L % of); return a; }
static void show(const char *name, volatile const double *a, volatile long n) { double s = 0; for (volatile long i = 0; i < n; i++) s += a[i] * (i % 7 + 1); printf("%s %.17g\\n", name, s); }
"""
SIZES = ["n", "m", "n * m", "n + 1", "2 * n + m", "k * m", "w", "(size_t)n * m", "u * 2u", "n * (m + 1)", "w * n", "n + m", "(long)n * n", "u + 1"]
NUMBERS = ["n", "m", "k", "n * m", "n - 1", "n + 1", "w", "w * n", "40", "k - 3", "2 * n", "n + m", "(int)w", "u"]
FILES = "files" in sys.argv[4:]
TYPES = ["int", "int", "int", "long", "size_t", "unsigned", "short"]


class Function:
    def __init__(self, r, k, before, quiet):
        self.name, self.arrays, self.form = f"f{k}", r.choice([1, 1, 2]), r.choice(["gather", "gather", "scatter", "two", "through", "through"] + ([] if quiet else ["step", "shrink", "again"]))
        self.types = [r.choice(TYPES) for _ in range(r.choice([0, 1, 2, 2, 3]))]
        self.callee = r.choice(before) if before and self.form == "through" else None
        if self.form == "through" and not self.callee:
            self.form = "gather"
        if self.callee:
            self.arrays = self.callee.arrays
        self.order = r.random()
        params = [f"{t} p{i}" for i, t in enumerate(self.types)]
        arrays = [f"double *x{i}" for i in range(self.arrays)]
        self.params = ["int c", "const int *ix"] + (params + arrays if self.order < .5 else arrays + params)
        self.kind = "" if FILES else "static" if quiet else r.choice(["static", "static", "static inline", ""])
        self.r = r
        self.text = f"{self.kind} double {self.name}({', '.join(self.params)})\n{{\n    double sum = 0;\n{self.body()}    return sum;\n}}\n"
        self.text += r.choice([""] * (9 if not quiet else 99) + [f"double (*const by_{self.name})({', '.join(self.params)}) = {self.name};\n"])

    def arguments(self, numbers, arrays, c, ix):
        return f"{self.name}({', '.join([c, ix] + (numbers + arrays if self.order < .5 else arrays + numbers))})"

    def body(self):
        r, use = self.r, " + ".join([f"x{i}[ix[i]]" for i in range(self.arrays)] + [f"(double)p{i}" for i in range(len(self.types)) if self.r.random() < .3])
        loop = "    for (int i = 0; i < c; i++)\n"
        lines = {"gather": loop + f"        sum += {use};\n",
                 "scatter": loop + "        x0[ix[i]] += i % 5;\n" + loop + f"        sum += {use};\n",
                 "two": loop + f"        if (ix[i] % 2) sum += {use};\n" + loop + f"        sum += 2 * ({use});\n",
                 "step": "    x0++;\n" + loop + f"        sum += {use.replace('x0[ix[i]]', 'x0[ix[i] - 1]')};\n",
                 "shrink": "".join(f"    p{i} /= 2;\n" for i in range(len(self.types))) + loop + f"        sum += {use};\n",
                 "again": loop + f"        sum += {use};\n" + f"    if (c > 40)\n        sum += {self.arguments([f'p{i}' for i in range(len(self.types))], [f'x{i}' for i in range(self.arrays)], 'c - 30', 'ix')};\n"}
        if self.form != "through":
            return lines[self.form]
        own = [f"p{i}" for i in range(len(self.types))]
        numbers = [r.choice(own + [f"{p} - 1" for p in own] + ["c", "7"]) if own and r.random() < .8 else "c" for _ in self.callee.types]
        arrays = [f"x{i}" + r.choice(["", "", "", "", " + 0"]) for i in range(self.arrays)]
        call = self.callee.arguments(numbers, arrays, "c", "ix")
        more = r.choice(["", loop + f"        sum += {use};\n"])
        return more + r.choice([f"    sum += {call};\n", f"    for (int t = 0; t < 2; t++)\n        sum += {call};\n"])


def block(r, k, quiet):
    """(lines, whether its size may change later, its size)"""
    e, name = r.choice(SIZES), f"b{k}"
    style = r.choice([0, 1, 2, 3, 4, 5, 8, 9, 10] + ([] if quiet else [6, 7]))
    if style == 4:
        return [f"double {name}[40];", f"volatile long len{k} = 40;", f"fill({name}, 40);"], False, "40"
    lines = {0: [f"double *{name} = malloc(({e}) * sizeof *{name});"],
             1: [f"double *{name} = calloc({e}, sizeof *{name});"],
             2: [f"double *{name} = fresh({e}, sizeof *{name});"],
             3: [f"double *{name};", f"{name} = malloc(sizeof(double) * ({e}));"],
             5: [f"size_t bytes{k} = ({e}) * sizeof(double);", f"double *{name} = malloc(bytes{k});"],
             6: [f"double *{name} = malloc(({e}) * sizeof *{name});", f"{name} = realloc({name}, (({e}) + 1) * sizeof *{name});"],
             7: [f"double *{name} = NULL;", f"if (n > 1) {name} = malloc(({e}) * sizeof *{name});"],
             8: [f"{r.choice(['int', 'long', 'size_t'])} size{k} = {e};", f"double *{name} = malloc(size{k} * sizeof *{name});"],
             9: [f"double *{name} = doubles({e});"],
             10: [f"int size{k};", f"size{k} = {e};", f"double *{name} = doubles(size{k});"]}[style]
    return lines + [f"volatile long len{k} = ({e}){' + 1' if style == 6 else ''};", f"fill({name}, len{k});"], style in (8, 10), e


def program(r):
    functions, quiet = [], r.random() < .7
    for k in range(r.choice([2, 3, 4])):
        functions.append(Function(r, k, functions, quiet))
    lines, sized, blocks, sizes = ["int m = n / 2 + 1, k = n + 3;", "long w = 2 * n;", "unsigned u = n;"], [], 0, []
    calls = 0
    for _ in range(r.choice([2, 3, 3])):
        new, changes, size = block(r, blocks, quiet)
        sizes.append(size)
        lines += new
        if changes:
            sized.append(f"size{blocks}")
        blocks += 1
    for _ in range(r.choice([4, 6, 8])):
        if r.random() < (.1 if quiet else .3):
            lines.append(r.choice([f"{s}{r.choice([' += 1', '--', ' *= 2'])};" for s in sized] + ["k++;", "w += 1;", "m += 1;", "u = u + 2;"]))
        f = r.choice(functions)
        same = r.random() < .6
        which = [r.randrange(blocks) for _ in range(f.arrays)]
        if same:
            which = [which[0]] * f.arrays
        off = [0 if quiet else r.choice([0, 0, 0, 0, 0, 0, 0, 1]) for _ in which]
        least = " < ".join([f"len{b} - {o}" for b, o in zip(which, off)])
        length = f"len{which[0]} - {max(off)}" if len(set(which)) == 1 else f"({least.replace(' < ', ' < (')}) ? len{which[0]} - {max(off)} : len{which[1]} - {max(off)})"
        numbers = [r.choice([sizes[r.choice(which)]] * 9 + [f"size{b}" for b in which if f"size{b}" in sized] * 9 + NUMBERS + sized) for _ in f.types]
        arrays = [f"b{b}" + (" + 1" if o else "") for b, o in zip(which, off)]
        calls += 1
        count = r.choice(["n", "n", "m", "1 + n / 3"])
        lines.append(f"int c{calls} = {count}, *ix{calls} = indices(c{calls}, {length});")
        call = f"sum += {f.arguments(numbers, arrays, f'c{calls}', f'ix{calls}')};"
        kind = r.randrange(8)
        inside = r.choice([f" {s}++;" for s in sized] + [""] * (9 if quiet else 3))
        lines.append(call if kind < 4 else f"for (int t = 0; t < 3; t++) {{ {call}{inside} }}" if kind < 6 else f"if (n > 5) {{ int m = n + t0; {call} sum += m; }}" if kind == 6 else
                     f"{{ int k = 1; {call} sum += k; }}")
        lines.append(f"free(ix{calls});")
    lines += [f'show("b{b}", b{b}, len{b});' for b in range(blocks)]
    text = HEAD + "".join(f.text for f in functions)
    if FILES:
        text += "/* CUT */\n" + HEAD + "".join(f"double {f.name}({', '.join(f.params)});\n" for f in functions)
        text += "".join(f"double (*const named_{f.name})({', '.join(f.params)}) = {f.name};\n" for f in functions if r.random() < .1)
    return text + "static double drive(int n, int t0)\n{\n    double sum = 0;\n    " + "\n    ".join(lines) + "\n    return sum;\n}\nint main(void)\n{\n" + \
        "    static const int sizes[] = {3, 37, 260};\n    for (volatile int i = 0; i < 3; i++)\n        printf(\"%.17g\\n\", drive(sizes[i], i));\n    return 0;\n}\n"


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def main():
    gantry, seed, total = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    r, wrong, regions, told, passed, invalid = random.Random(seed), 0, 0, 0, 0, 0
    for number in range(total):
        text = program(r)
        more = (["--no-data"] if r.random() < .3 else []) + (["--least-work=0"] if r.random() < .7 else [])
        with tempfile.TemporaryDirectory() as folder:
            plain, written, threads = (os.path.join(folder, f) for f in ("plain.c", "written.c", "threads"))
            with open(plain, "w", encoding="utf-8") as f:
                f.write(text)
            sources, outputs = [plain], [written]
            if FILES:
                sources, outputs = [os.path.join(folder, f) for f in ("plain.c", "rest.c")], [os.path.join(folder, "new", f) for f in ("plain.c", "rest.c")]
                os.mkdir(os.path.join(folder, "new"))
                for path, part in zip(sources + outputs, 2 * text.split("/* CUT */\n")):
                    with open(path, "w", encoding="utf-8") as f:
                        f.write(part)
            done = run(["gcc", "-O1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", *sources, "-o", plain[:-2]])
            want = run([plain[:-2]], env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}) if not done.returncode else done
            if done.returncode or want.returncode:
                invalid += 1
                if "keep" in sys.argv:
                    print(done.stderr, want.stderr, text)
                continue
            for command in ([gantry, "annotate", "-w", *more] + (["--whole-program", "--in-place", *outputs] if FILES else [plain, "-o", written]),
                            ["gcc", "-O1", "-w", "-fopenmp", "-foffload=disable", *outputs, "-o", threads]):
                done = run(command)
                if done.returncode:
                    print(f"{' '.join(command)}: status {done.returncode}\n{done.stderr}\n{text}")
                    sys.exit(1)
            few = {**os.environ, "OMP_NUM_THREADS": "3"}
            host, got = run([threads], env=few), run([gantry, "check", "-w", *outputs], env=few)
            output = "".join(open(path, encoding="utf-8").read() for path in outputs)
        regions += output.count("pragma omp target teams")
        passed += output.count("_size, ") > 0
        told += any(f"[0:{x}" in output for x in ("p0", "p1", "p2", "(long)p", "2 * (long)p", "2 * p"))
        if host.stdout != want.stdout or got.returncode not in (0, 2) or got.stdout != want.stdout or (got.returncode == 2 and "nothing was" not in got.stderr):
            wrong += 1
            print(f"program {number} of seed {seed}: status {got.returncode}\n{got.stderr}\n{output if 'keep' in sys.argv else ''}")
            if "keep" in sys.argv:
                sys.exit(1)
    print(f"seed {seed}: {total - invalid} programs, {regions} regions, {told} with sizes of arguments, {passed} with parameters more, {wrong} wrong")
    sys.exit(wrong > 0)


main()
