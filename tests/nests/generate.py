#!/usr/bin/env python3
"""generate.py: C programs of every legal nest of target, teams, distribute, parallel, for, loop and simd.

    generate.py --count                  how many shapes and nests there are
    generate.py --list                   one line for each nest: number, pragmas, what is computed
    generate.py --file K --of N          file K (1 … N) of N: every N-th nest, with a main that runs and checks each
    generate.py --out FOLDER [--of N]    all N files, FOLDER/K.c, and prints the numbers of nests and of files; without --of
                                         so many that each holds 60 nests at most
    generate.py --nest K                 a program of nest K alone
    generate.py --random SEED            a random program with code between the levels (levels.py)
    … --subset covering                  of every shape one nest, with all operations, types, trip counts and forms
    … --called                           only nests that end in a simd loop, which stands in a function of its own

A shape is a list of levels, outermost first: an OpenMP directive with the loops it takes, a block directive without,
or a loop without a directive. Shapes come from a grammar of what OpenMP 5.2 allows to stand directly in what
(`options`), each construct alone or combined with the next. A nest is a shape with an operation, a type, trip counts,
loop forms and clauses. Those are picked so that all pairs of them occur, and each shape meets many. Every nest is run
in a target region and again by plain loops; all elements must be equal: floating values are such that sums are exact.
"""
import argparse
import os
import random
import sys

# ---- shapes ----
TEAMS_LOOPS = [('distribute',), ('distribute', 'simd'), ('distribute', 'parallel', 'for'),
               ('distribute', 'parallel', 'for', 'simd'), ('loop',)]
PARALLEL_LOOPS = [('parallel', 'for'), ('parallel', 'for', 'simd'), ('parallel', 'loop')]
BLOCKS = {('target',), ('teams',), ('parallel',), ('target', 'teams'), ('target', 'parallel')}
# where one strand of execution runs code alone, so that a variable declared there is its own
STRANDS = {'seq', 'dist', 'for', 'man', 'own', 'loop', 'simd'}


class Level:
    """kind: omp; plain: a loop without a directive; all: the same, run by every team or thread of `where`;
    team, thread: a loop whose iterations teams or threads share out by their numbers"""
    def __init__(self, kind, leaves, n, where, inside, bind=None):
        self.kind, self.leaves, self.n, self.where, self.inside, self.bind = kind, leaves, n, where, inside, bind

    def name(self):
        if self.kind != 'omp':
            return '(%s)' % self.kind
        return ' '.join(self.leaves) + (' bind(%s)' % self.bind if self.bind else '') + (
            ' collapse(%d)' % self.n if self.n > 1 else '')


def options(where, nested):
    """what may stand directly inside `where`: (kind, leaves, bind, where its own body is)"""
    omp = []
    if where == 'start':
        omp = [(('target',), 'target'), (('target', 'teams'), 'teams'), (('target', 'parallel'), 'par'),
               (('target', 'simd'), None)]
        omp += [(('target',) + p, None) for p in PARALLEL_LOOPS]
        omp += [(('target', 'teams') + t, None) for t in TEAMS_LOOPS]
    elif where == 'teams':
        # what is not distributed is done by every team: with num_teams(1)
        omp = [(('parallel',), 'par')] + [(p, None) for p in PARALLEL_LOOPS] + [(t, None) for t in TEAMS_LOOPS]
    elif where == 'own':  # a loop over team numbers is no construct: this still is directly inside teams
        omp = [(('parallel',), 'par')] + [(p, None) for p in PARALLEL_LOOPS]
    elif where == 'par':
        omp = [(('for',), None), (('for', 'simd'), None), (('loop',), None)]
    elif where == 'simd':
        omp = [(('simd',), None)]  # 5.2 allows loop too; Clang 19 does not
    else:
        omp = [(('simd',), None), (('loop',), None)]
        if where == 'target':
            omp += [(('teams',), 'teams')] + [(('teams',) + t, None) for t in TEAMS_LOOPS]
        if where in ('target', 'seq', 'dist'):
            omp += [(('parallel',), 'par')]
        if where in ('target', 'seq', 'dist', 'loop') or not nested:
            omp += [(p, None) for p in PARALLEL_LOOPS]
    for leaves, inside in omp:
        bind = None
        if leaves == ('loop',) and where in ('seq', 'dist', 'for', 'man'):
            bind = 'thread'
        body = {'distribute': 'dist', 'for': 'for', 'loop': 'loop', 'simd': 'simd'}
        yield 'omp', leaves, bind, inside or body[leaves[-1]]
    if where in ('teams', 'par'):
        yield 'all', (), None, where
        yield ('team', (), None, 'own') if where == 'teams' else ('thread', (), None, 'man')
    elif where != 'start':
        yield 'plain', (), None, 'seq' if where == 'target' else where


