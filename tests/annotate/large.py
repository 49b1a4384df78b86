#!/usr/bin/env python3
"""Prints a C file of about the given number of lines: functions with loops, which call each other.  large.py LINES"""
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


def main():
    print("#include <math.h>\nenum { N = 1000 };")
    for k in range(int(sys.argv[1]) // PIECE.count("\n")):
        before = max(0, k - 1)
        call = f"work{before}(n, p, q, idx);" if k else ";"
        print(PIECE.format(k=k, before=before, call=call), end="")


main()
