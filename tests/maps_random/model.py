"""model.py: what OpenMP 5.2 says about device data environments (5.8), as a machine that the generator runs.

Two worlds are kept side by side. In world 0 each device has memory of its own; in world 1 the initial device runs all
regions, so that the device's memory is the host's and maps do nothing. Memory is cells: an object's scalars and pointers,
by byte offset. A value is a whole number, a pointer (mem, offset), or None: what nobody may read.

An Entry is a range of a host object with a copy on a device: the present table's row. `known` are the cells that the
program listed; others of the range (between members, 5.8.3) may be there or not, so nothing is said of them.
"""

NDEV = 2


class Scalar:
    def __init__(self, c, size, code, mask):
        self.c, self.size, self.align, self.code, self.mask = c, size, size, code, mask


SCALARS = [Scalar('int', 4, 'i', 0xffff), Scalar('long', 8, 'l', 0xfffff), Scalar('double', 8, 'd', 0xffff),
           Scalar('short', 2, 's', 0x3fff), Scalar('unsigned char', 1, 'b', 0x7f), Scalar('float', 4, 'f', 0xfff)]
INT = SCALARS[0]


class Array:
    def __init__(self, elem, n):
        self.elem, self.n = elem, n
        self.size, self.align = elem.size * n, elem.align


class Ptr:
    def __init__(self, elem):
        self.elem, self.size, self.align, self.code = elem, 8, 8, 'p'


class Struct:
    """fields: (name, type); kept: names of fields that no region writes, for lengths in clauses hang on them"""

    def __init__(self, tag, fields, kept=()):
        self.tag, self.kept, self.mappers, self.fields = tag, set(kept), {}, []
        at, self.align = 0, 1
        for name, t in fields:
            at = (at + t.align - 1) // t.align * t.align
            self.fields.append((name, t, at))
            at += t.size
            self.align = max(self.align, t.align)
        self.size = (at + self.align - 1) // self.align * self.align

    def field(self, name):
        return next((t, off) for n, t, off in self.fields if n == name)


def cells_of(t, at=0, kept=False):
    """(offset, code, kept, type) of each scalar and pointer in an object of the type"""
    if isinstance(t, Array):
        return [c for i in range(t.n) for c in cells_of(t.elem, at + i * t.elem.size, kept)]
    if isinstance(t, Struct):
        return [c for n, ft, off in t.fields for c in cells_of(ft, at + off, kept or n in t.kept)]
    return [(at, t.code, kept or t.code == 'p', t)]


class Mem:
    """A host object; host[w] maps offsets to values."""

    def __init__(self, number, name, t):
        self.number, self.name, self.type = number, name, t
        self.cells = cells_of(t)
        self.offs = [c[0] for c in self.cells]
        self.code = {c[0]: c[1] for c in self.cells}
        self.kept = {c[0] for c in self.cells if c[2]}
        self.host = [{}, {}]

    def span(self, lo, hi):
        return [o for o in self.offs if lo <= o < hi]


class Entry:
    def __init__(self, mem, lo, hi, known):
        self.mem, self.lo, self.hi, self.known = mem, lo, hi, set(known)
        self.count = self.hold = 0
        self.infinite = self.live = False
        self.sig = None        # what made it, for the constructs that have no end of their own
        self.inside = []       # structured constructs that count in it: their cells
        self.value = {o: None for o in mem.span(lo, hi)}
        self.attached = {}     # offset -> (entry, target's mem, target's offset)


class Item:
    """A list item: the cells it stands for, and how the program says it."""

    def __init__(self, text, mem, lo, hi, cells=None, base=None, part=None, top=None, loc=None, obj=None):
        self.text, self.mem, self.lo, self.hi = text, mem, lo, hi
        self.cells = mem.span(lo, hi) if cells is None else cells
        self.base = base       # (mem, offset) of the pointer that the item hangs on
        self.part = part       # (lo, hi) of the structure that it is a member of
        self.top, self.loc, self.obj = top, loc, obj
        self.type = 'tofrom'
        self.mods = set()
        self.way = []          # pointers on the way: cells (mem, offset)

    def copy(self, **kw):
        i = Item(self.text, self.mem, self.lo, self.hi, self.cells, self.base, self.part, self.top, self.loc, self.obj)
        i.type, i.mods, i.way = self.type, set(self.mods), self.way
        i.__dict__.update(kw)
        return i


class Illegal(Exception):
    pass


