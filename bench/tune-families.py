#!/usr/bin/env python3
"""tune-families.py FOLDER [FAMILY...]: writes made-up spaces for `gantry tune --simulate` (docs/tune.md): families that differ
in what makes a search hard, so that a strategy is not judged by the recorded spaces alone, on which it was made.

Each family is there three times, with other numbers from another seed; the same file comes out everywhere.

Python's standard library only."""
import itertools
import json
import math
import os
import random
import sys

POWERS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]


class Table:
    """a contribution for each choice of a few parameters, drawn when it is first asked for"""

    def __init__(self, seed, spread):
        self.seed, self.spread, self.known = seed, spread, {}

    def at(self, key):
        if key not in self.known:
            self.known[key] = random.Random("%s %s" % (self.seed, key)).gauss(0, self.spread)
        return self.known[key]


def smooth(r, n):
    """a curve over n values with one lowest place, in logarithms of the cost"""
    low, steep = r.random(), r.lognormvariate(0, 1)
    return [steep * ((i / max(n - 1, 1)) - low) ** 2 * r.choice([1, 1, 2]) for i in range(n)]


def product_space(r, sizes, ordered):
    return [("p%d" % i, POWERS[:n] if ordered(i) and n <= len(POWERS) else
             list(range(n)) if ordered(i) else ["v%d" % k for k in range(n)]) for i, n in enumerate(sizes)]


def separable(r, sizes, pairs, noise, fail, ordered=lambda i: True, tail=1.0, rough=0.0):
    """curves of each parameter, tables of pairs, noise of each configuration; the part `fail` fails, in corners"""
    space = product_space(r, sizes, ordered)
    curves = [smooth(r, n) for n in sizes]
    tables = [(r.sample(range(len(sizes)), 2), Table(r.random(), 0.15)) for _ in range(pairs)]
    roughs = [Table(r.random(), rough) for _ in sizes]
    scatter = Table(r.random(), noise)
    rule = [r.random() for _ in sizes]
    limits = sorted(sum(w * i / max(n - 1, 1) for w, i, n in zip(rule, c, sizes))
                    for c in ([r.randrange(n) for n in sizes] for _ in range(4000)))
    limit = limits[min(3999, int(4000 * (1 - fail)))] if fail else math.inf

    def cost(c):
        if sum(w * i / max(n - 1, 1) for w, i, n in zip(rule, c, sizes)) > limit:
            return "failed"
        log = sum(curve[i] for curve, i in zip(curves, c)) + sum(t.at((c[a], c[b])) for (a, b), t in tables)
        log += sum(t.at(i) for t, i in zip(roughs, c))
        return math.exp(tail * log + scatter.at(c))
    return space, [], cost


def landscape(r, sizes, others, spread):
    """each parameter's contribution depends on `others` of the others, too: rugged"""
    space = product_space(r, sizes, lambda i: i % 2 == 0)
    tables = [([i] + r.sample([k for k in range(len(sizes)) if k != i], others), Table(r.random(), spread))
              for i in range(len(sizes))]
    return space, [], lambda c: math.exp(sum(t.at(tuple(c[k] for k in who)) for who, t in tables))


