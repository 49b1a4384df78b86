#!/usr/bin/env python3
"""Random loops whose iterations work in one array: may each have an array of its own?

fuzz_scratch.py GANTRY SEED LOOPS   A loop whose array `gantry annotate` makes private is run with the array as it is, and with
other numbers in it at the beginning of each iteration. Status 1 and the loop if the results differ.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

BATCH, SIZE = 200, 12
VERDICT = re.compile(r"^\S+:(\d+): (serial|parallel under a test|parallel): .*\[GL\d+\]((?:\n  .*)*)$", re.M)
PRIVATE = re.compile(r"^  private +([tu])$", re.M)


HEAD = ["static void put(int *to, int k, int x) { to[k] = x; }", "static int get(const int *from, int k) { return from[k]; }",
        "static void out(int x, int *to) { *to = x + 1; }"]


def random_index(r, inner):
    terms = [(r.choice([1, 1, 1, -1]), inner)] if inner else []
    if r.random() < .2:
        terms.append((1, "i"))
    base = r.choice([0, 0, 0, 1, 2, 3])
    return terms, base + (SIZE - 1 if terms and terms[0][0] < 0 else 0)


def index_text(x):
    text = "".join(f" + {k} * {v}" for k, v in x[0])
    return f"(({x[1]}{text}) % {SIZE} + {SIZE}) % {SIZE}" if any(v == "i" for _, v in x[0]) else f"{x[1]}{text}"


def index_value(x, env):
    value = sum(k * env[v] for k, v in x[0]) + x[1]
    return value % SIZE if any(v == "i" for _, v in x[0]) else value


def random_statement(r, inner):
    kind = r.choice(["set", "set", "set", "move", "use", "use", "put", "get", "out", "in"])
    test = (r.choice(["i", inner or "i"]), r.choice(["<", ">"]), r.choice([2, 5, 9])) if r.random() < .2 else None
    if r.random() < .06:
        test = "data", "%", r.choice([2, 3])
    return kind, random_index(r, inner), random_index(r, inner), test


def random_part(r):
    """a statement, or a loop: (variable, low, high, goes down, statements); a variable in capitals: statements that some iterations run"""
    if r.random() < .12: # they leave the loop, or the rest of the block, or run under one condition, or until one holds
        kind = r.choice(["IF", "IF", "IF", "CONTINUE", "WHILE", "SWITCH"])
        return kind, 0, 3 if kind == "WHILE" else 1, False, [] if kind == "CONTINUE" else [random_statement(r, None) for _ in range(r.choice([2, 3, 4]))]
    if r.random() < .3:
        return None, 0, 1, False, [random_statement(r, None)]
    low, high = r.choice([(0, SIZE), (0, SIZE), (0, SIZE - 3), (1, SIZE), (2, 7)])
    return "k", low, high, r.random() < .25, [random_statement(r, "k") for _ in range(r.choice([1, 1, 2]))]


def inside(part):
    """are all indices within the array?"""
    v, low, high, _, statements = part
    for _, x, y, _ in statements:
        for k in range(low, high):
            if not (0 <= index_value(x, {"k": k, "i": 0}) < SIZE and 0 <= index_value(y, {"k": k, "i": 0}) < SIZE):
                return False
    return True


def stores(parts):
    """without a store all iterations read the same array"""
    return any(s[0] not in ("use", "get", "in") for part in parts for s in part[4])


def random_loop(r):
    parts = [(None, 0, 1, False, [("set", random_index(r, None), ([], 0), None)])] if r.random() < .5 else []
    while len(parts) < r.choice([2, 2, 3, 4]) or not stores(parts):
        part = random_part(r)
        if inside(part):
            parts.append(part)
    return parts


def statement_text(s):
    kind, x, y, test = s
    guard = f"if (a[i] % {test[2]} == 1) " if test and test[0] == "data" else f"if ({test[0]} {test[1]} {test[2]}) " if test else ""
    text = {"put": f"put(t, {index_text(x)}, a[i] + 3);", "get": f"b[i] = 3 * b[i] + get(t + 1, {index_text(y)} - 1);", "out": "out(a[i], &u);",
            "in": "b[i] = 3 * b[i] + u;", "set": f"t[{index_text(x)}] = a[i] + 3;", "move": f"t[{index_text(x)}] = t[{index_text(y)}] + 1;",
            "use": f"b[i] = 3 * b[i] + t[{index_text(y)}];"}[kind]
    return guard + text


def loop_text(number, parts):
    lines = [f"void f{number}(int n, int *restrict a, int *restrict b) {{", f"  int t[{SIZE}], u;", "  for (int i = 0; i < n; i++) {"]
    for v, low, high, down, statements in parts:
        if v and v.isupper():
            lines.append({"IF": "    if (a[i] % 2) {", "CONTINUE": "    { if (a[i] % 3 == 1) continue;", "SWITCH": "    switch (a[i] % 2) { case 1:",
                          "WHILE": "    for (int q = 0; ; q++) { if (q > a[i] % 3) break;"}[v])
        elif v and down:
            lines.append(f"    for (int k = {high - 1}; k >= {low}; k--) {{")
        elif v:
            lines.append(f"    for (int k = {low}; k < {high}; k++) {{")
        lines += [f"      {statement_text(s)}" for s in statements]
        if v:
            lines.append("    }")
    return lines + ["  }", "}"]


def run(parts, fresh, stored):
    """b after the loop; fresh: the variables that have other numbers at the beginning of each iteration; stored: gets those that are stored to"""
    t, u, b = [0] * SIZE, 0, []
    for i in range(14):
        b.append(i)
        t = [1000003 * (i + 1) + k for k in range(SIZE)] if "t" in fresh else t
        u = 1000003 * i if "u" in fresh else u
        left = False
        for v, low, high, down, statements in parts:
            for k in range(high - 1, low - 1, -1) if down else range(low, high):
                env = {"i": i, "k": k}
                if v in ("IF", "SWITCH") and 7 * i % 2 == 0 or v == "WHILE" and k > 7 * i % 3:
                    continue
                left |= v == "CONTINUE" and 7 * i % 3 == 1
                for kind, x, y, test in statements:
                    if left or test and test[0] == "data" and 7 * i % test[2] != 1:
                        continue
                    if test and test[0] != "data" and not (env[test[0]] < test[2] if test[1] == "<" else env[test[0]] > test[2]):
                        continue
                    if kind == "out":
                        u = 7 * i + 1
                        stored.add("u")
                    elif kind == "in":
                        b[i] = 3 * b[i] + u
                    elif kind in ("set", "put"):
                        t[index_value(x, env)] = 7 * i + 3
                    elif kind == "move":
                        t[index_value(x, env)] = t[index_value(y, env)] + 1
                    else:
                        b[i] = 3 * b[i] + t[index_value(y, env)]
    return b


def verdicts(gantry, lines):
    with tempfile.NamedTemporaryFile("w", suffix=".c") as f:
        f.write("\n".join(lines) + "\n")
        f.flush()
        found = subprocess.run([gantry, "annotate", "-w", "--explain", f.name], capture_output=True, text=True, check=False)
    if found.returncode:
        sys.exit(f"status {found.returncode}\n{found.stderr}")
    return {int(m[1]): (m[2], set(PRIVATE.findall(m[3]))) for m in VERDICT.finditer(found.stdout)}


def main():
    gantry, seed, total = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    r, count, unsound = random.Random(seed), {"parallel": 0, "of these private": 0, "serial": 0, "serial though it need not be": 0}, 0
    for begin in range(0, total, BATCH):
        loops = [random_loop(r) for _ in range(min(BATCH, total - begin))]
        lines, where = list(HEAD), {}
        for number, parts in enumerate(loops):
            where[len(lines) + 3] = parts
            lines += loop_text(number, parts)
        found = verdicts(gantry, lines)
        for line, parts in where.items():
            verdict, private = found[line]
            stored = set()
            same = run(parts, set(), stored) == run(parts, private or {"t", "u"}, stored)
            if verdict == "serial":
                count["serial though it need not be" if same else "serial"] += 1
                continue
            count["parallel"] += 1
            count["of these private"] += bool(private)
            if private and not same or stored - private:
                unsound += 1
                print("\n".join(loop_text(0, parts)))
    print(f"seed {seed}: {total} loops, {unsound} unsound; " + ", ".join(f"{n} {k}" for k, n in count.items()))
    sys.exit(unsound > 0)


main()
