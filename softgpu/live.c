/* live.c: how many registers a function needs at once: the most 32-bit values that are still needed somewhere, as ptxas
 * would find them before it makes anything better. Only an estimate of what it takes, but one by the same rule. */
#include "build.h"

#include <stdlib.h>
#include <string.h>

struct piece {
    uint32_t first, end;        /* instructions */
    uint32_t to[2];             /* blocks that follow; UINT32_MAX: none */
    uint32_t targets, ntargets; /* brx.idx: in module.targets */
    uint64_t *in, *out;         /* a bit per register: needed before, after */
};

struct liveness {
    const struct module *m;
    const struct build *b;
    uint32_t start, n, nblocks, words;
    uint32_t *block_of; /* an instruction of the function */
    struct piece *blocks;
    uint64_t *bits;
};

static bool is_register(uint32_t ref) { return (ref & 7) < FRAME_BANKS; }
static void set(uint64_t *s, uint32_t ref, bool on)
{
    uint32_t k = ref >> 3;
    s[k / 64] = on ? s[k / 64] | 1ull << k % 64 : s[k / 64] & ~(1ull << k % 64);
}

static bool ends_block(const struct insn *i)
{
    return i->flow == FLOW_BRANCH || i->flow == FLOW_SWITCH || i->flow == FLOW_RETURN || i->flow == FLOW_EXIT ||
           i->flow == FLOW_TRAP;
}

static void find_blocks(struct liveness *l)
{
    uint8_t *leads = calloc(l->n + 1, 1);
    const struct insn *code = l->m->code.v + l->start;
    leads[0] = 1;
    for (uint32_t k = 0; k < l->n; k++) {
        if (ends_block(&code[k]))
            leads[k + 1] = 1;
        if (code[k].flow == FLOW_BRANCH)
            leads[code[k].target - l->start] = 1;
        for (uint32_t t = 0; code[k].flow == FLOW_SWITCH && t < code[k].r[2]; t++)
            leads[l->m->targets.v[code[k].r[1] + t] - l->start] = 1;
    }
    for (uint32_t k = 0; k < l->n; k++)
        l->nblocks += leads[k];
    l->blocks = calloc(l->nblocks + 1, sizeof *l->blocks);
    for (uint32_t k = 0, n = 0; k < l->n; k++) {
        n += leads[k];
        l->block_of[k] = n - 1;
        if (leads[k])
            l->blocks[n - 1].first = k;
        l->blocks[n - 1].end = k + 1;
    }
    free(leads);
}

static void find_edges(struct liveness *l)
{
    const struct insn *code = l->m->code.v + l->start;
    for (uint32_t k = 0; k < l->nblocks; k++) {
        struct piece *x = &l->blocks[k];
        const struct insn *last = &code[x->end - 1];
        bool on = !ends_block(last) || last->guarded;
        x->to[0] = on && k + 1 < l->nblocks ? k + 1 : UINT32_MAX;
        x->to[1] = last->flow == FLOW_BRANCH ? l->block_of[last->target - l->start] : UINT32_MAX;
        if (last->flow == FLOW_SWITCH)
            x->targets = last->r[1], x->ntargets = last->r[2];
        x->in = l->bits + (size_t)2 * k * l->words, x->out = x->in + l->words;
    }
}

/* what is needed before an instruction, from what is needed after it */
static void step(const struct insn *i, uint64_t *live)
{
    for (uint32_t k = 0; k < i->nresults && !i->guarded; k++)
        if (is_register(i->r[k]))
            set(live, i->r[k], false);
    for (uint32_t k = i->nresults; k < i->noperands; k++)
        if (is_register(i->r[k]))
            set(live, i->r[k], true);
    if (i->guarded)
        set(live, i->guard, true);
}

static bool join(const struct liveness *l, struct piece *x, uint32_t to)
{
    bool more = false;
    for (uint32_t k = 0; to != UINT32_MAX && k < l->words; k++) {
        uint64_t all = x->out[k] | l->blocks[to].in[k];
        more |= all != x->out[k];
        x->out[k] = all;
    }
    return more;
}

static void flow_back(struct liveness *l)
{
    for (bool again = true, first = true; again; first = false) {
        again = false;
        for (uint32_t k = l->nblocks; k-- > 0;) {
            struct piece *x = &l->blocks[k];
            bool more = join(l, x, x->to[0]) | join(l, x, x->to[1]);
            for (uint32_t t = 0; t < x->ntargets; t++)
                more |= join(l, x, l->block_of[l->m->targets.v[x->targets + t] - l->start]);
            if (!more && !first)
                continue;
            memcpy(x->in, x->out, l->words * sizeof *x->in);
            for (uint32_t i = x->end; i-- > x->first;)
                step(&l->m->code.v[l->start + i], x->in);
            again = true;
        }
    }
}

/* 32-bit registers; predicates have a file of their own */
static uint32_t size_of(const struct liveness *l, const uint64_t *live)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < l->words; k++)
        for (uint64_t left = live[k]; left; left &= left - 1) {
            enum width w = l->b->vregs.v[k * 64 + (uint32_t)__builtin_ctzll(left)].width;
            n += w == W_64 ? 2 : w == W_32;
        }
    return n;
}

static uint32_t most_of_block(const struct liveness *l, const struct piece *x, uint64_t *live)
{
    uint32_t most = size_of(l, x->out), now = most;
    memcpy(live, x->out, l->words * sizeof *live);
    for (uint32_t i = x->end; i-- > x->first;) {
        const struct insn *one = &l->m->code.v[l->start + i];
        step(one, live);
        /* counting anew is what takes time: only where something became needed */
        now = one->noperands > one->nresults ? size_of(l, live) : now;
        most = now > most ? now : most;
    }
    return most;
}

uint32_t live_most(const struct build *b, const struct function *f)
{
    enum { LARGE = 1 << 27 }; /* bits of all blocks */
    struct liveness l = {.m = b->m, .b = b, .start = f->start, .n = f->end - f->start};
    uint32_t most = 0;
    l.words = (uint32_t)(b->vregs.n + 63) / 64;
    l.block_of = calloc(l.n + 1, sizeof *l.block_of);
    find_blocks(&l);
    if ((uint64_t)l.nblocks * l.words * 128 > LARGE) {
        free(l.blocks), free(l.block_of);
        return UINT32_MAX; /* too much work for an estimate */
    }
    l.bits = calloc((size_t)2 * l.nblocks * l.words + 1, sizeof *l.bits);
    uint64_t *live = calloc(l.words + 1, sizeof *live);
    find_edges(&l);
    flow_back(&l);
    for (uint32_t k = 0; k < l.nblocks; k++) {
        uint32_t n = most_of_block(&l, &l.blocks[k], live);
        most = n > most ? n : most;
    }
    free(live), free(l.bits), free(l.blocks), free(l.block_of);
    return most;
}
