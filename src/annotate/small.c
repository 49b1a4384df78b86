/* small.c: loops that are parallel where sizes are small enough, which a test in the program finds: unsigned
 * arithmetic, i * n of size_t, may wrap, and two iterations meet where it does. Nobody has such sizes; a compiler
 * cannot know that. The test is also that n - 1 is no size below 0, nor an int that becomes a size. */
#include <string.h>

#include "annotate_priv.h"

/* The limits that are tried: by them no sum of two, no product of two, of three factors (or four) with a few sums
 * wraps. */
static const struct limits {
    int64_t size; /* of the type in which it wraps */
    long most[3];
} limits[] = {{8, {0x7fffffff, 0xfffff, 0x7fff}}, {4, {0x7fffffff, 0xffff, 0x3ff}}};

enum { TRIES = sizeof limits->most / sizeof *limits->most, MOST_SMALL = 12, LONGEST_TEST = 400, MOST_VAIN = 40 };

static bool may_wrap(const struct node *n)
{
    bool sum = n->kind == NODE_BINARY &&
               (n->operator== OPERATOR_MUL || n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB);
    return sum && n->type && n->type->kind == TYPE_INT && !n->type->is_signed && n->type->size >= 4;
}

/* In copies of functions arguments have their own parents: these walks go down alone. */
static bool has_wrap(const struct node *n)
{
    bool found = n && may_wrap(n);
    for (unsigned i = 0; n && !found && i < n->nkids; i++)
        found = has_wrap(n->kids[i]);
    return found;
}

/* Is there an index that may wrap? Of one that is known, perhaps, it is not known where it leads. */
static bool is_in_question(const struct into *x) { return !x->is_member && has_wrap(x->node); }

static bool has_questions(const struct scope *s)
{
    for_each (struct touch, t, s->accesses)
        for (unsigned i = 0; i < t->nsteps; i++)
            if (is_in_question(&t->steps[i]))
                return true;
    return false;
}

static bool contains(const struct scope *s, const struct node *tree, const struct node *n)
{
    bool found = tree && tree_equal(s->u, tree, n);
    for (unsigned i = 0; tree && !found && i < tree->nkids; i++)
        found = contains(s, tree->kids[i], n);
    return found;
}

/* … of the loop itself, of those around it and in it */
static bool is_in_head(const struct scope *s, const struct node *n)
{
    const struct node *top = s->loop;
    while (node_loop(top))
        top = node_loop(top);
    for (const struct node *m = top; m; m = tree_next(top, m))
        for (unsigned i = 0; m->kind == NODE_FOR && i < 3; i++)
            if (contains(s, m->kids[i], n))
                return true;
    return false;
}

static bool matters(const struct scope *s, const struct node *n)
{
    for_each (struct touch, t, s->accesses)
        for (unsigned i = 0; i < t->nsteps; i++)
            if (is_in_question(&t->steps[i]) && contains(s, t->steps[i].node, n))
                return true;
    return is_in_head(s, n);
}

/* The greatest number that is subtracted from n somewhere in the loop */
static long subtracted(const struct scope *s, const struct node *n)
{
    long most = 0;
    for (const struct node *m = s->loop; m; m = tree_next(s->loop, m))
        if (m->kind == NODE_BINARY &&
            m->operator== OPERATOR_SUB && m->kids[1]->constant && m->kids[1]->value> most && m->kids[1]->value<0x400 &&
            tree_equal(s->u, node_uncast(m->kids[0]), n))
            most = m->kids[1]->value;
    return most;
}

static bool is_int(const struct type *t) { return t->kind == TYPE_INT && t->is_signed && t->size == 4; }

static bool is_wide_unsigned(const struct node *n)
{
    return n && n->type && n->type->kind == TYPE_INT && !n->type->is_signed && n->type->size >= 4;
}

/* Is n a part of the sum, or of what a variable in it begins with? What is not below 0 in all its parts is not below 0.
 */
static bool is_part(const struct scope *s, const struct node *sum, const struct node *n, unsigned depth)
{
    const struct node *x = node_uncast(sum);
    if (tree_equal(s->u, x, n))
        return true;
    if (depth > 8)
        return false;
    if (x->kind == NODE_BINARY && (x->operator== OPERATOR_ADD || x->operator== OPERATOR_SUB))
        return is_part(s, x->kids[0], n, depth + 1) ||
               (x->operator== OPERATOR_ADD && is_part(s, x->kids[1], n, depth + 1));
    const struct var *v = node_var(x);
    bool means = v && v->value && (given(v->loop) || has_var(&s->named, v));
    return means && is_part(s, v->value, n, depth + 1);
}

