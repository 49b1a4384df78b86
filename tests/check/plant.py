"""plant.py BUILD [--faults N] [--seed N] [--programs PATTERN] [--nests N] [--list] [-j N] [--show]: plants faults in programs that check
themselves, at places chosen by the seed, and counts which of those that can matter `gantry check` finds.

Programs are rows of docs/openmp.md, examples, those of tests/verify/faults, and nests of tests/nests/generate.py. A fault is one change of
one directive. Whether it can matter is never asked of a checker, but of the text (plant_places.py), and of the program itself, compiled
without -fcheck and run on the emulated device, whose memory is apart from the host's and whose new memory holds NaN:

    map to → alloc, tofrom → from, …     the region names, reads or stores the variable, as the change needs, nothing else maps it,
    map left out, section one short      and the changed program ends otherwise, or says something else, than the one without a fault
    update left out, moved               the same, but for variables of which the program says by gantry_check_expect that it reads
                                         old copies: it does so without a fault, too
    section one longer                   the section was the whole array, as declared or allocated: it may not reach beyond (OpenMP 5.2, 5.8.3)
    barrier left out, nowait added       one side stores to a variable that the team shares, the other names it, and no other
                                         barrier is between; somebody comes there (with a trap in its place the program ends otherwise)
    atomic, critical left out            several strands come there, which share what is protected, and not each an element of its own; the trap, too
    private, reduction left out          several strands come there; a loop's own variable is private anyway
    private left out, in nests           the variable of an inner level is declared outside of the region; the levels around it that are
                                         shared out have two iterations at least
    depend, taskwait left out            what is no longer ordered conflicts, by its text and its maps

A race matters by the specification, whether a run shows it or not. A fault is found by a finding of a class that the kind can show as, or
by an error that ends the program at the fault's place; in the right place where the finding names the variable, a line of the directive or
of what stands under it, or, of what orders accesses, both sides of the place. plant_survivors.txt argues each fault that the rules let
pass and that cannot matter after all ("harmless", not counted), and each that is missed. Where a program is unsound without a fault,
that is a false alarm. Status 1: less than 95 % found, or a false alarm."""
import argparse, collections, pathlib, random, re, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

here = pathlib.Path(__file__).resolve().parent
root = here.parents[1]
sys.path[:0] = [str(root / "tests/verify"), str(root / "tests/nests"), str(here / "yardstick"), str(here)]
sys.dont_write_bytecode = True
import generate, mutate
from mutate import FAULTS, ITEM, SECTION, Fault, Program, changed
from plant_places import Place, directives, names, reads, statement, stored, without
from run import CHECKED, ORDERS, findings

