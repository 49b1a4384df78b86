/* clocks.c: views of other lanes' clocks. They are shared and never change. */
#include "clocks.h"

#include <stdlib.h>
#include <string.h>

static void *take(size_t size)
{
    void *p = calloc(1, size);
    if (!p)
        abort();
    return p;
}

static struct clocks *clocks_share(struct clocks *c)
{
    c->refs++;
    return c;
}

static void clocks_drop(struct clocks *c)
{
    if (!--c->refs)
        free(c);
}

static struct clocks *clocks_new(uint32_t n)
{
    struct clocks *c = take(sizeof *c + n * sizeof *c->v);
    c->refs = 1, c->n = n;
    return c;
}

/* a if it knows all that b does */
static bool covers(const uint32_t *a, const uint32_t *b, uint32_t n)
{
    bool all = true;
    for (uint32_t i = 0; i < n; i++)
        all &= a[i] >= b[i];
    return all;
}

static struct clocks *clocks_join(struct clocks *a, struct clocks *b)
{
    if (a == b || covers(a->v, b->v, a->n))
        return clocks_share(a);
    if (covers(b->v, a->v, a->n))
        return clocks_share(b);
    struct clocks *c = clocks_new(a->n);
    for (uint32_t i = 0; i < a->n; i++)
        c->v[i] = a->v[i] > b->v[i] ? a->v[i] : b->v[i];
    return c;
}

static struct leaf *leaf_share(struct leaf *f)
{
    f->refs++;
    return f;
}

static void leaf_drop(struct leaf *f)
{
    if (--f->refs)
        return;
    for (uint32_t i = 0; i < LEAF_BLOCKS; i++)
        if (f->of[i])
            clocks_drop(f->of[i]);
    free(f);
}

static struct leaf *leaf_new(uint64_t number)
{
    struct leaf *f = take(sizeof *f);
    f->refs = 1, f->number = number;
    return f;
}

static struct clocks *joined(struct clocks *a, struct clocks *b)
{
    return a && b ? clocks_join(a, b) : a ? clocks_share(a) : b ? clocks_share(b) : NULL;
}

/* Joins that were made. Lanes that leave a barrier all join the same two views, and so do teams that leave one of all
 * teams, but for the leaf of their own: without this each of them would compare what it knows of all others. The parts
 * are held, so that none of them can be another one at the same address. */
enum { LEAF_JOINS = 256, VIEW_JOINS = 64 };
static _Thread_local struct {
    struct leaf *a, *b, *both;
} leaf_joins[LEAF_JOINS];
static _Thread_local struct {
    struct view *a, *b, *both;
} view_joins[VIEW_JOINS];

static size_t pair_slot(const void *a, const void *b, size_t room)
{
    uint64_t h = ((uint64_t)(uintptr_t)a * 0x9e3779b97f4a7c15u ^ (uint64_t)(uintptr_t)b) * 0x9e3779b97f4a7c15u;
    return (size_t)(h >> 40) & (room - 1);
}

/* The answer is a itself where b has nothing new, or b where a has nothing. */
static struct leaf *leaf_join_new(struct leaf *a, struct leaf *b)
{
    struct leaf *f = leaf_new(a->number);
    bool is_a = true, is_b = true;
    for (uint32_t i = 0; i < LEAF_BLOCKS; i++) {
        f->of[i] = joined(a->of[i], b->of[i]);
        is_a &= f->of[i] == a->of[i];
        is_b &= f->of[i] == b->of[i];
    }
    if (!is_a && !is_b)
        return f;
    leaf_drop(f);
    return leaf_share(is_a ? a : b);
}

static void leaf_forget(size_t at)
{
    if (!leaf_joins[at].a)
        return;
    leaf_drop(leaf_joins[at].a), leaf_drop(leaf_joins[at].b), leaf_drop(leaf_joins[at].both);
    leaf_joins[at].a = NULL;
}

