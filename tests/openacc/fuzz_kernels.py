#!/usr/bin/env python3
"""fuzz_kernels.py BUILD [PROGRAMS [FIRST]]: random loops in `kernels` and `parallel loop auto`, over arrays and over pointers that
may meet. What analysis decides must compute what the same program computes without -fopenacc."""
import os, pathlib, random, subprocess, sys, tempfile

gantry = pathlib.Path(sys.argv[1]).resolve() / "bin/gantry"
programs, seed = [int(w) for w in (sys.argv[2:] + ["4", "1"][len(sys.argv) - 2:])]
FUNCTIONS = 12  # of a program
PLACES = ("x, x + 200, x + 400", "x, x, x + 200", "x, x + 1, x + 2", "x, x + 64, x + 300")  # of a, b and c


class Writer:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.pointers = self.r.random() < 0.4
        self.in_parallel = False  # there `loop` alone says that iterations are independent

    def index(self, ivs):
        k, i = self.r.random(), self.r.choice(ivs) if ivs else None
        if not i or k < 0.05:
            return str(self.r.randint(0, 20))
        if len(ivs) > 1 and 0.8 <= k < 0.88:
            return f"{ivs[0]} * 8 + {ivs[1]} % 8"
        return (i if k < 0.5 else f"{i} + {self.r.randint(0, 3)}" if k < 0.7 else f"2 * {i} + {self.r.randint(0, 1)}" if k < 0.88
                else f"{i} + k" if k < 0.94 else f"({i} * 3) % 16")

    def expression(self, ivs, depth=0):
        k = self.r.random()
        if depth > 2 or k < 0.25:
            return str(self.r.randint(0, 5))
        if k < 0.45 and ivs:
            return self.r.choice(ivs)
        if k < 0.75:
            return f"{self.r.choice('abc')}[{self.index(ivs)}]"
        if k < 0.85:
            return self.r.choice("stk")
        return f"({self.expression(ivs, depth + 1)} {self.r.choice('+-*')} {self.expression(ivs, depth + 1)})"

    def statement(self, ivs, depth):
        k, value = self.r.random(), self.expression(ivs)
        if ivs and self.r.random() < 0.08:
            return self.extreme(ivs)
        element = f"{self.r.choice('abc')}[{self.index(ivs)}]"
        if 0.36 <= k < 0.55 and depth < 2:
            return self.counted(ivs, depth + 1) if self.r.random() < 0.25 else self.loop(ivs, depth + 1)
        if 0.25 <= k < 0.3:
            return f"if ({value} > {self.expression(ivs)}) {self.statement(ivs, depth)}"
        return (f"s += {value};" if k < 0.14 else f"t = {value};" if k < 0.2 else f"{{ int u = {value}; {element} = u; }}" if k < 0.25
                else f"m = {value} > m ? {ivs[0] if ivs else 3} : m;" if k < 0.33 else f"k = {self.r.randint(0, 3)};" if k < 0.36
                else f"{element} {self.r.choice(['=', '=', '=', '+='])} {value};")

    def extreme(self, ivs):
        """keeps the place of an extreme value, with it or without"""
        i, r = self.r.choice(ivs), self.r
        value = r.choice([f"{r.choice('abc')}[{self.index(ivs)}]", self.expression(ivs)])
        compare, element = r.choice(["<", "<=", ">", ">="]), f"{r.choice('abc')}[{i}]"
        return r.choice([f"if ({value} {compare} p) {{ p = {value}; w = {i}; }}", f"if ({element} {compare} {element[0]}[w]) w = {i};",
                         f"if ({value} {compare} p) p = {value}, w = {i} + 1, v = {self.expression(ivs)};",
                         f"w = {element} {compare} {element[0]}[w] ? {i} : w;"])

    def counted(self, ivs, depth):
        """a loop that is no canonical `for`, but whose iterations can be counted"""
        if len(ivs) == 3:
            return "t = 1;"
        r, own = self.r, self.r.random() < 0.4
        v, n, element = "ijl"[len(ivs)] if own or ivs else "g", r.choice(["n", "12", "n - 1", "24"]), r.choice("abc")
        body = " ".join(self.statement(ivs + [v], depth) for _ in range(r.randint(1, 2)))
        line = "\n#pragma acc loop auto\n" if r.random() < 0.1 else ""
        text = r.choice([f"{v} = {n}; while ({v}-- > 0) {{ {body} }}", f"{v} = 0; while ({v} < {n}) {{ {body} {v}++; }}",
                         f"{v} = {n}; {line}for (; {v} > 0; {v}--) {{ {body} }}", f"{v} = 1; do {{ {body} {v} += 1; }} while ({v} < {n});",
                         f"{v} = {n}; do {{ {body} }} while (--{v} > 0);",
                         f"{v} = 0; y = {element}; while ({v} < {n}) {{ *y++ = {self.expression(ivs + [v])}; {v}++; }}"])
        return f"{{ int {text} }}" if own else text

    def loop(self, ivs, depth):
        if len(ivs) == 3:
            return "t = 1;"
        v, r = "ijl"[len(ivs)], self.r
        level = r.choice(["", ("gang", "worker", "vector")[len(ivs)]])
        line = "\n#pragma acc loop auto\n" if r.random() < 0.15 else f"\n#pragma acc loop {level}\n" if r.random() < 0.2 and not self.in_parallel else ""
        head = f"for ({'int ' if r.random() < 0.6 else ''}{v} = {r.choice([0, 0, 1])}; {v} < {r.choice(['n', '12', 'n - 1', '24'])}; {v}++)"
        return f"{line}{head} {{ {' '.join(self.statement(ivs + [v], depth) for _ in range(r.randint(1, 3)))} }}"

    def region(self):
        k, clauses = self.r.random(), " copy(a, b, c)" if self.r.random() < 0.5 else ""
        if self.pointers:
            clauses = " copy(a[0:200], b[0:200], c[0:200])"
        if k < 0.15:
            return f"#pragma acc kernels{clauses}\nfor (i = {self.r.choice([0, 1])}; i < n; i++) {{ {self.statement(['i'], 2)} {self.extreme(['i'])} }}\n"
        if k < 0.35:
            return f"#pragma acc kernels{clauses}\n{self.loop([], 0).lstrip()}\n"
        if k < 0.45:  # what is set before the construct, then the loop
            text, before = self.counted([], 0), ""
            while text.startswith(("g = ", "y = ")):
                first, text = text.split("; ", 1)
                before += first + ";\n"
            return f"{before}#pragma acc kernels{clauses}\n{text.lstrip()}\n"
        if k < 0.9:
            parts = ["\n" + (self.loop([], 0) if self.r.random() < 0.55 else self.counted([], 0) if self.r.random() < 0.4 else self.statement([], 2)) for _ in range(self.r.randint(1, 4))]
            return f"#pragma acc kernels{clauses}\n{{ {' '.join(parts)}\n}}\n"
        self.in_parallel, loop = True, "\n#"
        while loop.startswith("\n#"):
            loop = self.loop([], 0)
        self.in_parallel = False
        return f"#pragma acc parallel loop auto{clauses} copy(t, m, k, s, p, v, w, g)\n{loop}\n"

    def program(self):
        out = ["#include <stdio.h>\nstatic int x[1024];"]
        sums = "h = h * 31 + a[q] * 7 + b[q] * 3 + c[q]"
        for n in range(FUNCTIONS):
            scalars = f"int s = 1, t = 2, k = {self.r.randint(0, 2)}, m = 0, p = {self.r.choice([-1000, 6, 1000])}, v = 0, w = 0, g = 0, i, j, l; i = j = l = 0;"
            body = "".join(self.region() for _ in range(self.r.randint(1, 3)))
            if self.pointers:
                out.append(f"static int f{n}(int n, int *a, int *b, int *c)\n{{\n{scalars} int *y = a;\n{body}return s * 31 + t * 7 + k + m + p * 3 + w * 5 + v + g;\n}}")
            else:
                out.append(f"static int f{n}(int n)\n{{\nstatic int a[256], b[256], c[256]; {scalars} int *y = a; unsigned h = 0;\n"
                           f"for (int q = 0; q < 128; q++) {{ a[q] = q * 3 % 11; b[q] = q % 5; c[q] = q; }}\n{body}"
                           f"for (int q = 0; q < 256; q++) {sums};\nreturn (int)h ^ (s * 31 + t * 7 + k + m + p * 3 + w * 5 + v + g);\n}}")
        out.append("int main(void)\n{")
        for n in range(FUNCTIONS):
            call = f'printf("%d\\n", f{n}(20));'
            if self.pointers:
                call = (f"for (int q = 0; q < 1024; q++) x[q] = q * 5 % 13;\n#pragma acc data copy(x)\n"
                        f'printf("%d\\n", f{n}(20, {self.r.choice(PLACES)}));\n{{ unsigned h = 0; for (int q = 0; q < 1024; q++) h = h * 31 + x[q]; printf("%u\\n", h); }}')
            out.append(call)
        return "\n".join(out) + "\nreturn 0;\n}\n"


