"""levels.py: random nests with code between the levels, for generate.py --random SEED.

A program has some kernels, each written as lines of two versions: with pragmas ('o') and serial ('r'), most lines being
of both ('b'). What keeps it free of races and of one result:
- A strand is what executes a piece of code with variables of its own. A variable is written by its own strand only
  (rw); strands inside read it (ro), take one element each (elem), or combine into it (acc: reduction).
- Code that all teams or all threads of a parallel region execute computes the same in each of them. What it stores
  outside is stored by one (a test of the team or thread number).
- Threads of a parallel region see the variables of the strand around it (sh): read by all, written by worksharing loops
  (elements, reductions, last values), single, masked and critical, with a barrier before and after.
- Results go to segments of out[], one element for each execution of a statement, to cells by atomic additions, to
  declare target memory, and to slices of arrays that a distribute loop deals out.
Numbers are masked when they are read, so that all is exact in every type.
"""
import random
import re

from generate import FORMS, loop_text

TYPES = ['long', 'long', 'int', 'double', 'unsigned', 'float', 'short']
OUT, MID, CELLS, DT = 6000, 2048, 8, 4000

HELPERS = '''#pragma omp begin declare target
static long @mix(long a, long b) { return (a * 31 ^ b) & 0xffff; }
static void @bump(long *p, long v) { *p = (*p + v) & 0xffff; }
static void @note(long at, long v) { @dt[at] = v; }
static long @sum_lanes(const long *a, int n)
{
    long s = 0;
#pragma omp simd reduction(+: s)
    for (int i = 0; i < n; i++) s += a[i] & 0xff;
    return s;
}
static void @fill_lanes(long *a, int n, long v)
{
#pragma omp simd
    for (int i = 0; i < n; i++) a[i] = (v + i * 3) & 0xffff;
}
static long @chain_lanes(long *a, int n, long v)
{
    long last = v;
    if (n > 0) {
#pragma omp simd lastprivate(last)
        for (int i = 0; i < n; i++) {
            last = a[i] + i;
            a[i] = last & 0xff;
        }
    }
    if (v & 1) @fill_lanes(a, n / 2, last);
    return @sum_lanes(a, n) + last;
}
static long @sum_threads(const long *a, int n)
{
    long s = 1;
#pragma omp parallel for reduction(+: s)
    for (int i = 0; i < n; i++) s += a[i] & 0xff;
    return s;
}
static void @rows_threads(long *a, int rows, int n, long v)
{
#pragma omp parallel for
    for (int i = 0; i < rows; i++) {
        const long w = @mix(v, i);
#pragma omp simd
        for (int j = 0; j < n; j++) a[i * n + j] = (w + j) & 0xffff;
    }
}
#pragma omp end declare target
'''


class V:
    def __init__(self, name, ty, size=0, strand=0):
        self.name, self.ty, self.size, self.strand = name, ty, size, strand


class Ctx:
    def __init__(self, **kw):
        self.__dict__.update(kw)

    def sub(self, **kw):
        c = Ctx(**self.__dict__)
        c.vars = dict(self.vars)
        c.depth = self.depth + 1
        c.__dict__.update(kw)
        return c


