#!/usr/bin/env python3
"""mutate.py BUILD [--most N] [--seed S] [--kinds sync,other] [--level=-ON] PROGRAM[:ARGUMENTS]...: faults in the PTX of programs, on the
strict software GPU (docs/softgpu.md).

Each program is compiled for sm_70 and must end with status 0 and no report. Then one instruction of its PTX at a time is changed, in
the program's file, by one of the same length:
  sync    a barrier, bar.warp.sync or fence is taken away
  other   a sum becomes a difference, < becomes <=, a condition is turned round, an offset of an access moves, a lane of a shuffle
Only places that are executed count, as GANTRY_SOFTGPU_EXECUTED tells. A mutant is seen when the program's status is not 0, or
its output differs, where that is the same in each run. What is not seen is listed with function and line. A change after which each lane
stores and branches as before, with the data of the run, is none: it is counted apart."""
import argparse, collections, itertools, os, pathlib, random, re, subprocess, sys, tempfile

SYNC = re.compile(rb"(?:bar\.sync|barrier\.sync|bar\.warp\.sync|membar\.\w+|fence\.[\w.]+)[^;\n]*;")
OTHER = [(re.compile(rb"\badd\.(?=[su]\d\d |f)"), b"sub."), (re.compile(rb"\badd\.rn\."), b"sub.rn."), (re.compile(rb"\bsub\.(?=[su]\d\d )"), b"add."),
         (re.compile(rb"\bsetp\.lt\."), b"setp.le."), (re.compile(rb"\bsetp\.gt\."), b"setp.ge."), (re.compile(rb"\bsetp\.ge\."), b"setp.gt."),
         (re.compile(rb"\bsetp\.le\."), b"setp.lt."), (re.compile(rb"\bsetp\.eq\."), b"setp.ne."), (re.compile(rb"\bsetp\.ne\."), b"setp.eq."),
         (re.compile(rb"\bmul\.rn\."), b"div.rn."), (re.compile(rb"(?<=\+)8\]"), b"4]"), (re.compile(rb"(?<=\+)4\]"), b"8]"),
         (re.compile(rb"\bshl\.(?=b\d\d)"), b"shr."), (re.compile(rb"\band\.(?=b\d\d)"), b"xor."), (re.compile(rb"\bmax\."), b"min."), (re.compile(rb"\bmin\."), b"max."),
         (re.compile(rb"(?<=@)%p"), b"!"), (re.compile(rb"\bshfl\.sync\.down"), b"shfl.sync.up  ")]
LINE = re.compile(rb"[^\n]*")
HERE = pathlib.Path(__file__).resolve().parent


def texts(data):
    """where PTX is in the file: from .version to the byte that ends it"""
    for m in re.finditer(rb"\.version \d", data):
        yield m.start(), data.index(b"\0", m.start())


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
        r, lines = self.traced(self.data)
        self.executed = {int(line) for line in lines if line.isdigit()}
        self.did = [line for line in lines if not line.isdigit()]
        return r

    def traced(self, data):
        told = self.work / "executed"
        told.unlink(missing_ok=True)
        r = self.run(data, 1, 0, GANTRY_SOFTGPU_EXECUTED=str(told))
        return r, told.read_text().splitlines() if told.exists() else []

    def idle(self, data):
        """whether the change makes no difference: each lane stores and branches as before; the result of the run"""
        r, lines = self.traced(data)
        return [line for line in lines if not line.isdigit()] == self.did, r

    def runs_at(self, at):
        """whether the line that this byte is in runs"""
        begin = next(b for b, e in texts(self.data) if b <= at < e)
        return self.data.count(b"\n", begin, at) + 1 in self.executed

    def run(self, data, strict, seed, **more):
        exe = self.work / "mutant"
        exe.write_bytes(data)
        exe.chmod(0o755)
        e = dict(os.environ, GANTRY_DEVICES="cuda", OMP_TARGET_OFFLOAD="MANDATORY", GANTRY_CUDA_LIBRARY=self.library, GANTRY_SOFTGPU_STRICT=str(strict),
                 GANTRY_SOFTGPU_SEED=str(seed), GANTRY_SOFTGPU_LIMIT="20000000", EXPECT_DEVICE="1", **more)
        try:
            r = subprocess.run([str(exe)] + self.arguments, env=e, cwd=self.work, capture_output=True, timeout=120)
        except subprocess.TimeoutExpired:
            return None, b"", b""
        return r.returncode, re.sub(rb"[\d.]+ (?:m?s|GB/s|GFLOP/s)\b", b"", r.stdout), r.stderr


def where(data, at):
    function = re.findall(rb"\.(?:entry|func)[^\n(]*?(?:\([^)]*\)\s*)?(\w+)\s*\(", data[:at])
    begin = data.rindex(b"\n", 0, at) + 1
    return f"{function[-1].decode() if function else '?'}: {LINE.match(data, begin).group(0).strip().decode()}"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build")
    p.add_argument("programs", nargs="+")
    p.add_argument("--most", type=int, default=10**9)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--kinds", default="sync,other")
    p.add_argument("--level", default="-O2")
    p.add_argument("--least-seen", type=float, default=0, help="fail below this share of the other mutants")
    p.add_argument("--argued", default="", help="a file: functions whose barriers are needed for what one run does not show, with the reason")
    o = p.parse_args()
    o.build = os.path.abspath(o.build)
    argued = [l.split()[0] for l in open(o.argued)] if o.argued else []
    total, failed = collections.Counter(), False
    for item in o.programs:
        name, _, arguments = item.partition(":")
        with tempfile.TemporaryDirectory() as work:
            q = Program(o, name, arguments, work)
            good = q.look()
            if good[0] != 0 or b"softgpu:" in good[2]:
                print(f"{name}: not right by itself: status {good[0]}\n{good[2].decode(errors='replace')[:600]}")
                failed = True
                continue
            steady = q.run(q.data, 0, 0)[1] == good[1]  # else output has times, and only the status counts
            rng, mine, lost = random.Random(o.seed), collections.Counter(), []
            for kind in o.kinds.split(","):
                all_places = list(places(q.data, kind))
                rng.shuffle(all_places)
                taken = 0
                for kind, begin, end, new in all_places:
                    if taken == o.most:
                        break
                    if not q.runs_at(begin + (end - begin) // 2):
                        continue
                    data = q.data[:begin] + new + q.data[end:]
                    idle, r = q.idle(data) if kind == "other" else (False, q.run(data, 1, 0))
                    if idle and r[0] == 0:
                        mine["idle"] += 1
                        continue
                    taken += 1
                    mine[kind] += 1
                    runs = itertools.chain([r], (q.run(data, 1, seed) for seed in ((1, 2) if kind == "sync" else (1,))))
                    if any(r[0] != 0 or (steady and r[1] != good[1]) for r in runs):
                        mine[kind + " seen"] += 1
                    else:
                        lost.append(f"  {kind}: {where(q.data, begin + 1)}")
            print(f"{name}: barriers and fences {mine['sync seen']} of {mine['sync']}, others {mine['other seen']} of {mine['other']}, without effect {mine['idle']}", flush=True)
            print("\n".join(sorted(lost)), end="\n" if lost else "", flush=True)
            failed |= any("sync:" in l and not any(a in l for a in argued) for l in lost)
            total.update(mine)
    print(f"all: barriers and fences {total['sync seen']} of {total['sync']}, others {total['other seen']} of {total['other']}, without effect {total['idle']}")
    if total["other"] and total["other seen"] < o.least_seen * total["other"]:
        failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
