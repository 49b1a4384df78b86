/* scalars.c: what becomes of the variables without an address that a loop names. One that is only read is shared. One
 * that every iteration sets before it reads it is private, and lastprivate if somebody reads it after the loop. */
#include "annotate_priv.h"

static bool jumps(const struct node *n, enum node_kind kind)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (m->kind == kind)
            return true;
    return false;
}

/* ---- is v set before it is read? A walk in the order of execution ---- */
struct flow {
    const struct unit *u;
    const struct var *v;
    bool set;                   /* on every path to here */
    bool exposed;               /* there is a path on which it is read before that */
    const struct node *read_at; /* where */
};
static void flow(struct flow *f, const struct node *n);

static void flow_kids(struct flow *f, const struct node *n, unsigned from)
{
    for (unsigned i = from; i < n->nkids; i++)
        flow(f, n->kids[i]);
}

static void flow_branches(struct flow *f, const struct node *n)
{
    flow(f, n->kids[0]);
    bool before = f->set;
    flow(f, node_kid(n, 1));
    bool first = f->set;
    f->set = before;
    flow(f, node_kid(n, 2));
    f->set &= first;
}

/* what may not run, or runs again and again: what it sets may be unset after it */
static void flow_maybe(struct flow *f, const struct node *n)
{
    bool before = f->set;
    flow(f, n);
    f->set = before;
}

static void flow_for(struct flow *f, const struct node *n)
{
    flow(f, n->kids[0]);
    flow(f, n->kids[1]);
    bool before = f->set;
    flow(f, n->kids[3]);
    flow(f, n->kids[2]);
    f->set = before;
}

static void flow_name(struct flow *f, const struct node *n)
{
    if (n->var != f->v || n->unevaluated || f->set || f->exposed)
        return;
    f->exposed = true;
    f->read_at = n;
}

static void flow(struct flow *f, const struct node *n)
{
    if (!n)
        return;
    switch (n->kind) {
    case NODE_NAME:
        flow_name(f, n);
        return;
    case NODE_ASSIGN:
        flow(f, n->kids[1]);
        if (node_var(n->kids[0]) == f->v)
            f->set = true;
        else
            flow(f, n->kids[0]);
        return;
    case NODE_IF:
    case NODE_CONDITIONAL:
        flow_branches(f, n);
        return;
    case NODE_FOR:
        flow_for(f, n);
        return;
    case NODE_WHILE:
        flow(f, n->kids[0]);
        flow_maybe(f, n->kids[1]);
        return;
    case NODE_DO: /* runs once at least, but perhaps not to its end */
        if (runs_once(n) && !jumps(n, NODE_BREAK) && !jumps(n, NODE_CONTINUE) && !jumps(n, NODE_GOTO)) {
            flow(f, n->kids[0]);
            return;
        }
        flow_maybe(f, n->kids[0]);
        flow_maybe(f, n->kids[1]);
        return;
    case NODE_SWITCH:
        flow(f, n->kids[0]);
        flow_maybe(f, n->kids[1]);
        return;
    case NODE_CASE:
    case NODE_DEFAULT:
    case NODE_LABEL: /* reached from elsewhere */
        f->set = false;
        flow(f, n->kids[0]);
        return;
    case NODE_BINARY:
        flow(f, n->kids[0]);
        if (n->operator== OPERATOR_LAND || n->operator== OPERATOR_LOR)
            flow_maybe(f, n->kids[1]);
        else
            flow(f, n->kids[1]);
        return;
    default:
        flow_kids(f, n, 0);
    }
}

/* ---- is v read after the loop? ---- */
static bool is_read_outside(const struct unit *u, const struct node *loop, const struct var *v)
{
    for_each_in (ref, r, u, v->func->def)
        if (r->var == v && !slice_has(loop->at, r->off) && r->access != ACC_WRITE && r->off != v->decl)
            return true;
    return false;
}

/* what runs after n within its parent; *done: v is set there in any case */
static bool is_read_after(const struct unit *u, const struct node *n, const struct var *v, bool *done)
{
    struct flow f = {.u = u, .v = v};
    const struct node *p = n->parent;
    if (p->kind == NODE_COMPOUND)
        flow_kids(&f, p, n->place + 1);
    *done = f.set;
    if (is_loop_statement(p)) { /* and once more from its beginning */
        struct flow again = {.u = u, .v = v};
        if (p->kind == NODE_FOR) {
            flow(&again, p->kids[2]);
            flow(&again, p->kids[1]);
            flow(&again, p->kids[3]);
        } else {
            flow_kids(&again, p, 0);
        }
        f.exposed |= again.exposed;
    }
    return f.exposed;
}

