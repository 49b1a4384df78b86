"""plant_places.py: what the text of a program says about a directive: what stands around it, what runs before and after it without an order,
and who shares which variable. plant.py asks it whether a fault can matter; no checker is asked."""
import re

STANDALONE = re.compile(r"omp (?:barrier|taskwait|taskyield|flush|scan|cancel|threadprivate|requires|depobj|allocate|interop|error|nothing|"
                        r"(?:begin |end )?declare|target (?:update|enter data|exit data)|ordered[^\n]*(?:depend|doacross))\b")
STORE = r"(?:\s*(?:\[[^][]*(?:\[[^][]*\][^][]*)*\]|(?:\.|->)\w+))*\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)"
ALONE = r"\b(?:single|master|masked|section|sections)\b"  # one thread of a team comes there
SPREAD = r"\b(?:parallel|teams|simd|loop|taskloop)\b"     # several strands begin there
NOT_TYPES = "return|else|case|goto|do|if|while|for|switch|sizeof|default|break|continue"
DECLARATION = re.compile(rf"\s*((?:(?:const|static|volatile|register|struct|union|enum)\s+)*)(?!(?:{NOT_TYPES})\b)"
                         r"((?:(?:unsigned|signed|long|short|int|char|double|float|_Complex|complex)\b\s*)+|[A-Za-z_]\w*\s)[\s*]*"
                         r"([A-Za-z_]\w*)\s*(?=[=,;\[:]|$)")


def directives(text):
    """(line, begin, end) of each directive, with its continued lines"""
    for m in re.finditer(r"^[ \t]*#pragma omp (?:\\\n|[^\n])*", text, re.M):
        yield text.count("\n", 0, m.start()) + 1, m.start(), m.end()


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
        elif c == ";" and depth == 0 and not re.match(r"\s*else\b", text[at + 1:at + 200]):
            return at + 1
        at += 1
    return at


