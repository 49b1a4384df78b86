"""faulty_clang.py: a compiler with a fault. mutate.py has Gantry call this for Clang (GANTRY_CLANG_19): it calls Clang, and where that
makes the device's bitcode for the emulated GPU, lists the places where a fault of a kind can be planted, or plants some.

FAULTY_CLANG names a file: {"clang": path, "plant": {STEM: [KIND, NUMBER]}, "list": path}. STEM is a source file's name without .c;
the list tells the places, {STEM: {KIND: [[function, line, lines of the regions that reach it], …]}}, and under "functions" what
regions reach each function: {STEM: [[first line, last line, lines of regions], …]}. The bitcode is as Clang's front
end leaves it, each variable still in memory and with its name; the optimiser runs at the device link."""
import collections, json, os, pathlib, re, subprocess, sys

KINDS = ("swapped operands", "lower precision", "wrong reduction start", "barrier dropped", "atomic dropped", "lock dropped")
SWAPPED = re.compile(r"(  %\S+ = (?:fsub|fdiv|frem|sub|sdiv|udiv|srem|urem|icmp|fcmp)\b(?: (?:nsw|nuw|exact|fast|contract))*"
                     r"(?: (?:[su]|[ou])(?:lt|gt|le|ge))? (?!ptr)\S+ )([^,]+), ([^,\n]+)(.*)")
ROUNDED = re.compile(r"  (%\S+) = (f(?:add|sub|mul|div) (?:fast |contract )*double .*?)(, !dbg.*)")
BARRIER = re.compile(r"  call void @__gd_(?:spmd_)?barrier\(.*")
ARGUMENT = r"\w+(?: noundef| signext| zeroext)* (\S+)"
ADD = re.compile(rf"  call void @__gd_word_add\({ARGUMENT}, {ARGUMENT}, {ARGUMENT}\)[^,\n]*(.*)")
EXCHANGE = re.compile(rf"  (%\S+) = call i64 @__gd_word_cas\({ARGUMENT}, {ARGUMENT}, {ARGUMENT}, {ARGUMENT}\)[^,\n]*(.*)")
FLOAT = re.compile(r"  (%\S+) = atomicrmw volatile (fadd|fsub) ptr (\S+), (\S+) (\S+) .*?(, !dbg.*)?")
LOCK = re.compile(r"  call void @__gd_(un)?lock\(.*")
FIELD = re.compile(r"  (%\S+) = getelementptr inbounds %struct\.gantry_red_\w+, ptr %__gd_red\w*,.*")


def swapped(lines, k):
    m = SWAPPED.fullmatch(lines[k])
    if m and m[2] != m[3] and not re.search(r"= [if]cmp (?:eq|ne|oeq|une) ", m[1]):
        return {k: f"{m[1]}{m[3]}, {m[2]}{m[4]}"}


def rounded(lines, k):
    m = ROUNDED.fullmatch(lines[k])
    if m:
        v, name = m[1], f"%.round{k}"
        return {k: f"  {name} = {m[2]}{m[3]}\n  {name}.f = fptrunc double {name} to float{m[3]}\n"
                   f"  {v} = fpext float {name}.f to double{m[3]}"}


def started(lines, k):
    """the first store to a private copy that becomes a member of what threads combine"""
    field = FIELD.fullmatch(lines[k])
    into = field and next((m for line in lines[k:k + 4] if (m := re.match(rf"  store \S+ (%\S+), ptr {re.escape(field[1])},", line))), None)
    load = into and next((m for line in reversed(lines[:k + 3])
                          if (m := re.match(rf"  {re.escape(into[1])} = load \S+, ptr (%\S+),", line))), None)
    for i, line in enumerate(lines[:k] if load else []):
        m = re.match(rf"  store (i\d+|float|double) (-?[\d.e+x]+), (ptr {re.escape(load[1])},.*)", line)
        if m:
            one = "1" if m[1][0] == "i" else "1.000000e+00"
            zero = "0" if m[1][0] == "i" else "0.000000e+00"
            return {i: f"  store {m[1]} {one if m[2] == zero else zero}, {m[3]}"}


def without_barrier(lines, k):
    return {k: ""} if BARRIER.fullmatch(lines[k]) else None


def without_atomic(lines, k):
    if m := ADD.fullmatch(lines[k]):
        p, size, value, debug = m.groups()
        word = f"i{8 * int(size)}"
        text = [f"%.old{k} = load {word}, ptr {p}", f"%.wide{k} = zext {word} %.old{k} to i128",
                f"%.e{k} = zext i64 {value} to i128", f"%.sum{k} = add i128 %.wide{k}, %.e{k}",
                f"%.new{k} = trunc i128 %.sum{k} to {word}", f"store {word} %.new{k}, ptr {p}"]
    elif m := EXCHANGE.fullmatch(lines[k]):
        name, p, size, old, new, debug = m.groups()
        word = f"i{8 * int(size)}"
        text = [f"%.wide{k} = zext i64 {new} to i128", f"%.new{k} = trunc i128 %.wide{k} to {word}",
                f"store {word} %.new{k}, ptr {p}", f"{name} = add i64 {old}, 0"]
    elif m := FLOAT.fullmatch(lines[k]):
        name, op, p, type, value, debug = m.groups()
        text = [f"{name} = load {type}, ptr {p}", f"%.new{k} = {op} {type} {name}, {value}", f"store {type} %.new{k}, ptr {p}"]
    else:
        return None
    return {k: "\n".join(f"  {line}{debug or ''}" for line in text)}


