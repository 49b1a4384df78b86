#!/usr/bin/env python3
"""S4's tables of generated and tuned directives, in shape, by the model of the emulated device (docs/tune.md).

    bench/table42.py GANTRY [--budget N] [--kernel NAME …] [--collapse] [--times]

Table 4.2: five serial kernels, each as it runs on one thread, with a basic directive (on the outermost loop alone), with
those of `gantry annotate`, and with these tuned by `gantry tune` (the basic one where annotate writes none). All must give the serial program's answer. --times: in
place, by the clock, in place of the model's slots: on an idle machine alone. --collapse: Table 4.1, a saxpy of two
loops, collapsed and not, at inner lengths that fill warps and that do not. Exit status 1 where an answer differs."""
import argparse
import os
import re
import subprocess
import sys
import tempfile

MAIN = """
static double *filled(long n, int k)
{
    double *a = malloc(n * sizeof *a);
    unsigned x = 7 * k + 1;
    for (long i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        a[i] = (x >> 16) % 64 / 16.0 - 2;
    }
    return a;
}
static double summed(long n, const double *a)
{
    double s = 0;
    for (long i = 0; i < n; i++)
        s = s * 0.5 + a[i];
    return s;
}
"""
# name: serial text with @ where the outermost loop's directive goes, what maps it, further words, main's body, size
KERNELS = {
    "saxpy": ("""static void saxpy(int n, double a, const double *restrict x, double *restrict y)
{
@
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}
""", "map(to: x[0:n]) map(tofrom: y[0:n])", """double *x = filled(n, 1), *y = filled(n, 2);
    saxpy(n, 0.5, x, y);
    double s = summed(n, y);""", 20000),
    "waxpby": ("""static void waxpby(int n, double a, const double *restrict x, double b, const double *restrict y, double *restrict w)
{
@
    for (int i = 0; i < n; i++)
        w[i] = a * x[i] + b * y[i];
}
""", "map(to: x[0:n], y[0:n]) map(from: w[0:n])", """double *x = filled(n, 1), *y = filled(n, 2), *w = filled(n, 3);
    waxpby(n, 0.5, x, 0.25, y, w);
    double s = summed(n, w);""", 20000),
    "dot": ("""static double dot(int n, const double *restrict x, const double *restrict y)
{
    double s = 0;
@
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}
""", "reduction(+: s) map(to: x[0:n], y[0:n]) map(tofrom: s)", """double *x = filled(n, 1), *y = filled(n, 2);
    double s = dot(n, x, y);""", 20000),
    "laplace2d": ("""static void laplace2d(int n, const double *restrict a, double *restrict b)
{
@
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            b[i * n + j] = 0.25 * (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
}
""", "map(to: a[0:n*n]) map(tofrom: b[0:n*n])", """double *a = filled((long)n * n, 1), *b = filled((long)n * n, 2);
    laplace2d(n, a, b);
    double s = summed((long)n * n, b);""", 130),
    "matvec": ("""static void matvec(int n, int m, const int *restrict row, const int *restrict col, const double *restrict v, const double *restrict x, double *restrict y)
{
@
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            t += v[k] * x[col[k]];
        y[i] = t;
    }
}
""", "map(to: row[0:n+1], col[0:m], v[0:m], x[0:n]) map(from: y[0:n])",
               """int *row = malloc((n + 1) * sizeof *row), m = 0;
    for (int i = 0; i < n; i++)
        row[i] = m, m += 20 + i % 15;
    row[n] = m;
    int *col = malloc(m * sizeof *col);
    for (int k = 0; k < m; k++)
        col[k] = (int)((k * 7919L) % n);
    double *v = filled(m, 1), *x = filled(n, 2), *y = filled(n, 3);
    matvec(n, m, row, col, v, x, y);
    double s = summed(n, y);""", 1500),
}
# what annotate asks the user for, and the sizes of --times: at those above two threads only cost
SAID = {"matvec": "    #pragma ompx sizes(v[0:m], col[0:m], x[0:n])\n"}
LARGE = {"saxpy": 200000, "waxpby": 200000, "dot": 200000, "laplace2d": 450, "matvec": 10000}
NEST = """static void rows(int n, int m, double a, const double *restrict x, double *restrict y)
{
    #pragma omp target teams distribute %s num_teams(52) thread_limit(128) map(to: x[0:n*m]) map(tofrom: y[0:n*m])
    for (int i = 0; i < n; i++)
%s        for (int j = 0; j < m; j++)
            y[i * m + j] += a * x[i * m + j];
}
"""
COLLAPSE = [NEST % ("", "        #pragma omp parallel for\n"), NEST % ("parallel for collapse(2)", "")]
SHAPES = [(256, 96), (256, 122), (256, 128), (256, 134), (1024, 32), (64, 1024)]
DIRECTIVE = "    #pragma omp target teams distribute parallel for%s %s"


def program(function, body, n):
    return ("#include <stdio.h>\n#include <stdlib.h>\n" + function + MAIN +
            "int main(int argc, char **argv)\n{\n    int n = argc > 1 ? atoi(argv[1]) : %d;\n    %s\n"
            '    printf("%%.12g\\n", s);\n    return 0;\n}\n' % (n, body))


