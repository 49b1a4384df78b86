#!/usr/bin/env python3
"""mutate.py BUILD [--faults N] [--seed N] [--programs N] [--table FILE]: plants faults in programs that check themselves, and counts
which of them `-fverify` finds (docs/verify.md, "What it finds").

Programs are rows of docs/openmp.md, examples and those of the folder faults, where all regions are compared. A fault is one change of a directive, at a place
chosen by the seed, that changes what the device computes and not what one thread would: a map type, an update left out, a
section one short; a barrier, atomic, private or reduction clause left out, a nowait added.

Each program runs on the emulated device with several schedules: with GANTRY_VERIFY=off, to see whether its check or output
changes, and under verify. Of those that change, and that something brings back, 80 % must be reported, 90 % of these by the right variable or region.
Many programs are compiled as one file (tests/openmp/one_file.py)."""
import argparse, collections, os, pathlib, random, re, shutil, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

here = pathlib.Path(__file__).resolve().parent
root = here.parents[1]
sys.path.insert(0, str(root / "tests/openmp"))
from one_file import one_file

TOPICS = "atomic data_sharing declare_target defaultmap device_addr loops map mapper ordered reduction scan simd \
synchronisation update worksharing constructs async".split()
EXAMPLES = {"heat": "31 7", "jacobi2d": "17 23 20", "matmul": "31", "pi": "1000", "poisson": "17 33", "saxpy": "1000",
            "saxpy_struct": "1000", "vadd": "1000", "vadd_heap": "1000", "levels/cg": "3", "levels/ideal": "3 31",
            "levels/interpolate3d": "3", "levels/laplace3d": "3", "levels/sparse_matvec": "3", "levels/su3": "3",
            "levels/transpose3d": "3"}
NOT_BACK = ("map tofrom → to", "map from → alloc")  # what is never copied back is not compared: it is left to the checker
SEEDS = (1, 2, 3)  # schedules of the emulated device
PROGRAMS_PER_FILE = 16

# name: pattern on a directive's text, what takes its place; None: the directive is left out. The first group names the
# variable that is at fault, where there is one.
ITEM = r"(?:present, *|always, *)*"
FAULTS = {
    "map tofrom → to": (rf"map\({ITEM}tofrom *: *(?P<v>\w+)", ("tofrom", "to")),
    "map tofrom → from": (rf"map\({ITEM}tofrom *: *(?P<v>\w+)", ("tofrom", "from")),
    "map to → alloc": (rf"map\({ITEM}to *: *(?P<v>\w+)", ("to", "alloc")),
    "map from → alloc": (rf"map\({ITEM}from *: *(?P<v>\w+)", ("from", "alloc")),
    "update to left out": (r"target update to\((?:present *: *)?(?P<v>\w+)", None),
    "section one short": (r"(?:map|to|from)\([^)]*?(?P<v>\w+)\[[^][:]*:(?P<n>[^][:]+)\]", ("\\g<n>", "(\\g<n>) - 1")),
    "barrier left out": (r"omp barrier", None),
    "atomic left out": (r"omp atomic(?! *(?:read|write))", None),
    "private left out": (r" private\((?P<v>\w+)\)", ("all", "")),
    "reduction left out": (r" reduction\([^()]*: *(?P<v>\w+)\)", ("all", "")),
    "nowait added": (r"omp (?:for|single|sections)\b(?!.*nowait)", ("end", " nowait")),
}


class Program:
    def __init__(self, file, arguments=(), text=None, environment={}, flags=()):
        self.file, self.arguments, self.environment, self.flags = file, list(arguments), environment, tuple(flags)
        self.text = file.read_text() if text is None else text
        self.name = str(file.relative_to(root).with_suffix(""))
        self.stem = file.stem


class Fault(Program):
    def __init__(self, program, kind, line, text, variable):
        super().__init__(program.file, program.arguments, text, program.environment, program.flags)
        self.kind, self.line, self.variable, self.program = kind, line, variable, program


