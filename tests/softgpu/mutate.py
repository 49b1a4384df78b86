#!/usr/bin/env python3
"""mutate.py BUILD [--most N] [--most-sync N] [--quick] [--seed S] [--kinds sync,other] [--level=-ON] [--survivors FILE] PROGRAM[:ARGUMENTS]...: faults in the PTX of programs, on the
strict software GPU (docs/softgpu.md).

Each program is compiled for sm_70 and must end with status 0 and no report. Then one instruction of its PTX at a time is changed, in
the program's file, by one of the same length:
  sync    a barrier, bar.warp.sync or fence is taken away
  other   a sum becomes a difference, < becomes <=, a condition is turned round, an offset of an access moves, a lane of a shuffle
Two things are left as they are, since a change makes no difference by itself: what asks whether numbers fit into 32 bits (the way for 64
gives the same for those that do), and a comparison that takes the greater or the less of its own operands, at which < and <= are one.
Other changes are judged sharply (GANTRY_SOFTGPU_STRICT=2) where the program as it is passes that. What is not seen is tried once more in leagues of
other shapes (SHAPES), where the program as it is is right in them, too: that one team or one warp takes the way of several shows where there are several.
Only places that are executed count, as GANTRY_SOFTGPU_EXECUTED tells. A mutant is seen when the program's status is not 0, or
its output differs, where that is the same in each run. What is not seen is listed with line and function. A change after which each lane
stores and branches as before, with the data of the run, is none: it is counted apart.

Of a barrier or fence whose removal is not told the reason is listed (GANTRY_SOFTGPU_WATCH=all, of the program as it is):
  apart     no two conflicting accesses of the run have it between them
  first     the same, and nothing is accessed between the beginning of the kernel, or another one, and it
  last      the same, and nothing is accessed between it and another one, or the end
  strong    only strong ones have, which do not race; whether their values may come in another order is beyond strict mode
  also      such accesses are there, and something else orders all of them, too: the line that has most of them between it, too, is named
Each has its origin, from the user's line to the line of the device runtime (origins.py). With --survivors FILE, those must be in it,
each with an argument.
Of other changes that are not seen, those are marked after which all lanes store what they stored before, by other ways."""
import argparse, collections, itertools, os, pathlib, random, re, resource, subprocess, sys, tempfile

import origins

SYNC = re.compile(rb"(?:bar\.sync|barrier\.sync|bar\.warp\.sync|membar\.\w+|fence\.[\w.]+)[^;\n]*;")
OTHER = [(re.compile(rb"\badd\.(?=[su]\d\d |f)"), b"sub."), (re.compile(rb"\badd\.rn\."), b"sub.rn."), (re.compile(rb"\bsub\.(?=[su]\d\d )"), b"add."),
         (re.compile(rb"\bsetp\.lt\."), b"setp.le."), (re.compile(rb"\bsetp\.gt\."), b"setp.ge."), (re.compile(rb"\bsetp\.ge\."), b"setp.gt."),
         (re.compile(rb"\bsetp\.le\."), b"setp.lt."), (re.compile(rb"\bsetp\.eq\."), b"setp.ne."), (re.compile(rb"\bsetp\.ne\."), b"setp.eq."),
         (re.compile(rb"\bmul\.rn\."), b"div.rn."), (re.compile(rb"(?<=\+)8\]"), b"4]"), (re.compile(rb"(?<=\+)4\]"), b"8]"),
         (re.compile(rb"\bshl\.(?=b\d\d)"), b"shr."), (re.compile(rb"\band\.(?=b\d\d)"), b"xor."), (re.compile(rb"\bmax\."), b"min."), (re.compile(rb"\bmin\."), b"max."),
         (re.compile(rb"(?<=@)%p"), b"!"), (re.compile(rb"\bshfl\.sync\.down"), b"shfl.sync.up  ")]
