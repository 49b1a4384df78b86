"""What the programs of the corpus say about their loops: reads the truth comments and finds the loops they belong to.

corpus/README.md has the grammar and what each word means. Run alone, it prints every loop with its truth:
    truth.py [--json] [PROGRAM...]
"""
import collections
import json
import os
import re
import sys

# the variable CORPUS names another folder beside it
CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.environ.get("CORPUS", "corpus"))
ITEM = re.compile(r"[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*)*(?:\[\])?\Z")
OPERATORS = {"+", "*", "&", "|", "^", "&&", "||", "min", "max", "argmin", "argmax"}
VERDICTS = ("parallel", "reduction", "histogram", "guarded", "wavefront", "serial")
DEPENDENCES = ("flow", "anti", "output")
GUARDS = ("alias", "size", "index")
REASONS = DEPENDENCES + ("io", "call", "exit", "volatile", "asm", "jump")
SHARING = ("private", "firstprivate", "lastprivate", "induction", "reduction", "histogram")
PLAIN = ("io", "exit", "asm", "jump")  # words without a list

Word = collections.namedtuple("Word", "name items operator distance")
Loop = collections.namedtuple("Loop", "file line keyword truth")


class Wrong(Exception):
    """A comment that is not in the grammar, or a loop without one."""


class Truth:
    """One comment: a verdict, its words in order, and the free text after two dashes."""

    def __init__(self, text):
        self.text = " ".join(text.split())
        body, _, self.note = (part.strip() for part in self.text.partition(" -- "))
        self.words, self.verdict, self.calls, self.unobserved = [], None, None, False
        at = 0
        token = re.compile(r"\s*([a-z]+)(\()?")
        while at < len(body):
            m = token.match(body, at)
            if not m:
                raise Wrong(f"'{body[at:]}' is not a word of a truth")
            name, at, argument = m.group(1), m.end(), None
            if m.group(2):
                argument, at = closed(body, at)
            distance = re.compile(r"\s*distance\s+(\d+)").match(body, at)
            if distance:
                at = distance.end()
            self.add(name, argument, int(distance.group(1)) if distance else None)
        self.judge()

    def add(self, name, argument, distance):
        if distance is not None and name not in DEPENDENCES:
            raise Wrong(f"'{name}' has no distance")
        if self.verdict is None:
            if name not in VERDICTS:
                raise Wrong(f"'{name}' is not a verdict: {', '.join(VERDICTS)}")
            self.verdict = name
            if name in ("parallel", "guarded", "wavefront", "serial"):
                if argument is not None:
                    raise Wrong(f"'{name}' has no list")
                return
        if name == "calls":
            if argument not in ("pass", "fail"):
                raise Wrong("calls(pass) or calls(fail)")
            self.calls = argument
        elif name == "unobserved":
            self.unobserved = True
        elif name in PLAIN:
            if argument is not None:
                raise Wrong(f"'{name}' has no list")
            self.words.append(Word(name, [], None, None))
        elif name in REASONS + GUARDS + SHARING:
            if argument is None:
                raise Wrong(f"'{name}' needs a list")
            operator = None
            if name == "reduction":
                operator, colon, argument = (part.strip() for part in argument.partition(":"))
                if not colon or operator not in OPERATORS:
                    raise Wrong(f"reduction(operator: items), operator one of {' '.join(sorted(OPERATORS))}")
            items = [argument] if name == "size" else [item.strip() for item in argument.split(",")]
            for item in items:
                if name != "size" and not ITEM.match(item):
                    raise Wrong(f"'{item}' is not an item: name, name->member, or either with []")
            self.words.append(Word(name, items, operator, distance))
        else:
            raise Wrong(f"'{name}' is not a word of a truth")

    def judge(self):
        names = [word.name for word in self.words]
        if self.verdict is None:
            raise Wrong("no verdict")
        guards = [name for name in names if name in GUARDS]
        reasons = [name for name in names if name in REASONS]
        if (self.verdict == "guarded") != bool(guards):
            raise Wrong("guarded, and only guarded, names alias(), size() or index()")
        if (self.verdict == "guarded") != bool(self.calls):
            raise Wrong("guarded, and only guarded, says calls(pass) or calls(fail)")
        if (self.verdict in ("serial", "wavefront")) != bool(reasons):
            raise Wrong("serial and wavefront, and only they, give a reason")
        if self.verdict == "parallel" and {"reduction", "histogram"} & set(names):
            raise Wrong("with a reduction or histogram, that is the verdict")
        if self.verdict == "wavefront" and "flow" not in names:
            raise Wrong("a wavefront has a flow")
        if self.unobserved and not self.note:
            raise Wrong("who says 'unobserved' says why, after two dashes")

    def items(self, *names):
        return [item for word in self.words if word.name in names for item in word.items]


def closed(text, at):
    """The argument that begins at `at`, up to its closing parenthesis."""
    depth, end = 1, at
    while end < len(text):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
        if not depth:
            return text[at:end - 1].strip(), end
    raise Wrong("a parenthesis is not closed")


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:[^\n]*\\\n)*[^\n]*)", re.M)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)