def programs():
    for topic in TOPICS:
        for f in sorted((root / "tests/openmp" / topic).glob("*.c")):
            text = f.read_text()
            words = lambda w: (re.search(rf"^// {w}: *(.*)", text, re.M) or [None, ""])[1].split()
            if not words("ROW") or words("REFUSED") or words("FILES") or words("MAY") or "requires" in text:
                continue
            if not words("DEVICES") or "emulated" in words("DEVICES"):
                yield Program(f, ["device"], environment=dict(w.split("=", 1) for w in words("ENV")), flags=words("FLAGS"))
    for f in sorted((here / "faults").glob("*.c")):
        yield Program(f)
    for name, arguments in EXAMPLES.items():
        yield Program(root / f"examples/{name}.c", arguments.split())


def directives(text):
    """(line, begin, end) of each directive, with its continued lines"""
    for m in re.finditer(r"^[ \t]*#pragma omp (?:\\\n|[^\n])*", text, re.M):
        yield text.count("\n", 0, m.start()) + 1, m.start(), m.end()


def region_line(text, line):
    """the line of the target construct that the line belongs to"""
    lines = [n for n, begin, end in directives(text) if n <= line and
             re.search(r"omp target(?! *(?:data|enter|exit|update))", text[begin:end])]
    return lines[-1] if lines else None


def faults_of(program):
    for line, begin, end in directives(program.text):
        directive = program.text[begin:end]
        for kind, (pattern, change) in FAULTS.items():
            for m in re.finditer(pattern, directive):
                variable = m.groupdict().get("v")
                if kind == "reduction left out" and "target" in directive and not re.search(
                        rf"map\([^)]*\b{variable}\b", directive):
                    continue  # without a map the result is lost by both
                if change is None:
                    new = re.sub(r"[^\n]", "", directive)
                elif change[0] == "all":
                    new = directive[:m.start()] + change[1] + directive[m.end():]
                elif change[0] == "end":
                    new = directive + change[1]
                elif change[0] == "\\g<n>":
                    new = directive[:m.start("n")] + m.expand(change[1]) + directive[m.end("n"):]
                else:
                    new = directive[:m.start()] + re.sub(rf"\b{change[0]}\b", change[1], m[0], count=1) + directive[m.end():]
                yield Fault(program, kind, line, program.text[:begin] + new + program.text[end:], variable)


