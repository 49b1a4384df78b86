#!/usr/bin/env python3
"""generate.py SEED COUNT [graph]: a C file with COUNT loops of target regions, each with `#pragma ompx single_launch`, in a
function of its own that prints a checksum of all that lives afterwards. The values are whole numbers, or such that no
operation rounds, so that every device and every order gives the same bits.

Each line of output is `LOOP expected checksum…`; the first word after the number says whether the loop was meant to be
one launch (`one`) or must not be (`several`). With `graph` each loop runs in three turns, in a `taskgraph` instead; in
every third of them regions are beside each other, as far as `depend` clauses of what they read and store allow."""
import random
import sys

GRAPH = sys.argv[3:] == ["graph"]
HEAD = """
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned long word;
static word mix(word h, const void *p, size_t bytes)
{
    const unsigned char *c = p;
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ c[i]) * 1099511628211ul;
    return h;
}
"""


class Loop:
    """One function. Arrays a, b, c of n elements of type `t`; scalars s (reduced), x, y (the host's)."""

    def __init__(self, rng, number):
        self.r = rng
        self.number = number
        self.t = rng.choice(["unsigned", "unsigned", "long", "double"])
        self.exact = self.t == "double"  # values stay below 2^53
        self.n = rng.choice([1, 2, 3, 5, 31, 32, 33, 63, 100, 127, 129, 255, 257, 500, 1000, 1023, 3001])
        self.arrays = ["a", "b", "c"][: rng.randint(2, 3)]
        self.several = False
        self.data = rng.choice(["maps", "maps", "region", "region", "enter", "static"])
        self.beside = GRAPH and number % 3 == 1
        self.data = "region" if self.beside else self.data
        if self.data == "static":
            self.swaps = None
        else:
            self.swaps = rng.choice([None, "pair", "pair", "rotate", "sometimes", "parity"])
        if self.swaps in ("rotate",) and len(self.arrays) < 3:
            self.swaps = "pair"
        self.pointers = {}  # names that regions use -> array
        self.uses_s = False
        self.lines = []

    # ---- pieces ----
    def cut(self, e):
        """keeps doubles small"""
        return f"fmod({e}, 65536)" if self.exact else f"({e})"

    def names(self):
        return ["p", "q"] if self.swaps == "parity" else self.arrays

    def maps(self, reads, writes):
        """the map clauses of a region that reads and writes these"""
        if self.data == "static":
            return "" if self.r.random() < 0.5 else "".join(
                f" map({'from' if w in writes and w not in reads and False else 'tofrom'}: {w})" for w in
                sorted(set(reads) | set(writes)))
        if self.swaps == "parity" or (self.data != "maps" and self.r.random() < 0.5):
            return ""
        out = ""
        for v in sorted(set(reads) | set(writes)):
            if v in writes:
                out += f" map(tofrom: {v}[0:n])"
            else:
                out += f" map({self.r.choice(['to', 'tofrom'])}: {v}[0:n])"
        return out

    def depends(self, frm, to, may_go_on):
        """of a region that is beside others, or waits for those that it depends on"""
        if not self.beside:
            return ""
        clauses = f" depend(inout: {to}[0])" + (f" depend(in: {frm}[0])" if frm != to else "")
        return clauses + (" nowait" if may_go_on and self.r.random() < 0.8 else "")

    def scalars(self):
        return self.r.choice(["k", "x", "k + 1", "x + k", "3"])

    def directive(self):
        return self.r.choice(["target teams distribute parallel for"] * 4 +
                             ["target teams loop", "target parallel for",
                              "target teams distribute parallel for num_teams(3)",
                              "target teams distribute parallel for thread_limit(32)",
                              "target teams distribute parallel for schedule(static, 4)",
                              "target teams distribute parallel for schedule(dynamic)",
                              "target teams distribute parallel for nowait"])

    def region(self, indent):
        r = self.r
        v = self.names()
        to, frm = r.choice(v), r.choice(v)
        kind = r.choice(["map", "map", "stencil", "inplace", "reverse", "reduce", "reduce", "max", "inner", "split",
                         "nest", "count", "lanes", "rows", "called", "numbered", "numbered"])
        d = self.directive()
        pad = " " * indent
        e = self.scalars()
        head = "for (int i = 0; i < n; i++)"
        if kind == "map":
            body = f"{to}[i] = {self.cut(f'{frm}[i] * 3 + {e} + i')};"
            maps = self.maps([frm, to] if frm == to else [frm], [to])
        elif kind == "stencil":
            if frm == to:
                frm = v[(v.index(to) + 1) % len(v)]
            head = "for (int i = 1; i < n - 1; i++)"
            body = f"{to}[i] = {self.cut(f'{frm}[i - 1] + {frm}[i + 1] + {e}')};"
            maps = self.maps([frm, to], [to])
        elif kind == "inplace":
            body = f"{to}[i] += {self.cut(f'{to}[i] + {e}')};" if not self.exact else \
                f"{to}[i] = {self.cut(f'{to}[i] * 2 + {e}')};"
            maps = self.maps([to], [to])
        elif kind == "reverse":
            if frm == to:
                frm = v[(v.index(to) + 1) % len(v)]
            body = f"{to}[n - 1 - i] = {self.cut(f'{frm}[i] + {e}')};"
            maps = self.maps([frm], [to])
        elif kind in ("reduce", "max"):
            self.uses_s = True
            op = "+" if kind == "reduce" else "max"
            d += f" reduction({op}: s)"
            if r.random() < 0.7 or "parallel for" not in d or not d.startswith("target teams"):
                d += " map(tofrom: s)"
            body = f"s += {self.cut(f'{frm}[i] + {e}')};" if op == "+" else \
                f"s = s < {frm}[i] + {e} ? {frm}[i] + {e} : s;"
            if r.random() < 0.3:
                body = "{ " + body + f" {to}[i] = {self.cut(f'{to}[i] + 1')}; }}"
                maps = self.maps([frm, to], [to])
            else:
                maps = self.maps([frm], [])
        elif kind == "inner":
            m = r.randint(1, 4)
            body = ("{ " + f"{self.t} z = 0; for (int j = 0; j < {m}; j++) z += {frm}[(i + j) % n]; " +
                    (f"{to}[i] = {self.cut('z + ' + e)};" if to != frm else f"{to}[i] = {to}[i];") + " }")
            maps = self.maps([frm, to], [to])
        elif kind == "nest":
            w = r.choice([1, 2, 3, 7])
            d = r.choice(["target teams distribute parallel for", "target teams loop"]) + " collapse(2)"
            head = f"for (int g = 0; g < n / {w}; g++) for (int h = 0; h < {w}; h++)"
            body = f"{to}[g * {w} + h] = {self.cut(f'{to}[g * {w} + h] + g + h * {e}')};"
            maps = self.maps([to], [to])
        elif kind == "count":
            d = "target teams distribute parallel for"
            self.uses_s = True
            d += " map(tofrom: s)"
            body = f"if (((long){frm}[i] & 3) == 0) {{\n{pad}    #pragma omp atomic\n{pad}    s += 1; }}"
            maps = self.maps([frm], [])
        elif kind in ("lanes", "rows", "called"):  # simd loops, which the lanes of a thread share
            w = r.choice([2, 5, 8, 33])
            head = f"for (int g = 0; g < n / {w}; g++)"
            simd = f"{pad}    #pragma omp simd{{}}\n{pad}    for (int h = 0; h < {r.choice([str(w), 'n / (n / ' + str(w) + ' + 1) % ' + str(w)])}; h++)"
            if kind == "called":
                body = f"add_{self.number}({to} + g * {w}, {w}, {e});"
            elif kind == "lanes":
                body = (f"{{ {self.t} z = g;\n{simd.format('')}\n{pad}        "
                        f"{to}[g * {w} + h] = {self.cut(f'{to}[g * {w} + h] * 2 + z + {e}')};\n{pad}    }}")
            else:
                body = (f"{{ {self.t} z = 0;\n{simd.format(' reduction(+: z)')}\n{pad}        z += {to}[g * {w} + h];\n"
                        f"{simd.format('')}\n{pad}        {to}[g * {w} + h] = {self.cut(f'z + h + {e}')};\n{pad}    }}")
            maps = self.maps([to], [to])
        elif kind == "numbered":
            return self.numbered(pad, to, frm, e)
        else:  # split: two constructs in one region
            d = "target teams distribute"
            body = None
            blocks = r.choice([1, 2, 5])
            maps = self.maps([to], [to]) + self.depends(frm, to, False)
            return (f"{pad}#pragma omp {d}{maps}\n{pad}for (int g = 0; g < {blocks}; g++)\n"
                    f"{pad}#pragma omp parallel for\n"
                    f"{pad}for (int i = g; i < n; i += {blocks})\n{pad}    {to}[i] = {self.cut(f'{to}[i] + g + {e}')};\n")
        after = f"{pad}#pragma omp taskwait\n" if "nowait" in d else ""
        d += self.depends(frm, to, not after and kind in ("map", "stencil", "inplace", "reverse", "inner", "nest"))
        text = f"{pad}#pragma omp {d}{maps}\n{pad}{head}\n{pad}    {body}\n{after}"
        return f"{pad}{{\n{text}{pad}}}\n" if after else text

    def numbered(self, pad, to, frm, e):
        """a region that can tell which of its teams runs it: they are as many as it says, however many fit"""
        r = self.r
        count = r.choice(["1", "2", "3", "5", "17", "40", "n % 7 + 1", "n"])
        maps = self.maps([frm, to] if frm != to else [to], [to]) + self.depends(frm, to, False)
        form = r.choice(["strided", "held", "threads", "reduced", "shared"])
        mine = f"{pad}        if (i % omp_get_num_teams() == omp_get_team_num())\n{pad}            "
        loop = f"{pad}    #pragma omp parallel for\n{pad}    for (int i = 0; i < n; i++)\n"
        head = f"{pad}#pragma omp target teams num_teams({count})"
        if form == "threads":
            return (f"{head} thread_limit(32){maps}\n{pad}#pragma omp parallel num_threads(32)\n"
                    f"{pad}for (int i = omp_get_team_num() * 32 + omp_get_thread_num(); i < n; i += omp_get_num_teams() * 32)\n"
                    f"{pad}    {to}[i] = {self.cut(f'{to}[i] * 2 + {e}')};\n")
        if form == "shared":  # the teams share the loop, and ask
            return (f"{pad}#pragma omp target teams distribute parallel for num_teams({count}){maps}\n"
                    f"{pad}for (int i = 0; i < n; i++)\n"
                    f"{pad}    {to}[i] = {self.cut(f'{to}[i] + omp_get_num_teams() + {e}')};\n")
        if form == "reduced":
            self.uses_s = True
            z = f"{pad}    {self.t} z = 0;\n{pad}    #pragma omp parallel for reduction(+: z)\n{pad}    for (int i = 0; i < n; i++)\n"
            return (f"{head} reduction(+: s) map(tofrom: s){self.maps([frm], []) + self.depends(frm, frm, False)}\n{pad}{{\n{z}{mine}z += (long){frm}[i] & 7;\n"
                    f"{pad}    s += z + omp_get_team_num();\n{pad}}}\n")
        if form == "held":  # team-shared memory
            return (f"{head}{maps}\n{pad}{{\n{pad}    {self.t} held[8];\n{pad}    #pragma omp parallel for\n"
                    f"{pad}    for (int j = 0; j < 8; j++)\n{pad}        held[j] = omp_get_team_num() + j;\n"
                    f"{loop}{mine}{to}[i] = {self.cut(f'{to}[i] + held[i % 8] + {e}')};\n{pad}}}\n")
        return (f"{head}{maps}\n{pad}{{\n{pad}    {self.t} part[3] = {{1, 2, omp_get_num_teams()}};\n"
                f"{loop}{mine}{to}[i] = {self.cut(f'{frm}[i] + part[i % 3] + {e}')};\n{pad}}}\n")

    def host(self, indent):
        pad = " " * indent
        return self.r.choice([
            "x += k;", "x = x * 5 % 1009;", "if (k % 2) x += 2; else x ^= 3;", "y = x > 20 ? x - 20 : x;",
            "for (int j = 0; j < k % 3; j++) x += j;", "y += x & 7;"]).join([pad, "\n"])

    def end_of_turn(self, pad):
        if self.swaps == "pair":
            return f"{pad}{{ {self.t} *w = a; a = b; b = w; }}\n"
        if self.swaps == "rotate":
            return f"{pad}w = a;\n{pad}a = b;\n{pad}b = c;\n{pad}c = w;\n"
        if self.swaps == "sometimes":
            return f"{pad}if (x % 3 != 1) {{\n{pad}    {self.t} *w = a; a = b; b = w;\n{pad}}}\n"
        return ""

    def body(self, indent):
        pad = " " * indent
        out = ""
        if self.swaps == "parity":
            out += f"{pad}{self.t} *p = k % 2 ? a : b, *q = k % 2 ? b : a;\n"
        for _ in range(self.r.randint(1, 4)):
            if self.r.random() < 0.4:
                out += self.host(indent)
            if self.r.random() < 0.15:
                out += f"{pad}if (k % 3 != 1)\n" + self.region(indent + 4)
            elif self.r.random() < 0.1:
                out += f"{pad}for (int m = 0; m < 2; m++) {{\n" + self.region(indent + 4) + f"{pad}}}\n"
            else:
                out += self.region(indent)
            if self.uses_s and self.r.random() < 0.5:
                out += f"{pad}x = (x + (unsigned)(long)s) % 1000003;\n"
            if self.uses_s and self.r.random() < 0.4:
                out += f"{pad}s = k;\n"
        if self.uses_s and self.exact:
            out += f"{pad}s = {'s > 1e9 ? 1 : s'};\n"
        out += self.end_of_turn(pad)
        return out

    def text(self):
        r = self.r
        turns = r.choice([0, 1, 2, 3, 4, 5, 7, 9])
        form = r.choice(["for", "for", "while", "until", "do", "down"])
        pad = 8
        if form == "for":
            loop = f"    for (int k = 0; k < {turns}; k++) {{\n{self.body(pad)}    }}\n"
        elif form == "down":
            loop = f"    for (k = {turns}; k > 0; k -= 2) {{\n{self.body(pad)}    }}\n"
        elif form == "while":
            loop = f"    while (k < {turns}) {{\n{self.body(pad)}        k++;\n    }}\n"
        elif form == "do":
            loop = f"    do {{\n{self.body(pad)}        k++;\n    }} while (k < {turns});\n"
        else:
            self.uses_s = True
            loop = (f"    while (s < {r.choice([50, 5000, 500000])} && k < {turns + 3}) {{\n{self.body(pad)}"
                    f"        s += 1 + k;\n        k++;\n        if (x % 11 == 10) break;\n    }}\n")
        if r.random() < 0.06:  # what must stay several launches
            self.several = True
            at = loop.rindex("\n    }")
            loop = loop[:at] + r.choice(["\n        y += (unsigned)rand() & 0;", "\n        if (n < 0) y += (unsigned)guard[n & 1];"]) + loop[at:]
        t, n = self.t, self.n
        arrays = self.arrays
        out = ""
        if f"add_{self.number}(" in loop:
            out += f"static void add_{self.number}({t} *v, int m, {t} x)\n{{\n    #pragma omp simd\n    for (int h = 0; h < m; h++)\n"
            out += f"        v[h] = {self.cut('v[h] + x + h')};\n}}\n"
        out += f"static unsigned guard_{self.number}[2];\nstatic void loop_{self.number}(void)\n{{\n"
        out += f"    unsigned *guard = guard_{self.number};\n    (void)guard;\n"
        out += f"    int n = {n}, k = 0;\n    unsigned x = {r.randint(0, 99)}, y = 1;\n    {t} s = {r.randint(0, 9)};\n"
        if self.data == "static":
            for v in arrays:
                out += f"    static {t} {v}[{n}];\n"
        else:
            for v in arrays:
                out += f"    {t} *{v} = malloc({n} * sizeof *{v});\n"
        if self.swaps == "rotate":
            out += f"    {t} *w;\n"
        for j, v in enumerate(arrays):
            out += f"    for (int i = 0; i < n; i++) {v}[i] = ({t})((i * {7 + j} + {j}) % 101);\n"
        if self.data != "static":
            for j, v in enumerate(arrays):
                out += f"    {t} *const {v}0 = {v};\n"
        mapped = ", ".join(f"{v}0[0:n]" for v in arrays)
        single = "    #pragma ompx single_launch\n"
        if GRAPH:
            single = ""
            loop = (f"    for (int turn = 0; turn < 3; turn++) {{\n        k = 0;\n        #pragma omp taskgraph\n        {{\n{loop}"
                    f"        }}\n        {r.choice(['', 'x += turn;', 'if (turn) s = 1;'])}\n    }}\n")
        if self.data == "region":
            out += f"    #pragma omp target data map(tofrom: {mapped})\n    {{\n{single}{loop}    }}\n"
        elif self.data == "enter":
            out += f"    #pragma omp target enter data map(to: {mapped})\n{single}{loop}"
            out += f"    #pragma omp target exit data map(from: {mapped})\n"
        elif self.data == "maps" and self.swaps == "parity":
            out += f"    #pragma omp target data map(tofrom: {mapped})\n    {{\n{single}{loop}    }}\n"
        else:
            out += single + loop
        if "nowait" in loop:
            out += "    #pragma omp taskwait\n"
        out += f"    word h = 1469598103934665603ul;\n"
        for v in arrays:
            out += f"    h = mix(h, {v}, {n} * sizeof *{v});\n"
            if self.data != "static":
                out += f"    h = mix(h, &(int){{({v} == a0) + 2 * ({v} == b0)}}, sizeof(int));\n"
        out += "    h = mix(h, &s, sizeof s);\n    h = mix(h, &(unsigned){x}, 4), h = mix(h, &(unsigned){y}, 4), h = mix(h, &(int){k}, 4);\n"
        out += f"    printf(\"{self.number} {'several' if self.several else 'one'} %016lx\\n\", h);\n"
        if self.data != "static":
            out += "".join(f"    free({v}0);\n" for v in arrays)
        return out + "}\n"


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    out = HEAD
    for number in range(count):
        out += Loop(random.Random(f"{seed}.{number}"), number).text()
    out += "int main(int argc, char **argv)\n{\n    int only = argc > 1 ? atoi(argv[1]) : -1;\n"
    for number in range(count):
        out += f"    if (only < 0 || only == {number}) loop_{number}();\n"
    print(out + "    return 0;\n}")


main()
