#!/usr/bin/env python3
"""random_programs.py BUILD [NUMBER [SEED]]: random OpenACC programs: data constructs and enter data, compute constructs with loops of
all levels, reductions, queues, updates, routines. What each copy of an array holds is followed while a program is made, so that it is
valid: it prints what the same text prints without -fopenacc. In place and on the emulated device, at -O0 and -O3."""
import os, random, subprocess, sys, tempfile

HEAD = """#include <stdio.h>
#include <stdlib.h>
enum { N = %d, M = %d };
#pragma acc routine seq
static int mix(int x, int y) { return (x * 5 + y * 3 + 1) %% 1009; }
#pragma acc routine vector
static void fill(int *row, int n, int v)
{
#pragma acc loop vector
    for (int j = 0; j < n; j++)
        row[j] = v + j;
}
"""
OPERATORS = {"+": "s += {e};", "^": "s ^= {e};", "|": "s |= {e};", "max": "s = s > {e} ? s : {e};", "min": "s = s < {e} ? s : {e};"}


class Array:
    def __init__(self, name):
        self.name, self.present, self.host, self.device, self.queue, self.back = name, 0, True, False, None, False
        self.item = f"{name}[0:N * M]"


class Program:
    """one function, as lines"""

    def __init__(self, r, number):
        self.r, self.number, self.lines, self.depth = r, number, [], 1
        self.arrays = [Array(n) for n in "abcde"]
        self.sums = 0

    def say(self, line):
        self.lines.append(line if line.startswith("#") else "    " * self.depth + line)

    # ---- what holds what ----
    def wait(self, *arrays):
        queues = sorted({x.queue for x in arrays if x.queue is not None})
        for q in queues:
            self.say("#pragma acc wait" if self.r.random() < .2 else f"#pragma acc wait({q})")
            for x in self.arrays:
                x.queue = None if x.queue == q else x.queue

    def on_host(self, x):
        self.wait(x)
        if not x.host:
            self.say(f"#pragma acc update {self.r.choice(['self', 'host'])}({self.r.choice([x.item, x.item])})")
            x.host = True

    def on_device(self, x):
        if x.present and not x.device:
            self.wait(x)
            self.say(f"#pragma acc update device({x.item})")
            x.device = True

    # ---- statements of the host ----
    def host(self):
        x, y = self.r.sample(self.arrays, 2)
        self.on_host(x), self.on_host(y)
        self.say("for (int i = 0; i < N * M; i++)")
        self.say(f"    {x.name}[i] = mix({x.name}[i], {y.name}[i]);")
        x.device = False

    # ---- data ----
    def close(self, listed, clauses):
        for x in listed:
            x.present -= 1
            if x.present:
                continue
            if x.back:  # what comes back is the device's
                x.host = True
            x.device, x.back = False, False

    def before_close(self, listed):
        for x in listed:
            if x.present != 1:
                continue
            self.on_device(x) if x.back else self.on_host(x)
        self.wait(*listed)

    def data(self, dynamic):
        listed = self.r.sample(self.arrays, self.r.randint(1, 3))
        clauses = {}
        for x in listed:
            if x.present:
                if dynamic or self.r.random() < .5:
                    continue
                kind = "present"
            else:
                kind = self.r.choice(["copyin", "create"] if dynamic else ["copyin", "create", "copy", "copy", "copyout"])
                self.on_host(x)
                x.device = kind in ("copyin", "copy")
                x.back = kind in ("copy", "copyout")
            clauses.setdefault(kind, []).append(x)
            x.present += 1
        listed = [x for v in clauses.values() for x in v]
        if not listed:
            return
        words = " ".join(f"{k}({', '.join(x.item for x in v)})" for k, v in clauses.items())
        if dynamic:
            self.say(f"#pragma acc enter data {words}")
        else:
            self.say(f"#pragma acc data {words}")
            self.say("{")
            self.depth += 1
        self.some(self.r.randint(2, 5), nested=True)
        if dynamic:
            for x in listed:  # they go by `delete` or `copyout`
                x.back = x.present == 1 and self.r.random() < .5
        self.before_close(listed)
        if dynamic:
            out = [x.item for x in listed if x.back]
            gone = [x.item for x in listed if not x.back]
            words = (f" copyout({', '.join(out)})" if out else "") + (f" delete({', '.join(gone)})" if gone else "")
            self.say(f"#pragma acc exit data{words}")
        else:
            self.depth -= 1
            self.say("}")
        self.close(listed, clauses)

    # ---- compute constructs ----
    def clauses_for(self, reads, writes):
        """data clauses of arrays that are not present, and a queue"""
        words, keep = [], self.r.random() < .5
        for x in sorted({*reads, *writes}, key=lambda k: k.name):
            if x.present:
                self.on_device(x)
                if self.r.random() < .4:
                    words.append(f"present({x.item})")
            else:
                self.on_host(x)
                kind = "copyin" if x not in writes else "copy" if x in reads or keep else "copyout"
                words.append(f"{kind}({x.item})")
        return words

    def compute(self):
        x = self.r.choice(self.arrays)
        y, z = self.r.sample([k for k in self.arrays if k is not x], 2)
        shape = self.r.choice(["flat", "nest", "collapse", "tile", "three", "serial", "kernels", "rows", "inside"])
        reads = {y, z} | ({x} if self.r.random() < .5 else set())
        if shape == "rows":
            reads = set()
        words = self.clauses_for(reads, {x})
        queue = self.r.choice([None, None, 1, 2, 7])
        touched = sorted({x, *reads}, key=lambda k: k.name)
        others = {k.queue for k in touched if k.queue is not None and k.queue != queue}
        if others and queue is not None and self.r.random() < .5:
            words.append(f"wait({', '.join(map(str, sorted(others)))})")
            for k in self.arrays:  # whoever waits for this queue waits for those, too
                k.queue = queue if k.queue in others else k.queue
        elif others:
            self.wait(*[k for k in touched if k.queue in others])
        if queue is not None:
            words.append(f"async({queue})")
        if self.r.random() < .2:
            words.append(self.r.choice(["if(N > 0)", "self(N < 0)", "if(M)"]))
        if self.r.random() < .3 and shape not in ("serial", "kernels", "inside"):
            words.append(self.r.choice(["num_gangs(3)", "vector_length(32)", "num_workers(2)", "num_gangs(2) num_workers(2) vector_length(16)"]))
        c = " ".join(words)
        e = f"mix({y.name}[K], {z.name}[K])" + (f" + {x.name}[K]" if x in reads else "")
        at = lambda k: f"{x.name}[{k}] = {e.replace('K', k)} % 997;"
        i, j, o, a = "for (int i = 0; i < N; i++)", "for (int j = 0; j < M; j++)", "for (int k = 0; k < N * M; k++)", "i * M + j"
        t = self.say
        if shape == "flat":
            t(f"#pragma acc parallel loop {self.r.choice(['', 'gang', 'gang vector', 'gang worker vector', 'independent', 'vector', 'worker'])} {c}")
            t(o), t("    " + at("k"))
        elif shape == "nest":
            t(f"#pragma acc parallel loop {self.r.choice(['gang', 'gang worker', '', 'gang(static: 2)'])} {c}")
            t(i)
            t(f"#pragma acc loop {self.r.choice(['vector', 'seq', 'vector independent', ''])}")
            t("    " + j), t("        " + at(a))
        elif shape == "collapse":
            t(f"#pragma acc parallel loop collapse(2) {self.r.choice(['', 'gang vector', 'gang'])} {c}")
            t(i), t("    " + j), t("        " + at(a))
        elif shape == "tile":
            t(f"#pragma acc parallel loop tile(4, {self.r.choice(['2', '*'])}) {c}")
            t(i), t("    " + j), t("        " + at(a))
        elif shape == "three":
            t(f"#pragma acc parallel {c}"), t("{")
            t("#pragma acc loop gang"), t(f"    {i} {{"), t("    int first = i * M;")
            t("#pragma acc loop worker"), t("    for (int h = 0; h < 2; h++)")
            t("#pragma acc loop vector"), t(f"    for (int j = h; j < M; j += 2)"), t("        " + at("first + j")), t("    }"), t("}")
        elif shape == "serial":
            t(f"#pragma acc serial {c}"), t(o), t("    " + at("k"))
        elif shape == "kernels":
            t(f"#pragma acc kernels {c}"), t(i), t("    " + j), t("        " + at(a))
        elif shape == "rows":
            t(f"#pragma acc parallel loop gang {c}"), t(i), t(f"    fill({x.name} + i * M, M, i % 13);")
        else:
            t(f"#pragma acc parallel num_gangs(1) {c}"), t("{"), t("int shift = N % 5;")
            t(f"#pragma acc loop {self.r.choice(['worker', 'vector', 'seq', 'auto'])}"), t(o), t(f"    {x.name}[k] = ({e.replace('K', 'k')} + shift) % 997;"), t("}")
        for k in touched:
            k.queue = queue if queue is not None else k.queue
        if x.present:
            x.device, x.host = True, False

    def reduce(self):
        x, op, n = self.r.choice(self.arrays), self.r.choice(list(OPERATORS)), self.sums
        self.sums += 1
        if not x.present:
            self.on_host(x)
        self.on_device(x)
        self.wait(x)
        clause = "" if x.present else f" copyin({x.item})"
        self.say(f"int s{n} = {self.r.randint(0, 9)};")
        add = lambda e: OPERATORS[op].format(e=e).replace("s ", f"s{n} ").replace(" s ", f" s{n} ").replace("s >", f"s{n} >")
        e = f"{x.name}[k]"
        body = {"+": f"s{n} += {e};", "^": f"s{n} ^= {e};", "|": f"s{n} |= {e};", "max": f"s{n} = s{n} > {e} ? s{n} : {e};", "min": f"s{n} = s{n} < {e} ? s{n} : {e};"}[op]
        shape = self.r.choice(["flat", "nest", "inside", "kernels"])
        if shape == "flat":
            self.say(f"#pragma acc parallel loop {self.r.choice(['', 'gang vector', 'gang', 'gang worker', 'vector num_gangs(3)', 'worker vector'])} reduction({op}: s{n}){clause}")
            self.say("for (int k = 0; k < N * M; k++)"), self.say("    " + body)
        elif shape == "nest":
            self.say(f"#pragma acc parallel loop gang reduction({op}: s{n}){clause}"), self.say("for (int i = 0; i < N; i++)")
            self.say(f"#pragma acc loop {self.r.choice(['vector', 'worker', 'seq', 'worker vector'])} reduction({op}: s{n})")
            self.say("    for (int k = i * M; k < i * M + M; k++)"), self.say("        " + body)
        elif shape == "inside":
            self.say(f"#pragma acc parallel{clause}"), self.say("{")
            self.say(f"#pragma acc loop gang reduction({op}: s{n})"), self.say("for (int k = 0; k < N * M; k++)"), self.say("    " + body), self.say("}")
        else:
            self.say(f"#pragma acc kernels{clause}"), self.say("for (int k = 0; k < N * M; k++)"), self.say("    " + body)
        self.say(f'printf("%d ", s{n});')

    def some(self, n, nested=False):
        for _ in range(n):
            k = self.r.random()
            if k < .45:
                self.compute()
            elif k < .6:
                self.reduce()
            elif k < .75:
                self.host()
            elif self.depth < 3:
                self.data(k > .9)

    def text(self):
        self.say("static int room[5 * N * M];" if self.r.random() < .5 else "int *room = malloc(5 * N * M * sizeof *room);")
        self.say("int " + ", ".join(f"*{x.name} = room + {n} * N * M" for n, x in enumerate(self.arrays)) + ";")
        self.say("for (int i = 0; i < 5 * N * M; i++)"), self.say(f"    room[i] = i * {self.r.randint(3, 99)} % 101;")
        self.some(self.r.randint(5, 9))
        for x in self.arrays:
            self.on_host(x)
        self.say("unsigned sum = 0;")
        self.say("for (int i = 0; i < 5 * N * M; i++)"), self.say("    sum = sum * 31 + (unsigned)room[i];")
        self.say('printf("%u\\n", sum);')
        return f"static void f{self.number}(void)\n{{\n" + "\n".join(self.lines) + "\n}\n"


