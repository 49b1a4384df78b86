#!/usr/bin/env python3
"""graphs.py GANTRY DIRECTORY FIRST LAST [-k]: random task graphs, and what `gantry check` says of their order.

Each seed is one program of several cases: target constructs with nowait and depend, host tasks, taskwait, taskgroup, barriers of
parallel regions, and the host's own loads and stores, over a few arrays. A small model of OpenMP 5.2 (12.9 depend, 15.9.5
taskwait, 15.4 taskgroup, 15.3 barrier) knows what happens before what, and so which pairs of places conflict. Each pair that is
reported must be one of those, and each of those must be reported. Where the model is not sure (a mutual exclusion) either is right.

-k keeps the programs."""
import os, pathlib, random, re, subprocess, sys

NARRAYS, NHOST, SIZE, CASES = 4, 2, 16, 12
IN, OUT, INOUT, MUTEX, SET = "in", "out", "inout", "mutexinoutset", "inoutset"


class Op:
    """a leaf of the program: a construct, or an access of the host; line is that of its pragma or statement"""
    def __init__(self, kind, line):
        self.kind, self.line = kind, line
        self.reads, self.writes = [], []  # (space, array, first, last); spaces: D, H
        self.before = {False: frozenset(), True: frozenset()}  # by whether mutexinoutset orders as inout does
        self.mates = set()                # storage that it excludes others by
        self.maps = False                 # copies of a map clause, which the present table orders


class Task:
    def __init__(self, before, group=None):
        self.before, self.children, self.group = dict(before), [], group
        self.storage = {}  # array -> (kind, members now, members before)
        self.end = None
        self.team = None


class Model:
    """runs the program in the order of its text; every set is known when it is needed, since only what comes earlier is waited for"""
    def __init__(self):
        self.ops = []

    def do(self, task, op, ended=None):
        op.before = dict(task.before)
        self.ops.append(op)
        task.before = {m: b | {op} for m, b in task.before.items()}

    def spawn(self, parent, depends, deferred=True):
        child = Task(parent.before, parent.group)
        child.team = parent.team
        for m in (False, True):
            for kind, array in depends:
                child.before[m] |= self.predecessors(parent, array, kind, m)
        self.register(parent, child, depends)
        if deferred:
            parent.children.append(child)
        return child

    def predecessors(self, parent, array, kind, m):
        entry = parent.storage.setdefault((array, m), [None, [], []])
        kind = INOUT if kind == MUTEX and m else kind
        group = kind if kind in (IN, MUTEX, SET) else OUT
        earlier = entry[2] if entry[0] == group and group != OUT else entry[1]
        return frozenset().union(*(self.end_of(t, m) for t in earlier)) if earlier else frozenset()

    def register(self, parent, child, depends):
        for m in (False, True):
            for kind, array in depends:
                kind = INOUT if kind == MUTEX and m else kind
                group = kind if kind in (IN, MUTEX, SET) else OUT
                entry = parent.storage.setdefault((array, m), [None, [], []])
                if entry[0] != group or group == OUT:
                    entry[0], entry[2], entry[1] = group, entry[1], []
                entry[1].append(child)

    def end_of(self, task, m):
        return task.before[m]

    def finish(self, task):
        if task.group is not None:
            task.group.append(task)
        if task.team is not None:
            task.team.append(task)

    def join(self, task, others):
        for m in (False, True):
            task.before[m] = task.before[m].union(*(o.before[m] for o in others))