LINE = re.compile(rb"[^\n]*")
# pairs of accesses that a barrier lies between; the line of another one that does, too, and the lines of one pair; accesses on both sides
Between = collections.namedtuple("Between", "weak strong beside pair before after")
NOTHING = Between(0, 0, 0, None, 0, 0)
# leagues that kernels without clauses of their own run in: some warps that are not whole; more teams, of less than a warp
SHAPES = ({"GANTRY_TEAMS": "3", "GANTRY_THREADS": "72"}, {"GANTRY_TEAMS": "33", "GANTRY_THREADS": "24"})
Shape = collections.namedtuple("Shape", "environment limit good steady strict")
SEEDS, LIMITS = (0, 1, 2), (20000, 80000, 320000, 1280000, 5120000, 20480000, 81920000)
HERE = pathlib.Path(__file__).resolve().parent


def texts(data):
    """where PTX is in the file: its lines are counted from the comments before .version"""
    for m in re.finditer(rb"\.version \d", data):
        yield data.rindex(b"\0", 0, m.start()) + 1, data.index(b"\0", m.start())


def asks_for_width(data, at):
    """whether the instruction there, or what its guard comes from, compares with 2^32, or the upper half of a number with 0"""
    function = data.rindex(b"\n{\n", 0, at)

    def made(register):
        """the last line before that has the register as its first word"""
        lines = re.findall(rb"[^\n]*?\s" + re.escape(register) + rb", [^\n]*", data[function:at])
        return next((l for l in reversed(lines) if re.match(rb"\s*[a-z][\w.]* *\t" + re.escape(register) + rb",", l)), b"")

    line = LINE.match(data, data.rindex(b"\n", 0, at + 1) + 1).group(0)
    guard = re.match(rb"\s*@!?(%p\d+)", line)
    asked = made(guard.group(1)) if guard else line
    upper = re.search(rb"setp\.\w+\.[su]64 *\t%p\d+, (%rd\d+), 0;", asked)
    return re.search(rb", 429496729[56];", asked) is not None or upper is not None and b", -4294967296;" in made(upper.group(1))


GREATER = re.compile(rb"\s*setp\.[lg][te]\.\w+ *\t(%p\d+), (%\w+), (%\w+);\n\s*selp\.\w+ *\t%\w+, (%\w+), (%\w+), (%p\d+);")


def takes_greater(data, at):
    m = GREATER.match(data, data.rindex(b"\n", 0, at + 1) + 1)
    return m is not None and m.group(1) == m.group(6) and {m.group(2), m.group(3)} == {m.group(4), m.group(5)}


def places(data, kinds):
    """(kind, begin, end, new bytes of the same length)"""
    for begin, end in texts(data):
        if "sync" in kinds:
            for m in SYNC.finditer(data, begin, end):
                yield "sync", m.start(), m.end(), b" " * (m.end() - m.start())
        if "other" in kinds:
            for what, new in OTHER:
                for m in what.finditer(data, begin, end):
                    if what.pattern.endswith(b"%p"):  # @%p3 -> @!%p3 takes a byte more, which the indentation gives
                        at = data.rindex(b"\n", 0, m.start()) + 1
                        if data[at:m.start()] == b"@":
                            continue
                        line = data[at:m.start() - 1]
                        if line[:1] in b"\t ":
                            yield "other", at, m.end(), line[1:] + b"@!%p"
                    else:
                        yield "other", m.start(), m.end(), new


def limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))  # of the processor's: others may be at work, too


