#!/usr/bin/env python3
"""Table 4.2 of S4 in OpenACC, in shape, by the model of the emulated device (docs/tune.md).

    bench/table42_acc.py GANTRY [--budget N] [--kernel NAME ...] [--times]

The kernels of bench/table42.py with `acc kernels` alone, with `acc parallel loop` on the outermost loop, with the directives of
`gantry annotate --to=openacc`, and with these tuned by `gantry tune`. All must give the serial program's answer. Exit status 1 where one differs."""
import argparse
import os
import re
import sys
import tempfile

import table42

ACC = {"map(to:": "copyin(", "map(tofrom:": "copy(", "map(from:": "copyout("}


def in_openacc(clauses, reductions=True):
    for word, clause in ACC.items():
        clauses = clauses.replace(word + " ", clause)
    return clauses if reductions else re.sub(r"reduction\(.*?\) ?", "", clauses)


class Bench(table42.Bench):
    """compiles everything with -fopenacc"""

    def gantry(self, *words, **more):
        words = list(words)
        if words[0] in ("cc", "tune"):
            words.insert(1, "-fopenacc") if words[0] == "cc" else words.append("-fopenacc")
        return super().gantry(*words, **more)

    def kernel(self, name):
        function, clauses, body, n = self.described(name)
        builds = {
            "serial": function.replace("@\n", ""),
            "kernels": function.replace("@", "    #pragma acc kernels " + in_openacc(clauses, reductions=False)),
            "basic": function.replace("@", "    #pragma acc parallel loop " + in_openacc(clauses)),
        }
        sources = {build: self.write(f"{name}_{build}.c", table42.program(text, body, n)) for build, text in builds.items()}
        sources["generated"] = self.annotated(name, "--to=openacc")
        want, costs = self.answer(sources["serial"]), []
        for build in ("kernels", "basic", "generated"):
            found = self.tuned(sources[build], name, 1)
            costs.append(found[0] if found else None)
            if found:
                self.same(name, build, self.answer(sources[build], "--offload-arch=emulated"), want)
        source = sources["generated" if costs[2] else "basic"]
        found = self.tuned(source, name, self.o.budget)
        self.same(name, "tuned", self.answer(source, "--offload-arch=emulated", "--tuned=store." + source), want)
        return costs + [found[1]], found[2]


def main():
    q = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    q.add_argument("gantry")
    q.add_argument("--budget", type=int, default=60)
    q.add_argument("--kernel", action="append", choices=list(table42.KERNELS))
    q.add_argument("--times", action="store_true")
    o = q.parse_args()
    o.gantry = os.path.abspath(o.gantry)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(o, folder)
        print("| kernel | kernels | basic | generated | tuned | by |\n|---|---|---|---|---|---|")
        for name in o.kernel or table42.KERNELS:
            costs, words = bench.kernel(name)
            print("| %s | %s | %s |" % (name, " | ".join("%.4g" % c if c else "-" for c in costs), words), flush=True)
    sys.exit(bench.wrong != 0)


main()
