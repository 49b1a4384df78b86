"""run.py BUILD [--only PATTERN] [-j N] [--seeds N] [-O LEVEL] [--alone] [--plain] [--mends] [--list]: the yardstick of `gantry check`.

Pairs of programs, written from the OpenMP specification before the checker and apart from it: a clean one, and the same with one
fault. A source has both; -DFAULT=N plants fault N. The head of each source says, in words that this program reads:

    fault N CLASS[,CLASS] VARIABLE: what is wrong      a finding of one of these classes is right
    files: NAME ...                                    more files of the program, in the same folder
    demand: leaks                                      classes that are looked for on demand only
    prints: ...                                        the clean program prints this
    clean: status 0

`HERE N ...` in a comment marks the lines that a report of fault N must name, `ALSO N ...` the other side: where it was allocated,
mapped, or accessed first. A fault is found where the program ends with status 3 and a finding of a right class names such a line
as its own place. A finding of a right class that names one only in its notes, or of another class at the right line, is found in the
wrong place. The clean program must end with status 0 and without a finding, under each seed. As `gantry check` does, a program that
says that locks or atomics decided who comes first is run in four further orders of threads.

Programs are compiled a dozen at a time, as one file (tests/openmp/one_file.py); --alone compiles each for itself. --plain knows
nothing of a checker: clean programs must be right on the emulated device, of 32 and of 64 lanes, and in place; those with a fault must
compile. survivors.txt lists faults that are missed, each with its reason; status 1 when another is missed, or one of the list is found.

--mends asks `gantry check` for its patch of each program with a fault, applies it and checks the program again, which must be clean now: as
the patch says itself, it mends what has just one mend. With several findings of which only some have one, the others must be all that is
left. Status 1 where a patch does not hold."""
import argparse, collections, os, pathlib, re, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

here = pathlib.Path(__file__).resolve().parent
root = here.parents[2]
sys.path.insert(0, str(root / "tests/openmp"))
from one_file import one_file

CLASSES = ["bounds", "uninit", "stale", "races", "barriers", "misuse", "endless"]  # GC1xx, GC2xx, ...
FINDING = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)? gantry: (?:error|warning): .*\[GC(?P<kind>[1-7])\d\d\].*$", re.M)
PLACE = re.compile(r"([\w./-]+\.[ch]):(\d+)")
CHECKED = {"GANTRY_DEVICES": "emulated", "OMP_TARGET_OFFLOAD": "MANDATORY", "GANTRY_EMULATED_LIMIT": "60"}
ORDERS = 5  # of threads: those that `gantry check` tries
TOGETHER = 12
LIMIT = 120  # seconds a run may take
PLAIN = [{**CHECKED, **more} for more in (
    {}, {"GANTRY_EMULATED_WARP": "64", "GANTRY_EMULATED_SEED": "2"}, {"GANTRY_EMULATED_SEED": "3", "GANTRY_EMULATED_PREEMPT": "7"},
    {"GANTRY_EMULATED_SEED": "4", "GANTRY_EMULATED_PREEMPT": "2"}, {"GANTRY_EMULATED_LOCKSTEP": "1"})] + [{"OMP_TARGET_OFFLOAD": "DISABLED"}]


class Fault:
    def __init__(self, number, classes, variable, text):
        self.number, self.classes, self.variable, self.text = number, classes.split(","), variable, text
        self.here, self.also = set(), set()  # (file name, line)


