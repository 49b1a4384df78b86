#!/usr/bin/env python3
"""generate.py SEED [--steps N] [--skip I,J]: prints a random C program that maps data and checks itself.

Objects of all kinds are mapped, changed, updated and released by random constructs. The generator runs the same steps on
a model of the standard's rules (model.py) and writes down, after each step, what host memory, device memory, attached
pointers and the present table must hold; the program compares. Programs are legal OpenMP 5.2 and have no races; what the
standard leaves open is not looked at. --steps and --skip leave steps out, to make a failing program small.

  Objects     scalars, arrays of 1 to 3 dimensions, variable-length ones, structures (nested, in arrays, with pointers), heap
              blocks, tables of pointers, declare target variables; by name or through parameters of functions
  Constructs  target (explicit, implicit, defaultmap, private, firstprivate), target data (use_device_ptr and _addr), enter,
              exit, update (sections, strides, iterators), mappers, nowait with depend, if, device; memory routines
"""
import random
import sys

from model import (INT, NDEV, SCALARS, Array, Entry, Illegal, Item, Mem, Model, Ptr, Scalar, Struct, cells_of)

GAP = object()


class Var:
    """a variable as a function sees it: an object of its own, in `mem`"""

    def __init__(self, name, t, mem, glob=False, target=None, param=False, vla=False):
        self.name, self.type, self.mem = name, t, mem
        self.glob, self.target, self.param, self.vla = glob, target, param, vla


class Loc:
    """an lvalue: C text, where it lies, how it was reached"""

    def __init__(self, text, mem, off, t, var, base=None, outer=None, way=(), arrow=None):
        self.text, self.mem, self.off, self.type, self.var = text, mem, off, t, var
        self.base = base    # (mem, offset) of the last pointer followed
        self.outer = outer  # the outermost structure that it is a member of, reached by that pointer: (lo, hi)
        self.way = list(way)
        self.arrow = arrow  # text of p where this is *p: members are p->m

    def member(self, name):
        t, off = self.type.field(name)
        text = f'{self.arrow}->{name}' if self.arrow else f'{self.text}.{name}'
        return Loc(text, self.mem, self.off + off, t, self.var, self.base,
                   self.outer or (self.off, self.off + self.type.size), self.way)

    def elem(self, i, text=None):
        e = self.type.elem
        return Loc(f'{self.text}[{i if text is None else text}]', self.mem, self.off + i * e.size, e, self.var, self.base,
                   self.outer, self.way)

    def deref(self, i, to, text=None):
        """p[i], where p points to (mem, offset)"""
        e = self.type.elem
        return Loc(f'{self.text}[{i if text is None else text}]', to[0], to[1] + i * e.size, e, self.var,
                   (self.mem, self.off), None, self.way + [(self.mem, self.off)], self.text if i == 0 else None)


def room(mem, off, t):
    """elements of type t from off on"""
    return (mem.type.size - off) // t.size


def is_aggregate(t):
    return isinstance(t, (Array, Struct))


def c_decl(t, name):
    if isinstance(t, Ptr):
        return c_decl(t.elem, f'*{name}' if not isinstance(t.elem, Array) else f'(*{name})')
    if isinstance(t, Array):
        return c_decl(t.elem, f'{name}[{t.n}]')
    return f'{"struct " + t.tag if isinstance(t, Struct) else t.c} {name}'


class View:
    """what a region may name: an lvalue on the device, and the cells of its object it may touch (None: all that are there)"""

    def __init__(self, loc, limit=None, to=None, private=None, text_of=None):
        self.loc, self.limit, self.to, self.private = loc, limit, to, private


