#!/usr/bin/env python3
"""Random loops that touch elements at the ends of arrays under conditions: arrays have no element more, and are not there where nobody asks for them.

fuzz_ends.py GANTRY SEED PROGRAMS   Programs of some functions run as they are, and as `gantry annotate` writes them under `gantry check`, for sizes that
run on the device and on the host. Conditions of data keep from what does not exist; those that are the same for all iterations say which arrays there
are. Status 1 and the program if `check` finds anything or prints something else.
"""
import os
import random
import subprocess
import sys
import tempfile

FUNCTIONS = 8
HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct all { int n, opt; double weight; double *x, *y, *z; const char *mask; const int *kind; };
static double *filled(int n) { double *a = malloc(n * sizeof *a); for (volatile int i = 0; i < n; i++) a[i] = i * 7919 % 101; return a; }
static void show(const char *name, int n, const double *a) { double s = 0; for (volatile int i = 0; a && i < n; i++) s = s * 3 + a[i] - (long)(s / 1000) * 1000.0; printf("%s %.17g\\n", name, s); }
"""


def place(r, way, two):
    """an index at some distance, and the condition under which it exists"""
    by = r.choice([-2, -1, -1, 1, 1, 2, 0])
    sign = f"{'-' if by < 0 else '+'} {abs(by)}"
    at = f"i {sign}" if by else "i"
    if not two:
        return at, f"i {sign} >= 0 && i {sign} < n"
    if r.random() < .5:
        return f"(i {sign}) * m + j" if by else "i * m + j", f"i {sign} >= 0 && i {sign} < n"
    return f"i * m + j {sign}" if by else "i * m + j", f"j {sign} >= 0 && j {sign} < m"


def function(r, k):
    """(text, needs: the condition for the mask of each iteration, has: the condition under which z is there)"""
    two, member = r.random() < .3, r.random() < .3
    p = "s->" if member else ""
    own = "i * m + j" if two else "i"
    places = [place(r, k, two) for _ in range(r.choice([1, 1, 2, 3]))]
    exists = " && ".join(dict.fromkeys(c for _, c in places))
    value = " + ".join(f"{p}x[{a}]" for a, _ in places)
    has = r.choice(["{p}opt", "{p}z", "{p}weight != 0", "{p}opt > 1", "!{p}opt", "1"]).format(p=p)
    form = r.choice(["mask", "mask", "continue", "choice", "switch", "store", "count", "while", "sure"])
    inside = exists.replace("< n", f"< {p}n") if not two else exists
    lines = {"mask": f"if ({p}mask[{own}]) {p}y[{own}] = {value};",
             "continue": f"if (!{p}mask[{own}]) continue; {p}y[{own}] = {value};",
             "choice": f"{p}y[{own}] = {p}mask[{own}] ? {value} : 1;",
             "switch": f"switch ({p}kind[{own}]) {{ case 0: {p}y[{own}] = 1; break; case 1: {p}y[{own}] += {value}; break; default: {p}y[{own}] = 2; }}",
             "store": f"if ({p}mask[{own}]) {p}y[{places[0][0]}] = {p}x[{own}];",
             "count": f"for (int k = 0; k < {p}kind[{own}]; k++) {p}y[{own}] += {value};",
             "while": f"double t = {p}mask[{own}]; while (t > 0) {{ t -= 1; {p}y[{own}] += {value}; }}",
             "sure": f"if ({inside}) {p}y[{own}] = {value};"}[form]
    more = r.choice(["", f"if ({has}) {p}y[{own}] += {p}z[{own}];", f"{p}y[{own}] += {has} ? {p}z[{own}] : 0;",
                     f"if ({has}) {{ if ({p}mask[{own}]) {p}z[{own}] = 3; }}"])
    body = f"{lines} {more}" if r.random() < .7 else f"{more} {lines}"
    low, high = r.choice([(0, 0), (0, 0), (1, 1), (0, 1), (1, 0), (2, 2)])
    n = p + "n" if not two else "n"
    head = f"for (int i = {low}; i < {n}{f' - {high}' if high else ''}; i++)"
    if two:
        head += f"\n        for (int j = {r.choice([0, 1])}; j < m{r.choice(['', ' - 1'])}; j++)"
    given = "struct all *s" if member else ("int n, int opt, double weight, const char *mask, const int *kind, const double *restrict x, "
                                            "double *restrict y, double *restrict z")
    text = [f"static void f{k}({given}{', int n, int m' if two and member else ', int m' if two else ''})", "{", f"    {head} {{", f"        {body}", "    }", "}"]
    return "\n".join(text), places, form, two, member, has.replace("s->", "")


def main_text(functions):
    lines = ["int main(void)", "{", "    static const int sizes[] = {3, 40, 3000};",
             "    for (int k = 0; k < 3; k++)", "        for (int opt = 0; opt < 3; opt++) {",
             "            int n = sizes[k], m = 1; double weight = opt; (void)m;"]
    for k, (_, places, form, two, member, has) in enumerate(functions):
        count = "n * m" if two else "n"
        exists = " && ".join(dict.fromkeys(c for _, c in places))
        own = "i * m + j" if two else "i"
        z = f"(({has}) ? filled({count}) : NULL)" if has != "z" else f"(opt ? filled({count}) : NULL)"
        lines += ["            {",
                  f"                n = sizes[k]; m = 7; int total = {count};",
                  "                double *x = filled(total), *y = filled(total);",
                  f"                double *z = {z};",
                  "                char *mask = calloc(total, 1); int *kind = calloc(total, sizeof *kind);",
                  f"                for (volatile int i_ = 0; i_ < n; i_++) for (volatile int j_ = 0; j_ < {'m' if two else 1}; j_++) {{",
                  f"                    int i = i_, j = j_; (void)j; mask[{own}] = ({exists}) && i % 3 != 1; kind[{own}] = ({exists}) ? i % 3 : 2 * (i % 2) * {0 if form == 'count' else 1};",
                  "                }"]
        if member:
            lines.append("                struct all s = {n, opt, weight, x, y, z, mask, kind};")
        args = "&s" + (", n, m" if two else "") if member else "n, opt, weight, mask, kind, x, y, z" + (", m" if two else "")
        lines += [f"                f{k}({args});", f'                show("f{k}", total, y); show("z{k}", total, z);',
                  "                free(x); free(y); free(z); free(mask); free(kind);", "            }"]
    return "\n".join(lines + ["        }", "}"])


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def main():
    gantry, seed, total = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    r, wrong, regions, loops = random.Random(seed), 0, 0, 0
    for number in range(total):
        functions = [function(r, k) for k in range(FUNCTIONS)]
        text = HEAD + "\n".join(f[0] for f in functions) + "\n" + main_text(functions) + "\n"
        with tempfile.TemporaryDirectory() as folder:
            plain, written = (os.path.join(folder, f) for f in ("plain.c", "written.c"))
            with open(plain, "w", encoding="utf-8") as f:
                f.write(text)
            more = [] if r.random() < .7 else ["--no-data"]
            for command in ([gantry, "annotate", "-w", *more, plain, "-o", written],
                            ["gcc", "-O1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", plain, "-o", plain[:-2], "-lm"]):
                done = run(command)
                if done.returncode:
                    sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stderr}\n{text}")
            want = run([plain[:-2]])
            if want.returncode:
                sys.exit(f"the program itself fails\n{want.stderr}\n{text}")
            few = {**os.environ, "OMP_NUM_THREADS": "3"}
            got = run([gantry, "check", "-w", written, "-lm"], env=few)
            with open(written, encoding="utf-8") as f:
                output = f.read()
        regions += output.count("pragma omp target teams")
        loops += FUNCTIONS
        if got.returncode not in (0, 2) or got.stdout != want.stdout or (got.returncode == 2 and "nothing was found" not in got.stderr):
            wrong += 1
            print(f"program {number} of seed {seed}: status {got.returncode}\n{got.stderr}\n{output if 'keep' in sys.argv else ''}")
            if "keep" in sys.argv:
                sys.exit(1)
    print(f"seed {seed}: {loops} loops, {regions} regions, {wrong} programs wrong")
    sys.exit(wrong > 0)


main()