bool is_live_after(const struct unit *u, const struct node *loop, const struct var *v)
{
    if (v->is_global || v->addr_taken || !v->func || !v->func->tree)
        return true;
    if (jumps(v->func->tree, NODE_GOTO) || jumps(v->func->tree, NODE_COMPUTED_GOTO))
        return is_read_outside(u, loop, v);
    for (const struct node *n = loop; n->parent; n = n->parent) {
        bool done = false;
        if (is_read_after(u, n, v, &done))
            return true;
        if (done)
            return false;
    }
    return false;
}

/* ---- roles ---- */
static bool is_candidate(const struct scope *s, const struct var *v)
{
    return v && type_is_scalar(v->type) && !is_declared_in(s, v);
}

static bool has_row(const role_list *roles, const struct var *v)
{
    for_each (struct role_row, r, *roles)
        if (r->var == v)
            return true;
    return false;
}

/* ---- flags ---- */
/* if (x) some = 1; whoever stores stores the same number, and nobody reads it. */
static bool is_flag(const struct scope *s, const struct var *v)
{
    const struct node *first = NULL;
    bool whole = v->type->kind == TYPE_INT || v->type->kind == TYPE_BOOL || v->type->kind == TYPE_ENUM;
    if (!whole || v->type->size > 8 || v->is_global || v->is_static || v->addr_taken || v->type->is_volatile ||
        v->type->is_atomic)
        return false;
    for_each_in (ref, r, s->u, s->loop->at) {
        const struct node *store = plain_store(r, v);
        if (r->var != v)
            continue;
        if (!store || !store->kids[1]->constant || (first && first->kids[1]->value != store->kids[1]->value))
            return false;
        first = store;
    }
    return first != NULL;
}

static bool find_role(struct scope *s, struct role_row *row, enum loop_reason *why, const struct node **at)
{
    const struct node *body = body_of(s->loop);
    struct flow f = {.u = s->u, .v = row->var};
    row->op = reduction_of(s->u, s->loop, row->var);
    if (row->op) {
        row->role = ROLE_REDUCTION;
        return true;
    }
    const struct finding *found = finding_of(s, row->var);
    if (found) {
        row->op = found->is_greatest ? "argmax" : "argmin";
        row->role = ROLE_FOUND;
        return true;
    }
    if (s->loop->kind != NODE_DO)
        flow(&f, test_of(s->loop)); /* it sees what the iteration before it left */
    flow(&f, body);
    bool always = f.set && !jumps(body, NODE_CONTINUE) && !jumps(body, NODE_GOTO);
    flow(&f, s->loop->kind == NODE_FOR ? s->loop->kids[2] : s->loop->kind == NODE_DO ? s->loop->kids[1] : NULL);
    if (f.exposed || jumps(body, NODE_GOTO)) {
        *why = LOOP_SCALAR;
        *at = f.read_at ? f.read_at : body;
        return false;
    }
    if (!is_live_after(s->u, s->loop, row->var)) {
        row->role = ROLE_PRIVATE;
        return true;
    }
    if (!always && is_flag(s, row->var)) {
        row->role = ROLE_FLAG;
        return true;
    }
    if (!always && last_kept(s, row->var)) {
        row->op = "last";
        row->role = ROLE_FOUND;
        return true;
    }
    row->role = ROLE_LASTPRIVATE;
    *why = LOOP_LAST_VALUE;
    *at = s->loop;
    return always;
}

static bool moves(const struct scope *s, const struct var *v)
{
    for_each (struct move, m, s->frames[s->judged].moves)
        if (m->var == v)
            return true;
    return false;
}

/* A variable with an address: the accesses say more than its name. */
static bool is_memory_of_iterations(struct scope *s, struct role_row *row)
{
    for_each_pointer (struct object, o, s->objects)
        if (row->var->addr_taken && o->kind == OBJECT_VARIABLE && o->var == row->var && is_scratch(s, o)) {
            o->scratch = true;
            row->role = ROLE_PRIVATE;
            return true;
        }
    return false;
}

bool find_roles(struct scope *s, const struct var *iv, role_list *roles, enum loop_reason *why, const struct node **at,
                const struct var **v)
{
    for_each_in (ref, r, s->u, s->loop->at) {
        if (!is_candidate(s, r->var) || has_row(roles, r->var) || (r->access & ACC_UNEVALUATED) || r->var == iv)
            continue;
        if (given(r->var->loop) && slice_has(s->loop->at, r->var->decl))
            continue; /* of an inner loop's header */
        struct role_row row = {.var = r->var, .role = ROLE_SHARED};
        if (moves(s, r->var))
            row.role = ROLE_INDUCTION;
        else if (is_written_in(s, r->var) && !find_role(s, &row, why, at) && !is_memory_of_iterations(s, &row)) {
            *v = r->var;
            return false;
        }
        vec_push(s->a->arena, roles, row);
    }
    if (!slice_has(s->loop->at, iv->decl) && is_live_after(s->u, s->loop, iv)) {
        *why = LOOP_LAST_VALUE;
        *at = s->loop;
        *v = iv;
        return false;
    }
    return true;
}
