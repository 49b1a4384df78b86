"""family.py GANTRY-CC PROGRAMS SEED [CASES [planted]]: programs of cases with a loop of the host, one to four arrays, one to three
regions (some in functions, some in a `target data`), and uses by the host before, between and behind them, in each
turn, in every k-th, in the first. What their profiles propose is pasted as it stands, until nothing is left to paste:
results are the same each time, and no more is copied. Cases with `planted` waste have one class of it each: the profile
finds that one, and what it proposes leaves no more copies and allocations than are needed."""
import json, os, random, re, subprocess, sys

cc = sys.argv[1].split()
programs, seed = int(sys.argv[2]), int(sys.argv[3])
cases = int(sys.argv[4]) if len(sys.argv) > 4 else 8
planted = "planted" in sys.argv[5:]
N = 520 if planted else 64


def condition(r):
    return r.choice(["", "", "", f"if (k % {r.randint(2, 4)} == {r.randint(0, 1)}) ", "if (k == 0) ", "if (k > 2) "])


def host_use(r, arrays):
    a, b = r.choice(arrays), r.choice(arrays)
    return "    " + condition(r) + r.choice([
        f"sum += {a}[k % n];",
        f"for (int i = 0; i < n; i++) {a}[i] = i * {r.randint(1, 9)} + k;",
        f"{a}[{r.randint(0, N - 1)}] += {r.randint(1, 5)};",
        f"for (int i = 0; i < n; i++) {a}[i] = {b}[i] * 0.5;",
        f"sum += total(n, {a});",
        f"fill(n, {a}, k);",
        f"printf(\"%g\\n\", {a}[3]);",
        "sum += k;",
    ])


def region(r, arrays, mapped, indent):
    """a region's text, and the arrays that it needs"""
    used = r.sample(arrays, min(len(arrays), r.randint(1, 3)))
    out, ins = used[0], used[1:]
    whole = r.random() < 0.3
    kind = {x: r.choice(["to", "to", "tofrom"]) for x in ins}
    kind[out] = r.choice(["from", "tofrom"]) if whole else "tofrom"
    maps = "" if mapped else "".join(f" map({kind[x]}: {x}[0:n])" for x in used)
    value = " + ".join([f"{x}[i] * {r.randint(1, 3)}" for x in ins] + ["i", "k"])
    store = f"{out}[i] = {value}" if whole else f"{out}[i] = {out}[i] * 0.5 + {value}"
    if mapped:
        maps = "".join(f" map({r.choice(['tofrom', 'alloc']) }: {x}[0:n])" for x in used)
    return [f"{indent}#pragma omp target teams distribute parallel for{maps}",
            f"{indent}for (int i = 0; i < n; i++)", f"{indent}    {store};"], used