def loops_of(code):
    """Offsets and keywords of the loops in code without comments; do { } while (0) is none."""
    found, tails = [], set()
    for m in re.finditer(r"\b(for|while|do)\b", code):
        if m.group(1) != "do":
            if m.start() not in tails:
                found.append((m.start(), m.group(1)))
            continue
        at = code.index("{", m.end())
        depth = 0
        while True:
            depth += {"{": 1, "}": -1}.get(code[at], 0)
            at += 1
            if not depth:
                break
        tail = re.compile(r"\s*(?:\\\n\s*)*while\s*\(\s*(0\s*\))?").match(code, at)
        if not tail:
            raise Wrong("a do without its while")
        tails.add(code.index("while", at))
        if not tail.group(1):
            found.append((m.start(), "do"))
    return found


def read_file(path):
    """The loops of a file with their truths. A macro's loops are where it is used."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    name = os.path.relpath(path, CORPUS)
    comments = {}  # line after the comment: (its first line, text)
    for m in NOT_CODE.finditer(text):
        if not m.group(0).startswith("/*"):
            continue
        body = m.group(0)[2:-2].strip()
        if body.startswith("truth:"):
            first = text.count("\n", 0, m.start()) + 1
            comments[text.count("\n", 0, m.end()) + 2] = (first, body[len("truth:"):])
    code = NOT_CODE.sub(blank, text)
    macros = {}
    for m in DEFINE.finditer(code):
        inner = m.group(2)
        macros[m.group(1)] = [keyword for _, keyword in loops_of(inner)]
        for word in re.findall(r"\w+", inner):
            macros[m.group(1)] += macros.get(word, []) if word != m.group(1) else []
    code = DIRECTIVE.sub(blank, code)
    places = loops_of(code)
    for m in re.finditer(r"\b[A-Za-z_]\w*\b", code):
        places += [(m.start(), keyword) for keyword in macros.get(m.group(0), [])]
    by_line = collections.OrderedDict()
    for at, keyword in sorted(places, key=lambda place: place[0]):
        by_line.setdefault(code.count("\n", 0, at) + 1, []).append(keyword)
    loops, used = [], set()
    for line, keywords in by_line.items():
        truths, at = [], line
        while at in comments and len(truths) < len(keywords):
            truths.insert(0, comments[at][1])
            used.add(at)
            at = comments[at][0]
        if len(truths) != len(keywords):
            raise Wrong(f"{name}:{line}: {len(keywords)} loop(s), {len(truths)} truth(s) in the lines above")
        for keyword, truth in zip(keywords, truths):
            try:
                loops.append(Loop(name, line, keyword, Truth(truth)))
            except Wrong as wrong:
                raise Wrong(f"{name}:{line}: {wrong}") from None
    for line in comments:
        if line not in used:
            raise Wrong(f"{name}:{line}: the truth above this line belongs to no loop")
    return loops


class Program:
    """A file corpus/NAME.c, or a folder corpus/NAME with several."""

    def __init__(self, name):
        self.name = name
        path = os.path.join(CORPUS, name)
        if os.path.isdir(path):
            files = sorted(os.listdir(path))
            self.sources = [os.path.join(path, f) for f in files if f.endswith(".c")]
            self.headers = [os.path.join(path, f) for f in files if f.endswith(".h")]
        else:
            self.sources, self.headers = [path + ".c"], []
        self.loops = [loop for f in self.headers + self.sources for loop in read_file(f)]
        self.flags = []  # a line "flags: ..." of the first comment
        for source in self.sources:
            with open(source, encoding="utf-8") as f:
                head = f.read().partition("*/")[0]
            for m in re.finditer(r"^[ *]*flags: (.*)$", head, re.M):
                self.flags += m.group(1).split()


def programs(names=()):
    every = sorted({re.sub(r"\.c$", "", f) for f in os.listdir(CORPUS)
                    if f.endswith(".c") or os.path.isdir(os.path.join(CORPUS, f))})
    for name in names:
        if name not in every:
            raise Wrong(f"no program '{name}' in {CORPUS}")
    return [Program(name) for name in names or every]


def expected():
    """What each program prints, from corpus/expected.txt: lines "NAME: text"."""
    lines = {}
    with open(os.path.join(CORPUS, "expected.txt"), encoding="utf-8") as f:
        for line in f:
            name, _, text = line.partition(": ")
            lines[name] = lines.get(name, "") + text
    return lines


def main():
    arguments = [a for a in sys.argv[1:] if a != "--json"]
    rows = [(program.name, loop) for program in programs(arguments) for loop in program.loops]
    if "--json" in sys.argv:
        json.dump([{"program": name, "file": loop.file, "line": loop.line, "keyword": loop.keyword,
                    "verdict": loop.truth.verdict, "calls": loop.truth.calls, "note": loop.truth.note,
                    "unobserved": loop.truth.unobserved,
                    "words": [word._asdict() for word in loop.truth.words]} for name, loop in rows], sys.stdout, indent=1)
        print()
        return
    for _, loop in rows:
        print(f"{loop.file}:{loop.line}: {loop.truth.text}")


if __name__ == "__main__":
    try:
        main()
    except Wrong as wrong:
        sys.exit(f"truth.py: {wrong}")
