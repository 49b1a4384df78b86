/* clang/compare.c: reads the statement under `atomic compare`, which must have one of the forms of OpenMP 5.2, 15.8.4:
 * a conditional update, alone or with a capture. All of them mean   x = x REL e ? d : x   where REL is ==, < or >, with
 * its operands in either order. A capture says which variable gets which value of x (`v`), and which one gets the
 * result of x == e (`r`). */
#include "glue.h"

static const char forms[] =
    "'atomic compare' needs 'if (x == e) { x = d; }', 'if (e < x) { x = e; }', 'if (e > x) { x = e; }' "
    "or the same as 'x = condition ? value : x;'";
static const char capture_forms[] = "'atomic compare capture' needs '{ v = x; update }', '{ update v = x; }', 'if (x "
                                    "== e) { x = d; } else { v = x; }', "
                                    "'{ r = x == e; if (r) { x = d; } }' or the last with 'else { v = x; }'";

/* n without braces around it; of an expression statement, the expression */
static const struct node *bare(const struct node *n)
{
    while (n->kind == NODE_COMPOUND && n->nkids == 1)
        n = n->kids[0];
    return atomic_expression(n);
}

static bool is_at(struct glue *g, struct slice x, const struct node *n)
{
    return same_text(g, x, n->at) || same_text(g, x, n->around);
}

/* `x REL e` or `e REL x`, where t->x is known */
static bool read_condition(struct glue *g, struct atomic *t, const struct node *n)
{
    if (n->kind != NODE_BINARY)
        return false;
    switch (n->operator) {
    case OPERATOR_EQ:
        t->rel = COMPARE_EQ;
        break;
    case OPERATOR_LT:
        t->rel = COMPARE_LT;
        break;
    case OPERATOR_GT:
        t->rel = COMPARE_GT;
        break;
    default:
        return false;
    }
    bool left = is_at(g, t->x, n->kids[0]);
    t->reversed = !left;
    if (!left && !is_at(g, t->x, n->kids[1]))
        return false;
    t->e = n->kids[left ? 1 : 0]->around;
    return true;
}

/* Is `value` legal as the value stored? With < and > (minimum and maximum) it must be what x is compared with. */
static bool fits(struct glue *g, const struct atomic *t, const struct node *value)
{
    return t->rel == COMPARE_EQ || is_at(g, t->e, value);
}

/* `x = value;` sets x and d */
static bool read_store(struct atomic *t, const struct node *n, const struct node **value)
{
    n = bare(n);
    if (n->kind != NODE_ASSIGN)
        return false;
    atomic_set_x(t, n->kids[0]);
    t->d = n->kids[1]->around;
    *value = n->kids[1];
    return true;
}

/* `v = x;` */
static bool read_copy(struct glue *g, struct atomic *t, const struct node *n)
{
    n = bare(n);
    if (n->kind != NODE_ASSIGN || !is_at(g, t->x, n->kids[1]))
        return false;
    atomic_set_v(t, n->kids[0]);
    return true;
}

/* if (x REL e) { x = d; }, with `else { v = x; }` where that may be */
static bool read_if(struct glue *g, struct atomic *t, const struct node *n)
{
    const struct node *value;
    if (!n->kids[1] || !read_store(t, n->kids[1], &value) || !read_condition(g, t, n->kids[0]) || !fits(g, t, value))
        return false;
    if (!n->kids[2])
        return true;
    t->keep = KEEP_ELSE;
    return t->kind == ATOMIC_CAPTURE && t->rel == COMPARE_EQ && read_copy(g, t, n->kids[2]);
}

/* x = x REL e ? d : x */
static bool read_choice(struct glue *g, struct atomic *t, const struct node *n)
{
    if (n->kind != NODE_ASSIGN || n->kids[1]->kind != NODE_CONDITIONAL)
        return false;
    const struct node *choice = n->kids[1];
    atomic_set_x(t, n->kids[0]);
    t->d = choice->kids[1]->around;
    return read_condition(g, t, choice->kids[0]) && is_at(g, t->x, choice->kids[2]) && fits(g, t, choice->kids[1]);
}

static bool read_update(struct glue *g, struct atomic *t, const struct node *n)
{
    n = bare(n);
    return n->kind == NODE_IF ? read_if(g, t, n) : read_choice(g, t, n);
}

/* r = x == e; if (r) { x = d; } else { v = x; } */
static bool read_answer(struct glue *g, struct atomic *t, const struct node *first, const struct node *second)
{
    const struct node *value, *answer = atomic_expression(first);
    if (answer->kind != NODE_ASSIGN || second->kind != NODE_IF || !second->kids[1])
        return false;
    struct slice r = answer->kids[0]->at;
    if (!is_at(g, r, second->kids[0]) || !read_store(t, second->kids[1], &value) ||
        !read_condition(g, t, answer->kids[1]) || t->rel != COMPARE_EQ)
        return false;
    t->r = r;
    if (!second->kids[2])
        return true;
    t->keep = KEEP_ELSE;
    return read_copy(g, t, second->kids[2]);
}

static void reset(struct atomic *t) { *t = (struct atomic){.kind = t->kind, .compare = true}; }

static const char *read_pair(struct glue *g, struct atomic *t, const struct node *first, const struct node *second)
{
    if (read_answer(g, t, first, second))
        return NULL;
    reset(t);
    if (read_update(g, t, second) && t->keep == KEEP_NOTHING && read_copy(g, t, first)) {
        t->keep = KEEP_OLD;
        return NULL;
    }
    reset(t);
    if (read_update(g, t, first) && t->keep == KEEP_NOTHING && read_copy(g, t, second)) {
        t->keep = KEEP_NEW;
        return NULL;
    }
    return capture_forms;
}

static const char *read_capture(struct glue *g, struct atomic *t, const struct node *n)
{
    n = bare(n);
    if (n->kind == NODE_COMPOUND)
        return n->nkids == 2 ? read_pair(g, t, n->kids[0], n->kids[1]) : capture_forms;
    if (n->kind == NODE_IF)
        return read_if(g, t, n) && t->keep == KEEP_ELSE ? NULL : capture_forms;
    if (n->kind == NODE_ASSIGN && read_choice(g, t, n->kids[1])) {
        atomic_set_v(t, n->kids[0]);
        t->keep = KEEP_NEW;
        return NULL;
    }
    return capture_forms;
}

const char *atomic_read_compare(struct glue *g, struct atomic *t, const struct node *stmt)
{
    t->compare = true;
    if (t->kind == ATOMIC_CAPTURE)
        return read_capture(g, t, stmt);
    return read_update(g, t, stmt) ? NULL : forms;
}
