"""lock_model.py GANTRY N [FIRST]: N random programs with locks, critical constructs, atomics and barriers (the first by seed FIRST), each
written beside a model that decides what must be found.

A program is one region of T threads. Between two barriers (a phase) each thread does a few steps; a step takes up to three locks, one
inside the other, and updates some variables, plainly or by an atomic construct. The model:
  a race      of a phase: two threads access a variable, one of them to store, not both atomically, and hold no lock in common
  a circle    of a phase: threads t1 … tn, all different, where ti holds a lock and waits for another, which t(i+1) holds when it waits;
              what they hold meanwhile has no lock in common, pairwise
`gantry check`'s judge must find races (GC401) just of the variables, and circles of locks (GC505) just where the model does. All programs are
functions of one file, and the cases are run one by one."""
import itertools, os, pathlib, random, re, subprocess, sys, tempfile

VARIABLES, LOCKS = 4, 4


class Step:
    def __init__(self, r, kinds):
        self.locks = r.sample(range(LOCKS), r.choice([0, 1, 1, 2, 2, 3]))
        if r.random() < kinds["ordered"]:
            self.locks.sort()
        if kinds["gate"] is not None and len(self.locks) > 1:
            self.locks = [kinds["gate"]] + [k for k in self.locks if k != kinds["gate"]]
        self.access = [(r.randrange(VARIABLES), r.choice(["store", "load", "atomic"])) for _ in range(r.choice([0, 1, 1, 2]))]
        if kinds["guarded"]:  # each variable by its own lock, taken last of all where that keeps the order
            own = r.choice(self.locks) if self.locks else None
            self.access = [] if own is None else [(own, how) for _, how in self.access]


class Program:
    def __init__(self, seed):
        r = random.Random(seed)
        self.threads = r.choice([2, 3, 4, 8])
        kinds = {"ordered": r.choice([0, 0.5, 1]), "gate": r.choice([None, None, 0]), "guarded": r.random() < 0.5}
        self.critical = {k for k in range(LOCKS) if r.random() < 0.4}  # these are critical constructs, the others locks
        # whose[phase][thread]: its steps
        self.phases = [[[Step(r, kinds) for _ in range(r.choice([0, 1, 2]))] for _ in range(self.threads)] for _ in range(r.choice([1, 2, 3]))]

    # ---- the model ----
    def races(self):
        found = set()
        for phase in self.phases:
            seen = [[(v, how, set(s.locks)) for s in steps for v, how in s.access] for steps in phase]
            for a, b in itertools.combinations(seen, 2):
                for (v, how, held), (w, as_well, also) in itertools.product(a, b):
                    if v == w and {how, as_well} != {"load"} and not (how == as_well == "atomic") and not held & also:
                        found.add(v)
        return found

    def circle(self):
        for phase in self.phases:
            ways = []  # thread, held lock, lock it waits for, all that it holds
            for thread, steps in enumerate(phase):
                for s in steps:
                    for i in range(1, len(s.locks)):
                        ways += [(thread, h, s.locks[i], frozenset(s.locks[:i])) for h in s.locks[:i]]
            if any(self.closes([w], ways) for w in ways):
                return True
        return False

    def closes(self, path, ways):
        if path[-1][2] == path[0][1]:
            return True
        return any(self.closes(path + [w], ways) for w in ways
                   if w[1] == path[-1][2] and all(w[0] != p[0] and not w[3] & p[3] and w[2] != p[2] for p in path))

    # ---- the program ----
    def text(self, name):
        lines = [f"static void {name}(void)", "{",
                 f"#pragma omp target parallel num_threads({self.threads}) map(tofrom: {', '.join(f'v{i}' for i in range(VARIABLES))})", "    {",
                 "        int me = omp_get_thread_num(), got = 0;"]
        for number, phase in enumerate(self.phases):
            if number:
                lines.append("#pragma omp barrier")
            for thread, steps in enumerate(phase):
                lines.append(f"        if (me == {thread}) {{")
                for s in steps:
                    lines += self.step(s, s.locks)
                lines.append("        }")
        return "\n".join(lines + ["        if (got == 12345)", "            abort();", "    }", "}"])

    def step(self, s, rest):
        if rest:
            inner = self.step(s, rest[1:])
            if rest[0] in self.critical:
                return [f"#pragma omp critical(c{rest[0]})", "{"] + inner + ["}"]
            return [f"omp_set_lock(&lock[{rest[0]}]);"] + inner + [f"omp_unset_lock(&lock[{rest[0]}]);"]
        words = {"store": "v{0} = me;", "load": "got += v{0};", "atomic": "\n#pragma omp atomic\nv{0} += 1;"}
        return [words[how].format(v) for v, how in s.access] + [";"]


def main():
    gantry, n, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    programs = [Program(first + i) for i in range(n)]
    head = ["#include <omp.h>", "#include <stdlib.h>", "static int " + ", ".join(f"v{i}" for i in range(VARIABLES)) + ";",
            "#pragma omp begin declare target", f"static omp_lock_t lock[{LOCKS}];", "#pragma omp end declare target"]
    tail = ["int main(int argc, char **argv)", "{", "#pragma omp target", f"    for (int i = 0; i < {LOCKS}; i++)", "        omp_init_lock(&lock[i]);",
            "    switch (argc > 1 ? atoi(argv[1]) : 0) {", *[f"    case {i}: p{i}(); break;" for i in range(n)], "    }", "    return 0;", "}"]
    wrong = raced = circled = 0
    with tempfile.TemporaryDirectory() as work:
        file, program = pathlib.Path(work, "model.c"), pathlib.Path(work, "model")
        file.write_text("\n".join(head + [p.text(f"p{i}") for i, p in enumerate(programs)] + tail) + "\n")
        subprocess.run([gantry, "cc", "-w", "-O1", "-fcheck", "--offload-arch=emulated", str(file), "-o", str(program)], check=True)
        for i, p in enumerate(programs):
            environment = {**os.environ, "GANTRY_DEVICES": "emulated", "OMP_TARGET_OFFLOAD": "MANDATORY", "GANTRY_CHECK": "races,barriers",
                           "GANTRY_EMULATED_PATIENCE": "1"}
            said = subprocess.run([str(program), str(i)], env=environment, capture_output=True, text=True, timeout=100).stderr
            races = {int(v) for v in re.findall(r"a race: v(\d) is.*\[GC401\]", said)}
            circle, hung = "[GC505]" in said, "[GC504]" in said
            raced, circled = raced + bool(p.races()), circled + p.circle()
            if circle != p.circle() or (races != p.races() if not hung else races - p.races()) or (hung and not circle):
                wrong += 1
                print(f"seed {first + i}: races of {sorted(races)}, the model has {sorted(p.races())}; a circle: {circle}, the model: {p.circle()}")
                print(p.text(f"p{i}"), said, sep="\n")
    print(f"{n} programs, {raced} with races, {circled} with circles of locks; {wrong} judged wrongly")
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