def make_case(r, c):
    names = "abcd"[:r.randint(1, 4)]
    fixed = r.random() < 0.3
    functions, body = [], []
    declared = [f"    static double {x}[{N}];" if fixed else f"    double *{x} = malloc({N} * sizeof *{x});" for x in names]
    start = [f"    for (int i = 0; i < n; i++) {x}[i] = i + {j};" for j, x in enumerate(names)]
    data = r.random() < 0.25
    members = not fixed and r.random() < 0.3  # of a structure that a pointer leads to
    for _ in range(r.randint(0, 2)):
        body.append(host_use(r, names))
    if data:
        body += ["    #pragma omp target data" + "".join(f" map(tofrom: {x}[0:n])" for x in names), "    {"]
    for j in range(r.randint(1, 3)):
        if not data and j and r.random() < 0.5:
            body.append(host_use(r, names))
        if members and r.random() < 0.5:
            functions += [f"static void c{c}_step{j}(int n, int k, struct set *s)", "{"] + region(r, names, data, "    ")[0] + ["}"]
            body.append(f"    c{c}_step{j}(n, k, s);")
        elif r.random() < 0.4:
            text, used = region(r, ["p", "q"][:min(2, len(names))], data, "    ")
            got = r.sample(names, min(2, len(names)))
            parameters = ", ".join(f"double *{x}" for x in ["p", "q"][:len(got)])
            functions += [f"static void c{c}_step{j}(int n, int k, {parameters})", "{"] + text + ["}"]
            body.append(f"    c{c}_step{j}(n, k, {', '.join(got)});")
        elif r.random() < 0.3:  # in some turns, or in none
            head = r.choice(["k % 3 == 1", "k == 0", "k > 3", "k > 100"])
            body += [f"    if ({head}) {{"] + region(r, names, data, "        ")[0] + ["    }"]
        else:
            body += region(r, names, data, "    ")[0]
    if data:
        body.append("    }")
    for _ in range(r.randint(0, 2)):
        body.append(host_use(r, names))
    if not fixed and not members and len(names) > 1 and r.random() < 0.2:
        body.append(f"    {{ double *t = {names[0]}; {names[0]} = {names[1]}; {names[1]} = t; }}")
    end = [f"    for (int i = 0; i < n; i++) sum = sum * 0.75 + {x}[i];" for x in names]
    steps = [line for line in body if f"c{c}_step" in line]
    warm = []
    if steps and r.random() < 0.5:  # a loop before, which calls the same functions; maybe one that this run leaves out
        first = [host_use(r, names) for _ in range(r.randint(0, 1))] + steps + [host_use(r, names) for _ in range(r.randint(0, 1))]
        head = r.choice(["k < 2", "k < turns", "k < 3 && turns > 100"])
        warm = [f"    for (int k = 0; {head}; k++) {{"] + ["    " + line for line in first] + ["    }"]
    rest = start + warm + ["    for (int k = 0; k < turns; k++) {"] + ["    " + line for line in body] + ["    }"] + end
    if members:
        declared = ["    struct set all, *s = &all;"] + [f"    s->{x} = malloc({N} * sizeof *s->{x});" for x in names]
        if r.random() < 0.5:  # arrays within the structure
            declared = ["    static struct arrays all, *s = &all;"]
            functions = [line.replace("struct set ", "struct arrays ") for line in functions]
        functions, rest = ([re.sub(r"\b([abcd])\b", r"s->\1", line) for line in lines] for lines in (functions, rest))
    return functions + [f"static double c{c}(int n, int turns)", "{", "    double sum = 0;"] + declared + rest + [
        "    return sum;", "}"]


def turn(r, clauses, store):
    """a region of the time loop: in one line, in two, as a block"""
    head = "#pragma omp target teams distribute parallel for"
    loop = ["for (int i = 0; i < n; i++)", f"    {store};"]
    return r.choice([[f"{head} {clauses}"], [head + " \\", "    " + clauses], [f"#pragma omp target teams loop {clauses}"],
                     [f"#pragma omp target teams {clauses}", "#pragma omp distribute parallel for"]]) + loop


def data(clauses, body):
    return [f"#pragma omp target data {clauses}", "{"] + body + ["}"]


