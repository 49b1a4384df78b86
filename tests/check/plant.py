"""plant.py BUILD [--faults N] [--seed N] [--programs PATTERN] [--list] [-j N] [--show]: plants faults in programs that check
themselves, at places chosen by the seed, and counts which `gantry check` finds.

Programs and the texts of most faults are those of tests/verify/mutate.py: rows of docs/openmp.md and examples. A fault is one change of
one directive, and counts where it can matter. That is argued from the text alone, never from what a checker says:

    map to → alloc, tofrom → from        the construct is where the variable is mapped first, and what is under it reads the variable
    map tofrom → to, from → alloc        the same, and what is under it stores to the variable, and the text goes on to name it
    map left out                         as to → alloc or tofrom → to, of a pointer's section that nothing else maps
    section one short                    it is of the first map, and what is under it names the variable; of an update: always
    section one longer                   it is of the first map or an update, and was the whole array, as declared or allocated
    update left out, moved               the variable is named behind it (from), or in a region behind it (to)
    barrier left out, nowait added       a variable stored before it, up to the construct around or the barrier before, is named behind it,
                                         and was declared outside the parallel construct
    atomic, critical left out            several threads come there, and what is protected was declared outside the parallel construct
    private, reduction left out          several threads come there, and the loop stores to the variable
    depend, taskwait left out            the construct is a target construct with nowait, or stands behind one

What a function does with what it is given counts as reading and storing. Where a program is unsound without a fault, that is a false
alarm. A fault is found by a finding of a class that the kind can show as, in the right place where it names the variable or a line
of the directive or of what stands under it. Status 1: less than 95 % found, or a false alarm."""
import argparse, collections, pathlib, random, re, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

here = pathlib.Path(__file__).resolve().parent
root = here.parents[1]
sys.path[:0] = [str(root / "tests/verify"), str(here / "yardstick")]
import mutate
from mutate import FAULTS, ITEM, SECTION, Fault, changed, directives
from run import CHECKED, findings

OWN = {  # as FAULTS
    "map left out": (rf" map\({ITEM}(?:to|tofrom|from) *: *(?P<v>\w+)\[[^()]*\]\)", ("all", "")),
    "update from left out": (r"target update from\((?:present *: *)?(?P<v>\w+)", None),
    "update moved": (r"target update (?:to|from)\((?:present *: *)?(?P<v>\w+)[^\n]*(?<!\\)$", "below"),
    "section one longer": (rf"(?:map\({ITEM}\w+ *:|update (?:to|from)\()[^)]*?{SECTION}", ("\\g<n>", "(\\g<n>) + 1")),
    "depend left out": (r" depend\(\w+ *: *(?P<v>\w+)[^()]*\)", ("all", "")),
    "taskwait left out": (r"omp taskwait(?! *depend)", None),
}
ALL = {**FAULTS, **OWN}
SHOWS_AS = {  # the classes that a fault can show as, by the beginning of its kind
    "map|section": ("bounds", "misuse", "uninit", "stale"),
    "update": ("stale", "uninit"),
    "depend|taskwait": ("races", "stale", "misuse", "bounds", "uninit"),
    "": ("races", "uninit", "barriers"),
}
FROM_ONE = 2  # faults of a kind in a program, at most
STORE = r"(?:\s*(?:\[[^][]*(?:\[[^][]*\][^][]*)*\]|(?:\.|->)\w+))*\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)"


def statement(text, at):
    """the end of the statement that begins at `at`, with the directives before it"""
    depth = 0
    while m := re.compile(r"\s*(?:#(?:\\\n|[^\n])*\n|//[^\n]*\n|/\*.*?\*/)", re.S).match(text, at):
        at = m.end()
    begin = at
    while at < len(text):
        c = text[at]
        if c in "({[":
            depth += 1
        elif c in ")}]":
            depth -= 1
            if depth < 0 or c == "}" and depth == 0 and not re.match(r"\s*(?:else\b|while\b|\))", text[at + 1:at + 20]) and "= {" not in text[begin:at]:
                return at + (depth >= 0)
        elif c == ";" and depth == 0:
            return at + 1
        at += 1
    return at


