"""Holds the truths of the corpus against the dependences that a run shows.

    observe.py [--show] [--keep DIR] [PROGRAM...]

Each program is preprocessed; Clang's tree says where its loops and variables are; markers are written there
(observe.h), and the result is compiled with LLVM's ThreadSanitizer pass, whose hooks are ours (observe.c). One run then
tells which loop carries which dependence, and judge() compares. --show prints all that was observed.
"""
import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import truth  # noqa: E402

CLANG = "clang-19"
LOOPS = ("ForStmt", "WhileStmt", "DoStmt")
FIRST_LOOP = 1
Seen = collections.namedtuple("Seen", "kind item name distance count source sink")


def command(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, check=True, **more).stdout


class Text:
    """A preprocessed file: where each offset is in the user's files, and what shall be inserted."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            self.text = f.read()
        self.insertions = collections.defaultdict(list)
        self.places, file, line, at = [], "", 0, 0
        for row in self.text.split("\n"):
            marker = re.match(r'# (\d+) "([^"]*)"', row)
            if marker:
                line, file = int(marker.group(1)) - 1, marker.group(2)
            self.places.append((at, file, line))
            line += 1
            at += len(row) + 1

    def place(self, offset):
        low, high = 0, len(self.places) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.places[middle][0] <= offset:
                low = middle
            else:
                high = middle - 1
        return self.places[low][1], self.places[low][2]

    def insert(self, offset, what, last=False):
        """What is inserted at one offset stands in the order of the calls; `last` after all others."""
        self.insertions[offset].append((last, len(self.insertions[offset]), what))

    def result(self):
        out, at = [], 0
        for offset in sorted(self.insertions):
            out.append(self.text[at:offset])
            out += [what for _, _, what in sorted(self.insertions[offset])]
            at = offset
        return "".join(out) + self.text[at:]


def begin(node):
    return node["range"]["begin"]["offset"]


def end(node):
    return node["range"]["end"]["offset"] + node["range"]["end"]["tokLen"]


class Marker:
    """Writes the markers of one file. `numbers` gives loops of the same place in all files the same number."""

    def __init__(self, text, loops, numbers):
        self.text, self.loops, self.numbers = text, loops, numbers
        self.globals, self.places, self.skipped = [], collections.Counter(), set()

    def file(self, tree):
        for node in tree["inner"]:
            if node["kind"] == "VarDecl" and "name" in node and node.get("storageClass") != "extern" and self.mine(node):
                self.globals.append(node["name"])
            if node["kind"] == "FunctionDecl" and node.get("inner") and node["inner"][-1]["kind"] == "CompoundStmt":
                if self.mine(node):
                    self.function(node)
        calls = " ".join(f'ob_static(&{name}, sizeof {name}, "{name}");' for name in dict.fromkeys(self.globals))
        return (f'#include "{HERE}/observe.h"\n' + self.text.result() +
                f"\n__attribute__((constructor)) static void ob_globals(void) {{ {calls} }}\n")

    def mine(self, node):
        return "offset" in node["range"]["begin"] and not self.text.place(begin(node))[0].startswith(("/usr", "<"))

    def function(self, node):
        body = node["inner"][-1]
        for p in node["inner"][:-1]:
            if p["kind"] == "ParmVarDecl" and "name" in p:
                self.text.insert(begin(body) + 1, f' ob_variable(&{p["name"]}, sizeof {p["name"]}, "{p["name"]}");')
        self.statement(body, False, False)

    def statement(self, node, in_block, in_loop):
        kind = node.get("kind")
        if kind is None:
            return
        if kind in LOOPS:
            self.loop(node)
        if kind == "DeclStmt" and in_block:
            for v in node["inner"]:
                self.variable(v, end(node), in_loop)
        if kind == "CallExpr":
            self.call(node)
        for child in node.get("inner", []):
            self.statement(child, kind == "CompoundStmt", in_loop or kind in LOOPS)

    def variable(self, v, after, in_loop):
        """A variable of a loop's body ends with the iteration, by whatever way that is left."""
        if v["kind"] != "VarDecl" or v.get("storageClass") == "extern" or "name" not in v:
            return
        static = v.get("storageClass") == "static"
        if in_loop and not static:
            at = end(v)
            if "init" in v:
                at = self.text.text.rindex("=", 0, begin([i for i in v["inner"] if "range" in i][-1]))
            self.text.insert(at, " __attribute__((cleanup(ob_gone))) ")
        function = "ob_static" if static else "ob_variable"
        self.text.insert(after, f' {function}(&{v["name"]}, sizeof {v["name"]}, "{v["name"]}");')

    def call(self, node):
        """Blocks are named after what they are assigned to."""
        callee = node["inner"][0]
        while callee.get("inner"):
            callee = callee["inner"][0]
        if callee.get("referencedDecl", {}).get("name") not in ("malloc", "calloc", "realloc"):
            return
        before = self.text.text[max(0, begin(node) - 200):begin(node)]
        name = re.search(r"([A-Za-z_][\w.\[\]>-]*)\s*=\s*(?:\([^()]*\)\s*)?\Z", before)
        if name:
            self.text.insert(begin(node), f'ob_block("{name.group(1)}", ')
            self.text.insert(end(node), ")")

    def loop(self, node):
        if node["kind"] == "DoStmt" and re.fullmatch(r"\(*0\)*", self.text.text[begin(node["inner"][1]):end(node["inner"][1])]):
            return
        file, line = self.text.place(begin(node))
        file = os.path.relpath(file, truth.CORPUS)
        key = (file, line, self.places[file, line])
        self.places[file, line] += 1
        number = self.numbers.setdefault(key, len(self.numbers) + FIRST_LOOP)
        known = self.loops.get(key)
        if known is None:
            raise truth.Wrong(f"{file}:{line}: Clang sees a loop here that has no truth")
        if jumped_into(node):
            self.skipped.add(number)
            return
        counters = set()
        if node["kind"] == "ForStmt":
            _, _, condition, step, body = node["inner"]
            if step:
                counters = set(re.findall(r"[A-Za-z_][\w.>-]*(?=\s*(?:[-+*/|&^]=|<<=|>>=|=[^=]|\+\+|--))|(?<=\+\+)[A-Za-z_]\w*|"
                                          r"(?<=--)[A-Za-z_]\w*", self.text.text[begin(step):end(step)]))
        else:
            condition, body = node["inner"][0], node["inner"][-1]
        if node["kind"] == "DoStmt":
            body = node["inner"][0]
            self.text.insert(begin(body) + 1, f" ob_iter({number});")
        elif condition:
            self.text.insert(begin(condition), f"ob_iter({number}) && (")
            self.text.insert(end(condition), ")")
        else:
            semicolon = self.text.text.index(";", self.text.text.index(";", begin(node)) + 1)
            self.text.insert(semicolon, f"ob_iter({number})")
        items = items_of(known.truth)
        declared = {v.get("name") for v in (node["inner"][0] or {}).get("inner", [])} if node["kind"] == "ForStmt" else set()
        items += [(("counter", 0), name) for name in sorted(counters - declared)]
        self.items = getattr(self, "items", {})
        self.items[number] = items
        arguments = "".join(f", OB_ITEM({kind_of(word, item)}, {item.removesuffix('[]')})" for word, item in items)
        self.text.insert(begin(node), f"OB_LOOP({number}, {len(items)}{arguments}) ", last=True)


