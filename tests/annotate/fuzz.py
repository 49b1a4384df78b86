#!/usr/bin/env python3
"""Random small nests: the verdict of `gantry annotate` on each loop against an enumeration of its iterations.

fuzz.py GANTRY SEED NESTS [flat] [rows] [halves] [continues] [waves | doacross]   status 1 and the nest for each loop that is called parallel though two of its iterations
meet for one of the sizes tried, or whose iterations are not in order as the waves say that it gets; `waves` has nests that may run so, `doacross` the same, by threads that wait for each other. The other way round is no fault: other sizes may have meetings. Nor is what sizes do for which a subscript leaves its row, but with
`flat` (--flat-arrays). With `rows` there are tables of pointers to rows that are apart, too, as the tests that are told would find; with `halves` factors and bounds like n / 2;
with `continues` loops that go on before their end, and step first.
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
READ, STORE, ADD = range(3)
WIDTH = 30  # of the two-dimensional array
SIZES = ((7, 3, 2), (9, 0, 1), (5, 9, 4), (12, 1, 3), (6, -2, 5))  # n, m, and p, which is positive
WRAPS = ("move", "move", "else", "twice", "set")
TESTS = {"<": operator.lt, ">": operator.gt, "==": operator.eq, "!=": operator.ne, ">=": operator.ge}
ROWS, FLAT, DOACROSS, WAVES = "rows" in sys.argv[4:], "flat" in sys.argv[4:], "doacross" in sys.argv[4:], {"waves", "doacross"} & set(sys.argv[4:])
HALVES = ["(n / 2)", "(m / 2)", "(n / 3)"] * ("halves" in sys.argv[4:])
CONTINUES = "continues" in sys.argv[4:]
VERDICT = re.compile(r"^\S+:(\d+): (serial|parallel under a test|parallel): .*\[GL\d+\]$", re.M)


# ---- sums: ([(number or parameter, name)], constant); terms: (operator or "", divisor, sum) ----
def random_rows(r, names):
    """as in a[i * m + j]"""
    v, w = r.choice(names), r.choice(names)
    terms = [(r.choice(["n", "m", "p"] + 2 * HALVES), v)] + [(r.choice([1, 1, 1, -1, 2]), w)] * (r.random() < .8)
    if r.random() < .2:
        terms.append((r.choice([1, -1]), r.choice(["n", "m", "p"])))
    return terms, r.choice([0, 0, 0, 0, 1, -1, 2])


def random_sum(r, names):
    terms = [(r.choice([1, 1, 1, 1, -1, 2, 3, -2]), v) for v in names if r.random() < .7]
    if r.random() < .25:
        terms.append((r.choice([1, -1]), r.choice(["n", "m"])))
    return terms, r.choice([0, 0, 0, 1, -1, 2, 3, 5, 10])


def random_wrap(r):
    """number of the variable, its form, and what the tests and branches are of"""
    bounds = [([], 0), ([], 3), ([(1, "n")], 0), ([(1, "m")], 1), ([(1, "n")], -1)]
    return r.randrange(10**6), r.choice(WRAPS), r.choice(list(TESTS)), r.choice(bounds), r.choice("nmp"), r.choice([1, -1])


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
    if chance < .26:
        return "%", r.choice(["n", "p"]), random_sum(r, names)
    if chance < .32:
        return "wrap", random_wrap(r), random_sum(r, names)
    if chance < .5:
        return "", 0, random_rows(r, names)
    return "", 0, random_sum(r, names)


def sum_text(s):
    text = " + ".join(v if k == 1 else f"{k} * {v}" for k, v in s[0]) or "0"
    return text + (f" + {s[1]}" if s[1] > 0 else f" - {-s[1]}" if s[1] < 0 else "")


def wrap_text(t):
    """a variable that branches bring back into a range"""
    number, form, test, bound, by, sign = t[1]
    name, value = f"w{number}", sum_text(t[2])
    move = f"{name} {'+' if sign > 0 else '-'}= {by};"
    if form == "else":
        return f"int {name}; if ({value} {test} {sum_text(bound)}) {name} = {by}; else {{ {name} = {value}; }} "
    if form == "twice":
        return f"int {name} = {value}; if ({name} < 0) {name} += {by}; if ({name} >= {by}) {{ {name} -= {by}; }} "
    if form == "set":
        return f"int {name} = {value}; if ({name} {test} {sum_text(bound)}) {name} = {by} - 1; "
    return f"int {name} = {value}; if ({name} {test} {sum_text(bound)}) {{ {move} }} "


def wrap_value(t, env):
    _, form, test, bound, by, sign = t[1]
    x, by = sum_value(t[2], env), env[by]
    holds = TESTS[test](x, sum_value(bound, env))
    if form == "else":
        return by if holds else x
    if form == "twice":
        x += by if x < 0 else 0
        return x - by if x >= by else x
    if form == "set":
        return by - 1 if holds else x
    return x + sign * by if holds else x


def wraps_text(accesses):
    """in front of a statement"""
    return "".join(sorted({wrap_text(t) for a in accesses for t in a[1] if t[0] == "wrap"}))


def term_text(t):
    if t[0] == "wrap":
        return f"w{t[1][0]}"
    return f"({sum_text(t[2])}) {t[0]} {t[1]}" if t[0] else sum_text(t[2])


def sum_value(s, env):
    return sum(env.get(k, k) * env[v] for k, v in s[0]) + s[1]


def term_value(t, env):
    value = sum_value(t[2], env)
    if t[0] in ("", "*"):
        return value
    if t[0] == "&":
        return value & t[1]
    if t[0] == ">>":
        return value >> t[1]
    if t[0] == "wrap":
        return wrap_value(t, env)
    by = env.get(t[1], t[1])
    quotient = int(value / by)  # C divides towards zero
    return quotient if t[0] == "/" else value - by * quotient


# ---- nests ----
def random_loop(r, names, depth):
    outer = [([(1, names[depth - 1])], 0)] if depth else []
    low = r.choice([([], 0)] * 4 + [([], 1), ([(1, "m")], 0)] + outer)
    high = r.choice([([(1, "n")], 0)] * 3 + [([(1, "m")], 0), ([], 6), ([(1, "n")], -1), ([(1, "m")], 2)] + 2 * [([(1, h)], 0) for h in HALVES] + outer)
    if depth and r.random() < .15:  # a block
        low, high = outer[0], (outer[0][0] + [(1, "p")], 0)
    step, down = r.choice([1, 1, 1, 1, 2, 3, "p"]), r.random() < .12
    form = r.choice(["for", "post", "early", "early", "end"] if CONTINUES else ["for"] * 6 + ["while", "while", "late", "do", "post", "pointer"])
    if form in ("early", "end"):
        down = False
    if form in ("post", "do", "pointer", "late"):
        down = False
    if form == "post":
        step = 1
    extra = None
    if r.random() < .3:
        begin = r.choice([([], 0), ([], 4), ([(1, "m")], 0)] + outer)
        extra = "q" + names[depth], begin, r.choice([1, 1, 2, -1, 3, "p"]), r.random() < .5
    inside = names[:depth + 1] + ([extra[0]] if extra and extra[3] else [])
    test = (random_sum(r, inside), r.choice(list(TESTS)), random_sum(r, inside)) if CONTINUES and form != "end" and r.random() < .7 else None
    return names[depth], low, high, step, down, form, extra, test


def counts(loops):
    """the variables that may stand in a subscript"""
    return [x for loop in loops for x in ([loop[0], loop[6][0]] if loop[6] else [loop[0]])]


def random_access(r, names, pointers=()):
    if pointers and r.random() < .5:
        return "c", [("*", 0, ([(1, r.choice(pointers))], 0))]
    if ROWS and r.random() < .6:
        return r.choice(["R", "R", "Q"]), [random_term(r, names), random_term(r, names)]
    if r.random() < .35:
        return "A", [random_term(r, names), random_term(r, names)]
    return r.choice(["a", "a", "b"]), [random_term(r, names)]


def random_nest(r):
    names = ["i", "j", "k"][:r.choice([1, 1, 2, 2, 2, 3])]
    loops = [random_loop(r, names, d) for d in range(len(names))]
    statements = []
    for _ in range(r.choice([1, 1, 2, 3])):
        depth = r.choice([len(names)] * 3 + list(range(1, len(names) + 1)))
        inside = counts(loops[:depth])
        pointers = [loop[0] for loop in loops[:depth] if loop[5] in ("pointer", "end")]
        test = (random_sum(r, inside), r.choice(list(TESTS)), random_sum(r, inside)) if r.random() < .25 else None
        reads = [random_access(r, inside, pointers) for _ in range(r.choice([0, 1, 1, 2]))]
        call = r.choice(["", "", "add", "add", "index", "all", "address"])
        statements.append((depth, random_access(r, inside, pointers), reads, test, call))
    outlined = r.randrange(1, len(names)) if len(names) > 1 and r.random() < .2 else None
    return loops, statements, outlined


def beside(r, v, most):
    return "", 0, ([(1, v)], r.choice([0, 0, 0, *range(-most, most + 1)]))


def near(r, names):
    """an element of A, or of a in rows, beside the nest's own"""
    i, j = names[:2]
    if r.random() < .2:
        return "a", [("", 0, ([("p", i), (1, j)], r.choice([0, 0, 1, -1])))]
    return "A", [beside(r, i, r.choice([1, 1, 2])), beside(r, j, r.choice([1, 1, 2, 3]))]


