#!/usr/bin/env python3
"""sweep.py BUILD [options]: the programs of examples/levels over all sizes of SIMD groups and all modes.

  (nothing)         counts on the emulated GPU, as tables
  --write           the same into docs/sweep.md, with plots in docs/sweep/
  --small           a part of it with small arrays, for the regression test
  --check FILE      compares exact counts with those in FILE: more than 2 % off is a failure (status 1)
  --save FILE       writes the counts that --check reads
  --bar             also fails where the automatic size is further from the best than the bar
  --only TEXT       only cases whose name contains TEXT
  --judge           both judges beside each other: what the emulated device counts by its model, and what the GPU in
                    software executes of the PTX; more than 10 % apart is marked
  --gpu             times on a real GPU instead, against the two-level versions, Clang and CUDA, with the copy bandwidth
                    and the limits of sweep_gpu.py; status 77 where there is no GPU

The cost and its weights: docs/counters.md. Python's standard library only."""
import argparse, json, math, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(HERE)
LEVELS = os.path.join(ROOT, "examples", "levels")
SIZES = [1, 2, 4, 8, 16, 32]

# Slots of the model, docs/counters.md.
WEIGHTS = {"warp_instructions": 1, "load_sectors": 6, "store_sectors": 6, "atomic_sectors": 12, "shuffles": 1 / 4,
           "votes": 1 / 16, "syncs": 1 / 16, "warp_barriers": 16, "shared_accesses": 1 / 8}
EXACT = ["warp_instructions", "lane_instructions", "idle_lanes", "load_sectors", "store_sectors", "atomic_sectors",
         "warp_barriers", "syncs", "shuffles", "shared_accesses", "shared_bytes"]
AUTO_EACH, AUTO_MEAN = 1.10, 1.03


class Case:
    """One nest. two, three: functions of the kernels; only2, only3: their versions' names, for --only."""

    def __init__(self, name, source, only2, only3, two, three, args, small, gpu):
        self.name, self.source, self.two, self.three = name, source, two, three
        self.only2, self.only3, self.args, self.small, self.gpu = only2, only3, args, small, gpu


CASES = [
    Case("sparse_matvec, stencil", "sparse_matvec", "stencil:rows", "stencil:simd", "rows_only", "simd", "25", "6", "128"),
    Case("sparse_matvec, varying", "sparse_matvec", "varying:rows", "varying:simd", "rows_only", "simd", "25", "7", "128"),
    Case("su3", "su3", "two-level", "three-level", "two_level", "three_level", "8192", "300", "1048576"),
    Case("ideal", "ideal", "two-level", "three-level", "two_level", "three_level", "32000 16", "600 16", "4000000 16"),
    Case("laplace3d", "laplace3d", "two-level", "three-level", "two_level", "three_level", "6 64 128", "5 14 33", "512"),
    Case("transpose3d", "transpose3d", "two-level", "three-level", "two_level", "three_level", "128 6 129", "33 5 34",
         "512 513 514"),
    Case("interpolate3d", "interpolate3d", "two-level", "three-level", "two_level", "three_level", "128 33 6", "33 9 5",
         "384 385 386"),
]
# Besides the seven nests of the bar: another form of the first, and a trip count that suits no size.
EXTRA = [
    Case("sparse_matvec, stencil, atomic", "sparse_matvec", "stencil:rows", "stencil:simd-atomic", "rows_only",
         "simd_atomic", "25", "6", "128"),
    Case("ideal, 40 numbers", "ideal", "two-level", "three-level", "two_level", "three_level", "12800 40", "300 40",
         "1600000 40"),
    Case("ideal, 5 numbers", "ideal", "two-level", "three-level", "two_level", "three_level", "64000 5", "900 5",
         "8000000 5"),
]
NO_MACRO, TEAMS, PARALLEL = "", "-DBETWEEN_TEAMS", "-DBETWEEN_PARALLEL"
T_GEN, P_GEN = "--teams-mode=generic", "--parallel-mode=generic"
MODES = [ # mode (teams/parallel), what the nest holds, options
    ("SPMD/SPMD", "tight", NO_MACRO, ""),
    ("SPMD/generic", "tight", NO_MACRO, P_GEN),
    ("generic/SPMD", "tight", NO_MACRO, T_GEN),
    ("generic/generic", "tight", NO_MACRO, T_GEN + " " + P_GEN),
    ("SPMD/SPMD, guards", "a statement per row", PARALLEL, ""),
    ("SPMD/generic", "a statement per row", PARALLEL, P_GEN),
    ("SPMD/SPMD, guards", "a statement per plane", TEAMS, ""),
    ("generic/SPMD", "a statement per plane", TEAMS, T_GEN),
    ("SPMD/SPMD, guards", "both", TEAMS + " " + PARALLEL, ""),
    ("generic/generic", "both", TEAMS + " " + PARALLEL, T_GEN + " " + P_GEN),
]
MODE_PROGRAMS = ["laplace3d", "transpose3d", "interpolate3d"]
MODE_SIZES = [8, 32]