def items_of(one):
    """The variables that a truth names, each with its word."""
    return [((word.name, n), item) for n, word in enumerate(one.words)
            if word.name in truth.DEPENDENCES + truth.SHARING for item in word.items]


def kind_of(word, item):
    if item.endswith("[]"):
        return "OB_POINTED"
    if word[0] in ("private", "firstprivate", "lastprivate", "induction", "counter"):
        return "OB_ITSELF"
    return "OB_EITHER"


def jumped_into(loop):
    """A case label inside whose switch is outside: nothing can be put around such a loop."""
    def cases(node):
        if node.get("kind") == "SwitchStmt":
            return False
        return node.get("kind") in ("CaseStmt", "DefaultStmt") or any(cases(child) for child in node.get("inner", []))
    return cases(loop)


def unhide(path):
    """The pass leaves out elements of local arrays and structures: it must not see that a pointer leads to one."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    text = re.sub(r"^  (%[\w.]+) = (alloca .*)$",
                  lambda m: f'  %ob.{m.group(1)[1:]} = {m.group(2)}\n  {m.group(1)} = call ptr asm "", "=r,0"(ptr %ob.{m.group(1)[1:]})',
                  text, flags=re.M)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def observe(program, folder):
    """For each loop of the program: (loop, items, whether it ran, was skipped, what was seen)."""
    keyed, count = {}, collections.Counter()
    for loop in program.loops:
        keyed[loop.file, loop.line, count[loop.file, loop.line]] = loop
        count[loop.file, loop.line] += 1
    numbers, items, skipped, objects = {}, {}, set(), []
    for source in program.sources:
        stem = os.path.join(folder, f"{program.name}.{os.path.basename(source)[:-2]}")
        flags = ["-std=gnu11", *program.flags]
        with open(stem + ".i", "w", encoding="utf-8") as f:
            f.write(re.sub(r"\bregister\b", "        ", command(CLANG, *flags, "-E", source)))  # has no address
        tree = json.loads(command(CLANG, *flags, "-w", "-x", "cpp-output", "-fsyntax-only", "-Xclang", "-ast-dump=json",
                                  stem + ".i"))
        marker = Marker(Text(stem + ".i"), keyed, numbers)
        with open(stem + ".ob.c", "w", encoding="utf-8") as f:
            f.write(marker.file(tree))
        items.update(getattr(marker, "items", {}))
        skipped |= marker.skipped
        build = [CLANG, "-w", "-g", "-O0", "-fno-omit-frame-pointer", "-fno-pie", "-fsanitize=thread"]
        command(*build, *flags, "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", stem + ".ob.c", "-o", stem + ".ll")
        unhide(stem + ".ll")
        command(*build, "-mllvm", "-tsan-instrument-read-before-write=1", "-c", stem + ".ll", "-o", stem + ".o")
        objects.append(stem + ".o")
    exe, out = os.path.join(folder, program.name), os.path.join(folder, program.name + ".seen")
    command(CLANG, "-no-pie", *objects, os.path.join(folder, "observe.o"), "-o", exe, "-lm", "-lpthread",
            "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free")
    ran = subprocess.run([exe], capture_output=True, text=True, cwd=folder, stdin=subprocess.DEVNULL, timeout=300,
                         check=False, env={**os.environ, "OBSERVE_OUT": out})
    if ran.returncode:
        raise truth.Wrong(f"{program.name}: the instrumented program ended with status {ran.returncode}\n{ran.stderr}")
    seen, runs, addresses = collections.defaultdict(list), set(), set()
    with open(out, encoding="utf-8") as f:
        for line in f:
            loop, kind, item, name, distance, times, source, sink = line.split()
            if kind == "ran":
                runs.add(int(loop))
            else:
                seen[int(loop)].append(Seen(kind, int(item), name, int(distance), int(times), source, sink))
                addresses |= {source, sink}
    lines = places_of(exe, sorted(addresses))
    result = []
    for key, loop in keyed.items():
        number = numbers.get(key)
        if number is None:
            raise truth.Wrong(f"{loop.file}:{loop.line}: Clang sees no loop here")
        result.append((loop, items.get(number, []), number in runs, number in skipped,
                       [s._replace(source=lines[s.source], sink=lines[s.sink]) for s in seen[number]]))
    return result, ran.stdout


def places_of(exe, addresses):
    if not addresses:
        return {}
    # a hook's return address is after the call: one less is in it
    given = "\n".join(f"{int(a, 16) - 1:x}" for a in addresses)
    lines = command("addr2line", "-e", exe, input=given).splitlines()
    return {a: re.sub(r".*:(\d+|\?).*", r"\1", line) for a, line in zip(addresses, lines)}


def judge(loop, items, ran, seen):
    """What the observation says against the truth of a loop."""
    one, said = loop.truth, []
    if not ran:
        return ["never ran"]
    words = [items[s.item][0][0] if s.item >= 0 else None for s in seen]
    free = one.verdict in ("parallel", "reduction", "histogram") or one.calls == "pass"

    counters = {item for word, item in items if word[0] == "counter"}

    def text(s):
        named = f"{items[s.item][1]} ({s.name})" if s.item >= 0 else s.name
        return f"{s.kind} on {named}, distance {s.distance}, line {s.source} -> {s.sink}, {s.count} times"

    for s, word in zip(seen, words):
        if s.kind == "liveout":
            if word == "private":
                said.append(f"private, but its value is used after the loop: {text(s)}")
        elif word in ("private", "lastprivate", "firstprivate") and s.kind == "flow" and items[s.item][1] not in counters:
            said.append(f"{word}, but one iteration reads what another wrote: {text(s)}")
        elif free and word is None:
            said.append(f"{one.verdict}, but observed: {text(s)}")
    carried = [(s, w) for s, w in zip(seen, words) if s.kind != "liveout"]
    idle = []
    for n, word in enumerate(one.words):
        if word.name in truth.DEPENDENCES:
            for item in word.items:
                hits = [s for s, _ in carried if s.kind == word.name and s.item >= 0 and items[s.item][1] == item]
                other = [s for s, w in carried if s.kind == word.name and w is None]
                if not hits and not other:
                    idle.append(f"{word.name}({item}) was not observed")
                    continue
                nearest = min(s.distance for s in hits or other)
                if word.distance is not None and nearest != word.distance:
                    said.append(f"{word.name}({item}) has distance {nearest}, not {word.distance}")
        elif word.name in truth.SHARING and word.name != "firstprivate":
            for item in word.items:
                if not any(s.item >= 0 and items[s.item] == ((word.name, n), item) for s, _ in carried):
                    idle.append(f"{word.name}({item}): no two iterations were observed to share it")
    if one.calls == "fail" and not any(w in (None, *truth.DEPENDENCES) for _, w in carried):
        idle.append("calls(fail), but no dependence was observed")
    kinds = {s.kind for s, w in carried if w in truth.DEPENDENCES}
    if one.verdict == "serial" and "flow" in kinds and not any(w.name == "flow" for w in one.words):
        said.append("a flow was observed that the truth does not name")
    if one.unobserved:
        if not idle:
            said.append("'unobserved' is said of what was observed")
        idle = []
    return said + idle


def main():
    show, keep = "--show" in sys.argv, None
    arguments = [a for a in sys.argv[1:] if a != "--show"]
    if "--keep" in arguments:
        at = arguments.index("--keep")
        keep = os.path.abspath(arguments[at + 1])
        del arguments[at:at + 2]
        os.makedirs(keep, exist_ok=True)
    programs = truth.programs(arguments)
    folder = keep or tempfile.mkdtemp(prefix="gantry-observe.")
    total, wrong, blind, dependences, telling, recorded = 0, 0, 0, 0, 0, truth.expected()
    try:
        command(CLANG, "-O2", "-fno-omit-frame-pointer", "-fno-pie", "-c", os.path.join(HERE, "observe.c"), "-o",
                os.path.join(folder, "observe.o"))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [(p, pool.submit(observe, p, folder)) for p in programs]
            for program, job in jobs:
                try:
                    result, printed = job.result()
                except truth.Wrong as failure:
                    wrong += 1
                    print(failure)
                    continue
                except subprocess.CalledProcessError as failure:
                    wrong += 1
                    print(f"{program.name}: {' '.join(failure.cmd)}\n{failure.stderr}")
                    continue
                if printed != recorded.get(program.name):
                    wrong += 1
                    print(f"{program.name}: instrumented, it prints\n{printed}")
                for loop, items, ran, skipped, seen in result:
                    total += 1
                    if skipped:
                        blind += 1
                        continue
                    dependences += sum(s.kind != "liveout" for s in seen)
                    telling += any(s.kind != "liveout" and (s.item < 0 or items[s.item][0][0] != "counter") for s in seen)
                    said = judge(loop, items, ran, seen)
                    wrong += len(said)
                    if said or show:
                        print(f"{loop.file}:{loop.line}: {loop.truth.text}")
                    for line in said:
                        print(f"    WRONG {line}")
                    for s in seen if show else []:
                        print(f"    {s.kind} {items[s.item][1] if s.item >= 0 else '-'} {s.name} distance {s.distance} "
                              f"line {s.source} -> {s.sink} x{s.count}")
    finally:
        if not keep:
            shutil.rmtree(folder)
    print(f"{len(programs)} programs, {total} loops ({blind} not instrumented), {dependences} carried dependences observed "
          f"in {telling} loops, {wrong} disagreements")
    return wrong != 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except truth.Wrong as failure:
        sys.exit(f"observe.py: {failure}")