class Program:
    def __init__(self, o, name, arguments, work):
        self.name, self.arguments, self.work = name, arguments.split(), pathlib.Path(work)
        self.exe = self.work / "program"
        source = pathlib.Path(name).resolve()
        command = [f"{o.build}/bin/gantry", "cc", o.level, "--offload-arch=sm_70", str(source), "-o", str(self.exe), "-lm"]
        command += [f"-I{source.parent}", f"-I{source.parent.parent}", f"-I{source.parent.parent.parent}", f"-I{HERE.parent}/run"]
        r = subprocess.run(command, capture_output=True, text=True)
        if r.returncode:
            sys.exit(f"{name}: {r.stderr}")
        self.data = self.exe.read_bytes()
        self.library = f"{o.build}/lib/gantry/libgantry_softgpu.so"
        self.executed = set()  # lines of PTX
        self.lies = None       # between()
        self.strict = 1        # of other changes; judge_sharply()
        self.right_in = None   # shapes()
        self.short = "/".join(source.parts[-2:])
        if o.with_lines:
            known = [p for p in places(self.data, "sync")]
            words = [" ".join(self.data[p[1]:p[2]].decode().split()) for p in known]
            self.origins = dict(zip(known, origins.origins(o.with_lines, command[2:], "sm_70", o.level, words)))

    def look(self):
        """which lines run; the result of the run"""
        for self.limit in LIMITS:  # a mutant that never ends has not to run for long
            r, lines = self.traced(self.data)
            if r[0] == 0:
                self.limit *= 4
                break
        self.executed = {int(line) for line in lines if line.isdigit()}
        self.did = [line.split() for line in lines if line.startswith("did")]
        return r

    def traced(self, data, seed=0, strict=1, **more):
        told = self.work / "executed"
        told.unlink(missing_ok=True)
        r = self.run(data, strict, seed, GANTRY_SOFTGPU_EXECUTED=str(told), **more)
        return r, told.read_text().splitlines() if told.exists() else []

    def judge_sharply(self):
        """where no lanes of the program store one value without an order, such stores are told in its mutants"""
        if all(r[0] == 0 and b"softgpu:" not in r[2] for r in (self.run(self.data, 2, seed) for seed in SEEDS[:2])):
            self.strict = 2

    def shapes(self):
        """those of SHAPES in which the program as it is is right"""
        if self.right_in is None:
            usual, self.right_in = self.limit, []
            for environment in SHAPES:
                for self.limit in LIMITS:
                    good = self.run(self.data, 1, 0, **environment)
                    if good[0] == 0:
                        break
                if good[0] == 0 and b"softgpu:" not in good[2]:
                    self.limit *= 4
                    again = self.run(self.data, self.strict, 1, **environment)
                    strict = self.strict if again[0] == 0 and b"softgpu:" not in again[2] else 1
                    self.right_in.append(Shape(environment, self.limit, good, again[1] == good[1], strict))
            self.limit = usual
        return self.right_in

    def told_in_shapes(self, data):
        usual, seen = self.limit, False
        for shape in self.shapes():
            self.limit = shape.limit
            r = self.run(data, shape.strict, 0, **shape.environment)
            seen = seen or r[0] != 0 or shape.steady and r[1] != shape.good[1]
        self.limit = usual
        return seen

    def effect(self, data):
        """which of the numbers of what lanes did are as before: "all", "stores", or neither; the result of the run"""
        r, lines = self.traced(data, strict=self.strict)
        did = [line.split() for line in lines if line.startswith("did")]
        return "all" if did == self.did else "stores" if [d[1] for d in did] == [d[1] for d in self.did] else "", r

    def between(self):
        """of each line with a barrier or fence, over some orders, what lies on both sides"""
        if self.lies is None:
            self.lies = {}
            for seed in SEEDS:
                for row in (l.split()[1:] for l in self.traced(self.data, seed, GANTRY_SOFTGPU_WATCH="all")[1] if l.startswith("between")):
                    line, weak, strong, _, beside, _, one, other, before, after = map(int, row)
                    known = self.lies.get(line, NOTHING)
                    self.lies[line] = Between(known.weak + weak, known.strong + strong, known.beside or beside,
                                              known.pair or (weak and (one, other)), known.before + before, known.after + after)
        return self.lies

    def origin(self, place):
        return self.origins.get(place, "?")

    def line(self, at):
        begin = next(b for b, e in texts(self.data) if b <= at < e)
        return self.data.count(b"\n", begin, at) + 1

    def changed(self, *changes):
        data = self.data
        for _, begin, end, new in changes:
            data = data[:begin] + new + data[end:]
        return data

    def told(self, data, first=None, seeds=None, strict=1):
        """whether a run with some seed differs from a good one; first: the result of a run that was made already"""
        runs = itertools.chain([first] if first else [], (self.run(data, strict, seed) for seed in (SEEDS if seeds is None else seeds)))
        return any(r[0] != 0 or (self.steady and r[1] != self.good[1]) for r in runs)

    def run(self, data, strict, seed, **more):
        exe = self.work / "mutant"
        exe.write_bytes(data)
        exe.chmod(0o755)
        e = dict(os.environ, GANTRY_DEVICES="cuda", OMP_TARGET_OFFLOAD="MANDATORY", GANTRY_CUDA_LIBRARY=self.library, GANTRY_SOFTGPU_STRICT=str(strict),
                 GANTRY_SOFTGPU_SEED=str(seed), GANTRY_SOFTGPU_LIMIT=str(self.limit), EXPECT_DEVICE="1", **more)
        try:
            # what lanes store may be an address of the host's: the same in each run
            r = subprocess.run(["setarch", "-R", str(exe)] + self.arguments, env=e, cwd=self.work, capture_output=True, timeout=1200, preexec_fn=limit_time)
        except subprocess.TimeoutExpired:
            return None, b"", b""
        return r.returncode, re.sub(rb"[\d.]+ (?:m?s|GB/s|GFLOP/s)\b", b"", r.stdout), r.stderr


