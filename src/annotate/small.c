/* small.c: loops that are parallel where sizes are small enough, which a test in the program finds: an unsigned
 * product, i * n of size_t, may wrap, and two iterations meet where it does. Nobody has such sizes; a compiler cannot
 * know that. */
#include <limits.h>
#include <string.h>

#include "annotate_priv.h"

/* The limits that are tried: by them no product of two, of three factors and no sum of a few of these wraps. */
static const struct limits {
    int64_t size; /* of the type in which it wraps */
    long most[2];
} limits[] = {{8, {0x7fffffff, 0xfffff}}, {4, {0x7fff, 0x3ff}}};

enum { TRIES = sizeof limits->most / sizeof *limits->most, MOST_SMALL = 6, LONGEST_TEST = 120 };

static bool may_wrap(const struct node *n)
{
    return n->kind == NODE_BINARY && n->operator== OPERATOR_MUL && n->type &&
                                     n->type->kind == TYPE_INT && !n->type->is_signed && n->type->size >= 4;
}

static bool is_unknown_product(const struct into *x)
{
    return !x->is_member && !x->index && x->node && tree_has(x->node, may_wrap);
}

static bool has_unknown_products(const struct scope *s)
{
    for_each (struct touch, t, s->accesses)
        for (unsigned i = 0; i < t->nsteps; i++)
            if (is_unknown_product(&t->steps[i]))
                return true;
    return false;
}

static bool contains(const struct scope *s, const struct node *tree, const struct node *n)
{
    for (const struct node *m = tree; m; m = tree_next(tree, m))
        if (tree_equal(s->u, m, n))
            return true;
    return false;
}

/* … of the loop itself, of those around it and in it */
static bool is_in_head(const struct scope *s, const struct node *n)
{
    const struct node *top = s->loop;
    while (node_loop(top))
        top = node_loop(top);
    for (const struct node *m = top; m; m = tree_next(top, m))
        for (unsigned i = 0; m->kind == NODE_FOR && i < 3; i++)
            if (m->kids[i] && contains(s, m->kids[i], n))
                return true;
    return false;
}

static bool matters(const struct scope *s, const struct node *n)
{
    for_each (struct touch, t, s->accesses)
        for (unsigned i = 0; i < t->nsteps; i++)
            if (is_unknown_product(&t->steps[i]) && contains(s, t->steps[i].node, n))
                return true;
    return is_in_head(s, n);
}

static long limit_of(const struct type *t, unsigned number)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (t->kind == TYPE_INT && !t->is_signed && t->size == limits[i].size)
            return limits[i].most[number];
    return 0;
}

/* The sizes that have to be small; false: there are none, or too many */
static bool find_small(struct scope *s, small_list *all, unsigned number)
{
    *all = (small_list){0};
    for_each (struct parameter, p, s->parameters) {
        long most = limit_of(p->node->type, number);
        if (most && matters(s, p->node))
            vec_push(s->a->arena, all, (struct small){p->node, most});
    }
    return all->n > 0 && all->n <= MOST_SMALL;
}

long small_limit(const struct scope *s, const struct node *n)
{
    long most = LONG_MAX;
    for_each (struct small, x, s->smalls)
        if (x->most < most && tree_equal(s->u, x->node, n))
            most = x->most;
    return most;
}

const char *small_text(struct scope *s, const small_list *all)
{
    struct sb b = {0};
    for_each (struct small, x, *all) {
        const char *text = node_text(s, x->node);
        bool simple = x->node->kind == NODE_NAME || x->node->kind == NODE_ARROW || x->node->kind == NODE_MEMBER;
        if (!text || strpbrk(text, "[\n")) {
            sb_free(&b);
            return NULL;
        }
        sb_printf(&b, simple ? "%s%s <= 0x%lx" : "%s(%s) <= 0x%lx", b.n ? " && " : "", text, x->most);
    }
    const char *text = sb_take(&b, s->a->arena);
    return strlen(text) <= LONGEST_TEST ? text : NULL;
}

static void begin_again(struct scope *small, const struct scope *s, const small_list *all)
{
    *small = (struct scope){.a = s->a, .u = s->u, .isl = s->isl};
    small->smalls.v = all->v;
    small->smalls.n = all->n;
}

/* One try; true: j is parallel now, or can be mapped. `small` is the scope of that. */
static bool try_small(struct scope *s, struct scope *small, struct judged *j, const struct judged *before,
                      unsigned number)
{
    small_list all;
    const char *text = find_small(s, &all, number) ? small_text(s, &all) : NULL;
    if (!text)
        return false;
    begin_again(small, s, &all);
    *j = *before;
    judge_with_sizes(small, j);
    if (j->verdict != VERDICT_SERIAL && (before->verdict == VERDICT_SERIAL || j->is_mappable)) {
        if (!j->sizes) {
            j->sized_by = (var_list){0};
            j->sized_by_memory = false;
        }
        for_each (struct small, x, all)
            note_sizes(small, j, x->node);
        j->smalls.v = all.v;
        j->smalls.n = all.n;
        j->sizes = j->sizes ? arena_printf(s->a->arena, "%s && %s", text, j->sizes) : text;
        j->verdict = VERDICT_GUARDED;
        j->why = j->apart.n ? LOOP_NO_OVERLAP : LOOP_SIZED;
        return true;
    }
    scope_end(small);
    return false;
}

/* Not for who asks for facts alone: there is nobody to write the test. */
bool judge_by_small(struct scope *s, struct judged *j)
{
    struct judged before = *j;
    struct scope small;
    if (!s->a->apart || s->wrong || (j->verdict != VERDICT_SERIAL && j->is_mappable) || !has_unknown_products(s))
        return false;
    for (unsigned i = 0; i < TRIES; i++)
        if (try_small(s, &small, j, &before, i)) {
            scope_end(s);
            *s = small;
            return true;
        }
    *j = before;
    return false;
}
