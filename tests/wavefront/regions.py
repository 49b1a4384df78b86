#!/usr/bin/env python3
"""regions.py SEED COUNT: a C file with COUNT loops over phases, each twice: as a launch for each phase, and as one region
whose teams wait for each other (`#pragma ompx resident`, `barrier league`, `single league`). Both must leave the same
values; a line tells of each loop. The values are whole numbers, or such that no operation rounds."""
import random
import sys

HEAD = """
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int bad;
"""


class Loop:
    def __init__(self, rng, number):
        self.r, self.number = rng, number
        self.t = rng.choice(["unsigned", "long", "double"])
        self.n = rng.choice([1, 2, 3, 31, 32, 33, 63, 100, 127, 129, 257, 500, 1000, 1023, 3001])
        self.v = ["a", "b", "c"][: rng.randint(2, 3)]
        self.swaps = rng.choice([False, True])

    def cut(self, e):
        return f"fmod({e}, 65536)" if self.t == "double" else f"({e})"

    def other(self, v):
        return self.v[(self.v.index(v) + 1) % len(self.v)]

    def phase(self):
        """(clauses, loop, before, after): the last two around it in a region, None: a phase of the sequential code"""
        r, to = self.r, self.r.choice(self.v)
        frm, e = self.other(to), r.choice(["k", "x", "k + 1", "x + k", "3"])
        clauses = r.choice(["", "", "", " schedule(static, 4)", " schedule(dynamic)", " dist_schedule(static, 8)"])
        kind = r.choice(["map", "stencil", "inplace", "reverse", "sum", "sum", "max", "lanes", "nest", "single"])
        head, red = "for (int i = 0; i < n; i++)", None
        if kind == "map":
            body = f"{to}[i] = {self.cut(f'{frm}[i] * 3 + {e} + i')};"
        elif kind == "stencil":
            head = "for (int i = 1; i < n - 1; i++)"
            body = f"{to}[i] = {self.cut(f'{frm}[i - 1] + {frm}[i + 1] + {e}')};"
        elif kind == "inplace":
            body = f"{to}[i] = {self.cut(f'{to}[i] * 2 + {e}')};"
        elif kind == "reverse":
            body = f"{to}[n - 1 - i] = {self.cut(f'{frm}[i] + {e}')};"
        elif kind == "sum":
            red, body = "+", f"part += {self.cut(f'{frm}[i] + {e}')};"
        elif kind == "max":
            red, body = "max", f"part = part < {frm}[i] + {e} ? {frm}[i] + {e} : part;"
        elif kind == "lanes":
            head = "for (int g = 0; g < n / 5; g++)"
            body = f"{{\n    #pragma omp simd\n    for (int h = 0; h < 5; h++) {to}[g * 5 + h] = {self.cut(f'{to}[g * 5 + h] + g + {e}')}; }}"
        elif kind == "nest":
            clauses += " collapse(2)"
            head = "for (int g = 0; g < n / 3; g++) for (int h = 0; h < 3; h++)"
            body = f"{to}[g * 3 + h] = {self.cut(f'{to}[g * 3 + h] + g + h * {e}')};"
        else:
            return None, f"{to}[n - 1 - (int)(k % n)] = {self.cut(f'{to}[n / 2] + x')};", None
        return clauses, f"{head}\n    {body}", red

    def phases(self):
        r, out = self.r, []
        for _ in range(r.randint(1, 4)):
            host = r.choice(["", "", "x += k;", "x = x * 5 % 1009;", "if (k % 2) x += 2; else x ^= 3;",
                             "for (int j = 0; j < k % 3; j++) x += j;"])
            out.append((host, r.choice(["", "", "", "if (x % 3 != 1)", "if (k % 3)", "for (int m = 0; m < 2; m++)"]), self.phase()))
        return out

    def separate(self, host, when, phase):
        clauses, loop, red = phase
        maps = "".join(f" map(tofrom: {v}[0:n])" for v in self.v)
        if clauses is None:
            return f"{host}\n{when} {{\n#pragma omp target{maps}\n{loop}\n}}\n"
        if red:
            return (f"{host}\n{when} {{\n{self.t} part = {'s' if red == 'max' else '0'};\n#pragma omp target teams distribute parallel for{clauses}"
                    f" reduction({red}: part) map(tofrom: part){maps}\n{loop}\ns = {'part' if red == 'max' else 's + part'};\n}}\n")
        return f"{host}\n{when} {{\n#pragma omp target teams distribute parallel for{clauses}{maps}\n{loop}\n}}\n"

    def together(self, host, when, phase):
        clauses, loop, red = phase
        if clauses is None:
            return f"{host}\n{when} {{\n#pragma ompx single league\n{loop}\n}}\n"
        if red:
            return (f"{host}\n{when} {{\n{self.t} part = {'s' if red == 'max' else '0'};\n#pragma omp distribute parallel for{clauses} reduction({red}: part)\n{loop}\n"
                    f"#pragma ompx barrier league reduction({red}: part)\ns = {'part' if red == 'max' else 's + part'};\n}}\n")
        return f"{host}\n{when} {{\n#pragma omp distribute parallel for{clauses}\n{loop}\n#pragma ompx barrier league\n}}\n"

    def text(self):
        r, t, n = self.r, self.t, self.n
        turns, form = r.choice([1, 2, 3, 5, 8]), r.choice(["for", "while", "until", "do"])
        phases = self.phases()
        keep = "s = s > 1e6 ? 1 : s;" if t == "double" else ""
        swap = f"{{ {t} *w = a; a = b; b = w; }}" if self.swaps else ""
        limit = r.choice([50, 5000, 500000])

        def loop(print_phase):
            body = "".join(print_phase(*p) for p in phases) + f"{keep}\n{swap}\n"
            if form == "for":
                return f"for (; k < {turns}; k++) {{\n{body}}}\n"
            if form == "while":
                return f"while (k < {turns}) {{\n{body}k++;\n}}\n"
            if form == "do":
                return f"do {{\n{body}k++;\nif (x % 13 == 12) break;\n}} while (k < {turns});\n"
            return f"while (s < {limit} && k < {turns + 3}) {{\n{body}s += 1 + k;\nk++;\nif (x % 11 == 10) continue;\nx++;\n}}\n"

        x0, s0 = r.randint(0, 99), r.randint(0, 9)
        out = ""
        for name, print_phase in (("separate", self.separate), ("together", self.together)):
            params = ", ".join(f"{t} *{v}" for v in self.v)
            out += f"static void {name}_{self.number}(int n, {params}, unsigned *left, {t} *last)\n{{\n"
            declared = f"int k = 0; unsigned x = {x0}; {t} s = {s0};\n"
            if name == "separate":
                out += declared + loop(print_phase) + "left[0] = x, left[1] = k, *last = s;\n}\n"
                continue
            maps = "".join(f" map(tofrom: {v}_[0:n])" for v in self.v)
            out += "".join(f"{t} *{v}_ = {v};\n" for v in self.v)
            out += f"#pragma ompx resident\n#pragma omp target teams{maps} map(from: left[0:2], last[0:1]){r.choice(['', '', ' num_teams(5)'])}\n{{\n"
            out += "".join(f"{t} *{v} = {v}_;\n" for v in self.v) + declared + loop(print_phase)
            out += "#pragma ompx single league\n{ left[0] = x, left[1] = k, *last = s; }\n}\n}\n"
        size = f"{n} * sizeof({t})"
        out += f"static void loop_{self.number}(void)\n{{\n    {t} *v[2][3], last[2];\n    unsigned left[2][2];\n    int same;\n"
        out += f"    for (int f = 0; f < 2; f++)\n        for (int j = 0; j < 3; j++) {{\n            v[f][j] = malloc({size});\n"
        out += f"            for (int i = 0; i < {n}; i++) v[f][j][i] = ({t})((i * (7 + j) + j) % 101);\n        }}\n"
        for f, name in enumerate(("separate", "together")):
            args = ", ".join(f"v[{f}][{j}]" for j in range(len(self.v)))
            out += f"    {name}_{self.number}({n}, {args}, left[{f}], &last[{f}]);\n"
        out += f"    same = last[0] == last[1] && left[0][0] == left[1][0] && left[0][1] == left[1][1];\n"
        out += f"    for (int j = 0; j < 3; j++) same &= memcmp(v[0][j], v[1][j], {size}) == 0;\n    bad |= !same;\n"
        out += f"    printf(\"{self.number} %s %u %u %.0f\\n\", same ? \"same\" : \"OTHER\", left[1][0], left[1][1], (double)last[1]);\n"
        out += "    for (int f = 0; f < 2; f++)\n        for (int j = 0; j < 3; j++) free(v[f][j]);\n}\n"
        return out


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    out = HEAD + "".join(Loop(random.Random(f"{seed}.{i}"), i).text() for i in range(count))
    out += "int main(int argc, char **argv)\n{\n    int only = argc > 1 ? atoi(argv[1]) : -1;\n"
    out += "".join(f"    if (only < 0 || only == {i}) loop_{i}();\n" for i in range(count))
    print(out + "    return bad;\n}")


main()
