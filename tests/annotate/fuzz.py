#!/usr/bin/env python3
"""Random small nests: the verdict of `gantry annotate` on each loop against an enumeration of its iterations.

fuzz.py GANTRY SEED NESTS   status 1 and the nest for each loop that is called parallel though two of its iterations
meet for one of the sizes tried. The other way round is no fault: other sizes may have meetings.
"""
import collections
import operator
import os
import random
import re
import subprocess
import sys
import tempfile

BATCH = 200
WIDTH = 30  # of the two-dimensional array
SIZES = ((7, 3, 2), (9, 0, 1), (5, 9, 4), (12, 1, 3), (6, -2, 5))  # n, m, and p, which is positive
TESTS = {"<": operator.lt, ">": operator.gt, "==": operator.eq, "!=": operator.ne, ">=": operator.ge}
VERDICT = re.compile(r"^\S+:(\d+): (serial|parallel under a test|parallel): .*\[GL\d+\]$", re.M)


# ---- sums: ([(number or parameter, name)], constant); terms: (operator or "", divisor, sum) ----
def random_rows(r, names):
    """as in a[i * m + j]"""
    v, w = r.choice(names), r.choice(names)
    terms = [(r.choice(["n", "m", "p"]), v)] + [(r.choice([1, 1, 1, -1, 2]), w)] * (r.random() < .8)
    if r.random() < .2:
        terms.append((r.choice([1, -1]), r.choice(["n", "m", "p"])))
    return terms, r.choice([0, 0, 0, 0, 1, -1, 2])


def random_sum(r, names):
    terms = [(r.choice([1, 1, 1, 1, -1, 2, 3, -2]), v) for v in names if r.random() < .7]
    if r.random() < .25:
        terms.append((r.choice([1, -1]), r.choice(["n", "m"])))
    return terms, r.choice([0, 0, 0, 1, -1, 2, 3, 5, 10])


def random_term(r, names):
    chance = r.random()
    if chance < .08:
        return "%", r.choice([2, 3, 7]), random_sum(r, names)
    if chance < .14:
        return "/", r.choice([2, 3]), random_sum(r, names)
    if chance < .18:
        return "&", r.choice([1, 3, 7]), random_sum(r, names)
    if chance < .22:
        return ">>", r.choice([1, 2]), random_sum(r, names)
    if chance < .5:
        return "", 0, random_rows(r, names)
    return "", 0, random_sum(r, names)


def sum_text(s):
    text = " + ".join(v if k == 1 else f"{k} * {v}" for k, v in s[0]) or "0"
    return text + (f" + {s[1]}" if s[1] > 0 else f" - {-s[1]}" if s[1] < 0 else "")


def term_text(t):
    return f"({sum_text(t[2])}) {t[0]} {t[1]}" if t[0] else sum_text(t[2])


def sum_value(s, env):
    return sum(env.get(k, k) * env[v] for k, v in s[0]) + s[1]


def term_value(t, env):
    value = sum_value(t[2], env)
    if t[0] == "&":
        return value & t[1]
    if t[0] == ">>":
        return value >> t[1]
    quotient = int(value / t[1]) if t[0] else 0  # C divides towards zero
    return quotient if t[0] == "/" else value - t[1] * quotient if t[0] else value


# ---- nests ----
def random_loop(r, names, depth):
    outer = [([(1, names[depth - 1])], 0)] if depth else []
    low = r.choice([([], 0)] * 4 + [([], 1), ([(1, "m")], 0)] + outer)
    high = r.choice([([(1, "n")], 0)] * 3 + [([(1, "m")], 0), ([], 6), ([(1, "n")], -1), ([(1, "m")], 2)] + outer)
    if depth and r.random() < .15:  # a block
        low, high = outer[0], (outer[0][0] + [(1, "p")], 0)
    return names[depth], low, high, r.choice([1, 1, 1, 1, 2, 3, "p"]), r.random() < .12


def random_access(r, names):
    if r.random() < .35:
        return "A", [random_term(r, names), random_term(r, names)]
    return r.choice(["a", "a", "b"]), [random_term(r, names)]


def random_nest(r):
    names = ["i", "j", "k"][:r.choice([1, 1, 2, 2, 2, 3])]
    loops = [random_loop(r, names, d) for d in range(len(names))]
    statements = []
    for _ in range(r.choice([1, 1, 2, 3])):
        depth = r.choice([len(names)] * 3 + list(range(1, len(names) + 1)))
        inside = names[:depth]
        test = (random_sum(r, inside), r.choice(list(TESTS)), random_sum(r, inside)) if r.random() < .25 else None
        reads = [random_access(r, inside) for _ in range(r.choice([0, 1, 1, 2]))]
        statements.append((depth, random_access(r, inside), reads, test))
    return loops, statements


