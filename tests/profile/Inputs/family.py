"""family.py GANTRY-CC PROGRAMS SEED [CASES]: programs of cases with a loop of the host, one to four arrays, one to three
regions (some in functions, some in a `target data`), and uses by the host before, between and behind them, in each
turn, in every k-th, in the first. What their profiles propose is pasted as it stands, until nothing is left to paste:
results are the same each time, and no more is copied."""
import json, os, random, re, subprocess, sys

cc = sys.argv[1].split()
programs, seed = int(sys.argv[2]), int(sys.argv[3])
cases = int(sys.argv[4]) if len(sys.argv) > 4 else 8
N = 64


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
    for _ in range(r.randint(0, 2)):
        body.append(host_use(r, names))
    if data:
        body += ["    #pragma omp target data" + "".join(f" map(tofrom: {x}[0:n])" for x in names), "    {"]
    for j in range(r.randint(1, 3)):
        if not data and j and r.random() < 0.5:
            body.append(host_use(r, names))
        if r.random() < 0.4:
            text, used = region(r, ["p", "q"][:min(2, len(names))], data, "    ")
            got = r.sample(names, min(2, len(names)))
            parameters = ", ".join(f"double *{x}" for x in ["p", "q"][:len(got)])
            functions += [f"static void c{c}_step{j}(int n, int k, {parameters})", "{"] + text + ["}"]
            body.append(f"    c{c}_step{j}(n, k, {', '.join(got)});")
        else:
            body += region(r, names, data, "    ")[0]
    if data:
        body.append("    }")
    for _ in range(r.randint(0, 2)):
        body.append(host_use(r, names))
    if not fixed and len(names) > 1 and r.random() < 0.2:
        body.append(f"    {{ double *t = {names[0]}; {names[0]} = {names[1]}; {names[1]} = t; }}")
    end = [f"    for (int i = 0; i < n; i++) sum = sum * 0.75 + {x}[i];" for x in names]
    return functions + [f"static double c{c}(int n, int turns)", "{", "    double sum = 0;"] + declared + start + [
        "    for (int k = 0; k < turns; k++) {"] + ["    " + line for line in body] + ["    }"] + end + [
        "    return sum;", "}"]


def make_program(r):
    lines = ["#include <stdio.h>", "#include <stdlib.h>",
             "static double total(int n, const double *v) { double s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }",
             "static void fill(int n, double *v, int k) { for (int i = 0; i < n; i++) v[i] = k - i; }"]
    for c in range(cases):
        lines += make_case(r, c)
    calls = [f'    printf("c{c} %.17g\\n", c{c}({N}, {r.randint(3, 8)}));' for c in range(cases)]
    return lines + ["int main(void)", "{"] + calls + ["    return 0;", "}"]


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
        old = copies.get(case_of(i["function"]), (0, 0))
        copies[case_of(i["function"])] = (old[0] + i["to_bytes"] + i["from_bytes"], old[1] + i["to_calls"] + i["from_calls"])
    return out.stdout, profile["findings"], copies


def paste(lines, findings):
    """of each case the first that can be"""
    chosen, texts = {}, []
    for f in findings:
        if f.get("writes") and case_of(f["function"]) not in chosen:
            chosen[case_of(f["function"])] = f
    lines = list(lines)
    for w in sorted((w for f in chosen.values() for w in f["writes"]), key=lambda w: -w["line"]):
        at = w["line"] - 1
        if w["how"] == "in front":
            lines.insert(at, w["text"])
        elif w["how"] == "behind":
            lines.insert(at + 1, w["text"])
        else:
            assert lines[at].lstrip().startswith("#pragma omp target"), lines[at]
            lines[at:at + 1] = [w["text"]] if w["how"] == "in place" else []
    return lines, len(chosen)


pasted = saved = 0
for p in range(programs):
    r = random.Random(seed + p)
    lines = make_program(r)
    name = f"family{seed + p}"
    expected, findings, copies = run(lines, name)
    first = sum(b for b, _ in copies.values())
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
            new = now.get(c, (0, 0))
            assert new[0] <= old[0] and new[1] <= old[1], (name, step, "case", c, "copies", old, new)
        copies = now
    else:
        raise AssertionError((name, "proposes again and again"))
    saved += first - sum(b for b, _ in copies.values())
    for end in ".c", "", ".json":
        os.remove(name + end)
print(f"{pasted} pasted, {saved} bytes saved")
assert pasted > 0 and saved > 0
