"""mutate.py BUILD [--faults N] [--seed N] [--programs N] [--table FILE]: plants faults in programs that check themselves, and counts
which of them `-fverify` finds (docs/verify.md, "What it finds").

Programs are rows of docs/openmp.md, examples and those of the folder faults, where all regions are compared. A fault is one change at a place
chosen by the seed. Those of users change a directive, so that the device computes something else and one thread would not: a map
type, an update left out, a section one short; a barrier, atomic, critical, private or reduction left out, a nowait added. Those of
compilers change the device's code and not the host's (faulty_clang.py).

Each program runs on the emulated device with several schedules, most of which interrupt lanes between their loads and stores: with
GANTRY_VERIFY=off, to see whether its check or output changes, and under verify. As they are, all programs must be right in each
schedule. Of the faults that change a program, and that something brings back, 95 % must be reported, 95 % of these by the right
variable or region; notes count. Many programs are compiled as one file (tests/openmp/one_file.py)."""
import argparse, collections, itertools, json, os, pathlib, random, re, shutil, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

here = pathlib.Path(__file__).resolve().parent
root = here.parents[1]
sys.path.insert(0, str(root / "tests/openmp"))
import faulty_clang
from one_file import one_file

TOPICS = "atomic data_sharing declare_target defaultmap device_addr loops map mapper ordered reduction scan simd \
synchronisation update worksharing constructs async".split()
EXAMPLES = {"heat": "31 7", "jacobi2d": "17 23 20", "matmul": "31", "pi": "1000", "poisson": "17 33", "saxpy": "1000",
            "saxpy_struct": "1000", "vadd": "1000", "vadd_heap": "1000", "levels/cg": "3", "levels/ideal": "3 31",
            "levels/interpolate3d": "3", "levels/laplace3d": "3", "levels/sparse_matvec": "3", "levels/su3": "3",
            "levels/transpose3d": "3"}
# what is never copied back is not compared: it is left to the checker
NOT_BACK = ("map tofrom → to", "map from → alloc", "section one short, from the device")
SCHEDULES = [{"GANTRY_EMULATED_SEED": "1"}] + [{"GANTRY_EMULATED_SEED": str(seed), "GANTRY_EMULATED_PREEMPT": str(n)}
                                               for seed, n in ((2, 2), (3, 7), (4, 60))]