def without_text(code):
    return re.sub(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', lambda m: " " * len(m[0]), code, flags=re.S)


def names(code, v): return re.search(rf"(?<![\w.>]){re.escape(v)}\b", code) is not None


def stored(code):
    """variables that may be stored to: assigned, counted, or given away by address or to a function"""
    code = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", "", without_text(code), flags=re.M)
    them = set(re.findall(rf"(?<![\w.>])([A-Za-z_]\w*){STORE}", code)) | set(re.findall(r"(?:\+\+|--|\*\s*|&\s*)([A-Za-z_]\w*)", code))
    for call, given in re.findall(r"\b([a-z_]\w*)\(([^()]*)\)", code):
        if call not in ("for", "if", "while", "switch", "sizeof", "return"):
            them |= set(re.findall(r"[A-Za-z_]\w*", given))
    return them


def reads(code, v):
    code = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", "", without_text(code), flags=re.M)
    pure = re.sub(rf"(?<![\w.>]){v}(?:\s*\[[^][]*\])*\s*=(?!=)", "", code)
    return names(pure, v)


class Place:
    """a directive in its program: what stands around, under and behind it"""

    def __init__(self, program, begin, end):
        self.text, self.begin, self.end = program.text, begin, end
        self.stop = statement(program.text, end)
        self.under, self.before, self.behind = program.text[end:self.stop], program.text[:begin], program.text[self.stop:]
        around = [(b, e, statement(program.text, e)) for _, b, e in directives(program.text)]
        around = [(b, e, s) for b, e, s in around if b < begin and s > begin]
        self.around = [program.text[b:e] for b, e, _ in around] + [program.text[begin:end]]
        team = [(b, e, s) for b, e, s in around if re.search(r"\bparallel\b", program.text[b:e])]
        self.team = max(team, default=None)
        enclosing = max(around, default=(0, 0, len(program.text)))
        barrier = program.text.rfind("omp barrier", 0, begin)
        self.since = program.text[max(enclosing[1], barrier if self.team and barrier > self.team[0] else 0):begin]
        self.on = program.text[self.stop if "barrier" not in program.text[begin:end] else end:enclosing[2]]

    def many(self): return any(re.search(r"\b(?:parallel|teams|simd|loop)\b", d) for d in self.around)

    def outside(self, v):
        """is v declared outside the parallel construct that is around?"""
        if not self.team:
            return any(re.search(r"\b(?:parallel|teams|simd|loop)\b", d) for d in self.around)
        inner = self.text[self.team[1]:self.begin]
        private = any(re.search(rf"\b(?:\w*private|reduction|linear)\([^()]*\b{v}\b", d) for d in self.around)
        return not private and not re.search(rf"\b(?:int|long|float|double|char|short|unsigned|size_t)\b[^;(){{}}]*\b{v}\b", inner)

    def mapped_before(self, v):
        """is it mapped by another construct: around this one, or unstructured, or for the whole program?"""
        others = self.before + self.behind
        return (any(re.search(rf"map\([^()]*\b{v}\b", d) for d in self.around[:-1]) or
                re.search(rf"enter data[^\n]*\b{v}\b|declare target[^\n]*\b{v}\b|(?:is_device_ptr|has_device_addr)\([^()]*\b{v}\b", others) is not None)


    def whole(self, v, length):
        """is an array v declared, or allocated, with just as many elements?"""
        n = re.escape(length.strip())
        return re.search(rf"\b{v}\[{n}\]\s*[,;=]|\b{v} = (?:malloc|calloc)\((?:\(size_t\))?{n}\s*[*,]", self.before) is not None


def matters(kind, place, v, length=None):
    """can the fault matter? The rules of the head of this file"""
    if kind == "section one longer" and not place.whole(v, length):
        return False
    unstructured = re.search(r"(?:enter|exit) data", place.around[-1])
    regions = "\n".join(place.text[e:statement(place.text, e)] for _, b, e in directives(place.text)
                        if b >= place.begin and re.search(r"omp target(?! *(?:update|data|enter|exit))", place.text[b:e]))
    if kind.startswith("map") or "section" in kind and "update" not in place.around[-1]:
        if unstructured:
            return names(place.behind, v)
        if place.mapped_before(v) or "always" in place.around[-1]:
            return False
        if re.search("left out|one", kind):
            return names(place.under, v)
        if kind in ("map to → alloc", "map tofrom → from"):
            return reads(place.under, v)
        return v in stored(place.under) and names(place.behind, v)
    if "section" in kind:
        return True
    if "update" in kind:
        return names(regions, v) if " to(" in place.around[-1] else names(place.text[place.end:], v)
    if kind in ("barrier left out", "nowait added"):
        before = place.since if kind[0] == "b" else place.under
        return any(names(place.on, s) and place.outside(s) for s in stored(before)) or any(
            names(before, s) and place.outside(s) for s in stored(place.on))
    if kind in ("atomic left out", "critical left out"):
        return place.many() and any(place.outside(s) for s in stored(place.under))
    if kind in ("private left out", "reduction left out"):
        return place.many() and v in stored(place.under)
    return "nowait" in place.around[-1] or "nowait" in place.before


def moved(text, begin, end):
    """the text with the directive behind the next statement"""
    stop = statement(text, end)
    line = "\n" + text[begin:end].strip() + "\n"
    return None if "}" in text[end:stop][-1:] else text[:begin] + text[end:stop] + line + text[stop:]


def faults_of(program):
    for line, begin, end in directives(program.text):
        directive, place = program.text[begin:end], None
        for kind, (pattern, change) in ALL.items():
            for m in re.finditer(pattern, directive):
                v = m.groupdict().get("v")
                place = place or Place(program, begin, end)
                if not matters(kind, place, v, m.groupdict().get("n")):
                    continue
                if change == "below":
                    text = moved(program.text, begin, end)
                else:
                    text = program.text[:begin] + changed(directive, m, change) + program.text[end:]
                if text:
                    f = Fault(program, kind, line, text, v)
                    f.lines = range(line, program.text.count("\n", 0, place.stop) + 3)
                    yield f


def classes_of(kind):
    return next(classes for pattern, classes in SHOWS_AS.items() if re.match(pattern, kind))


def judge(bench, fault, command):
    """(found, in the right place, what was said)"""
    said = ""
    for environment in ({}, {"GANTRY_EMULATED_SEED": "1"}):
        _, said = bench.call(command, 120, {**CHECKED, **fault.environment, **environment})
        of_class = [f for f in findings(said) if f.kind in classes_of(fault.kind)]
        if of_class:
            right = any(n in fault.lines for f in of_class for _, n in f.places) or fault.variable and re.search(
                rf"\b{re.escape(fault.variable)}(?:_\d+)?\b", "\n".join(f.text for f in of_class))
            return True, bool(right), said
    return False, False, said


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build", type=pathlib.Path)
    words.add_argument("--faults", type=int, default=200)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--programs", default="", help="a regular expression on their paths")
    words.add_argument("-j", type=int, default=2)
    words.add_argument("--list", action="store_true", help="list what would be planted, and run nothing")
    words.add_argument("--show", action="store_true", help="what was said where a fault is not found")
    words = words.parse_args()
    dice, places = random.Random(words.seed), collections.defaultdict(list)
    them = [p for p in mutate.programs() if re.search(words.programs, p.name)]
    for p in them:
        of_kind = collections.defaultdict(list)
        for f in faults_of(p):
            of_kind[f.kind].append(f)
        for kind, some in of_kind.items():
            places[kind] += dice.sample(some, min(FROM_ONE, len(some)))
    for some in places.values():
        dice.shuffle(some)
    chosen = []
    while len(chosen) < words.faults and any(places.values()):  # of each kind in turn
        chosen += [some.pop() for some in places.values() if some]
    chosen = chosen[:words.faults]
    if words.list:
        for f in chosen:
            print(f"{f.name}.c:{f.line}: {f.kind}{f' ({f.variable})' if f.variable else ''}")
        print(", ".join(f"{kind}: {n}" for kind, n in collections.Counter(f.kind for f in chosen).items()))
        return
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(words.j) as pool:
        bench = mutate.Bench(words.build.resolve(), pathlib.Path(work), ("-fcheck", "-g"))
        sound = bench.compile_all([p for p in them if p in {f.program for f in chosen}])
        said = pool.map(lambda x: (x[0], *bench.call(x[1], 120, {**CHECKED, **x[0].environment})), sound)
        alarms = [(p, status, text) for p, status, text in said if status or findings(text)]
        unsound = {p for p, _, _ in alarms}
        compiled = bench.compile_all([f for f in chosen if f.program not in unsound])
        outcomes = list(pool.map(lambda x: judge(bench, *x), compiled))
    kinds, missed = {}, []
    for (f, _), (found, right, text) in zip(compiled, outcomes):
        row = kinds.setdefault(f.kind, [0, 0, 0])
        for k, happened in enumerate((True, found, right)):
            row[k] += happened
        if not right:
            missed.append(f"{f.name}.c:{f.line}: {f.kind} ({f.variable}): {'elsewhere' if found else 'not found'}" +
                          ("\n    " + "\n    ".join(text.splitlines()[-12:]) if words.show else ""))
    total = [sum(row[k] for row in kinds.values()) for k in range(3)]
    print("| fault | planted | found | right place |\n|---|---|---|---|")
    for kind, row in [*sorted(kinds.items()), ("these", total)]:
        print(f"| {kind} | {' | '.join(map(str, row))} |")
    print("\n".join(missed))
    for p, status, text in alarms:
        print(f"{p.name}: without a fault: status {status}\n    " + "\n    ".join(text.splitlines()[-8:]))
    sys.exit(1 if alarms or total[1] < 0.95 * total[0] else 0)


if __name__ == "__main__":
    main()