def fail(what):
    sys.exit("sweep.py: " + what)


def run(command, env=None, check=True):
    r = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, timeout=600)
    if check and r.returncode:
        fail("status %d: %s\n%s%s" % (r.returncode, " ".join(command), r.stdout[-2000:], r.stderr[-2000:]))
    return r


def clean_env(**more):
    env = {k: v for k, v in os.environ.items() if not re.match(r"(GANTRY|OMP|KMP|LIBOMP)_", k)}
    env.update(more)
    return env


class Builder:
    def __init__(self, gantry, work, flags):
        self.gantry, self.work, self.flags, self.built = gantry, work, flags, {}

    def object(self, source, options):
        key = (source, options)
        if key not in self.built:
            path = os.path.join(self.work, "%s.%d.o" % (source, len(self.built)))
            run([self.gantry, "cc", "-O3", *self.flags, *options.split(), "-c", os.path.join(LEVELS, source + ".c"), "-o", path],
                clean_env())
            self.built[key] = path
        return self.built[key]

    def program(self, source, options, size, link):
        """the program, and what the link chose: (file, line) of a region -> lanes"""
        key = (source, options, size)
        if key not in self.built:
            path = os.path.join(self.work, "%s.%d" % (source, len(self.built)))
            out = run([self.gantry, "cc", "-O3", *self.flags, *link, "--simd-group=%s" % size, "--dump=link",
                       self.object(source, options), "-o", path, "-lm"], clean_env()).stdout
            found = re.findall(r"^region \S+  \S*:(\d+) of .*\n  (\d+) lanes?,", out, re.M)
            lanes = {int(line): int(n) for line, n in reversed(found)}  # of variants the first is the kernel without a mark
            self.built[key] = (path, lanes)
        return self.built[key]


# ---- counts ----

def counts_of(builder, case, options, size, three, args):
    program, lanes = builder.program(case.source, options, size, ["--count"])
    out = os.path.join(builder.work, "counts.json")
    if os.path.exists(out):
        os.unlink(out)
    run([program, "--repeat", "1", "--only", case.only3 if three else case.only2, *args.split()],
        clean_env(GANTRY_DEVICES="emulated", OMP_TARGET_OFFLOAD="MANDATORY", GANTRY_EMULATED_COUNTS=out,
                  GANTRY_EMULATED_SMS="1"))
    with open(out) as f:
        for line in f:
            c = json.loads(line)
            if c["function"] == (case.three if three else case.two):
                c["cost"] = sum(w * c[k] for k, w in WEIGHTS.items())
                near = [n for at, n in sorted(lanes.items()) if at >= c["line"]]
                variant = re.search(r"__(\d+)$", c["kernel"])  # chosen at the launch
                c["lanes_chosen"] = int(variant.group(1)) if variant else near[0] if three and near else 1
                return c
    fail("%s: no counts of %s" % (case.name, case.three if three else case.two))


# ---- the second judge: the PTX, executed ----

def software_counts(builder, case, size, three, args, kernel):
    library = os.path.join(os.path.dirname(os.path.dirname(builder.gantry)), "lib", "gantry", "libgantry_softgpu.so")
    program, _ = builder.program(case.source, "", size, [])
    out = os.path.join(builder.work, "software.json")
    run([program, "--repeat", "1", "--only", case.only3 if three else case.only2, *args.split()],
        clean_env(GANTRY_DEVICES="cuda", OMP_TARGET_OFFLOAD="MANDATORY", GANTRY_CUDA_LIBRARY=library, GANTRY_SOFTGPU_COUNTS=out,
                  GANTRY_SOFTGPU=builder.description))
    with open(out) as f:
        for line in f:
            c = json.loads(line)
            if c["kernel"] == kernel:
                return c
    fail("%s: the GPU in software counted nothing of %s" % (case.name, kernel))


