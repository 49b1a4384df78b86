/* gen/common/gather.c: `#pragma ompx barrier league reduction(+: s)`: each team leaves its value, all wait for all, and
 * each combines the values of all teams, in the order of their numbers, so that all get the same bits:
 *
 *     struct { double s; } __gd_red, __gd_sum;    __gd_red.s = s;
 *     __gd_all = …                                the values of all teams
 *     __gd_sum = __gd_all[0];
 *     for (__gd_each = 1; __gd_each < teams; __gd_each++)
 *         __gd_sum.s = __gd_sum.s + __gd_all[__gd_each].s;
 *     s = __gd_sum.s; */
#include "../gen_priv.h"

static const struct clause *reduction_from(const struct clause *c)
{
    while (c && c->kind != CLAUSE_REDUCTION)
        c = c->next;
    return c;
}

bool gathers(const struct region *r) { return r->dir == DIR_BARRIER_LEAGUE && reduction_from(r->clauses); }

static reduced_list items_of(struct emit *e, const struct region *r)
{
    reduced_list l = {0};
    for (const struct clause *c = reduction_from(r->clauses); c; c = reduction_from(c->next))
        for_each (const struct item, it, c->items) {
            struct reduced d = {.by = r,
                                .op = c->op,
                                .it = it,
                                .v = it->var,
                                .elem = item_type(it),
                                .array = reduction_is_array(it),
                                .count = reduction_count(it)};
            vec_push(e->u->arena, &l, d);
        }
    return l;
}

static const char *member(struct emit *e, const char *of, const struct reduced *d)
{
    return d->array ? arena_printf(e->u->arena, "((%s)&%s.%s)", type_declare_pointer(e->u->arena, d->elem, ""), of,
                                   d->v->name)
                    : arena_printf(e->u->arena, "%s.%s", of, d->v->name);
}

static void copy(struct emit *e, const char *to, const char *from, const struct var *v)
{
    out(e, "__builtin_memcpy((void *)&%s, (const void *)&%s, sizeof __gd_red.%s);", to, from, v->name);
}

static void gather_declare(struct emit *e, const struct region *r)
{
    reduced_list l = items_of(e, r);
    out_open(e, "struct");
    for_each (const struct reduced, d, l)
        out(e, "%s;", type_declare(e->u->arena, d->v->type, d->v->name));
    out_close_with(e, "} __gd_red, __gd_sum;");
    out(e, "__builtin_memset(&__gd_red, 0, sizeof __gd_red);"); /* what is between its members, too */
}

static void gather_fill(struct emit *e, const struct region *r)
{
    reduced_list l = items_of(e, r);
    for_each (const struct reduced, d, l)
        copy(e, arena_printf(e->u->arena, "__gd_red.%s", d->v->name), name_of(e, d->v), d->v);
}

void gather_begin(struct emit *e, const struct region *r)
{
    out_open(e, "%s", "");
    gather_declare(e, r);
    gather_fill(e, r);
}

void gather_combine(struct emit *e, const struct region *r, const char *item, const char *count)
{
    reduced_list l = items_of(e, r);
    out(e, "unsigned __gd_each = 0;");
    out(e, "__gd_sum = %s;", item);
    out_open(e, "for (__gd_each = 1; __gd_each < (unsigned)(%s); __gd_each++)", count);
    for_each (const struct reduced, d, l) {
        const char *into = member(e, "__gd_sum", d), *from = member(e, item, d);
        if (d->array)
            combine_elements(e, d, arena_printf(e->u->arena, "%ld", (long)d->count), into, from);
        else
            combine(e, d, into, from);
    }
    out_close(e);
}

/* Of one team alone a logical value may be any but 0. */
static void make_logical(struct emit *e, const struct reduced *d)
{
    const char *m = member(e, "__gd_sum", d);
    if ((d->op != OP_LAND && d->op != OP_LOR) || d->it->udr)
        return;
    if (d->array)
        out(e, "for (unsigned long __gd_i = 0; __gd_i < %ld; __gd_i++) %s[__gd_i] = %s[__gd_i] != 0;", (long)d->count,
            m, m);
    else
        out(e, "%s = %s != 0;", m, m);
}

void gather_store(struct emit *e, const struct region *r)
{
    reduced_list l = items_of(e, r);
    for_each (const struct reduced, d, l)
        make_logical(e, d);
    for_each (const struct reduced, d, l) {
        bool guarded = guard_begin(e, e->device && shared_place(e, d->v, NULL), false);
        copy(e, name_of(e, d->v), arena_printf(e->u->arena, "__gd_sum.%s", d->v->name), d->v);
        guard_end(e, guarded);
    }
    out_close(e);
}

unsigned gather_size(const struct unit *u, const struct region *teams)
{
    enum { MOST_ALIGN = 16 };
    unsigned most = 0;
    for_each_in (region, r, u, teams->stmt) {
        unsigned size = 0;
        for (const struct clause *c = gathers(r) ? reduction_from(r->clauses) : NULL; c; c = reduction_from(c->next))
            for_each (const struct item, it, c->items)
                size += ((unsigned)it->var->type->size + MOST_ALIGN - 1) / MOST_ALIGN * MOST_ALIGN;
        most = size > most ? size : most;
    }
    return most;
}
