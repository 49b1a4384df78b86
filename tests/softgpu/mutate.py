#!/usr/bin/env python3
"""mutate.py BUILD [--most N] [--seed S] [--kinds sync,other] [--level=-ON] PROGRAM[:ARGUMENTS]...: faults in the PTX of programs, on the
strict software GPU (docs/softgpu.md).

Each program is compiled for sm_70 and must end with status 0 and no report. Then one instruction of its PTX at a time is changed, in
the program's file, by one of the same length:
  sync    a barrier, bar.warp.sync or fence is taken away
  other   a sum becomes a difference, < becomes <=, a condition is turned round, an offset of an access moves, a lane of a shuffle
Only places that are executed count, as GANTRY_SOFTGPU_EXECUTED tells. A mutant is seen when the program's status is not 0, or
its output differs, where that is the same in each run. What is not seen is listed with line and function. A change after which each lane
stores and branches as before, with the data of the run, is none: it is counted apart.

A barrier or fence whose removal is not told is looked at again, by itself (GANTRY_SOFTGPU_WATCH), and listed with the reason:
  nothing   no two conflicting accesses of the run have it between them
  strong    only strong ones have, which do not race; whether their values may come in another order is beyond strict mode
  also      such accesses are there, and something else orders all of them, too. Where taking away that, too, is told, its line is named
Of other changes that are not seen, those are marked after which all lanes store what they stored before, by other ways."""
import argparse, collections, itertools, os, pathlib, random, re, resource, subprocess, sys, tempfile

SYNC = re.compile(rb"(?:bar\.sync|barrier\.sync|bar\.warp\.sync|membar\.\w+|fence\.[\w.]+)[^;\n]*;")
OTHER = [(re.compile(rb"\badd\.(?=[su]\d\d |f)"), b"sub."), (re.compile(rb"\badd\.rn\."), b"sub.rn."), (re.compile(rb"\bsub\.(?=[su]\d\d )"), b"add."),
         (re.compile(rb"\bsetp\.lt\."), b"setp.le."), (re.compile(rb"\bsetp\.gt\."), b"setp.ge."), (re.compile(rb"\bsetp\.ge\."), b"setp.gt."),
         (re.compile(rb"\bsetp\.le\."), b"setp.lt."), (re.compile(rb"\bsetp\.eq\."), b"setp.ne."), (re.compile(rb"\bsetp\.ne\."), b"setp.eq."),
         (re.compile(rb"\bmul\.rn\."), b"div.rn."), (re.compile(rb"(?<=\+)8\]"), b"4]"), (re.compile(rb"(?<=\+)4\]"), b"8]"),
         (re.compile(rb"\bshl\.(?=b\d\d)"), b"shr."), (re.compile(rb"\band\.(?=b\d\d)"), b"xor."), (re.compile(rb"\bmax\."), b"min."), (re.compile(rb"\bmin\."), b"max."),
         (re.compile(rb"(?<=@)%p"), b"!"), (re.compile(rb"\bshfl\.sync\.down"), b"shfl.sync.up  ")]
LINE = re.compile(rb"[^\n]*")
SEEDS, NEIGHBOURS, LIMITS = (0, 1, 2), 4, (20000, 80000, 320000, 1280000, 5120000, 20480000)
HERE = pathlib.Path(__file__).resolve().parent


def texts(data):
    """where PTX is in the file: its lines are counted from the comments before .version"""
    for m in re.finditer(rb"\.version \d", data):
        yield data.rindex(b"\0", 0, m.start()) + 1, data.index(b"\0", m.start())


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

    def traced(self, data, seed=0, **more):
        told = self.work / "executed"
        told.unlink(missing_ok=True)
        r = self.run(data, 1, seed, GANTRY_SOFTGPU_EXECUTED=str(told), **more)
        return r, told.read_text().splitlines() if told.exists() else []

    def effect(self, data):
        """which of the numbers of what lanes did are as before: "all", "stores", or neither; the result of the run"""
        r, lines = self.traced(data)
        did = [line.split() for line in lines if line.startswith("did")]
        return "all" if did == self.did else "stores" if [d[1] for d in did] == [d[1] for d in self.did] else "", r

    def between(self, line):
        """pairs of accesses that a barrier lies between, in some orders: weak, strong, lines of one pair"""
        rows = [l.split()[1:] for seed in SEEDS for l in self.traced(self.data, seed, GANTRY_SOFTGPU_WATCH=str(line))[1] if l.startswith("between")]
        rows = [[int(w) for w in row] for row in rows]
        return sum(r[0] for r in rows), sum(r[1] for r in rows), next((r[2:] for r in rows if r[0]), None)

    def line(self, at):
        begin = next(b for b, e in texts(self.data) if b <= at < e)
        return self.data.count(b"\n", begin, at) + 1

    def changed(self, *changes):
        data = self.data
        for _, begin, end, new in changes:
            data = data[:begin] + new + data[end:]
        return data

    def told(self, data, first=None, seeds=None):
        """whether a run with some seed differs from a good one; first: the result of a run that was made already"""
        runs = itertools.chain([first] if first else [], (self.run(data, 1, seed) for seed in (SEEDS if seeds is None else seeds)))
        return any(r[0] != 0 or (self.steady and r[1] != self.good[1]) for r in runs)

    def run(self, data, strict, seed, **more):
        exe = self.work / "mutant"
        exe.write_bytes(data)
        exe.chmod(0o755)
        e = dict(os.environ, GANTRY_DEVICES="cuda", OMP_TARGET_OFFLOAD="MANDATORY", GANTRY_CUDA_LIBRARY=self.library, GANTRY_SOFTGPU_STRICT=str(strict),
                 GANTRY_SOFTGPU_SEED=str(seed), GANTRY_SOFTGPU_LIMIT=str(self.limit), EXPECT_DEVICE="1", **more)
        try:
            r = subprocess.run([str(exe)] + self.arguments, env=e, cwd=self.work, capture_output=True, timeout=1200, preexec_fn=limit_time)
        except subprocess.TimeoutExpired:
            return None, b"", b""
        return r.returncode, re.sub(rb"[\d.]+ (?:m?s|GB/s|GFLOP/s)\b", b"", r.stdout), r.stderr