# A device of one multiprocessor, as GANTRY_EMULATED_SMS=1 has: the launch takes the same shape.
def describe_small(builder):
    builder.description = os.path.join(builder.work, "small-gpu")
    with open(builder.description, "w") as f:
        f.write("like = v100\nunits = 1\nthreads_per_unit = 2048\n")


JUDGED = [("warp instructions", lambda c: c["warp_instructions"]), ("lanes in use, %", lambda c: round(in_use(c), 1)),
          ("load sectors", lambda c: c["load_sectors"]), ("store sectors", lambda c: c["store_sectors"]),
          ("barriers", lambda c: c["warp_barriers"]), ("syncs", lambda c: c["syncs"]), ("shuffles", lambda c: c["shuffles"]),
          ("shared accesses", lambda c: c["shared_accesses"]), ("operations", lambda c: c["float_operations"] + c["double_operations"])]
APART = 0.10


def judges(builder, cases, small):
    describe_small(builder)
    far = 0
    rows = []
    for case in cases:
        args = case.small if small else case.args
        for three, size in ((False, 1), (True, "auto")):
            model = counts_of(builder, case, "", size, three, args)
            ptx = software_counts(builder, case, size, three, args, model["kernel"])
            cells = ["%s, %s" % (case.name, "%d lanes" % model["lanes_chosen"] if three else "two levels")]
            for _, number in JUDGED:
                a, b = number(model), number(ptx)
                apart = abs(a - b) > APART * max(a, b)
                far += apart
                cells.append("%s" % a if a == b else "%s, %s%s" % (a, b, " **%+.0f %%**" % (100 * (b - a) / a if a else 100) if apart else ""))
            cells[1] += "; without moves and parameters %d" % (ptx["warp_instructions"] - ptx["classes"]["move"] - ptx["classes"]["parameter"])
            rows.append(cells)
    return table(["nest"] + [name for name, _ in JUDGED], rows), far


def in_use(c):
    return 100 * c["lane_instructions"] / (c["warp_instructions"] * c["width"])


def sectors(c):
    return c["load_sectors"] + c["store_sectors"] + c["atomic_sectors"]


def row(label, c, base):
    return [label, c["warp_instructions"], "%.0f %%" % in_use(c), sectors(c), c["warp_barriers"], c["syncs"], c["shuffles"],
            c["shared_bytes"], "%.0f" % c["cost"], "%.3f" % (c["cost"] / base["cost"]), "%.2f" % (base["cost"] / c["cost"])]


HEAD = ["warp instructions", "lanes in use", "sectors", "barriers", "syncs", "shuffles", "shared bytes", "cost", "to two levels",
        "gain"]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(x) for x in r) + " |" for r in rows]) + "\n"


def sweep_sizes(builder, cases, small):
    for case in cases:
        args = case.small if small else case.args
        two = counts_of(builder, case, "", 1, False, args)
        by_size = {n: counts_of(builder, case, "", n, True, args) for n in SIZES}
        auto = counts_of(builder, case, "", "auto", True, args)
        yield case, args, two, by_size, auto


def sweep_modes(builder, programs, small, sizes):
    for case in CASES:
        if case.source not in programs:
            continue
        args = case.small if small else case.args
        two = counts_of(builder, case, "", 1, False, args)
        rows = []
        for mode, nest, macros, options in MODES:
            rows.append((mode, nest, {n: counts_of(builder, case, (macros + " " + options).strip(), n, True, args) for n in sizes}))
        yield case, args, two, rows


# ---- plots: SVG, nothing needed ----
COLOURS = ["#1b6ca8", "#c8553d", "#3a7d44", "#7b4b94", "#b8860b", "#4a4a4a", "#0f8b8d"]


def svg(width, height, parts):
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" '
            'font-size="12">\n<rect width="100%%" height="100%%" fill="white"/>\n%s\n</svg>\n' % (width, height, width, height,
                                                                                           "\n".join(parts)))


def text(x, y, s, anchor="start", colour="#222"):
    return '<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">%s</text>' % (x, y, anchor, colour, s)


def line(x1, y1, x2, y2, colour, width=1, dash=""):
    return '<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%s"%s/>' % (
        x1, y1, x2, y2, colour, width, ' stroke-dasharray="%s"' % dash if dash else "")