class Bench:
    def __init__(self, build, work):
        self.gantry, self.work = build / "bin/gantry", work
        self.environment = {k: v for k, v in os.environ.items() if not re.match(r"(GANTRY|OMP|KMP|LIBOMP)_", k)}
        self.environment.update(TMPDIR=str(work), LC_ALL="C", GANTRY_DEVICES="emulated", OMP_TARGET_OFFLOAD="MANDATORY",
                                EXPECT_DEVICE="1", OMP_NUM_THREADS="4")
        for folder in [root / "tests/openmp" / t for t in TOPICS] + [root / "examples", root / "examples/levels"]:
            for header in folder.glob("*.h"):
                if not (work / header.name).exists():
                    shutil.copy(header, work)

    def call(self, words, seconds, environment={}):
        try:
            done = subprocess.run([str(w) for w in words], cwd=self.work, env={**self.environment, **environment},
                                  timeout=seconds, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired:
            return 124, ""
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
        status, said = self.call([self.gantry, "cc", "-w", "-O1", "-fverify", "--offload-arch=emulated", "-D_DEFAULT_SOURCE",
                                  "-I", root / "tests/run", *some[0].flags, whole, "-o", binary, "-lm"], 600)
        if status == 0:
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

    def run(self, program, command, seed, words):
        return self.call(command, 30, {**program.environment, "GANTRY_VERIFY": words, "GANTRY_EMULATED_SEED": str(seed)})


def is_right(fault, said):
    """does a report name the variable, or the region, that the fault is in?"""
    reports = re.findall(r"^gantry verify: (?:(?:.*differs from)|(?:.*comes back)).*(?:\n  .*)*", said, re.M)
    text = "\n".join(reports)
    line = region_line(fault.program.text, fault.line)
    names = rf"\b{re.escape(fault.variable)}\b" if fault.variable else r"(?!)"
    return bool(re.search(names, text) or re.search(rf"\.c:(?:{fault.line}|{line})\b", text))


def judge(bench, fault, command, sound):
    """(changes the output, is stopped by the device, found, right, what verify said)"""
    changed, stopped, found, right, last = False, False, False, False, ""
    for seed in SEEDS:
        status, said = bench.run(fault, command, seed, "off")
        if status == 0 and said == sound.get(seed, said):
            continue
        if re.search(r"gantry: (?:fatal )?error:", said):
            stopped = True
            continue
        changed = True
        status, said = bench.run(fault, command, seed, "strict")
        last = said
        if re.search(r"^gantry verify: .*(differs from the same|comes back from)", said, re.M):
            found, right = True, right or is_right(fault, said)
        if found and right:
            break
    return changed, stopped and not changed, found, right, last


def table(kinds):
    lines = ["| fault | planted | the device stops | change the output | found | right place |", "|---|---|---|---|---|---|"]
    total = [0] * 5
    for kind in [k for k in FAULTS if k in kinds]:
        lines.append(f"| {kind} | " + " | ".join(map(str, kinds[kind])) + " |")
        if kind not in NOT_BACK:
            total = [a + b for a, b in zip(total, kinds[kind])]
    return "\n".join(lines + ["| all but those never copied back | " + " | ".join(map(str, total)) + " |"]) + "\n", total


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build", type=pathlib.Path)
    words.add_argument("--faults", type=int, default=240)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--programs", type=int, help="so many: those of the folder faults, and others by the seed; default: all")
    words.add_argument("--table", type=pathlib.Path)
    words = words.parse_args()
    dice = random.Random(words.seed)
    places = collections.defaultdict(list)
    them = list(programs())
    if words.programs:
        own = [p for p in them if p.file.parent == here / "faults"]
        others = [p for p in them if p not in own]
        them = own + dice.sample(others, max(0, min(words.programs - len(own), len(others))))
    for p in them:
        for f in faults_of(p):
            places[f.kind].append(f)
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(words.build.resolve(), pathlib.Path(work))
        originals = [p for p in them if any(f.program is p for some in places.values() for f in some)]
        sound, noisy = {}, []  # what right programs print
        def listen(pair):
            p, command = pair
            status, said = bench.run(p, command, 1, "off")
            again = {s: bench.run(p, command, s, "off") for s in SEEDS}
            verified = bench.run(p, command, 1, "region,program")
            alarm = re.search(r"^gantry verify: .*(differs from the same|comes back from)", verified[1], re.M)
            whole = all("check.h" in line for line in verified[1].splitlines() if "not comparable (" in line)
            if alarm:
                noisy.append(p.name)
            return p, status == 0 and not alarm and whole, {s: o for s, (_, o) in again.items()} if again[1][1] == said else {}
        with ThreadPoolExecutor(2) as pool:
            for p, good, said in pool.map(listen, bench.compile_all(originals)):
                if good:
                    sound[id(p)] = said
        for some in places.values():
            some[:] = [f for f in some if id(f.program) in sound]
            dice.shuffle(some)
        chosen = []
        while len(chosen) < words.faults and any(places.values()):  # of each kind in turn
            chosen += [some.pop() for some in places.values() if some]
        them = bench.compile_all(chosen[:words.faults])
        kinds, missed, used = {}, [], set()
        with ThreadPoolExecutor(2) as pool:
            outcomes = pool.map(lambda x: judge(bench, x[0], x[1], sound[id(x[0].program)]), them)
            for (f, _), outcome in zip(them, outcomes):
                row = kinds.setdefault(f.kind, [0] * 5)
                used.add(f.name)
                row[0] += 1
                changed, stopped, found, right, said = outcome
                for k, happened in enumerate((stopped, changed, found, found and right)):
                    row[k + 1] += happened
                if changed and not (found and right) and f.kind not in NOT_BACK:
                    missed.append(f"{f.name}.c:{f.line}: {f.kind} ({f.variable}): {'elsewhere' if found else 'not found'}"
                                  "\n    " + "\n    ".join(said.splitlines()[-12:]))
    text, (planted, _, changed, found, right) = table(kinds)
    print(f"{sum(row[0] for row in kinds.values())} faults in {len(used)} programs, seed {words.seed}; left out, as verify reports them unchanged: "
          f"{' '.join(sorted(noisy)) or 'none'}\n\n{text}")
    for line in missed:
        print(line)
    if words.table:
        words.table.write_text(text)
    if not changed or found < 0.8 * changed or right < 0.9 * found:
        sys.exit(f"found {found} of {changed}, {right} in the right place")


main()
