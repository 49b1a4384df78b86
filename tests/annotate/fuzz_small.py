#!/usr/bin/env python3
"""Random nests whose indices are unsigned and may wrap: the verdicts of `gantry annotate` against an enumeration.

fuzz_small.py GANTRY SEED NESTS   status 1 and the nest for each loop that is called parallel, or parallel under a test that
holds for the sizes tried, though two of its iterations meet. Prints how many loops had which verdict.
"""
import collections
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

BATCH = 200
VERDICT = re.compile(r"^\S+:(\d+): (serial|parallel under a test|parallel): .*\[GL\d+\]\n((?:  .*\n)*)", re.M)
FEW, LAST = 6, 3  # iterations that are enumerated of a loop: its first and its last ones


def random_term(r, names):
    chance = r.random()
    if chance < .5:
        return f"{r.choice(names)} * {r.choice('nnnmp')}"
    if chance < .6:
        return f"({r.choice(names)} * {r.choice('nm')} + {r.choice(names)}) * {r.choice('nmp')}"
    if chance < .7:
        return f"({r.choice(names)} - 1) * {r.choice('nmp')}"
    return r.choice(names + names + ["n", "m", "1", "2", "3 * " + r.choice(names)])


def random_index(r, names):
    text = random_term(r, names)
    for _ in range(r.choice([0, 1, 1, 1, 2])):
        text += r.choice([" + ", " + ", " + ", " - "]) + random_term(r, names)
    return text


ROWS = ("i * n + j", "j + n * i", "(i + 1) * n + j", "(i - 1) * n + j", "i * n + j - 1", "i * n + n - j", "i * (n + 1) + j",
        "i * m + j", "i * n + 2 * j", "i * n + j + m", "(m - i) * n + j", "i * (n - 1) + j")
BOXES = ("(i * m + j) * n + k", "i * m * n + j * n + k", "i * (m * n) + j * n + k", "(i * m + j - 1) * n + k",
         "(i * n + j) * m + k", "(i * m + j) * n + k + 1", "(i * p + j) * n + k")


def random_rows(r):
    """rows that do not meet if nothing wraps, and some that are not quite so"""
    three = r.random() < .4
    ends = [r.choice(("p", "p", "p - 1")), r.choice(("m", "m", "m - 1")), r.choice(("n", "n", "n - 1", "n + 1"))]
    loops = [(v, r.choice("00001"), end) for v, end in zip("ijk", ends if three else [ends[1], ends[2]])]
    store = r.choice(BOXES if three else ROWS)
    load = store if r.random() < .8 else r.choice(BOXES if three else ROWS)
    return r.choice(["unsigned", "size_t"]), loops, store, load


def random_nest(r):
    if r.random() < .5:
        return random_rows(r)
    names = ["i", "j", "k"][:r.choice([1, 2, 2, 2, 3])]
    loops = [(v, r.choice(["0", "0", "0", "1", "m"]), r.choice(["n", "m", "p", "n - 1", "m - 1", "p - 2", "4", "n + 1"]))
             for v in names]
    depth = len(names)
    same = random_index(r, names)
    return r.choice(["unsigned", "size_t"]), loops, same, same if r.random() < .5 else random_index(r, names[:depth])


def text_of(number, nest):
    """the lines of a function; loops stand in its lines 2, 3, …"""
    kind, loops, store, load = nest
    lines = [f"void f{number}({kind} n, {kind} m, {kind} p, double *restrict a) {{"]
    lines += [f"for ({kind} {v} = {low}; {v} < {high}; {v}++)" for v, low, high in loops]
    return lines + [f"a[{store}] = 2 * a[{load}] + 1;", "}"]


SIZES = [(n, m, p) for n in (0, 1, 3, 7, 1 << 30, 1 << 31, (1 << 32) - 1, 1 << 63, (1 << 64) - 1, 1 << 21, 70000)
         for m in (0, 1, 2, 4, 1 << 31, 1 << 16) for p in (1, 2, 3, 1 << 16)]