class Gen:
    def __init__(self, seed, steps=None, skip=()):
        self.seed, self.only, self.skip = seed, steps, set(skip)
        self.r = random.Random(seed)
        self.m = Model()
        self.mems, self.vars, self.structs, self.names = [], [], [], 0
        self.head, self.funcs, self.init, self.out, self.ind = [], [], [], [], 1
        self.tables = {}      # contents -> name
        self.said_host, self.said_dev = {}, {}
        self.checks = 0
        self.chain = None     # cells that a chain of asynchronous constructs changes on the host
        self.depth = 0
        self.assoc = []

    # ---- small things ----
    def p(self, x):
        return self.r.random() < x

    def pick(self, seq):
        return self.r.choice(list(seq))

    def name(self, prefix):
        self.names += 1
        return f'{prefix}{self.names}'

    def emit(self, text):
        self.out.append('    ' * self.ind + text if not text.startswith('#') else text)

    # ---- types and objects ----
    def scalar(self):
        return SCALARS[0] if self.p(0.4) else self.pick(SCALARS)

    def make_struct(self, inner):
        tag = f'S{len(self.structs)}'
        fields, kept, lens = [], ['n'], {}
        fields.append(('n', INT))
        for k in range(self.r.randint(1, 3)):
            t = self.scalar()
            fields.append((f'x{k}', Array(t, self.r.randint(2, 5)) if self.p(0.5) else t))
        if self.p(0.75):
            fields.append(('p', Ptr(self.scalar())))
        if inner and self.p(0.7):
            s = self.pick(inner)
            fields.append(('in', Array(s, 2) if self.p(0.35) else s))
        if inner and self.p(0.6):
            fields.append(('q', Ptr(self.pick(inner))))
        self.r.shuffle(fields)
        s = Struct(tag, fields, kept)
        self.structs.append(s)
        self.head.append(f'struct {tag} {{ ' + ' '.join(c_decl(t, n) + ';' for n, t, _ in s.fields) + ' };')
        return s

    def make_mappers(self, s):
        """declare mapper directives of a structure; kept in s.mappers: id -> list of (fields path, type, mods)"""
        for ident in ['default', 'other']:
            if not self.p(0.45 if ident == 'default' else 0.6):
                continue
            rows = []
            pointers = [n for n, t, _ in s.fields if isinstance(t, Ptr) and isinstance(t.elem, Scalar)]
            whole = self.p(0.6)
            if whole:
                rows.append((self.pick(['tofrom', 'tofrom', 'to']), 'v', None))
            else:
                for n, t, _ in s.fields:
                    if not isinstance(t, (Ptr, Struct)) and not (isinstance(t, Array) and isinstance(t.elem, Struct)):
                        if n in s.kept:
                            rows.append((self.pick(['to', 'tofrom']), 'v.' + n, None))
                        elif self.p(0.6):
                            rows.append((self.pick(['to', 'tofrom', 'tofrom', 'from', 'alloc']), 'v.' + n, None))
            for n in pointers:
                if whole and self.p(0.85):
                    rows.append((self.pick(['tofrom', 'tofrom', 'to', 'alloc']), f'v.{n}', 'section'))
                elif not whole and self.p(0.5):
                    rows.append(('to', f'v.{n}', None))
                    rows.append(('tofrom', f'v.{n}', 'section'))
            s.mappers[ident] = rows
            text = ' '.join(f'map({t}: {x}{"[0:v.n]" if sec else ""})' for t, x, sec in rows)
            head = '' if ident == 'default' and self.p(0.5) else f'{ident}: '
            self.head.append(f'#pragma omp declare mapper({head}struct {s.tag} v) {text}')

    def new_mem(self, name, t):
        m = Mem(len(self.mems), name, t)
        self.mems.append(m)
        for o in m.offs:
            if m.code[o] != 'p':
                v = self.r.randint(1, 99)
                m.host[0][o] = m.host[1][o] = v
        return m

    def heap(self, t, n):
        """a heap block of n elements"""
        m = self.new_mem(self.name('h'), Array(t, n))
        self.init.append(f'    static {c_decl(m.type, m.name)};' if self.p(0.3) else
                         f'    {c_decl(Ptr(t), m.name)} = malloc({n} * sizeof *{m.name});')
        self.place(m, f'{m.name}')
        return m

    def place(self, m, text):
        self.init.append(f'    base[{m.number}] = (char *){text};')
        self.fill(m)

    def fill(self, m):
        """sets pointers of an object: every pointer leads to a block of its own"""
        for off, code, kept, t in m.cells:
            if code != 'p':
                continue
            n = self.r.randint(3, 7) if isinstance(t.elem, Scalar) else self.r.randint(1, 3)
            to = self.heap(t.elem, n)
            m.host[0][off] = m.host[1][off] = (to, 0)
            self.init.append(f'    memcpy(base[{m.number}] + {off}, &(void *){{base[{to.number}]}}, sizeof(void *));')
        self.lengths(m.type, m, 0)

    def lengths(self, t, m, at):
        """member n of a structure: no more than its pointers to scalars have"""
        if isinstance(t, Array):
            for i in range(t.n):
                self.lengths(t.elem, m, at + i * t.elem.size)
        elif isinstance(t, Struct):
            n = 3
            for f, ft, off in t.fields:
                self.lengths(ft, m, at + off)
                if isinstance(ft, Ptr) and isinstance(ft.elem, Scalar):
                    n = min(n, m.host[0][at + off][0].type.n)
            o = at + t.field('n')[1]
            m.host[0][o] = m.host[1][o] = self.r.randint(1, n)

    def any_type(self):
        k = self.r.random()
        if k < 0.22:
            return self.scalar()
        if k < 0.5:
            t = self.scalar()
            for _ in range(self.pick([1, 1, 2, 3])):
                t = Array(t, self.r.randint(2, 6))
            return t
        if k < 0.7:
            return self.pick(self.structs)
        if k < 0.78:
            return Array(self.pick(self.structs), self.r.randint(2, 3))
        if k < 0.92:
            return Ptr(self.scalar() if self.p(0.5) else self.pick(self.structs))
        return Ptr(Ptr(self.scalar())) if self.p(0.5) else Array(Ptr(self.scalar()), 3)

    @staticmethod
    def innermost(t):
        while isinstance(t, Array):
            t = t.elem
        return t

    def make_var(self):
        t, kind = self.any_type(), self.r.random()
        glob, target = kind < 0.35, None
        name = self.name('g' if glob else 'v')
        has_pointer = any(c[1] == 'p' for c in cells_of(t))
        m = self.new_mem(name, t)
        vla = isinstance(t, Array) and isinstance(self.innermost(t), Scalar) and not glob and self.p(0.3)
        if glob:
            if not has_pointer and self.p(0.5):
                target = self.pick(['enter', 'to', 'link']) if isinstance(t, Array) else self.pick(['enter', 'to'])
            self.head.append(f'static {c_decl(t, name)};' if not target or self.p(0.5) else f'{c_decl(t, name)};')
            if target:
                self.head.append(f'#pragma omp declare target {target}({name})')
                for o in m.offs:
                    m.host[0][o] = m.host[1][o] = 0
        elif vla:
            n = self.name('n')
            dims, e = f'[{n}]', t.elem
            self.init.append(f'    int {n} = {t.n};')
            while isinstance(e, Array):
                d = str(e.n)
                if self.p(0.5):
                    d = self.name('n')
                    self.init.append(f'    int {d} = {e.n};')
                dims, e = dims + f'[{d}]', e.elem
            self.init.append(f'    {e.c} {name}{dims};')
        else:
            self.init.append(f'    {c_decl(t, name)};')
        v = Var(name, t, m, glob, target, vla=vla)
        self.vars.append(v)
        self.init.append(f'    base[{m.number}] = (char *)&{name};')
        self.fill(m)
        if target in ('enter', 'to'):
            for d in range(NDEV):
                e = Entry(m, 0, t.size, m.offs)
                e.infinite = e.live = True
                e.value = {o: 0 for o in m.offs}
                self.m.tables[d].append(e)
        return v

    # ---- lvalues ----
    def host_pointer(self, mem, off):
        return mem.host[0][off]

    def walk(self, loc, follow=True, stop=0.35):
        """a random object from here, without a section; follows host pointers"""
        while True:
            t = loc.type
            if isinstance(t, Scalar) or self.p(stop):
                return loc
            if isinstance(t, Struct):
                loc = loc.member(self.pick(t.fields)[0])
            elif isinstance(t, Array):
                loc = loc.elem(self.r.randrange(t.n))
            else:
                to = self.host_pointer(loc.mem, loc.off)
                if not follow or not to:
                    return loc
                n = room(to[0], to[1], t.elem)
                loc = loc.deref(0 if self.p(0.5) else self.r.randrange(n), to)
                if isinstance(loc.type, Scalar):
                    return loc

    def start(self, var):
        return Loc(var.name, var.mem, 0, var.type, var)

    def section(self, loc):
        """(text, mem, lo, hi, base, part): a section of an array or of what a pointer points to"""
        t = loc.type
        e = t.elem
        if isinstance(t, Array):
            mem, at, n, base, part = loc.mem, loc.off, t.n, loc.base, loc.outer
            way = loc.way
        else:
            to = self.host_pointer(loc.mem, loc.off)
            mem, at = to
            n, base, part = room(mem, at, e), (loc.mem, loc.off), None
            way = loc.way + [(loc.mem, loc.off)]
        lo = 0 if self.p(0.5) else self.r.randrange(n)
        ln = n - lo if self.p(0.5) else self.r.randint(1, n - lo)
        text = f'[{lo}:{ln}]'
        if lo == 0 and self.p(0.3):
            text = f'[:{ln}]'
        elif isinstance(t, Array) and lo + ln == n and self.p(0.3):
            text = f'[{lo}:]'
        e2 = e
        while isinstance(e2, Array) and self.p(0.5):
            text += self.pick([f'[0:{e2.n}]', '[:]', f'[:{e2.n}]'])
            e2 = e2.elem
        return text, mem, at + lo * e.size, at + (lo + ln) * e.size, base, part, way

    def make_item(self, scope, whole_only=False, vars_=None):
        """a list item of a map clause"""
        var = self.pick(vars_ or scope)
        loc = self.walk(self.start(var), stop=0.45)
        t = loc.type
        if loc.way and isinstance(t, Scalar) and not loc.outer:
            loc_parent = loc
        if var.param and loc.text == var.name:
            if isinstance(t, Ptr):
                return self.section_item(loc)
        if isinstance(t, Array) and self.p(0.5) or isinstance(t, Ptr) and self.p(0.8):
            return self.section_item(loc)
        # an element of an array, or *p
        text = loc.text
        if loc.arrow and self.p(0.3):
            text = f'*{loc.arrow}' if self.p(0.6) else f'{loc.arrow}[0:1]'
            if '->' in loc.arrow or '.' in loc.arrow or '[' in loc.arrow:
                text = f'*({loc.arrow})' if text[0] == '*' else text
        it = Item(text, loc.mem, loc.off, loc.off + t.size, base=loc.base, part=loc.outer, top=var, loc=loc, obj=loc)
        it.way = loc.way
        return it

    def section_item(self, loc):
        text, mem, lo, hi, base, part, way = self.section(loc)
        it = Item(loc.text + text, mem, lo, hi, base=base, part=part, top=loc.var, loc=loc)
        it.way = way
        return it

    # ---- expanding mappers ----
    def elem_struct(self, t):
        while isinstance(t, Array):
            t = t.elem
        return t if isinstance(t, Struct) else None

    def item_type(self, it):
        """the type of an item's elements"""
        if it.obj is not None:
            return it.obj.type
        t = it.loc.type.elem
        return t

    def expand(self, it, ident=None):
        """what the item maps by mappers: a list of items; itself where there is none"""
        s = self.elem_struct(self.item_type(it))
        if not s or (ident or 'default') not in s.mappers:
            return [it]
        rows, out = s.mappers[ident or 'default'], []
        for at in range(it.lo, it.hi, s.size):
            for t, x, sec in rows:
                typ = self.decay(it.type, t)
                if x == 'v':
                    base, lo, hi, mem, part = it.base, at, at + s.size, it.mem, it.part or (it.lo, it.hi)
                else:
                    ft, off = s.field(x[2:])
                    mem, lo, hi, base, part = it.mem, at + off, at + off + ft.size, it.base, it.part or (it.lo, it.hi)
                    if sec:
                        to = it.mem.host[0][lo]
                        n = it.mem.host[0][at + s.field('n')[1]]
                        base, mem, lo, part = (it.mem, lo), to[0], to[1], None
                        hi = lo + n * ft.elem.size
                out.append(it.copy(mem=mem, lo=lo, hi=hi, cells=mem.span(lo, hi), base=base, part=part, type=typ, obj=None))
        return out

    @staticmethod
    def decay(own, by):
        """5.2, table 5.4: own is the clause's map-type, by the mapper's"""
        if own in ('release', 'delete', 'alloc'):
            return own
        if by in ('alloc', 'release'):
            return 'alloc'
        both = ('to' if 'to' in own.replace('from', '') and 'to' in by.replace('from', '') else '') + \
               ('from' if 'from' in own and 'from' in by else '')
        return both or 'alloc'

    # ---- the clause lists of a construct ----
    def gather(self, scope, dev, count, types, exact, structured, region=False):
        """random items that are legal together: (clauses' text, all items after mappers, items as written)"""
        written, all_items, texts, tops = [], [], [], {}
        for _ in range(12 * count):
            if len(written) >= count:
                break
            try:
                it = self.candidate(scope, dev, types, exact)
            except (IndexError, ValueError, Illegal):
                continue
            if it is None:
                continue
            text, its = it
            if not self.fits(its, all_items):
                continue
            trial = all_items + its
            try:
                if types == 'exit':
                    self.check_exit(dev, trial, exact)
                else:
                    plans = self.m.plan_enter(dev, trial, structured)
                    if not self.links_ok(dev, plans):
                        continue
                    if region and not self.region_ok(dev, trial, plans):
                        continue
                    if exact and not self.exact_ok(dev, trial):
                        continue
            except Illegal:
                continue
            all_items = trial
            written.append(its)
            texts.append(text)
        self.r.shuffle(texts)
        return texts, all_items, written

    def links_ok(self, dev, plans):
        """a region finds a variable of declare target link in one place"""
        links = {v.mem for v in self.vars if v.target == 'link'}
        new = [p[0] for p in plans if p[0] in links]
        return len(new) == len(set(new)) and not any(e.mem in new for e in self.m.tables[dev])

    def fits(self, new, old):
        """list items of one construct do not share storage, unless one is the structure that holds the other, with one type"""
        for a in new:
            for b in old:
                if a.base and a.base == b.base and not (a.part and b.part):
                    return False  # which of the two the pointer is attached to is not said
                if a.mem is not b.mem:
                    continue
                if a.lo < b.hi and b.lo < a.hi:
                    same = (a.lo, a.hi) == (b.lo, b.hi)
                    if same or a.type != b.type or a.mods != b.mods:
                        return False
                    big, small = (a, b) if a.hi - a.lo >= b.hi - b.lo else (b, a)
                    if not (small.part and small.part[0] >= big.lo and small.part[1] <= big.hi) or \
                            big.obj is None or not isinstance(big.obj.type, Struct):
                        return False
                elif a.part and b.part and a.part != b.part and a.top is b.top and not a.base:
                    return False  # members of different elements: which range they make is not said
                elif bool(a.part) != bool(b.part) and a.top is b.top:
                    return False
        return True

    def region_ok(self, dev, items, plans):
        """a region has one address for each variable: its items must lie in one range"""
        tops = {}
        for it in items:
            key = (it.top.name, it.base, it.mem)
            tops.setdefault(key, []).append(it)
        for its in tops.values():
            if len(its) < 2:
                continue
            entries = {id(self.m.find(dev, i)) if self.m.find(dev, i) else None for i in its}
            if len(entries) > 1:
                return False
            if None in entries and not (all(i.part for i in its) and len({i.part for i in its}) == 1):
                return False
        return True

    def exact_ok(self, dev, items):
        """constructs without an end of their own count whole entries"""
        cover = {}
        for it in items:
            e = self.m.find(dev, it) if it.hi > it.lo else None
            if e:
                cover.setdefault(id(e), (e, set()))[1].update(it.cells)
        return all(e.known == c for e, c in cover.values())

    def check_exit(self, dev, items, exact):
        cover = {}
        for it in items:
            e = self.m.find(dev, it) if it.hi > it.lo else None
            if e is None:
                if 'present' in it.mods:
                    raise Illegal('absent')
                continue
            cover.setdefault(id(e), (e, set(), set()))[1].update(it.cells)
            cover[id(e)][2].add(it.type)
            if 'from' in it.type and any(o in it.mem.kept and e.value[o] is None and o not in e.attached for o in it.cells):
                raise Illegal('rubbish')
        for e, c, types in cover.values():
            if e.known != c:
                raise Illegal('not exact')
            if e.infinite:
                continue
            if e.inside:
                hard = 'delete' in types or e.count <= len(e.inside)
                if hard:
                    raise Illegal('held')
            if 'delete' in types and len(types) > 1:
                raise Illegal('mixed')

    MAPS = {'enter': ['to', 'to', 'alloc'], 'exit': ['from', 'from', 'release', 'delete'],
            'data': ['to', 'from', 'tofrom', 'tofrom', 'alloc']}

    def candidate(self, scope, dev, types, exact):
        kind = self.pick(self.MAPS[types])
        present = [e for e in self.m.tables[dev]]
        it = None
        if types == 'exit' or self.p(0.3):
            it = self.item_of_entry(scope, dev)
        if it is None and self.p(0.1):
            return self.iterated(scope, kind, types)
        it = it or self.make_item(scope)
        it.type = kind
        mods, ident = [], None
        if self.p(0.15) and kind in ('to', 'from', 'tofrom'):
            mods.append('always')
        if self.p(0.1):
            mods.append('close')
        e = self.m.find(dev, it) if it.hi > it.lo else None
        if e and self.p(0.25):
            mods.append('present')
        if types == 'data' and self.p(0.08) and not exact:
            mods.append('ompx_hold')
        it.mods = set(mods)
        s = self.elem_struct(self.item_type(it))
        if s and it.hi > it.lo:
            if 'other' in s.mappers and self.p(0.6):
                ident = 'other'
                mods.append('mapper(other)')
            elif 'default' in s.mappers and self.p(0.2):
                mods.append('mapper(default)')
        self.r.shuffle(mods)
        its = self.expand(it, ident)
        shown = f'{kind}: '
        if (kind == 'tofrom' or kind == {'enter': 'to', 'exit': 'from'}.get(types)) and self.p(0.15):
            shown = '' if not mods and self.p(0.6) else 'tofrom: '  # of which the construct takes its half
        text = f'map({"".join(m + ", " for m in mods)}{shown}{it.text})'
        return text, its

    def item_of_entry(self, scope, dev):
        """an item that says what an entry holds, where some lvalue in sight does"""
        es = [e for e in self.m.tables[dev] if not e.infinite or self.p(0.2)]
        if not es:
            return None
        e = self.pick(es)
        for _ in range(40):
            it = self.make_item(scope)
            if it.mem is e.mem:
                if (it.lo, it.hi) == (e.lo, e.hi):
                    return it
                # lengthen or shorten a section
                if it.obj is None and it.loc is not None:
                    el = it.loc.type.elem
                    at = self.host_pointer(it.loc.mem, it.loc.off)[1] if isinstance(it.loc.type, Ptr) else it.loc.off
                    n = room(it.mem, at, el) if isinstance(it.loc.type, Ptr) else it.loc.type.n
                    if at <= e.lo and (e.lo - at) % el.size == 0 and (e.hi - e.lo) % el.size == 0 and \
                            e.hi <= at + n * el.size and not it.part:
                        lo, ln = (e.lo - at) // el.size, (e.hi - e.lo) // el.size
                        return it.copy(text=f'{it.loc.text}[{lo}:{ln}]', lo=e.lo, hi=e.hi, cells=e.mem.span(e.lo, e.hi))
        return None

    def iterated(self, scope, kind, types):
        """iterator(k = 0:n) over a table of pointers or structures with pointers"""
        found = []
        for v in scope:
            t = v.type
            if isinstance(t, (Ptr, Array)) and isinstance(t.elem, Ptr) and isinstance(t.elem.elem, Scalar):
                found.append((v, None))
            s = t.elem if isinstance(t, (Ptr, Array)) and isinstance(t.elem, Struct) else None
            if s:
                found += [(v, n) for n, ft, _ in s.fields if isinstance(ft, Ptr) and isinstance(ft.elem, Scalar)]
        if not found:
            return None
        v, field = self.pick(found)
        loc = self.start(v)
        if isinstance(v.type, Ptr):
            to = self.host_pointer(loc.mem, loc.off)
            n = room(to[0], to[1], v.type.elem)
        else:
            n = v.type.n
        lo = self.r.randrange(n)
        hi = self.r.randint(lo + 1, n)
        its, ln = [], 3
        for k in range(lo, hi):
            e = loc.deref(k, to, 'k') if isinstance(v.type, Ptr) else loc.elem(k, 'k')
            if isinstance(v.type, Ptr):
                e.arrow = None
            f = e.member(field) if field else e
            fm, fo = self.host_pointer(f.mem, f.off)
            count = ln if not field else f.mem.host[0][e.off + e.type.field('n')[1]]
            it = Item(f.text, fm, fo, fo + count * f.type.elem.size, base=(f.mem, f.off), top=v, loc=f)
            it.way = f.way + [(f.mem, f.off)]
            it.type, it.obj = kind, None
            its.append(it)
        length = f'{e.text}.n' if field else str(ln)
        name = self.pick(['k', 'k', 'int k', 'long k'])
        mods = [f'iterator({name} = {lo}:{hi})']
        if types == 'data' and self.p(0.2):
            mods.append('close')
        return f'map({", ".join(mods)}, {kind}: {f.text}[0:{length}])', its

    # ---- checks ----
    def table(self, values):
        key = tuple(values)
        if key not in self.tables:
            self.tables[key] = f'w{len(self.tables)}'
        return self.tables[key]

    def encode(self, v):
        if v is None:
            return 'ANY'
        if v is GAP:
            return 'GAP'
        if isinstance(v, tuple) and v and v[0] == 'at':
            return f'AT({v[1]}, {v[2]}, {v[3]})'
        return str(v)

    def check(self):
        """what is different from the last time is said, then everything is compared"""
        self.checks += 1
        lines = []
        for m in self.mems:
            now = tuple(tuple(self.encode(m.host[w][o] if m.code[o] != 'p' else None) for o in m.offs) for w in (0, 1))
            if self.said_host.get(m) != now:
                self.said_host[m] = now
                lines.append(f'    host({m.number}, {self.table(now[0])}, {self.table(now[1])});')
        for d in range(NDEV):
            for m in self.mems:
                now = []
                for e in sorted((e for e in self.m.tables[d] if e.mem is m), key=lambda e: e.lo):
                    row = []
                    for o in m.span(e.lo, e.hi):
                        v = e.value[o]
                        if o not in e.known:
                            v = GAP
                        elif m.code[o] == 'p':
                            v = None
                            if o in e.attached and e.attached[o][0].live:
                                t, tm, to = e.attached[o]
                                v = ('at', tm.number, min(t.known), to - min(t.known))
                        row.append(self.encode(v))
                    now.append((e.lo, e.hi, m.offs.index(m.span(e.lo, e.hi)[0]), tuple(row)))
                if self.said_dev.get((d, m), []) != now:
                    self.said_dev[d, m] = now
                    lines.append(f'    clear({d}, {m.number});')
                    for lo, hi, first, row in now:
                        lines.append(f'    range({d}, {m.number}, {lo}, {hi}, {first}, {self.table(row)});')
        self.funcs.append(f'static void check_{self.checks}(void)\n{{\n' + '\n'.join(lines) +
                          f'\n    compare({self.checks});\n}}\n')
        self.emit(f'check_{self.checks}();')

    # ---- statements on data ----
    def step_value(self, t, v, k, i):
        return None if v is None else ((v * 3 + k + i) & t.mask)

    def pick_cells(self, view, dev, priv):
        """a run of scalars that a region may touch: (text with an index or none, first, cells, type)"""
        for _ in range(12):
            got = self.device_walk(view, dev, priv)
            if got:
                return got
        return None

    def touchable(self, dev, mem, off, limit, t):
        """an existing cell of the region's data, within what the construct lists"""
        if limit is not None and not any(l[0] is mem and l[1] <= off < l[2] for l in limit):
            return False
        if dev is None:
            return True
        return self.m.known(dev, mem, off)

    def device_walk(self, view, dev, priv):
        loc, limit, private = view.loc, view.limit, view.private
        to = view.to
        while True:
            t = loc.type
            if isinstance(t, Scalar):
                if private is None and not self.touchable(dev, loc.mem, loc.off, limit, t):
                    return None
                return loc.text, [(loc.mem, loc.off)], t, False
            if isinstance(t, Struct):
                loc = loc.member(self.pick(t.fields)[0])
            elif isinstance(t, Array) or isinstance(t, Ptr):
                if isinstance(t, Array):
                    mem, at, n = loc.mem, loc.off, t.n
                else:
                    if private is not None:
                        return None
                    if to is None:  # an object of the region
                        if dev is None:
                            to = loc.mem.host[0][loc.off]
                            if limit is not None and not any(l[0] is loc.mem and l[1] <= loc.off < l[2] for l in limit):
                                return None
                        else:
                            if not self.touchable(dev, loc.mem, loc.off, limit, t):
                                return None
                            got = self.m.device_pointer(dev, loc.mem, loc.off)
                            if not got or got[1:] != loc.mem.host[1][loc.off]:
                                return None
                            to = got[1:]
                            limit = [(to[0], got[0].lo, got[0].hi)]
                        if dev is None:
                            limit = None
                    mem, at = to
                    n = room(mem, at, t.elem)
                    to = None
                e = t.elem
                if isinstance(e, Scalar):
                    ok = [i for i in range(n) if private is not None or self.touchable(dev, mem, at + i * e.size, limit, e)]
                    if not ok:
                        return None
                    lo = self.pick(ok)
                    hi = lo
                    while hi + 1 in ok and self.p(0.85):
                        hi += 1
                    return loc.text, [(mem, at + i * e.size) for i in range(lo, hi + 1)], e, (lo, hi)
                i = self.r.randrange(n)
                if isinstance(t, Array):
                    loc = loc.elem(i)
                else:
                    loc = loc.deref(i, (mem, at))
            else:
                return None

    def statement(self, view, dev, private):
        """one assignment or loop, with its meaning; text lines"""
        got = self.pick_cells(view, dev, private)
        if not got:
            return None
        text, cells, t, rng = got
        if any(o in m.kept for m, o in cells):
            return None
        k = self.r.randint(0, 50)

        def old(w, m, o):
            if view.private is not None:
                return view.private[w].get(o)
            return self.m.get(w, dev, m, o)
        fresh = any(old(0, m, o) is None for m, o in cells) or self.p(0.2)
        results = []
        for i, (m, o) in enumerate(cells):
            idx = (rng[0] + i) if rng else 0
            for w in (0, 1):
                v = (k + idx) & t.mask if fresh else self.step_value(t, old(w, m, o), k, idx)
                results.append((w, m, o, v))
        for w, m, o, v in results:
            if view.private is not None:
                view.private[w][o] = v
            else:
                self.m.set(w, dev, m, o, v)
                if (dev is None or w) and self.chain is not None:
                    self.chain.add((m, o))
        lhs = f'{text}[i]' if rng else text
        i = 'i' if rng else '0'
        rhs = f'({k} + {i}) & {t.mask}' if fresh else f'((long){lhs} * 3 + {k} + {i}) & {t.mask}'
        if not rng:
            return [f'{lhs} = {rhs};'], None
        return [f'for (int i = {rng[0]}; i <= {rng[1]}; i++)', f'    {lhs} = {rhs};'], rng

    def host_step(self, scope):
        """the host changes something, or looks"""
        for _ in range(self.r.randint(1, 3)):
            got = self.statement(View(self.walk(self.start(self.pick(scope)), stop=0.2)), None, None)
            if got:
                for line in got[0]:
                    self.emit(line)

    # ---- constructs ----
    def device(self):
        d = 0 if self.p(0.75) else 1
        return d, (f' device(D[{d}])' if d or self.p(0.3) else '')

    def condition(self, clause=''):
        """(text, value)"""
        if self.p(0.9):
            return '', True
        v = self.p(0.6)
        return f' if({clause}{"yes" if v else "!yes"})', v

    def enter_data(self, scope):
        dev, dtext = self.device()
        ctext, on = self.condition()
        texts, items, _ = self.gather(scope, dev, self.r.randint(1, 3), 'enter', True, False)
        if not texts:
            return False
        self.emit(f'#pragma omp target enter data {" ".join(texts)}{dtext}{ctext}{self.async_clauses()}')
        if on:
            self.m.enter(dev, items, False)
        return True

    def exit_data(self, scope):
        dev, dtext = self.device()
        ctext, on = self.condition()
        texts, items, _ = self.gather(scope, dev, self.r.randint(1, 3), 'exit', True, False)
        if not texts:
            return False
        self.emit(f'#pragma omp target exit data {" ".join(texts)}{dtext}{ctext}{self.async_clauses()}')
        if on:
            self.m.exit(dev, items, False)
        return True

    def async_clauses(self):
        return ' nowait depend(inout: token)' if self.chain is not None else ''

    def update(self, scope):
        dev, dtext = self.device()
        ctext, on = self.condition()
        texts, todo = [], []
        for _ in range(20):
            if len(texts) >= self.r.randint(1, 2):
                break
            to = self.p(0.5)
            it = (self.item_of_entry(scope, dev) if self.p(0.6) else None) or self.make_item(scope)
            mods, ident = [], None
            if self.p(0.3) and self.m_present(dev, it):
                mods.append('present')
            s = self.elem_struct(self.item_type(it))
            if s and 'other' in s.mappers and self.p(0.5):
                ident = 'other'
                mods.append('mapper(other)')
            text = it.text
            if not s and self.p(0.6):
                got = self.strided(scope, dev)
                if got:
                    it, text, s, ident, mods = got[0], got[1], None, None, []
            its = [it]
            if s and (ident or 'default') in s.mappers:
                it.type = 'to' if to else 'from'
                its = [i for i in self.expand(it, ident) if i.type == it.type]
            for i in its:
                i.mods = {'present'} & set(mods)
            try:
                if not all(self.m.can_update(dev, i, to) for i in its):
                    continue
            except Illegal:
                continue
            if any(i.top is o.top for i in its for o, _ in todo):  # legal, but Clang's check refuses most of it
                continue
            if any(set(i.cells) & set(o.cells) and i.mem is o.mem for i in its for o, _ in todo):
                continue
            if not its:
                continue
            todo += [(i, to) for i in its]
            texts.append(f'{"to" if to else "from"}({", ".join(mods)}{": " if mods else ""}{text})')
        if not texts:
            return False
        self.emit(f'#pragma omp target update {" ".join(texts)}{dtext}{ctext}{self.async_clauses()}')
        for i, to in todo:
            if on:
                self.m.update(dev, i, to)
        return True

    def m_present(self, dev, it):
        try:
            return it.hi > it.lo and self.m.find(dev, it) is not None
        except Illegal:
            return False

    def strided(self, scope, dev):
        """a section with strides, or of several dimensions: (item, text)"""
        for _ in range(10):
            loc = self.walk(self.start(self.pick(scope)), stop=0.5)
            if not isinstance(loc.type, (Array, Ptr)):
                continue
            t, text, offs = loc.type, loc.text, None
            if isinstance(t, Ptr):
                to = self.host_pointer(loc.mem, loc.off)
                mem, offs, n = to[0], [to[1]], room(to[0], to[1], t.elem)
            else:
                mem, offs, n = loc.mem, [loc.off], t.n
            while isinstance(t, (Array, Ptr)):
                if isinstance(t, Ptr) and text != loc.text:
                    return None
                n = n if text == loc.text else t.n
                lo = self.r.randrange(n)
                st = self.r.randint(1, 3)
                ln = self.r.randint(1, (n - lo + st - 1) // st)
                text += f'[{lo}:{ln}:{st}]' if st > 1 or self.p(0.3) else f'[{lo}:{ln}]'
                offs = [o + (lo + st * j) * t.elem.size for o in offs for j in range(ln)]
                t = t.elem
            if not isinstance(t, Scalar):
                continue
            it = Item(text, mem, min(offs), max(offs) + t.size, cells=offs, top=loc.var, loc=loc)
            return it, text
        return None

    # ---- regions ----
    def explicit_views(self, dev, items, written):
        """how a region may name what its map clauses list"""
        views = []
        for its in written:
            for it in its:
                if it.loc is None or it.top is None:
                    continue
                views += self.view_of(dev, it, items)
        return views

    def view_of(self, dev, it, items):
        top, loc = it.top, it.loc
        limit = [(i.mem, i.lo, i.hi) for i in items if i.top is top]
        if any(isinstance(c, str) for c in ()):
            return []
        # every pointer on the way but the variable itself must be attached on the device to what the host's leads to
        way = list(it.way)
        mine = way[0] if way else None
        if mine and isinstance(top.type, Ptr) and mine == (top.mem, 0) and not self.listed(top, items):
            way = way[1:]
        for m, o in way:
            if dev is None:
                continue
            got = self.m.device_pointer(dev, m, o)
            if not got or got[1:] != m.host[1][o]:
                return []
        if it.obj is not None and (it.lo, it.hi) == (it.obj.off, it.obj.off + it.obj.type.size):
            return [View(it.obj, limit)]
        if it.obj is None and ('[k]' in loc.text or loc.mem is it.mem and isinstance(loc.type, Array) or
                               isinstance(loc.type, Ptr)):
            if '[k]' in loc.text:
                return []
            if isinstance(loc.type, Array):
                return [View(loc, limit)]
            if isinstance(loc.type, Ptr):
                return [View(loc, limit, to=self.host_pointer(loc.mem, loc.off))]
        return []

    def listed(self, var, items):
        return any(i.mem is var.mem and i.lo == 0 and i.hi == var.type.size for i in items)

    def region(self, scope):
        dev, dtext = self.device()
        ctext, on = self.condition('target: ' if self.p(0.3) else '')
        clauses = []
        texts, items, written = self.gather(scope, dev, self.pick([0, 1, 1, 2, 3]), 'data', False, True, region=True)
        named = {i.top.name for i in items}
        named |= {t.name for t in (i.top for i in items)}
        views, implicit, private = [], [], []
        others = [v for v in scope if v.name not in named]
        self.r.shuffle(others)
        # defaultmap: one rule for one category
        rule = {}
        if self.p(0.25):
            cat = self.pick(['scalar', 'aggregate', 'all'])
            how = self.pick(['tofrom', 'to', 'firstprivate', 'default'] if cat == 'scalar' else
                            ['tofrom', 'to', 'default', 'firstprivate'])
            if cat == 'all' and how in ('firstprivate',):
                how = 'default'
            if cat == 'all' and how in ('to', 'tofrom'):
                cat = 'scalar'
            rule = {cat: how}
            clauses.append(f'defaultmap({how}{":" + cat if cat != "all" or self.p(0.5) else ""})')
        trial = list(items)
        for v in others[:self.r.randint(0, 3)]:
            t, how = v.type, 'default'
            cat = 'scalar' if isinstance(t, Scalar) else 'aggregate' if is_aggregate(t) else 'pointer'
            how = rule.get(cat, 'default')
            if v.target in ('enter', 'to'):
                views.append(View(self.start(v)))
                continue
            if v.target == 'link':
                how = 'tofrom'
            explicit = self.r.random()
            if explicit < 0.12 and not isinstance(t, Ptr) and v.target is None:
                clauses.append(f'private({v.name})')
                private.append((v, [{}, {}]))
                continue
            if explicit < 0.3 and v.target is None:
                how = 'firstprivate'
                clauses.append(f'firstprivate({v.name})')
            if how == 'default':
                how = 'firstprivate' if cat != 'aggregate' else 'tofrom'
            if how == 'firstprivate':
                if self.chain is not None and cat != 'pointer': # copied when the task is made
                    clauses = [c for c in clauses if c != f'firstprivate({v.name})']
                    continue
                if cat == 'pointer':
                    to = self.host_pointer(v.mem, 0)
                    e = self.m.at(dev, *to) if to else None
                    if e and on and to[1] in e.known:
                        views.append(View(self.start(v), [(e.mem, e.lo, e.hi)], to=to))
                    elif not on and to:
                        views.append(View(self.start(v), None, to=to))
                    else:
                        clauses = [c for c in clauses if c != f'firstprivate({v.name})']
                else:
                    private.append((v, [dict(v.mem.host[0]), dict(v.mem.host[1])]))
                continue
            it = Item(v.name, v.mem, 0, t.size, top=v, loc=self.start(v), obj=self.start(v))
            it.type = how
            its = self.expand(it)
            try:
                plans = self.m.plan_enter(dev, trial + its, True)
                if not self.fits(its, trial) or not self.region_ok(dev, trial + its, plans):
                    continue
            except Illegal:
                continue
            if how == 'to' and isinstance(t, Struct):
                pass
            trial += its
            implicit.append(it)
        if on:
            try:
                self.m.enter(dev, trial, True)
            except Illegal:
                raise
            views += self.explicit_views(dev, trial, written)
        else:
            for its in written:
                views += [View(self.start(i.top)) for i in its if not isinstance(i.top.type, Ptr)]
        where = dev if on else None
        for it in implicit:
            views.append(View(it.obj))
        for v, values in private:
            views.append(View(self.start(v), private=values))
        lines, used, loops = [], set(), []
        want = self.pick([1, 1, 2, 3, 4])
        for _ in range(30 if views else 0):
            view = self.pick(views)
            got = self.statement(view, where, None)
            if got:
                lines.append(got)
                used.add(view.loc.var.name)
            if len(lines) == want:
                break
        for it in implicit:  # a variable that is not named is not mapped
            if it.top.name not in used:
                lines.append(([f'(void)sizeof(char);'], None))
        missing = [it for it in implicit if it.top.name not in used]
        head = '#pragma omp target'
        single = len(lines) == 1 and lines[0][1] and not missing
        if single and self.p(0.7):
            head += self.pick([' teams distribute parallel for', ' parallel for', ' teams loop', ' simd',
                               ' teams distribute parallel for simd', ' teams distribute'])
        else:
            single = False
        ctext = ctext.replace('target: ', '') if not single else ctext if 'target' in ctext else ctext.replace('if(', 'if(target: ')
        self.emit(f'{head} {" ".join(texts + clauses)}{dtext}{ctext}{self.async_clauses()}'.rstrip())
        if not single:
            self.emit('{')
            self.ind += 1
        for it in missing:
            loc = self.start(it.top)
            self.emit(f'touch(&{loc.text});')
        for ls, _ in lines:
            for line in ls:
                if 'sizeof(char)' not in line:
                    self.emit(line)
        if not single:
            self.ind -= 1
            self.emit('}')
        if on:
            self.m.exit(dev, trial, True)
        if self.chain is not None:
            for i in trial:
                self.chain.update((i.mem, o) for o in i.cells)
        return True

    def data_region(self, scope):
        if self.depth >= 2 or self.chain is not None:
            return False
        dev, dtext = self.device()
        ctext, on = self.condition()
        texts, items, _ = self.gather(scope, dev, self.r.randint(1, 3), 'data', False, True)
        if not texts:
            return False
        if on:
            self.m.enter(dev, items, True)
        uses, inner = [], None
        if self.p(0.5):
            uses, inner = self.device_addresses(scope, dev if on else None, items)
        self.emit(f'#pragma omp target data {" ".join(texts + uses)}{dtext}{ctext}')
        self.emit('{')
        self.ind += 1
        self.depth += 1
        if inner:
            for line in inner:
                self.emit(line)
        self.check()
        rest = [v for v in scope if not any(f'({v.name})' in u for u in uses)]
        for _ in range(self.r.randint(0, 3) if rest else 0):
            self.step(rest)
        self.depth -= 1
        self.ind -= 1
        self.emit('}')
        if on:
            self.m.exit(dev, items, True)
        return True

    def device_addresses(self, scope, dev, items):
        """use_device_ptr, use_device_addr: the address is what omp_get_mapped_ptr says, and a region takes it"""
        uses, lines = [], []
        for v in self.r.sample(scope, min(len(scope), 2)):
            t = v.type
            if isinstance(t, Ptr):
                to = self.host_pointer(v.mem, 0)
                if not to:
                    continue
                e = self.m.at(dev, *to) if dev is not None else None
                if e and to[1] not in e.known or not e and any(i.top is v for i in items):
                    continue  # where only another part of it is listed, compilers answer by that part
                uses.append(f'use_device_ptr({v.name})')
                want = f'where({dev}, base[{to[0].number}] + {to[1]})' if e else f'base[{to[0].number}] + {to[1]}'
                lines.append(f'same((void *){v.name}, {want}, "use_device_ptr({v.name})", __LINE__);')
                if e or dev is None:
                    limit = [(e.mem, e.lo, e.hi)] if e else None
                    lines += self.taken(v, f'is_device_ptr({v.name})', dev, View(self.start(v), limit, to=to))
            else:
                e = self.m.at(dev, v.mem, 0) if dev is not None else None
                if e and not set(v.mem.offs) <= e.known or v.target:
                    continue
                if dev is not None and e is None:
                    continue
                uses.append(f'use_device_addr({v.name})')
                want = f'where({dev}, base[{v.mem.number}])' if e else f'base[{v.mem.number}]'
                lines.append(f'same((void *)&{v.name}, {want}, "use_device_addr({v.name})", __LINE__);')
                lines += self.taken(v, f'has_device_addr({v.name})', dev, View(self.start(v)))
        return uses, lines

    def taken(self, v, clause, dev, view):
        if self.p(0.4):
            return []
        got = self.statement(view, dev, None)
        if not got:
            return []
        if dev is None:
            return got[0]
        return [f'#pragma omp target {clause} device(D[{dev}])'] + got[0]

    def routines(self, scope):
        """omp_target_memcpy between a present object and the host"""
        dev, _ = self.device()
        es = [e for e in self.m.tables[dev] if not any(m for m in [e.mem] if m.kept & e.known)]
        if not es or self.chain is not None:
            return False
        e = self.pick(es)
        known = sorted(e.known)
        lo = self.pick(known)
        run = [lo]
        for o in e.mem.offs[e.mem.offs.index(lo) + 1:]:
            if o not in e.known or o >= e.hi or self.p(0.2):
                break
            run.append(o)
        sizes = {'i': 4, 'l': 8, 'd': 8, 's': 2, 'b': 1, 'f': 4}
        hi = run[-1] + sizes[e.mem.code[run[-1]]]
        to = self.p(0.5)
        a, b = f'where({dev}, base[{e.mem.number}] + {lo})', f'base[{e.mem.number}] + {lo}'
        self.emit(f'same0(omp_target_memcpy({a if to else b}, {b if to else a}, {hi - lo}, 0, 0, '
                  f'{"D[%d], omp_get_initial_device()" % dev if to else "omp_get_initial_device(), D[%d]" % dev}), __LINE__);')
        for o in run:
            if to:
                e.value[o] = e.mem.host[0][o]
            else:
                e.mem.host[0][o] = e.value[o]
        return True

    def repoint(self, scope):
        """a host pointer leads to another block; what is attached on devices stays as it is"""
        if self.chain is not None:
            return False
        spots = [(m, o, t) for m in self.mems for o, code, _, t in m.cells if code == 'p' and isinstance(t.elem, Scalar)]
        if not spots:
            return False
        mem, off, t = self.pick(spots)
        blocks = [m for m in self.mems if isinstance(m.type, Array) and m.type.elem is t.elem and m.name[0] == 'h']
        to, first = self.pick(blocks), self.pick([0, 0, 1])
        if to.type.n - first < max(3, self.need(mem.type, mem, 0, off)):
            return False
        new = (to, first * t.elem.size)
        if any(e.inside and off in e.value and off not in e.attached for d in range(NDEV) for e in self.m.tables[d] if e.mem is mem):
            return False  # the region's end would bring the old pointer back
        if any(e.mem is mem and off in e.value and off not in e.attached and e.lo <= off < e.hi and mem.host[0][off] == new
               for d in range(NDEV) for e in self.m.tables[d]):
            return False
        mem.host[0][off] = mem.host[1][off] = new
        for d in range(NDEV):
            e = self.m.at(d, mem, off)
            if e and off not in e.attached:
                e.value[off] = None
        self.emit(f'point({mem.number}, {off}, base[{to.number}] + {new[1]});')
        return True

    def need(self, t, mem, at, off):
        """how many elements the pointer at off must point to: member n of its structure"""
        if isinstance(t, Array):
            i = (off - at) // t.elem.size
            return self.need(t.elem, mem, at + i * t.elem.size, off) if 0 <= i < t.n else 0
        if isinstance(t, Struct):
            for n, ft, fo in t.fields:
                if at + fo <= off < at + fo + ft.size:
                    if isinstance(ft, Ptr):
                        return mem.host[0][at + t.field('n')[1]]
                    return self.need(ft, mem, at + fo, off)
        return 0

    def associate(self, scope):
        """omp_target_associate_ptr of an object that is not there, or its end"""
        if self.depth or self.chain is not None:
            return False
        if self.assoc and self.p(0.6):
            dev, e, name = self.assoc.pop()
            if e.inside:
                return False
            self.emit(f'if (separate) same0(omp_target_disassociate_ptr(base[{e.mem.number}], {dev}), __LINE__), '
                      f'omp_target_free({name}, {dev});')
            e.live = False
            self.m.tables[dev].remove(e)
            return True
        dev, _ = self.device()
        mem = self.pick(self.mems)
        if any(e.mem is mem for e in self.m.tables[dev]) or mem.kept:
            return False
        if any(v.mem is mem and v.target for v in self.vars):
            return False
        name = self.name('a')
        self.head.append(f'static void *{name};')
        self.emit(f'if (separate) {name} = omp_target_alloc({mem.type.size}, {dev}), '
                  f'same0(omp_target_associate_ptr(base[{mem.number}], {name}, {mem.type.size}, 0, {dev}), __LINE__);')
        e = Entry(mem, 0, mem.type.size, mem.offs)
        e.infinite = e.live = True
        self.m.tables[dev].append(e)
        self.assoc.append((dev, e, name))
        return True

    def asynchronous(self, scope):
        """constructs with nowait, one after another by their dependences"""
        if self.chain is not None or self.depth:
            return False
        self.chain = set()
        self.emit('{')
        self.ind += 1
        for _ in range(self.r.randint(2, 3)):
            self.pick([self.enter_data, self.exit_data, self.update, self.region, self.region])(scope)
        self.emit('#pragma omp taskwait')
        self.ind -= 1
        self.emit('}')
        self.chain = None
        return True

    # ---- steps ----
    KINDS = ['enter_data'] * 4 + ['exit_data'] * 3 + ['data_region'] * 3 + ['region'] * 7 + ['update'] * 4 + \
            ['host_step'] * 2 + ['routines', 'associate', 'asynchronous', 'repoint', 'repoint']

    def step(self, scope):
        for _ in range(4):
            kind = self.pick(self.KINDS)
            if getattr(self, kind)(scope) is not False:
                self.check()
                return

    def as_parameters(self, scope):
        """the variables in sight of a function of its own: globals, and parameters that lead to local ones"""
        out, params, args = [v for v in scope if v.glob], [], []
        for v in scope:
            if v.glob or self.p(0.3):
                continue
            t = v.type
            elem = t.elem if isinstance(t, Array) else t
            pm = Mem(None, v.name, Ptr(elem))
            pm.host[0][0] = pm.host[1][0] = (v.mem, 0)
            if isinstance(t, Ptr) and self.p(0.6):
                pm.host[0][0] = pm.host[1][0] = v.mem.host[0][0]
                elem, arg = t.elem, v.name
                pm = Mem(None, v.name, t)
                pm.host[0][0] = pm.host[1][0] = v.mem.host[0][0]
            else:
                arg = v.name if isinstance(t, Array) else f'&{v.name}'
            if isinstance(t, Array) and not isinstance(t.elem, Array) and self.p(0.5):
                params.append(c_decl(t, v.name))
            else:
                params.append(c_decl(Ptr(elem), v.name))
            args.append(arg)
            out.append(Var(v.name, Ptr(elem), pm, param=True))
        return out, params, args

    def run(self):
        inner = [self.make_struct([]) for _ in range(self.r.randint(1, 2))]
        for _ in range(self.r.randint(1, 2)):
            self.make_struct(inner)
        for s in self.structs:
            self.make_mappers(s)
        for _ in range(self.r.randint(5, 8)):
            self.make_var()
        self.first = {m.number: self.table(['0' if m.code[o] == 'p' else str(m.host[0][o]) for o in m.offs]) for m in self.mems}
        self.check()
        nsteps = self.r.randint(12, 22)
        for k in range(nsteps):
            self.r = random.Random(self.seed * 1000 + k)
            if k in self.skip or (self.only is not None and k >= self.only):
                continue
            self.emit(f'/* step {k} */')
            if self.p(0.35):
                scope, params, args = self.as_parameters(self.vars)
                if scope:
                    saved, self.out = self.out, []
                    ind, self.ind = self.ind, 1
                    self.step(scope)
                    body, self.out, self.ind = self.out, saved, ind
                    name = f'step_{k}'
                    self.funcs.append(f'static void {name}({", ".join(params) or "void"})\n{{\n' + '\n'.join(body) + '\n}\n')
                    self.emit(f'{name}({", ".join(args)});')
                    continue
            self.step(self.vars)
        return self.text()

    # ---- the program ----
    def text(self):
        values, layouts = [], []
        for m in self.mems:
            layouts.append(f'static const struct cell cells_{m.number}[] = {{' +
                           ', '.join(f"{{{o}, '{m.code[o]}'}}" for o in m.offs) + '};')
        for key, name in self.tables.items():
            values.append(f'static const long {name}[] = {{{", ".join(key)}}};')
        rows = ', '.join(f'{{"{m.name}", cells_{m.number}, {len(m.offs)}, {m.type.size}}}' for m in self.mems)
        init = [f'    start({m.number}, {self.first[m.number]});' for m in self.mems]
        return '\n'.join([f'/* maps_random/generate.py {self.seed} */', '#include "maps.h"', ''] + self.head + [''] + layouts +
                         [f'static char *base[{len(self.mems)}];',
                          f'static const struct object objects[] = {{{rows}}};', ''] + values + [''] +
                         self.funcs + ['int main(void)', '{', f'    begin(objects, base, {len(self.mems)});'] + self.init + init +
                         ['    remember();', '    (void)yes, (void)token, (void)touch;'] + self.out + ['    return end();', '}', ''])


def main():
    args = sys.argv[1:]
    steps, skip = None, []
    if '--steps' in args:
        k = args.index('--steps')
        steps = int(args[k + 1])
        del args[k:k + 2]
    if '--skip' in args:
        k = args.index('--skip')
        skip = [int(x) for x in args[k + 1].split(',') if x]
        del args[k:k + 2]
    g = Gen(int(args[0]), steps, skip)
    sys.stdout.write(g.run())


if __name__ == '__main__':
    main()
