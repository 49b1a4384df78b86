#!/usr/bin/env python3
"""tune-families.py FOLDER [FAMILY[+NOISE]...]: writes made-up spaces for `gantry tune --simulate` (docs/tune.md): families that differ
in what makes a search hard, so that a strategy is not judged by the recorded spaces alone, on which it was made.

Each family is there three times, with other numbers from another seed; the same file comes out everywhere. With a noise (quiet,
loud, outliers, levels, tails, drift, few), each configuration has several times, for --repeat.

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


class Device:
    """what decides on a GPU how a kernel of so many threads, registers and bytes of shared memory runs"""

    def __init__(self, r):
        self.sms, self.bandwidth, self.flops = r.choice([20, 46, 80, 108]), r.uniform(0.3, 2), r.uniform(5, 20)
        self.latency, self.strict = r.uniform(0.2, 1), r.random() < 0.5

    def active(self, threads, registers, shared):
        """teams that a multiprocessor holds; 0: the launch fails"""
        warps = math.ceil(threads / 32)
        if shared > 49152 or threads > 1024 or (self.strict and registers * warps * 32 > 65536):
            return 0
        return max(1, min(32, 64 // warps, int(65536 // (min(registers, 255) * warps * 32)), 98304 // max(shared, 1)))

    def time(self, teams, active, threads, work, bytes_moved, together):
        """work and bytes of a team; together: what a thread has to do meanwhile"""
        waves = math.ceil(teams / (active * self.sms))
        hidden = active * threads / 2048 * (1 + 0.3 * math.log2(1 + together))
        each = math.hypot(work * active / self.flops, bytes_moved * active / self.bandwidth, self.latency * threads / hidden)
        return waves * each


def gemm(r):
    """a product of matrices in tiles: how many, by whom, by how wide vectors, through shared memory or not"""
    space = [("MWG", [16, 32, 64, 128]), ("NWG", [16, 32, 64, 128]), ("KWG", [16, 32]), ("MDIM", [8, 16, 32]),
             ("NDIM", [8, 16, 32]), ("VWM", [1, 2, 4, 8]), ("VWN", [1, 2, 4]), ("SA", [0, 1]), ("SB", [0, 1]), ("STRIDED", [0, 1])]
    rules = ["MWG % (MDIM * VWM) == 0", "NWG % (NDIM * VWN) == 0"]
    d, scatter, best = Device(r), Table(r.random(), 0.02), (r.choice([2, 4]), r.choice([1, 2, 4]))

    def cost(c):
        v = {name: values[i] for (name, values), i in zip(space, c)}
        threads, tile = v["MDIM"] * v["NDIM"], (v["MWG"] // v["MDIM"]) * (v["NWG"] // v["NDIM"])
        regs = 20 + 1.2 * tile + 2 * (v["MWG"] // v["MDIM"] + v["NWG"] // v["NDIM"])
        shared = 4 * v["KWG"] * (v["SA"] * v["MWG"] + v["SB"] * v["NWG"])
        active = d.active(threads, regs, shared)
        if not active:
            return "failed"
        work = v["MWG"] * v["NWG"] * (1 + 4 / v["KWG"]) * (1 + 0.03 * max(0, regs - 255)) * (1 + 0.2 / tile)
        work *= 1 + 0.1 * abs(math.log2(v["VWM"] / best[0])) + 0.06 * abs(math.log2(v["VWN"] / best[1]))
        moved = v["MWG"] * (1 if v["SA"] else v["NDIM"] / 4) + v["NWG"] * (1 if v["SB"] else v["MDIM"] / 8)
        moved *= (1.3 if v["STRIDED"] and v["VWM"] > 2 else 1) * (1.2 if v["SA"] and not v["STRIDED"] and v["MDIM"] < 16 else 1)
        teams = (2048 // v["MWG"]) * (2048 // v["NWG"])
        return d.time(teams, active, threads, work / 64, moved / 8, tile) * math.exp(scatter.at(c))
    return space, rules, cost


def steps(r):
    """a stencil that does several steps in time at once: more of them cost more halo and less memory"""
    space = [("block_x", [16, 32, 64, 128, 256]), ("block_y", [1, 2, 4, 8, 16, 32]), ("tile_x", [1, 2, 3, 4, 5, 6]),
             ("tile_y", [1, 2, 3, 4, 5, 6]), ("steps", list(range(1, 9))), ("unroll", [1, 2, 4, 8]), ("power", [0, 1])]
    rules = ["32 <= block_x * block_y <= 1024", "steps % unroll == 0 or unroll == 1"]
    d, scatter, heavy = Device(r), Table(r.random(), 0.02), r.uniform(0.5, 3)

    def cost(c):
        v = {name: values[i] for (name, values), i in zip(space, c)}
        threads, tile = v["block_x"] * v["block_y"], v["tile_x"] * v["tile_y"]
        wide, high = v["block_x"] * v["tile_x"], v["block_y"] * v["tile_y"]
        inner = max(0, wide - 2 * v["steps"]) * max(0, high - 2 * v["steps"])
        regs = 22 + 2.5 * tile + 3 * v["unroll"]
        active = d.active(threads, regs, 4 * wide * high * (2 + v["power"]))
        if not active or not inner:
            return "failed"
        work = heavy * wide * high * v["steps"] * (1 + 0.25 / v["unroll"]) * (1 + 0.02 * max(0, regs - 255))
        moved = wide * high * (2 + 1.2 * (not v["power"])) * (1 if v["block_x"] >= 32 else 1.5)
        return d.time(2048 * 2048 / inner, active, threads, work / 512, moved / 64, tile) / v["steps"] * math.exp(scatter.at(c))
    return space, rules, cost


def plateau(r):
    """memory decides: nearly all is equally fast, but for cliffs"""
    space = [("block", [32 * i for i in range(1, 33)]), ("items", [1, 2, 3, 4, 6, 8, 12, 16]), ("vector", [1, 2, 4]),
             ("cache", ["none", "read", "all"]), ("order", ["rows", "columns"])]
    cliffs = [(r.sample(range(len(space)), 2), Table(r.random(), 1)) for _ in range(5)]
    scatter, slope = Table(r.random(), 0.015), [smooth(r, len(v)) for _, v in space]

    def cost(c):
        log = 0.05 * sum(curve[i] for curve, i in zip(slope, c))
        for who, t in cliffs:
            at = t.at(tuple(c[k] // (4 if len(space[k][1]) > 8 else 1) for k in who))
            log += 0.7 if at > 1.2 else 0
        return math.exp(log + scatter.at(c))
    return space, ["block * items <= 8192", "items % vector == 0"], cost


def modes(r):
    """four ways to do it, each with a best shape of its own that the others know nothing of, two or three of them nearly as good"""
    ways = ["global", "shared", "registers", "texture"]
    space = [("way", ways), ("block_x", [8, 16, 32, 64, 128, 256]), ("block_y", [1, 2, 4, 8, 16]), ("items", [1, 2, 3, 4, 6, 8]),
             ("unroll", [1, 2, 4, 8]), ("vector", [1, 2, 4])]
    d, scatter = Device(r), Table(r.random(), 0.02)
    likes = {w: [r.randrange(len(v)) for _, v in space[1:]] for w in ways}
    steep = {w: [r.uniform(0.05, 0.3) for _ in space[1:]] for w in ways}
    offset = {w: r.uniform(0, 0.25) for w in ways}

    def cost(c):
        v = {name: values[i] for (name, values), i in zip(space, c)}
        threads, way = v["block_x"] * v["block_y"], v["way"]
        regs = 24 + 3 * v["items"] * (2 if way == "registers" else 1) + 2 * v["unroll"] + 2 * v["vector"]
        shared = 4 * (threads * v["items"] + 2 * v["block_x"]) * v["vector"] if way == "shared" else 0
        active = d.active(threads, regs, shared)
        if not active:
            return "failed"
        off = sum(s * abs(i - k) for s, i, k in zip(steep[way], c[1:], likes[way]))
        teams = 1 << 20
        busy = d.time(teams / (threads * v["items"]), active, threads, threads * v["items"] / 16, threads * v["items"] / 4, v["items"])
        return busy * math.exp(off + offset[way] + scatter.at(c))
    return space, ["block_x * block_y >= 32", "block_x * block_y <= 1024", "items % vector == 0 or vector == 1"], cost


def cliffs(r):
    """how many teams a multiprocessor holds decides, in steps: a register more, and it is one less; some parameters only matter there"""
    space = [("threads", [32 * i for i in range(1, 33)]), ("items", [1, 2, 3, 4, 6, 8, 12, 16]), ("stages", [1, 2, 3, 4]),
             ("registers", [0, 32, 48, 64, 96, 128]), ("vector", [1, 2, 4]), ("swizzle", [0, 1])]
    d, scatter = Device(r), Table(r.random(), 0.015)
    need, per_item, reuse = r.uniform(20, 40), r.uniform(2, 5), r.uniform(0.5, 2)

    def cost(c):
        v = {name: values[i] for (name, values), i in zip(space, c)}
        wanted = need + per_item * v["items"] + 4 * (v["stages"] - 1) + v["vector"]
        regs = min(wanted, v["registers"] or 255)
        spilled = max(0, wanted - regs)
        shared = 4 * v["threads"] * v["items"] * v["stages"]
        active = d.active(v["threads"], 8 * math.ceil(regs / 8), shared)
        if not active or spilled > 60:
            return "failed"
        each = v["threads"] * v["items"]
        work = each / 16 * (1 + 0.05 * spilled) * (1 + reuse / v["items"]) * (1.4 if not v["swizzle"] and v["vector"] == 4 else 1)
        moved = each / 4 * (1 + 0.1 * (v["vector"] == 1)) * (1 + spilled / 80)
        return d.time((1 << 21) / each, active, v["threads"], work, moved, v["items"] * v["stages"]) * math.exp(scatter.at(c))
    return space, ["threads * items <= 8192", "items % vector == 0"], cost


def scarce(r):
    """powers of two, of which most pairs of some do not go together, for reasons that nobody has written down"""
    sizes = [7, 7, 6, 5, 4, 3]
    space, _, cost = separable(r, sizes, 6, 0.03, 0, rough=0.1)
    forbidden = [(r.sample(range(len(sizes)), 2), Table(r.random(), 1)) for _ in range(4)]
    return space, [], lambda c: "failed" if any(t.at(tuple(c[k] for k in who)) > 0.25 for who, t in forbidden) else cost(c)


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
    "gemm": gemm,
    "steps": steps,
    "plateau": plateau,
    "scarce": scarce,
    "modes": modes,
    "cliffs": cliffs,
}


def around(spread):
    """times that vary by so much, alike on both sides"""
    return lambda r, t: t * math.exp(r.gauss(0, spread))


def outliers(r, t):
    """one time in eight is disturbed by far"""
    return t * math.exp(r.gauss(0, 0.03)) * (1 + (r.expovariate(1) if r.random() < 0.125 else 0))


def levels(r, t):
    """a clock, or a neighbour, of two states, neither of them rare"""
    return t * math.exp(r.gauss(0, 0.03)) * (1.35 if r.random() < 0.45 else 1)


class Drift:
    """the machine grows slower and faster while it records: the times of a configuration are disturbed alike"""

    def __init__(self):
        self.log = 0

    def __call__(self, r, t):
        self.log = 0.995 * self.log + r.gauss(0, 0.006)
        return t * math.exp(self.log + r.gauss(0, 0.03))


NOISES = {  # times of each configuration, and what makes a time of the true one
    "quiet": (7, lambda: around(0.01)),
    "loud": (9, lambda: around(0.2)),
    "outliers": (9, lambda: outliers),
    "levels": (9, lambda: levels),
    "tails": (9, lambda: lambda r, t: t * (1 + r.expovariate(5))),
    "drift": (7, lambda: Drift()),
    "few": (3, lambda: around(0.1)),
}


def write(folder, name, number):
    family, _, noise = name.partition("+")
    space, rules, cost = FAMILIES[family](random.Random("%s %d" % (family, number)))
    ntimes, make = NOISES[noise] if noise else (1, lambda: lambda r, t: t)
    disturbed, r = make(), random.Random("%s %d" % (name, number))
    rows, failed = [], 0
    for c in itertools.product(*(range(len(v)) for _, v in space)):
        values = {n: v[i] for (n, v), i in zip(space, c)}
        if not all(eval(rule, {"__builtins__": {}}, values) for rule in rules):
            continue
        t = cost(c)
        failed += isinstance(t, str)
        rows.append(list(c) + ([t] if isinstance(t, str) else [float("%.6g" % disturbed(r, t)) for _ in range(ntimes)]))
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


if __name__ == "__main__":
    main()