def function(data, at):
    names = re.findall(rb"\.(?:entry|func)[^\n(]*?(?:\([^)]*\)\s*)?(\w+)\s*\(", data[:at])
    return names[-1].decode() if names else "?"


def where(q, at):
    begin = q.data.rindex(b"\n", 0, at) + 1
    return f"{q.line(at)}, {function(q.data, at)}: {LINE.match(q.data, begin).group(0).strip().decode()}"


def reason(q, place, there, alone):
    """why nothing is told without a barrier or fence; there: all that run; alone: whether the removal of one of them is told"""
    weak, strong, lines = q.between(q.line(place[1]))
    if not weak:
        return ("strong", f"strong: {strong} pairs of strong accesses have it between them") if strong else ("nothing", "nothing")
    pairs = f"also: {weak} pairs of accesses, as lines {lines[0]} and {lines[1]},"
    near = sorted((p for p in there if p is not place and function(q.data, p[1]) == function(q.data, place[1])), key=lambda p: abs(p[1] - place[1]))
    for other in near[:NEIGHBOURS]:
        if not alone(other) and q.told(q.changed(place, other)):
            return "also", f"{pairs} that line {q.line(other[1])} orders, too"
    return "also", f"{pairs} that others order, too"


def mutants(q, kinds, rng):
    """the places of each kind that run, in an order by chance"""
    there = [p for p in places(q.data, kinds) if q.line(p[1] + (p[2] - p[1]) // 2) in q.executed]
    for kind in kinds.split(","):
        mine = [p for p in there if p[0] == kind]
        rng.shuffle(mine)
        yield kind, mine


def try_sync(q, chosen, there, mine, lost):
    known = {}

    def alone(p):
        if p not in known:
            known[p] = q.told(q.changed(p))
        return known[p]

    for p in chosen:
        mine["sync"] += 1
        if alone(p):
            mine["sync seen"] += 1
            continue
        why, text = reason(q, p, there, alone)
        mine[why] += 1
        lost.append((q.line(p[1]), f"  sync {where(q, p[1] + 1)}\n    {text}"))


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
        if q.told(data, r, (1,)):
            mine["other seen"] += 1
            continue
        mine["same stores"] += effect == "stores"
        new = LINE.match(data, data.rindex(b"\n", 0, p[1] + 1) + 1).group(0).strip().decode()
        lost.append((q.line(p[1] + 1), f"  other {where(q, p[1] + 1)} -> {new}" + ("\n    all lanes store the same" if effect == "stores" else "")))


def said(c):
    return (f"barriers and fences {c['sync seen']} of {c['sync']} (else nothing {c['nothing']}, strong {c['strong']}, also {c['also']}), "
            f"others {c['other seen']} of {c['other']} (else same stores {c['same stores']}), without effect {c['idle']}")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build")
    p.add_argument("programs", nargs="+")
    p.add_argument("--most", type=int, default=10**9)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--kinds", default="sync,other")
    p.add_argument("--level", default="-O2")
    p.add_argument("--least-seen", type=float, default=0, help="fail below this share of the other mutants")
    o = p.parse_args()
    o.build = os.path.abspath(o.build)
    total, failed = collections.Counter(), False
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
            for kind, candidates in mutants(q, o.kinds, random.Random(o.seed)):
                if kind == "sync":
                    try_sync(q, candidates[:o.most], candidates, mine, lost)
                else:
                    try_others(q, candidates, o.most, mine, lost)
            print(f"{name}: {said(mine)}", flush=True)
            for _, text in sorted(lost):
                print(text, flush=True)
            total.update(mine)
    print(f"all: {said(total)}")
    if total["other"] and total["other seen"] < o.least_seen * total["other"]:
        failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