HALF = "a[i] = a[i] * 0.5 + k"
BOTH = "a[i] = a[i] * 0.5 + b[i] * k"
FILL = "for (int i = 0; i < n; i++) a[i] = i * 3.25 + k + 1;"
# What a turn of the time loop does; what is found of a and b; copies to the device and back and allocations (of each turn: a turn, and all of it
# once) when all is mended. The host uses both behind the loop. * is to or tofrom.
WASTE = {
    "round": (lambda r: turn(r, "map(tofrom: a[0:n])", HALF), "GP104 a, GP102 a", (0, 0, 0), (1, 1, 1)),
    "rounds": (lambda r: turn(r, "map(tofrom: a[0:n])", HALF) + turn(r, "map(tofrom: a[0:n], b[0:n])", "b[i] = a[i] + b[i] * 0.5"),
               "GP104 a, GP102 a, GP104 b, GP102 b", (0, 0, 0), (2, 2, 2)),
    "table": (lambda r: turn(r, "map(to: b[0:n]) map(tofrom: a[0:n])", BOTH), "GP101 b, GP104 b, GP102 a, GP104 a", (0, 0, 0), (2, 1, 2)),
    "only read": (lambda r: turn(r, "map(tofrom: a[0:n], b[0:n])", BOTH), "GP103 b, GP104 b, GP102 a", (0, 0, 0), (2, 1, 2)),
    "scratch": (lambda r: data("map(alloc: b[0:n])", turn(r, "map(to: a[0:n])", "b[i] = a[i] + k")
                               + turn(r, "map(tofrom: a[0:n])", "a[i] = b[i] * 0.5")), "GP104 b, GP104 a, GP102 a", (0, 0, 0), (1, 1, 2)),
    "unused": (lambda r: data("map(*: b[0:n]) map(tofrom: a[0:n])", turn(r, "map(tofrom: a[0:n])", HALF)), "GP105 b, GP102 a",
               (0, 0, 0), (1, 1, 1)),
    "listed": (lambda r: turn(r, "map(tofrom: a[0:n]) map(*: b[0:n])", HALF), "GP105 b, GP102 a", (0, 0, 0), (1, 1, 1)),
    "sent early": (lambda r: data("map(to: a[0:n]) map(from: b[0:n])", [FILL, "#pragma omp target update to(a[0:n])"]
                                  + turn(r, "map(to: a[0:n]) map(from: b[0:n])", "b[i] = a[i] * 0.5")),
                   "GP106 a, GP104 a, GP104 b", (1, 0, 0), (1, 1, 2)), # to b: the loop may have no turns
    "brought again": (lambda r: data("map(to: a[0:n]) map(tofrom: b[0:n])", turn(r, "map(to: a[0:n])", "b[i] += a[i]")
                                     + ["#pragma omp target update from(a[0:n])"]) , "GP103 a, GP104 a, GP102 b", (0, 0, 0), (2, 1, 2)),
    "overwritten": (lambda r: [FILL] + turn(r, "map(tofrom: a[0:n], b[0:n])", "a[i] = -a[i] - b[i], b[i] = b[i] * 0.5 - a[i]"),
                    "GP107 a, GP102 b, GP104 b", (1, 1, 0), (1, 1, 2)),
    "entered": (lambda r: ["#pragma omp target enter data map(to: a[0:n], b[0:n])"] + turn(r, "map(tofrom: a[0:n], b[0:n])", BOTH)
                + ["#pragma omp target exit data map(from: a[0:n], b[0:n])"], "GP104 a, GP102 a, GP103 b", (0, 0, 0), (2, 1, 2)),
}


def make_wasteful(r, c, kind):
    body = [line.replace("*:", r.choice(["to:", "tofrom:"])) for line in WASTE[kind][0](r)]
    fixed, functions = r.random() < 0.3, []
    if r.random() < 0.4:
        functions = [f"static void c{c}_turn(int n, int k, double *a, double *b)", "{"] + ["    " + line for line in body] + ["}"]
        body = [f"c{c}_turn(n, k, a, b);"]
    if r.random() < 0.5:
        loop = ["    for (int k = 0; k < turns; k++) {"] + ["        " + line for line in body] + ["    }"]
    else:
        loop = ["    int k = 0;", "    while (k < turns) {"] + ["        " + line for line in body] + ["        k++;", "    }"]
    arrays = [f"    static double {x}[{N}];" if fixed else f"    double *{x} = malloc({N} * sizeof *{x});" for x in "ab"]
    start = [f"    for (int i = 0; i < n; i++) {x}[i] = i + {j};" for j, x in enumerate("ab")]
    end = [f"    for (int i = 0; i < n; i++) sum = sum * 0.75 + {x}[i];" for x in "ab"]
    return functions + [f"static double c{c}(int n, int turns)", "{", "    double sum = 0;"] + arrays + start + loop + end + ["    return sum;", "}"]


def make_program(r):
    lines = ["#include <stdio.h>", "#include <stdlib.h>", "struct set { double *a, *b, *c, *d; };",
             f"struct arrays {{ double a[{N}], b[{N}], c[{N}], d[{N}]; }};",
             "static double total(int n, const double *v) { double s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }",
             "static void fill(int n, double *v, int k) { for (int i = 0; i < n; i++) v[i] = k - i; }"]
    kinds = [r.choice(list(WASTE)) for _ in range(cases)] if planted else []
    for c in range(cases):
        lines += make_wasteful(r, c, kinds[c]) if planted else make_case(r, c)
    turns = [r.randint(5 if planted else 3, 8) for _ in range(cases)]
    calls = [f'    printf("c{c} %.17g\\n", c{c}({N}, {turns[c]}));' for c in range(cases)]
    return lines + ["int main(void)", "{"] + calls + ["    return 0;", "}"], list(zip(kinds, turns))


