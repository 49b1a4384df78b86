"""luck_model.py GANTRY N [FIRST]: N random programs of two or three threads of the host (the first by seed FIRST), each written beside a
model that decides which variables race in some order of the threads. `gantry check` must tell just these (GC404), in whichever order they come.

A thread does a few steps: it accesses a variable; or takes a lock, counts, accesses a variable perhaps, and gives the lock back; or does a
C11 atomic update, which orders what it meets. The model goes through all orders of steps with a vector clock of each thread, lock and
atomic, and two accesses race where one of them is a store and, in one of the orders, neither happened before the other."""
import pathlib, random, re, subprocess, sys, tempfile

LOCKS = {
    "omp": ("omp_set_lock(&l{0});", "omp_unset_lock(&l{0});", "static omp_lock_t l{0};", "omp_init_lock(&l{0});"),
    "mutex": ("pthread_mutex_lock(&l{0});", "pthread_mutex_unlock(&l{0});", "static pthread_mutex_t l{0} = PTHREAD_MUTEX_INITIALIZER;", ""),
    "critical": ("\n#pragma omp critical(c{0})\n{{", "}}", "", ""),
}
STYLES = ("numbers", "sections", "tasks", "pthreads")
MOST_STATES = 60000


class Step:
    """kind: "access", "lock" or "atomic"; accesses: (variable, stores)"""

    def __init__(self, r, variables, locks):
        self.kind = r.choice(["access", "access", "lock", "lock", "atomic"])
        self.lock = locks if self.kind == "atomic" else r.randrange(locks)
        n = 1 if self.kind == "access" else self.kind == "lock" and r.random() < 0.5
        self.accesses = [(r.randrange(variables), r.random() < 0.6) for _ in range(int(n))]


class Program:
    def __init__(self, seed):
        r = random.Random(seed)
        self.nlocks, self.nvariables = r.choice([1, 2, 2]), r.choice([1, 2, 3])
        self.threads = [[Step(r, self.nvariables, self.nlocks) for _ in range(r.randint(2, 6))] for _ in range(r.choice([2, 2, 3]))]
        self.style, self.lock = r.choice(STYLES), r.choice(list(LOCKS))
        if self.style == "pthreads" and self.lock == "critical":
            self.lock = "mutex"

    def races(self):
        """the variables; None: there are too many orders"""
        n, found, seen = len(self.threads), set(), set()
        begin = tuple(tuple(int(i == k) for i in range(n)) for k in range(n))
        todo = [((0,) * n, begin, ((0,) * n,) * (self.nlocks + 1), frozenset())]
        while todo:
            state = todo.pop()
            if state in seen:
                continue
            seen.add(state)
            if len(seen) > MOST_STATES:
                return None
            at, clocks, locks, done = state
            for t in range(n):
                if at[t] == len(self.threads[t]):
                    continue
                step, mine, now = self.threads[t][at[t]], list(clocks[t]), set(done)
                if step.kind != "access":
                    mine = [max(a, b) for a, b in zip(mine, locks[step.lock])]
                for variable, stores in step.accesses:
                    found |= {v for v, by, stored, clock in now if v == variable and by != t and (stored or stores) and mine[by] < clock}
                    now.add((variable, t, stores, mine[t]))
                after = list(locks)
                if step.kind != "access":
                    after[step.lock] = tuple(mine)
                    mine[t] += 1
                todo.append((at[:t] + (at[t] + 1,) + at[t + 1 :], clocks[:t] + (tuple(mine),) + clocks[t + 1 :], tuple(after), frozenset(now)))
        return {f"v{v}" for v in found}

    def body(self, t):
        begins, ends = LOCKS[self.lock][:2]
        lines = []
        for k, step in enumerate(self.threads[t]):
            said = " ".join(f"v{v} = {k};" if stores else f"seen[{t}][{k}] = v{v};" for v, stores in step.accesses)
            if step.kind == "lock":
                said = f"{begins.format(step.lock)} count{step.lock}++; {said} {ends.format(step.lock)}"
            lines.append("    " + ("atomic_fetch_add(&updates, 1);" if step.kind == "atomic" else said))
        return f"static void f{t}(void)\n{{\n" + "\n".join(lines) + f"\n}}\nstatic void *p{t}(void *p)\n{{\n    f{t}();\n    return p;\n}}\n"

    def calls(self):
        n = range(len(self.threads))
        if self.style == "numbers":
            cases = "".join(f"    case {t}: f{t}(); break;\n" for t in n)
            return f"#pragma omp parallel num_threads({len(n)})\n    switch (omp_get_thread_num()) {{\n{cases}    }}\n"
        if self.style == "pthreads":
            made = "".join(f"    pthread_create(&made[{t}], NULL, p{t}, NULL);\n" for t in n)
            return "    pthread_t made[3];\n" + made + "".join(f"    pthread_join(made[{t}], NULL);\n" for t in n)
        word = "section" if self.style == "sections" else "task"
        around = f"parallel sections num_threads({len(n)})" if word == "section" else f"parallel num_threads({len(n)})\n#pragma omp single"
        return f"#pragma omp {around}\n    {{\n" + "".join(f"#pragma omp {word}\n    f{t}();\n" for t in n) + "    }\n"

    def text(self):
        locks, variables = range(self.nlocks), range(self.nvariables)
        declared = [f"int v{v};" for v in variables] + [f"static int count{k};\n" + LOCKS[self.lock][2].format(k) for k in locks]
        begun = "".join("    " + LOCKS[self.lock][3].format(k) + "\n" for k in locks if LOCKS[self.lock][3])
        return (
            "#include <omp.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdio.h>\n"
            "static atomic_int updates;\nint seen[3][6];\n" + "\n".join(declared) + "\n"
            + "".join(self.body(t) for t in range(len(self.threads)))
            + f"int main(void)\n{{\n{begun}{self.calls()}    printf(\"%d\\n\", seen[0][0]" + "".join(f" + v{v}" for v in variables) + ");\n}\n"
        )


def main():
    gantry, n, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    status = told = judged = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + n):
            p = Program(seed)
            wanted = p.races()
            if wanted is None:
                continue
            source = pathlib.Path(folder, f"p{seed}.c")
            source.write_text(p.text())
            said = subprocess.run([gantry, "check", "-O1", source, "-lpthread"], capture_output=True, text=True, timeout=120).stderr
            found = {name for line in said.split("\n") if "[GC404]" in line for name in re.findall(r"'(v\d)'", line)}
            judged += 1
            told += len(wanted)
            if found != wanted:
                status = 1
                print(f"{seed}: {sorted(wanted)} race, told are {sorted(found)}:\n{p.text()}{said}")
    print(f"{judged} programs, {told} variables that race")
    return status


sys.exit(main())
