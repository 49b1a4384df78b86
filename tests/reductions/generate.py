#!/usr/bin/env python3
"""generate.py PART PARTS [WHAT…]: prints a C program that checks reductions: every level of constructs with every form of list
item, each with some operators and types in turn, so that all pairs occur in all parts together. Values are whole and small:
exact in every type and order. WHAT: only functions whose names hold one of these words."""
import sys

# operator: its types, the value of iteration i (v), first value of element k, the statement X = X op v
INTS = ['int', 'unsigned char', 'short', 'long', 'signed char', 'unsigned long']
REALS = ['float', 'double']
OPS = {
    '+': (INTS + REALS + ['double _Complex', 'float _Complex'], '(i % 3)', '(k % 4)', '{X} += {v};'),
    '-': (INTS + REALS, '(i % 2)', '(9 + k % 4)', '{X} -= {v};'),
    '*': (['long', 'double', 'double _Complex'], '(i % 29 == 7 ? 2 : 1)', '(1 + k % 3)', '{X} *= {v};'),
    '&': (INTS, '~(1 << i % 5)', '127', '{X} &= {v};'),
    '|': (INTS, '(1 << i % 6)', '(k % 2)', '{X} |= {v};'),
    '^': (INTS, '(i % 37)', '(k % 5)', '{X} ^= {v};'),
    '&&': (INTS + ['double'], '(i % 61 != 60)', '(k % 4 != 3)', '{X} = {X} && {v};'),
    '||': (INTS + ['float'], '(i % 31 == 30)', '(k % 4 == 3)', '{X} = {X} || {v};'),
    'min': (INTS + REALS, '((i * 37 + 11) % 101)', '(60 + k)', '{X} = {v} < {X} ? {v} : {X};'),
    'max': (INTS + REALS, '((i * 37 + 11) % 101)', '(20 + k)', '{X} = {X} < {v} ? {v} : {X};'),
    'least': (['struct spot'], '((i * 37 + 11) % 101)', '(60 + k)',
              'if ({v} < {X}.value || ({v} == {X}.value && i < {X}.at)) {{ {X}.value = {v}; {X}.at = (int)i; }}'),
    'gather': (['struct heap'], '(i % 7)', '(k % 3)', '{X}.sum += {v}; {X}.seen[i % 3]++;'),
    'mul5': (['int', 'double'], '(i % 3)', '(k % 4)', '{X} += {v};'),
}
# form: declaration of the object, size of it, list item, elements reduced, how the loop names element k
FORMS = {
    'scalar': ('T x', None, 'x', '1', 'x', ''),
    'array': ('T x[5]', '5', 'x', '5', 'x[{k}]', ''),
    'plane': ('T x[3][2]', '6', 'x', '6', 'x[({k}) / 2][({k}) % 2]', ''),
    'large': ('T x[700]', '700', 'x', '700', 'x[{k}]', ''),
    'part': ('T x[9]', '9', 'x[2:4]', '4', 'x[2 + {k}]', ''),
    'rows': ('T x[4][3]', '12', 'x[1:2][0:3]', '6', 'x[1 + ({k}) / 3][({k}) % 3]', ''),
    'element': ('T x[6]', '6', 'x[3]', '1', 'x[3]', ''),
    'pointer': ('T *x = store', '40', 'x[1:6]', '6', 'x[1 + {k}]', 'store'),
    'length': ('T *x = store', '40', 'x[from:m]', 'm', 'x[from + {k}]', 'store'),
    'long': ('T *x = store', '900', 'x[from:m * 60]', 'm * 60', 'x[from + {k}]', 'store'),
}
LOOP = 'for (long i = 0; i < n; i++)'
LEVELS = {
    'tdpf': ['#pragma omp target teams distribute parallel for MAP R', LOOP, '{ BODY }'],
    'tdpf_simd': ['#pragma omp target teams distribute parallel for simd MAP R', LOOP, '{ BODY }'],
    'tpf': ['#pragma omp target parallel for MAP R', LOOP, '{ BODY }'],
    'ttd_simd': ['#pragma omp target teams distribute simd MAP R', LOOP, '{ BODY }'],
    'tsimd': ['#pragma omp target simd MAP R', LOOP, '{ BODY }'],
    'tteams_loop': ['#pragma omp target teams loop MAP R', LOOP, '{ BODY }'],
    'tparallel_loop': ['#pragma omp target parallel loop MAP R', LOOP, '{ BODY }'],
    'chunks': ['#pragma omp target teams distribute parallel for dist_schedule(static, 7) schedule(dynamic, 3) num_teams(3) MAP R', LOOP, '{ BODY }'],
    'teams_nest': ['#pragma omp target teams MAP R num_teams(3)', '#pragma omp distribute parallel for R', LOOP, '{ BODY }'],
    'teams_between': ['#pragma omp target teams MAP R num_teams(3)', '{', 'int first = omp_get_team_num() == 0;', 'if (first) { long i = 0; BODY }',
                      '#pragma omp distribute parallel for R', 'for (long i = 1; i < n - 1; i++)', '{ BODY }',
                      'if (first) { long i = n - 1; BODY }', '}'],
    'parallel_for': ['#pragma omp target parallel MAP', '#pragma omp for R', LOOP, '{ BODY }'],
    'separate': ['#pragma omp target MAP', '{', '#pragma omp parallel for R num_threads(9)', LOOP, '{ BODY }', '}'],
    'parallel_blocks': ['#pragma omp target parallel MAP R num_threads(7)',
                        '{ for (long i = omp_get_thread_num(); i < n; i += omp_get_num_threads()) { BODY } }'],
    'inner_simd': ['#pragma omp target teams distribute parallel for MAP R', 'for (long h = 0; h < n; h += 10)', '{',
                   '#pragma omp simd R', 'for (long i = h; i < (h + 10 < n ? h + 10 : n); i++)', '{ BODY }', '}'],
    'three_levels': ['#pragma omp target teams distribute MAP R num_teams(2)', 'for (long g = 0; g < n; g += 40)', '{',
                     'long end = g + 40 < n ? g + 40 : n;', '#pragma omp parallel for R', 'for (long h = g; h < end; h += 10)', '{',
                     '#pragma omp simd R', 'for (long i = h; i < (h + 10 < end ? h + 10 : end); i++)', '{ BODY }', '}', '}'],
    'for_simd': ['#pragma omp target parallel MAP', '{', '#pragma omp for R', 'for (long h = 0; h < n; h += 10)', '{',
                 '#pragma omp simd R', 'for (long i = h; i < (h + 10 < n ? h + 10 : n); i++)', '{ BODY }', '}', '}'],
    'orphan': ['#pragma omp target parallel MAPV', 'ORPHAN'],
}

