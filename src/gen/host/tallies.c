/* gen/host/tallies.c: arrays that a loop in place only updates by atomics (analysis/plan/tallies.c): each thread adds
 * to a copy of its own what lies in the array as far as its length is known, if that is short against the number of
 * iterations.
 *
 *     const unsigned long __gd_w0 = (unsigned long)&h[0];
 *     unsigned long __gd_b0 = n * sizeof(int);                       0 where the loop may access it otherwise
 *     #pragma omp parallel
 *     {   const unsigned long __gd_own0 = __gd_host_tally(…);        its bytes, or 0: no copy
 *         int __gd_c0[4096] = identities;
 *         for (…) {   int *const __gd_x = &h[v[i]]; const int __gd_e = 1;
 *                     const unsigned long __gd_o = (unsigned long)__gd_x - __gd_w0;
 *                     if (__gd_o < __gd_own0) __gd_c0[__gd_o / 4] += __gd_e; else atomically *__gd_x += __gd_e;   }
 *         atomically add what the copy has   } */
#include "host_priv.h"

static const char *element_type(struct emit *e, const struct tally *t)
{
    return type_declare(e->u->arena, t->element, "");
}

static void declare_array(struct emit *e, const struct tally *t, size_t i)
{
    const char *name = name_of(e, t->var);
    out(e, "const unsigned long __gd_w%zu = (unsigned long)%s;", i,
        t->item ? item_begin(e, t->item) : arena_printf(e->u->arena, "&%s", name));
    out(e, "unsigned long __gd_b%zu = %s;", i,
        t->item ? item_size(e, t->item) : arena_printf(e->u->arena, "sizeof(%s)", name));
}

void tallies_declare(struct emit *e, const struct region *r)
{
    const struct in_place *p = &r->plan->place;
    const struct look *l = &p->tally_look;
    for (size_t i = 0; i < p->tallies.n; i++)
        declare_array(e, &p->tallies.v[i], i);
    if (!l->meetings.n)
        return;
    out_open(e, "if (__gd_n)");
    look_at_places(e, r, l);
    look_at_counts(e, l);
    for_each (const struct look_meeting, m, l->meetings) {
        out(e, "if (__gd_b%zu && !__gd_host_clear(__gd_at[0], %zu, __gd_counts, %zu, %zu, __gd_b%zu, %zu, %lld))",
            m->store, l->places.n, l->loops.n + 1, m->store, m->store, m->other, (long long)l->places.v[m->other].size);
        out(e, "    __gd_b%zu = 0;", m->store);
    }
    out_close(e);
}

const char *tally_names(struct emit *e, const struct region *r)
{
    const char *names = "";
    for (size_t i = 0; i < r->plan->place.tallies.n; i++)
        names = arena_printf(e->u->arena, "%s, __gd_w%zu, __gd_b%zu", names, i, i);
    return names;
}

void tallies_begin(struct emit *e, const struct region *r)
{
    const struct in_place *p = &r->plan->place;
    for (size_t i = 0; i < p->tallies.n; i++) {
        const struct tally *t = &p->tallies.v[i];
        long size = (long)t->element->size;
        out(e, "const unsigned long __gd_own%zu = __gd_host_tally(__gd_n, __gd_b%zu, %ld, %d);", i, i, size,
            TALLY_BYTES);
        out(e, "%s;",
            type_declare(
                e->u->arena, t->element,
                arena_printf(e->u->arena, "__gd_c%zu[%ld]", i, t->count > 0 ? (long)t->count : TALLY_BYTES / size)));
        out(e, "for (unsigned long __gd_i = 0; __gd_i < __gd_own%zu / %ld; __gd_i++)", i, size);
        out(e, "    __gd_c%zu[__gd_i] = %s;", i, identity_of(e, t->op, t->element));
    }
    if (p->tallies.n)
        e->tallies_of = r;
}

static void update_shared(struct emit *e, const struct tally *t, const char *element, const char *value)
{
    static const char *const names[] = {
        [OP_ADD] = "add", [OP_AND] = "and", [OP_OR] = "or", [OP_XOR] = "xor", [OP_MAX] = "max", [OP_MIN] = "min"};
    out(e, "    (void)__atomic_fetch_%s(%s, %s, __ATOMIC_RELAXED);", names[t->op], element, value);
}

/* Threads begin at different elements, so that they do not take the same lines of the cache from each other. */
void tallies_end(struct emit *e, const struct region *r)
{
    const struct in_place *p = &r->plan->place;
    for (size_t i = 0; i < p->tallies.n; i++) {
        const struct tally *t = &p->tallies.v[i];
        const char *all = arena_printf(e->u->arena, "__gd_own%zu / %ld", i, (long)t->element->size);
        const char *copy = arena_printf(e->u->arena, "__gd_c%zu[__gd_i]", i);
        out(e, "unsigned long __gd_i%zu = __gd_host_first(%s);", i, all);
        out_open(e, "for (unsigned long __gd_left = %s; __gd_left; __gd_left--)", all);
        out(e, "const unsigned long __gd_i = __gd_i%zu;", i);
        out(e, "__gd_i%zu = __gd_i + 1 < %s ? __gd_i + 1 : 0;", i, all);
        out(e, "if (%s != (%s)(%s))", copy, element_type(e, t), identity_of(e, t->op, t->element));
        update_shared(e, t, arena_printf(e->u->arena, "(%s *)__gd_w%zu + __gd_i", element_type(e, t), i), copy);
        out_close(e);
    }
    e->tallies_of = NULL;
}

/* Sums wrap around as those of atomics do, parts of them, too: signed ones are taken as unsigned. */
static const char *combined(struct emit *e, const struct tally *t, const char *copy)
{
    if (t->op == OP_ADD)
        return arena_printf(e->u->arena, "(%s)((unsigned long)%s + (unsigned long)__gd_e)", element_type(e, t), copy);
    return combine_text(e, t->op, copy, "__gd_e");
}

bool update_of_tally(struct emit *e, const struct region *r)
{
    const struct atomic *a = r->atomic;
    if (!r->plan->tally || !e->tallies_of || e->tallies_of != r->parent)
        return false;
    size_t i = r->plan->tally - 1;
    const struct tally *t = &e->tallies_of->plan->place.tallies.v[i];
    const char *type = element_type(e, t), *value = text_or(e, a->e, "1");
    const char *copy = arena_printf(e->u->arena, "__gd_c%zu[__gd_o / %ld]", i, (long)t->element->size);
    bool minus = !a->compare && a->op == OP_SUB;
    out_open(e, "%s", "");
    out(e, "%s *const __gd_x = &(%s);", type, text_of(e, a->x));
    out(e, "const %s __gd_e = (%s)(%s(%s));", type, type, minus ? "0ul - " : "", value);
    out(e, "const unsigned long __gd_o = (unsigned long)__gd_x - __gd_w%zu;", i);
    out(e, "if (__gd_o < __gd_own%zu)", i);
    out(e, "    %s = %s;", copy, combined(e, t, copy));
    out(e, "else");
    update_shared(e, t, "__gd_x", "__gd_e");
    out_close(e);
    return true;
}