/* Does n, an int, become an unsigned number somewhere in the loop, or in the heads of loops around? */
static bool is_converted(const struct scope *s, const struct node *n)
{
    const struct node *top = s->loop;
    while (node_loop(top))
        top = node_loop(top);
    for (const struct node *m = top; m; m = tree_next(top, m)) {
        bool by_cast = m->kind == NODE_CAST && is_wide_unsigned(m) && is_part(s, m, n, 0);
        bool beside = m->kind == NODE_BINARY && ((is_wide_unsigned(m->kids[0]) && is_part(s, m->kids[1], n, 0)) ||
                                                 (is_wide_unsigned(m->kids[1]) && is_part(s, m->kids[0], n, 0)));
        if (by_cast || beside)
            return true;
    }
    return false;
}

static long limit_of(const struct type *t, unsigned number)
{
    if (is_int(t))
        return limits[0].most[number];
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (t->kind == TYPE_INT && !t->is_signed && t->size == limits[i].size)
            return limits[i].most[number];
    return 0;
}

/* Sums of int by which unsigned numbers are multiplied, i * (n + 2 * h) of size_t: no parameters as long as it is not
 * known that they are not below 0 */
static void add_widths(struct scope *s, const struct node *n, small_list *all, long most)
{
    for (unsigned i = 0; n && i < n->nkids; i++) {
        const struct node *sum = n->kids[i] ? node_uncast(n->kids[i]) : NULL;
        bool product = is_wide_unsigned(n) && n->kind == NODE_BINARY && n->operator== OPERATOR_MUL;
        bool known = !product || !sum || sum->kind != NODE_BINARY || !is_int(sum->type) || varies(s, sum);
        for_each (struct parameter, p, s->parameters)
            known = known || tree_equal(s->u, p->node, sum);
        for_each (struct small, x, *all)
            known = known || tree_equal(s->u, x->node, sum);
        if (!known)
            vec_push(s->a->arena, all, (struct small){sum, subtracted(s, sum), most});
        add_widths(s, n->kids[i], all, most);
    }
}

/* The sizes that have to be small; false: there are none, or too many */
static bool find_small(struct scope *s, small_list *all, unsigned number)
{
    *all = (small_list){0};
    for_each (struct touch, t, s->accesses)
        for (unsigned i = 0; i < t->nsteps; i++)
            if (is_in_question(&t->steps[i]))
                add_widths(s, t->steps[i].node, all, limits[0].most[number]);
    for_each (struct parameter, p, s->parameters) {
        long most = limit_of(p->node->type, number);
        if (most && (!is_int(p->node->type) || is_converted(s, p->node)) && matters(s, p->node))
            vec_push(s->a->arena, all, (struct small){p->node, subtracted(s, p->node), most});
    }
    return all->n > 0 && all->n <= MOST_SMALL;
}

const char *small_text(struct scope *s, const small_list *all)
{
    struct sb b = {0};
    for_each (struct small, x, *all) {
        const char *text = asked_text(s, x->node);
        bool simple = x->node->kind == NODE_NAME || x->node->kind == NODE_ARROW || x->node->kind == NODE_MEMBER;
        if (!text || strpbrk(text, "[\n")) {
            sb_free(&b);
            return NULL;
        }
        text = simple ? text : arena_printf(s->a->arena, "(%s)", text);
        sb_add(&b, b.n ? " && " : "");
        bool below = x->least > 0 || is_int(x->node->type), above = !is_int(x->node->type) || x->most < INT32_MAX;
        if (below)
            sb_printf(&b, "%s >= %ld%s", text, x->least, above ? " && " : "");
        if (above)
            sb_printf(&b, "%s <= 0x%lx", text, x->most);
    }
    const char *text = sb_take(&b, s->a->arena);
    return length_to_read(text) <= LONGEST_TEST ? text : NULL;
}

/* Variables that are named for what memory holds, as that: a C condition; NULL: there is none */
static const char *named_text(struct scope *s, const var_list *all)
{
    struct sb b = {0};
    for_each_pointer (const struct var, v, *all) {
        const char *text = asked_text(s, v->value);
        if (!text || strchr(text, '\n')) {
            sb_free(&b);
            return NULL;
        }
        sb_printf(&b, "%s%s == %s", b.n ? " && " : "", v->name, text);
    }
    return b.n ? sb_take(&b, s->a->arena) : "";
}

