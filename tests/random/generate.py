#!/usr/bin/env python3
"""generate.py SEED: prints a random C program with OpenMP target regions that checks itself.

Every kernel is written twice: as omp_K with pragmas and as ref_K, the same computation done serially. Programs are
race-free and deterministic by construction: what a construct shares is read only, or written by one owner per element,
or updated by commuting operations; numbers are whole and small enough to stay exact in every type. Where a result may
depend on the number of teams or threads, the first version records it and the second repeats it. Both versions hand
every value to rec(), which stores them in the first pass and compares in the second; the program ends with 0 or 1 and
prints the first difference.

A line of output belongs to both versions, or to one of them ('o' and 'r'); '@name' is a function or global variable,
which the reference has its own copy of. Variables carry a permission in each place:
    rw    this strand of execution alone sees it        ro    shared and only read here
    sh    shared by the team's threads, written by whole phases between barriers (by reduction, single, ...)
    acc   takes only its own operator, and cannot be read; this strand's alone, so that constructs may reduce into it
    accs  the same, but other strands update it meanwhile: only atomically or only under its lock, as v.sync says
    elem  an array of which this strand owns one element
"""
import math
import random
import re
import sys

INTS = ['char', 'signed char', 'unsigned char', 'short', 'unsigned short', 'int', 'unsigned', 'long', 'unsigned long',
        'long long', 'unsigned long long']
TYPES = INTS + ['int', 'long', 'long', 'double', 'float', '_Bool']
MASK = {'char': '(%s) & 0x7f', 'signed char': '((%s) & 0x7f) - 20', 'unsigned char': '(%s) & 0xff',
        'short': '((%s) & 0x3fff) - 9', 'unsigned short': '(%s) & 0xffff', 'float': '((%s) & 0xfff) - 100',
        'double': '((%s) & 0xfff) - 1', '_Bool': '(%s) & 1'}
INDEX_TYPES = ['int', 'int', 'int', 'long', 'unsigned', 'unsigned char', 'short', 'signed char', 'size_t', 'long long',
               'unsigned long', 'unsigned short']
UNSIGNED = {'unsigned', 'unsigned char', 'size_t', 'unsigned long', 'unsigned short', 'unsigned long long'}
BITWISE = [t for t in INTS if t != 'char']
ATOMIC_OPS = ['+', '*', '-', '&', '|', '^']
MAXU = 3000


class Var:
    def __init__(self, name, ty, dims=(), fields=None, **kw):
        self.name, self.ty, self.dims, self.fields = name, ty, dims, fields
        self.real = True      # an object with a name, not a parameter that points to one
        self.section = None   # (lower bound, length) for pointers that need a map
        self.big = False      # may hold any value: masked where read
        self.op = None
        self.out = False
        self.const = False
        self.known = None
        self.glob = False
        self.decl = None
        self.__dict__.update(kw)

    def size(self):
        n = 1
        for d in self.dims:
            n *= d
        return n

    def text(self):
        return ('@' if self.glob else '') + self.name


class Frame:
    """A parallel region: what was read or changed since its last barrier."""
    def __init__(self):
        self.dirty, self.reads = set(), set()

    def save(self):
        return set(self.dirty), set(self.reads)

    def join(self, old):
        self.dirty |= old[0]
        self.reads |= old[1]

    def clear(self):
        self.dirty.clear()
        self.reads.clear()


class Ctx:
    def __init__(self, kind, vis, allow, uidx='0', ucount=1, pinned=(), depth=0, frame=None, level='seq'):
        self.kind, self.vis, self.allow = kind, dict(vis), set(allow)
        self.uidx, self.ucount, self.pinned, self.depth = uidx, ucount, set(pinned), depth
        self.frame, self.level = frame, level
        self.dead = set()

    def sub(self, **kw):
        c = Ctx(self.kind, self.vis, self.allow, self.uidx, self.ucount, self.pinned, self.depth + 1, self.frame,
                self.level)
        c.dead = set(self.dead)
        c.__dict__.update(kw)
        return c