def without_lock(lines, k):
    m = LOCK.fullmatch(lines[k])
    end = m and not m[1] and next((i for i in range(k, len(lines)) if (n := LOCK.fullmatch(lines[i])) and n[1]), None)
    return {k: "", end: ""} if end else None


PLANTERS = dict(zip(KINDS, (swapped, rounded, started, without_barrier, without_atomic, without_lock)))


class Module:
    def __init__(self, text):
        self.lines = text.split("\n")
        debug = dict(m.groups() for m in re.finditer(r"^(!\d+) = (.*)", text, re.M))
        at = lambda row, word: (re.search(rf"\b{word}: (!?\w+|\"[^\"]*\")", row) or [None, ""])[1]
        self.functions, begin = {}, None  # name: (first line, last line, stem, line in the source)
        self.line_of = {n: int(at(row, "line") or 0) for n, row in debug.items() if row.startswith("!DILocation(")}
        for i, line in enumerate(self.lines):
            if m := re.match(r"define .*?@([\w.$]+)\(.*?(?:!dbg (!\d+) )?\{", line):
                row = debug.get(m[2], "")
                stem = pathlib.Path(at(debug.get(at(row, "file"), ""), "filename").strip('"')).stem
                name, begin, source = m[1], i, int(at(row, "line") or 0)
            elif line == "}" and begin is not None:
                self.functions[name], begin = (begin, i, stem, source), None
        self.kernels = {name: self.reached(name) for name in self.functions if name.startswith("gantry_k_")}
        self.regions = {name: sorted({self.functions[k][3] for k, all in self.kernels.items() if name in all}) for name in self.functions}

    def reached(self, name):
        seen, todo = set(), [name]
        while todo:
            f = todo.pop()
            if f not in seen and f in self.functions:
                seen.add(f)
                todo += re.findall(r"@([\w.$]+)", "\n".join(self.lines[slice(*self.functions[f][:2])]))
        return seen

    def places(self):
        """(stem, kind, [function, line, lines of regions], {line of the module: what takes its place})"""
        for name, (begin, end, stem, _) in self.functions.items():
            if name.startswith("__gd_"):
                continue
            lines, regions = self.lines[begin:end], self.regions[name]
            for k, line in enumerate(lines):
                for kind, planter in PLANTERS.items():
                    change = planter(lines, k) if regions and stem else None
                    if change:
                        number = re.search(r"!dbg (!\d+)", line)
                        place = [name, self.line_of.get(number and number[1], 0), regions]
                        yield stem, kind, place, {begin + i: text for i, text in change.items()}

    def plant(self, wanted):
        found = collections.defaultdict(lambda: collections.defaultdict(list))
        changes = {}
        for stem, kind, place, change in self.places():
            if wanted.get(stem) == [kind, len(found[stem][kind])]:
                changes.update(change)
            found[stem][kind].append(place)
        for name, (begin, end, stem, line) in self.functions.items():
            if self.regions[name] and not name.startswith("__gd_"):
                inside = re.findall(r"!dbg (!\d+)", "\n".join(self.lines[begin:end]))
                last = max((self.line_of.get(n, 0) for n in inside), default=line)
                found[stem]["functions"].append([line, last, self.regions[name]])
        return "\n".join(changes.get(i, line) for i, line in enumerate(self.lines)), found


def main():
    plan = json.loads(pathlib.Path(os.environ["FAULTY_CLANG"]).read_text())
    words = [plan["clang"], *sys.argv[1:]]
    out = pathlib.Path(words[-1])
    if "-emit-llvm" not in words or not out.name.endswith(".emulated.bc"):
        os.execv(words[0], words)
    text = out.with_suffix(".ll")
    words[words.index("-c")] = "-S"
    status = subprocess.run(words[:-1] + [text, "-fno-discard-value-names"]).returncode
    if status:
        sys.exit(status)
    changed, found = Module(text.read_text()).plant(plan.get("plant", {}))
    text.write_text(changed)
    if "list" in plan:
        pathlib.Path(plan["list"]).write_text(json.dumps(found))
    sys.exit(subprocess.run([words[0], "-x", "ir", "-O2", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-fPIC", "-w", "-c", text,
                             "-o", out]).returncode)


if __name__ == "__main__":
    main()