/* Of the limits those that were asked for */
static small_list used(const struct scope *s)
{
    small_list all = {0};
    for_each (struct small, x, s->smalls)
        for_each (struct parameter, p, s->parameters)
            if (small_of(s, p->node) == x) {
                vec_push(s->a->arena, &all, *x);
                break;
            }
    return all;
}

static bool is_better(const struct judged *j, const struct judged *before)
{
    return before->verdict == VERDICT_SERIAL || j->is_mappable;
}

/* What must have a section now for that; NULL: a try may be better without */
static const lacking_list *lacking_before(const struct judged *before)
{
    return before->verdict == VERDICT_SERIAL || before->is_mappable ? NULL : &before->unmapped;
}

/* j is judged, in scope x, by these sizes and names, which a test asks for. */
static bool take(struct scope *x, struct judged *j, small_list all, var_list named)
{
    const char *small = small_text(x, &all), *names = named_text(x, &named);
    if (!small || !names || !(*small || *names))
        return false;
    if (!j->sizes) {
        j->sized_by = (var_list){0};
        j->sized_by_memory = false;
    }
    for_each (struct small, l, all)
        note_sizes(x, j, l->node);
    j->sized_by_memory |= named.n > 0;
    j->smalls = all;
    j->named = named;
    j->sizes = both_tests(x->a->arena, both_tests(x->a->arena, names, small), j->sizes);
    j->verdict = VERDICT_GUARDED;
    j->why = j->apart.n ? LOOP_NO_OVERLAP : LOOP_SIZED;
    return true;
}

/* One try; true: j is parallel now, or can be mapped, and s the scope of that. of: a loop around it, by whose very test
 * it is tried, so that one directive can take both; NULL: by these sizes. */
static bool try_small(struct scope *s, struct judged *j, const struct judged *before, small_list all,
                      const struct judged *of, unsigned number)
{
    struct scope small = {.a = s->a, .u = s->u, .isl = s->isl, .wave = s->wave, .smalls = of ? of->smalls : all};
    small.by_names = of ? of->named.n > 0 : s->by_names;
    small.lacking = lacking_before(before);
    *j = *before;
    bool better = judge_with_sizes(&small, j) && is_better(j, before);
    bool within = !of || small.named.n <= of->named.n; /* what it takes for granted is in the other's test */
    for_each_pointer (const struct var, v, small.named)
        within = within && (!of || has_var(&of->named, v));
    if (!better || !within || !take(&small, j, of ? of->smalls : used(&small), of ? of->named : small.named)) {
        /* a product is looked at where its factors are known: the next one */
        small_list more;
        bool again = !better && !of && find_small(&small, &more, number) && more.n > all.n;
        scope_end(&small);
        return again && try_small(s, j, before, more, of, number);
    }
    scope_end(s);
    *s = small;
    s->lacking = NULL;
    return true;
}

static bool try_limits(struct scope *s, struct judged *j, const struct judged *before)
{
    small_list all;
    for (unsigned i = 0; has_questions(s) && i < TRIES; i++)
        if (find_small(s, &all, i) && try_small(s, j, before, all, NULL, i))
            return true;
    return false;
}

/* By names of what memory holds, and, where that is not enough, by small sizes, too */
static bool try_names(struct scope *s, struct judged *j, const struct judged *before)
{
    struct scope named = {
        .a = s->a, .u = s->u, .isl = s->isl, .wave = s->wave, .by_names = true, .lacking = lacking_before(before)};
    *j = *before;
    bool better = judge_with_sizes(&named, j) && is_better(j, before) && take(&named, j, (small_list){0}, named.named);
    if (!better && !(named.named.n && try_limits(&named, j, before))) {
        scope_end(&named);
        return false;
    }
    scope_end(s);
    *s = named;
    s->lacking = NULL;
    return true;
}

/* Not for who asks for facts alone: there is nobody to write the test. */
bool judge_by_small(struct scope *s, struct judged *j)
{
    const struct judged before = *j;
    const struct judged *outer = j->outer;
    bool names = has_names_of_memory(s);
    if (!s->a->apart || s->wrong || (j->verdict != VERDICT_SERIAL && j->is_mappable) || !(names || has_questions(s)) ||
        s->a->vain_small > MOST_VAIN)
        return false;
    if (outer && (outer->smalls.n || outer->named.n) && try_small(s, j, &before, (small_list){0}, outer, 0))
        return true;
    if (try_limits(s, j, &before) || (names && try_names(s, j, &before)))
        return true;
    s->a->vain_small++;
    *j = before;
    return false;
}