def plot_sizes(results):
    w, h, left, top, right, bottom = 760, 400, 60, 40, 200, 50
    gains = [[two["cost"] / by_size[n]["cost"] for n in SIZES] for _, _, two, by_size, _ in results]
    high = math.ceil(max(max(g) for g in gains) * 2) / 2
    def at(i, v):
        return left + i * (w - left - right) / (len(SIZES) - 1), top + (high - v) * (h - top - bottom) / high
    parts = [text(left, 22, "Gain over two levels in the model, by lanes of a thread (ring: the automatic size)")]
    v = 0
    while v <= high:
        parts += [line(left, at(0, v)[1], w - right, at(0, v)[1], "#ddd"), text(left - 8, at(0, v)[1] + 4, "%.1f" % v, "end")]
        v += 0.5
    parts += [text(at(i, 0)[0], h - bottom + 18, str(n), "middle") for i, n in enumerate(SIZES)]
    parts += [line(left, at(0, 1)[1], w - right, at(0, 1)[1], "#888", 1.5, "4 3")]
    ends = []
    for k, (case, _, two, _, auto) in enumerate(results):
        c = COLOURS[k % len(COLOURS)]
        points = [at(i, g) for i, g in enumerate(gains[k])]
        parts += ['<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>' % (" ".join("%.1f,%.1f" % p for p in points), c)]
        parts += ['<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>' % (*p, c) for p in points]
        if auto["lanes_chosen"] in SIZES:
            parts += ['<circle cx="%.1f" cy="%.1f" r="7" fill="none" stroke="%s" stroke-width="2"/>' % (
                *points[SIZES.index(auto["lanes_chosen"])], c)]
        ends.append([points[-1][1], case.name, c])
    ends.sort()
    for i in range(1, len(ends)):
        ends[i][0] = max(ends[i][0], ends[i - 1][0] + 15)
    parts += [text(w - right + 10, y + 4, name, colour=c) for y, name, c in ends]
    return svg(w, h, parts)


def plot_modes(results, size):
    names = [(m, n) for m, n, _, _ in MODES if n == "tight"]
    w, h, left, top, bottom = 760, 360, 60, 40, 60
    bars = [(case, [1.0] + [r[2][size]["cost"] / two["cost"] for r in rows if r[1] == "tight"]) for case, _, two, rows in results]
    high = math.ceil(max(max(b) for _, b in bars) * 2 + 0.2) / 2
    parts = [text(left, 22, "Cost of the tight nests by mode (teams/parallel), %d lanes a thread; two levels = 1" % size)]
    v = 0
    while v <= high:
        y = top + (high - v) * (h - top - bottom) / high
        parts += [line(left, y, w - 20, y, "#ddd"), text(left - 8, y + 4, "%.1f" % v, "end")]
        v += 0.5
    group = (w - left - 40) / max(1, len(bars))
    for k, (case, b) in enumerate(bars):
        x = left + 20 + k * group
        for i, v in enumerate(b):
            y = top + (high - v) * (h - top - bottom) / high
            parts.append('<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>' % (
                x + i * group / 6.5, y, group / 7.5, h - bottom - y, COLOURS[i]))
        parts.append(text(x + group * 0.38, h - bottom + 16, case.name, "middle"))
    x = left
    for i, name in enumerate(["no simd"] + [m for m, _ in names]):
        parts += ['<rect x="%.1f" y="%.1f" width="10" height="10" fill="%s"/>' % (x, h - 24, COLOURS[i]), text(x + 14, h - 15, name)]
        x += 30 + 8 * len(name)
    return svg(w, h, parts)


# ---- the automatic size against the best ----

def judge(results):
    """(case, chosen, best, ratio) of each, and the geometric mean of the ratios"""
    rows, logs = [], []
    for case, _, _, by_size, auto in results:
        best = min(SIZES, key=lambda n: by_size[n]["cost"])
        ratio = auto["cost"] / by_size[best]["cost"]
        rows.append((case, auto["lanes_chosen"], best, ratio))
        logs.append(math.log(ratio))
    return rows, math.exp(sum(logs) / len(logs)) if logs else 1


def auto_table(results):
    rows, mean = judge(results)
    body = table(["program", "automatic size", "best size", "cost of automatic to best"],
                 [[c.name, a, b, "%.3f" % r] for c, a, b, r in rows] + [["geometric mean", "", "", "%.3f" % mean]])
    met = mean <= AUTO_MEAN and all(r <= AUTO_EACH for _, _, _, r in rows)
    return body, met


# ---- what the regression test compares ----