def overlap(a, b):
    return a[:2] == b[:2] and a[2] <= b[3] and b[2] <= a[3]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.model, self.synced = [], Model(), set()
        self.value = 1
        self.emit("#include <stdlib.h>")
        self.emit(f"enum {{ N = {SIZE} }};")
        for k in range(NARRAYS):
            self.emit(f"static int v{k}[N], x{k};")
        for k in range(NHOST):
            self.emit(f"static int h{k}[N];")
        self.emit("static volatile int sink;")
        self.emit("")
        for case in range(CASES):
            self.case(case)
        self.emit("int main(void)")
        self.emit("{")
        maps = ", ".join(f"v{k}" for k in range(NARRAYS))
        self.emit(f"#pragma omp target enter data map(to: {maps})")
        for case in range(CASES):
            self.emit(f"    case{case}();")
        self.emit(f"#pragma omp target exit data map(delete: {maps})")
        self.emit("    return 0;")
        self.emit("}")

    def emit(self, text):
        self.lines.append(text)
        return len(self.lines)

    def depends(self, most=2):
        if self.random.random() < 0.3:
            return []
        n = self.random.randint(1, most)
        return [(self.random.choice([IN, IN, OUT, INOUT, INOUT, MUTEX, SET]), k) for k in self.random.sample(range(NARRAYS), n)]

    def clauses(self, depends):
        return "".join(f" depend({kind}: x{k})" for kind, k in depends)

    def part(self):
        if self.random.random() < 0.5:
            return 0, SIZE - 1
        first = self.random.randrange(0, SIZE // 2) * 2
        return first, min(SIZE - 1, first + self.random.choice([1, 3, 7]))

    def as_task(self, task, op, depends, nowait):
        child = self.model.spawn(task, depends, nowait)
        op.mates = {k for kind, k in depends if kind == MUTEX}
        self.model.do(child, op)
        if nowait:
            self.model.finish(child)
        else:
            self.model.join(task, [child])

    def region(self, task):
        nowait, depends = self.random.random() < 0.75, self.depends()
        to, source = self.random.randrange(NARRAYS), self.random.randrange(NARRAYS)
        first, last = self.part()
        host = self.random.random() < 0.2
        text = "#pragma omp target" + (" nowait" if nowait else "") + self.clauses(depends)
        if host:
            k = self.random.randrange(NHOST)
            op = Op("region", self.emit(text + f" map(tofrom: h{k})"))
            self.emit(f"    for (int i = {first}; i <= {last}; i++) h{k}[i] = h{k}[i] + {self.next_value()};")
            op.reads = [("H", f"h{k}", 0, SIZE - 1), ("D", f"h{k}", first, last)]
            op.writes = [("H", f"h{k}", first, last), ("D", f"h{k}", first, last)]
            op.maps = True
        else:
            op = Op("region", self.emit(text))
            body = f"v{to}[i] = {f'v{source}[i] + ' if self.random.random() < 0.6 else ''}{self.next_value()}"
            self.emit(f"    for (int i = {first}; i <= {last}; i++) {body};")
            op.writes = [("D", f"v{to}", first, last)]
            if f"v{source}[i] +" in body:
                op.reads = [("D", f"v{source}", first, last)]
        self.as_task(task, op, depends, nowait)

    def next_value(self):
        self.value += 1
        return self.value * 17

    def update(self, task):
        nowait, depends, k = self.random.random() < 0.7, self.depends(), self.random.randrange(NARRAYS)
        way = self.random.choice(["to", "from"])
        op = Op("update", self.emit(f"#pragma omp target update {way}(v{k})" + (" nowait" if nowait else "") + self.clauses(depends)))
        whole = (f"v{k}", 0, SIZE - 1)
        op.reads, op.writes = [("H" if way == "to" else "D",) + whole], [("D" if way == "to" else "H",) + whole]
        self.as_task(task, op, depends, nowait)

    def access(self, task):
        name = self.random.choice([f"v{k}" for k in range(NARRAYS)] + [f"h{k}" for k in range(NHOST)] * 2)
        i = self.random.randrange(SIZE)
        if self.random.random() < 0.5:
            op = Op("host", self.emit(f"    {name}[{i}] = {self.next_value()};"))
            op.writes = [("H", name, i, i)]
        else:
            op = Op("host", self.emit(f"    sink = {name}[{i}];"))
            op.reads = [("H", name, i, i)]
        self.model.do(task, op)

    def taskwait(self, task):
        if self.random.random() < 0.4:
            depends = [(self.random.choice([IN, OUT, INOUT]), k) for _, k in self.depends() or [(IN, 0)]]
            self.emit("#pragma omp taskwait" + self.clauses(depends))
            waiting = self.model.spawn(task, depends, False)
            self.model.join(task, [waiting])
        else:
            self.emit("#pragma omp taskwait")
            self.model.join(task, task.children)
            task.children.clear()

    def taskgroup(self, task, depth):
        self.emit("#pragma omp taskgroup")
        self.emit("    {")
        outer, task.group = task.group, []
        self.ops(task, depth + 1, self.random.randint(1, 3))
        self.emit("    }")
        members, task.group = task.group, outer
        self.model.join(task, members)
        if outer is not None:
            outer.extend(members)

    def host_task(self, task, depth):
        at_once, depends = self.random.random() < 0.25, self.depends()
        self.emit("#pragma omp task" + (" if(0)" if at_once else "") + self.clauses(depends))
        self.emit("    {")
        child = self.model.spawn(task, depends, not at_once)
        start = len(self.model.ops)
        self.ops(child, depth + 1, self.random.randint(1, 3))
        for op in self.model.ops[start:]:
            op.mates |= {k for kind, k in depends if kind == MUTEX}
        self.emit("    }")
        if at_once:
            self.model.join(task, [child])
        else:
            self.model.finish(child)

    def ops(self, task, depth, n):
        for _ in range(n):
            kinds = ["region"] * 5 + ["update"] * 2 + ["access"] * 4 + ["taskwait"] * 2
            if depth < 2:
                kinds += ["taskgroup"]
                kinds += ["host_task"] * 3 if task.team is not None else []
            kind = self.random.choice(kinds)
            if kind in ("taskgroup", "host_task"):
                getattr(self, kind)(task, depth)
            else:
                getattr(self, kind)(task)

    def case(self, number):
        how = self.random.choice(["serial", "single", "threads"])
        start = len(self.model.ops)
        self.emit(f"static void case{number}(void)")
        self.emit("{")
        top = Task({False: frozenset(), True: frozenset()})
        if how == "serial":
            self.ops(top, 0, self.random.randint(3, 8))
        else:
            team = []
            self.emit(f"#pragma omp parallel num_threads({1 + 2 * (how == 'single') or 1})" if how == "single" else
                      "#pragma omp parallel num_threads(2)")
            self.emit("    {")
            threads = [Task(top.before), Task(top.before)]
            for t in threads:
                t.team = team
            if how == "single":
                self.emit("#pragma omp single")
                self.emit("    {")
                self.ops(threads[0], 0, self.random.randint(3, 9))
                self.emit("    }")
            else:
                for phase in range(self.random.randint(1, 2)):
                    if phase:
                        self.emit("#pragma omp barrier")
                        gathered = threads + team
                        for t in threads:
                            self.model.join(t, gathered)
                    for k, t in enumerate(threads):
                        self.emit(f"    if (omp_get_thread_num() == {k}) {{")
                        self.ops(t, 0, self.random.randint(1, 4))
                        self.emit("    }")
            self.emit("    }")
            self.model.join(top, threads + team)
        self.emit("#pragma omp taskwait")
        self.emit("}")
        self.emit("")
        self.judge(self.model.ops[start:])

    # ---- which pairs conflict ----
    def judge(self, ops):
        self.must = getattr(self, "must", {})
        self.may = getattr(self, "may", {})
        for i, a in enumerate(ops):
            for b in ops[i + 1:]:
                if a.kind == b.kind == "host":
                    continue
                for x, y, xw, yw in [(x, y, xw, yw) for x, xw in [(r, False) for r in a.reads] + [(w, True) for w in a.writes]
                                     for y, yw in [(r, False) for r in b.reads] + [(w, True) for w in b.writes]]:
                    if not (xw or yw) or not overlap(x, y):
                        continue
                    copies = "host" not in (a.kind, b.kind) and x[0] == "H"
                    if copies and a.maps and b.maps:
                        continue
                    weak = a not in b.before[False] and b not in a.before[False]
                    strong = a not in b.before[True] and b not in a.before[True]
                    pair = tuple(sorted((a.line, b.line)))
                    if weak:
                        self.may[pair] = (x, y)
                    if strong and not (a.mates & b.mates):
                        self.must[pair] = (x, y)


def check(gantry, directory, seed, keep):
    program = Program(seed)
    source = directory / f"graph{seed}.c"
    lines = program.lines
    lines[0] = "#include <omp.h>"
    source.write_text("\n".join(lines) + "\n")
    binary = directory / f"graph{seed}"
    done = subprocess.run([gantry, "cc", "-w", "-g", "-O1", "-fcheck", "--offload-arch=emulated", source, "-o", binary],
                          capture_output=True, text=True)
    if done.returncode:
        print(f"seed {seed}: does not compile\n{done.stderr[-3000:]}")
        return 1, 0, 0
    environment = {**os.environ, "GANTRY_DEVICES": "emulated", "OMP_TARGET_OFFLOAD": "MANDATORY", "GANTRY_CHECK": "races",
                   "GANTRY_EMULATED_LIMIT": "60", "OMP_NUM_THREADS": "4"}
    try:
        done = subprocess.run([binary], env=environment, capture_output=True, text=True, timeout=300)
        status, said = done.returncode, done.stderr
    except subprocess.TimeoutExpired as late:
        status, said = 124, (late.stderr or b"").decode(errors="replace")
    found, bad = set(), 0
    for m in re.finditer(r"^\S+?:(\d+):\d+: gantry: error: (.*) \[(GC\d+)\]$", said, re.M):
        places = [int(n) for n in re.findall(r"the (?:region|update) of \S+?:(\d+)", m[2])]
        if m[3] == "GC402" and "another task of it" not in m[2]:
            pair = tuple(sorted(places[:2]))
        elif m[3] == "GC403":
            pair = tuple(sorted((int(m[1]), places[0])))
        else:
            continue
        found.add(pair)
        if pair not in program.may:
            print(f"seed {seed}: FALSE ALARM {pair}: {m[0]}")
            bad += 1
    missed = [p for p in program.must if p not in found]
    for p in missed:
        print(f"seed {seed}: MISSED {p}: {program.must[p]}")
    if status not in (0, 3):
        print(f"seed {seed}: status {status}\n{said[-2000:]}")
        bad += 1
    if not keep and not bad and not missed:
        source.unlink()
        binary.unlink()
    return bad + len(missed), len(program.must), len(found)


def main():
    words = [w for w in sys.argv[1:] if w != "-k"]
    gantry, directory = words[0], pathlib.Path(words[1])
    directory.mkdir(parents=True, exist_ok=True)
    bad = races = found = 0
    for seed in range(int(words[2]), int(words[3]) + 1):
        b, r, f = check(gantry, directory, seed, "-k" in sys.argv)
        bad, races, found = bad + b, races + r, found + f
    print(f"{races} races by the model, {found} pairs told, {bad} wrong")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