def shapes_of(loops, where='start', nested=False, parallel=False):
    """all shapes of so many loops inside `where`"""
    if loops == 0:
        if where not in ('start', 'teams', 'par', 'target'):
            yield []
        return
    for kind, leaves, bind, inside in options(where, nested):
        par = parallel or 'parallel' in leaves
        nest = nested or (parallel and 'parallel' in leaves)
        block = kind == 'omp' and leaves in BLOCKS
        for n in [0] if block else range(1, loops + 1) if kind == 'omp' else [1]:
            for rest in shapes_of(loops - n, inside, nest or (par and inside == 'man'), par):
                yield [Level(kind, leaves, n, where, inside, bind)] + rest


def directives(shape):
    return sum(l.kind == 'omp' for l in shape)


def all_shapes():
    out = []
    for loops in (1, 2, 3):
        groups = {}
        for s in shapes_of(loops):
            plain = sum(l.kind in ('plain', 'all') for l in s)
            if plain > 1 or (plain == 1 and sum(l.kind in ('team', 'thread') for l in s)):
                continue
            # the same leaves over the same loops, combined or not
            key = ' '.join(' '.join(l.leaves) + ('/%d' % l.n if l.n else '') + (l.kind if l.kind != 'omp' else '')
                           for l in s)
            groups.setdefault(key, []).append(s)
        for key, g in groups.items():
            if loops == 3:  # as much combined, and as much separate, as can be
                g = sorted(g, key=directives)
                g = g[:1] + g[-1:] if len(g) > 1 else g
            out += g
    return out


def one_team(shape):
    return any(l.where == 'teams' and l.kind == 'omp' and l.leaves[0] == 'parallel' for l in shape)


def shape_name(shape):
    return ' | '.join(l.name() for l in shape)


# ---- reductions ----
def reduce_over(levels, choice):
    """the levels that need a reduction clause for a variable declared outside them all; None: there is no legal way"""
    want, skip = [], -1
    for i, l in enumerate(levels):
        if l.kind != 'omp' or l.leaves in (('target',), ('distribute',)):
            continue
        if l.leaves == ('loop',) and l.where == 'teams':
            return None
        if l.leaves[-1] == 'parallel':
            inner = [k for k in levels[i + 1:] if k.kind != 'all'][0]
            if inner.kind == 'omp' and (inner.leaves != ('for',) or choice % 2):
                continue
            want.append(i)
            if inner.kind == 'omp':
                skip = levels.index(inner)
            continue
        if i != skip:
            want.append(i)
    return want


def cuts(shape):
    """levels before which a variable of an outer loop's body can be declared"""
    out, loops = [], 0
    for i, l in enumerate(shape):
        if loops and l.where in STRANDS:
            out.append(i)
        loops += l.n
    return out


# ---- types, operations ----
TYPES = ['int', 'long', 'float', 'double', 'float _Complex', 'double _Complex']
SHORT = {'int': 'int', 'long': 'long', 'float': 'float', 'double': 'double', 'float _Complex': 'cfloat',
         'double _Complex': 'cdouble'}
OPS = ['store', 'update', 'atomic', 'reduce', 'row', 'rowsum']
WORDS = {'+': 'add', '-': 'sub', '*': 'mul', 'min': 'min', 'max': 'max', '&': 'and', '|': 'or', '^': 'xor', '&&': 'all',
         '||': 'any', '': 'val'}
TRIPS = {1: [(0,), (1,), (3,), (31,), (33,), (100,), (1000,)],
         2: [(0, 33), (33, 0), (1, 100), (100, 1), (3, 31), (31, 3), (33, 33), (3, 1000), (1000, 3), (100, 31),
             (31, 100), (1, 1), (1, 33), (33, 1), (3, 100)],
         3: [(0, 3, 33), (3, 0, 33), (33, 3, 0), (1, 33, 3), (3, 31, 33), (33, 3, 31), (31, 33, 1), (100, 3, 3),
             (3, 100, 3), (3, 3, 100), (1, 3, 1000), (1000, 1, 3), (3, 1000, 1), (1, 1, 31), (1, 31, 33), (3, 1, 33)]}
FORMS = ['up', 'le', 'step3', 'down', 'down2', 'ne', 'nedown', 'unsigned', 'udown', 'size', 'flip', 'ulong2', 'short']
SCHED = ['', '', 'static', 'static, 1', 'static, 5', 'dynamic', 'dynamic, 3', 'guided', 'auto']