def count_lines(results, modes):
    def one(name, c):
        return "%s\t%s" % (name, "\t".join("%s=%d" % (k, c[k]) for k in EXACT))
    for case, args, two, by_size, auto in results:
        yield one("%s (%s), two levels" % (case.name, args), two)
        for n in SIZES:
            yield one("%s (%s), %d lanes" % (case.name, args, n), by_size[n])
        yield one("%s (%s), automatic" % (case.name, args), auto)
    for case, args, _, rows in modes:
        for mode, nest, by_size in rows:
            for n, c in by_size.items():
                yield one("%s (%s), %s, %s, %d lanes" % (case.name, args, nest, mode, n), c)


def read_counts(lines):
    got = {}
    for l in lines:
        if l.strip() and not l.startswith("#"):
            name, *fields = l.rstrip("\n").split("\t")
            got[name] = {k: int(v) for k, v in (f.split("=") for f in fields)}
    return got


def compare(expected, got, tolerance=0.02, slack=16):
    """one line per number that is off; numbers that became better are told too, so that the table is renewed"""
    wrong = []
    for name in sorted(set(expected) | set(got)):
        if name not in got or name not in expected:
            wrong.append("%s: only in the %s" % (name, "table" if name in expected else "program"))
            continue
        for k, v in expected[name].items():
            new = got[name].get(k, 0)
            if abs(new - v) > max(tolerance * v, slack):
                wrong.append("%s: %s %d, was %d (%+.1f %%)" % (name, k, new, v, 100 * (new - v) / v if v else 100))
    return wrong


def main_counts(o, gantry, work):
    builder = Builder(gantry, work, ["--offload-arch=emulated,sm_70" if o.judge else "--offload-arch=emulated"])
    if o.judge:
        body, far = judges(builder, [c for c in CASES if o.only in c.name], o.small)
        print(body + "%d numbers more than %.0f %% apart" % (far, 100 * APART))
        return 0
    chosen = [c for c in CASES if o.only in c.name]
    results = list(sweep_sizes(builder, chosen, o.small))
    extra = [] if o.small else list(sweep_sizes(builder, [c for c in EXTRA if o.only in c.name], False))
    programs = [p for p in MODE_PROGRAMS if o.only in p][:1 if o.small else None]
    modes = list(sweep_modes(builder, programs, o.small, MODE_SIZES[:1] if o.small else MODE_SIZES))
    lines = list(count_lines(results, modes))
    status = 0
    if o.save:
        with open(o.save, "w") as f:
            f.write("# Written by bench/sweep.py --small --save; compared by tests/bench/sweep.test.\n" + "\n".join(lines) + "\n")
    if o.check:
        with open(o.check) as f:
            wrong = compare(read_counts(f), read_counts(lines))
        for w in wrong:
            print(w)
        if wrong:
            print("%d numbers differ from %s; where that is meant: bench/sweep.py BUILD --small --save %s" % (len(wrong), o.check, o.check))
            status = 1
    text_out, met = [], True
    for case, args, two, by_size, auto in results + extra:
        text_out.append("### %s (`%s %s`)\n" % (case.name, case.source, args))
        rows = [row("two levels", two, two)] + [row(n, by_size[n], two) for n in SIZES]
        rows.append(row("automatic: %d" % auto["lanes_chosen"], auto, two))
        text_out.append(table(["lanes"] + HEAD, rows))
    mode_out = []
    for case, args, two, rows in modes:
        mode_out.append("### %s (`%s`)\n" % (case.name, args))
        body = [["no simd", "tight", ""] + row("", two, two)[1:]]
        body += [[mode, nest, n] + row("", c, two)[1:] for mode, nest, by_size in rows for n, c in by_size.items()]
        mode_out.append(table(["mode", "nest", "lanes"] + HEAD, body))
    auto_out, met = auto_table(results) if results else ("", True)
    if o.write:
        both = Builder(gantry, work, ["--offload-arch=emulated,sm_70"])
        write_page(results, modes, text_out, mode_out, auto_out, judges(both, CASES, True)[0])
    elif not o.check and not o.save:
        print("\n".join(text_out + mode_out + [auto_out]))
    if o.bar and not met:
        print(auto_out + "the automatic size is further from the best than %g each, %g in the mean" % (AUTO_EACH, AUTO_MEAN))
        status = 1
    return status


