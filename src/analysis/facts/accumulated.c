/* analysis/facts/accumulated.c: stores that add to a variable, or keep the greatest or least value in it, as a
 * reduction would: `v += e`, `v = v + e`, `v++`, `v = e > v ? e : v`, `if (e > v) v = e`, `v = fmax(v, e)`. */
#include "../analysis.h"

#include <string.h>

static bool names_var(const struct node *n, const struct var *v) { return node_var(node_uncast(n)) == v; }

bool is_order(const struct node *n)
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

/* the reduction that a sum by this operator is; NULL: none */
static const char *operator_of(enum operator op)
{
    switch (op) {
    case OPERATOR_ADD:
    case OPERATOR_SUB:
    case OPERATOR_PRE_INC:
    case OPERATOR_PRE_DEC:
    case OPERATOR_POST_INC:
    case OPERATOR_POST_DEC:
        return "+";
    case OPERATOR_MUL:
        return "*";
    case OPERATOR_AND:
        return "&";
    case OPERATOR_OR:
        return "|";
    case OPERATOR_XOR:
        return "^";
    case OPERATOR_LAND:
        return "&&";
    case OPERATOR_LOR:
        return "||";
    default:
        return NULL;
    }
}

/* `v op e`, `e op v` */
static bool combines(const struct node *value, const struct var *v)
{
    const struct node *n = node_uncast(value);
    if (!n || n->kind != NODE_BINARY)
        return false;
    bool commutes = operator_of(n->operator) != NULL && n->operator!= OPERATOR_SUB;
    return (names_var(n->kids[0], v) && operator_of(n->operator)) || (names_var(n->kids[1], v) && commutes);
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

const struct node *conditional_around(const struct node *n, struct slice within)
{
    for (; n->parent && n->parent->at.begin >= within.begin; n = n->parent)
        if ((n->parent->kind == NODE_IF || n->parent->kind == NODE_SWITCH) && n->place != 0)
            return n->parent;
    return NULL;
}

bool in_branch(const struct node *n, struct slice within) { return !n || conditional_around(n, within); }

enum accumulation accumulation_of(const struct ref *r, struct slice within)
{
    const struct node *to = r->node->parent;
    if (!to || to->kids[0] != r->node)
        return ACCUMULATES_NOT;
    if (to->kind == NODE_INCREMENT || to->kind == NODE_COMPOUND_ASSIGN)
        return ACCUMULATES_SUM;
    if (to->kind != NODE_ASSIGN)
        return ACCUMULATES_NOT;
    if (combines(to->kids[1], r->var))
        return ACCUMULATES_SUM;
    const struct node *branch = conditional_around(r->node, within);
    if (chooses(to->kids[1], r->var) || (branch && branch->kind == NODE_IF && orders(branch->kids[0], r->var)))
        return ACCUMULATES_EXTREME;
    return ACCUMULATES_NOT;
}

const char *accumulation_operator(const struct ref *r, struct slice within)
{
    const struct node *to = r->node->parent;
    enum accumulation form = accumulation_of(r, within);
    if (form == ACCUMULATES_SUM)
        return operator_of(to->kind == NODE_ASSIGN ? node_uncast(to->kids[1])->operator : to->operator);
    if (form == ACCUMULATES_NOT)
        return NULL;
    /* the greater one is stored where `new > v` */
    const struct node *condition = NULL, *value = node_uncast(to->kids[1]),
                      *branch = conditional_around(r->node, within);
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

/* the assignment whose statement n stands in; NULL: its value is used, or it is none */
static const struct node *assignment_around(const struct node *n)
{
    while (n && n->kind != NODE_EXPRESSION)
        n = n->parent;
    const struct node *to = n ? n->kids[0] : NULL;
    bool assigns = to && (to->kind == NODE_ASSIGN || to->kind == NODE_COMPOUND_ASSIGN || to->kind == NODE_INCREMENT);
    return assigns ? to : NULL;
}

const char *accumulated_by(const struct unit *u, struct slice within, const struct var *v)
{
    const char *by = NULL;
    for_each_in (ref, r, u, within) {
        if (r->var != v || r->access & ACC_UNEVALUATED || owner_at(u, r->off, v))
            continue;
        const struct node *to = r->node ? assignment_around(r->node) : NULL;
        if (!to || node_var(to->kids[0]) != v)
            return NULL;
        if (to->kids[0] != r->node)
            continue;
        const char *op = accumulation_operator(r, within);
        if (!op || (by && strcmp(by, op) != 0))
            return NULL;
        by = op;
    }
    return by;
}
