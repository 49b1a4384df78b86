/* reaching.c: the last store to a variable before a place, in the same iteration of the loops around both: i1 = i + 1;
 * and what follows it, as far as nothing else stores to i1. Where a branch stores, it is the `if`: if (i1 == n) i1 = 0;
 */
#include "annotate_priv.h"

#include <stdlib.h>

static int by_address(const void *a, const void *b)
{
    const struct var *x = *(const struct var *const *)a, *y = *(const struct var *const *)b;
    return (x > y) - (x < y);
}

static const var_list *written_in(struct annotation *a, const struct node *tree)
{
    struct written *w = &a->written[((uintptr_t)tree >> 6) % (sizeof a->written / sizeof *a->written)];
    if (w->tree == tree && w->at.begin == tree->at.begin && w->at.end == tree->at.end)
        return &w->vars;
    w->tree = tree;
    w->at = tree->at;
    w->vars.n = 0;
    for_each_in (ref, r, a->u, tree->at)
        if (r->var && (r->access & ACC_WRITE) && !(w->vars.n && w->vars.v[w->vars.n - 1] == r->var))
            vec_push(a->arena, &w->vars, r->var);
    if (w->vars.n)
        qsort(w->vars.v, w->vars.n, sizeof *w->vars.v, by_address);
    return &w->vars;
}

bool is_written_in(const struct scope *s, const struct var *v)
{
    const var_list *all = written_in(s->a, s->loop);
    if (all->n && bsearch(&v, all->v, all->n, sizeof *all->v, by_address))
        return true;
    for_each_pointer (const struct var, x, s->far_written)
        if (x == v)
            return true;
    return false;
}

bool has_jumps(const struct func *f)
{
    for (const struct node *n = f->tree; n; n = tree_next(f->tree, n))
        if (n->kind == NODE_GOTO || n->kind == NODE_COMPUTED_GOTO || n->kind == NODE_LABEL)
            return true;
    return false;
}

static bool is_stored_in(const struct scope *s, const struct var *v, struct slice at)
{
    for_each_in (ref, r, s->u, at)
        if (r->var == v && (r->access & (ACC_WRITE | ACC_ADDR)))
            return true;
    return false;
}

/* v = value; as a statement: the value */
static const struct node *stored_by(const struct node *statement, const struct var *v)
{
    const struct node *n = statement->kind == NODE_EXPRESSION ? statement->kids[0] : NULL;
    return n && n->kind == NODE_ASSIGN && node_var(n->kids[0]) == v && n->kids[0]->kind == NODE_NAME ? n->kids[1]
                                                                                                     : NULL;
}

/* v += amount; or v -= amount; as a statement: the expression */
static const struct node *moved_by(const struct node *statement, const struct var *v)
{
    const struct node *n = statement->kind == NODE_EXPRESSION ? statement->kids[0] : NULL;
    bool moves = n && n->kind == NODE_COMPOUND_ASSIGN && (n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB);
    return moves && node_var(n->kids[0]) == v && n->kids[0]->kind == NODE_NAME ? n : NULL;
}

/* The declaration of v, in a statement */
static const struct node *declared_by(const struct node *statement, const struct var *v)
{
    for (unsigned i = 0; statement->kind == NODE_DECLARATIONS && i < statement->nkids; i++)
        if (statement->kids[i]->kind == NODE_VARIABLE && statement->kids[i]->var == v)
            return statement->kids[i];
    return NULL;
}

static const struct node *in_block(const struct scope *s, const struct node *block, unsigned place, const struct var *v,
                                   bool *open);

/* What sets v in a statement that stores to it: see last_store; NULL: not known */
static const struct node *set_by(const struct scope *s, const struct node *statement, const struct var *v)
{
    const struct node *value = stored_by(statement, v), *moved = moved_by(statement, v);
    const struct node *declared = declared_by(statement, v);
    bool open = true;
    if (moved)
        return is_stored_in(s, v, moved->kids[1]->at) ? NULL : moved;
    if (declared)
        value = node_kid(declared, 0);
    if (value)
        return is_stored_in(s, v, value->at) ? NULL : value;
    if (statement->kind == NODE_COMPOUND)
        return in_block(s, statement, statement->nkids, v, &open);
    if (statement->kind != NODE_IF || is_stored_in(s, v, statement->kids[0]->at))
        return NULL;
    for (unsigned i = 1; i < statement->nkids; i++)
        if (statement->kids[i] && is_stored_in(s, v, statement->kids[i]->at) && !set_by(s, statement->kids[i], v))
            return NULL;
    return statement;
}

