/* pull.c: which archive members take part in the device link.
 *
 * The host linker pulls a member when it defines a name that something before it needs. Two members that
 * define the same device function, of which the host link takes one, must not meet in the device link; so the device
 * link follows its choice. Where the driver has asked the linker (src/driver/ask.c) the inputs list the members; else,
 * and between members of one name, the choice is made here, without regard to order (a superset). */
#include "object.h"

#include <string.h>

/* open addressing, names borrowed */
struct names {
    const char **v;
    size_t cap, n;
};

static bool names_has(const struct names *s, const char *name)
{
    if (!s->cap)
        return false;
    for (size_t i = hash_bytes(0, name, strlen(name)) & (s->cap - 1); s->v[i]; i = (i + 1) & (s->cap - 1))
        if (strcmp(s->v[i], name) == 0)
            return true;
    return false;
}

static void names_put(struct arena *a, struct names *s, const char *name);

static void names_grow(struct arena *a, struct names *s)
{
    struct names old = *s;
    *s = (struct names){.cap = old.cap ? old.cap * 2 : 1024};
    s->v = arena_alloc(a, s->cap * sizeof *s->v);
    for (size_t i = 0; i < old.cap; i++)
        if (old.v[i])
            names_put(a, s, old.v[i]);
}

static void names_put(struct arena *a, struct names *s, const char *name)
{
    if (s->n * 2 >= s->cap)
        names_grow(a, s);
    size_t i = hash_bytes(0, name, strlen(name)) & (s->cap - 1);
    for (; s->v[i]; i = (i + 1) & (s->cap - 1))
        if (strcmp(s->v[i], name) == 0)
            return;
    s->v[i] = name;
    s->n++;
}

struct pull {
    struct arena *a;
    struct names needed, defined;
    bool wanted; /* the member being looked at defines a needed name */
};

static void take_symbol(void *ctx, enum symbol_kind kind, const char *name)
{
    struct pull *p = ctx;
    names_put(p->a, kind == SYMBOL_UNDEFINED ? &p->needed : &p->defined, name);
}

static void need_symbol(void *ctx, enum symbol_kind kind, const char *name)
{
    struct pull *p = ctx;
    if (kind == SYMBOL_UNDEFINED)
        names_put(p->a, &p->needed, name);
}

static void try_symbol(void *ctx, enum symbol_kind kind, const char *name)
{
    struct pull *p = ctx;
    if (kind == SYMBOL_DEFINED && names_has(&p->needed, name) && !names_has(&p->defined, name))
        p->wanted = true;
}

static void take(struct pull *p, struct object *o)
{
    o->taken = true;
    elf_symbols(o->p, o->n, take_symbol, p);
}

/* The inputs say which members take part, but for those that share a name with one that does. */
static bool ruled_out(const struct object *o) { return o->listed && !o->asked; }

void objects_pull(struct arena *a, struct objects *os, bool whole_archives)
{
    bool choose = false; /* a member with device code is not decided yet; if there is none, the choice does not
                          * matter */
    for (size_t i = 0; i < os->o.n; i++) {
        struct object *o = os->o.v[i];
        o->taken = !o->member || whole_archives || (o->listed && o->asked && o->asked >= o->twins);
        choose |= !o->taken && !ruled_out(o) && o->records.r.n > 0;
    }
    if (!choose)
        return;
    struct pull p = {.a = a};
    names_put(a, &p.needed, "main");
    for (size_t i = 0; i < os->o.n; i++)
        if (os->o.v[i]->taken)
            take(&p, os->o.v[i]);
    for (size_t i = 0; i < os->shared.n; i++)
        elf_symbols(os->shared.v[i]->p, os->shared.v[i]->n, need_symbol, &p);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < os->o.n; i++) {
            struct object *o = os->o.v[i];
            if (o->taken || ruled_out(o))
                continue;
            p.wanted = false;
            elf_symbols(o->p, o->n, try_symbol, &p);
            if (p.wanted) {
                take(&p, o);
                more = true;
            }
        }
    }
}
