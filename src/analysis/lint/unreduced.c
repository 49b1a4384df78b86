/* analysis/lint/unreduced.c: warnings about sums, counts and extremes that all threads of a construct form in one
 * variable without a reduction: `m = a[i] > m ? a[i] : m`, `if (a[i] > m) m = a[i]`, `n = n + 1`, `if (c) n++`.
 * Branches whose condition may hold for a single thread or iteration only are not reported. needs: dataenv.  sets:
 * nothing; reports. */
#include "../analysis.h"

#include <string.h>

enum form { NO_FORM, COUNT, EXTREME };

/* ---- what a statement does to the variable ---- */
static bool names_var(const struct node *n, const struct var *v) { return node_var(node_uncast(n)) == v; }

static bool is_order(const struct node *n)
{
    return n && n->kind == NODE_BINARY &&
           (n->operator== OPERATOR_LT || n->operator== OPERATOR_GT || n->operator== OPERATOR_LE ||
            n->operator== OPERATOR_GE);
}

/* Does the condition, or a part of it, compare v with something by < > <= >=? */
static bool orders(const struct node *condition, const struct var *v)
{
    for (const struct node *n = condition; n; n = tree_next(condition, n))
        if (is_order(n) && (names_var(n->kids[0], v) || names_var(n->kids[1], v)))
            return true;
    return false;
}

/* `v op e`, `e op v` */
static bool combines(const struct node *value, const struct var *v)
{
    const struct node *n = node_uncast(value);
    if (!n || n->kind != NODE_BINARY)
        return false;
    bool commutes = n->operator== OPERATOR_ADD || n->operator== OPERATOR_MUL || n->operator== OPERATOR_AND ||
                    n->operator== OPERATOR_OR || n->operator== OPERATOR_XOR;
    return (names_var(n->kids[0], v) && (commutes || n->operator== OPERATOR_SUB)) ||
           (names_var(n->kids[1], v) && commutes);
}

/* `c ? v : e`, where c compares v; fmax(v, e) and the like */
static bool chooses(const struct node *value, const struct var *v)
{
    const struct node *n = node_uncast(value);
    if (n && n->kind == NODE_CONDITIONAL)
        return orders(n->kids[0], v) && (names_var(n->kids[1], v) || names_var(n->kids[2], v));
    const struct func *f = node_called(n);
    static const char *const names[] = {"fmax", "fmin", "fmaxf", "fminf"};
    for (size_t i = 0; f && n->nkids == 3 && i < sizeof names / sizeof *names; i++)
        if (strcmp(f->name, names[i]) == 0)
            return names_var(n->kids[1], v) || names_var(n->kids[2], v);
    return false;
}

/* The conditional statement around n, within the slice; NULL: n always runs. */
static const struct node *branch_around(const struct node *n, struct slice within)
{
    for (; n->parent && n->parent->at.begin >= within.begin; n = n->parent)
        if ((n->parent->kind == NODE_IF || n->parent->kind == NODE_SWITCH) && n->place != 0)
            return n->parent;
    return NULL;
}

bool in_branch(const struct node *n, struct slice within) { return !n || branch_around(n, within); }

static enum form form_of(const struct ref *r, struct slice within)
{
    const struct node *to = r->node->parent;
    const struct node *branch = to ? branch_around(r->node, within) : NULL;
    if (!to || to->kids[0] != r->node)
        return NO_FORM;
    if (to->kind == NODE_COMPOUND_ASSIGN || to->kind == NODE_INCREMENT)
        return branch ? COUNT : NO_FORM; /* races.c reports those that always run */
    if (to->kind != NODE_ASSIGN)
        return NO_FORM;
    if (combines(to->kids[1], r->var))
        return COUNT;
    if (chooses(to->kids[1], r->var) || (branch && branch->kind == NODE_IF && orders(branch->kids[0], r->var)))
        return EXTREME;
    return NO_FORM;
}

bool is_unreduced(const struct ref *r, const struct region *by) { return form_of(r, by->stmt) != NO_FORM; }

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
    for (const struct node *b = branch_around(n, within); b; b = branch_around(b, within))
        if (b->kind == NODE_SWITCH || may_pick_one(b->kids[0]))
            return true;
    return false;
}

/* ---- report ---- */
static const char *operator_for(const struct ref *r, enum form form, struct slice within)
{
    const struct node *to = r->node->parent;
    if (form == COUNT) {
        const struct node *value = to->kind == NODE_ASSIGN ? node_uncast(to->kids[1]) : to;
        switch (value->operator) {
        case OPERATOR_MUL:
            return "*";
        case OPERATOR_AND:
            return "&";
        case OPERATOR_OR:
            return "|";
        case OPERATOR_XOR:
            return "^";
        default:
            return "+";
        }
    }
    /* the greater one is stored where `new > v` */
    const struct node *condition = NULL, *value = node_uncast(to->kids[1]), *branch = branch_around(r->node, within);
    if (node_called(value))
        return str_starts(node_called(value)->name, "fmax") ? "max" : "min";
    bool keeps_then = false;
    if (value->kind == NODE_CONDITIONAL) {
        condition = value->kids[0];
        keeps_then = names_var(value->kids[1], r->var);
    } else {
        condition = branch->kids[0];
        keeps_then =
            r->node->at.begin >= (branch->nkids > 2 && branch->kids[2] ? branch->kids[2]->at.begin : UINT32_MAX);
    }
    for (const struct node *n = condition; n; n = tree_next(condition, n)) {
        if (!is_order(n) || !(names_var(n->kids[0], r->var) || names_var(n->kids[1], r->var)))
            continue;
        bool greater = n->operator== OPERATOR_GT || n->operator== OPERATOR_GE;
        bool v_left = names_var(n->kids[0], r->var);
        return (greater != v_left) != keeps_then ? "max" : "min";
    }
    return "max";
}

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
        enum form form = by ? form_of(r, by->stmt) : NO_FORM;
        if (form == NO_FORM || (form == COUNT && may_be_for_one(r->node, by->stmt)))
            continue;
        const char *name = r->var->name, *op = operator_for(r, form, by->stmt);
        if (form == COUNT)
            diag(u->diag, DIAG_WARNING, unit_place(u, r->off), "GN0470",
                 "'%s' is shared by all that run this construct, and each of them adds to what it reads there: "
                 "additions are lost",
                 name);
        else
            diag(u->diag, DIAG_WARNING, unit_place(u, r->off), "GN0471",
                 "'%s' is shared by all that run this construct: between its comparison and this store others store, "
                 "too",
                 name);
        diag(u->diag, DIAG_NOTE, by->loc, NULL, "add 'reduction(%s: %s)' here", op, name);
        return;
    }
}

void pass_unreduced(struct analysis *a)
{
    for (size_t i = 0; a->options.warn && i < a->kernels.n; i++)
        check(a, a->kernels.v[i]);
}