def access_text(a):
    return a[0] + "".join(f"[{term_text(t)}]" for t in a[1])


def nest_text(number, nest, first):
    """its lines, and line -> (number, depth) of its loops; `first`: the number of its first line"""
    loops, statements = nest
    lines, where = [f"void f{number}(int n, int m, int p) {{"], {}

    def emit(depth):
        v, low, high, step, down = loops[depth]
        indent = "  " * (depth + 1)
        where[first + len(lines)] = (number, depth)
        if down:
            lines.append(f"{indent}for (int {v} = {sum_text(high)}; {v} > {sum_text(low)}; {v} -= {step}) {{")
        else:
            lines.append(f"{indent}for (int {v} = {sum_text(low)}; {v} < {sum_text(high)}; {v} += {step}) {{")
        for at, store, reads, test in statements:
            if at == depth + 1:
                guard = f"if ({sum_text(test[0])} {test[1]} {sum_text(test[2])}) " if test else ""
                lines.append(f"{indent}  {guard}{access_text(store)} = 1{''.join(' + ' + access_text(x) for x in reads)};")
        if depth + 1 < len(loops):
            emit(depth + 1)
        lines.append(indent + "}")

    emit(0)
    return lines + ["}"], where


def address(a, env):
    index = [term_value(t, env) for t in a[1]]
    return (a[0], index[0] * WIDTH + index[1]) if a[0] == "A" else (a[0], index[0])


def accesses(nest, env, depth=0, iteration=()):
    """(iteration, address, is it a store) of all, in order"""
    loops, statements = nest
    v, low, high, step, down = loops[depth]
    low, high, step = sum_value(low, env), sum_value(high, env), env.get(step, step)
    for x in range(high, low, -step) if down else range(low, high, step):
        here, inside = iteration + (x,), {**env, v: x}
        for at, store, reads, test in statements:
            if at != depth + 1 or (test and not TESTS[test[1]](sum_value(test[0], inside), sum_value(test[2], inside))):
                continue
            for read in reads:
                yield here, address(read, inside), False
            yield here, address(store, inside), True
        if depth + 1 < len(loops):
            yield from accesses(nest, inside, depth + 1, here)


def depths_that_meet(nest, n, m, p):
    """of which loops two iterations touch the same element, one of them storing"""
    by_address = collections.defaultdict(list)
    for iteration, where, store in accesses(nest, {"n": n, "m": m, "p": p}):
        by_address[where].append((iteration, store))
    met = set()
    for depth in range(len(nest[0])):
        for touches in by_address.values():
            own = collections.defaultdict(lambda: (set(), set()))
            for iteration, store in touches:
                if len(iteration) > depth:
                    own[iteration[:depth]][store].add(iteration[depth])
            if any(stores and len(stores | reads) > 1 for reads, stores in own.values()):
                met.add(depth)
                break
    return met


def verdicts(gantry, lines):
    with tempfile.NamedTemporaryFile("w", suffix=".c") as f:
        f.write("\n".join(lines) + "\n")
        f.flush()
        run = subprocess.run([gantry, "annotate", "-w", "--explain", f.name], capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"status {run.returncode}\n{run.stderr}")
    return {int(m[1]): m[2] for m in VERDICT.finditer(run.stdout)}


def main():
    gantry, seed, total = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    r, count, unsound = random.Random(seed), collections.Counter(), 0
    for begin in range(0, total, BATCH):
        nests = [random_nest(r) for _ in range(min(BATCH, total - begin))]
        lines, where = [f"int a[100000], b[100000], A[2000][{WIDTH}];"], {}
        for number, nest in enumerate(nests):
            text, places = nest_text(number, nest, len(lines) + 1)
            lines += text
            where.update(places)
        found = verdicts(gantry, lines)
        if found.keys() != where.keys():
            sys.exit(f"{len(found)} verdicts on {len(where)} loops")
        meet = [set().union(*(depths_that_meet(nest, *size) for size in SIZES)) for nest in nests]
        for line, (number, depth) in where.items():
            parallel, meets = found[line] != "serial", depth in meet[number]
            count["parallel" if parallel else "serial, and iterations meet" if meets else "serial, none seen to meet"] += 1
            if parallel and meets:
                unsound += 1
                print(f"loop {depth} of\n" + "\n".join(nest_text(number, nests[number], 1)[0]))
    print(f"seed {seed}: {total} nests, {unsound} unsound; " + ", ".join(f"{n} {k}" for k, n in sorted(count.items())))
    sys.exit(unsound > 0)


main()