class Source:
    def __init__(self, file):
        self.file, self.name = file, f"{file.parent.name}/{file.stem}"
        head = file.read_text().split("*/", 1)[0]
        words = lambda w: (re.search(rf"^ *{w}: *(.*)", head, re.M) or [None, ""])[1].split()
        self.files = [file] + [file.parent / f for f in words("files")]
        self.prints = bool(words("prints"))
        self.environment = {"GANTRY_CHECK": ",".join(["all", *words("demand")])} if words("demand") else {}
        if file.parent.name == "endless":
            self.environment["GANTRY_EMULATED_LIMIT"] = "4"
        self.faults = {int(n): Fault(int(n), *more) for n, *more in re.findall(r"^ *fault (\d) ([\w,]+) ([^:]+): (.*)", head, re.M)}
        for f in self.files:
            for number, line in enumerate(f.read_text().splitlines(), 1):
                for word, faults in re.findall(r"(HERE|ALSO)((?: \d)+)(?=[^\n]*\*/)", line):
                    for n in faults.split():
                        getattr(self.faults[int(n)], word.lower()).add((f.name, number))
        if not self.faults or any(not f.here or set(f.classes) - set(CLASSES) for f in self.faults.values()):
            sys.exit(f"{self.name}: no fault, a fault without a place, or of an unknown class")


class Variant:
    def __init__(self, source, fault):
        self.source, self.number, self.fault = source, fault, source.faults.get(fault)
        self.name = f"{source.name} {fault}"
        self.words, self.failed = None, ""


def sources(pattern):
    for c in CLASSES:
        for f in sorted((here / c).glob("*.c")):
            if "clean: status 0" in f.read_text() and re.search(pattern, f"{c}/{f.stem}"):
                yield Source(f)