def file_of(seed, functions=6):
    r = random.Random(seed)
    head = HEAD % (r.choice([1, 2, 7, 16, 33]), r.choice([1, 3, 8, 32, 45]))
    return head + "".join(Program(r, n).text() for n in range(functions)) + "int main(void)\n{\n" + "".join(
        f"    f{n}();\n" for n in range(functions)) + "    return 0;\n}\n"


def main():
    build, number, first = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4, int(sys.argv[3]) if len(sys.argv) > 3 else 1
    gantry, wrong = os.path.abspath(os.path.join(build, "bin/gantry")), 0
    with tempfile.TemporaryDirectory() as folder:
        def run(*words, **more):
            try:
                return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=600, env={**os.environ, **more})
            except subprocess.TimeoutExpired: # told with its seed, and the others go on
                return subprocess.CompletedProcess(words, 124, "", f"no end within 600 s: {' '.join(words)}\n")

        for seed in range(first, first + number):
            open(folder + "/p.c", "w").write(file_of(seed))
            run("clang-19", "-w", "-O1", "p.c", "-o", "serial").check_returncode()
            want = run("./serial").stdout
            for level in ("-O0", "-O3"):
                made = run(gantry, "cc", "-w", "-fopenacc", level, "--offload-arch=emulated", "p.c", "-o", "p")
                done = [made] if made.returncode else [run("./p", GANTRY_DEVICES="none"),
                                                       run("./p", GANTRY_DEVICES="emulated", OMP_TARGET_OFFLOAD="MANDATORY")]
                for where, p in zip(("in place", "emulated"), done):
                    if p.returncode or p.stdout != want:
                        wrong += 1
                        print(f"seed {seed} {level} {where}: status {p.returncode}\n{p.stderr[:1500]}", flush=True)
                        for n, (x, y) in enumerate(zip(want.split("\n"), p.stdout.split("\n"))):
                            if x != y:
                                print(f"  f{n}: serial {x}, here {y}")
    print(f"{number} files of 6 programs, {wrong} wrong")
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