def operators(ty, op):
    if op in ('store', 'update'):
        return ['']
    if 'Complex' in ty:
        return ['+', '-', '*'] if op == 'atomic' else ['+', '*']
    if op == 'atomic':
        return ['+', '-', '*', '&', '|', '^'] if ty in ('int', 'long') else ['+', '-', '*']
    return ['+', '*', 'min', 'max', '&&', '||'] + (['&', '|', '^'] if ty in ('int', 'long') else [])


def value(ty, rop, x):
    c, l = 'Complex' in ty, ty == 'long'
    s = 'f' if 'float' in ty else ''
    if rop == '':
        return '%s * 1000003L - 5' % x if l else '%s * 7 + 1' % x if ty == 'int' else \
            '(%s + 1) + (%s %% 5) * I' % (x, x) if c else '%s * 0.5%s + 1' % (x, s)
    if rop in '+-':
        return '(%s %% 23 - 7) * 1000003L' % x if l else '%s %% 23 - 7' % x if ty == 'int' else \
            '(%s %% 9 - 2) + (%s %% 4) * I' % (x, x) if c else '(%s %% 9) * 0.5%s - 1' % (x, s)
    if rop == '*':
        return '%s %% 397 == 5 ? 1 + 1 * I : %s %% 3 == 1 ? 1 * I : 1' % (x, x) if c else \
            '%s %% 397 == 5 ? 2 : %s %% 3 == 1 ? -1 : 1' % (x, x)
    if rop in ('min', 'max'):
        return '%s * 37 %% 1009 - 300' % x
    if rop == '&':
        return '%s %% 50 == 7 ? ~(1%s << %s %% 17) : -1' % (x, 'L' if l else '', x)
    if rop == '|':
        return '%s %% 50 == 7 ? 1%s << %s %% 17 : 0' % (x, 'L' if l else '', x)
    if rop == '^':
        return '%s * 11400714819323L' % x if l else '(int)(%s * 40503u)' % x
    return '%s %% 1000 != 500' % x if rop == '&&' else '%s == 30' % x


def initial(rop):
    return {'+': '3', '-': '3', '*': '3', 'min': '100', 'max': '5', '&': '-1', '|': '1 << 20', '^': '77', '&&': '1',
            '||': '0'}[rop]


def apply(rop, to, v, how):
    if rop in ('min', 'max'):
        c = '<' if rop == 'min' else '>'
        if how % 2:
            return 'if (%s %s %s) %s = %s;' % (v, c, to, to, v)
        return '%s = %s %s %s ? %s : %s;' % (to, to, c, v, to, v)
    if rop in ('&&', '||'):
        return '%s = %s %s (%s);' % (to, to, rop, v)
    if how % 3 == 1:
        return '%s = %s %s (%s);' % (to, to, rop, v)
    if how % 3 == 2 and rop != '-':
        return '%s = (%s) %s %s;' % (to, v, rop, to)
    return '%s %s= %s;' % (to, rop, v)


# ---- loops ----
def loop_text(form, v, n):
    """n: the trip count, a C expression of type int. The head of the loop, and the iteration's number"""
    u = '(unsigned)(%s)' % n if not n.isdigit() else n + 'u'
    s = '(size_t)(%s)' % n if not n.isdigit() else n
    return {
        'up': ('int {v} = 0; {v} < {n}; {v}++', v),
        'le': ('int {v} = 1; {v} <= {n}; ++{v}', '({v} - 1)'),
        'step3': ('int {v} = -2; {v} < 3 * ({n}) - 2; {v} += 3', '(({v} + 2) / 3)'),
        'down': ('int {v} = {n} - 1; {v} >= 0; {v}--', '({n} - 1 - {v})'),
        'down2': ('long {v} = 2 * ({n}) + 5; {v} > 5; {v} -= 2', '((int)((2 * ({n}) + 5 - {v}) / 2))'),
        'ne': ('int {v} = 0; {v} != {n}; {v}++', v),
        'nedown': ('int {v} = {n}; {v} != 0; --{v}', '({n} - {v})'),
        'unsigned': ('unsigned {v} = 3; {v} < 3 + {u}; {v} += 1', '((int){v} - 3)'),
        'udown': ('unsigned {v} = {u} + 4; {v} > 4; {v}--', '((int)({u} + 4 - {v}))'),
        'size': ('size_t {v} = 0; {v} < {s}; {v}++', '((int){v})'),
        'flip': ('int {v} = 0; {n} > {v}; {v} = 1 + {v}', v),
        'ulong2': ('unsigned long {v} = 1; {v} <= 2 * {s}; {v} = {v} + 2', '((int)(({v} - 1) / 2))'),
        'short': ('short {v} = 0; {v} < {n}; {v}++', '((int){v})'),
    }[form], dict(v=v, n=n, u=u, s=s)