HEAD = r'''
#include "check.h"
struct spot { double value; int at; };
struct heap { long sum, seen[3]; double big[20]; };
static void heap_add(struct heap *into, const struct heap *from)
{
    into->sum += from->sum;
    for (int k = 0; k < 3; k++)
        into->seen[k] += from->seen[k];
    for (int k = 0; k < 20; k++)
        into->big[k] += from->big[k];
}
static void heap_clear(struct heap *h, const struct heap *like)
{
    struct heap none = {0, {0, 0, 0}, {0}};
    *h = like ? none : *h;
}
#pragma omp declare reduction(least : struct spot : omp_out = omp_in.value < omp_out.value || \
        (omp_in.value == omp_out.value && omp_in.at < omp_out.at) ? omp_in : omp_out) initializer(omp_priv = {1e30, 1 << 30})
#pragma omp declare reduction(gather : struct heap : heap_add(&omp_out, &omp_in)) initializer(heap_clear(&omp_priv, &omp_orig))
#pragma omp declare reduction(mul5 : int, double : omp_out += omp_in)
static long where(void *p) { return (long)p != 0; }
'''


def plan():
    at = {op: 0 for op in OPS}
    ops = list(OPS)
    turn = 0
    for level in LEVELS:
        for form in FORMS:
            for _ in range(2):
                op = ops[turn % len(ops)]
                types = OPS[op][0]
                yield level, form, op, types[at[op] % len(types)]
                at[op] += 1
                turn += 1
            turn += 1


