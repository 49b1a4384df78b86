/* layout.c: in which order lanes that have parted go on. Code may lie in any order in memory: LLVM puts the end of a
 * loop's body before its inner loop, so that lanes that are done with the inner one would run ahead of the others if
 * the lowest address came first. So each instruction gets a rank: blocks in topological order, those of a loop all
 * together, its entry first (the weak topological order of Bourdoncle, 1993). Of parted lanes those of the lowest rank
 * go on, and meet the others where their ways join, as after a GPU's instructions for that. */
#include "softgpu.h"

#include <stdlib.h>

struct blocks {
    struct module *m;
    uint32_t start, n;    /* instructions of the function */
    uint32_t *number;     /* by instruction: in which order blocks were found, 0 not yet; of their first ones */
    uint32_t *stack, top; /* first instructions of blocks */
    uint32_t *order, at;  /* filled from its end */
    bool *begins;         /* a block */
    uint32_t found;
};
enum { DONE = UINT32_MAX };

static bool ends_block(const struct insn *i)
{
    return i->flow == FLOW_BRANCH || i->flow == FLOW_SWITCH || i->flow == FLOW_RETURN || i->flow == FLOW_EXIT ||
           i->flow == FLOW_TRAP;
}

static uint32_t last_of(const struct blocks *b, uint32_t first)
{
    uint32_t k = first;
    while (k + 1 < b->n && !b->begins[k + 1] && !ends_block(&b->m->code.v[b->start + k]))
        k++;
    return k;
}

/* the k-th block that may follow the one that ends with this instruction; b->n: there is none */
static uint32_t successor(const struct blocks *b, uint32_t last, uint32_t k)
{
    const struct insn *i = &b->m->code.v[b->start + last];
    bool goes_on = !ends_block(i) || i->guarded;
    if (goes_on && k-- == 0)
        return last + 1;
    if (i->flow == FLOW_BRANCH && k == 0)
        return i->target - b->start;
    if (i->flow == FLOW_SWITCH && k < i->r[2])
        return b->m->targets.v[i->r[1] + k] - b->start;
    return b->n;
}

static uint32_t visit(struct blocks *b, uint32_t first)
{
    uint32_t last = last_of(b, first), head = b->number[first] = ++b->found, to;
    bool loop = false;
    b->stack[b->top++] = first;
    for (uint32_t k = 0; (to = successor(b, last, k)) < b->n; k++) {
        uint32_t least = b->number[to] ? b->number[to] : visit(b, to);
        if (least <= head) {
            head = least;
            loop = true;
        }
    }
    if (head != b->number[first])
        return head;
    b->number[first] = DONE;
    uint32_t of = b->stack[--b->top];
    while (loop && of != first) { /* the loop's blocks, once more without its entry */
        b->number[of] = 0;
        of = b->stack[--b->top];
    }
    for (uint32_t k = 0; loop && (to = successor(b, last, k)) < b->n; k++)
        if (!b->number[to])
            visit(b, to);
    b->order[--b->at] = first;
    return head;
}

static void find_blocks(struct blocks *b)
{
    b->begins[0] = true;
    for (uint32_t k = 0; k < b->n; k++) {
        const struct insn *i = &b->m->code.v[b->start + k];
        if (!ends_block(i))
            continue;
        if (k + 1 < b->n)
            b->begins[k + 1] = true;
        for (uint32_t s = 0, to; (to = successor(b, k, s)) < b->n; s++)
            b->begins[to] = true;
    }
}

static void give_ranks(struct blocks *b, uint32_t *ranks)
{
    uint32_t rank = 0;
    for (uint32_t k = 0; k < b->n; k++)
        if (b->begins[k] && !b->number[k]) /* nothing leads there */
            visit(b, k);
    for (uint32_t k = b->at; k < b->n; k++)
        for (uint32_t i = b->order[k], last = last_of(b, i); i <= last; i++)
            ranks[i] = rank++;
}

void module_layout(struct module *m)
{
    m->ranks = calloc(m->code.n + 1, sizeof *m->ranks);
    for (size_t f = 0; f < m->functions.n && m->ranks; f++) {
        struct blocks b = {
            .m = m, .start = m->functions.v[f].start, .n = m->functions.v[f].end - m->functions.v[f].start};
        if (!m->functions.v[f].defined || !b.n)
            continue;
        b.number = calloc(b.n, sizeof *b.number);
        b.stack = calloc(b.n, sizeof *b.stack);
        b.order = calloc(b.n, sizeof *b.order);
        b.begins = calloc(b.n, sizeof *b.begins);
        b.at = b.n;
        if (!b.number || !b.stack || !b.order || !b.begins)
            abort();
        find_blocks(&b);
        give_ranks(&b, m->ranks + b.start);
        free(b.number), free(b.stack), free(b.order), free(b.begins);
    }
    if (!m->ranks)
        abort();
}