# ---- nests ----
FACTORS = {
    'op': OPS, 'type': TYPES, 'rop': list(WORDS), 'form': list(range(len(FORMS))), 'bound': ['constant', 'variable'],
    'vary': [0, 1], 'sched': SCHED, 'dist': ['', 'static', 'static, 4'],
    'threads': ['', '', 'num_threads(1)', 'num_threads(7)', 'num_threads(32)', 'num_threads(64)', 'thread_limit(33)'],
    'teams': ['', '1', '3', '16'], 'lanes': ['', '', 'simdlen(4)', 'simdlen(8)', 'safelen(8)', 'safelen(2)'],
    'body': ['plain', 'branch', 'call'], 'memory': ['array', 'pointer', 'static'], 'map': ['implicit', 'explicit'],
    'choice': [0, 1, 2, 3],
}


def legal_ops(shape):
    ops = ['store', 'update']
    if not any('loop' in l.leaves for l in shape) and shape[-1].inside != 'own':
        ops.append('atomic')
    if reduce_over(shape, 0) is not None:
        ops.append('reduce')
    good = [c for c in cuts(shape) if reduce_over(shape[c:], 0) is not None]
    if good:
        ops.append('row')
        if any(reduce_over(shape[:c], 0) is not None for c in good):
            ops.append('rowsum')
    return ops


class Nest:
    def __init__(self, number, shape, f):
        self.number, self.shape, self.f = number, shape, f

    def describe(self):
        f = self.f
        return '%s: %s %s%s, trips %s, forms %d, %s' % (
            shape_name(self.shape), f['op'], SHORT[f['type']], ' ' + f['rop'] if f['rop'] else '',
            'x'.join(map(str, f['trips'])), f['form'], ' '.join(str(f[k]) for k in (
                'bound', 'vary', 'sched', 'dist', 'threads', 'teams', 'lanes', 'body', 'memory', 'map') if f[k]))


def clang_fails(n):
    """chunks of the threads' schedule on a directive that distributes too: Clang 19 leaves out iterations"""
    return 'static,' in n.f['sched'] and any({'distribute', 'for'} <= set(l.leaves) for l in n.shape)


def cost(trips):
    n = 1
    for t in trips:
        n *= t
    return n


class Pairs:
    """which pairs of values came up, of two factors or of a construct and a factor: of each value, and of each construct, a
    number whose bits are the values beside it"""

    def __init__(self):
        self.bits = {}  # factor: value: its bit
        self.beside = {}  # bit, or name of a construct: the bits of what came up beside it
        self.count = 0

    def bit(self, name, value):
        values = self.bits.setdefault(name, {})
        if value not in values:
            values[value] = bit = 1 << self.count
            self.beside[bit] = bit
            self.count += 1
        return values[value]

    def of(self, f, constructs):
        """how many pairs of this nest are new; its bits, and those that are paired with its constructs"""
        bits = [self.bit(name, value) for name, value in f.items()]
        of_constructs = sum(self.bit(a, f[a]) for a in ('op', 'type', 'trips', 'rop', 'form', 'body', 'sched'))
        every = sum(bits)
        new = sum((every & ~self.beside[b]).bit_count() for b in bits) // 2  # each is seen from both sides
        new += sum((of_constructs & ~self.beside.get(e, 0)).bit_count() for e in constructs)
        return new, bits, of_constructs

    def add(self, bits, of_constructs, constructs):
        every = sum(bits)
        for b in bits:
            self.beside[b] |= every
        for e in constructs:
            self.beside[e] = self.beside.get(e, 0) | of_constructs


def pick_nests():
    """every shape with some nests; which, by the pairs of factors that no nest before had"""
    pairs = Pairs()
    nests = []
    for si, shape in enumerate(all_shapes()):
        loops = sum(l.n for l in shape)
        r = random.Random(1000 + si)
        ops = legal_ops(shape)
        leaves = {k for l in shape for k in l.leaves}
        count = {1: 8, 2: 3, 3: 2}[loops]
        start = si % len(ops)
        ops = ops[start:] + ops[:start]
        # what the pairs are made of: a shape's outermost and innermost constructs stand for it
        family = {shape_name(shape[:1]), shape_name(shape[-1:])}
        for k in range(count):
            best = None
            for _ in range(24):
                f = {n: r.choice(v) for n, v in FACTORS.items()}
                f['op'] = ops[k % len(ops)]
                f['type'] = TYPES[(si * count + k + r.randrange(3)) % 6]
                f['trips'] = r.choice(TRIPS[loops])
                f['rop'] = r.choice(operators(f['type'], f['op']))
                if 'for' not in leaves:
                    f['sched'] = ''
                if 'distribute' not in leaves:
                    f['dist'] = ''
                if 'simd' not in leaves:
                    f['lanes'] = ''
                if 'teams' not in leaves or one_team(shape):
                    f['teams'] = ''
                if 'parallel' not in leaves and f['threads'].startswith('num') or \
                        'target' in leaves and len(leaves) == 1:
                    f['threads'] = ''
                new, *its = pairs.of(f, family)
                if best is None or new > best[0]:
                    best = (new, f, its)
            pairs.add(*best[2], family)
            nests.append(Nest(len(nests), shape, best[1]))
    return nests


