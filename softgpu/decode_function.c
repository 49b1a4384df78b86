/* decode_function.c: a function's beginning and end: labels, and which row each register gets. */
#include "decode.h"
#include "races.h"

#include <stdlib.h>

void decode_begin(struct build *b)
{
    struct function *f = &b->m->functions.v[b->function];
    b->vregs.n = b->fixups.n = b->loops.n = 0;
    names_drop(&b->labels);
    b->block++;
    f->start = (uint32_t)b->m->code.n;
}

void decode_label(struct build *b, const struct token *name)
{
    if (names_find(&b->labels, name->at, name->n) >= 0)
        build_bad(b, name->line, "the label '%.*s' stands here for the second time", (int)name->n, name->at);
    names_enter(&b->labels, &b->store, name->at, name->n, (int64_t)b->m->code.n);
    b->block++;
}

static void find_targets(struct build *b)
{
    for (size_t k = 0; k < b->fixups.n; k++) {
        struct fixup *f = &b->fixups.v[k];
        int64_t to = names_find(&b->labels, f->label.at, f->label.n);
        if (to < 0)
            build_bad(b, f->label.line, "there is no label '%.*s'", (int)f->label.n, f->label.at);
        if (f->table) {
            b->m->targets.v[f->at] = (uint32_t)to;
            VEC_PUSH(&b->loops, (struct loop){(uint32_t)to, (uint32_t)b->m->code.n}); /* wherever it is branched from */
        } else {
            b->m->code.v[f->at].target = (uint32_t)to;
            if ((uint32_t)to <= f->at)
                VEC_PUSH(&b->loops, (struct loop){(uint32_t)to, f->at});
        }
    }
}

/* What lives across pieces of code keeps its row in all loops that it is in, from their beginning to their end. */
static void stretch(struct build *b, struct vreg *v)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t k = 0; k < b->loops.n; k++) {
            const struct loop *l = &b->loops.v[k];
            if (l->from > v->last || l->to < v->first || (l->from >= v->first && l->to <= v->last))
                continue;
            v->first = l->from < v->first ? l->from : v->first;
            v->last = l->to > v->last ? l->to : v->last;
            again = true;
        }
    }
}

static int by_first(const void *a, const void *b)
{
    const struct vreg *x = *(const struct vreg *const *)a, *y = *(const struct vreg *const *)b;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Registers whose lives do not overlap share rows, so that frames stay in the cache; not where values are looked for
 * that nobody set: another register's value would pass for one. */
static void give_rows(struct build *b, struct function *f)
{
    bool apart = b->m->device->memory.strict;
    uint32_t given[FRAME_BANKS] = {0};
    VEC(struct vreg *) order = {0};
    VEC(uint32_t) until[FRAME_BANKS] = {0};
    for (size_t k = 0; k < b->vregs.n; k++) {
        struct vreg *v = &b->vregs.v[k];
        if (!v->used)
            continue;
        if (v->block == SEVERAL_BLOCKS)
            stretch(b, v);
        VEC_PUSH(&order, v);
    }
    if (order.n)
        qsort(order.v, order.n, sizeof *order.v, by_first);
    for (size_t k = 0; k < order.n; k++) {
        struct vreg *v = order.v[k];
        enum bank bank = bank_of(v->width);
        size_t u = 0;
        while (u < until[bank].n && until[bank].v[u] >= v->first)
            u++;
        if (u == until[bank].n)
            VEC_PUSH(&until[bank], 0);
        until[bank].v[u] = v->last;
        v->unit = (apart ? given[bank]++ : (uint32_t)u) * (v->width == W_64 ? 2 : 1);
    }
    for (int k = 0; k < FRAME_BANKS; k++) {
        f->units[k] = (apart ? given[k] : (uint32_t)until[k].n) * (k == BANK_64 ? 2 : 1);
        free(until[k].v);
    }
    f->registers = (uint32_t)(until[BANK_32].n + 2 * until[BANK_64].n);
    free(order.v);
}

static void place(struct build *b, uint32_t *ref)
{
    if ((*ref & 7) < FRAME_BANKS)
        *ref = ref_of(b->vregs.v[*ref >> 3].unit, (enum bank)(*ref & 7));
}

/* A load whose value is what a compare-and-swap of the same place compares with decides nothing by itself: another
 * value there makes the swap fail. LLVM begins its loops for atomics of two bytes and less with such a load; it counts
 * as strong. */
static struct insn *prepared_swap(struct insn *load, const struct insn *end)
{
    enum { FAR = 64 };
    uint32_t value = load->r[0]; /* where it is: without optimisation it is moved on the way */
    for (struct insn *i = load + 1; i < end && i - load < FAR; i++) {
        const uint32_t *r = i->r + i->nresults;
        bool same = r[0] == load->r[1] && r[1] == value && i->offset == load->offset && i->size == load->size;
        if (i->moves && r[0] == value)
            value = i->r[0];
        if (i->memory == MEMORY_ATOMIC && i->noperands - i->nresults == 3)
            return same ? i : NULL;
        if (i->memory || (i->flow != FLOW_PLAIN && i->flow != FLOW_BRANCH))
            return NULL;
    }
    return NULL;
}

void decode_end(struct build *b)
{
    struct module *m = b->m;
    struct function *f = &m->functions.v[b->function];
    struct insn last = {.flow = FLOW_RETURN}; /* code that runs into its end returns */
    decode_emit(b, last);
    f->end = (uint32_t)m->code.n;
    find_targets(b);
    uint32_t live = live_most(b, f);
    give_rows(b, f);
    f->registers = live < f->registers ? live : f->registers;
    for (uint32_t k = f->start; k < f->end; k++) {
        struct insn *i = &m->code.v[k];
        for (uint32_t o = 0; o < i->noperands; o++)
            place(b, &i->r[o]);
        if (i->guarded)
            place(b, &i->guard);
    }
    for (uint32_t k = f->start; k < f->end; k++) {
        struct insn *i = &m->code.v[k];
        bool plain = i->memory == MEMORY_LOAD && !i->strong && i->count == 1;
        struct insn *swap = plain ? prepared_swap(i, m->code.v + f->end) : NULL;
        if (swap) {
            i->strong = STRONG_DEVICE;
            i->sets = swap->sets = true;
        }
    }
}
