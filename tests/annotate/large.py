#!/usr/bin/env python3
"""Prints a C file of about the given number of lines.  large.py LINES [KIND]

calls: functions with loops, which call each other (the usual kind); bodies: loops of a thousand statements; loops: one
function of short loops; functions: short ones that call each other in loops; nests: four loops deep.
"""
import sys

PIECE = """static double a{k}[N], b{k}[N], m{k}[100][100];
static double f{k}(double x, int i)
{{
    double y = x * {k} + sin(x);
    if (i > 3)
        y -= i;
    return y;
}}
static void put{k}(double *to, int i, double x)
{{
    to[i] = x;
}}
void work{k}(int n, double *restrict p, const double *q, int *idx)
{{
    double s = 0;
    for (int i = 0; i < n; i++) {{
        double t = f{k}(q[i], i);
        put{k}(p, i, t + f{before}(t, i));
        s += t;
    }}
    for (int i = 1; i < 99; i++)
        for (int j = 1; j < 99; j++)
            m{k}[i][j] = (m{k}[i - 1][j] + m{k}[i + 1][j] + m{k}[i][j - 1] + m{k}[i][j + 1]) / 4;
    int at = 0;
    while (at < n) {{
        a{k}[at] = b{k}[at] + p[at];
        at++;
    }}
    for (int i = 0; i < n; i++) {{
        for (int j = 0; j < i; j++) {{
            if (q[i] > q[j])
                b{k}[i] += m{k}[i % 100][j % 100];
        }}
        a{k}[idx[i]] += s;
    }}
    for (int i = 0; i < n; i++)
        p[i] = a{k}[i] * b{k}[n - 1 - i];
    {call}
}}
"""


NEST = """void nest{k}(int n, int m, double *p)
{{
for (int t = 0; t < n; t++)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < m - 1; k++) {{
                a[i][j][k] = b[i - 1][j][k] + b[i + 1][j][k] + b[i][j - 1][k] - a[i][j][k];
                p[(i * m + j) * m + k] += b[k][j][i] * {k};
            }}
}}"""


def calls(lines):
    yield "#include <math.h>\nenum { N = 1000 };"
    for k in range(lines // PIECE.count("\n")):
        before = max(0, k - 1)
        call = f"work{before}(n, p, q, idx);" if k else ";"
        yield PIECE.format(k=k, before=before, call=call)[:-1]


def bodies(lines):
    yield "double a[1000][1000], b[1000][1000], c[1000], d[1000], e[1000];"
    statement = ["c[i] = d[i] * {k} + x;", "a[i][{k}] = b[i][{j}] + c[i];", "if (c[i] > {k}) d[i] += e[i];",
                 "double t{k} = c[i] * {k};", "e[i] += t{before} + d[i];"]
    for f in range(lines // 1006):
        yield f"void body{f}(int n, double x)\n{{\nfor (int i = 1; i < n - 1; i++) {{"
        for k in range(1000):
            yield "    " + statement[k % 5].format(k=k, before=k - 1, j=(k * 7 + f) % 1000)
        yield "}\n}\n"


def loops(lines):
    yield "double a[1000], b[1000], s;\nvoid all(int n, double *p, double *q)\n{"
    statement = ["a[i] = b[i] + {k};", "p[i] = a[i] * {k};", "s += p[i];", "b[i] = q[i] + a[n - i - 1];"]
    for k in range(lines // 3):
        yield "    for (int i = 0; i < n; i++)\n        " + statement[k % 4].format(k=k) + "\n"
    yield "}"


def functions(lines):
    yield "double a[1000], b[1000];"
    for k in range(lines // 4):
        inner = f"f{k - 1}(x)" if k % 20 else "1"
        yield f"static double f{k}(double x) {{ return x * {k} + {inner}; }}"
        yield f"void g{k}(int n)\n{{ for (int i = 0; i < n; i++)\n    a[i] = f{k}(b[i]); }}"


def nests(lines):
    yield "double a[50][50][50], b[50][50][50];"
    for k in range(lines // (NEST.count("\n") + 1)):
        yield NEST.format(k=k)


def main():
    kind = sys.argv[2] if len(sys.argv) > 2 else "calls"
    pieces = {f.__name__: f for f in (calls, bodies, loops, functions, nests)}[kind]
    for piece in pieces(int(sys.argv[1])):
        print(piece)


main()