def output(program, **environment):
    done = subprocess.run([program], capture_output=True, text=True, timeout=300, env={**os.environ, **environment})
    return done.stdout if done.returncode == 0 else done.stderr


bad = 0
for k in range(seed, seed + programs):
    with tempfile.TemporaryDirectory() as folder:
        source, plain, ours = (pathlib.Path(folder) / name for name in ("program.c", "plain", "ours"))
        source.write_text(Writer(k).program())
        for words in (["-o", plain], ["-fopenacc", "--offload-arch=emulated", "-o", ours]):
            done = subprocess.run([gantry, "cc", "-w", "-fwrapv", "-O1", source, *words], capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"program {k} does not compile\n{done.stderr}")
        want = output(plain)
        for environment in ({"GANTRY_DEVICES": "emulated", "OMP_TARGET_OFFLOAD": "MANDATORY"}, {"OMP_TARGET_OFFLOAD": "DISABLED"}):
            got = output(ours, **environment)
            if got != want:
                bad += 1
                print(f"program {k}, {environment}: wrong\n{got[:2000] if len(got) != len(want) else ''}")
                pathlib.Path(f"fuzz_kernels_{k}.c").write_text(source.read_text())
print(f"{programs} programs of {FUNCTIONS} functions, {bad} wrong")
sys.exit(bad > 0)