ALONE = {"OMP_TARGET_OFFLOAD": "DISABLED", "EXPECT_DEVICE": "0", "OMP_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}  # one thread of the host
PROGRAMS_PER_FILE = 16
FROM_ONE = 2  # faults of a kind in a program, at most

# name: pattern on a directive's text, what takes its place; None: the directive is left out. The first group names the
# variable that is at fault, where there is one.
ITEM = r"(?:present, *|always, *)*"
SECTION = r"\b(?P<v>[A-Za-z_]\w*)(?:\[[^][:]*\])*\[[^][:]*:(?P<n>[^][:]+)\]"
FAULTS = {
    "map tofrom → to": (rf"map\({ITEM}tofrom *: *(?P<v>\w+)", ("tofrom", "to")),
    "map tofrom → from": (rf"map\({ITEM}tofrom *: *(?P<v>\w+)", ("tofrom", "from")),
    "map to → alloc": (rf"map\({ITEM}to *: *(?P<v>\w+)", ("to", "alloc")),
    "map from → alloc": (rf"map\({ITEM}from *: *(?P<v>\w+)", ("from", "alloc")),
    "update to left out": (r"target update to\((?:present *: *)?(?P<v>\w+)", None),
    "section one short, to the device": (rf"(?:map\({ITEM}(?:to|tofrom|alloc) *:|update to\()[^)]*?{SECTION}", ("\\g<n>", "(\\g<n>) - 1")),
    "section one short, from the device": (rf"(?:map\({ITEM}from *:|update from\()[^)]*?{SECTION}", ("\\g<n>", "(\\g<n>) - 1")),
    "barrier left out": (r"omp barrier", None),
    "atomic left out": (r"omp atomic(?! *(?:read|write))", None),
    "critical left out": (r"omp critical[^\n]*", None),
    "private left out": (r" private\((?P<v>\w+)\)", ("all", "")),
    "reduction left out": (r" reduction\((?!task)[^()]*: *(?P<v>\w+)\)", ("all", "")),
    "nowait added": (r"omp (?:for|single|sections)\b(?!.*nowait)", ("end", " nowait")),
}


ON_DEVICE = [k for k in FAULTS if not re.match("map|update|section", k)]  # in what regions reach


class Program:
    plant = None

    def __init__(self, file, arguments=(), text=None, environment={}, flags=()):
        self.file, self.arguments, self.environment, self.flags = file, list(arguments), environment, tuple(flags)
        self.text = file.read_text() if text is None else text
        self.name = str(file.relative_to(root).with_suffix(""))
        self.stem = file.stem


class Fault(Program):
    """of the program's text; with `plant`, a kind and a number, of what the compiler makes of it"""

    def __init__(self, program, kind, line, text, variable=None, plant=None, regions=()):
        super().__init__(program.file, program.arguments, text, program.environment, program.flags)
        self.kind, self.line, self.variable, self.program = kind, line, variable, program
        self.plant, self.regions = plant, regions


def programs():
    for topic in TOPICS:
        for f in sorted((root / "tests/openmp" / topic).glob("*.c")):
            text = f.read_text()
            words = lambda w: (re.search(rf"^// {w}: *(.*)", text, re.M) or [None, ""])[1].split()
            if not words("ROW") or words("REFUSED") or words("FILES") or words("MAY") or "requires" in text:
                continue
            if not words("DEVICES") or "emulated" in words("DEVICES"):
                yield Program(f, environment=dict(w.split("=", 1) for w in words("ENV")), flags=words("FLAGS"))
    for f in sorted((here / "faults").glob("*.c")):
        yield Program(f)
    for name, arguments in EXAMPLES.items():
        yield Program(root / f"examples/{name}.c", arguments.split())


def directives(text):
    """(line, begin, end) of each directive, with its continued lines"""
    for m in re.finditer(r"^[ \t]*#pragma omp (?:\\\n|[^\n])*", text, re.M):
        yield text.count("\n", 0, m.start()) + 1, m.start(), m.end()


def region_lines(program, line):
    """the lines of the regions that reach the function, or region, that the line is in"""
    around = [f for f in program.places.get("functions", []) if f[0] <= line <= f[1]]
    return max(around)[2] if around else []


def changed(directive, m, change):
    """the directive with the fault at the match m"""
    if change is None:
        return re.sub(r"[^\n]", "", directive)
    if change[0] == "all":
        return directive[:m.start()] + change[1] + directive[m.end():]
    if change[0] == "end":
        return directive + change[1]
    if change[0] == "\\g<n>":
        return directive[:m.start("n")] + m.expand(change[1]) + directive[m.end("n"):]
    return directive[:m.start()] + re.sub(rf"\b{change[0]}\b", change[1], m[0], count=1) + directive[m.end():]


def faults_of(program):
    for line, begin, end in directives(program.text):
        directive = program.text[begin:end]
        for kind, (pattern, change) in FAULTS.items():
            for m in re.finditer(pattern, directive):
                variable = m.groupdict().get("v")
                if kind in ON_DEVICE and not region_lines(program, line):
                    continue
                if kind == "reduction left out" and "target" in directive and not re.search(
                        rf"map\([^)]*\b{variable}\b", directive):
                    continue  # without a map the result is lost by both
                new = changed(directive, m, change)
                yield Fault(program, kind, line, program.text[:begin] + new + program.text[end:], variable)


def faults_of_compilers(program, places):
    """places: as faulty_clang.py lists them"""
    for kind, some in [x for x in places.items() if x[0] in faulty_clang.KINDS]:
        for number, (_, line, regions) in enumerate(some):
            yield Fault(program, kind, line, program.text, plant=(kind, number), regions=regions)


class Bench:
    """flags: what the programs are compiled for; other than -fverify are compiled by Clang as it is"""

    def __init__(self, build, work, flags=("-fverify",)):
        self.flags, self.faulty = flags, "-fverify" in flags
        self.gantry, self.work = build / "bin/gantry", work
        self.clang = os.environ.get("GANTRY_CLANG_19") or shutil.which("clang-19")
        self.environment = {k: v for k, v in os.environ.items() if not re.match(r"(GANTRY|OMP|KMP|LIBOMP)_", k)}
        self.environment.update(TMPDIR=str(work), LC_ALL="C", GANTRY_DEVICES="emulated", OMP_TARGET_OFFLOAD="MANDATORY",
                                EXPECT_DEVICE="1", OMP_NUM_THREADS="4")
        faulty = work / "clang"
        faulty.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{here / "faulty_clang.py"}" "$@"\n')
        faulty.chmod(0o755)
        for folder in [root / "tests/openmp" / t for t in TOPICS] + [root / "examples", root / "examples/levels"]:
            for header in folder.glob("*.h"):
                if not (work / header.name).exists():
                    shutil.copy(header, work)

    def call(self, words, seconds, environment={}):
        try:
            done = subprocess.run([str(w) for w in words], cwd=self.work, env={**self.environment, **environment},
                                  timeout=seconds, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired as late:
            return 124, (late.stdout or b"").decode(errors="replace")
        return done.returncode, done.stdout.decode(errors="replace")

    def compile(self, some, number):
        """[(program, command)] of those that compile"""
        stems = []
        for p in some:
            p.source = self.work / f"p{number}_{len(stems)}.c"
            p.source.write_text(p.text)
            stems.append(p.source.stem)
        starter = "\nint main(int argc, char **argv)\n{\n" + "".join(
            f'    if (argc > 1 && !__builtin_strcmp(argv[1], "{s}"))\n'
            f"        return argv[1] = argv[0], ((int (*)())row_{s})(argc - 1, argv + 1);\n" for s in stems) + "    return 2;\n}\n"
        whole, binary = self.work / f"all_{stems[0]}_{len(some)}.c", self.work / f"x_{stems[0]}_{len(some)}"
        whole.write_text(one_file([p.source for p in some]) + starter)
        plan, places = binary.with_suffix(".plan"), binary.with_suffix(".places")
        plan.write_text(json.dumps({"clang": self.clang, "list": str(places),
                                    "plant": {s: p.plant for p, s in zip(some, stems) if p.plant}}))
        status, said = self.call([self.gantry, "cc", "-w", "-O1", *self.flags, "--offload-arch=emulated", "-D_DEFAULT_SOURCE",
                                  "-I", root / "tests/run", *some[0].flags, whole, "-o", binary, "-lm"], 600,
                                 {"GANTRY_CLANG_19": str(self.work / "clang"), "FAULTY_CLANG": str(plan)} if self.faulty else {})
        if status == 0:
            found = json.loads(places.read_text()) if places.exists() else {}
            for p, s in zip(some, stems):
                p.places = found.get(s, {})
            return [(p, [binary, s, *p.arguments]) for p, s in zip(some, stems)]
        if len(some) == 1:
            return []
        half = len(some) // 2
        return self.compile(some[:half], f"{number}a") + self.compile(some[half:], f"{number}b")

    def compile_all(self, them):
        groups = collections.defaultdict(list)
        for p in them:
            groups[p.flags].append(p)
        chunks = [g[i:i + PROGRAMS_PER_FILE] for g in groups.values() for i in range(0, len(g), PROGRAMS_PER_FILE)]
        with ThreadPoolExecutor(2) as pool:
            return [x for done in pool.map(self.compile, chunks, range(len(chunks))) for x in done]

    def run(self, program, command, schedule, words):
        return self.call(command, 30, {**program.environment, **schedule, "GANTRY_VERIFY": words})


REPORT = r"^gantry verify: .*(?:differs from the same|comes back from)"


def is_right(fault, said):
    """does a report name the variable, or the region, that the fault is in?"""
    text = "\n".join(re.findall(rf"{REPORT}.*(?:\n  .*)*", said, re.M))
    lines = fault.regions if fault.plant else [fault.line, *region_lines(fault.program, fault.line)]
    names = [rf"\b{re.escape(fault.variable)}(?:_\d+)?\b"] if fault.variable else []  # one_file.py may have added a number
    return any(re.search(p, text) for p in names + [rf"\.c:{n}\b" for n in lines if n])


def judge(bench, fault, command, sound):
    """(changes the output, is stopped by the device, found, right, what verify said); None: it is another program for one thread, too"""
    if not fault.plant and bench.run(fault, command, ALONE, "off")[0] != sound.alone:
        return None
    changed, stopped, found, right, last = False, False, False, False, ""
    for schedule, expected in zip(SCHEDULES, sound.said):
        status, said = bench.run(fault, command, schedule, "off")
        if status == 0 and expected in (said, None):
            continue
        if status == 124 or re.search(r"gantry: (?:fatal )?error:", said):
            stopped = True
            continue
        changed = True
        last = bench.run(fault, command, schedule, "strict")[1]
        if re.search(REPORT, last, re.M):
            found, right = True, right or is_right(fault, last)
        if found and right:
            break
    return changed, stopped and not changed, found, right, last


class Sound:
    """a program as it is: what it prints in each schedule, None: not always the same; wrong: why it is not right in one"""

    def __init__(self, bench, program, command):
        self.wrong, self.alarm, self.said = "", "", []
        self.alone = bench.run(program, command, ALONE, "off")[0]
        first = bench.run(program, command, SCHEDULES[0], "off")
        verified = bench.run(program, command, SCHEDULES[0], "region,program")
        self.whole = all("check.h" in line for line in verified[1].splitlines() if "not comparable (" in line)
        for schedule in SCHEDULES:
            status, said = bench.run(program, command, schedule, "off")
            self.said.append(said if said == first[1] else None)
            if status:
                self.wrong = f"{program.name}, {schedule}: exit status {status}: {said[-300:]}"
            alarm = re.search(rf"{REPORT}.*(?:\n  .*)*", bench.run(program, command, schedule, "region,program")[1], re.M)
            self.alarm = self.alarm or (f"{program.name}, {schedule}:\n    {alarm[0]}" if alarm else "")


def table(kinds):
    lines = ["| fault | planted | the device stops | change the output | found | right place |", "|---|---|---|---|---|---|"]
    row = lambda name, numbers: lines.append(f"| {name} | " + " | ".join(map(str, numbers)) + " |")
    total = [0] * 5
    for kind in [k for k in (*FAULTS, *faulty_clang.KINDS) if k in kinds and k not in NOT_BACK]:
        row(kind, kinds[kind])
        total = [a + b for a, b in zip(total, kinds[kind])]
    row("these", total)
    for kind in [k for k in NOT_BACK if k in kinds]:
        row(kind, kinds[kind])
    return "\n".join(lines) + "\n", total


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build", type=pathlib.Path)
    words.add_argument("--faults", type=int, default=240)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--programs", type=int, help="so many: those of the folder faults, and others by the seed; default: all")
    words.add_argument("--table", type=pathlib.Path)
    words = words.parse_args()
    dice = random.Random(words.seed)
    them = list(programs())
    if words.programs:
        own = [p for p in them if p.file.parent == here / "faults"]
        topics = collections.defaultdict(list)
        for p in [p for p in them if p not in own]:
            topics[p.file.parent].append(p)
        for some in topics.values():
            dice.shuffle(some)
        in_turn = [p for row in itertools.zip_longest(*topics.values()) for p in row if p]
        them = own + in_turn[:max(0, words.programs - len(own))]
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(2) as pool:
        bench = Bench(words.build.resolve(), pathlib.Path(work))
        compiled = bench.compile_all(them)
        sound = dict(zip([p for p, _ in compiled], pool.map(lambda x: Sound(bench, *x), compiled)))
        wrong = [s.wrong for s in sound.values() if s.wrong]
        alarms = [s.alarm for s in sound.values() if s.alarm]
        places = collections.defaultdict(list)
        for p in [p for p, s in sound.items() if s.whole and not s.alarm and not s.wrong]:
            of_kind = collections.defaultdict(list)
            for f in [*faults_of(p), *faults_of_compilers(p, p.places)]:
                of_kind[f.kind].append(f)
            for kind, some in of_kind.items():
                places[kind] += dice.sample(some, min(FROM_ONE, len(some)))
        for some in places.values():
            dice.shuffle(some)
        chosen = []
        while len(chosen) < words.faults and any(places.values()):  # of each kind in turn
            chosen += [some.pop() for some in places.values() if some]
        compiled = bench.compile_all(chosen[:words.faults])
        kinds, missed, used, others = {}, [], set(), 0
        outcomes = pool.map(lambda x: judge(bench, *x, sound[x[0].program]), compiled)
        for (f, _), outcome in zip(compiled, outcomes):
            if not outcome:
                others += 1
                continue
            changed, stopped, found, right, said = outcome
            row = kinds.setdefault(f.kind, [0] * 5)
            used.add(f.name)
            for k, happened in enumerate((True, stopped, changed, found, found and right)):
                row[k] += happened
            if changed and not (found and right) and f.kind not in NOT_BACK:
                missed.append(f"{f.name}.c:{f.line}: {f.kind} ({f.variable or f.plant and f.plant[1]}): "
                              f"{'elsewhere' if found else 'not found'}\n    " + "\n    ".join(said.splitlines()[-12:]))
    text, (planted, _, changed, found, right) = table(kinds)
    print(f"{sum(row[0] for row in kinds.values())} faults in {len(used)} programs, seed {words.seed}; {others} more change what one thread does; "
          f"{len(sound)} programs, {len(alarms)} left out, as verify notes something of them unchanged\n\n{text}")
    for line in missed + wrong + alarms:
        print(line)
    if words.table:
        words.table.write_text(text)
    if wrong:
        sys.exit("a program is wrong in a schedule, without a fault")
    if any("gantry verify: note:" not in a for a in alarms):
        sys.exit("a program without a fault is reported as wrong")
    if not changed or found < 0.95 * changed or right < 0.95 * found:
        sys.exit(f"found {found} of {changed}, {right} in the right place")


if __name__ == "__main__":
    main()