def random_waves(r):
    """two loops over each other that touch elements beside their own; perhaps one around them, or in them"""
    names, at = ["i", "j", "k"][:r.choice([2, 2, 3])], r.choice([0, 0, 1])
    loops = []
    for d, v in enumerate(names):
        outer = [([(1, names[d - 1])], r.choice([0, 1]))] * 2 if d and r.random() < .3 else []
        low, high = r.choice([([], 3)] * 3 + [([], 4)] + outer), r.choice([([(1, "n")], 0), ([(1, "m")], 2), ([(1, "n")], -1)] + outer)
        loops.append((v, low, high, 1, r.random() < .3, "for", None, None))
    pair = names[at:] if len(names) > 2 and at else names
    statements = []
    for _ in range(r.choice([1, 1, 2])):
        test = (random_sum(r, names), r.choice(list(TESTS)), random_sum(r, names)) if r.random() < .15 else None
        statements.append((len(names), near(r, pair), [near(r, pair) for _ in range(r.choice([1, 2, 3]))], test, r.choice(["", "", "", "add", "all"])))
    return loops, statements, None


def access_text(a):
    if a[1][0][0] == "*":
        return "*p" + a[1][0][2][0][0][1]
    return a[0] + "".join(f"[{term_text(t)}]" for t in a[1])