class Gen:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.seed = seed
        self.lines, self.ind, self.n = [], 0, 0
        self.frames = []
        self.funcs = []   # (kind, name, ...) device functions
        self.globals = []
        self.structs = []
        self.cnt = 0
        self.budget = 0
        self.scopes = [set()]
        self.only_gantry = False
        self.no_slots = False

    # ---- text ----
    def emit(self, text, tag='b'):
        line = [tag, self.ind, text]
        self.lines.append(line)
        return line

    def open(self, text='{', tag='b'):
        self.emit(text, tag)
        self.ind += 1
        self.scopes.append(set())

    def close(self, text='}', tag='b'):
        self.ind -= 1
        self.emit(text, tag)
        self.scopes.pop()

    def p(self, x):
        return self.r.random() < x

    def pick(self, seq):
        return self.r.choice(list(seq))

    def fresh(self, ctx, shadow=0.2):
        if self.p(shadow):
            c = [n for n, e in sorted(ctx.vis.items()) if n not in ctx.pinned and not e[0].out and e[0].section is None and
                 n not in self.scopes[-1]]
            if c:
                n = self.pick(c)
                self.scopes[-1].add(n)
                return n
        self.n += 1
        n = self.pick('abcdeghkmqstuvwxyz') + str(self.n)
        self.scopes[-1].add(n)
        return n

    def label(self, c='L'):
        self.n += 1
        return c + str(self.n)

    # ---- expressions: long, small, exact ----
    def readable(self, ctx):
        out = []
        for n, (v, perm) in sorted(ctx.vis.items()):
            if n in ctx.dead or (isinstance(perm, str) and perm not in ('rw', 'ro', 'sh')):
                continue
            if any(v in f.dirty for f in self.frames):
                continue
            out.append(v)
        return out

    def note_read(self, v):
        for f in self.frames:
            f.reads.add(v)

    def index(self, ctx, v, idx):
        """the element of v number idx (a C expression that is not negative and less than size)"""
        t = v.text()
        if len(v.dims) == 1:
            return '%s[%s%s]' % (t, '%d + ' % v.section[0] if v.section and v.section[0] else '', idx)
        if len(v.dims) == 2:
            return '%s[(%s) / %d][(%s) %% %d]' % (t, idx, v.dims[1], idx, v.dims[1])
        a, b = v.dims[1], v.dims[2]
        return '%s[(%s) / %d][(%s) / %d %% %d][(%s) %% %d]' % (t, idx, a * b, idx, b, a, idx, b)

    def any_index(self, ctx, v, depth):
        if self.p(0.4) or depth <= 0:
            return str(self.r.randrange(v.size()))
        return '(unsigned long)(%s) %% %d' % (self.expr(ctx, depth - 1), v.size())

    def field(self, v):
        return self.pick(v.fields)

    def element(self, ctx, v, depth):
        """a scalar lvalue inside v, and its type"""
        t, ty = v.text(), v.ty
        if v.dims:
            t = self.index(ctx, v, self.any_index(ctx, v, depth))
        if v.fields:
            path, ty = self.field(v)
            t += path
        return t, ty

    def read(self, ctx, v, depth):
        entry = ctx.vis[v.name][1]
        if isinstance(entry, tuple):
            t, ty = self.index(ctx, v, entry[1]), v.ty
            if v.fields:
                path, ty = self.field(v)
                t += path
        else:
            self.note_read(v)
            t, ty = self.element(ctx, v, depth)
        return self.as_long(t, ty, v.big)

    def as_long(self, t, ty, big):
        if big:
            return '(%s > 17)' % t if ty in ('double', 'float') else '((long)%s & 0xffff)' % t
        return '(long)%s' % t

    def leaf(self, ctx, depth):
        vs = self.readable(ctx)
        if vs and self.p(0.8):
            return self.read(ctx, self.pick(vs), depth)
        if self.p(0.2):
            return 'MAC%d' % self.r.randrange(3)
        return str(self.r.randrange(-20, 200)) if self.p(0.9) else '%dL' % self.r.randrange(5000)

    def expr(self, ctx, depth=2):
        if depth <= 0 or self.p(0.2):
            e = self.leaf(ctx, 0 if depth <= 0 else 1)
            return '(%s)' % e if e.startswith('-') else e
        k = self.r.randrange(12)
        a, b = self.expr(ctx, depth - 1), self.expr(ctx, depth - 1)
        if k < 3:
            return '(%s + %s)' % (a, b)
        if k == 3:
            return '(%s - %s)' % (a, b)
        if k == 4:
            return '((%s) * (%s) & 0xfff)' % (a, b)
        if k == 5:
            return '(%s ^ %s)' % (a, b)
        if k == 6:
            return '(%s %s %s)' % (a, self.pick('&|'), b)
        if k == 7:
            return '(%s < %s ? %s : %s)' % (a, b, self.expr(ctx, 0), self.expr(ctx, 0))
        if k == 8:
            return '(%s %% %d)' % (a, self.pick([3, 7, 10, 31, 64]))
        if k == 9:
            return '(%s / %d)' % (a, self.pick([2, 3, 5, 16]))
        if k == 10:
            pure = [f for f in self.funcs if f['kind'] == 'pure']
            if pure:
                f = self.pick(pure)
                return '@%s(%s)' % (f['name'], ', '.join([a, b, self.expr(ctx, 0)][:f['n']]))
            return '(%s >= %s)' % (a, b)
        return '(%s %s %s)' % (a, self.pick(['==', '!=', '<', '>=']), b)

    def masked(self, ty, e):
        return '(%s)(%s)' % (ty, MASK.get(ty, '(%s) & 0xffff') % e)

    def cond(self, ctx):
        return '%s %s %d' % (self.expr(ctx, 1), self.pick(['>', '<', '!=', '>=']), self.r.randrange(0, 60))

    def clause_cond(self, c):
        return '%s > %d' % (self.number(c, self.r.randrange(40)), self.r.randrange(30))

    # ---- pragmas ----

    def style(self, text):
        k = self.r.random()
        if k < 0.06:
            return '_Pragma("omp %s")' % text
        if k < 0.12:
            i = text.find(' ', self.r.randrange(len(text) // 2 + 1))
            if i > 0:
                return '#pragma omp %s \\\n        %s' % (text[:i], text[i + 1:])
        if k < 0.16:
            return '  #  pragma  omp\t%s /* a comment */' % text
        if k < 0.19:
            return '#pragma omp %s // another' % text
        return '#pragma omp ' + text

    def fill(self, line, text):
        line[2] = self.style(text)

    def clauses(self, cs):
        cs = [c for c in cs if c]
        self.r.shuffle(cs)
        return ''.join((', ' if self.p(0.1) and i else ' ') + c for i, c in enumerate(cs))

    # ---- declarations ----
    def decl_text(self, v, name=None):
        name = name or v.text()
        return '%s %s%s' % (v.ty, name, ''.join('[%d]' % d for d in v.dims))

    def new_var(self, ctx, name=None, scalar=None, shadow=0.2):
        name = name or self.fresh(ctx, shadow)
        k = self.r.random()
        if scalar or (scalar is None and k < 0.55):
            return Var(name, self.pick(TYPES))
        if self.structs and k < 0.7:
            s = self.pick(self.structs)
            return Var(name, s['name'], fields=s['fields'], dims=() if self.p(0.7) else (self.r.randrange(2, 5),))
        dims = self.pick([(self.r.randrange(1, 40),), (self.r.randrange(1, 12),), (self.r.randrange(2, 6),
                         self.r.randrange(1, 7)), (2, self.r.randrange(1, 4), 3)])
        return Var(name, self.pick(TYPES), dims)

    def init_var(self, ctx, v):
        """declares v in ctx with a value; v is not visible to its own initialiser"""
        ctx.vis.pop(v.name, None)
        ctx.pinned.add(v.name)
        if not v.dims and not v.fields:
            self.emit('%s = %s;' % (self.decl_text(v), self.masked(v.ty, self.expr(ctx, 2))))
        elif v.fields:
            self.emit('%s = {0};' % self.decl_text(v) if self.p(0.5) else '%s; __builtin_memset(&%s, 0, sizeof %s);' % (
                self.decl_text(v), v.name, v.name))
            for _ in range(2):
                t, ty = self.element(ctx, v, 0)
                self.emit('%s = %s;' % (t, self.masked(ty, self.expr(ctx, 1))))
        elif self.p(0.3) and v.size() < 12 and len(v.dims) == 1:
            self.emit('%s = {%s};' % (self.decl_text(v), ', '.join(
                self.masked(v.ty, self.expr(ctx, 1)) for _ in range(v.size()))))
        else:
            self.emit('%s;' % self.decl_text(v))
            self.fill_array(ctx, v)
        ctx.pinned.discard(v.name)
        ctx.vis[v.name] = (v, 'rw')
        ctx.dead.discard(v.name)

    def fill_array(self, ctx, v, seed=None):
        i = self.label('i')
        e = self.expr(ctx, 1) if seed is None else str(seed)
        lv = self.index(ctx, v, i)
        if v.fields:
            for path, ty in v.fields:
                self.emit('for (int %s = 0; %s < %d; %s++) %s%s = %s;' % (
                    i, i, v.size(), i, lv, path, self.masked(ty, '%s * 7 + %s' % (i, e))))
            return
        self.emit('for (int %s = 0; %s < %d; %s++) %s = %s;' % (i, i, v.size(), i, lv, self.masked(
            v.ty, '%s * %d + %s' % (i, self.r.randrange(1, 9), e))))

    # ---- stores ----
    def store(self, ctx, t, ty):
        k = self.r.random()
        e = self.expr(ctx, 2)
        if k < 0.7 or ty == '_Bool':
            self.emit('%s = %s;' % (t, self.masked(ty, e)))
        else:
            self.emit('%s = %s;' % (t, self.masked(ty, '(long)%s %s %s' % (t, self.pick('+-^'), e))))

    def writable(self, ctx):
        return [v for n, (v, perm) in sorted(ctx.vis.items()) if perm == 'rw' and not v.const and n not in ctx.dead]

    def reserve(self, ctx, kind=None):
        """an element of an output array that belongs to this place alone: its text and type"""
        c = [v for n, (v, perm) in sorted(ctx.vis.items()) if perm == 'seg' and v.used + ctx.ucount <= v.size()]
        if not c:
            return None
        v = self.pick(c)
        at = '%d + (%s)' % (v.used, ctx.uidx)
        v.used += ctx.ucount
        return self.index(ctx, v, at), v.ty

    def acc_value(self, v, e):
        """an operand that keeps v exact whatever the order"""
        op, ty = v.op, v.ty
        if op == '*':
            if ty in ('unsigned', 'unsigned long', 'unsigned long long'):
                return '((%s) & 6 | 1)' % e
            return '((%s) & 1 ? -1 : 1)' % e
        if op in ('&&', '||'):
            return '((%s) %s 5)' % (e, '!=' if op == '&&' else '==')
        if ty in ('float',):
            return '((%s) & 31)' % e
        if op in ('min', 'max'):
            return '(%s)' % self.masked(ty, e)
        if op == '&':
            return '((%s) | 0x70)' % e
        if ty == 'int' or ty == 'short' or 'char' in ty:
            return '(int)((%s) & 0xff)' % e
        return '((%s) & 0xffff)' % e

    def accumulate(self, v, e, t=None):
        t, op = t or v.text(), v.op
        a = self.acc_value(v, e)
        if op in ('min', 'max'):
            c = '<' if op == 'min' else '>'
            return self.pick(['%s = %s %s %s ? %s : %s;' % (t, a, c, t, a, t), 'if (%s %s %s) %s = %s;' % (a, c, t, t, a)])
        if op in ('&&', '||'):
            return '%s = %s %s %s;' % (t, t, op, a)
        if self.p(0.6):
            return '%s %s= %s;' % (t, op, a)
        if op == '-':
            return '%s = %s - %s;' % (t, t, a)
        return self.pick(['%s = %s %s %s;' % (t, t, op, a), '%s = %s %s %s;' % (t, a, op, t)])

    def ops_for(self, ty):
        if ty in ('float', 'double'):
            return ['+', '-', '*', 'min', 'max', '+']
        if ty == '_Bool':
            return ['&&', '||', '|', '&']
        if ty in ('unsigned short', 'unsigned char', 'char', 'signed char', 'short'):
            return ['+', '-', '&', '|', '^', 'min', 'max']
        return ['+', '+', '-', '*', '&', '|', '^', 'min', 'max']

    # ---- loops ----
    def make_loop(self, ctx, lo_trip=0, hi_trip=20, name=None, canonical=True):
        ty = self.pick(INDEX_TYPES)
        trip = 0 if lo_trip == 0 and self.p(0.06) else self.r.randrange(max(lo_trip, 1), hi_trip + 1)
        step = self.pick([1, 1, 1, 1, 2, 3, 7])
        up = self.p(0.7)
        small = ty in ('signed char', 'unsigned char')
        while trip * step > 90 and small:
            trip, step = max(trip // 2, min(lo_trip, 1)), max(step // 2, 1)
        lo = self.r.randrange(0, 20) if ty in UNSIGNED else self.r.randrange(-15, 15)
        if not up:
            lo += trip * step + (8 if ty in UNSIGNED else 0)
        span = trip * step - (self.r.randrange(step) if trip else 0)
        incl = self.p(0.4) and trip > 0
        if trip == 0 and self.p(0.5) and (up or ty not in UNSIGNED):
            span = -self.r.randrange(0, 5) if not (ty in UNSIGNED and lo < 5) else 0
        end = lo + span if up else lo - span
        if incl:
            end += -1 if up else 1
        rel = ('<=' if incl else '<') if up else ('>=' if incl else '>')
        if step == 1 and not incl and span >= 0 and self.p(0.1):
            rel = '!='
        name = name or self.label(self.pick('ijkl'))
        n = name
        # clang 19 counts collapsed loops wrongly where an unsigned variable has a bound of type long
        cast = (lambda e: '(int)(%s)' % e) if ty == 'unsigned' else (lambda e: e)
        bound = cast(self.number(ctx, end))
        flip = {'<': '>', '<=': '>=', '>': '<', '>=': '<=', '!=': '!='}[rel]
        cond = '%s %s %s' % (n, rel, bound) if self.p(0.85) else '%s %s %s' % (bound, flip, n)
        s = str(step) if self.p(0.8) else cast('(%s)' % self.number(ctx, step))
        if step == 1 and (self.p(0.8) or rel == '!='):
            inc = self.pick([n + '++', '++' + n]) if up else self.pick([n + '--', '--' + n])
        elif up:
            inc = self.pick(['%s += %s' % (n, s), '%s = %s + %s' % (n, n, s), '%s = %s + %s' % (n, s, n)])
        else:
            inc = self.pick(['%s -= %s' % (n, s), '%s = %s - %s' % (n, n, s)])
        init = cast(self.number(ctx, lo))
        lin = '((long)%s - (%d)) / %d' % (n, lo, step) if up else '((%d) - (long)%s) / %d' % (lo, n, step)
        return dict(name=name, ty=ty, trip=trip, lin='(%s)' % lin, init=init, cond=cond, inc=inc, up=up)

    def number(self, ctx, value):
        """a constant, or an expression of the kernel's known size variables that has this value"""
        known = [n for n, (v, perm) in sorted(ctx.vis.items()) if v.known is not None and n not in ctx.dead]
        if known and self.p(0.35):
            n = self.pick(known)
            d = value - ctx.vis[n][0].known
            return '%s' % n if d == 0 else '%s %s %d' % (n, '+' if d > 0 else '-', abs(d)) if self.p(0.7) else \
                '(%s - %d)' % (n, -d)
        return str(value) if self.p(0.95) else '(%d + MAC0 - MAC0)' % value

    def head(self, l, declared=True):
        if not self.p(0.93):
            return 'for (%s%s = %s; %s; \\\n        %s)' % (l['ty'] + ' ' if declared else '', l['name'], l['init'],
                                                          l['cond'], l['inc'])
        return 'for (%s%s = %s; %s; %s)' % (l['ty'] + ' ' if declared else '', l['name'], l['init'], l['cond'], l['inc'])

    # ---- statements of one strand ----
    def seq_block(self, ctx, n):
        c = ctx.sub()
        for _ in range(n):
            self.seq_stmt(c)
        return c

    def seq_stmt(self, c):
        self.budget -= 1
        deep = c.depth > 6 or self.budget < 0
        k = self.r.random()
        if k < 0.16:
            self.init_var(c, self.new_var(c))
        elif k < 0.40:
            w = self.writable(c)
            if w:
                v = self.pick(w)
                self.store(c, *self.element(c, v, 1))
            else:
                self.init_var(c, self.new_var(c))
        elif k < 0.52:
            self.sink(c)
        elif k < 0.58 and not deep:
            self.plain_loop(c)
        elif k < 0.64 and not deep:
            self.branch(c)
        elif k < 0.68:
            self.pointers(c)
        elif k < 0.72 and not deep:
            self.open()
            self.seq_block(c, self.r.randrange(1, 4))
            self.close()
        elif k < 0.78 and c.kind != 'loop':
            self.atomic_acc(c)
        elif k < 0.8 and not deep:
            self.control(c)
        elif k < 0.84 and c.kind != 'loop':
            self.call(c)
        elif not deep:
            self.construct_in_seq(c)
        else:
            self.sink(c)

    def sink(self, c):
        e = [(v, perm) for n, (v, perm) in sorted(c.vis.items()) if isinstance(perm, tuple) and n not in c.dead]
        if e and self.p(0.5):
            v, perm = self.pick(e)
            t, ty = self.index(c, v, perm[1]), v.ty
            if v.fields:
                path, ty = self.field(v)
                t += path
            self.store(c, t, ty)
            return
        s = self.reserve(c)
        if s:
            self.store(c, *s)

    def plain_loop(self, c):
        l = self.make_loop(c, 0, 6)
        in_scope = self.p(0.25)
        if in_scope:
            self.open()
            self.emit('%s %s;' % (l['ty'], l['name']))
        self.open(self.head(l, not in_scope) + ' {')
        i = self.inner(c, [l])
        n = self.r.randrange(1, 4)
        i = self.seq_block(i, n)
        if self.p(0.15):
            self.emit('if (%s) %s;' % (self.cond(i), self.pick(['continue', 'break'])))
            self.seq_stmt(i)
        self.close()
        if in_scope:
            self.close()

    def inner(self, c, loops, **kw):
        """the context of a nest's body"""
        trip, lin = 1, None
        for l in loops:
            t = max(l['trip'], 1)
            lin = l['lin'] if lin is None else '(%s * %d + %s)' % (lin, t, l['lin'])
            trip *= t
        i = c.sub(**kw)
        i.uidx = lin if c.uidx == '0' else '((%s) * %d + %s)' % (c.uidx, trip, lin)
        i.ucount = c.ucount * trip
        for l in loops:
            i.vis[l['name']] = (Var(l['name'], l['ty'], const=True), 'ro')
            i.pinned.add(l['name'])
            i.dead.discard(l['name'])
        return i

    def branch(self, c):
        cond = self.cond(c)
        if self.p(0.2):
            self.open('switch ((unsigned)(%s) %% 3) {' % self.expr(c, 1))
            for k in range(3):
                self.emit('default:' if k == 2 else 'case %d:' % k)
                self.open()
                self.seq_block(c, self.r.randrange(1, 3))
                self.close()
                if self.p(0.7):
                    self.emit('break;')
            self.close()
            return
        self.open('if (%s) {' % cond)
        self.seq_block(c, self.r.randrange(1, 4))
        self.close()
        if self.p(0.5):
            self.open('else {')
            self.seq_block(c, self.r.randrange(1, 3))
            self.close()

    def pointers(self, c):
        w = self.writable(c)
        if not w:
            return
        v = self.pick(w)
        t, ty = self.element(c, v, 0)
        n = self.label('p')
        self.open('{')
        self.emit('%s *%s = &%s;' % (ty, n, t))
        self.emit('*%s = %s;' % (n, self.masked(ty, '(long)*%s + %s' % (n, self.expr(c, 1)))))
        if self.p(0.3):
            self.emit('%s **%sp = &%s; **%sp = %s;' % (ty, n, n, n, self.masked(ty, '(long)%s + 3' % t)))
        self.close('}')

    def control(self, c):
        n = self.label('w')
        self.open('{')
        self.emit('int %s = %d;' % (n, self.r.randrange(1, 5)))
        if self.p(0.5):
            self.open('while (%s-- > 0) {' % n)
            self.inner_repeat(c)
            self.close()
        else:
            self.open('do {')
            self.inner_repeat(c)
            self.close('} while (--%s > 0);' % n)
        self.close()

    def inner_repeat(self, c):
        i = c.sub(allow=c.allow - {'parallel', 'workshare'})
        for n, (v, perm) in list(i.vis.items()):
            if perm == 'seg':
                i.vis[n] = (v, 'none')
        self.seq_block(i, self.r.randrange(1, 3))

    def accs(self, ctx, names=False):
        """what this strand alone adds to"""
        return [v for n, (v, perm) in sorted(ctx.vis.items()) if perm == 'acc' and n not in ctx.dead]

    def synced(self, ctx, sync):
        """what may be updated here by atomics, or under locks; never by both from strands that run at once"""
        return self.accs(ctx) * (sync == 'critical') + \
            [v for n, (v, perm) in sorted(ctx.vis.items()) if n not in ctx.dead and v.op and
             (perm == 'accs' and v.sync == sync or perm == 'acc' and sync == 'atomic' and self.atomic_op(v))]

    @staticmethod
    def atomic_op(v):
        return v.op in ATOMIC_OPS and v.ty != '_Bool'

    def set_op(self, v, op):
        v.op, v.big = op, True
        v.sync = 'atomic' if self.atomic_op(v) and self.p(0.7) else 'critical'

    def acc_below(self, v, allow, teams):
        """the permission for v among the strands of a construct that has no copy of it; locks hold within one team"""
        return 'accs' if v.sync in allow and not (teams and v.sync == 'critical') else 'none'

    def atomic_acc(self, c, target=None):
        vs = self.synced(c, 'atomic') if target is None else [target]
        locked = self.synced(c, 'critical') if 'critical' in c.allow else []
        if not vs or 'atomic' not in c.allow:
            if locked and self.p(0.7):
                self.critical(c)
            else:
                self.sink(c)
            return
        v = self.pick(vs)
        e = self.acc_value(v, self.expr(c, 1))
        t, op = v.text(), v.op
        if v.dims:
            t = self.index(c, v, self.any_index(c, v, 1))
        order = self.pick(['', '', '', '', ' seq_cst', ' relaxed', ' update'])
        k = self.r.random()
        if locked and k < 0.2:
            self.critical(c)
            return
        if v.ty in INTS and op == '+' and k < 0.4:
            s = self.reserve(c)
            self.open('{')
            self.emit('%s %s_c;' % (v.ty, v.name))
            form = self.r.randrange(5)
            n = v.name + '_c'
            if form == 0:
                self.emit(self.style('atomic capture'), 'o')
                self.emit('%s = %s++;' % (n, t))
            elif form == 1:
                self.emit(self.style('atomic capture'), 'o')
                self.emit('{ %s = %s; %s += %s; }' % (n, t, t, e))
            elif form == 2:
                self.emit(self.style('atomic capture seq_cst'), 'o')
                self.emit('{ %s = %s + %s; %s = %s; }' % (t, t, e, n, t))
            elif form == 3:
                self.emit(self.style('atomic capture'), 'o')
                self.emit('%s = %s += %s;' % (n, t, e))
            else:
                self.emit(self.style('atomic capture'), 'o')
                self.emit('%s = ++%s;' % (n, t))
            if s:
                # what was captured depends on the order; that something was does not
                self.emit('%s = %s;' % (s[0], self.masked(s[1], '%s_c == %s_c ? 4 : 1' % (v.name, v.name))))
            self.close('}')
            return
        self.emit(self.style('atomic' + order), 'o')
        forms = ['%s %s= %s;' % (t, op, e), '%s = %s %s %s;' % (t, t, op, e)]
        if op != '-':
            forms.append('%s = %s %s %s;' % (t, e, op, t))
        if op in '+-' and self.p(0.4):
            forms = ['%s%s;' % (t, op * 2), '%s%s;' % (op * 2, t)]
        self.emit(self.pick(forms))

    def critical(self, c):
        v = self.pick(self.synced(c, 'critical'))
        # one lock name for each variable, whatever else it is used for
        self.emit(self.style('critical(lock_%s)' % v.name), 'o')
        t = v.text()
        if v.dims:
            t = self.index(c, v, self.any_index(c, v, 1))
        if self.p(0.4):
            self.emit(self.accumulate(v, self.expr(c, 1), t))
        else:
            self.open('{')
            i = c.sub(allow=set())
            i.vis = {n: e for n, e in c.vis.items() if e[1] not in ('acc', 'accs')}
            if self.p(0.4):
                self.seq_block(i, 1)
            self.emit(self.accumulate(v, self.expr(c, 1), t))
            self.close('}')

    # ---- calls of device functions that change what they get ----
    def call(self, c):
        fs = [f for f in self.funcs if f['kind'] == 'array' and f['need'] <= c.allow]
        if not fs:
            self.sink(c)
            return
        f = self.pick(fs)
        arrays = [v for v in self.writable(c) if v.ty == f['ty'] and len(v.dims) == 1 and v.size() >= f['len'] and
                  not v.section]
        if not arrays:
            v = Var(self.fresh(c), f['ty'], (f['len'] + self.r.randrange(3),))
            self.init_var(c, v)
        else:
            v = self.pick(arrays)
        self.emit('@%s(%s, %s);' % (f['name'], v.text(), self.expr(c, 1)))

    # ---- where a construct's statement stands ----
    def odd_place(self, c, fn):
        k = self.r.random()
        if c.frame and k >= 0.72:  # whatever needs a barrier gets it here
            self.barrier(c.frame)
        before = c.frame.save() if c.frame else None
        cond = (lambda c: '%d < MAC1' % self.r.randrange(12)) if c.frame else \
            self.clause_cond if c.kind == 'host' else self.cond
        if k < 0.72:
            fn()
        elif k < 0.80:
            self.emit('if (%s)' % cond(c))
            fn()
            if self.p(0.5):
                self.emit('else')
                w = self.writable(c)
                if w and c.level == 'seq' and c.kind != 'host':
                    self.store(c, *self.element(c, self.pick(w), 0))
                else:
                    self.emit(';')
        elif k < 0.85:
            self.emit('if (%s) ; else' % cond(c))
            fn()
        elif k < 0.89:
            self.emit('%s:' % self.label('L'))
            fn()
        elif k < 0.93:
            self.open('switch (%d) {' % self.r.randrange(2))
            self.emit('case 1:')
            fn()
            self.emit('break;')
            self.emit('default: ;')
            self.close()
        elif k < 0.96:
            self.emit('do')
            fn()
            self.emit('while (0);')
        else:
            n = self.label('o')
            self.emit('for (int %s = 0; %s < 1; %s++)' % (n, n, n))
            fn()
        if c.frame:
            c.frame.join(before)

    # ---- private copies of the reference ----
    def ref_copy(self, v, value):
        """opens two blocks of the reference in which v is a copy; the caller closes them"""
        n = v.name
        if not value:
            self.open('{ %s; (void)%s;' % (self.decl_text(v), n), 'r')
            return 1
        self.open('{ __typeof__(%s) *%s__o = &%s;' % (n, n, n), 'r')
        if v.dims:
            self.open('{ %s; __builtin_memcpy(&%s, %s__o, sizeof %s);' % (self.decl_text(v), n, n, n), 'r')
        else:
            self.open('{ %s = *%s__o;' % (self.decl_text(v), n), 'r')
        return 2

    def ref_close(self, n):
        for _ in range(n):
            self.close('}', 'r')

    # ---- constructs in one strand ----
    def construct_in_seq(self, c):
        kinds = []
        if 'parallel' in c.allow:
            kinds += ['pfor'] * 4 + (['par'] * 3 + ['pcalls'] if c.kind != 'loop' else [])
        if 'simd' in c.allow:
            kinds += ['simd']
        if 'loop' in c.allow:
            kinds += ['loopc']
        if not kinds:
            self.sink(c)
            return
        k = self.pick(kinds)
        if k == 'pfor':
            leaves = self.pick(['parallel for', 'parallel for', 'parallel for simd', 'parallel loop'])
            self.odd_place(c, lambda: self.loop_construct(c, leaves))
        elif k == 'simd':
            self.odd_place(c, lambda: self.loop_construct(c, 'simd'))
        elif k == 'loopc':
            self.odd_place(c, lambda: self.loop_construct(c, 'loop bind(thread)'))
        elif k == 'pcalls':
            self.call(c)
        else:
            self.odd_place(c, lambda: self.parallel(c))

    def choose_private(self, c, leaves, target=False, shared=('rw', 'sh'), separate=False):
        """private, firstprivate, lastprivate, reduction of a loop construct: a plan"""
        plan = dict(private=[], firstprivate=[], lastprivate=[], reduction=[])
        pool = [v for n, (v, perm) in sorted(c.vis.items())
                if perm in shared and n not in c.dead and v.real and not v.const and not v.out and not v.section]
        self.r.shuffle(pool)
        is_loop = 'loop' in leaves
        only = leaves.split()
        takes_red = any(w in only for w in ('teams', 'parallel', 'for', 'simd', 'loop'))
        if is_loop and (shared == ('tsh',) or separate and 'teams' in only):
            takes_red = False
        if shared == ('tsh',):  # each team would add to the same original
            takes_red = False
        takes_last = any(w in only for w in ('distribute', 'for', 'simd')) and not is_loop
        takes_first = any(w in only for w in ('target', 'teams', 'distribute', 'parallel', 'for'))
        for v in pool[:self.r.randrange(0, 6)]:
            k = self.r.random()
            if v.glob:
                if k < 0.4 and not v.dims and not v.fields and takes_red and v.ty in TYPES:
                    plan['reduction'].append(v)
                continue
            if k < 0.2:
                plan['private'].append(v)
            elif k < 0.4 and takes_first:
                plan['firstprivate'].append(v)
            elif k < 0.6 and takes_last:
                plan['lastprivate'].append(v)
            elif not v.dims and not v.fields and takes_red:
                plan['reduction'].append(v)
        for v in self.accs(c):
            if self.p(0.4) and takes_red and not v.dims and v.real:
                plan['reduction'].append(v)
        return plan

    def loop_construct(self, c, leaves, prefix_lines=None, chain=None, shared=('rw', 'sh'), body_allow=None):
        """one loop-associated directive (or a chain of directives around the same loop), in any place"""
        words = leaves.split()
        plan = self.choose_private(c, leaves, 'target' in words, shared=shared, separate=chain and chain[-1] == 'loop')
        last = words[-1] if not words[-1].startswith('bind') else 'loop'
        in_par = c.level == 'par'
        frame = c.frame if in_par else None
        limit = max(1, min(40, MAXU // max(c.ucount, 1)))
        ncol = self.pick([1, 1, 1, 1, 2, 2, 3])
        per = limit if ncol == 1 else max(1, int(limit ** (1.0 / ncol)))
        if 'target' in words and ncol == 1 and self.p(0.25):
            per = min(300, MAXU // max(c.ucount, 1))
        lo_trip = 1 if plan['lastprivate'] else 0
        loops = [self.make_loop(c, lo_trip, per) for _ in range(ncol)]
        total = 1
        for l in loops:
            total *= l['trip']
        # zero trips: a lastprivate variable would have no defined value
        # ---- variables that the loop's iterations fill element by element
        targets = []
        pool = [v for n, (v, perm) in sorted(c.vis.items())
                if perm in shared and n not in c.dead and v.dims and not v.const and not v.out and v.size() >= total and
                not any(v in x for x in plan.values())]
        for v in pool:
            if len(targets) < 3 and self.p(0.6):
                targets.append(v)
        touched = targets + plan['lastprivate'] + plan['reduction']
        if frame is not None:
            if any(v in frame.reads or v in frame.dirty for v in touched + plan['firstprivate']):
                self.barrier(frame)
        # ---- single statement for both versions
        self.open('{', 'r')
        opened = 1
        outside = []
        for l in loops:
            if self.p(0.12):
                outside.append(l)
        for l in loops:
            l['declared'] = l not in outside
        if outside:
            self.open('{', 'o')
            for l in outside:
                self.emit('%s %s = 0;' % (l['ty'], l['name']))
        # reductions keep their operator
        red = {}
        if any(v.glob for v in plan['reduction']):
            self.only_gantry = True  # clang's host version of the target gets a copy of such a variable
        for v in plan['reduction']:
            if c.vis[v.name][1] != 'acc':
                # one lane at a time may work on the original, which && and || turn into 0 or 1
                self.set_op(v, self.pick([o for o in self.ops_for(v.ty)
                                          if last != 'simd' or 'for' in words or o not in ('&&', '||')]))
            red[v] = v.op
        lines = []
        dirs = chain or [leaves]
        for d in dirs:
            lines.append(self.emit(None, 'o'))
        for v in plan['private']:
            opened += self.ref_copy(v, False)
        for v in plan['firstprivate']:
            opened += self.ref_copy(v, True)
        mark = len(self.lines)
        # ---- body context
        kind = {'distribute': 'dist', 'for': 'for', 'simd': 'simd', 'loop': 'loop'}[last]
        allow = {'dist': {'parallel', 'simd', 'atomic', 'critical'}, 'for': {'parallel', 'simd', 'atomic', 'critical'},
                 'simd': set(), 'loop': {'parallel', 'simd'} if self.p(0.3) and 'bind(thread)' not in leaves else set()}[kind]
        if 'simd' in words:
            allow = {'simd'} if self.p(0.2) else set()
        if c.depth > 5:
            allow -= {'parallel'}
        if body_allow is not None:
            allow &= body_allow
        b = self.inner(c, loops, kind=kind, allow=allow, level='seq', frame=None)
        for n, (v, perm) in list(b.vis.items()):
            if perm == 'rw' or perm == 'sh':
                b.vis[n] = (v, 'ro')
            elif isinstance(perm, tuple):
                b.vis[n] = (v, 'none')
            elif perm in ('acc', 'accs'):
                b.vis[n] = (v, self.acc_below(v, allow | ({'atomic', 'critical'} if 'parallel' in allow else set()),
                                              'teams' in words or 'distribute' in words))
        for l in loops:
            b.vis[l['name']] = (Var(l['name'], l['ty'], const=True), 'ro')
        for v in touched:
            b.vis[v.name] = (v, 'none')
        for v in targets:
            size = v.size()
            lin = self.nest_lin(loops)
            k, a = self.pick([1, 1, 3, 5, 7]), self.pick([0, 0, 1, 4])
            if math.gcd(k, size) != 1:
                k = 1
            idx = lin if k == 1 and a == 0 else '(%s * %d + %d) %% %d' % (lin, k, a, size)
            b.vis[v.name] = (v, ('elem', idx))
        b.pinned |= {v.name for vs in plan.values() for v in vs} | {v.name for v in targets}
        # ---- the nest
        for j, l in enumerate(loops):
            brace = j == len(loops) - 1 or self.p(0.3)
            l['brace'] = brace
            self.emit(self.head(l, l['declared']))
            if brace:
                self.open('{')
        frames, self.frames = self.frames, self.frames if frame is None else self.frames
        # private and lastprivate copies are written before anything reads them
        for v in plan['private'] + plan['lastprivate']:
            b.vis[v.name] = (v, 'none')
        for v in plan['private'] + plan['lastprivate']:
            self.assign_all(b, v)
            b.vis[v.name] = (v, 'rw')
        restore = []
        for v in plan['firstprivate']:
            b.vis[v.name] = (v, 'ro')
            if self.p(0.4) and not v.dims and not v.fields and v.ty in ('int', 'long', 'unsigned', 'short', 'double'):
                if 'simd' in words or kind == 'loop':  # whose lanes, or concurrent iterations, would share the copy
                    continue
                self.emit('%s += 3;' % v.name)
                restore.append('%s -= 3;' % v.name)
        for v in plan['reduction']:
            b.vis[v.name] = (v, 'none')
        body = b.sub()
        for v in targets:
            if self.p(0.8):
                t, ty = self.index(body, v, b.vis[v.name][1][1]), v.ty
                if v.fields:
                    path, ty = self.field(v)
                    t += path
                self.store(body, t, ty)
        slots, self.no_slots = self.no_slots, self.no_slots or kind == 'loop'
        for v in plan['reduction']:
            if self.p(0.7):
                self.emit(self.accumulate(v, self.expr(body, 2)))
        # what inner constructs may add to
        inner_red = [v for v in plan['reduction']]
        for v in inner_red:
            if kind in ('dist', 'for') and 'simd' not in words:
                body.vis[v.name] = (v, 'acc')
        n = self.r.randrange(0, 5) if self.budget > 0 else 1
        for _ in range(n):
            self.seq_stmt(body)
        if self.p(0.7):
            self.sink(body)
        for v in plan['reduction']:
            if self.p(0.4):
                self.emit(self.accumulate(v, self.expr(body, 1)))
        for t in restore:
            self.emit(t)
        for l in reversed(loops):
            if l['brace']:
                self.close()
        self.frames, self.no_slots = frames, slots
        self.normalise(plan['reduction'])
        # ---- finish clauses
        text = self.body_text(mark)
        self.loop_clauses(c, dirs, lines, plan, red, loops, words, text, extra_clauses=prefix_lines, frame=frame,
                          touched=touched)
        self.ref_close(opened)
        if outside:
            self.close('}', 'o')
        return plan

    def nest_lin(self, loops):
        lin = None
        for l in loops:
            lin = l['lin'] if lin is None else '(%s * %d + %s)' % (lin, max(l['trip'], 1), l['lin'])
        return lin

    def assign_all(self, b, v):
        if v.fields:
            e = self.expr(b, 0)
            if v.dims:
                self.fill_array(b, v, e)
                return
            self.emit('__builtin_memset(&%s, 0, sizeof %s);' % (v.name, v.name))
            for path, ty in v.fields:
                if '[' not in path:
                    self.emit('%s%s = %s;' % (v.name, path, self.masked(ty, self.expr(b, 1))))
        elif v.dims:
            self.fill_array(b, v, self.expr(b, 1))
        else:
            self.emit('%s = %s;' % (v.name, self.masked(v.ty, self.expr(b, 2))))

    def normalise(self, vs):
        """these operators make 0 or 1 of the original, even where no one adds to it"""
        for v in vs:
            if v.op in ('&&', '||'):
                self.emit('%s = %s %s %d;' % (v.text(), v.text(), v.op, v.op == '&&'), 'r')

    def body_text(self, mark):
        return '\n'.join(l[2] for l in self.lines[mark:] if l[2] and l[0] != 'r')

    def schedule(self, last=False):
        """last: there is lastprivate, whose value libomp 19 loses in a dynamic loop that need not be monotonic"""
        c = self.pick(['', '', '', ', 1', ', 3', ', 7', ', 64'])
        k = self.pick(['static', 'static', 'dynamic', 'guided', 'auto', 'runtime'])
        k = 'monotonic: dynamic' if last and k == 'dynamic' else k
        return 'schedule(%s)' % (k + (c if k not in ('auto', 'runtime') else ''))

    def loop_clauses(self, c, dirs, lines, plan, red, loops, words, text, extra_clauses, frame, touched):
        """spreads the clauses over the directives of the chain"""
        out, on_target = [[] for _ in dirs], []

        def holders(leafset):
            return [i for i, d in enumerate(dirs) if any(w in leafset for w in d.split())]

        def put(leafset, text, every=False):
            h = holders(leafset)
            if not h:
                return False
            out[h[-1]].append(text)
            return True
        all_loop = {'distribute', 'for', 'simd', 'loop'}
        if len(loops) > 1:
            put(all_loop, 'collapse(%d)' % len(loops))
        for v in plan['private']:
            put({'target', 'teams', 'distribute', 'parallel', 'for', 'simd', 'loop'}, 'private(%s)' % v.name)
        for v in plan['firstprivate']:
            h = holders({'teams', 'distribute', 'parallel', 'for', 'target'})
            out[h[-1]].append('firstprivate(%s)' % v.name)
            if 'target' in dirs[h[-1]].split():
                on_target.append(v)
        for v in plan['lastprivate']:
            put({'distribute', 'for', 'simd'}, 'lastprivate(%s)' % v.name)
        byop = {}
        for v in plan['reduction']:
            byop.setdefault(red[v] if self.p(0.6) else (red[v], v.name), []).append(v)
        for op, vs in byop.items():
            op = op if isinstance(op, str) else op[0]
            cl = 'reduction(%s:%s%s)' % (op, self.pick(['', ' ']), ', '.join(v.name for v in vs))
            # on each directive of the chain that makes copies of its own
            for i, d in enumerate(dirs):
                ws = d.split()
                if len(dirs) == 1:
                    out[i].append(cl)
                elif i == len(dirs) - 1 and set(ws) & {'teams', 'parallel', 'for', 'simd', 'loop'} or 'teams' in ws:
                    out[i].append(cl)
        for i, d in enumerate(dirs):
            ws = d.split()
            if 'for' in ws and self.p(0.35):
                out[i].append(self.schedule(bool(plan['lastprivate'])))
                # clang 19 loses iterations of such a loop
                self.only_gantry |= 'distribute' in ws and out[i][-1] == 'schedule(static, 1)'
            if 'distribute' in ws and self.p(0.3):
                out[i].append('dist_schedule(static%s)' % self.pick(['', ', 1', ', 3', ', 8']))
            if 'teams' in ws and self.p(0.4):
                out[i].append('num_teams(%s)' % self.number(c, self.pick([1, 2, 3, 5, 7, 40])))
            if ('teams' in ws or 'target' in ws) and self.p(0.25):
                out[i].append('thread_limit(%s)' % self.number(c, self.pick([1, 2, 5, 31, 33, 64])))
            if 'parallel' in ws and self.p(0.35):
                out[i].append('num_threads(%s)' % self.number(c, self.pick([1, 2, 3, 7, 33, 50])))
            if 'simd' in ws and self.p(0.25):
                out[i].append(self.pick(['simdlen(4)', 'safelen(8)', 'simdlen(2) safelen(4)', 'simdlen(8)', 'safelen(1)']))
            if 'parallel' in ws and self.p(0.12):
                out[i].append('if(%s%s)' % ('parallel: ' if len(ws) > 1 else '', self.clause_cond(c)))
            if 'target' in ws and self.p(0.08):
                out[i].append('if(target: %s)' % self.number(c, 1))
            if ('for' in ws and 'parallel' not in ws and 'distribute' not in ws and frame is not None):
                if self.p(0.3):
                    out[i].append('nowait')
                    frame.dirty |= set(touched)
                    frame.reads |= set(plan['firstprivate'])  # a thread that comes late copies them later
                else:
                    frame.clear()
            if ('parallel' in ws or 'teams' in ws) and self.p(0.2) and 'target' not in ws and len(dirs) == 1:
                out[i] += self.listing(c, text, plan, loops, self.p(0.5))
            if 'loop' in ws and 'omp ' not in text and self.p(0.1):
                out[i].append('order(concurrent)')
        for i, d in enumerate(dirs):
            limited = any(t.startswith('thread_limit') for t in out[i])
            self.task_copies('target' in d.split() and 'teams' not in d.split() and limited, plan)
        if extra_clauses:
            if len(dirs) == 1 and plan['lastprivate']:
                if self.p(0.8):
                    out[0] += ['map(tofrom: %s)' % v.name for v in plan['lastprivate']]
                else:
                    self.only_gantry = True
            for i, d in enumerate(dirs):
                if 'target' in d.split():
                    out[i] += extra_clauses(text + ' '.join(' %s ' % v.name for vs in plan.values() for v in vs),
                                            plan if len(dirs) == 1 else dict(x=on_target))
        for i, d in enumerate(dirs):
            self.fill(lines[i], d + self.clauses(out[i]))

    def task_copies(self, limited, plan):
        """clang 19 runs a target with a thread limit as a task, and misaligns what is firstprivate there"""
        self.only_gantry |= bool(limited and plan['firstprivate'])

    def listing(self, c, text, plan, loops, none):
        """shared() of what the body names; with default(none) all of it"""
        names = set(re.findall(r'[A-Za-z_]\w*', text))
        taken = {v.name for vs in plan.values() for v in vs} | {l['name'] for l in loops}
        known = [n for n, (v, perm) in sorted(c.vis.items()) if n in names and n not in taken and not v.glob and
                 n not in c.dead]
        if any(v.glob and n in names for n, (v, perm) in c.vis.items()):
            none = False
        extra = ['cnt'] if 'cnt' in names else []
        if '_Pragma' in text:
            none = False
        if not none:
            return ['shared(%s)' % ', '.join(known)] if known else ['default(shared)']
        rest = [n for n in names if n in getattr(self, 'hidden', ()) and n not in known]
        if rest:
            return []
        return ['default(none)'] + (['shared(%s)' % ', '.join(known + extra)] if known or extra else [])

    def barrier(self, frame):
        self.emit(self.style('barrier'), 'o')
        frame.clear()

    # ---- parallel regions with a block ----
    def parallel(self, c, directive='parallel', maps=None, chain=None, threads_slot=True):
        dirs = chain or [directive]
        lines = [self.emit(None, 'o') for _ in dirs]
        self.open('{', 'r')
        opened = 1
        f = Frame()
        plan = dict(private=[], firstprivate=[], lastprivate=[], reduction=[])
        pool = [v for n, (v, perm) in sorted(c.vis.items()) if perm == 'rw' and v.real and not v.const and not v.out and
                not v.section and n not in c.dead and not v.glob]
        self.r.shuffle(pool)
        for v in pool[:self.r.randrange(0, 4)]:
            k = self.r.random()
            if k < 0.3:
                plan['private'].append(v)
            elif k < 0.6:
                plan['firstprivate'].append(v)
            elif not v.dims and not v.fields:
                plan['reduction'].append(v)
        for v in self.accs(c):
            if v.real and self.p(0.3) and not v.dims:
                plan['reduction'].append(v)
        for v in plan['reduction']:
            if c.vis[v.name][1] != 'acc':
                self.set_op(v, self.pick(self.ops_for(v.ty)))
        b = c.sub(kind='par', allow={'parallel', 'simd', 'atomic', 'critical'} if c.depth < 4 else
                  {'simd', 'atomic', 'critical'}, level='par', frame=f)
        for n, (v, perm) in list(b.vis.items()):
            if perm == 'rw':
                b.vis[n] = (v, 'sh')
            elif perm == 'sh':
                b.vis[n] = (v, 'ro')
            elif isinstance(perm, tuple):
                b.vis[n] = (v, 'none')
            elif perm in ('acc', 'accs'):
                b.vis[n] = (v, self.acc_below(v, b.allow, False) if self.p(0.6) else 'none')
        for v in plan['private']:
            opened += self.ref_copy(v, False)
            b.vis[v.name] = (v, 'none')
        for v in plan['firstprivate']:
            opened += self.ref_copy(v, True)
            b.vis[v.name] = (v, 'rw')
        for v in plan['reduction']:
            b.vis[v.name] = (v, 'red')
        mark = len(self.lines)
        self.open('{')
        self.frames.append(f)
        slot = None
        tmax = self.pick([1, 2, 3, 4, 7, 33, 34, 65]) if self.p(0.8) and not self.no_slots else 0
        if b.ucount * max(tmax, 1) > MAXU or self.cnt + b.ucount > 3900:
            tmax = 0
        if tmax:
            slot = 'cnt[%d + (%s)]' % (self.cnt, b.uidx)
            self.cnt += b.ucount
            form = self.r.randrange(3)
            one = 'if (omp_get_team_num() == 0) ' if b.uidx == '0' else ''  # what all teams run: one of them tells
            if form == 0:
                self.emit(self.style('master'), 'o')
                self.emit('%s%s = omp_get_num_threads();' % (one, slot), 'o')
            elif form == 1:
                self.emit('%sif (omp_get_thread_num() == 0) %s = omp_get_num_threads();' % (one, slot), 'o')
            else:
                self.emit(self.style('single nowait'), 'o')
                self.emit('%s%s = omp_get_num_threads();' % (one, slot), 'o')
            nt = self.label('nt')
            self.emit('const long %s = %s; if (%s < 1 || %s > %d) bad("threads", %s);' % (nt, slot, nt, nt, tmax, nt), 'r')
            b.nt, b.tmax = nt, tmax
        else:
            b.nt, b.tmax = None, 0
        for v in plan['private']:
            self.assign_all(b, v)
            b.vis[v.name] = (v, 'rw')
        for v in plan['reduction']:
            b.vis[v.name] = (v, 'red')
        self.par_block(b, self.r.randrange(1, 6))
        self.frames.pop()
        self.close()
        self.normalise(plan['reduction'])
        text = self.body_text(mark)
        out = [[] for _ in dirs]
        pi = [i for i, d in enumerate(dirs) if 'parallel' in d.split()][0]
        for v in plan['private']:
            out[pi].append('private(%s)' % v.name)
        for v in plan['firstprivate']:
            out[pi].append('firstprivate(%s)' % v.name)
        for v in plan['reduction']:
            for i, d in enumerate(dirs):
                if 'parallel' in d.split() or 'teams' in d.split():
                    out[i].append('reduction(%s: %s)' % (v.op, v.name))
        if tmax:
            out[pi].append('num_threads(%s)' % self.number(c, tmax))
        elif self.p(0.3):
            out[pi].append('num_threads(%s)' % self.number(c, self.pick([1, 5, 40])))
        if self.p(0.12):
            out[pi].append('if(%s)' % self.clause_cond(c) if dirs[pi] == 'parallel' else 'if(parallel: %s)' % self.clause_cond(c))
        if self.p(0.15) and dirs[pi] == 'parallel':
            out[pi] += self.listing(c, text, plan, [], self.p(0.4))
        if maps:
            for i, d in enumerate(dirs):
                if 'target' in d.split():
                    out[i] += maps(text + ' '.join(' %s ' % v.name for vs in plan.values() for v in vs), plan if len(dirs) == 1 else {})
        for i, d in enumerate(dirs):
            self.fill(lines[i], d + self.clauses(out[i]))
        self.ref_close(opened)
        return plan

    def par_block(self, ctx, n):
        c = ctx.sub()
        c.nt, c.tmax = ctx.nt, ctx.tmax
        for _ in range(n):
            self.par_stmt(c)

    def par_targets(self, c, scalar=True):
        f = c.frame
        return [v for n, (v, perm) in sorted(c.vis.items()) if perm == 'sh' and n not in c.dead and not v.const and
                not v.out and not v.section]

    def need(self, c, vs):
        if any(v in c.frame.reads or v in c.frame.dirty for v in vs):
            self.barrier(c.frame)

    def par_stmt(self, c):
        self.budget -= 1
        k = self.r.random()
        deep = c.depth > 6 or self.budget < 0
        if k < 0.12:
            self.init_var(c, self.new_var(c))
        elif k < 0.2:
            w = self.writable(c)
            if w:
                self.store(c, *self.element(c, self.pick(w), 1))
        elif k < 0.5:
            self.odd_place(c, lambda: self.loop_construct(
                c, self.pick(['for', 'for', 'for', 'for simd', 'loop', 'loop bind(parallel)']), shared=('sh',)))
        elif k < 0.58:
            self.odd_place(c, lambda: self.single(c))
        elif k < 0.64:
            self.master(c)
        elif k < 0.76:
            self.per_thread(c)
        elif k < 0.80:
            self.gather(c)
        elif k < 0.83:
            self.odd_place(c, lambda: self.loop_construct(self.private_only(c), 'simd', shared=('rw',)))
        elif k < 0.87 and not deep:
            before = c.frame.save()
            self.open('if (%s) {' % self.cond(c))
            self.par_block(c, self.r.randrange(1, 3))
            self.close()
            c.frame.join(before)
        elif k < 0.90 and not deep:
            l = self.make_loop(c, 1, 3)
            before = c.frame.save()
            self.open(self.head(l) + ' {')
            i = self.inner(c, [l])
            i.nt, i.tmax = c.nt, c.tmax
            if c.tmax * i.ucount > MAXU:
                i.nt, i.tmax = None, 0
            # the second round's writes must not meet the first round's reads
            self.barrier(c.frame)
            self.par_block(i, self.r.randrange(1, 3))
            self.barrier(c.frame)
            self.close()
        elif k < 0.93:
            self.orphan(c)
        elif k < 0.96 and not deep and 'parallel' in c.allow:
            i = self.private_only(c)
            i.frame, i.level = None, 'seq'
            self.loop_construct(i, 'parallel for', body_allow={'simd'})
        else:
            self.barrier(c.frame)

    def private_only(self, c):
        """for what every thread does again: nothing shared is changed"""
        i = c.sub()
        for n, (v, perm) in list(i.vis.items()):
            if perm == 'sh':
                i.vis[n] = (v, 'ro')
            elif perm in ('acc', 'accs', 'seg', 'red') or isinstance(perm, tuple):
                i.vis[n] = (v, 'none')
        return i

    def single(self, c):
        t = [v for v in self.par_targets(c) if self.p(0.5)][:3]
        self.need(c, t)
        nowait = self.p(0.25)
        plan = []
        self.open('{', 'r')
        opened = 1
        cl = []
        priv = [v for v in self.par_targets(c) if v not in t and v.real and self.p(0.2) and not v.glob][:2]
        line = self.emit(None, 'o')
        i = c.sub(kind='single', level='seq', frame=None, allow=c.allow - {'workshare'})
        i.allow -= {'parallel'} if nowait else set()
        for n, (v, perm) in list(i.vis.items()):
            if perm in ('rw', 'sh'):
                i.vis[n] = (v, 'ro')
            elif perm == 'red':
                i.vis[n] = (v, 'none')
        for v in t:
            i.vis[v.name] = (v, 'rw')
        for v in priv:
            self.note_read(v)
            opened += self.ref_copy(v, True)
            cl.append('firstprivate(%s)' % v.name)
            i.vis[v.name] = (v, 'rw')
            i.pinned.add(v.name)
        self.open('{')
        self.seq_block(i, self.r.randrange(1, 4))
        self.close()
        if nowait:
            cl.append('nowait')
            c.frame.dirty |= set(t)
        else:
            c.frame.clear()
        self.fill(line, 'single' + self.clauses(cl))
        self.ref_close(opened)

    def master(self, c):
        t = [v for v in self.par_targets(c) if self.p(0.5)][:3]
        self.need(c, t)
        self.emit(self.style(self.pick(['master', 'masked', 'masked filter(0)'])), 'o')
        i = c.sub(kind='single', level='seq', frame=None)
        i.allow = set(c.allow)
        for n, (v, perm) in list(i.vis.items()):
            if perm in ('rw', 'sh'):
                i.vis[n] = (v, 'ro')
            elif perm == 'red':
                i.vis[n] = (v, 'none')
        for v in t:
            i.vis[v.name] = (v, 'rw')
        self.open('{')
        self.seq_block(i, self.r.randrange(1, 4))
        self.close()
        c.frame.dirty |= set(t)
        if self.p(0.6):
            self.barrier(c.frame)

    def per_thread(self, c):
        """each thread on its own: numbers of threads decide, the reference repeats it for each"""
        if not c.nt:
            return
        acc = [v for v in self.par_targets(c) if not v.dims and not v.fields and self.p(0.4)][:2]
        self.need(c, acc)
        tid = self.label('t')
        self.emit('{', 'o')
        self.emit('const int %s = omp_get_thread_num();' % tid, 'o')
        self.open('for (int %s = 0; %s < %s; %s++) {' % (tid, tid, c.nt, tid), 'r')
        i = c.sub(kind='thread', level='seq', frame=None, allow=c.allow - {'workshare'})
        i.uidx = '(%s) * %d + %s' % (c.uidx, c.tmax, tid)
        i.ucount = c.ucount * c.tmax
        for n, (v, perm) in list(i.vis.items()):
            if perm in ('rw', 'sh'):
                i.vis[n] = (v, 'ro')
            elif perm == 'red':
                i.vis[n] = (v, 'acc')
        for v in acc:
            self.set_op(v, self.pick(self.ops_for(v.ty)))
            i.vis[v.name] = (v, 'accs')
        i.vis[tid] = (Var(tid, 'int', const=True), 'ro')
        i.pinned.add(tid)
        reds = [v for n, (v, perm) in sorted(c.vis.items()) if perm == 'red' and n not in c.dead]
        for v in reds:
            if self.p(0.7):
                self.emit(self.accumulate(v, self.expr(i, 1)))
        for v in acc:
            if v.sync == 'atomic' and self.p(0.8):
                self.atomic_acc(i, v)
            elif v.sync == 'critical' and self.p(0.8):
                self.emit(self.style('critical(lock_%s)' % v.name), 'o')
                self.emit(self.accumulate(v, self.expr(i, 1)))
        i = self.seq_block(i, self.r.randrange(1, 4))
        self.sink(i)
        self.close('}')
        c.frame.dirty |= set(acc)

    def gather(self, c):
        """a thread's own sum over a loop without a barrier, then added up"""
        t = [v for v in self.par_targets(c) if not v.dims and not v.fields and v.ty in
             ('int', 'long', 'unsigned', 'double', 'unsigned long', 'long long')]
        if not t:
            return
        v = self.pick(t)
        self.need(c, [v])
        my = Var(self.label('my'), 'long')
        self.open('{')
        self.emit('long %s = 0;' % my.name)
        l = self.make_loop(c, 0, 30)
        self.emit(self.style('for nowait' + (' ' + self.schedule() if self.p(0.4) else '')), 'o')
        self.emit(self.head(l))
        i = self.inner(c, [l], level='seq', frame=None, kind='for')
        for n, (w, perm) in list(i.vis.items()):
            if perm in ('rw', 'sh'):
                i.vis[n] = (w, 'ro')
        i.vis[v.name] = (v, 'none')
        self.emit('    %s += (%s) & 0xff;' % (my.name, self.expr(i, 2)))
        self.emit(self.style('atomic') if self.p(0.5) else self.style('critical(lock_%s)' % v.name), 'o')
        self.emit('%s += %s;' % (v.text(), my.name))
        v.big = True
        self.close('}')
        c.frame.dirty.add(v)

    def orphan(self, c):
        fs = [f for f in self.funcs if f['kind'] == 'orphan']
        t = [v for v in self.par_targets(c) if v.dims]
        for f in fs:
            m = [v for v in t if v.ty == f['ty'] and len(v.dims) == 1 and v.size() >= f['len']]
            if m:
                v = self.pick(m)
                self.need(c, [v])
                c.frame.dirty.add(v)
                self.emit('@%s(%s, %s);' % (f['name'], v.text(), self.expr(c, 1)))
                c.frame.clear()
                return

    # ---- device functions ----
    def function(self):
        kind = self.pick(['pure', 'pure', 'array', 'array', 'orphan'])
        name = self.label({'pure': 'f', 'array': 'g', 'orphan': 'h'}[kind])
        self.budget, self.no_slots = 8, True
        cvis = {g.name: (g, 'ro') for g in self.globals if g.const_data}
        form = self.pick(['declare', 'begin', 'after', 'implicit'])
        f = dict(kind=kind, name=name)
        if form == 'begin':
            self.emit(self.style(self.pick(['declare target', 'begin declare target'])), 'g')
        static = self.pick(['static ', 'static ', '', 'static inline ']) 
        if kind == 'pure':
            n = self.r.randrange(1, 4)
            f['n'] = n
            ps = [Var('a%d' % j, 'long') for j in range(n)]
            vis = dict(cvis)
            vis.update({p.name: (p, 'rw') for p in ps})
            c = Ctx('func', vis, {'simd'} if self.p(0.3) else set())
            self.open('%slong @%s(%s)' % (static, name, ', '.join('long ' + p.name for p in ps)))
            self.emit('{')
            self.scopes[-1] |= set(vis)
            self.emit(' '.join('%s &= 0xffff;' % p.name for p in ps))
            b = self.seq_block(c, self.r.randrange(1, 4))
            self.emit('return (%s) & 0x3fff;' % self.expr(b, 2))
            self.close()
        else:
            ty, ln = self.pick(['int', 'long', 'short', 'double']), self.pick([3, 5, 8, 11, 17])
            f.update(ty=ty, len=ln)
            a, k = Var('arr', ty, (ln,), real=False), Var('par', 'long')
            vis = dict(cvis)
            vis.update({'arr': (a, 'rw'), 'par': (k, 'rw')})
            self.open('%svoid @%s(%s, long par)' % (static, name, self.pick([ty + ' *arr', ty + ' arr[%d]' % ln,
                                                                           ty + ' *restrict arr'])))
            self.emit('{')
            self.scopes[-1] |= {'arr', 'par'}
            self.emit('par &= 0xffff;')
            c = Ctx('func', vis, set())
            if kind == 'array':
                par = self.p(0.7)
                f['need'] = {'parallel'} if par else set()
                c.allow = {'parallel', 'simd'} if par else set()
                c = self.seq_block(c, self.r.randrange(1, 3))
                if par:
                    self.construct_in_seq(c)
                    self.construct_in_seq(c)
                self.seq_stmt(c)
            else:
                f['need'] = {'workshare'}
                fr = Frame()
                c.level, c.frame, c.kind = 'par', fr, 'par'
                c.vis['arr'] = (a, 'sh')
                c.allow = {'simd'}
                c.nt, c.tmax = None, 0
                self.frames.append(fr)
                fr.reads.add(a)
                for _ in range(self.r.randrange(1, 4)):
                    if self.p(0.6):
                        self.loop_construct(c, 'for', shared=('sh',), body_allow={'simd'})
                    elif self.p(0.5):
                        self.single(c)
                    else:
                        self.init_var(c, self.new_var(c))
                self.barrier(fr)
                self.frames.pop()
            self.close()
        if form == 'begin':
            self.emit('#pragma omp end declare target', 'g')
        elif form == 'after':
            self.emit(self.style('declare target(@%s)' % name if self.p(0.6) else 'declare target to(@%s)' % name), 'g')
        self.emit('')
        self.funcs.append(f)
        self.no_slots = False

    # ---- types ----
    def structure(self):
        n = self.label('S')
        fields, text = [], []
        for j in range(self.r.randrange(1, 5)):
            ty, f = self.pick([t for t in TYPES]), 'm%d' % j
            k = self.r.random()
            if k < 0.5:
                fields.append(('.' + f, ty))
                text.append('%s %s;' % (ty, f))
            elif k < 0.65:
                d = self.r.randrange(1, 5)
                fields += [('.%s[%d]' % (f, self.r.randrange(d)), ty)]
                text.append('%s %s[%d];' % (ty, f, d))
            elif k < 0.75:
                fields += [('.%s.x' % f, ty), ('.%s.y' % f, 'int')]
                text.append('struct { %s x; int y; } %s;' % (ty, f))
            elif k < 0.85:
                fields += [('.%s_u' % f, ty), ('.%s_v' % f, 'long')]
                text.append('struct { %s %s_u; long %s_v; };' % (ty, f, f))
            elif k < 0.95 and self.structs:
                s = self.pick(self.structs)
                fields += [('.%s%s' % (f, p), t) for p, t in s['fields']]
                text.append('%s %s;' % (s['name'], f))
            else:
                fields.append(('.' + f, ty))
                text.append('union { %s %s; char %s_raw[8]; };' % (ty, f, f))
        form = self.r.randrange(3)
        body = '{ %s }' % ' '.join(text)
        if form == 0:
            self.emit('struct %s %s;' % (n, body), 'g')
            name = 'struct ' + n
        elif form == 1:
            self.emit('typedef struct %s %s;' % (body, n), 'g')
            name = n
        else:
            self.emit('typedef struct %s_tag %s %s;' % (n, body, n), 'g')
            name = n
        self.structs.append(dict(name=name, fields=fields))

    def global_var(self):
        const = self.p(0.3)
        n = self.label('G')
        v = Var(n, self.pick([t for t in TYPES if t != 'float']), self.pick([(), (), (self.r.randrange(2, 30),), (3, 4)]), glob=True,
                real=True)
        v.const_data = const
        st = self.pick(['static ', '']) if const else ''
        begin = self.p(0.5)
        if begin:
            self.emit('#pragma omp declare target', 'g')
        init = ' = 3' if not v.dims else ' = {1, 2}' if len(v.dims) == 1 else ' = {{1, 0, 1, 1}, {1}}'
        if const:
            v.const = True
        self.emit('%s%s%s;' % (st, self.decl_text(v), init))
        if begin:
            self.emit('#pragma omp end declare target', 'g')
        else:
            self.emit('#pragma omp declare target(@%s)' % n if self.p(0.6) else '#pragma omp declare target to(@%s)' % n, 'g')
        self.globals.append(v)

    # ---- host side of a kernel ----
    def kernel(self, k):
        host = Ctx('host', {}, set())
        self.open('static void @kernel%d(void)' % k)
        self.emit('{')
        self.cnt = 0
        self.emit('static long cnt[4000];', 'o')
        self.emit('counts = cnt; memset(cnt, 0, sizeof cnt);', 'o')
        self.emit('const long *cnt = counts; (void)cnt;', 'r')
        vs = []
        for _ in range(self.r.randrange(1, 3)):
            n = self.label('n')
            val = self.r.randrange(1, 40)
            v = Var(n, self.pick(['int', 'long', 'short']), const=True, known=val)
            self.emit('%s%s %s = %d;' % (self.pick(['const ', '']), v.ty, n, val))
            host.vis[n] = (v, 'ro')
            host.pinned.add(n)
        outs = []
        for j in range(self.r.randrange(1, 4)):
            ty = self.pick(TYPES)
            n = self.label('out')
            form = self.pick(['array', 'pointer', 'pointer', 'static', '2d'])
            size = self.pick([700, 1500, 3000, 5000])
            v = Var(n, ty, (size,), out=True, used=0)
            if form == 'pointer':
                lo = self.pick([0, 0, 3, 17])
                v.section, v.real = (lo, size), False
                self.emit('%s *%s = malloc(sizeof *%s * %d);' % (ty, n, n, size + lo))
            elif form == '2d':
                v.dims = (size // 7, 7)
                self.emit('%s %s[%d][7];' % (ty, n, size // 7))
            else:
                self.emit('%s%s %s[%d];' % ('static ' if form == 'static' else '', ty, n, size))
            self.fill_array(host, v, j)
            outs.append(v)
            host.vis[n] = (v, 'rw')
            host.pinned.add(n)
        for _ in range(self.r.randrange(2, 7)):
            v = self.new_var(host, shadow=0)
            self.init_var(host, v)
            host.pinned.add(v.name)
            vs.append(v)
        for _ in range(self.r.randrange(0, 3)):  # pointers with sections
            n, size, lo = self.label('p'), self.r.randrange(1, 60), self.pick([0, 0, 2, 11])
            v = Var(n, self.pick(TYPES), (size,), section=(lo, size), real=False)
            self.emit('%s *%s = calloc(%d, sizeof *%s);' % (v.ty, n, size + lo, n))
            self.fill_array(host, v, 1)
            host.vis[n] = (v, 'rw')
            host.pinned.add(n)
            vs.append(v)
        for g in self.globals:
            if g.const_data:
                host.vis[g.name] = (g, 'ro')
                continue
            g.op, g.big = None, False
            self.fill_array(host, g, 2) if g.dims else self.emit('%s = %s;' % (g.text(), self.masked(g.ty, self.expr(host, 1))))
            self.emit(self.style('target update to(%s)' % g.text()), 'o')
            host.vis[g.name] = (g, 'none')
        host.pinned |= set(host.vis)
        self.hosted = vs + outs
        for _ in range(self.r.randrange(1, 4)):
            if self.p(0.25):
                self.data_block(host, vs, outs)
            else:
                self.region(host, vs, outs, {})
            self.host_touch(host, vs, outs)
        for g in self.globals:
            if not g.const_data:
                self.emit(self.style('target update from(%s)' % g.text()), 'o')
                self.record(host, g)
        for v in vs + outs:
            self.record(host, v)
        for v in vs + outs:
            if v.section:
                self.emit('free(%s);' % v.name)
        self.close()
        self.emit('')

    def record(self, host, v):
        i = self.label('i')
        for path, ty in (v.fields or [('', v.ty)]):
            if v.dims:
                self.emit('for (int %s = 0; %s < %d; %s++) rec("%s%s", %s, (double)%s%s);' % (
                    i, i, v.size(), i, v.name, path, i, self.index(host, v, i), path))
            else:
                self.emit('rec("%s%s", 0, (double)%s%s);' % (v.name, path, v.text(), path))

    def host_touch(self, host, vs, outs):
        w = [v for v in vs]
        if w and self.p(0.4):
            v = self.pick(w)
            t, ty = self.element(host, v, 0)
            self.emit('%s = %s;' % (t, self.masked(ty, self.expr(host, 1))))

    def data_block(self, host, vs, outs):
        """target data, or enter and exit data, around regions; updates between them"""
        here = [v for v in vs + outs if self.p(0.5)]
        env = {}
        items = []
        for v in here:
            env[v.name] = v
            items.append(self.item(v))
        if not items:
            return self.region(host, vs, outs, {})
        data = self.p(0.6)
        if data:
            self.emit(self.style('target data %s' % ' '.join('map(tofrom: %s)' % i for i in items)), 'o')
            self.open('{')
        else:
            self.emit(self.style('target enter data map(to: %s)' % ', '.join(items)), 'o')
        for _ in range(self.r.randrange(1, 3)):
            self.region(host, vs, outs, env)
            if self.p(0.6):
                v = self.pick(here)
                self.emit(self.style('target update from(%s)' % self.item(v)), 'o')
                c = host.sub()
                c.vis = {v.name: (v, 'rw')}
                for _ in range(2):
                    t, ty = self.element(c, v, 0)
                    self.emit('%s = %s;' % (t, self.masked(ty, self.expr(c, 1))))
                self.emit(self.style('target update to(%s)' % self.item(v)), 'o')
        if data:
            self.close()
        else:
            self.emit(self.style('target exit data map(from: %s)' % ', '.join(items)), 'o')

    def item(self, v):
        if v.section:
            return '%s[%d:%d]' % (v.name, v.section[0], v.section[1])
        if v.dims and self.p(0.3):
            return '%s[0:%d]' % (v.name, v.dims[0]) if len(v.dims) == 1 or self.p(0.5) else \
                '%s[0:%d][0:%d]' % (v.name, v.dims[0], v.dims[1]) if len(v.dims) == 2 else v.name
        return v.name

    def region(self, host, vs, outs, env):
        self.budget = self.r.randrange(6, 30)
        c = host.sub(kind='host', level='seq')
        c.allow = set()
        for g in self.globals:
            if not g.const_data:
                c.vis[g.name] = (g, 'rw')
        seg = [v for v in outs if self.p(0.8)] or outs[:1]
        for v in seg:
            c.vis[v.name] = (v, 'seg')
        mapped = set()
        for v in vs:
            aggregate = bool(v.dims or v.fields)
            if v.name in env and v.section and v.section[0]:
                mapped.add(v.name)
            elif v.name in env:
                # a scalar of the data environment needs its map again, else it is firstprivate
                if not aggregate:
                    mapped.add(v.name)
            elif aggregate and not v.section:
                if self.p(0.4):
                    mapped.add(v.name)
            elif v.section:
                mapped.add(v.name)
            elif self.p(0.5):
                mapped.add(v.name)
        for v in outs:
            if v.name not in env and (v.section or self.p(0.3)) or v.section and v.section[0]:
                mapped.add(v.name)

        def maps(text, plan, dropped=()):
            names = set(re.findall(r'[A-Za-z_]\w*', text))
            taken = {v.name for vs_ in plan.values() for v in vs_}
            out, by = [], {}
            for v in vs + outs:
                if v.name in mapped and v.name not in taken and (v.name in names or self.p(0.1)):
                    kind = 'tofrom'
                    by.setdefault(kind if self.p(0.6) else (kind, v.name), []).append(self.item(v))
                elif v.section and v.name in taken:
                    raise AssertionError
            for kind, items in by.items():
                kind = kind if isinstance(kind, str) else kind[0]
                out.append('map(%s%s%s)' % (self.pick(['', '', 'always, ']) if kind == 'tofrom' and not env else '',
                                           self.pick(['tofrom: ', 'tofrom:']), ', '.join(items)))
            return out
        k = self.r.random()
        combined = ['target teams distribute parallel for', 'target teams distribute parallel for simd',
                    'target teams distribute', 'target teams distribute simd', 'target teams loop', 'target parallel for',
                    'target parallel for simd', 'target parallel loop', 'target simd']
        chains = [['target', 'teams distribute parallel for'], ['target', 'teams', 'distribute parallel for'],
                  ['target teams', 'distribute parallel for simd'], ['target', 'teams', 'distribute'],
                  ['target teams', 'distribute'], ['target', 'teams loop'], ['target', 'parallel for'],
                  ['target', 'parallel', 'for'], ['target parallel', 'for simd'], ['target', 'loop'],
                  ['target', 'teams', 'loop'], ['target teams', 'distribute simd'], ['target parallel', 'for'],
                  ['target', 'simd'], ['target teams', 'loop'], ['target', 'parallel loop'], ['target parallel', 'loop']]
        # the device's copy of an unmapped scalar is lost; so that nothing depends on it, it is only read
        cc = c.sub()
        for v in vs:
            if not v.dims and not v.fields and v.name not in mapped:
                cc.vis[v.name] = (v, 'ro')
        if k < 0.3:
            d = self.pick(combined)
            h = c.sub()
            if env:
                for v in vs:
                    if not v.dims and not v.fields and v.name in env and v.name not in mapped:
                        h.vis[v.name] = (v, 'ro')
            # a scalar in a data clause of the construct itself must not be mapped by an enclosing data environment
            for v in vs:
                if v.name in env or not v.real:
                    if v.name in env and not (v.dims or v.fields):
                        h.vis[v.name] = (v, 'ro')
            self.no_private = {n for n in env}
            self.odd_place(h, lambda: self.loop_host(h, d, [d], maps, env, combined=True, mapped=mapped))
        elif k < 0.45:
            ch = self.pick(chains)
            self.odd_place(cc, lambda: self.loop_host(cc, ' '.join(ch), ch, maps, env, combined=False, mapped=mapped))
        elif k < 0.55:
            ch = self.pick([['target parallel'], ['target', 'parallel']])
            for v in vs:
                if v.name in env or v.name not in mapped:
                    if not (v.dims or v.fields) and v.name not in mapped:
                        cc.vis[v.name] = (v, 'ro')
            self.odd_place(cc, lambda: self.host_parallel(cc, ch, maps, env, mapped))
        elif k < 0.75:
            self.odd_place(cc, lambda: self.target_block(cc, vs, mapped, maps, env))
        else:
            self.odd_place(cc, lambda: self.teams_block(cc, vs, mapped, maps, env))

    def loop_host(self, c, leaves, chain, maps, env, combined, mapped):
        real = {}
        for n, (v, perm) in c.vis.items():
            # privatised by a separate directive: from the mapped original
            if v.real and (n in env or (not combined and not (n in mapped or v.dims or v.fields))):
                real[v] = v.real
                v.real = False
        allow = {'atomic', 'critical', 'parallel', 'simd'} if 'loop' not in leaves else {'parallel', 'simd'}
        has_acc = 'loop' not in leaves and 'simd' not in leaves
        b = c.sub()
        if has_acc:
            for n, (v, perm) in sorted(c.vis.items()):
                if perm == 'rw' and not v.fields and not v.out and not v.const and (n in mapped or v.dims or v.glob) and \
                        not v.section and self.p(0.25) and v.ty != '_Bool':
                    self.make_acc(v)
                    b.vis[n] = (v, 'acc')
        self.loop_construct(b, leaves, chain=chain if not combined else None, prefix_lines=maps, body_allow=allow)
        for v, r in real.items():
            v.real = r

    def make_acc(self, v):
        self.set_op(v, self.pick(self.ops_for(v.ty)))

    def host_parallel(self, c, chain, maps, env, mapped):
        real = {}
        for n, (v, perm) in c.vis.items():
            if v.real and (n in env or (len(chain) > 1 and not (n in mapped or v.dims or v.fields))):
                real[v] = v.real
                v.real = False
        self.parallel(c, chain=chain, maps=maps)
        for v, r in real.items():
            v.real = r

    def target_block(self, c, vs, mapped, maps, env):
        line = self.emit(None, 'o')
        self.open('{', 'r')
        opened = 1
        b = c.sub(kind='target', allow={'parallel', 'simd', 'atomic', 'critical'}, level='seq')
        plan = dict(private=[], firstprivate=[], lastprivate=[], reduction=[])
        for v in vs:
            if v.section or v.name in env or v.dims and self.p(0.8):
                continue
            if v.name in mapped:
                continue
            aggregate = v.dims or v.fields
            if self.p(0.2):
                plan['private'].append(v)
            elif self.p(0.4) or not aggregate:
                if aggregate or self.p(0.4):
                    plan['firstprivate'].append(v)
                opened += self.ref_copy(v, True)
                b.vis[v.name] = (v, 'rw')
        for v in plan['private']:
            opened += self.ref_copy(v, False)
            b.vis[v.name] = (v, 'none')
        mark = len(self.lines)
        self.open('{')
        for v in plan['private']:
            self.assign_all(b, v)
            b.vis[v.name] = (v, 'rw')
        for _ in range(self.r.randrange(1, 4)):
            self.seq_stmt(b)
        for _ in range(self.r.randrange(0, 4)):
            self.construct_in_seq(b)
            self.seq_stmt(b)
        self.sink(b)
        self.close()
        text = self.body_text(mark)
        cl = maps(text, plan)
        for v in plan['private']:
            cl.append('private(%s)' % v.name)
        for v in plan['firstprivate']:
            cl.append('firstprivate(%s)' % v.name)
        if self.p(0.2):
            cl.append('thread_limit(%s)' % self.number(c, self.pick([1, 3, 33, 64])))
            self.task_copies(True, plan)
        # a region that stays on the host does not see what the device holds
        if self.p(0.1) and not env and all(g.const_data for g in self.globals):
            cl.append('if(%s)' % self.clause_cond(c))
        self.fill(line, 'target' + self.clauses(cl))
        self.ref_close(opened)

    def teams_block(self, c, vs, mapped, maps, env):
        chain = self.pick([['target', 'teams'], ['target teams']])
        lines = [self.emit(None, 'o') for _ in chain]
        self.open('{', 'r')
        opened = 1
        nt = self.pick([1, 2, 3, 5, 9])
        per_team = self.p(0.55)
        b = c.sub(kind='teams', level='seq')
        plan = dict(private=[], firstprivate=[], lastprivate=[], reduction=[])
        outer = []
        for n, (v, perm) in sorted(c.vis.items()):
            if perm != 'rw' or v.const:
                continue
            b.vis[n] = (v, 'ro')
            if v.out:
                continue
            if v.section:
                continue
            available = (n in mapped or v.dims or v.fields or v.glob) and n not in env or n in mapped
            if v.real and not v.glob and n not in env and (len(chain) == 1 or available) and self.p(0.2):
                plan['firstprivate'].append(v)
            elif available and not v.dims and not v.fields and n not in env and self.p(0.4) and per_team and not v.glob:
                plan['reduction'].append(v)
            elif available and not v.fields and per_team and self.p(0.3) and v.ty != '_Bool':
                self.make_acc(v)
                b.vis[n] = (v, self.acc_below(v, {'atomic'}, True))
            elif available and n not in env:
                outer.append(v)
        for v in plan['firstprivate']:
            b.vis[v.name] = (v, 'rw')
        for v in plan['reduction']:
            self.set_op(v, self.pick(self.ops_for(v.ty)))
            b.vis[v.name] = (v, 'acc')
        mark = len(self.lines)
        tm, teams = self.label('tm'), self.label('nt')
        self.open('{')
        slot = 'cnt[%d]' % self.cnt
        self.cnt += 1
        self.emit('if (omp_get_team_num() == 0) %s = omp_get_num_teams();' % slot, 'o')
        self.emit('const long %s = %s; if (%s < 1 || %s > %d) bad("teams", %s);' % (teams, slot, teams, teams, nt, teams), 'r')
        if per_team:
            self.emit('{', 'o')
            self.emit('const int %s = omp_get_team_num();' % tm, 'o')
            self.open('for (int %s = 0; %s < %s; %s++) {' % (tm, tm, teams, tm), 'r')
            inner = 0
            for v in plan['firstprivate']:
                inner += self.ref_copy(v, True)
            b.uidx, b.ucount = tm, nt
            b.allow = {'parallel'}
            b.vis[tm] = (Var(tm, 'int', const=True), 'ro')
            b.pinned.add(tm)
            for v in plan['reduction']:
                if self.p(0.8):
                    self.emit(self.accumulate(v, self.expr(b, 1)))
            for _ in range(self.r.randrange(1, 4)):
                self.seq_stmt(b)
            for _ in range(self.r.randrange(0, 3)):
                self.construct_in_seq(b)
                self.seq_stmt(b)
            self.sink(b)
            self.ref_close(inner)
            self.close('}')
        else:
            for v in plan['firstprivate']:
                self.open('{', 'r')
                self.ref_copy(v, True)
            u = b.sub()
            u.vis = {n: (v, 'none' if perm == 'seg' else perm) for n, (v, perm) in b.vis.items()}
            u.allow = {'parallel'} if self.p(0.4) else set()
            for _ in range(self.r.randrange(0, 3)):
                if self.p(0.5):
                    self.seq_stmt(u)
                else:
                    self.init_var(u, self.new_var(u))
            for _ in range(self.r.randrange(1, 3)):
                d = u.sub()
                d.vis = {n: (v, 'seg' if v.out and b.vis.get(n, (0, 0))[1] == 'seg' else 'tl' if perm == 'rw' else perm)
                         for n, (v, perm) in u.vis.items()}
                d.vis = {n: (v, 'ro' if perm == 'tl' else perm) for n, (v, perm) in d.vis.items()}
                for v in outer:
                    if d.vis.get(v.name, (None,))[0] is v and v.name not in self.body_names(mark):
                        d.vis[v.name] = (v, 'tsh')
                real = {v: v.real for v in outer}
                for v in outer:
                    v.real = v.real and not v.glob
                leaves = self.pick(['distribute', 'distribute', 'distribute parallel for', 'distribute simd',
                                    'distribute parallel for simd', 'loop', 'loop bind(teams)'])
                # a result of one distribute must not be read by a later one: nothing orders the teams
                done = len(self.lines)
                d.allow = set()
                self.loop_construct_teams(d, leaves)
                names = self.body_names(done)
                for v in outer:
                    v.real = real[v]
                    if v.name in names:
                        for m in (u, b):
                            if m.vis.get(v.name, (None,))[0] is v:
                                m.vis[v.name] = (v, 'none')
                outer = [v for v in outer if v.name not in names]
            for v in reversed(plan['firstprivate']):
                self.ref_close(2)
                self.close('}', 'r')
        self.close()
        self.normalise(plan['reduction'])
        text = self.body_text(mark)
        out = [[] for _ in chain]
        out[-1].append('num_teams(%s)' % self.number(c, nt))
        for v in plan['firstprivate']:
            out[-1].append('firstprivate(%s)' % v.name)
        for v in plan['reduction']:
            out[-1].append('reduction(%s: %s)' % (v.op, v.name))
        if self.p(0.2):
            out[-1].append('thread_limit(%s)' % self.number(c, self.pick([1, 3, 33, 64])))
        out[0] += maps(text + ' '.join(' %s ' % v.name for vs in plan.values() for v in vs), plan if len(chain) == 1 else {})
        for i, d in enumerate(chain):
            self.fill(lines[i], d + self.clauses(out[i]))
        self.ref_close(opened)

    def body_names(self, mark):
        return set(re.findall(r'[A-Za-z_]\w*', '\n'.join(l[2] for l in self.lines[mark:] if l[2])))

    def loop_construct_teams(self, d, leaves):
        self.odd_place(d, lambda: self.loop_construct(d, leaves, shared=('tsh',)))

    # ---- the program ----
    def program(self):
        for _ in range(self.r.randrange(0, 3)):
            self.structure()
        for _ in range(self.r.randrange(0, 4)):
            self.global_var()
        for _ in range(self.r.randrange(0, 5)):
            self.function()
        nk = self.r.randrange(2, 5)
        for k in range(nk):
            self.kernel(k)
        head = ['/* generate.py %s%s */' % (self.seed, ' (not for clang 19: lastprivate, global reductions, thread limits, chunks of 1)' if self.only_gantry else ''), '#include <omp.h>', '#include <stdio.h>', '#include <stdlib.h>',
                '#include <string.h>', '', '#define MAC0 3', '#define MAC1 (MAC0 + 4)', '#define MAC2 (1L << MAC0)', '',
                'static struct { const char *name; long at; double value; } *seen;', 'static long nseen, next, wrong;',
                'static int replay;', 'static long *counts;', '',
                'static void rec(const char *name, long at, double value)', '{',
                '    if (!replay) {',
                '        if (nseen % 4096 == 0)', '            seen = realloc(seen, (nseen + 4096) * sizeof *seen);',
                '        seen[nseen].name = name, seen[nseen].at = at, seen[nseen++].value = value;', '        return;', '    }',
                '    if (next >= nseen || seen[next].value != value) {', '        if (!wrong++)',
                '            printf("%s[%ld]: got %.17g, want %.17g\\n", name, at, seen[next].value, value);', '    }',
                '    next++;', '}', '', 'static void bad(const char *what, long n)', '{', '    if (!wrong++)',
                '        printf("bad number of %s: %ld\\n", what, n);', '}', '']
        both, omp, ref = [], [], []
        decls, rest = [], []
        out_o, out_r = [], []
        for tag, ind, text in self.lines:
            text = text if text is not None else '#error'
            pad = '    ' * max(ind, 0) if not text.startswith(('#', ' ')) else ''
            if tag == 'g':
                t = text.replace('@', '')
                out_o.append(t)
                if 'struct' in text and 'pragma' not in text.lower():
                    decls.append(out_o.pop())
                continue
            if tag in 'bo':
                out_o.append(pad + text.replace('@', ''))
            if tag in 'br':
                out_r.append(pad + re.sub(r'@(\w+)', r'ref_\1', text))
        main = ['int main(void)', '{']
        if True:
            main += ['    if (getenv("EXPECT_DEVICE")) {', '        int host = 1;',
                     '#pragma omp target map(from: host)', '        host = omp_is_initial_device();',
                     '        if (host)', '            bad("devices", 0);', '    }']
        for k in range(nk):
            main += ['    kernel%d();' % k, '    replay = 1;', '    ref_kernel%d();' % k, '    replay = 0;']
        main += ['    free(seen);', '    return wrong != 0;', '}']
        return '\n'.join(head + decls + [''] + out_o + ['/* ---- the same, serially ---- */'] + out_r + main) + '\n'


def main():
    sys.stdout.write(Gen(int(sys.argv[1])).program())


if __name__ == '__main__':
    main()