class Endless(Exception):
    """No loop that ends runs so often."""


def some(low, high):
    """some of the iterations from low to high - 1"""
    if high - low > 1 << 61:
        raise Endless
    return range(low, high) if high - low <= FEW + LAST else [*range(low, low + FEW), *range(high - LAST, high)]


def places(nest, env, bits):
    """(values of the variables, element stored to, element read)"""
    mask = (1 << bits) - 1
    _, loops, store, load = nest
    store, load = compile(store, "", "eval"), compile(load, "", "eval")
    heads = [(v, compile(low, "", "eval"), compile(high, "", "eval")) for v, low, high in loops]

    def walk(d, values, env):
        if d == len(heads):
            yield values, eval(store, {}, env) & mask, eval(load, {}, env) & mask
            return
        v, low, high = heads[d]
        for x in some(eval(low, {}, env) & mask, eval(high, {}, env) & mask):
            yield from walk(d + 1, values + (x,), {**env, v: x})
    yield from walk(0, (), env)


def meets(found, depth):
    """do two iterations of the loop at this depth meet, for the same values of those around it?"""
    stored = collections.defaultdict(set)
    for values, store, _ in found:
        stored[values[:depth], store].add(values[depth])
    for values, store, load in found:
        if len(stored[values[:depth], store]) > 1 or stored.get((values[:depth], load), set()) - {values[depth]}:
            return True
    return False


def holds(lines, env):
    """do the tests of sizes hold?"""
    tests = [x.split(None, 1)[1] for x in lines.splitlines() if x.split()[0] == "test" and "overlap" not in x]
    text = " and ".join(f"({x})" for x in tests).replace("&&", " and ").replace("||", " or ").replace("(long)", "")
    return not text or eval(text, {}, env)


def check(nest, verdicts, counts):
    """the depth of a loop with a wrong verdict, and the sizes; None: there is none"""
    bits = 32 if nest[0] == "unsigned" else 64
    for sizes in SIZES:
        if max(sizes) >> bits:
            continue
        env = dict(zip("nmp", sizes))
        asked = [d for d, (verdict, _) in verdicts.items() if verdict != "serial"]
        try:
            found = list(itertools.islice(places(nest, env, bits), 800)) if asked else []
        except Endless:
            continue
        for depth in asked:
            names = [v for v, _, _ in nest[1][:depth]]
            tested = [x for x in found if holds(verdicts[depth][1], {**env, **dict(zip(names, x[0]))})]
            if meets(tested, depth):
                return depth, env
    for verdict, lines in verdicts.values():
        counts[verdict + (" (sizes)" if "<= 0x" in lines else "")] += 1
    return None


def main():
    gantry, seed, number = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    r, counts, wrong = random.Random(seed), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "small.c")
        for first in range(0, number, BATCH):
            nests = [random_nest(r) for _ in range(min(BATCH, number - first))]
            lines, at = ["#include <stddef.h>"], {}
            for k, nest in enumerate(nests):
                for d in range(len(nest[1])):
                    at[len(lines) + 2 + d] = k, d
                lines += text_of(k, nest)
            with open(source, "w") as f:
                f.write("\n".join(lines) + "\n")
            out = subprocess.run([gantry, "annotate", "-w", "--least-work=0", "--explain", source], capture_output=True,
                                 text=True, check=True).stdout
            verdicts = collections.defaultdict(dict)
            for line, verdict, more in VERDICT.findall(out):
                k, d = at[int(line)]
                verdicts[k][d] = verdict, more
            for k, nest in enumerate(nests):
                bad = check(nest, verdicts[k], counts)
                if bad:
                    wrong += 1
                    print("\n".join(text_of(k, nest)), verdicts[k], "loop", bad[0], "for", bad[1], sep="\n")
    print(", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    sys.exit(wrong > 0)


main()