class Gen:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.ind, self.n, self.strands = [], 1, 0, 0
        self.used = self.noted = 0
        self.budget = 0

    # ---- text ----
    def p(self, x):
        return self.r.random() < x

    def emit(self, text, tag='b'):
        self.lines.append((tag, self.ind, text))

    def open(self, text='{', tag='b'):
        self.emit(text, tag)
        self.ind += 1

    def close(self, text='}', tag='b'):
        self.ind -= 1
        self.emit(text, tag)

    def fresh(self, c='v'):
        self.n += 1
        return c + str(self.n)

    def strand(self):
        self.strands += 1
        return self.strands

    # ---- expressions of type long ----
    def readable(self, c):
        return [(v, perm) for v, perm in c.vars.values() if perm in ('rw', 'ro', 'sh') or perm[0] == '[']

    def leaf(self, c):
        k = self.r.random()
        vs = self.readable(c)
        if vs and k < 0.7:
            v, perm = self.r.choice(vs)
            if perm[0] == '[':
                return '((long)%s%s & 0xffff)' % (v.name, perm)
            if v.size:
                return '((long)%s[%s] & 0xffff)' % (v.name, self.index(c, v.size))
            return '((long)%s & 0xffff)' % v.name
        if k < 0.85:
            return 'in[%s]' % self.index(c, 64)
        return str(self.r.randrange(0, 90))

    def index(self, c, size):
        scalars = [v for v, perm in self.readable(c) if not v.size and perm[0] != '[']
        if scalars and self.p(0.5):
            return '(unsigned long)((long)%s & 0xffff) %% %d' % (self.r.choice(scalars).name, size)
        return str(self.r.randrange(size))

    def expr(self, c, depth=2):
        if depth <= 0 or self.p(0.2):
            return self.leaf(c)
        a, b = self.expr(c, depth - 1), self.expr(c, depth - 1)
        k = self.r.randrange(8)
        if k == 0:
            return '((%s * %s) & 0xfff)' % (a, b)
        if k == 1:
            return '(%s %% %d)' % (a, self.r.choice([3, 7, 10]))
        if k == 2:
            return '(%s < %s ? %s : %s)' % (a, b, self.leaf(c), self.leaf(c))
        if k == 3:
            return '@mix(%s, %s)' % (a, b)
        return '(%s %s %s)' % (a, self.r.choice(['+', '+', '-', '^', '|', '&']), b)

    def masked(self, ty, e):
        return {'short': '(%s) & 0x7fff', 'float': '(float)((%s) & 0xfff)', 'double': '(double)((%s) & 0xffff)'}.get(
            ty, '(%s) & 0xffff') % e

    def cond(self, c):
        return '%s %s %d' % (self.expr(c, 1), self.r.choice(['>', '<', '!=']), self.r.randrange(0, 60))

    # ---- statements ----
    def declare(self, c, array=None):
        array = self.p(0.3) if array is None else array
        v = V(self.fresh('a' if array else 'v'), 'long' if array and self.p(0.6) else self.r.choice(TYPES),
              self.r.randrange(3, 41) if array else 0, c.strand)
        if array:
            i = self.fresh('q')
            self.emit('%s %s[%d];' % (v.ty, v.name, v.size))
            self.emit('for (int %s = 0; %s < %d; %s++) %s[%s] = %s;' % (
                i, i, v.size, i, v.name, i,
                self.masked(v.ty, '%s * %d + %s' % (i, self.r.randrange(1, 9), self.leaf(c)))))
        else:
            self.emit('%s %s = %s;' % (v.ty, v.name, self.masked(v.ty, self.expr(c))))
        c.vars[v.name] = (v, 'rw')
        return v

    def writable(self, c, array=None):
        return [v for v, perm in c.vars.values() if perm == 'rw' and (array is None or bool(v.size) == array)]

    def assign(self, c):
        own = [v for v, perm in c.vars.values() if perm == 'rw' or perm[0] == '[']
        if not own:
            return self.declare(c)
        v = self.r.choice(own)
        perm = c.vars[v.name][1]
        t = v.name + (perm if perm[0] == '[' else '[%s]' % self.index(c, v.size) if v.size else '')
        self.emit('%s = %s;' % (t, self.masked(v.ty, self.expr(c))))

    def guard(self, c):
        """the test that leaves one of all that execute this; None where it cannot be asked"""
        if not c.many:
            return ''
        if c.quiet:
            return None
        return 'if (%s) ' % ' && '.join('omp_get_%s_num() == 0' % m for m in sorted(c.many))

    def sink(self, c):
        g = self.guard(c)
        if g is None or self.used + c.count > OUT:
            return self.assign(c)
        if self.p(0.15) and self.noted + c.count <= DT:
            text = '@note(%d + %s, %s);' % (self.noted, c.lin, self.expr(c))
            self.noted += c.count
        else:
            text = 'out[%d + %s] = %s;' % (self.used, c.lin, self.expr(c))
            self.used += c.count
        if g:
            self.emit(g + text, 'o')
            self.emit(text, 'r')
        else:
            self.emit(text)

    def atomic(self, c):
        if c.many or c.no_atomic or c.kind == 'teams':
            return self.sink(c)
        self.emit('#pragma omp atomic', 'o')
        self.emit('cells[%s] += %s & 0xfff;' % (self.index(c, CELLS), self.expr(c)))

    def accumulate(self, c):
        accs = [v for v, perm in c.vars.values() if perm.startswith('acc')]
        if not accs:
            return self.sink(c)
        v = self.r.choice(accs)
        self.combine(c, v, c.vars[v.name][1][3:])

    def combine(self, c, v, op):
        e = self.expr(c)
        if op == '+':
            self.emit('%s += %s & 0xff;' % (v.name, e))
        elif op in ('min', 'max'):
            t = self.fresh('t')
            self.emit('{ const long %s = %s & 0xfff; if (%s %s %s) %s = %s; }' % (
                t, e, t, '<' if op == 'min' else '>', v.name, v.name, t))
        else:
            self.emit('%s %s= %s & 0xfff;' % (v.name, op, e))

    def block(self, c, n):
        for _ in range(n):
            self.stmt(c)

    def stmt(self, c):
        self.budget -= 1
        deep = c.depth > 9 or self.budget < 0
        k = self.r.random()
        if k < 0.13:
            self.declare(c)
        elif k < 0.27:
            self.assign(c)
        elif k < 0.37:
            self.sink(c)
        elif k < 0.42:
            self.atomic(c)
        elif k < 0.50:
            self.accumulate(c)
        elif k < 0.60:
            self.call(c)
        elif deep:
            self.sink(c)
        elif k < 0.68:
            self.open('if (%s) {' % self.cond(c))
            self.block(c.sub(), self.r.randrange(1, 4))
            if self.p(0.5):
                self.close('} else {')
                self.ind += 1
                self.block(c.sub(), self.r.randrange(1, 3))
            self.close()
        elif k < 0.75:
            n, v = self.r.randrange(0, 4), self.fresh('w')
            if c.count * max(n, 1) > 3000:
                return self.sink(c)
            self.open('for (int %s = 0; %s < %d; %s++) {' % (v, v, n, v))
            i = c.sub(count=c.count * max(n, 1), lin='(%s) * %d + %s' % (c.lin, max(n, 1), v))
            i.vars[v] = (V(v, 'int'), 'ro')
            self.block(i, self.r.randrange(1, 4))
            self.close()
        else:
            self.construct(c)

    def call(self, c):
        arrays = [v for v in self.writable(c, True) if v.ty == 'long']
        scalars = [v for v in self.writable(c, False) if v.ty == 'long']
        kinds = []
        if scalars:
            kinds += ['bump']
        if arrays:
            kinds += ['bumpa']
            if c.kind in ('seq', 'dist', 'par', 'iter', 'one'):
                kinds += ['lanes'] * 3
            if c.kind in ('seq', 'dist', 'teams') and not c.inpar:
                kinds += ['threads'] * 2
        if not kinds:
            return self.declare(c)
        k = self.r.choice(kinds)
        if k == 'bump':
            return self.emit('@bump(&%s, %s);' % (self.r.choice(scalars).name, self.expr(c)))
        a = self.r.choice(arrays)
        n = self.r.randrange(0, a.size + 1)
        if k == 'bumpa':
            self.emit('@bump(&%s[%s], %s);' % (a.name, self.index(c, a.size), self.expr(c)))
        elif k == 'lanes':
            f = self.r.randrange(3)
            if f == 0:
                self.emit('@fill_lanes(%s, %d, %s);' % (a.name, n, self.expr(c)))
            else:
                v = V(self.fresh(), 'long', 0, c.strand)
                self.emit('long %s = %s;' % (v.name, '@sum_lanes(%s, %d)' % (a.name, n) if f == 1 else
                                            '@chain_lanes(%s, %d, %s)' % (a.name, n, self.expr(c))))
                c.vars[v.name] = (v, 'rw')
        elif self.p(0.5):
            v = V(self.fresh(), 'long', 0, c.strand)
            self.emit('long %s = @sum_threads(%s, %d);' % (v.name, a.name, n))
            c.vars[v.name] = (v, 'rw')
        else:
            m = self.r.randrange(1, 5)
            self.emit('@rows_threads(%s, %d, %d, %s);' % (a.name, a.size // m, m, self.expr(c)))

    # ---- constructs ----
    def construct(self, c):
        kinds = []
        if c.kind in ('seq', 'dist', 'par', 'iter', 'one'):
            kinds += ['simd'] * 4
        if c.kind in ('seq', 'dist', 'teams') and not c.inpar:
            kinds += ['parallel for', 'parallel for', 'parallel for simd', 'parallel loop', 'block', 'block', 'block']
        if c.kind == 'iter' and c.inpar == 1 and self.p(0.3):
            kinds += ['parallel for']
        if c.kind in ('dist', 'iter', 'seq'):
            kinds += ['loop bind(thread)']
        if c.kind == 'par':
            kinds += ['for', 'for', 'for', 'for simd', 'loop bind(parallel)', 'sync']
        if not kinds:
            return self.accumulate(c)
        k = self.r.choice(kinds)
        if k == 'block':
            self.parallel(c)
        elif k == 'sync':
            self.sync(c)
        else:
            self.loop(c, k)

    def trips(self, c, most):
        n = self.r.choice([0, 1, 2, 3, 5, 8, 13, 17, 31, 33, 64, 65, 100])
        while n > most:
            n //= 2
        return n

    def head(self, n, quiet=False):
        """of a loop in canonical form that runs n times: its variable and the iteration's number"""
        v = self.fresh('i')
        form = self.r.choice(FORMS)
        (text, number), words = loop_text(form, v, 'n%d' % n if n in (3, 8, 33) and self.p(0.5) else str(n))
        return 'for (%s)' % text.format(**words), v, number.format(**words)

    def loop(self, c, leaves, chain=None, maps=()):
        """a loop construct in c; chain: how it is written, if not as one directive"""
        d = leaves.split()
        most = max(1, min(100, 3000 // max(c.count, 1)))
        n = self.trips(c, most)
        m = self.trips(c, max(1, most // max(n, 1))) if self.p(0.2) else None
        total = max(n * (1 if m is None else m), 1) if n else 1
        zero = n == 0 or m == 0
        kind = 'simd' if d[-1] == 'simd' else 'loop' if 'loop' in d else 'dist' if d[-1] == 'distribute' else 'iter'
        b = c.sub(kind=kind, strand=self.strand(), vars={}, inpar=c.inpar + ('parallel' in d),
                  quiet=c.quiet or kind in ('simd', 'loop'), no_atomic=c.no_atomic or kind == 'loop')
        b.many = c.many - ({'thread'} if c.kind == 'par' and ('for' in d or 'parallel)' in leaves) else set()) - (
            {'team'} if 'distribute' in d or c.kind == 'start' else set())
        if 'parallel' in d and 'teams' not in d and c.inpar:
            b.many = c.many  # nested
        shared_by_threads = c.kind == 'par' and d[0] in ('for', 'loop')
        clauses, first, closes, wait = [], [], 0, False
        heads = [self.head(n)] + ([self.head(m)] if m is not None else [])
        lin = heads[0][2] if m is None else '(%s) * %d + %s' % (heads[0][2], max(m, 1), heads[1][2])
        after = []
        for v, perm in list(c.vars.values()):
            own = perm == 'rw' and not shared_by_threads and 'distribute' not in d
            if perm == 'sh' and shared_by_threads:
                own = True
            mapped = perm == 'league'
            k = self.r.random()
            accumulates = perm.startswith('acc')
            if accumulates:
                if self.p(0.5) and kind != 'dist' and not shared_by_threads:
                    clauses.append('reduction(%s: %s)' % (perm[3:], v.name))
                    b.vars[v.name] = (v, perm)
                continue
            if perm not in ('rw', 'ro', 'sh', 'league'):
                continue
            if v.size:
                if own and v.size >= n * (1 if m is None else m) and k < 0.5:
                    b.vars[v.name] = (v, '[%s]' % lin)
                    wait |= shared_by_threads
                else:
                    b.vars[v.name] = (v, 'ro') if not mapped else (v, 'none')
                continue
            if own and k < 0.22 and v.ty != 'short':
                op = self.r.choice(['+', '+', 'min', 'max'] + ([] if v.ty in ('double', 'float') else ['^', '|', '&']))
                clauses.append('reduction(%s: %s)' % (op, v.name))
                b.vars[v.name] = (v, 'acc' + op)
                wait |= shared_by_threads
            elif own and k < 0.36 and not zero and 'loop' not in d:
                clauses.append('lastprivate(%s)' % v.name)
                first.append(v)
                wait |= shared_by_threads
            elif mapped and 'distribute' in d and k < 0.5 and not zero and 'loop' not in d:
                clauses.append('lastprivate(%s)' % v.name)
                first.append(v)
                after.append(v)
            elif mapped and 'teams' in d and k < 0.9:
                op = self.r.choice(['+', 'max'] if v.ty == 'double' else ['+', '^', 'max'])
                clauses.append('reduction(%s: %s)' % (op, v.name))
                b.vars[v.name] = (v, 'acc' + op)
                after.append(v)
            elif perm in ('rw', 'ro', 'sh') and v.strand >= 0 and k > 0.9 and not accumulates and 'loop' not in d and \
                    v.name[0] == 'v':
                clauses.append('private(%s)' % v.name)
                self.open('{ %s %s;' % (v.ty, v.name), 'r')
                closes += 1
                first.append(v)
            elif perm in ('ro', 'sh', 'rw') and v.name[0] == 'v' and k > 0.8 and d[-1] != 'simd' and \
                    'loop' not in d and v.strand >= 0 and not (
                    'distribute' in d or shared_by_threads and perm in ('rw', 'ro')):
                clauses.append('firstprivate(%s)' % v.name)
                b.vars[v.name] = (v, 'ro')
            else:
                b.vars[v.name] = (v, 'none' if mapped else 'ro')
        if m is not None:
            clauses.append('collapse(2)')
        if 'for' in d and self.p(0.4):
            clauses.append('schedule(%s)' % self.r.choice(
                # Clang 19 leaves out iterations where teams share the loop and threads take chunks of a static schedule
                # libomp gives the last value of a dynamic schedule to the wrong thread now and then
                ['static'] if any(t.startswith('lastprivate') for t in clauses) else
                ['static', 'dynamic', 'guided'] if 'distribute' in d else
                ['static, 1', 'static', 'dynamic', 'guided', 'static, 3']))
        if 'parallel' in d and self.p(0.3):
            clauses.append('num_threads(%d)' % self.r.choice([1, 3, 8, 32, 40]))
        if 'simd' in d and self.p(0.25):
            clauses.append(self.r.choice(['simdlen(4)', 'safelen(8)', 'simdlen(8)']))
        if 'teams' in d and self.p(0.5):
            clauses.append('num_teams(%d)' % self.r.choice([1, 2, 3, 7]))
        self.r.shuffle(clauses)
        if wait:
            self.emit('#pragma omp barrier', 'o')
        self.emit('#pragma omp ' + leaves + ''.join(' ' + t for t in list(maps) + clauses), 'o')
        self.emit(heads[0][0] + (' {' if m is None else ''))
        if m is not None:
            self.emit('    ' + heads[1][0] + ' {')
        self.ind += 1
        b.count, b.lin = c.count * total, '((%s) * %d + %s)' % (c.lin, total, lin)
        for h in heads:
            b.vars[h[1]] = (V(h[1], 'long', 0, -1), 'ro')
        for v in first:
            self.emit('%s = %s;' % (v.name, self.masked(v.ty, self.expr(b))))
            b.vars[v.name] = (v, 'rw')
        if kind == 'dist':
            self.slice(b, total, lin)
        self.block(b, self.r.randrange(1, 4) if kind == 'simd' else self.r.randrange(2, 6))
        self.close()
        for _ in range(closes):
            self.close('}', 'r')
        for v in after:
            c.vars[v.name] = (v, 'none')

    def slice(self, b, total, lin):
        """a part of a mapped array, of which this iteration alone sees it"""
        if self.mids and self.p(0.6):
            name = self.mids.pop()
            w = MID // max(total, 1)
            w = min(w, 40)
            if w >= 1:
                v = V(self.fresh('a'), 'long', w, b.strand)
                self.emit('long *const %s = %s + (%s) * %d;' % (v.name, name, lin, w))
                b.vars[v.name] = (v, 'rw')

    def enter(self, c, clauses, only=None):
        """variables of a block construct that executes c's code by other strands: firstprivate and private ones"""
        out, closes, start = {}, 0, []
        for v, perm in list(c.vars.values()):
            if perm not in ('rw', 'ro'):
                continue
            k = self.r.random()
            if v.name[0] == 'v' and not v.size and v.strand >= 0 and k < 0.15:
                clauses.append('firstprivate(%s)' % v.name)
                self.open('{ %s %s__o = %s;' % (v.ty, v.name, v.name), 'r')
                self.open('{ %s %s = %s__o;' % (v.ty, v.name, v.name), 'r')
                closes += 2
                out[v.name] = (v, 'rw')
            elif v.name[0] == 'v' and not v.size and v.strand >= 0 and k < 0.25:
                clauses.append('private(%s)' % v.name)
                self.open('{ %s %s;' % (v.ty, v.name), 'r')
                closes += 1
                start.append(v)
            else:
                out[v.name] = (v, 'sh' if perm == 'rw' else 'ro')
        return out, closes, start

    def parallel(self, c, leaves='parallel', maps=()):
        clauses = list(maps)
        at = len(self.lines)
        vars, closes, start = self.enter(c, clauses)
        b = c.sub(kind='par', strand=self.strand(), vars=vars, inpar=c.inpar + 1, many=c.many | {'thread'})
        most = None
        shared = [v for v, perm in vars.values() if perm == 'sh' and not v.size and v.ty in ('long', 'int')]
        if shared and self.p(0.3):
            most = self.r.choice(shared)
            op = self.r.choice(['max', 'min', '|'])
            clauses.append('reduction(%s: %s)' % (op, most.name))
            vars[most.name] = (most, 'acc' + op)
        if self.p(0.3):
            clauses.append('num_threads(%d)' % self.r.choice([1, 3, 8, 32, 40]))
        self.lines.insert(at, ('o', self.ind, '#pragma omp ' + leaves + ''.join(' ' + t for t in clauses)))
        self.open()
        for v in start:
            self.emit('%s = %s;' % (v.name, self.masked(v.ty, self.expr(b))))
            vars[v.name] = (v, 'rw')
        if self.p(0.6):
            self.declare(b)
        for _ in range(self.r.randrange(1, 4)):
            self.stmt(b)
            self.construct(b)
        if self.p(0.5):
            self.sink(b)
        self.close()
        for _ in range(closes):
            self.close('}', 'r')

    def sync(self, c):
        k = self.r.random()
        if k < 0.2:
            return self.emit('#pragma omp barrier', 'o')
        self.emit('#pragma omp barrier', 'o')
        if k < 0.4:
            shared = [v for v, perm in c.vars.values() if perm == 'sh' and not v.size and
                      v.ty in ('long', 'int', 'double')]
            if not shared:
                return
            # the same operand from each thread: an operation that may be done any number of times
            self.emit('#pragma omp critical', 'o')
            v, t = self.r.choice(shared), self.fresh('t')
            b = c.sub(vars={n: e for n, e in c.vars.items() if n != v.name})
            self.emit('{ const long %s = %s & 0xfff; if (%s > %s) %s = %s; }' % (t, self.expr(b), t, v.name, v.name, t))
            return self.emit('#pragma omp barrier', 'o')
        vars = {n: (v, {'sh': 'rw', 'rw': 'ro', 'ro': 'ro'}.get(perm, 'none')) for n, (v, perm) in c.vars.items()}
        b = c.sub(kind='one', strand=-7, vars=vars, many=c.many - {'thread'})
        single = self.p(0.6)
        self.emit('#pragma omp ' + ('single' if single else 'masked'), 'o')
        self.open()
        self.block(b, self.r.randrange(1, 4))
        self.close()
        if not single:
            self.emit('#pragma omp barrier', 'o')

    # ---- kernels ----
    def kernel(self, k):
        self.budget = self.r.randrange(20, 70)
        self.mids = ['mid0', 'mid1', 'mid2']
        self.used, self.noted = 0, 0
        maps = ['map(tofrom: out[0:%d], cells[0:%d], mid0[0:%d], mid1[0:%d], mid2[0:%d])' % (OUT, CELLS, MID, MID, MID),
                'map(to: in[0:64])']
        self.emit('static void @kernel%d(long *out, long *cells, long *mid0, long *mid1, long *mid2, long *end, '
                  'const int *in)' % k)
        self.emit('{')
        self.ind = 1
        self.emit('int n3 = 3, n8 = 8, n33 = 33;')
        self.emit('(void)n3; (void)n8; (void)n33;')
        host = Ctx(kind='start', vars={}, depth=0, strand=self.strand(), inpar=0, many=set(), quiet=False,
                   no_atomic=False, count=1, lin='0')
        league = []
        for i in range(self.r.randrange(1, 4)):
            v = V(self.fresh('s'), self.r.choice(['long', 'int', 'double']), 0, host.strand)
            self.emit('%s %s = %d;' % (v.ty, v.name, self.r.randrange(1, 30)))
            league.append(v)
        given = []
        for i in range(self.r.randrange(0, 3)):
            v = self.declare(host, False)
            given.append(v)
        tofrom = 'map(tofrom: %s)' % ', '.join(v.name for v in league)
        how = self.r.choice(['target', 'target', 'teams', 'teams', 'distribute', 'distribute', 'parallel'])
        one = dict(host.vars)
        for v in given:
            one[v.name] = (V(v.name, v.ty, 0, -1), 'ro')  # firstprivate already: no clause again
        if how == 'target':
            for v in league:
                one[v.name] = (v, 'rw')
            b = host.sub(kind='seq', strand=self.strand(), vars=one)
            self.emit('#pragma omp target ' + ' '.join(maps + [tofrom]), 'o')
            self.open()
            self.block(b, self.r.randrange(2, 5))
            for _ in range(self.r.randrange(1, 4)):
                self.construct(b)
                self.stmt(b)
            self.close()
        elif how == 'parallel':
            for v in league:
                one[v.name] = (v, 'sh')
            c = host.sub(kind='seq', vars=one)
            if self.p(0.5):
                self.parallel(c.sub(vars={n: (v, 'rw' if perm == 'sh' else 'ro') for n, (v, perm) in one.items()}),
                              'target parallel', maps + [tofrom])
            else:
                self.emit('#pragma omp target ' + ' '.join(maps + [tofrom]), 'o')
                self.parallel(c.sub(vars={n: (v, 'rw' if perm == 'sh' else 'ro') for n, (v, perm) in one.items()}))
        elif how == 'teams':
            for v in league:
                one[v.name] = (v, 'league')
            teams = 'num_teams(%d)' % self.r.choice([1, 2, 3, 7])
            if self.p(0.5):
                self.emit('#pragma omp target teams ' + ' '.join(maps + [tofrom, teams]), 'o')
            else:
                self.emit('#pragma omp target ' + ' '.join(maps + [tofrom]), 'o')
                self.emit('#pragma omp teams ' + teams, 'o')
            self.open()
            b = host.sub(kind='teams', strand=self.strand(), vars=one, many={'team'})
            for _ in range(self.r.randrange(1, 4)):
                self.block(b, self.r.randrange(0, 3))
                b.kind = 'teams'
                self.loop(b, self.r.choice(['distribute', 'distribute', 'distribute', 'distribute parallel for',
                                            'distribute simd', 'distribute parallel for simd']))
            self.close()
        else:
            c = host.sub(kind='start', vars=one)
            for v in league:
                c.vars[v.name] = (v, 'league')
            # a variable with a data-sharing clause of the combined construct has its map from there
            leaves = self.r.choice(['distribute', 'distribute', 'distribute', 'distribute parallel for',
                                    'distribute parallel for simd', 'distribute simd'])
            self.loop(c, 'target teams ' + leaves, maps=maps + [tofrom])
        for i, v in enumerate(league):
            self.emit('end[%d] = (long)%s;' % (i, v.name))
        self.ind = 0
        self.emit('}')

    def program(self, seed):
        kernels = self.r.randrange(2, 5)
        for k in range(kernels):
            self.kernel(k)
        both = {'o': [], 'r': []}
        helpers = HELPERS
        for tag, ind, text in self.lines:
            for which in 'or':
                if tag in ('b', which):
                    pad = '' if text.startswith('#') else '    ' * ind
                    both[which].append(pad + re.sub(r'@(\w+)', r'\1' if which == 'o' else r'ref_\1', text))
        device = re.sub(r'@(\w+)', r'\1', helpers)
        serial = '\n'.join(l for l in re.sub(r'@(\w+)', r'ref_\1', helpers).split('\n') if '#pragma' not in l)
        runs = '\n'.join('    failed += test("kernel%d", kernel%d, ref_kernel%d);' % (k, k, k) for k in range(kernels))
        return '\n'.join([
            '/* generate.py --random %s */' % seed, '#include <omp.h>', '#include <stdio.h>', '#include <stdlib.h>',
            '#include <string.h>', '', '#pragma omp begin declare target', 'long dt[%d];' % DT,
            '#pragma omp end declare target', 'static long ref_dt[%d];' % DT, device] + both['o'] + [
            '/* ---- the same, serially ---- */', serial] + both['r'] + [
                TEST % dict(OUT=OUT, MID=MID, CELLS=CELLS, DT=DT, runs=runs)])


TEST = '''
typedef void kernel(long *, long *, long *, long *, long *, long *, const int *);
struct memory { long out[%(OUT)d], cells[%(CELLS)d], mid[3][%(MID)d], end[4]; };

static int compare(const char *kernel, const char *what, const long *got, const long *want, int n)
{
    for (int i = 0; i < n; i++)
        if (got[i] != want[i]) {
            printf("%%s: %%s[%%d]: got %%ld, want %%ld\\n", kernel, what, i, got[i], want[i]);
            return 1;
        }
    return 0;
}

static int test(const char *name, kernel *device, kernel *serial)
{
    static struct memory a, b;
    int in[64], bad = 0;
    for (int i = 0; i < 64; i++) in[i] = (i * 37 + 11) %% 101;
    memset(&a, 0, sizeof a);
    for (int i = 0; i < %(OUT)d; i++) a.out[i] = -i;
    for (int i = 0; i < 3 * %(MID)d; i++) a.mid[i / %(MID)d][i %% %(MID)d] = i * 7 %% 1000;
    b = a;
    memset(dt, 0, sizeof dt);
    memset(ref_dt, 0, sizeof ref_dt);
#pragma omp target update to(dt)
    device(a.out, a.cells, a.mid[0], a.mid[1], a.mid[2], a.end, in);
#pragma omp target update from(dt)
    serial(b.out, b.cells, b.mid[0], b.mid[1], b.mid[2], b.end, in);
    bad |= compare(name, "out", a.out, b.out, %(OUT)d);
    bad |= compare(name, "cells", a.cells, b.cells, %(CELLS)d);
    for (int i = 0; i < 3; i++) bad |= compare(name, "mid", a.mid[i], b.mid[i], %(MID)d);
    bad |= compare(name, "end", a.end, b.end, 4);
    bad |= compare(name, "dt", dt, ref_dt, %(DT)d);
    return bad;
}

int main(void)
{
    int failed = 0;
    if (getenv("EXPECT_DEVICE")) {
        int host = 1;
#pragma omp target map(from: host)
        host = omp_is_initial_device();
        if (host) {
            puts("target regions run on the initial device");
            return 2;
        }
    }
%(runs)s
    return failed != 0;
}
'''


def program(seed):
    return Gen(seed).program(seed)