UPDATED = r"\((?:(?:present|mapper\(\w+\)|iterator\([^()]*\))[ ,]*)*:? *(?P<v>\w+)"
OWN = {  # as FAULTS
    "map left out": (rf" map\({ITEM}(?:to|tofrom|from) *: *(?P<v>\w+)\[[^()]*\]\)", ("all", "")),
    "update to left out": (rf"target update to{UPDATED}", None),
    "update from left out": (rf"target update from{UPDATED}", None),
    "update moved": (rf"target update (?:to|from){UPDATED}[^\n]*(?<!\\)$", "below"),
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
OF_DATA = r"map|update|section one short"                 # the program itself says whether it matters
OF_PLACES = r"barrier|atomic|critical|nowait"             # a trap says whether somebody comes there
OF_ORDER = r"barrier|nowait|taskwait|depend"              # a finding names both sides
PLAIN = ({}, {"GANTRY_EMULATED_SEED": "2", "GANTRY_EMULATED_PREEMPT": "7"})
STOPPED = re.compile(r"^[^:\n]+:(\d+):(?:\d+:)? gantry: (?:fatal )?error: (?!.*\[GC\d+\])", re.M)
FROM_ONE = 2  # faults of a kind in a program, at most


def matters(kind, place, v, length=None):
    """can the fault matter, as far as the text tells? The rules of the head of this file"""
    own = place.own
    regions = "\n".join(place.text[c.end:c.stop] for c in place.all
                        if c.begin >= place.begin and re.search(r"omp target(?! *(?:update|data|enter|exit))", c.directive))
    if kind == "section one longer":
        if not place.whole(v, length):
            return False
    elif re.match(r"update|section.*from|map tofrom → to|map from|depend", kind) and place.meant(v):
        return False
    if "section" in kind and "update" in own.directive:
        return not place.meant(v)
    if kind.startswith(("map", "section")):
        if re.search(r"(?:enter|exit) data", own.directive):
            return names(place.behind, v)
        if place.mapped_before(v) or "always" in own.directive:
            return False
        if re.search("left out|one", kind):
            return names(place.under, v)
        if kind in ("map to → alloc", "map tofrom → from"):
            return reads(place.under, v)
        return v in stored(place.under) and names(place.behind, v)
    if "update" in kind:
        return names(regions, v) if " to(" in own.directive else names(place.text[place.end:], v)
    if re.match(r"barrier|nowait|atomic|critical|private|reduction", kind) and not place.on_device():
        return False
    if kind in ("barrier left out", "nowait added"):
        return place.needs_barrier()
    if kind in ("atomic left out", "critical left out"):
        if any(c.has(r"\bcritical\b") for c in place.around):
            return False
        return any(place.spreads(s) and not place.own_element(s) for s in stored(without(place.under, "critical")))
    if kind in ("private left out", "reduction left out"):
        index = re.match(rf"\s*(?:#[^\n]*\n\s*)*for \({v}\b", place.under) and own.has(r"\b(?:for|simd|distribute|loop)\b")
        return not index and v in stored(place.under) and place.spreads(v)
    return place.needs_taskwait() if kind[0] == "t" else place.needs_depend(v)


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
                if not (program.nest or matters)(kind, place, v, m.groupdict().get("n")):
                    continue
                if change == "below":
                    text = moved(program.text, begin, end)
                else:
                    text = program.text[:begin] + changed(directive, m, change) + program.text[end:]
                if text:
                    f = planted(program, kind, line, text, v, place)
                    f.names |= set(re.findall(r"(?<![\w.>])[A-Za-z_]\w*", m[0].split(":", 1)[-1])) if kind == "map left out" else set()
                    yield f
    if program.nest:
        yield from program.nest.private_left_out(program)


def planted(program, kind, line, text, v, place):
    f = Fault(program, kind, line, text, v)
    f.lines, f.nest = range(line, program.text.count("\n", 0, place.stop) + 3), program.nest
    f.names, f.trap = {v} if v else set(), None
    if re.match(OF_PLACES, kind) and not program.nest:
        stop = place.end if "barrier" in kind else place.stop
        f.trap = Program(program.file, program.arguments, program.text[:place.begin] + "{ __builtin_trap(); }" + program.text[stop:],
                         program.environment, program.flags)
    return f


class Nest:
    """of generate.py: which faults matter follows from its levels"""

    def __init__(self, nest):
        self.nest, self.trips = nest, nest.f["trips"]
        self.levels, at = [], 0  # (level, the trip counts of its loops)
        for level in nest.shape:
            self.levels.append((level, self.trips[at:at + level.n]))
            at += level.n

    def program(self):
        file = root / f"tests/nests/nest{self.nest.number}.c"
        p = Program(file, text=generate.program([self.nest], f"generate.py --nest {self.nest.number}"))
        p.nest = self
        return p

    @staticmethod
    def iterations(levels):
        n = 1
        for level, trips in levels:
            if level.kind in ("omp", "team", "thread"):
                for t in trips:
                    n *= t
        return n

    def __call__(self, kind, place, v, length):
        if place.stop > len(place.text.split("int main(")[0]):
            return False
        if re.match(OF_DATA, kind) or kind == "section one longer":
            return (kind != "section one longer" or place.whole(v, length)) and names(place.under, v)
        if not place.spreads("cells" if kind[0] == "a" else v):
            return False
        if kind == "atomic left out":
            return self.iterations(self.levels) > 1 and generate.cost(self.trips) >= 10
        above = len([c for c in place.around])
        mine = [k for k, (level, _) in enumerate(self.levels) if level.kind == "omp"][above:]
        if kind != "reduction left out" or not mine:
            return False
        inner = next(([x] for x in self.levels[mine[0]:] if x[0].n and x[0].kind != "all"), [])
        return self.iterations(inner) > 1 and generate.cost(self.trips) > 1

    def private_left_out(self, program):
        """a level's variable is declared in front of the region, and shared by all that come to it"""
        m = re.search(r"^ +([\w ]+) r = ([^;]*);", program.text, re.M)
        cut = re.search(r"static int nest\d+\(void\)", program.text)
        if not m or not cut:
            return
        region = program.text.index("#pragma omp target", cut.start())
        if m.start() < region:
            return
        place = Place(program, m.start(), m.start())
        above = len(place.around)
        omp = [k for k, (level, _) in enumerate(self.levels) if level.kind == "omp"]
        around = self.levels[:omp[above] if above < len(omp) else len(self.levels)]
        if place.spreads("r") and self.iterations(around) > 1 and generate.cost(self.trips) > 1:
            text = program.text[:region] + f"    {m[1]} r = 0;\n" + program.text[region:m.start()] + f"r = {m[2]};" + program.text[m.end():]
            f = planted(program, "private left out", program.text.count("\n", 0, m.start()) + 2, text, "r", place)
            f.lines = range(f.line - 1, f.line + 40)
            yield f


def nests(dice, count):
    them = generate.pick_nests() if count else []
    return [Nest(n).program() for n in dice.sample(them, min(count, len(them)))]


def argued():
    """{place and kind: (harmless or missed, why)}: `PATH:LINE: KIND (VARIABLE): harmless|missed: why` on lines of plant_survivors.txt"""
    lines = re.findall(r"^([^#\n].*? \([\w?]+\)): (harmless|missed): (.*)", (here / "plant_survivors.txt").read_text(), re.M)
    return {name: (what, why) for name, what, why in lines}


def name_of(f): return f"{f.name}.c:{f.line}: {f.kind} ({f.variable})"


def family(f): return "nests" if f.nest else "examples" if f.name.startswith("examples") else "rows"


def classes_of(kind):
    return next(classes for pattern, classes in SHOWS_AS.items() if re.match(pattern, kind))


def in_place(fault, finding):
    """does the finding say where the fault is?"""
    lines = [n for _, n in finding.places] + [int(n) for n in re.findall(r"\bline (\d+)", finding.text)]
    return (any(n in fault.lines for n in lines) or any(re.search(rf"\b{re.escape(v)}(?:_\d+)?\b", finding.text) for v in fault.names) or
            re.match(OF_ORDER, fault.kind) and min(lines) <= fault.line <= max(lines))


def judge(bench, fault, command):
    """(found, in the right place, what was said)"""
    report, said, order, orders = bench.work / f"report_{id(fault)}", "", 0, 1
    while order < orders:
        seed = {"GANTRY_EMULATED_SEED": str(order)} if order else {}
        _, said = bench.call(command, 60, {**CHECKED, **fault.environment, **seed, "GANTRY_CHECK_REPORT": str(report)})
        if report.exists() and "O" in report.read_text(errors="replace").splitlines():
            orders = ORDERS
        order += 1
        of_class = [f for f in findings(said) if f.kind in classes_of(fault.kind)]
        if of_class:
            return True, any(in_place(fault, f) for f in of_class), said
        if any(int(n) in fault.lines for n in STOPPED.findall(said)):
            return True, True, said
    return False, False, said


def says(bench, program, command):
    """[(status, output)] of its runs without a checker"""
    return [bench.call(command, 60, {**program.environment, **schedule}) for schedule in PLAIN]


def effective(bench, chosen, pool):
    """those of the faults that change what their programs do, or in whose places somebody comes"""
    data = [f for f in chosen if re.match(OF_DATA, f.kind)]
    traps = {f.trap: f for f in chosen if f.trap}
    those = bench.compile_all(list({f.program for f in data}))
    sound = dict(zip([p for p, _ in those], pool.map(lambda x: says(bench, *x), those)))
    out = {f for f in chosen if f not in data and not f.trap}

    def differs(x):
        expected, got = sound[x[0].program], says(bench, *x)
        steady = len({said for _, said in expected}) == 1
        return any(g[0] != e[0] or steady and g != e for e, g in zip(expected, got))
    those = [x for x in bench.compile_all(data) if x[0].program in sound]
    out |= {f for (f, _), differ in zip(those, pool.map(differs, those)) if differ}
    those = bench.compile_all(list(traps))
    out |= {traps[p] for (p, _), said in zip(those, pool.map(lambda x: says(bench, *x), those)) if any(status for status, _ in said)}
    return [f for f in chosen if f in out]


def choose(them, dice, faults):
    """so many faults, of each kind and family in turn"""
    places = collections.defaultdict(list)
    for p in them:
        of_kind = collections.defaultdict(list)
        for f in faults_of(p):
            of_kind[f.kind].append(f)
        for kind, some in of_kind.items():
            places[kind, p.nest is not None] += dice.sample(some, min(FROM_ONE, len(some)))
    for some in places.values():
        dice.shuffle(some)
    chosen = []
    while len(chosen) < faults and any(places.values()):
        chosen += [some.pop() for some in places.values() if some]
    return chosen[:faults]


def table(head, rows):
    total = [sum(row[k] for row in rows.values()) for k in range(3)]
    print(f"| {head} | planted | found | right place |\n|---|---|---|---|")
    for name, row in [*sorted(rows.items()), ("these", total)]:
        print(f"| {name} | {' | '.join(map(str, row))} |")
    return total


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build", type=pathlib.Path)
    words.add_argument("--faults", type=int, default=200)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--programs", default="", help="a regular expression on their paths")
    words.add_argument("--nests", type=int, default=40, help="so many, chosen by the seed")
    words.add_argument("-j", type=int, default=2)
    words.add_argument("--list", action="store_true", help="list what would be planted, and run nothing")
    words.add_argument("--show", action="store_true", help="what was said where a fault is not found")
    words = words.parse_args()
    dice, known = random.Random(words.seed), argued()
    Program.nest = None
    them = [p for p in [*mutate.programs(), *nests(dice, words.nests)] if re.search(words.programs, p.name)]
    chosen = choose(them, dice, words.faults)
    if words.list:
        for f in chosen:
            print(name_of(f))
        print(", ".join(f"{kind}: {n}" for kind, n in collections.Counter(f.kind for f in chosen).items()))
        return
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(words.j) as pool:
        work = pathlib.Path(work)
        for folder in (work / "plain", work / "checked"):
            folder.mkdir()
        real = effective(mutate.Bench(words.build.resolve(), work / "plain", ()), chosen, pool)
        bench = mutate.Bench(words.build.resolve(), work / "checked", ("-fcheck", "-g"))
        sound = bench.compile_all(list({f.program for f in real}))
        said = pool.map(lambda x: (x[0], *bench.call(x[1], 120, {**CHECKED, **x[0].environment})), sound)
        alarms = [(p, status, text) for p, status, text in said if status or findings(text)]
        unsound = {p for p, _, _ in alarms}
        compiled = bench.compile_all([f for f in real if f.program not in unsound])
        outcomes = list(pool.map(lambda x: judge(bench, *x), compiled))
    kinds, families, missed, harmless = {}, {}, [], 0
    for (f, _), (found, right, text) in zip(compiled, outcomes):
        what, why = known.get(name_of(f), ("", ""))
        if what == "harmless":
            harmless += 1
            if found:
                missed.append(f"{name_of(f)}: found, though listed as harmless: {why}")
            continue
        for row in (kinds.setdefault(f.kind, [0] * 3), families.setdefault(family(f), [0] * 3)):
            for k, happened in enumerate((True, found, right)):
                row[k] += happened
        if not right:
            missed.append(f"{name_of(f)}: {'elsewhere' if found else 'not found'}{', as listed: ' + why if why else ''}" +
                          ("\n    " + "\n    ".join(text.splitlines()[-12:]) if words.show else ""))
    clean = [f for f in real if f.program not in unsound]
    apart = {"listed as harmless": harmless, "in programs that are unsound without a fault": len(real) - len(clean),
             "refused by the compiler": len(clean) - len(compiled)}
    print(f"{len(chosen)} planted, {len(real)} of them can matter by the rules; of these not in the tables: " +
          (", ".join(f"{n} {why}" for why, n in apart.items() if n) or "none") + "\n")
    total = table("fault", kinds)
    print()
    table("in", families)
    print("\n".join(["", *missed]))
    for p, status, text in alarms:
        print(f"{p.name}: without a fault: status {status}\n    " + "\n    ".join(text.splitlines()[-8:]))
    sys.exit(1 if alarms or total[1] < 0.95 * total[0] else 0)


if __name__ == "__main__":
    main()
