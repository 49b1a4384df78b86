/* touched.c: the order of operations, and the memory that they accessed. */
#include "touched.h"

#include <stdlib.h>
#include <string.h>

/* ---- pasts ---- */
struct past {
    uint32_t refs, n;
    uint32_t happened[]; /* by chain */
};

uint32_t past_chain(void)
{
    static uint32_t chains;
    return __atomic_fetch_add(&chains, 1, __ATOMIC_RELAXED);
}

struct past *past_share(struct past *p)
{
    if (p)
        __atomic_fetch_add(&p->refs, 1, __ATOMIC_RELAXED); /* graphs share theirs without a lock */
    return p;
}

void past_drop(struct past *p)
{
    if (p && !__atomic_sub_fetch(&p->refs, 1, __ATOMIC_ACQ_REL))
        free(p);
}

static struct past *past_new(uint32_t n)
{
    struct past *p = calloc(1, sizeof *p + n * sizeof *p->happened);
    if (!p)
        abort();
    p->refs = 1, p->n = n;
    return p;
}

bool past_has(const struct past *p, uint32_t chain, uint32_t number)
{
    return p && chain < p->n && p->happened[chain] >= number;
}

struct past *past_join(struct past *a, struct past *b)
{
    if (!a || !b || a == b)
        return past_share(a ? a : b);
    struct past *p = past_new(a->n > b->n ? a->n : b->n);
    for (uint32_t k = 0; k < p->n; k++) {
        uint32_t x = k < a->n ? a->happened[k] : 0, y = k < b->n ? b->happened[k] : 0;
        p->happened[k] = x > y ? x : y;
    }
    return p;
}

struct past *past_with(struct past *p, uint32_t chain, uint32_t number)
{
    struct past *q = past_new(p && p->n > chain ? p->n : chain + 1);
    if (p)
        memcpy(q->happened, p->happened, p->n * sizeof *p->happened);
    q->happened[chain] = number;
    return q;
}

/* ---- runs ---- */
void runs_add(struct runs *r, struct run one)
{
    struct run *last = r->all.n ? &r->all.v[r->all.n - 1] : NULL;
    if (last && last->to == one.from && !memcmp(last->bytes, one.bytes, sizeof one.bytes))
        last->to = one.to;
    else
        VEC_PUSH(&r->all, one);
}

void runs_add_bytes(struct runs *r, uint64_t address, uint64_t n, bool write)
{
    for (uint64_t end = address + n; address < end;) {
        uint64_t word = address / 8, left = end - address;
        bool whole = address % 8 == 0 && left >= 8;
        uint64_t bytes = whole ? 8 : left < 8 - address % 8 ? left : 8 - address % 8;
        struct run one = {.from = word, .to = word + 1};
        one.bytes[write ? TOUCH_WRITE : TOUCH_READ] = (uint8_t)(((1u << bytes) - 1) << address % 8);
        if (whole)
            one.to = word + left / 8, bytes = left / 8 * 8;
        runs_add(r, one);
        address += bytes;
    }
}

static int by_address(const void *a, const void *b)
{
    const struct run *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* Runs of one operation that lie over each other are those of rows that a copy reads and stores: they stay as they are.
 */
void runs_sort(struct runs *r)
{
    if (r->all.n)
        qsort(r->all.v, r->all.n, sizeof *r->all.v, by_address);
}

/* the bytes of a word that two operations access, one of them to store, not both with strong accesses */
static uint8_t clash(const struct run *a, const struct run *b)
{
    const uint8_t *x = a->bytes, *y = b->bytes;
    uint8_t of_b = y[TOUCH_READ] | y[TOUCH_WRITE] | y[TOUCH_STRONG_READ] | y[TOUCH_STRONG_WRITE];
    return (x[TOUCH_WRITE] & of_b) | (x[TOUCH_READ] & (y[TOUCH_WRITE] | y[TOUCH_STRONG_WRITE])) |
           (x[TOUCH_STRONG_WRITE] & (y[TOUCH_READ] | y[TOUCH_WRITE])) | (x[TOUCH_STRONG_READ] & y[TOUCH_WRITE]);
}

static bool overlap(const struct runs *a, const struct runs *b, uint64_t *address, const struct run **one,
                    const struct run **other)
{
    size_t begin = 0;
    for (size_t i = 0; i < a->all.n; i++) {
        const struct run *x = &a->all.v[i];
        while (begin < b->all.n && b->all.v[begin].to <= x->from)
            begin++;
        for (size_t k = begin; k < b->all.n && b->all.v[k].from < x->to; k++) {
            const struct run *y = &b->all.v[k];
            uint8_t bytes = y->to > x->from ? clash(x, y) : 0;
            if (bytes) {
                *address = (x->from > y->from ? x->from : y->from) * 8 + (uint64_t)__builtin_ctz(bytes);
                *one = x, *other = y;
                return true;
            }
        }
    }
    return false;
}

/* ---- operations ---- */
const struct touched *touched_conflict(const struct touched *list, const struct touched *t, uint64_t *address,
                                       const struct run **one, const struct run **other)
{
    for (; list; list = list->next)
        if (!past_has(t->past, list->chain, list->number) && !past_has(list->past, t->chain, t->number) &&
            overlap(&t->runs, &list->runs, address, one, other))
            return list;
    return NULL;
}

void touched_drop(struct touched *t)
{
    past_drop(t->past);
    free(t->runs.all.v);
    free(t);
}