def statement_text(name, statement, variables):
    """the statement, and the lines of a function that it calls"""
    depth, store, reads, test, call = statement
    guard = f"if ({sum_text(test[0])} {test[1]} {sum_text(test[2])}) " if test else ""
    value = "1" + "".join(" + " + access_text(x) for x in reads)
    wraps = wraps_text([store, *reads])
    guard += "{ " if wraps else ""
    end = " }" if wraps else ""
    if call == "index" and store[0] in "ab":
        helper = [f"static void {name}(int *to, int at, int x) {{ to[at] = x; }}"]
        return f"{guard}{wraps}{name}({store[0]}, {term_text(store[1][0])}, {value});{end}", helper
    if call == "address":
        helper = [f"static void {name}(int *to, int x) {{ *to = x; }}"]
        return f"{guard}{wraps}{name}(&{access_text(store)}, {value});{end}", helper
    if call == "all" and not any(x[1][0][0] == "*" for x in [store, *reads]):
        helper = [f"static int {name}({', '.join('int ' + v for v in variables)}) {{", f"  {wraps}{access_text(store)} = {value};",
                  "  return 0;", "}"]
        return f"{guard}{name}({', '.join(variables)});{end}", helper
    return f"{guard}{wraps}{access_text(store)} {'+=' if call == 'add' else '='} {value};{end}", []