class Model:
    def __init__(self):
        self.tables = [[] for _ in range(NDEV)]
        self.nobody = Entry(Mem(None, '', Scalar('char', 1, 'b', 0)), 0, 0, [])

    # ---- the present table ----
    def at(self, dev, mem, off):
        for e in self.tables[dev]:
            if e.mem is mem and e.lo <= off < e.hi:
                return e
        return None

    def known(self, dev, mem, off):
        e = self.at(dev, mem, off)
        return e is not None and off in e.known

    def find(self, dev, it):
        """the entry that an item lies in, None where nothing of it is present; Illegal between the two"""
        es = [e for e in self.tables[dev] if e.mem is it.mem and e.lo < it.hi and it.lo < e.hi]
        if not es:
            return None
        if len(es) > 1 or not set(it.cells) <= es[0].known:
            raise Illegal('partly present')
        return es[0]

    # ---- map clauses on entry ----
    def plan_enter(self, dev, items, structured):
        """checks the items of one construct; returns the new ranges"""
        new = []  # [mem, lo, hi, known, items]
        for it in items:
            e = self.find(dev, it) if it.hi > it.lo else self.at(dev, it.mem, it.lo)
            if it.hi == it.lo:
                continue
            if e is None and 'present' in it.mods:
                raise Illegal('absent')
            if e is None:
                lo, hi = it.part if it.part else (it.lo, it.hi)
                for o in self.tables[dev]:
                    if o.mem is it.mem and o.lo < hi and lo < o.hi:
                        raise Illegal('another part of the structure')
                new.append([it.mem, lo, hi, set(it.cells), [it]])
            elif 'from' in it.type and any(o in it.mem.kept and e.value[o] is None and o not in e.attached
                                           for o in it.cells):
                raise Illegal('would bring back rubbish')
            if (e is None and 'from' in it.type and 'to' not in it.type and set(it.cells) & it.mem.kept):
                raise Illegal('would bring back rubbish')
        merged = []
        for n in new:
            for m in merged:
                if m[0] is n[0] and m[1] < n[2] and n[1] < m[2]:
                    inside = m[1] <= n[1] and n[2] <= m[2] or n[1] <= m[1] and m[2] <= n[2]
                    if not inside:
                        raise Illegal('overlap')
                    both_parts = all(i.part for i in m[4] + n[4])
                    if not both_parts and not self.contains(m, n):
                        raise Illegal('overlap')
                    m[1], m[2], m[3], m[4] = min(m[1], n[1]), max(m[2], n[2]), m[3] | n[3], m[4] + n[4]
                    break
            else:
                merged.append(n)
        return merged

    @staticmethod
    def contains(m, n):
        """one of the items is the structure that holds the others"""
        its = m[4] + n[4]
        lo, hi = min(m[1], n[1]), max(m[2], n[2])
        return any(i.lo == lo and i.hi == hi for i in its) and all(i.part or (i.lo, i.hi) == (lo, hi) for i in its)

    def enter(self, dev, items, structured, sig=None):
        plans = self.plan_enter(dev, items, structured)
        born = []
        for mem, lo, hi, known, _ in plans:
            e = Entry(mem, lo, hi, known)
            e.live, e.sig = True, sig
            self.tables[dev].append(e)
            born.append(e)
        counted = []
        for it in items:
            if it.hi == it.lo:
                continue
            e = self.find(dev, it)
            if e not in counted and not e.infinite:
                counted.append(e)
                if 'ompx_hold' in it.mods:
                    e.hold += 1
                else:
                    e.count += 1
                if structured:
                    e.inside.append(items)
        for it in items:
            if it.base:
                self.attach(dev, it, born)
        for it in items:
            if it.hi == it.lo:
                continue
            e = self.find(dev, it)
            if 'to' in it.type.replace('tofrom', 'to') and (e in born or 'always' in it.mods):
                self.copy_in(e, it.cells)
        return born

    def attach(self, dev, it, born):
        pm, po = it.base
        p = self.at(dev, pm, po)
        t = self.at(dev, it.mem, it.lo)
        if p is None or t is None or po not in p.known:
            return
        tm, to = pm.host[0][po]
        if p in born or t in born:
            p.attached[po] = (t, tm, to)
        elif 'always' in it.mods and p.attached.get(po) != (t, tm, to):
            p.attached[po] = (self.nobody, tm, to)  # whether that attaches anew is not said before OpenMP 6.0

    def copy_in(self, e, cells):
        for o in cells:
            if o not in e.attached:
                e.value[o] = e.mem.host[0][o]

    def copy_out(self, e, cells):
        for o in cells:
            if o in e.attached:
                continue
            if e.value[o] is None and o in e.mem.kept:
                raise Illegal('rubbish in what is kept')
            e.mem.host[0][o] = e.value[o]

    # ---- map clauses on exit ----
    def exit(self, dev, items, structured):
        counted = []
        for it in items:
            if it.hi == it.lo:
                continue
            e = self.find(dev, it)
            if e is None or e.infinite:
                continue
            if e not in counted:
                counted.append(e)
                if 'ompx_hold' in it.mods:
                    e.hold -= 1
                elif e.count:
                    e.count -= 1
                if structured and items in e.inside:
                    e.inside.remove(items)
        for it in items:
            e = self.find(dev, it) if it.hi > it.lo else None
            if e and it.type == 'delete' and not e.infinite:
                e.count = 0
        for it in items:
            e = self.find(dev, it) if it.hi > it.lo else None
            if e and 'from' in it.type and ('always' in it.mods or (e in counted and not e.count and not e.hold)):
                self.copy_out(e, it.cells)
        for e in counted:
            if not e.count and not e.hold:
                e.live = False
                self.tables[dev].remove(e)

    # ---- motion ----
    def update(self, dev, it, to):
        e = self.find(dev, it)
        if e is None:
            if 'present' in it.mods:
                raise Illegal('absent')
            return
        if to:
            self.copy_in(e, it.cells)
        else:
            self.copy_out(e, it.cells)

    def can_update(self, dev, it, to):
        e = self.find(dev, it)
        if e is None:
            return 'present' not in it.mods
        return to or not any(o in it.mem.kept and e.value[o] is None and o not in e.attached for o in it.cells)

    # ---- what a region reads and writes ----
    def device_pointer(self, dev, mem, off):
        """what an attached pointer leads to: (entry, mem, offset), where that may be followed"""
        e = self.at(dev, mem, off)
        if e is None or off not in e.attached:
            return None
        t, tm, to = e.attached[off]
        return (t, tm, to) if t.live and tm.number is not None else None

    def get(self, world, dev, mem, off):
        if world or dev is None:
            return mem.host[world][off]
        return self.at(dev, mem, off).value[off]

    def set(self, world, dev, mem, off, v):
        if world or dev is None:
            mem.host[world][off] = v
        else:
            self.at(dev, mem, off).value[off] = v