static struct leaf *leaf_join(struct leaf *a, struct leaf *b)
{
    if (a == b)
        return leaf_share(a);
    size_t at = pair_slot(a, b, LEAF_JOINS);
    if (leaf_joins[at].a != a || leaf_joins[at].b != b) {
        struct leaf *both = leaf_join_new(a, b);
        leaf_forget(at);
        leaf_joins[at].a = leaf_share(a), leaf_joins[at].b = leaf_share(b), leaf_joins[at].both = both;
    }
    return leaf_share(leaf_joins[at].both);
}

struct view *view_share(struct view *v)
{
    if (v)
        v->refs++;
    return v;
}

void view_drop(struct view *v)
{
    if (!v || --v->refs)
        return;
    for (uint32_t i = 0; i < v->n; i++)
        leaf_drop(v->of[i]);
    free(v);
}

static struct view *view_new(uint32_t most)
{
    struct view *v = take(sizeof *v + most * sizeof *v->of);
    v->refs = 1;
    return v;
}

/* The answer is a itself where b has nothing new, so that lanes that wait in a loop make no memory. */
static struct view *view_join_new(struct view *a, struct view *b)
{
    struct view *v = view_new(a->n + b->n);
    bool is_a = true, is_b = true;
    for (uint32_t i = 0, k = 0; i < a->n || k < b->n; v->n++) {
        bool only_a = k == b->n || (i < a->n && a->of[i]->number < b->of[k]->number);
        bool only_b = !only_a && (i == a->n || b->of[k]->number < a->of[i]->number);
        struct leaf *from_a = only_b ? NULL : a->of[i++], *from_b = only_a ? NULL : b->of[k++];
        v->of[v->n] = only_a ? leaf_share(from_a) : only_b ? leaf_share(from_b) : leaf_join(from_a, from_b);
        is_a &= v->of[v->n] == from_a;
        is_b &= v->of[v->n] == from_b;
    }
    if (!is_a && !is_b)
        return v;
    view_drop(v);
    return view_share(is_a ? a : b);
}

static void view_forget(size_t at)
{
    if (!view_joins[at].a)
        return;
    view_drop(view_joins[at].a), view_drop(view_joins[at].b), view_drop(view_joins[at].both);
    view_joins[at].a = NULL;
}

struct view *view_join(struct view *a, struct view *b)
{
    if (a == b || !b)
        return view_share(a);
    if (!a)
        return view_share(b);
    size_t at = pair_slot(a, b, VIEW_JOINS);
    if (view_joins[at].a != a || view_joins[at].b != b) {
        struct view *both = view_join_new(a, b);
        view_forget(at);
        view_joins[at].a = view_share(a), view_joins[at].b = view_share(b), view_joins[at].both = both;
    }
    return view_share(view_joins[at].both);
}

void views_forget(void)
{
    for (size_t at = 0; at < LEAF_JOINS; at++)
        leaf_forget(at);
    for (size_t at = 0; at < VIEW_JOINS; at++)
        view_forget(at);
}

const struct clocks *view_of(const struct view *v, uint64_t block)
{
    size_t low = 0, high = v ? v->n : 0;
    uint64_t number = block / LEAF_BLOCKS;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (v->of[middle]->number == number)
            return v->of[middle]->of[block % LEAF_BLOCKS];
        if (v->of[middle]->number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

struct view *view_with(struct view *v, uint64_t block, uint32_t lanes, uint32_t warp, const uint32_t row[LANES])
{
    const struct clocks *known = view_of(v, block);
    if (known && covers(known->v + warp * LANES, row, LANES))
        return view_share(v);
    struct view *one = view_new(1);
    struct clocks *c = clocks_new(lanes);
    one->of[0] = leaf_new(block / LEAF_BLOCKS);
    one->of[0]->of[block % LEAF_BLOCKS] = c;
    one->n = 1;
    if (known)
        memcpy(c->v, known->v, lanes * sizeof *c->v);
    for (uint32_t l = 0; l < LANES; l++)
        if (row[l] > c->v[warp * LANES + l])
            c->v[warp * LANES + l] = row[l];
    struct view *all = view_join(v, one);
    view_drop(one);
    return all;
}