def loop_text(loop, indent):
    """lines before the body, and behind it"""
    v, low, high, step, down, form, extra, skip = loop
    low, high = sum_text(low), sum_text(high)
    begin, end = [], []
    if extra:
        begin.append(f"{indent}int {extra[0]} = {sum_text(extra[1])};")
        update = f"{indent}  {extra[0]} += {extra[2]};"
    test, move = (f"{v} > {low}", f"{v} -= {step}") if down else (f"{v} < {high}", f"{v} += {step}")
    first = high if down else low
    heads = {"for": f"for (int {v} = {first}; {test}; {move}) {{", "while": f"while ({test}) {{",
             "late": f"for (int {v} = {low}; {v} + 3 < {high} + 3; {move}) {{", "do": "do {",
             "end": f"for (int *p{v} = c + ({low}), *e{v} = c + ({high}); p{v} < e{v}; p{v} += {step}) {{",
             "early": f"while ({v} + {step} < {high}) {{",
             "post": f"while ({v}-- > {low}) {{", "pointer": f"for (int *p{v} = c + ({low}); p{v} < c + ({high}); p{v} += {step}) {{"}
    if form in ("while", "do", "pointer", "end"):
        begin.append(f"{indent}int {v} = {first};")
    if form == "early":
        begin.append(f"{indent}int {v} = {low} - {step};")
    if form == "post":
        begin.append(f"{indent}int {v} = {high};")
    begin.append(indent + heads[form])
    line = len(begin) - 1
    if extra and extra[3]:
        begin.append(update)
    if form == "early":
        begin.append(f"{indent}  {move};")
    if skip:
        begin.append(f"{indent}  if ({sum_text(skip[0])} {skip[1]} {sum_text(skip[2])}) continue;")
    if extra and not extra[3]:
        end.append(update)
    if form in ("while", "do", "pointer", "end"):
        end.append(f"{indent}  {move};")
    end.append(indent + ("}" if form != "do" else f"}} while ({test});"))
    return begin, end, line


def nest_text(number, nest, first):
    """its lines, and line -> (number, depth) of its loops; `first`: the number of its first line"""
    loops, statements, outlined = nest
    helpers, bodies = [], {}

    def emit(lines, where, depth):
        indent = "  " * (depth + 1)
        begin, end, line = loop_text(loops[depth], indent)
        where[len(lines) + line] = (number, depth)
        lines += begin
        variables = ["n", "m", "p"] + counts(loops[:depth + 1])
        for k, statement in enumerate(statements):
            if statement[0] == depth + 1:
                text, helper = statement_text(f"g{number}_{k}", statement, variables)
                helpers.extend(helper)
                lines.append(f"{indent}  {text}")
        if depth + 1 < len(loops) and depth + 1 == outlined and not pointed:
            names = ", ".join("int " + v for v in variables)
            inner, places = [f"static void h{number}({names}) {{"], {}
            emit(inner, places, depth + 1)
            bodies["inner"] = inner + ["}"], places
            lines.append(f"{indent}  h{number}({', '.join(variables)});")
        elif depth + 1 < len(loops):
            emit(lines, where, depth + 1)
        lines += end

    pointed = any(loop[5] in ("pointer", "end") for loop in loops)
    lines, where = [f"void f{number}(int n, int m, int p) {{"], {}
    emit(lines, where, 0)
    all_lines, all_where = list(helpers), {}
    for text, places in [*bodies.values(), (lines + ["}"], where)]:
        all_where.update({first + len(all_lines) + at: loop for at, loop in places.items()})
        all_lines += text
    return all_lines, all_where