def case_of(function):
    m = re.match(r"c(\d+)", function)
    return int(m[1]) if m else -1


def run(lines, name):
    with open(name + ".c", "w") as f:
        f.write("\n".join(lines) + "\n")
    subprocess.run(cc + [name + ".c", "-o", name], check=True)
    env = dict(os.environ, GANTRY_PROFILE=name + ".json")
    out = subprocess.run(["./" + name], env=env, capture_output=True, text=True, timeout=100)
    assert out.returncode == 0, (name, out.stderr)
    (profile,) = json.load(open(name + ".json"))["profiles"]
    for f in profile["findings"]:  # written once, by the first of those that it mends
        assert "writes_of" not in f or "writes" not in f
        if "writes_of" in f:
            f["writes"] = profile["findings"][f["writes_of"]]["writes"]
    copies = {}
    for i in profile["moves"]["items"]:
        old = copies.setdefault(case_of(i["function"]), [0] * 5)
        for j, key in enumerate(["to_calls", "from_calls", "allocs", "to_bytes", "from_bytes"]):
            old[j] += i[key]
    return out.stdout, profile["findings"], copies


def paste(lines, findings):
    """of each case the first that can be"""
    chosen, texts = {}, []
    for f in findings:
        if f.get("writes") and case_of(f["function"]) not in chosen:
            chosen[case_of(f["function"])] = f
    lines = list(lines)
    for w in sorted((w for f in chosen.values() for w in f["writes"]), key=lambda w: -w["line"]):
        at = end = w["line"] - 1
        if w["how"] == "in front":
            lines.insert(at, w["text"])
        elif w["how"] == "behind":
            lines.insert(at + 1, w["text"])
        else:
            assert lines[at].lstrip().startswith("#pragma omp target"), lines[at]
            while lines[end].endswith("\\"):
                end += 1
            lines[at:end + 1] = [w["text"]] if w["how"] == "in place" else []
    return lines, len(chosen)


def check_found(name, wasteful, findings):
    """each kind of waste, where it was planted"""
    for c, (kind, _) in enumerate(wasteful):
        found = {f"{f['finding']} {f['name'].split('[')[0]}" for f in findings if case_of(f["function"]) == c}
        missing = set(WASTE[kind][1].split(", ")) - found
        assert not missing, (name, c, kind, "not found", missing, "but", found)


def check_mended(name, wasteful, copies):
    for c, (kind, turns) in enumerate(wasteful):
        best = [turns * each + once for each, once in zip(*WASTE[kind][2:])]
        now = copies.get(c, [0] * 5)
        assert all(n <= b for n, b in zip(now, best)), (name, c, kind, "moves", now, "needed", best)


pasted = saved = 0
for p in range(programs):
    r = random.Random(seed + p)
    lines, wasteful = make_program(r)
    name = f"family{seed + p}"
    expected, findings, copies = run(lines, name)
    first = sum(sum(c[3:]) for c in copies.values())
    check_found(name, wasteful, findings)
    for step in range(9):
        for f in findings:
            assert "#pragma" not in f["directive"] or f.get("writes") or f["severity"] == "perhaps", f
        lines, n = paste(lines, findings)
        if n == 0:
            break
        pasted += n
        out, findings, now = run(lines, name)
        assert out == expected, (name, step, "other results")
        for c, old in copies.items():
            new = now.get(c, [0] * 5)
            assert sum(new[:2]) <= sum(old[:2]) and sum(new[3:]) <= sum(old[3:]), (name, step, "case", c, "copies", old, new)
        copies = now
    else:
        raise AssertionError((name, "proposes again and again"))
    check_mended(name, wasteful, copies)
    saved += first - sum(sum(c[3:]) for c in copies.values())
    for end in ".c", "", ".json":
        os.remove(name + end)
print(f"{pasted} pasted, {saved} bytes saved")
assert pasted > 0 and saved > 0