def function(data, at):
    names = re.findall(rb"\.(?:entry|func)[^\n(]*?(?:\([^)]*\)\s*)?(\w+)\s*\(", data[:at])
    return names[-1].decode() if names else "?"


def where(q, at):
    begin = q.data.rindex(b"\n", 0, at) + 1
    return f"{q.line(at)}, {function(q.data, at)}: {LINE.match(q.data, begin).group(0).strip().decode()}"


def reason(q, place):
    """why nothing is told without a barrier or fence: a word, and a text"""
    b = q.between().get(q.line(place[1]), NOTHING)
    if b.weak:
        return "also", f"also: {b.weak} pairs of accesses, as lines {b.pair[0]} and {b.pair[1]}, that line {b.beside} orders, too"
    if b.strong:
        return "strong", f"strong: {b.strong} pairs of strong accesses have it between them"
    why = "first" if not b.before else "last" if not b.after else "apart"
    return why, why


def mutants(q, kinds, rng):
    """the places of each kind that run, in an order by chance"""
    there = [p for p in places(q.data, kinds) if q.line(p[1] + (p[2] - p[1]) // 2) in q.executed
             and not (p[0] == "other" and (asks_for_width(q.data, p[1]) or takes_greater(q.data, p[1])))]
    for kind in kinds.split(","):
        mine = [p for p in there if p[0] == kind]
        rng.shuffle(mine)
        yield kind, mine


def try_sync(q, chosen, quick, mine, lost):
    for p in chosen:
        mine["sync"] += 1
        weak = q.between().get(q.line(p[1]), NOTHING).weak
        if (weak or not quick) and q.told(q.changed(p), seeds=None if weak else SEEDS[:1]):  # what no pair has between it can only hang or be miscounted
            mine["sync seen"] += 1
            continue
        why, text = reason(q, p)
        mine[why] += 1
        lost.append((q.line(p[1]), f"  sync {where(q, p[1] + 1)}\n    {q.origin(p)}: {text}", f"{q.short}: {q.origin(p)}: {why}"))


def try_others(q, candidates, most, mine, lost):
    for p in candidates:
        if mine["other"] == most:
            return
        data = q.changed(p)
        r = q.run(data, 0, 0)  # not strict: most are seen at once
        if r[0] != 0 or (q.steady and r[1] != q.good[1]):
            mine["other"] += 1
            mine["other seen"] += 1
            continue
        effect, r = q.effect(data)
        if effect == "all" and r[0] == 0:
            mine["idle"] += 1
            continue
        mine["other"] += 1
        if q.told(data, r, (1,), q.strict):
            mine["other seen"] += 1
            continue
        if q.told_in_shapes(data):
            mine["other seen"] += 1
            mine["seen in shapes"] += 1
            continue
        mine["same stores"] += effect == "stores"
        new = LINE.match(data, data.rindex(b"\n", 0, p[1] + 1) + 1).group(0).strip().decode()
        lost.append((q.line(p[1] + 1), f"  other {where(q, p[1] + 1)} -> {new}" + ("\n    all lanes store the same" if effect == "stores" else ""), ""))


def argued(file, survivors):
    """whether each survivor is a line of the file, `PROGRAM: ORIGIN: CLASS`, or that with `: ARGUMENT`"""
    lines = [line for line in file.read_text().splitlines() if line and line[0] != "#"]
    new = [s for s in sorted(survivors) if not any(line == s or line.startswith(s + ": ") for line in lines)]
    for s in new:
        print(f"not argued in {file}: {s}")
    return not new


def said(c):
    return (f"barriers and fences {c['sync seen']} of {c['sync']} (else first {c['first']}, last {c['last']}, apart {c['apart']}, strong {c['strong']}, also {c['also']}), "
            f"others {c['other seen']} of {c['other']} ({c['seen in shapes']} in other shapes; else same stores {c['same stores']}), without effect {c['idle']}")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build")
    p.add_argument("programs", nargs="+")
    p.add_argument("--most", type=int, default=10**9)
    p.add_argument("--most-sync", type=int, help="the same for barriers and fences alone")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--kinds", default="sync,other")
    p.add_argument("--level", default="-O2")
    p.add_argument("--quick", action="store_true", help="barriers and fences that no conflicting accesses have between them are not tried")
    p.add_argument("--survivors", type=pathlib.Path, help="barriers and fences whose removal is not told must be argued here")
    p.add_argument("--least-seen", type=float, default=0, help="fail below this share of the other mutants")
    o = p.parse_args()
    o.build = os.path.abspath(o.build)
    o.most_sync = o.most if o.most_sync is None else o.most_sync
    total, failed, survivors = collections.Counter(), False, set()
    lines_folder = tempfile.TemporaryDirectory()
    o.with_lines = origins.with_lines(o.build, lines_folder.name) if "sync" in o.kinds else None
    for item in o.programs:
        name, _, arguments = item.partition(":")
        with tempfile.TemporaryDirectory() as work:
            q = Program(o, name, arguments, work)
            q.good = q.look()
            if q.good[0] != 0 or b"softgpu:" in q.good[2]:
                print(f"{name}: not right by itself: status {q.good[0]}\n{q.good[2].decode(errors='replace')[:600]}")
                failed = True
                continue
            q.steady = q.run(q.data, 0, 0)[1] == q.good[1]  # else output has times, and only the status counts
            mine, lost = collections.Counter(), []
            if "other" in o.kinds:
                q.judge_sharply()
                mine["sharply"] = q.strict - 1
            for kind, candidates in mutants(q, o.kinds, random.Random(o.seed)):
                if kind == "sync":
                    try_sync(q, candidates[:o.most_sync], o.quick, mine, lost)
                else:
                    try_others(q, candidates, o.most, mine, lost)
            print(f"{name}: {said(mine)}{', sharply' if q.strict > 1 else ''}", flush=True)
            for _, text, _ in sorted(lost):
                print(text, flush=True)
            survivors.update(key for _, _, key in lost if key)
            total.update(mine)
    print(f"all: {said(total)}, programs judged sharply {total['sharply']}")
    failed |= o.survivors is not None and not argued(o.survivors, survivors)
    if total["other"] and total["other seen"] < o.least_seen * total["other"]:
        failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