class Undefined(Exception):
    """a subscript beyond its row"""


def address(a, env):
    index = [term_value(t, env) for t in a[1]]
    if a[0] in "RQ":
        return (a[0], *index)
    if a[0] == "A" and not FLAT and not 0 <= index[1] < WIDTH:
        raise Undefined
    return (a[0], index[0] * WIDTH + index[1]) if a[0] == "A" else (a[0], index[0])


def iterations(loop, env):
    v, low, high, step, down, form, extra, skip = loop
    low, high, step = sum_value(low, env), sum_value(high, env), env.get(step, step)
    if form == "post":
        return range(high - 1, low - 1, -1)
    if form == "do" and high <= low:
        return range(low, low + 1)
    return range(high, low, -step) if down else range(low, high, step)


def accesses(nest, env, depth=0, iteration=()):
    """(iteration, address, what is done) of all, in order"""
    loops, statements = nest[:2]
    v, extra, skip = loops[depth][0], *loops[depth][6:]
    start, move = (sum_value(extra[1], env), env.get(extra[2], extra[2])) if extra else (0, 0)
    done = 0
    for x in iterations(loops[depth], env):
        here, inside = iteration + (x,), {**env, v: x}
        if extra:
            done += extra[3]
            inside[extra[0]] = start + move * done
        if skip and TESTS[skip[1]](sum_value(skip[0], inside), sum_value(skip[2], inside)):
            continue
        for at, store, reads, test, call in statements:
            if at != depth + 1 or (test and not TESTS[test[1]](sum_value(test[0], inside), sum_value(test[2], inside))):
                continue
            adds = call == "add" or [read == store for read in reads].count(True) == 1
            for read in reads:
                if not adds or read != store:  # x = 1 + x adds, too
                    yield here, address(read, inside), READ
            yield here, address(store, inside), ADD if adds else STORE
        if depth + 1 < len(loops):
            yield from accesses(nest, inside, depth + 1, here)
        done += bool(extra and not extra[3])


def meet_in(reads, stores, adds):
    return bool(stores and len(stores | reads | adds) > 1) or bool(adds and reads and len(adds | reads) > 1)


def values(size):
    """of what stands in the text; n / 2 as C has it"""
    env = dict(zip("nmp", size))
    return env | {h: int(env[h[1]] / int(h[-2])) for h in HALVES}


def depths_that_meet(nest, *size):
    """of which loops two iterations touch the same element, one of them storing, and not both adding to it"""
    by_address, met = collections.defaultdict(list), set()
    try:
        for iteration, where, store in accesses(nest, values(size)):
            by_address[where].append((iteration, store))
    except Undefined:
        return met
    for depth in range(len(nest[0])):
        for touches in by_address.values():
            own = collections.defaultdict(lambda: (set(), set(), set()))
            for iteration, store in touches:
                if len(iteration) > depth:
                    own[iteration[:depth]][store].add(iteration[depth])
            if any(meet_in(*sets) for sets in own.values()):
                met.add(depth)
                break
    return met


def in_waves(waves, first, second):
    """Is the second of two iterations, of a nest from the outer loop on, after the first one by these waves?"""
    if waves[0] == "doacross":  # rows above, from the columns up to so many to the right for each
        rows, columns = (sign * (y - x) for sign, x, y in zip(waves[2], first, second))
        return columns >= -waves[1] * rows if rows else columns > 0
    return waves[1](*first[:2]) < waves[1](*second[:2])