def covering(nests):
    """of every shape one nest, so that the pairs of operation and type and all values come up"""
    by_shape = {}
    for n in nests:
        by_shape.setdefault(id(n.shape), []).append(n)
    seen, out = {}, []
    for group in by_shape.values():
        def score(n):
            f = n.f
            keys = [('ot', f['op'], f['type']), ('or', f['op'], f['rop'])] + [(k, f[k]) for k in f] + \
                   [(l.name(), f['op']) for l in n.shape]
            return keys
        best = min(group, key=lambda n: (sum(seen.get(k, 0) for k in score(n)), n.number))
        for k in score(best):
            seen[k] = seen.get(k, 0) + 1
        out.append(best)
    return out


# ---- text ----
def ends_in_simd(shape):
    """below other levels, and no part of them: the loop of a thread, which may stand in a function"""
    return len(shape) > 1 and shape[-1].kind == 'omp' and shape[-1].leaves == ('simd',)


class Writer:
    def __init__(self, nest, used, called=False):
        self.nest, self.shape, self.f, self.used, self.called = nest, nest.shape, nest.f, used, called
        self.function = []  # of the innermost simd loop, where that is called
        f, n = nest.f, sum(l.n for l in nest.shape)
        self.trips = f['trips']
        self.forms = [FORMS[(f['form'] + 5 * k) % len(FORMS)] for k in range(n)]
        self.first = []  # the number of each level's first loop
        at = 0
        for l in self.shape:
            self.first.append(at)
            at += l.n
        self.vary = [False] * n
        if f['vary'] and n > 1:
            for i, l in enumerate(self.shape):
                k = self.first[i]
                # one loop in there runs less often in some iterations of the one around it
                if l.n == 1 and k > 0 and self.trips[k] >= 3 and l.kind in ('omp', 'plain'):
                    self.vary[k] = True
        self.cut = None
        if f['op'] in ('row', 'rowsum'):
            good = [c for c in cuts(self.shape) if reduce_over(self.shape[c:], 0) is not None]
            if f['op'] == 'rowsum':
                good = [c for c in good if reduce_over(self.shape[:c], 0) is not None]
            self.cut = good[f['choice'] % len(good)]
        self.ty, self.rop = f['type'], f['rop']
        self.bounds = ['n%d' % k if f['bound'] == 'variable' else str(t) for k, t in enumerate(self.trips)]
        self.ordinals = [None] * n
        self.pragmas = []

    def trip(self, k):
        return '%s - %s %% 3' % (self.bounds[k], self.ordinals[k - 1]) if self.vary[k] else self.bounds[k]

    def head(self, k, kind, serial):
        v = 'i%d' % k
        if kind in ('team', 'thread'):
            self.ordinals[k] = v
            if serial:
                return 'for (int %s = 0; %s < %s; %s++)' % (v, v, self.bounds[k], v)
            a, b = ('team_num', 'num_teams') if kind == 'team' else ('thread_num', 'num_threads')
            return 'for (int %s = omp_get_%s(); %s < %s; %s += omp_get_%s())' % (v, a, v, self.bounds[k], v, b)
        n = '(%s)' % self.trip(k) if self.vary[k] else self.trip(k)
        (text, number), words = loop_text(self.forms[k], v, n)
        self.ordinals[k] = number.format(**words)
        return 'for (%s)' % text.format(**words)

    def number(self, upto):
        """the number of the iteration of the first `upto` loops, in source order"""
        e = self.ordinals[0]
        for k in range(1, upto):
            e = '(%s) * %d + %s' % (e, self.trips[k], self.ordinals[k]) if k > 1 else \
                '%s * %d + %s' % (e, self.trips[k], self.ordinals[k])
        return e

    def clauses(self, i, reductions):
        l, f, out = self.shape[i], self.f, []
        d = l.leaves
        if i == 0:
            out += self.maps
        if l.bind:
            out.append('bind(%s)' % l.bind)
        elif d == ('loop',) and l.where == 'teams' and f['choice'] % 2:
            out.append('bind(teams)')
        elif d == ('loop',) and l.where == 'par' and f['choice'] % 2:
            out.append('bind(parallel)')
        if l.n > 1:
            out.append('collapse(%d)' % l.n)
        if 'teams' in d and (f['teams'] or one_team(self.shape)):
            out.append('num_teams(%s)' % (f['teams'] or '1'))
        if 'parallel' in d and f['threads'].startswith('num'):
            out.append(f['threads'])
        if f['threads'].startswith('thread_limit') and ('teams' in d or i == 0 and not any(
                'teams' in k.leaves for k in self.shape)):
            out.append(f['threads'])
        if 'for' in d and f['sched']:
            out.append('schedule(%s)' % f['sched'])
        if 'distribute' in d and f['dist']:
            out.append('dist_schedule(%s)' % f['dist'])
        if 'simd' in d and f['lanes']:
            out.append(f['lanes'])
        out += ['reduction(%s: %s)' % (self.rop, v) for v, where in reductions if i in where]
        return ''.join(' ' + c for c in out)

    def body(self, out, pad, serial):
        f, op = self.f, self.f['op']
        out.append(pad + 'const int x = %s;' % self.number(len(self.trips)))

        def one(x, pad):
            v = value(self.ty, self.rop, x)
            if f['body'] == 'call':
                self.used.add((self.ty, self.rop))
                v = 'v_%s_%s(%s)' % (SHORT[self.ty], WORDS[self.rop], x)
            if op == 'store':
                return [pad + 'out[x] = %s + in[x %% 64];' % (v if '?' not in v else '(%s)' % v)]
            if op == 'update':
                return [pad + 'out[x] = out[x] * 2 + %s;' % v]
            if op == 'atomic':
                lines = [] if serial else [pad + '#pragma omp atomic' + ('', ' update', ' relaxed', '')[f['choice']]]
                return lines + [pad + apply(self.rop, 'cells[x % 5]', v, f['choice'])]
            to = {'reduce': 's', 'row': 'r', 'rowsum': 'r'}[op]
            return [pad + apply(self.rop, to, '(%s)' % v if '?' in v else v, f['choice'])]

        if f['body'] == 'branch':
            out.append(pad + 'if (x % 3 != 1) {')
            out.extend(one('x', pad + '    '))
            out.append(pad + '} else if (x % 7 != 4) {')
            out.extend(one('(x + 2)', pad + '    '))
            out.append(pad + '}')
        else:
            out.extend(one('x', pad))

    def region(self, serial):
        out, f = [], self.f
        reductions = []
        if f['op'] == 'reduce':
            reductions = [('s', reduce_over(self.shape, f['choice']))]
        elif f['op'] in ('row', 'rowsum'):
            inner = reduce_over(self.shape[self.cut:], f['choice'])
            reductions = [('r', [self.cut + i for i in inner])]
            if f['op'] == 'rowsum':
                reductions.append(('s', reduce_over(self.shape[:self.cut], f['choice'] // 2)))
        self.maps = []
        names = {'atomic': ['cells'], 'reduce': [], 'rowsum': []}.get(f['op'], ['out'])
        if f['memory'] == 'pointer':
            self.maps += ['map(tofrom: %s[0:%s])' % (n, self.size if n == 'out' else 5) for n in names]
        elif f['map'] == 'explicit':
            self.maps += ['map(tofrom: %s)' % n for n in names]
        if f['op'] == 'store' and f['map'] == 'explicit':
            self.maps.append('map(to: in)')
        if f['op'] in ('reduce', 'rowsum') and (f['map'] == 'explicit' or 0 not in dict(reductions)['s']):
            self.maps.append('map(tofrom: s)')
        self.level(out, 0, '    ', serial, reductions)
        return out

    def level(self, out, i, pad, serial, reductions):
        if i == self.cut:
            start = '1' if self.rop == '*' and self.f['op'] == 'rowsum' else initial(self.rop)
            out.append(pad + '%s r = %s;' % (self.ty, start))
            self.levels(out, i, pad, serial, reductions)
            if self.f['op'] == 'row':
                out.append(pad + 'out[%s] = r;' % self.number(self.first[i]))
            else:
                out.append(pad + apply(self.rop, 's', 'r', self.f['choice'] // 2))
        else:
            self.levels(out, i, pad, serial, reductions)

    def levels(self, out, i, pad, serial, reductions):
        if i == len(self.shape):
            self.body(out, pad, serial)
            return
        if self.called and not serial and i == len(self.shape) - 1 and not self.function:
            self.call(out, i, pad, reductions)
            return
        l = self.shape[i]
        if l.kind == 'omp':
            text = 'omp ' + ' '.join(l.leaves) + self.clauses(i, reductions)
            if not serial:
                out.append('#pragma ' + text)
                self.pragmas.append(text)
        elif not serial:
            self.pragmas.append('(%s)' % l.kind)
        if l.n == 0:
            out.append(pad + '{')
            self.level(out, i + 1, pad + '    ', serial, reductions)
            out.append(pad + '}')
            return
        for k in range(self.first[i], self.first[i] + l.n):
            out.append(pad + self.head(k, l.kind, serial) + (' {' if k == self.first[i] + l.n - 1 else ''))
            pad += '    '
        self.level(out, i + 1, pad, serial, reductions)
        out.append(pad[4:] + '}')

    def call(self, out, i, pad, reductions):
        """level i as a function: of the numbers of the iterations around it, and of what it stores to"""
        f, ty, numbers = self.f, self.ty, list(self.ordinals)
        params, args = [], []
        if f['bound'] == 'variable':
            params += ['int n%d' % k for k in range(len(self.trips))]
            args += ['n%d' % k for k in range(len(self.trips))]
        for k in range(self.first[i]):
            params.append('int o%d' % k)
            args.append('(int)(%s)' % numbers[k])
            self.ordinals[k] = 'o%d' % k
        result = {'reduce': 's', 'row': 'r', 'rowsum': 'r'}.get(f['op'])
        if result:
            params.append('%s %s' % (ty, result))
            args.append(result)
        else:
            name = 'cells' if f['op'] == 'atomic' else 'out'
            params.append('%s *%s' % (ty, name))
            args.append(name)
        if f['op'] == 'store':
            params.append('const int *in')
            args.append('in')
        name = 'inner%d' % self.nest.number
        self.function = ['static %s %s(%s)' % (ty if result else 'void', name, ', '.join(params)), '{']
        self.levels(self.function, i, '    ', False, reductions)
        self.function += ['    return %s;' % result] if result else []
        self.function.append('}')
        self.ordinals = numbers
        out.append(pad + '%s%s(%s);' % (result + ' = ' if result else '', name, ', '.join(args)))

    def text(self):
        f, k = self.f, self.nest.number
        total = max(cost(self.trips), 1)
        if f['op'] == 'row':
            total = max(cost(self.trips[:self.first[self.cut]]), 1)
        self.size = total
        device, serial = self.region(False), self.region(True)
        op, ty = f['op'], self.ty
        out = ['/* %s */' % self.nest.describe()] + self.function + ['static int nest%d(void)' % k, '{']
        if f['bound'] == 'variable':
            out.append('    int ' + ', '.join('n%d = %d' % p for p in enumerate(self.trips)) + ';')
            out.append('    ' + ' '.join('(void)n%d;' % p for p in range(len(self.trips))))
        name, n = ('cells', 5) if op == 'atomic' else ('out', total)
        array = op in ('store', 'update', 'atomic', 'row')
        if array:
            if f['memory'] == 'pointer':
                out.append('    %s *%s = malloc(%d * sizeof *%s), *want = malloc(%d * sizeof *want);' % (
                    ty, name, n, name, n))
            else:
                out += ['    static %s want[%d];' % (ty, n),
                        '    %s%s %s[%d];' % ('static ' if f['memory'] == 'static' else '', ty, name, n)]
            start = '77 + at % 5' if op != 'atomic' else initial(self.rop)
            out.append('    for (int at = 0; at < %d; at++) %s[at] = want[at] = %s;' % (n, name, start))
        else:
            out.append('    %s s = %s, want = %s;' % (ty, initial(self.rop), initial(self.rop)))
        if op == 'store':
            out += ['    int in[64];', '    for (int at = 0; at < 64; at++) in[at] = at * at % 17;']
        out += device
        out.append('    {')
        text = ['    ' + t if not t.startswith('#') else t for t in serial]
        if array:
            out.append('        %s *got = %s;' % (ty, name))
            out.append('        {')
            out.append('            %s *%s = want;' % (ty, name))
            out += ['        ' + t if not t.startswith('#') else t for t in serial]
            out.append('        }')
            check = 'differs(%d, at, got[at], want[at])' % k
            out.append('        for (int at = 0; at < %d; at++)' % n)
            out.append('            if (got[at] != want[at]) return %s;' % check)
        else:
            out += ['        const %s got = s;' % ty, '        s = %s;' % initial(self.rop)] + text
            out += ['        want = s;', '        if (got != want) return differs(%d, 0, got, want);' % k]
        out.append('    }')
        if array and f['memory'] == 'pointer':
            out.append('    free(%s), free(want);' % name)
        out += ['    return 0;', '}', '']
        return out


HEAD = '''#include <complex.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct nest {
    int number;
    const char *pragmas;
    int (*run)(void);
};
extern const struct nest nests[];

static int differs(int number, long at, double _Complex got, double _Complex want)
{
    const struct nest *n = nests;
    while (n->number != number) n++;
    printf("nest %d:\\n%selement %ld: got %.17g + %.17gi, want %.17g + %.17gi\\n", number, n->pragmas, at, creal(got),
           cimag(got), creal(want), cimag(want));
    return 1;
}
'''

MAIN = '''/* In a process of its own, so that one that is stopped does not hide the others. */
static int run(const struct nest *n)
{
    int status = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        if (getenv("EXPECT_DEVICE")) {
            int host = 1;
#pragma omp target map(from: host)
            host = omp_is_initial_device();
            if (host) {
                puts("target regions run on the initial device");
                exit(2);
            }
        }
        exit(n->run());
    }
    if (child < 0 || waitpid(child, &status, 0) < 0) return 1;
    if (status == 0) return 0;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 1)
        printf("nest %d: status %x\\n%s", n->number, status, n->pragmas);
    printf("failed: %d\\n", n->number);
    return 1;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (const struct nest *n = nests; n->run; n++)
        if (argc == 1 || atoi(argv[1]) == n->number) failed += run(n);
    if (failed) printf("%d nests failed\\n", failed);
    return failed != 0;
}'''


def program(nests, title, called=False):
    used, texts, table = set(), [], []
    for n in nests:
        w = Writer(n, used, called)
        texts += w.text()
        table.append('    {%d, "%s", nest%d},' % (n.number, ''.join('    #pragma %s\\n' % p if p[0] == 'o' else
                                                               '    %s\\n' % p for p in w.pragmas), n.number))
    out = ['/* %s */' % title, HEAD]
    for i, (ty, rop) in enumerate(sorted(used)):
        text = 'static %s v_%s_%s(int x) { return %s; }' % (ty, SHORT[ty], WORDS[rop], value(ty, rop, 'x'))
        out += ['#pragma omp begin declare target', text, '#pragma omp end declare target'] if i % 2 else [text]
    out += [''] + texts + ['const struct nest nests[] = {'] + table + ['    {0, 0, 0}', '};', '', MAIN]
    return '\n'.join(out) + '\n'


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--count', action='store_true')
    p.add_argument('--list', action='store_true')
    p.add_argument('--file', type=int)
    p.add_argument('--of', type=int)
    p.add_argument('--out', metavar='FOLDER')
    p.add_argument('--nest', type=int)
    p.add_argument('--subset', choices=['covering'])
    p.add_argument('--except', dest='known', metavar='FILE', help='leave out the nests whose numbers begin its lines')
    p.add_argument('--for-clang', action='store_true', help='leave out what Clang 19 gets wrong on the host')
    p.add_argument('--called', action='store_true', help='only nests that end in a simd loop, which is put into a function')
    p.add_argument('--random', type=int, metavar='SEED')
    a = p.parse_args()
    if a.random is not None:
        sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
        sys.dont_write_bytecode = True
        import levels
        sys.stdout.write(levels.program(a.random))
        return
    nests = pick_nests()
    if a.subset:
        nests = covering(nests)
    if a.called:
        nests = [n for n in nests if ends_in_simd(n.shape)]
    total = len(nests)
    files = a.of or (-(-total // 60) if a.out else 1)
    if a.known:
        with open(a.known) as known:
            numbers = {l.split()[0] for l in known if l.strip() and not l.startswith('#')}
        nests = [n for n in nests if str(n.number) not in numbers]
    if a.for_clang:
        nests = [n for n in nests if not clang_fails(n)]
    if a.count:
        print('%d shapes, %d nests' % (len({id(n.shape) for n in nests}), len(nests)))
    if a.list:
        for n in nests:
            print(n.number, n.describe())
    if a.nest is not None:
        sys.stdout.write(program([n for n in nests if n.number == a.nest], 'generate.py --nest %d' % a.nest, a.called))
    def file_text(k):
        title = 'generate.py --file %d --of %d%s' % (k, files, ' --subset ' + a.subset if a.subset else '')
        return program(nests[k - 1::files], title, a.called)

    if a.file:
        sys.stdout.write(file_text(a.file))
    if a.out:
        os.mkdir(a.out)
        for k in range(1, files + 1):
            with open('%s/%d.c' % (a.out, k), 'w') as out:
                out.write(file_text(k))
        print(total, files)


if __name__ == '__main__':
    main()