def without_text(code):
    return re.sub(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', lambda m: re.sub(r"[^\n]", " ", m[0]), code, flags=re.S)


def plain(code):
    """without strings, comments and directives"""
    return re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", "", without_text(code), flags=re.M)


def names(code, v):
    return re.search(rf"(?<![\w.>]){re.escape(v)}\b", code) is not None


def declared(code):
    """the variables that the code declares, but for static ones"""
    code = re.sub(r"\bfor\s*\(", ";", plain(code))
    while code != (less := re.sub(r"\([^()]*\)|\[[^][]*\]|=\s*\{[^{}]*\}", " ", code)):
        code = less
    them = set()
    for part in re.split(r"[;{}]", code):
        m = DECLARATION.match(part)
        if m and "static" not in m[1]:
            them |= {m[3]} | set(re.findall(r",[\s*]*([A-Za-z_]\w*)", part[m.end():]))
    return them


def stored(code):
    """variables that may be stored to: assigned, counted, or given away by address or to a function"""
    code = plain(code)
    them = set(re.findall(rf"(?<![\w.>])([A-Za-z_]\w*)(?={STORE})", code)) | set(re.findall(r"(?:\+\+|--)([A-Za-z_]\w*)", code))
    them |= set(re.findall(r"(?:^|[;{}()]\s*)\*+\s*([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)", code)) | set(re.findall(r"[(,=]\s*&\s*([A-Za-z_]\w*)", code))
    for call, given in re.findall(r"\b([a-z_]\w*)\(([^()]*)\)", code):
        if call not in ("for", "if", "while", "switch", "sizeof", "return"):
            them |= set(re.findall(r"[A-Za-z_]\w*", given))
    return them - declared(code)


def reads(code, v):
    return names(re.sub(rf"(?<![\w.>]){v}(?:\s*\[[^][]*\])*\s*=(?!=)", "", plain(code)), v)


def without(code, directive):
    """the code without the statements of such directives"""
    for _, b, e in reversed(list(directives(code))):
        if re.search(rf"omp {directive}\b", code[b:e]):
            code = code[:b] + code[statement(code, e):]
    return code


def elements(code, v):
    """the constants that are its first subscripts; None: others are, too"""
    them = re.findall(rf"(?<![\w.>]){v}\b(?:\s*\[\s*(\w+)\s*\])?", plain(code))
    return set(them) if all(re.fullmatch(r"\d+", k) for k in them) else None


def conflict(one, other, shared):
    """may a store in one of the two meet an access in the other, of a shared variable? Two atomic accesses are in order"""
    for a, b in ((without(one, "atomic"), other), (one, without(other, "atomic"))):
        for v in {*stored(a), *stored(b)}:
            if shared(v) and names(plain(a), v) and names(plain(b), v):
                here, there = elements(a, v), elements(b, v)
                if not here or not there or here & there:
                    return True
    return False


class Construct:
    def __init__(self, text, begin, end):
        self.begin, self.end, self.directive = begin, end, text[begin:end]
        self.stop = end if STANDALONE.search(self.directive) else statement(text, end)

    def has(self, pattern):
        return re.search(pattern, re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", "", self.directive)) is not None

    def privatizes(self, v, clauses=r"\w*private|reduction|linear"):
        return re.search(rf"\b(?:{clauses})\([^()]*\b{v}\b", self.directive) is not None


class Place:
    """a directive in its program: what stands around, under and behind it"""

    def __init__(self, program, begin, end):
        text = self.text = program.text
        self.own = Construct(text, begin, end)
        self.begin, self.end, self.directive = begin, end, self.own.directive
        self.stop = statement(text, end)
        self.under, self.before, self.behind = text[end:self.stop], text[:begin], text[self.stop:]
        self.all = [Construct(text, b, e) for _, b, e in directives(text)]
        self.around = [c for c in self.all if c.begin < begin and c.stop > begin]
        self.team = max((c for c in self.around if c.has(r"\bparallel\b")), key=lambda c: c.begin, default=None)
        heads = list(re.finditer(r"^[A-Za-z_][^;{}#]*\)\s*\{", self.before, re.M))
        self.function = heads[-1].start() if heads else 0
        self.body = (self.team.end, self.team.stop) if self.team else (heads[-1].end() if heads else 0, self.function_end())

    # ---- who comes there ----
    def on_device(self):
        """does it stand in a target construct, or in a function that one calls?"""
        if any(c.has(r"\btarget\b") for c in [*self.around, self.own]):
            return True
        bodies = dict(re.findall(r"^(?=[A-Za-z_])[^;{}#=]*?(\w+)\([^;{}]*\)\s*\{(.*?)^\}", self.text, re.M | re.S))
        reached, code = set(), "".join(self.text[c.end:c.stop] for c in self.all if c.has(r"\btarget\b"))
        while more := {f for f in bodies if names(code, f)} - reached:
            reached |= more
            code = "".join(bodies[f] for f in more)
        head = re.match(r"[^({]*?(\w+)\(", self.text[self.function:])
        return head is not None and head[1] in reached

    def spreads(self, v):
        """do several strands come there and share v? A construct around begins them, v is declared outside of it and has no copies"""
        chain = self.around + [self.own]
        for k, c in enumerate(chain):
            if not c.has(SPREAD) or re.search(r"num_threads\(1\)", c.directive) and not c.has(r"\bteams\b"):
                continue
            if c.has(r"\bteams\b") and re.search(r"num_teams\(1\)", c.directive) and not c.has(r"\bparallel|simd|loop\b"):
                continue
            inner = chain[k + 1:]
            if v in declared(self.text[c.end:self.begin]) or any(d.privatizes(v) for d in [*inner[:-1], *([c] if c is not self.own else [])]):
                continue
            if c.has(r"\bteams\b"):
                return True
            nearest = next((d for d in inner if d.has(r"\bparallel\b")), None)
            alone = [d for d in inner if d.has(ALONE) and (not nearest or d.begin < nearest.begin)]
            if not alone or self.in_other_section(v, alone):
                return True
        return False

    def in_other_section(self, v, alone):
        sections = [c for c in alone if c.has(r"\bsections\b")]
        if not sections:
            return False
        whole = sections[-1]
        marks = [whole.end] + [c.begin for c in self.all if whole.end <= c.begin < whole.stop and c.has(r"\bsection\b")] + [whole.stop]
        return any(names(plain(self.text[a:b]), v) for a, b in zip(marks, marks[1:]) if not a <= self.begin < b)

    def own_element(self, v):
        """is only that element of v accessed that has the number of the iteration?"""
        loops = re.findall(r"\bfor \((?:\w+ )*(\w+) =", self.text[self.body[0]:self.begin])
        inside = plain(self.text[self.around[0].end:self.around[0].stop]) if self.around else ""
        those = re.findall(rf"(?<![\w.>]){v}\b(?:\s*\[\s*(\w+)\s*\])?", inside)
        return bool(those) and len(set(those)) == 1 and those[0] in loops

    # ---- what is in order by barriers ----
    def shared(self, v):
        """do the threads of the team share v?"""
        if self.team and any(c.privatizes(v) for c in self.around if c.begin >= self.team.begin) or self.own.privatizes(v, "private|firstprivate|linear"):
            return False
        if v in declared(self.text[self.body[0]:self.body[1]]):
            return False
        head = self.text[self.function:self.body[0]] if not self.team else ""
        return not re.search(rf"[(,]\s*(?:const )?(?:\w+ )+{v}\s*[,)]", head)

    def barriers(self):
        """(begin, end) of what all threads of the team wait at, but for this place"""
        for c in self.all:
            if not self.body[0] <= c.begin < self.body[1] or c.begin == self.begin:
                continue
            if any(o.begin < c.begin < o.stop and o.has(r"\bparallel\b") for o in self.all if o.begin >= self.body[0]):
                continue
            if re.search(r"omp barrier", c.directive):
                yield c.begin, c.end
            elif c.has(r"omp (?:for|sections|single|scope|loop)\b") and not c.has(r"\bnowait\b"):
                yield c.stop, c.stop

    def level(self, begin, end, step):
        """does the block of the place where it begins hold the other, read forwards (1) or backwards (-1)?"""
        depth = 0
        for c in self.text[begin:end][::step]:
            depth += {"{": step, "}": -step}.get(c, 0)
            if depth < 0:
                return False
        return True

    def phase(self, begin, end):
        """what runs up to `begin` and from `end` on without another barrier, in the loops around too"""
        first, last = self.body
        ends = [e for b, e in self.barriers() if first <= e <= begin and self.level(e, begin, 1)]
        begins = [b for b, e in self.barriers() if end <= b <= last and self.level(end, b, -1)]
        before, after = self.text[max([first, *ends]):begin], self.text[end:min([last, *begins])]
        for m in reversed(list(re.finditer(r"\b(?:for|while|do)\b", self.text[first:begin]))):
            start, stop = first + m.start(), statement(self.text, first + m.start())
            if stop <= begin or self.text[:start].rstrip().endswith("#pragma omp"):
                continue
            inside = [(b, e) for b, e in self.barriers() if start < b <= stop]
            if not [b for b, _ in inside if b >= end]:
                after += self.text[start:min([begin, *(b for b, _ in inside)])]
            if not [e for _, e in inside if e <= begin]:
                before += self.text[max([end, *(e for _, e in inside)]):stop]
        return before, after

    def needs_barrier(self):
        """does a barrier here, or at the end of the construct, order a store and another access?"""
        if re.search(r"omp barrier", self.directive):
            before, after = self.phase(self.begin, self.end)
        else:
            before, after = self.phase(self.stop, self.stop)
            for kind, those in re.findall(r"\b(lastprivate|reduction|copyprivate)\(([^()]*)\)", self.directive):
                before += "".join(f";\n{v} = {v};" for v in re.findall(r"\w+", those.split(":")[-1]))
        return conflict(before, re.sub(r"(?<!\w)private\([^()]*\)", "", after), self.shared)

    # ---- what constructs with nowait, and tasks, are ordered by ----
    def needs_taskwait(self):
        after = self.text[self.end:self.team.stop if self.team else self.function_end()]
        stop = re.search(r"omp taskwait(?! *depend)", after)
        after = after[:stop.start()] if stop else after
        waits = [c.begin for c in self.all if re.search(r"omp taskwait(?! *depend)", c.directive) and self.function <= c.begin < self.begin]
        waiting = [c for c in self.all if max([self.function, *waits]) <= c.begin < self.begin and (c.has(r"\bnowait\b") or c.has("omp task$|omp task "))]
        return any(conflict(self.text_of(c), after, lambda v: True) for c in waiting)

    def text_of(self, construct):
        """what it does, and what it copies as assignments"""
        copied = re.findall(r"(?:map\([^()]*?(?:from|tofrom)|update from\() *:? *([^()]*)\)", construct.directive)
        return self.text[construct.end:construct.stop] + "".join(f";\n{v} = {v};" for c in copied for v in re.findall(r"(?<![\w.>\[:])[A-Za-z_]\w*", c))

    def function_end(self):
        m = re.search(r"^\}", self.text[self.begin:], re.M)
        return self.begin + m.start() if m else len(self.text)

    def needs_depend(self, v):
        mine = self.text_of(self.own) + "".join(f";\n{w};" for w in re.findall(r"(?:map|to|from)\(([^()]*)\)", self.directive))
        others = [c for c in self.all if c.begin != self.begin and re.search(rf"\bdepend\([^()]*(?:\b{v}\b|omp_all_memory)", c.directive)]
        if not (self.own.has(r"\bnowait\b") or self.own.has("omp task")):
            others = [c for c in others if c.begin < self.begin]
        gates = [self.text[c.stop:self.function_end()].split("omp_fulfill_event")[0] for c in others + [self.own] if "detach(" in c.directive]
        return any(conflict(mine, self.text_of(c), lambda v: True) for c in others) or any(conflict(mine, g, lambda v: True) for g in gates)

    # ---- maps ----
    def mapped_before(self, v):
        """is it mapped by another construct: around this one, or unstructured, or for the whole program?"""
        others = self.before + self.behind
        return (any(re.search(rf"map\([^()]*\b{v}\b", c.directive) for c in self.around) or
                re.search(rf"enter data[^\n]*\b{v}\b|declare target[^\n]*\b{v}\b|(?:is_device_ptr|has_device_addr)\([^()]*\b{v}\b", others) is not None)

    def whole(self, v, length):
        """is an array v declared, or allocated, with just as many elements?"""
        n = re.escape(length.strip())
        return re.search(rf"\b{v}\[{n}\]\s*(?:[,;]|= \{{)|\b{v} = (?:malloc|calloc)\((?:\(size_t\))?{n}\s*[*,]", self.before) is not None

    def meant(self, v):
        """does the program say that it reads old copies of v, of what v points to, or of what v is a member of?"""
        those = set(re.findall(r"\b(?:CHECK_MEANT|gantry_check_expect)\(&?\(?(\w+)", self.text))
        of = re.search(rf"\b(\w+)(?:\[[^][]*\])?(?:\.|->)(?:\w+(?:\.|->))*{v}\b", self.directive)
        return v in those or of is not None and of[1] in those or any(re.search(rf"\b{v} = &?{m}\b", self.text) for m in those)