def out_of_waves(nest, depth, waves, size):
    """two iterations that meet and are not in order"""
    by_address = collections.defaultdict(list)
    try:
        for iteration, where, store in accesses(nest, values(size)):
            by_address[where].append((iteration, store))
    except Undefined:
        return None
    for touches in by_address.values():
        touches = list(dict.fromkeys((i[:depth + 2], store != READ) for i, store in touches))
        for k, (second, stores) in enumerate(touches):
            for first, stored in touches[:k]:
                if (stores or stored) and first[:depth] == second[:depth] and first != second:
                    if len(first) < depth + 2 or len(second) < depth + 2 or not in_waves(waves, first[depth:], second[depth:]):
                        return first, second
    return None


def read_waves(line, nest, depth):
    signs = [-1 if loop[4] else 1 for loop in nest[0][depth:depth + 2]]
    if DOACROSS:
        return "doacross", line.count("sink") - 1, signs
    names = [loop[0] for loop in nest[0][depth:depth + 2]]
    down = "-" if signs == [-1, -1] else ""  # the sum that is told falls from wave to wave
    return "skewed", eval(f"lambda {', '.join(names)}: {down}({line[12:].split(':')[0]})")


def holds(test, size):
    """of n, m and p; of other variables nobody knows: then it does not count"""
    try:
        return eval(test, dict(zip("nmp", size)))
    except NameError:
        return False


def verdicts(gantry, lines):
    with tempfile.NamedTemporaryFile("w", suffix=".c") as f:
        f.write("\n".join(lines) + "\n")
        f.flush()
        run = subprocess.run([gantry, "annotate", "-w", "--explain", *["--flat-arrays"] * FLAT, *["--waves=doacross"] * DOACROSS, f.name], capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"status {run.returncode}\n{run.stderr}")
    found, tests, waves = {}, {}, {}
    for line in run.stdout.splitlines():
        m = VERDICT.match(line)
        if m:
            at = int(m[1])
            found[at] = m[2]
        elif line.startswith("  waves "):
            waves[at] = line
        elif line.startswith("  test ") and not line.endswith("overlap"):
            tests[at] = line[12:].replace("&&", "and").replace("||", "or").replace("(long)", "").replace("!(", "not (").replace("/", "//")
    return found, tests, waves


def main():
    gantry, seed, total = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    r, count, unsound = random.Random(seed), collections.Counter(), 0
    for begin in range(0, total, BATCH):
        nests = [(random_waves if WAVES else random_nest)(r) for _ in range(min(BATCH, total - begin))]
        lines, where = [f"int a[100000], b[100000], c[100000], A[2000][{WIDTH}], *R[2000], *Q[2000];"], {}
        for number, nest in enumerate(nests):
            text, places = nest_text(number, nest, len(lines) + 1)
            lines += text
            where.update(places)
        found, tests, waves = verdicts(gantry, lines)
        if found.keys() != where.keys():
            sys.exit(f"{len(found)} verdicts on {len(where)} loops")
        meets_at = [[depths_that_meet(nest, *size) for size in SIZES] for nest in nests]
        for line, (number, depth) in where.items():
            tested = found[line] == "parallel under a test" and any(loop[5] in ("pointer", "end") for loop in nests[number][0])
            parallel = found[line] != "serial" and not tested
            meets = any(depth in met for met, size in zip(meets_at[number], SIZES)
                        if line not in tests or holds(tests[line], size))
            count["under a test of sizes"] += line in tests
            count["under a test" if tested else "parallel" if parallel else "serial, and iterations meet" if meets else "serial, none seen to meet"] += 1
            wrong = next((w for size in SIZES if line in waves and (line not in tests or holds(tests[line], size))
                          if (w := out_of_waves(nests[number], depth, read_waves(waves[line], nests[number], depth), size))), None)
            count["in waves"] += line in waves
            if (parallel and meets) or wrong:
                unsound += 1
                print(f"loop {depth} of\n" + "\n".join(nest_text(number, nests[number], 1)[0]), *([wrong, waves[line]] if wrong else []))
    print(f"seed {seed}: {total} nests, {unsound} unsound; " + ", ".join(f"{n} {k}" for k, n in sorted(count.items())))
    sys.exit(unsound > 0)


main()
