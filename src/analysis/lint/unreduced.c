/* analysis/lint/unreduced.c: warnings about sums, counts and extremes that all threads of a construct form in one
 * variable without a reduction: `m = a[i] > m ? a[i] : m`, `if (a[i] > m) m = a[i]`, `n = n + 1`, `if (c) n++`.
 * Branches whose condition may hold for a single thread or iteration only are not reported. needs: dataenv.  sets:
 * nothing; reports. */
#include "../analysis.h"

/* `v op= e` that always runs is for races.c to report */
static enum accumulation form_of(const struct ref *r, struct slice within)
{
    const struct node *to = r->node->parent;
    bool updates = to && (to->kind == NODE_COMPOUND_ASSIGN || to->kind == NODE_INCREMENT);
    return updates && !conditional_around(r->node, within) ? ACCUMULATES_NOT : accumulation_of(r, within);
}

bool is_unreduced(const struct ref *r, const struct region *by) { return form_of(r, by->stmt) != ACCUMULATES_NOT; }

/* ---- conditions that hold for one thread or iteration ---- */
static bool reads_data(const struct node *n)
{
    return n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || n->kind == NODE_ARROW;
}

/* May it hold for one only? `x == y` and `i < 1` of values that are not array data, and conditions that are no
 * comparison. */
static bool may_pick_one(const struct node *condition)
{
    if (tree_has(condition, reads_data))
        return false;
    for (const struct node *n = condition; n; n = tree_next(condition, n)) {
        if (is_order(n) && !(node_var(node_uncast(n->kids[0])) && node_uncast(n->kids[1])->constant) &&
            !(node_var(node_uncast(n->kids[1])) && node_uncast(n->kids[0])->constant))
            return false;
        if (n->kind == NODE_BINARY && n->operator== OPERATOR_REM)
            return false;
    }
    return true;
}

static bool may_be_for_one(const struct node *n, struct slice within)
{
    for (const struct node *b = conditional_around(n, within); b; b = conditional_around(b, within))
        if (b->kind == NODE_SWITCH || may_pick_one(b->kids[0]))
            return true;
    return false;
}

/* ---- report ---- */
static bool is_lock(const struct node *n)
{
    const struct func *f = node_called(n);
    return f && (str_starts(f->name, "omp_set_") || str_starts(f->name, "omp_test_") ||
                 str_starts(f->name, "__atomic") || str_starts(f->name, "__sync"));
}

static void check(struct analysis *a, struct kernel *k)
{
    const struct unit *u = a->unit;
    const struct region *target = k->region;
    if (target->tree && tree_has(target->tree, is_lock))
        return;
    for_each_in (ref, r, u, target->stmt) {
        if (!r->var || !r->node || !(r->access & ACC_WRITE) || r->access & ACC_UNEVALUATED ||
            !type_is_arithmetic(r->var->type) || r->var->type->is_atomic)
            continue;
        const struct region *by = race_between(a, k, r->node, r->var);
        enum accumulation form = by ? form_of(r, by->stmt) : ACCUMULATES_NOT;
        if (form == ACCUMULATES_NOT || (form == ACCUMULATES_SUM && may_be_for_one(r->node, by->stmt)))
            continue;
        const char *name = r->var->name, *op = accumulation_operator(r, by->stmt);
        if (form == ACCUMULATES_SUM)
            diag(u->diag, DIAG_WARNING, unit_place(u, r->off), "GN0470",
                 "'%s' is shared by all that run this construct, and each of them adds to what it reads there: "
                 "additions are lost",
                 name);
        else
            diag(u->diag, DIAG_WARNING, unit_place(u, r->off), "GN0471",
                 "'%s' is shared by all that run this construct: between its comparison and this store others store, "
                 "too",
                 name);
        if (op)
            diag(u->diag, DIAG_NOTE, by->loc, NULL, "add 'reduction(%s: %s)' here", op, name);
        else
            diag(u->diag, DIAG_NOTE, unit_place(u, r->off), NULL, "write '#pragma omp atomic' before the statement");
        return;
    }
}

void pass_unreduced(struct analysis *a)
{
    for (size_t i = 0; a->options.warn && i < a->kernels.n; i++)
        check(a, a->kernels.v[i]);
}