def kernel(r, fail_hidden):
    """a tiled kernel on a GPU: blocks, tiles, unrolling, staging, vectors; occupancy in steps, spills, failures at launch"""
    space = [("block_x", [8, 16, 32, 64, 128, 256]), ("block_y", [1, 2, 4, 8, 16, 32]), ("tile_x", [1, 2, 3, 4, 6, 8]),
             ("tile_y", [1, 2, 3, 4, 6, 8]), ("unroll", [0, 1, 2, 4, 8]), ("staged", [0, 1]), ("vector", [1, 2, 4]),
             ("pad", [0, 1])]
    rules = ["block_x * block_y >= 32", "block_x * block_y <= 1024", "staged == 1 or pad == 0", "tile_x % vector == 0"]
    registers, per_tile, reuse = r.uniform(18, 34), r.uniform(1.5, 4), r.uniform(0.6, 2.5)
    compute, memory, latency = r.uniform(0.5, 2), r.uniform(0.5, 2), r.uniform(0.1, 0.6)
    scatter = Table(r.random(), 0.03)

    def cost(c):
        v = {name: values[i] for (name, values), i in zip(space, c)}
        threads, tile = v["block_x"] * v["block_y"], v["tile_x"] * v["tile_y"]
        regs = registers + per_tile * tile + 1.5 * v["unroll"] + 2 * v["vector"]
        spill = max(0, regs - 128)
        shared = v["staged"] * 4 * (v["block_x"] * v["tile_x"] + v["pad"]) * (v["block_y"] * v["tile_y"] + 2)
        if shared > 49152 or (fail_hidden and min(regs, 128) * threads > 65536):
            return "failed"
        warps = math.ceil(threads / 32)
        blocks = min(16, 64 // warps, int(65536 // (min(regs, 128) * warps * 32)), 98304 // shared if shared else 16)
        if blocks < 1:
            return "failed"
        active = blocks * warps / 64
        work = compute * (1 + 0.6 / (1 + v["unroll"])) * (1 + 0.3 / tile) * (1 + 0.05 * spill)
        traffic = memory * (1 + reuse / (tile ** 0.5 * (1 + 2 * v["staged"]))) * (1 + 0.8 * (v["block_x"] < 32))
        traffic *= 1 + 0.35 * (v["staged"] and not v["pad"] and v["block_x"] % 32 == 0) + 0.15 / v["vector"]
        wait = latency / (active * (1 + 0.25 * tile ** 0.5))
        waves = 4096 / tile / threads * 64 / (80 * blocks)
        return math.hypot(work, traffic, wait) * (math.ceil(waves) / max(waves, 0.05)) ** 0.5 * math.exp(scatter.at(c))
    return space, rules, cost


def needle(r):
    """a slope that leads away from a narrow valley, which is the best by far"""
    sizes = [8, 8, 6, 4, 4]
    space = product_space(r, sizes, lambda i: True)
    at = [r.randrange(n) for n in sizes]

    def cost(c):
        far = sum(abs(i - k) / (n - 1) for i, k, n in zip(c, at, sizes))
        return 1 + 6 * far if far < 0.7 else 6 - far
    return space, [], cost


FAMILIES = {
    "smooth": lambda r: separable(r, [8, 8, 6, 5, 3], 0, 0, 0),
    "pairs": lambda r: separable(r, [8, 6, 5, 4, 3, 3], 6, 0.02, 0.1),
    "tails": lambda r: separable(r, [8, 6, 5, 4, 3, 3], 4, 0.05, 0, tail=4.0),
    "noisy": lambda r: separable(r, [8, 6, 5, 4, 3], 3, 0.2, 0),
    "rough": lambda r: separable(r, [10, 8, 6, 5], 2, 0.02, 0, rough=0.3),
    "failing": lambda r: separable(r, [8, 6, 5, 4, 3, 3], 4, 0.03, 0.7),
    "words": lambda r: separable(r, [6, 5, 5, 4, 4, 3], 5, 0.03, 0.1, ordered=lambda i: i % 3 == 0, rough=0.3),
    "switches": lambda r: separable(r, [2] * 11, 12, 0.03, 0.1, rough=0.15),
    "idle": lambda r: separable(r, [8, 6, 2, 2, 2, 2, 2, 2], 2, 0.01, 0, rough=0.1),
    "small": lambda r: separable(r, [6, 5, 4], 2, 0.05, 0.1),
    "large": lambda r: separable(r, [10, 8, 8, 6, 5, 4], 8, 0.04, 0.3),
    "deep": lambda r: separable(r, [3] * 9, 10, 0.04, 0.3, rough=0.15),
    "rugged": lambda r: landscape(r, [5, 5, 4, 4, 4], 1, 0.3),
    "wild": lambda r: landscape(r, [5, 5, 4, 4, 4], 3, 0.3),
    "kernel": lambda r: kernel(r, False),
    "launches": lambda r: kernel(r, True),
    "needle": lambda r: needle(r),
}


def write(folder, name, number):
    space, rules, cost = FAMILIES[name](random.Random("%s %d" % (name, number)))
    rows, failed = [], 0
    for c in itertools.product(*(range(len(v)) for _, v in space)):
        values = {n: v[i] for (n, v), i in zip(space, c)}
        if not all(eval(rule, {"__builtins__": {}}, values) for rule in rules):
            continue
        t = cost(c)
        failed += isinstance(t, str)
        rows.append(list(c) + [t if isinstance(t, str) else float("%.6g" % t)])
    head = {"gantry_space": 1, "name": "%s%d" % (name, number), "unit": "us", "constraints": rules,
            "parameters": [{"name": n, "values": v} for n, v in space], "measured": rows}
    with open(os.path.join(folder, "%s%d.json" % (name, number)), "w") as f:
        json.dump(head, f, separators=(",", ":"))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    os.makedirs(sys.argv[1], exist_ok=True)
    for name in sys.argv[2:] or FAMILIES:
        for number in (1, 2, 3):
            write(sys.argv[1], name, number)


main()