PAGE = """# The sweep: lanes of a thread, and modes

Written by `bench/sweep.py BUILD --write`; do not edit. Counts of the emulated GPU, warps of 32 lanes, two calls per kernel; **cost
is a model**, its weights are in [counters.md](counters.md#the-cost-of-a-kernel-one-number) and were fixed before the first
sweep. The emulated GPU has one multiprocessor, and what is shared by teams is about 1/128 of the sizes
for a GPU (`--gpu` has those); the lengths of rows stay realistic. *To two levels* is the cost divided by that of the same nest with two levels, *gain* the inverse. `syncs` and `shuffles` are by
lane, `barriers` by warp. The programs: `examples/levels`. Times on a GPU: `bench/sweep.py BUILD --gpu`.

A part of this is a test, `bench/sweep`, which compares exact counts with `tests/bench/counts.txt`.

![gain by size](sweep/sizes.svg)

## The automatic size
Bar: each at most 1.10, the geometric mean at most 1.03.

%s
## Two judges
What the emulated device counts by its model, and behind the comma, where it differs, what the [GPU in software](softgpu.md) executes of the PTX for
sm_70, with the sizes of the test (`bench/sweep.py BUILD --judge --small`). More than 10 %% apart is marked. Each such difference was looked at:

- Transactions, stores above all, and operations of `su3` and `ideal` were half of the PTX's: the *model* was wrong. Its code was vectorised for the CPU, for
  LLVM 19 takes no notice of what its C interface says of that (`src/link/llvm.c`). Mended; they agree now.
- Stores of `sparse_matvec` were twice as many on the GPU in software as in the model: the *software GPU* was wrong. Lanes that had left an inner loop ran
  ahead, because LLVM puts the end of the outer loop's body before it. Parted lanes go on by the graph of the code now (`softgpu/layout.c`).
- Shuffles: the model counts calls, a GPU needs two for a double. The PTX is right; the cost takes calls.
- Operations and sectors of `interpolate3d`: the exponential is a call of the C library on the CPU, and 60 instructions with a table of its own in the
  PTX. The PTX is right.
- Operations of `sparse_matvec` with 4 lanes: what a row's lanes have added up is added to the original by all four in the model, where LLVM has computed it in
  advance, and by the first one in the PTX, behind a branch (2.25 additions for each lane and row in place of 3). Both are right.
- Shared accesses: the number of an SPMD team's threads is a value in the PTX (`src/link/team_size.c`), where the model's code stored it in shared memory and
  loaded it. The *model* was wrong. Mended; they agree now.
- Warp instructions: the model counts LLVM's, which have computations of addresses of their own that PTX folds into accesses (the model is too high by 10 to 24 %%), and
  no branches, moves and divisions of 64 bits by parts (too low by 13 %% in `transpose3d`). The PTX is nearer to the GPU, and no more than that: `ptxas` removes moves.
- Lanes in use of rows of varying length with 4 lanes: the model joins the n-th rounds of inner loops over all rows of a thread (docs/counters.md, *Limits*). The
  PTX is right.

%s
## Modes
With equal lanes. In the tight nests modes are forced by `--teams-mode` and `--parallel-mode`. Generic
parallel regions pay for publishing each simd loop: short rows make them dearer. The nests with statements between the levels (`-DBETWEEN_TEAMS`, `-DBETWEEN_PARALLEL`) do more, and need guards or generic mode.

![cost by mode](sweep/modes.svg)

%s
## Sizes
%s"""


def write_page(results, modes, text_out, mode_out, auto_out, judged):
    folder = os.path.join(ROOT, "docs", "sweep")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "sizes.svg"), "w") as f:
        f.write(plot_sizes(results))
    with open(os.path.join(folder, "modes.svg"), "w") as f:
        f.write(plot_modes(modes, MODE_SIZES[0]))
    with open(os.path.join(ROOT, "docs", "sweep.md"), "w") as f:
        f.write(PAGE % (auto_out, judged, "\n".join(mode_out), "\n".join(text_out)))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("build")
    for flag in ["write", "small", "bar", "gpu", "judge"]:
        p.add_argument("--" + flag, action="store_true")
    p.add_argument("--only", default="")
    p.add_argument("--check")
    p.add_argument("--save")
    p.add_argument("--rounds", type=int, default=5, help="--gpu: interleaved repetitions")
    o = p.parse_args()
    gantry = os.path.join(os.path.realpath(o.build), "bin", "gantry")
    if not os.path.exists(gantry):
        fail("no " + gantry)
    with tempfile.TemporaryDirectory(prefix="gantry-sweep.") as work:
        if o.gpu:
            sys.path.insert(0, HERE)
            import sweep_gpu
            return sweep_gpu.main(o, gantry, work)
        return main_counts(o, gantry, work)


if __name__ == "__main__":
    sys.exit(main())
