/* spans.c: address ranges that may overlap, in a treap ordered by their begin, of equal ones the latest first; each
 * node knows where its subtree ends. Priorities are a hash, so the same program builds the same tree. The expected
 * depth is below 2 ln n; no operation allocates. */
#include "check.h"

static bool before(const struct check_span *a, const struct check_span *b)
{
    return a->begin != b->begin ? a->begin < b->begin : a->serial > b->serial;
}

static struct check_span *updated(struct check_span *t)
{
    t->most = t->end;
    if (t->left && t->left->most > t->most)
        t->most = t->left->most;
    if (t->right && t->right->most > t->most)
        t->most = t->right->most;
    return t;
}

static void split(struct check_span *t, const struct check_span *at, struct check_span **l, struct check_span **r)
{
    if (!t)
        *l = *r = NULL;
    else if (before(t, at)) {
        split(t->right, at, &t->right, r);
        *l = updated(t);
    } else {
        split(t->left, at, l, &t->left);
        *r = updated(t);
    }
}

static struct check_span *merge(struct check_span *l, struct check_span *r)
{
    if (!l || !r)
        return l ? l : r;
    if (l->priority > r->priority) {
        l->right = merge(l->right, r);
        return updated(l);
    }
    r->left = merge(l, r->left);
    return updated(r);
}

static struct check_span *insert(struct check_span *t, struct check_span *s)
{
    if (!t || s->priority > t->priority) {
        split(t, s, &s->left, &s->right);
        return updated(s);
    }
    if (before(s, t))
        t->left = insert(t->left, s);
    else
        t->right = insert(t->right, s);
    return updated(t);
}

static struct check_span *without(struct check_span *t, const struct check_span *s)
{
    if (t == s)
        return merge(t->left, t->right);
    if (before(s, t))
        t->left = without(t->left, s);
    else
        t->right = without(t->right, s);
    return updated(t);
}

void check_span_insert(struct check_span **root, struct check_span *s, uintptr_t begin, uint64_t n)
{
    static uint64_t serial;
    uint64_t hash = (++serial ^ begin) * 0x9e3779b97f4a7c15u;
    *s = (struct check_span){.begin = begin, .end = begin + n, .serial = serial};
    s->priority = (uint32_t)((hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u >> 32);
    *root = insert(*root, s);
}

void check_span_remove(struct check_span **root, struct check_span *s) { *root = without(*root, s); }

struct check_span *check_span_after(struct check_span *t, const struct check_span *s, uintptr_t begin, uintptr_t end)
{
    if (!t || t->most <= begin)
        return NULL;
    bool later = !s || before(s, t);
    struct check_span *found = later ? check_span_after(t->left, s, begin, end) : NULL;
    if (found || t->begin >= end)
        return found;
    return later && t->end > begin ? t : check_span_after(t->right, s, begin, end);
}