/* What the last statement before kid number `place` of the block that stores to v sets it by; NULL and *open: they
 * leave v alone */
static const struct node *in_block(const struct scope *s, const struct node *block, unsigned place, const struct var *v,
                                   bool *open)
{
    for (unsigned i = place; i-- > 0;) {
        const struct node *k = block->kids[i];
        *open = false;
        if (!slice_has(s->loop->at, k->at.begin) || k->kind == NODE_CASE || k->kind == NODE_DEFAULT)
            return NULL;
        if (declared_by(k, v) || is_stored_in(s, v, k->at))
            return set_by(s, k, v);
        *open = true;
    }
    return NULL;
}

/* Does v, at n, a part of p, have the value that it has where p begins? */
static bool has_first_value(const struct scope *s, const struct node *p, const struct node *n, const struct var *v)
{
    if (is_loop_statement(p))
        return p != s->loop && !is_stored_in(s, v, p->at);
    switch (p->kind) {
    case NODE_COMPOUND:
    case NODE_EXPRESSION:
    case NODE_DECLARATIONS:
    case NODE_VARIABLE:
        return node_is_statement(n) || !is_stored_in(s, v, p->at) || stored_by(p, v) || moved_by(p, v);
    case NODE_IF:
        return !is_stored_in(s, v, p->kids[0]->at);
    default:
        return !node_is_statement(p) && p->kind != NODE_STATEMENTS;
    }
}

static bool can_be_followed(const struct scope *s, const struct var *v)
{
    return v && !v->is_global && !v->is_static && !v->addr_taken && !v->type->is_volatile && v->func && v->func->tree &&
           is_written_in(s, v) && !has_jumps(v->func);
}

/* Do the names in the value mean the variables of the same loops at the store as where they are asked for? */
static bool is_of_same_loops(const struct scope *s, const struct node *value)
{
    for (const struct node *m = value; m; m = tree_next(value, m))
        for (unsigned d = 0; node_var(m) && d < s->depth; d++) {
            bool own = s->frames[d].loop->iv == node_var(m);
            for_each (struct move, x, s->frames[d].moves)
                own |= x->var == node_var(m);
            if (own && d >= s->judged && !slice_has(s->frames[d].tree->at, value->at.begin))
                return false;
        }
    return true;
}

const struct node *last_store(const struct scope *s, const struct var *v, const struct node *place)
{
    if (!can_be_followed(s, v))
        return NULL;
    for (const struct node *n = place, *p; (p = n->parent) && n != s->loop; n = p) {
        bool open = true;
        const struct node *value = p->kind == NODE_COMPOUND ? in_block(s, p, n->place, v, &open) : NULL;
        if (value)
            return is_of_same_loops(s, value) ? value : NULL;
        if (!open || !has_first_value(s, p, n, v))
            return NULL;
    }
    return NULL;
}

const struct node *store_before_loop(const struct scope *s, const struct var *v)
{
    const struct node *block = s->loop->parent;
    if (!block || block->kind != NODE_COMPOUND || v->is_global || v->is_static || v->addr_taken || !v->func ||
        !v->func->tree || has_jumps(v->func))
        return NULL;
    for (unsigned i = s->loop->place; i-- > 0;) {
        const struct node *k = block->kids[i], *declared = declared_by(k, v);
        if (k->kind == NODE_CASE || k->kind == NODE_DEFAULT)
            return NULL;
        if (declared || is_stored_in(s, v, k->at))
            return declared ? node_kid(declared, 0) : stored_by(k, v);
    }
    return NULL;
}

const struct node *last_store_in(const struct scope *s, const struct var *v, const struct node *branch)
{
    return is_stored_in(s, v, branch->at) ? set_by(s, branch, v) : NULL;
}