class Bench:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.gantry = options.build.resolve() / "bin/gantry"
        self.environment = {k: v for k, v in os.environ.items() if not re.match(r"(GANTRY|OMP|KMP|LIBOMP)_", k)}
        self.environment.update(TMPDIR=str(work), LC_ALL="C", OMP_NUM_THREADS="4", KMP_WARNINGS="0")
        for k in ("GANTRY_CLANG_19",):
            if k in os.environ:
                self.environment[k] = os.environ[k]

    def call(self, words, seconds, environment={}):
        try:
            done = subprocess.run([str(w) for w in words], cwd=self.work, env={**self.environment, **environment}, timeout=seconds,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired as late:
            return 124, (late.output or b"").decode(errors="replace")
        return done.returncode, done.stdout.decode(errors="replace")

    def compile(self, some):
        """gives each variant its command, or why there is none"""
        stem = re.sub(r"\W", "_", some[0].name) + f"_{len(some)}"
        binary = self.work / stem
        command = [self.gantry, "cc", "-w", "-g", f"-O{self.options.O}", "--offload-arch=emulated", "-D_DEFAULT_SOURCE", "-I", here,
                   *([] if self.options.plain else ["-fcheck"]), "-o", binary, "-lm"]
        if len(some) == 1:
            status, said = self.call(command + [f"-DFAULT={some[0].number}", *some[0].source.files], 300)
        else:
            parts = []
            for k, v in enumerate(some):
                parts.append(self.work / f"{stem}_{k}.c")
                parts[-1].write_text(f'#undef FAULT\n#define FAULT {v.number}\n#include "{v.source.file}"\n')
            starter = "".join(f"    if (k == {k})\n        return ((int (*)())row_{p.stem})(1, argv);\n" for k, p in enumerate(parts))
            whole = self.work / f"{stem}.c"
            whole.write_text(one_file(parts) + "int main(int argc, char **argv)\n{\n    int k = argc > 1 ? atoi(argv[1]) : -1;\n" + starter +
                             "    return 2;\n}\n")
            status, said = self.call(command + [whole], 600)
        if status == 0:
            for k, v in enumerate(some):
                v.words = [binary] + ([k] if len(some) > 1 else [])
        elif len(some) == 1:
            some[0].failed = said[-1500:]
        else:
            for half in (some[:len(some) // 2], some[len(some) // 2:]):
                self.compile(half)

    def run(self, variant, environment):
        return self.call(variant.words, LIMIT, {**environment, **variant.source.environment})


class Finding:
    def __init__(self, match, text):
        self.kind, self.place = CLASSES[int(match["kind"]) - 1], (pathlib.Path(match["file"]).name, int(match["line"]))
        self.text = text
        self.places = {(pathlib.Path(f).name, int(n)) for f, n in PLACE.findall(text)}


def findings(said):
    them = list(FINDING.finditer(said))
    ends = [m.start() for m in them[1:]] + [len(said)]
    return [Finding(m, said[m.start():end]) for m, end in zip(them, ends)]


def judge(bench, variant):
    """(outcome, what was said); outcome: right place, wrong place, missed, clean, false alarm, broken"""
    if variant.failed:
        return "broken", variant.failed
    wrong, last, seed, seeds = "", "", 0, bench.options.seeds
    report = bench.work / f"report_{id(variant)}"
    while seed < seeds:
        status, said = bench.run(variant, {**CHECKED, "GANTRY_CHECK_REPORT": str(report), **({"GANTRY_EMULATED_SEED": str(seed)} if seed else {})})
        if report.exists() and "O" in report.read_text(errors="replace").splitlines():
            seeds = max(seeds, ORDERS)
        seed += 1
        found, fault = findings(said), variant.fault
        last = f"status {status}\n{said[-2500:]}"
        if not fault:
            if found or status == 3:
                return "false alarm", last
            if status:
                return "broken", last
            continue
        marked = fault.here | fault.also
        if status == 3 and any(f.kind in fault.classes and f.place in marked for f in found):
            return "right place", last
        if any(f.kind in fault.classes or f.place in marked for f in found):
            wrong = wrong or last
    return ("clean", last) if not variant.fault else ("wrong place", wrong) if wrong else ("missed", last)


def judge_plain(bench, variant):
    if variant.failed:
        return "broken", variant.failed
    if not variant.fault:
        for environment in PLAIN:
            status, said = bench.run(variant, environment)
            if status or said and not variant.source.prints:
                return "broken", f"{environment}: status {status}\n{said[-1500:]}"
    return "clean", ""


PATCH = re.compile(r"^--- .*?(?=\Z|^gantry check)", re.M | re.S)


def checked(bench, variant, folder):
    """(status, what is said) of `gantry check` of the source in that folder"""
    return bench.call([bench.gantry, "check", "-w", "-g", f"-O{bench.options.O}", "-D_DEFAULT_SOURCE", f"-DFAULT={variant.number}", "-I", here,
                       *(f"{folder.name}/{f.name}" for f in variant.source.files), "-lm"], 300, variant.source.environment)


def judge_mend(bench, variant):
    """(outcome, what was said); outcome: no patch, holds, holds in part, does not hold"""
    folder = bench.work / f"mend_{id(variant)}"
    folder.mkdir()
    for f in variant.source.files + sorted(variant.source.file.parent.glob("*.h")):
        (folder / f.name).write_text(f.read_text())
    status, said = checked(bench, variant, folder)
    patch = PATCH.search(said)
    if status != 3 or not patch:
        return "no patch", said[-2500:]
    before = collections.Counter(f.kind for f in findings(said[:patch.start()]))
    done = subprocess.run(["patch", "-s", "-p0", "-d", bench.work], input=patch[0], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        return "does not hold", f"{said[-2500:]}\nthe patch does not apply: {done.stdout}"
    status, again = checked(bench, variant, folder)
    after = collections.Counter(f.kind for f in findings(again))
    if status == 0 and not after:
        return "holds", again
    fewer = status == 3 and after.total() < before.total() and not after - before
    return "holds in part" if fewer else "does not hold", f"{said[-2500:]}\nand then\n{again[-2500:]}"


def mends(bench, pool, variants):
    """prints how many mends hold, and what was said of those that do not; the number of these"""
    faulty = [v for v in variants if v.fault]
    outcomes = list(pool.map(lambda v: judge_mend(bench, v), faulty))
    for v, (outcome, text) in zip(faulty, outcomes):
        if outcome == "does not hold" or (bench.options.show and outcome != "holds"):
            print(f"{v.name}: {outcome}: {v.fault.text}\n    " + "\n    ".join(text.splitlines()))
    lines = ["| class | faults | patches | hold | hold in part | do not hold |", "|---|---|---|---|---|---|"]
    for c in CLASSES + ["all"]:
        count = collections.Counter(o for v, (o, _) in zip(faulty, outcomes) if c in ("all", v.source.file.parent.name))
        lines.append(f"| {c} | {count.total()} | {count.total() - count['no patch']} | {count['holds']} | {count['holds in part']} | "
                     f"{count['does not hold']} |")
    print("\n" + "\n".join(lines))
    return sum(o == "does not hold" for o, _ in outcomes)


def survivors():
    """{name: reason}: `CLASS/NAME N: reason` on lines of survivors.txt"""
    file = here / "survivors.txt"
    lines = [line for line in file.read_text().splitlines() if line and line[0] != "#"] if file.exists() else []
    return dict(line.split(": ", 1) for line in lines)


def table(outcomes):
    lines = ["| class | programs | faults | right place | wrong place | missed | clean | false alarms |", "|---|---|---|---|---|---|---|---|"]
    total = collections.Counter()
    for c in CLASSES + ["all"]:
        count = total if c == "all" else collections.Counter(o for v, o in outcomes.items() if v.source.file.parent.name == c)
        faults = sum(count[k] for k in ("right place", "wrong place", "missed"))
        if c != "all":
            total += count
        lines.append(f"| {c} | {sum(count.values())} | {faults} | {count['right place']} | {count['wrong place']} | {count['missed']} | "
                     f"{count['clean']} | {count['false alarm']} |")
    return "\n".join(lines)


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build", type=pathlib.Path)
    words.add_argument("--only", default="", help="a regular expression on CLASS/NAME")
    words.add_argument("-j", type=int, default=2)
    words.add_argument("--seeds", type=int, default=1, help="schedules per program; the first is the usual one")
    words.add_argument("-O", default="1", help="level of optimisation")
    words.add_argument("--alone", action="store_true", help="compile each program for itself")
    words.add_argument("--plain", action="store_true", help="without a checker: is what is clean right, does what is not compile?")
    words.add_argument("--mends", action="store_true", help="do the patches that are proposed mend the programs?")
    words.add_argument("--list", action="store_true", help="list programs and faults")
    words.add_argument("--show", action="store_true", help="what was said of all that is not as it must be")
    words = words.parse_args()
    them = list(sources(words.only))
    variants = [Variant(s, n) for s in them for n in (0, *s.faults)]
    if words.list:
        for v in variants:
            print(f"{v.name}: {v.fault.text + ' (' + ','.join(v.fault.classes) + ')' if v.fault else 'clean'}")
        print(f"{len(them)} pairs or families, {len(variants) - len(them)} faults, {len(variants)} programs")
        return
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(words.j) as pool:
        bench = Bench(words, pathlib.Path(work))
        if words.mends:
            sys.exit(1 if mends(bench, pool, variants) else 0)
        several = [v for v in variants if len(v.source.files) > 1]
        rest = [v for v in variants if len(v.source.files) == 1]
        size = 1 if words.alone else TOGETHER
        list(pool.map(bench.compile, [[v] for v in several] + [rest[i:i + size] for i in range(0, len(rest), size)]))
        said = list(pool.map(lambda v: (judge_plain if words.plain else judge)(bench, v), variants))
    outcomes = {v: o for v, (o, _) in zip(variants, said)}
    known, bad = survivors(), []
    for v, (outcome, text) in zip(variants, said):
        if outcome in ("right place", "clean") and (words.plain or v.name not in known):
            continue
        if outcome in ("wrong place", "missed") and v.name in known:
            print(f"{v.name}: {outcome}, as listed: {known[v.name]}")
            continue
        bad.append(v)
        print(f"{v.name}: {outcome}{', though listed' if v.name in known else ''}: {v.fault.text if v.fault else 'the clean program'}")
        if words.show or outcome == "broken":
            print("    " + "\n    ".join(text.splitlines()))
    print(f"\n{table(outcomes)}" if not words.plain else f"{len(them)} sources, {len(variants)} programs")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