def function(number, level, form, op, t):
    decl, size, item, count, elem, store = FORMS[form]
    _, v, first, stmt = OPS[op]
    record = t.startswith('struct')
    name = f'{level}_{form}_{number}'
    body = stmt.format(X=elem.format(k='i % (' + count + ')'), v=v)
    plain = item.split('[')[0]
    start = f'({first})'
    set_first = lambda x: (f'{x}.value = {start}; {x}.at = -1;' if t == 'struct spot' else
                           f'memset(&{x}, 0, sizeof {x}); {x}.sum = {start};' if t == 'struct heap' else f'{x} = (T){start};')
    differs = ('a.value != b.value || a.at != b.at' if t == 'struct spot' else
               'a.sum != b.sum || a.seen[0] != b.seen[0] || a.seen[2] != b.seen[2]' if t == 'struct heap' else 'a != b')
    out = [f'#define T {t}', f'static void {name}_work(T *, T, long, long, long);' if False else '']
    mapped = 'x[0:m * 60 + 9]' if store else 'x'
    r = f'reduction({op}: {item})'
    lines = []
    for line in LEVELS[level]:
        if line == 'ORPHAN':
            line = f'{name}_orphan({"&x" if form == "scalar" else "x"}, from, m, n);'
        line = line.replace('MAPV', f'map(tofrom: {mapped})').replace('MAP', f'map(tofrom: {mapped})')
        lines.append('    ' * (0 if line.startswith('#') else 1) + line.replace(' R', ' ' + r).replace('BODY', body))
    if level == 'orphan':
        param = {'T x': 'T *x', 'T *x = store': 'T *x'}.get(decl, None)
        if param is None:
            param = 'T (*x)[2]' if form == 'plane' else 'T (*x)[3]' if form == 'rows' else 'T *x'
        oitem = {'scalar': 'x[0:1]', 'array': 'x[0:5]', 'plane': 'x[0:3][0:2]', 'large': 'x[0:700]'}.get(form, item)
        obody = stmt.format(X=('x[0]' if form == 'scalar' else elem.format(k='i % (' + count + ')')), v=v)
        out += [f'static void {name}_orphan({param}, long from, long m, long n)', '{', '    (void)from, (void)m;',
                f'#pragma omp for reduction({op}: {oitem})', '    ' + LOOP, '    { ' + obody + ' }', '}']
    serial = ['    ' + LOOP, '    { ' + body + ' }']
    out += [f'static void {name}(long n, long from, long m)', '{', '    (void)from, (void)m;']
    if store:
        out += ['    T *store = check_alloc(sizeof(T) * (size_t)(m * 60 + 9)), *want = check_alloc(sizeof(T) * (size_t)(m * 60 + 9));',
                f'    T *x = want; long all = m * 60 + 9;',
                '    for (long k = 0; k < all; k++) { ' + set_first('x[k]') + ' }', *serial,
                '    x = store;', '    for (long k = 0; k < all; k++) { ' + set_first('x[k]') + ' }', *lines,
                '    for (long k = 0; k < all; k++) { T a = store[k], b = want[k];',
                f'        CHECK(!({differs}), "{op} of {t} at %ld, n=%ld", k, n); }}', '    free(store); free(want);']
    else:
        n = size or '1'
        out += [f'    T got[{n}], want[{n}]; const long all = {n}; {decl}; long k0 = where(got) && where(want);',
                '    T *flat = (T *)&x;',
                '    for (long k = 0; k < all; k++) { ' + set_first('flat[k]') + ' }', *serial,
                '    memcpy(want, flat, sizeof want);',
                '    for (long k = 0; k < all; k++) { ' + set_first('flat[k]') + ' }', *lines,
                '    memcpy(got, flat, sizeof got);', '    (void)k0;',
                '    for (long k = 0; k < all; k++) { T a = got[k], b = want[k];',
                f'        CHECK(!({differs}), "{op} of {t} at %ld, n=%ld", k, n); }}']
    out += ['}', '#undef T']
    return name, '\n'.join(l for l in out if l)


def main():
    part, parts, words = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    print(HEAD)
    names = []
    for number, (level, form, op, t) in enumerate(plan()):
        if level == 'orphan' and form == 'element':
            pass
        if number % parts != part:
            continue
        name, text = function(number, level, form, op, t)
        if words and not any(w in name for w in words):
            continue
        names.append(name)
        print(text)
    print('int main(int argc, char **argv)\n{\n    check_begin(argc, argv);')
    print('    static const long sizes[] = {3, 67, 130};\n    for (int s = 0; s < 3; s++) {')
    for n in names:
        print(f'        {n}(sizes[s], 2, 5);')
    print('    }\n    return check_end();\n}')


main()