class Bench:
    def __init__(self, o, folder):
        self.o, self.folder, self.wrong = o, folder, 0

    def gantry(self, *words, **more):
        return subprocess.run([self.o.gantry, *words], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, **more)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as f:
            f.write(text)
        return name

    def answer(self, source, *words):
        """What the program prints on the host, and on the emulated device if it has one."""
        self.gantry("cc", "-O2", *words, source, "-o", "program", "-lm", check=True)
        env = dict(os.environ, **({"GANTRY_DEVICES": "emulated", "OMP_TARGET_OFFLOAD": "MANDATORY"} if words else {}))
        return float(subprocess.run([os.path.join(self.folder, "program")], text=True, stdout=subprocess.PIPE, env=env,
                                    check=True).stdout)

    def described(self, name):
        function, clauses, body, n = KERNELS[name]
        return function, clauses, body, LARGE[name] if self.o.times else n

    def annotated(self, name, *words):
        """The file that annotate writes from the serial program and what its user can say."""
        function, _, body, n = self.described(name)
        said = self.write(name + "_said.c", program(function.replace("@\n", SAID.get(name, "")), body, n))
        self.gantry("annotate", *words, said, "-o", name + "_generated.c", check=True)
        return name + "_generated.c"

    def tuned(self, source, function, budget, **more):
        """The region's cost as it is, and with the best settings that were found; None: there is no region."""
        offered = self.gantry("cc", "--dump=settings", source, check=True).stdout
        region = re.search(r"^region (%s:\d+) " % function, offered, re.M)
        if not region:
            return None
        device = "in-place" if self.o.times else "emulated"
        said = self.gantry("tune", "--device", device, "--budget", str(budget), "--region", region.group(1), "--store",
                           "store." + source, source, **more)
        found = re.search(r"as it is ([0-9.e+]+)[^;,\n]*(?:; (.*?): ([0-9.e+]+) )?", said.stdout)
        if not found:
            raise SystemExit("%s: not tuned:\n%s%s" % (source, said.stdout, said.stderr))
        return float(found.group(1)), float(found.group(3) or found.group(1)), found.group(2) or "as it is"

    def same(self, name, build, got, want):
        if abs(got - want) > 1e-9 * max(1, abs(want)):
            print("%s, %s: %.12g, not %.12g" % (name, build, got, want))
            self.wrong += 1

    def kernel(self, name):
        function, clauses, body, n = self.described(name)
        sources = {
            "serial": self.write(name + "_serial.c", program(function.replace("@\n", ""), body, n)),
            "one": self.write(name + "_one.c", program(
                function.replace("@", DIRECTIVE % ("" if self.o.times else " num_teams(1) thread_limit(1)", clauses)), body, n)),
            "basic": self.write(name + "_basic.c", program(function.replace("@", DIRECTIVE % ("", clauses)), body, n)),
        }
        sources["generated"] = self.annotated(name)
        want = self.answer(sources["serial"])
        alone = {"env": dict(os.environ, OMP_NUM_THREADS="1")} if self.o.times else {}
        costs = [self.tuned(sources["one"], name, 1, **alone)[0], self.tuned(sources["basic"], name, 1)[0]]
        found, source = self.tuned(sources["generated"], name, self.o.budget), sources["generated"]
        costs.append(found[0] if found else None)
        if not found:
            source = sources["basic"]
            found = self.tuned(source, name, self.o.budget)
        for build in ("one", "basic") + (("generated",) if costs[2] else ()):
            self.same(name, build, self.answer(sources[build], "--offload-arch=emulated"), want)
        self.same(name, "tuned", self.answer(source, "--offload-arch=emulated", "--tuned=store." + source), want)
        return costs + [found[1]], found[2]

    def table42(self):
        print("| kernel | serial | basic | generated | tuned | by |\n|---|---|---|---|---|---|")
        for name in self.o.kernel or KERNELS:
            costs, words = self.kernel(name)
            print("| %s | %s | %s |" % (name, " | ".join("%.4g" % c if c else "-" for c in costs), words), flush=True)

    def table41(self):
        print("| outer x inner | not collapsed | collapsed | times |\n|---|---|---|---|")
        for n, m in SHAPES:
            costs, answers = [], []
            for function in COLLAPSE:
                source = self.write("rows.c", program(function, """int m = %d;
    double *x = filled((long)n * m, 1), *y = filled((long)n * m, 2);
    rows(n, m, 0.5, x, y);
    double s = summed((long)n * m, y);""" % m, n))
                costs.append(self.tuned(source, "rows", 1)[0])
                answers.append(self.answer(source, "--offload-arch=emulated"))
            self.same("rows", "%d x %d" % (n, m), *answers)
            print("| %d x %d | %.4g | %.4g | %.2f |" % (n, m, *costs, costs[0] / costs[1]), flush=True)


def main():
    q = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    q.add_argument("gantry")
    q.add_argument("--budget", type=int, default=60)
    q.add_argument("--kernel", action="append", choices=list(KERNELS))
    q.add_argument("--collapse", action="store_true")
    q.add_argument("--times", action="store_true")
    o = q.parse_args()
    o.gantry = os.path.abspath(o.gantry)
    with tempfile.TemporaryDirectory() as folder:
        b = Bench(o, folder)
        b.table41() if o.collapse else b.table42()
    sys.exit(b.wrong != 0)


if __name__ == "__main__":
    main()
