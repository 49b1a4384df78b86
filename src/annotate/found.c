/* found.c: where the greatest or least value is found: `if (x > most) { most = x; where = i; }` and `if (a[i] >
 * a[where]) where = i;`, with any number of variables that keep something of the place. Which iteration stores last is
 * known without the order in which they run: of those whose values compare best it is the first one, or the last one
 * where the comparison holds for equal values. A value that is no number is never stored, for it compares with nothing.
 *
 * In what order the branch is taken changes how often it is: so nothing else may happen in it, and nothing else in the
 * loop may name the variables. */
#include <string.h>

#include "../tables/tables.h"
#include "annotate_priv.h"

/* ---- the statement ---- */
/* The `if` without `else` in whose branch n, a store, stands alone or beside other stores; or n, if it chooses. */
static const struct node *branch_around(const struct node *n)
{
    if (n->kids[1]->kind == NODE_CONDITIONAL && n->parent->kind == NODE_EXPRESSION)
        return n;
    const struct node *p = n->parent;
    while (p && (p->kind == NODE_EXPRESSION || p->kind == NODE_COMPOUND || p->kind == NODE_COMMA)) {
        n = p;
        p = p->parent;
    }
    return p && p->kind == NODE_IF && n->place == 1 && !node_kid(p, 2) ? p : NULL;
}

static bool may_keep(const struct scope *s, const struct var *v)
{
    return v && type_is_arithmetic(v->type) && v->type->kind != TYPE_COMPLEX && !v->type->is_volatile &&
           !v->type->is_atomic && v->func && !v->is_global && !v->is_static && !v->addr_taken &&
           !slice_has(s->loop->at, v->decl);
}

static bool read_stores(struct scope *s, struct finding *f, const struct node *n)
{
    switch (n->kind) {
    case NODE_COMPOUND:
    case NODE_COMMA:
    case NODE_EXPRESSION:
        for (unsigned i = 0; i < n->nkids; i++)
            if (!read_stores(s, f, n->kids[i]))
                return false;
        return true;
    case NODE_NULL:
        return true;
    case NODE_ASSIGN: {
        const struct var *v = node_var(n->kids[0]);
        if (!may_keep(s, v) || has_var(&f->vars, v))
            return false;
        vec_push(s->a->arena, &f->vars, v);
        vec_push(s->a->arena, &f->values, n->kids[1]);
        return true;
    }
    default:
        return false;
    }
}

/* where = x > a[where] ? i : where; */
static bool read_choice(struct scope *s, struct finding *f, const struct node *n, const struct node **condition)
{
    const struct var *v = node_var(n->kids[0]);
    const struct node *e = n->kids[1];
    if (!may_keep(s, v) || node_var(e->kids[2]) != v)
        return false;
    vec_push(s->a->arena, &f->vars, v);
    vec_push(s->a->arena, &f->values, e->kids[1]);
    *condition = e->kids[0];
    return true;
}

static bool names_kept(const struct finding *f, const struct node *n)
{
    for (const struct node *m = n; n && m; m = tree_next(n, m))
        if (m->kind == NODE_NAME && has_var(&f->vars, m->var))
            return true;
    return false;
}

/* Does n compute a value and nothing else? */
static bool computes(struct scope *s, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m)) {
        const struct func *f = m->kind == NODE_CALL ? called_function(m) : NULL;
        const struct library_row *row = f ? library_find(f->name) : NULL;
        bool own = f && (given(f->def) || is_known_elsewhere(s->a, f));
        if (m->kind == NODE_ASSIGN || m->kind == NODE_COMPOUND_ASSIGN || m->kind == NODE_INCREMENT ||
            m->kind == NODE_STATEMENTS || m->kind == NODE_ATOMIC || m->kind == NODE_OTHER_EXPRESSION ||
            (m->kind == NODE_CALL && !own && (!row || row->effect != LIBRARY_COMPUTES)) ||
            (own && effects_of(s->a, f)->acts) || (m->type && (m->type->is_volatile || m->type->is_atomic)))
            return false;
    }
    return true;
}

static const struct node *stored_in(const struct finding *f, const struct var *v)
{
    for (size_t i = 0; i < f->vars.n; i++)
        if (f->vars.v[i] == v)
            return f->values.v[i];
    return NULL;
}

/* ---- the comparison ---- */
/* Does a variable of this type hold all values of the other, in the order in which C compares both? */
static bool holds_all(const struct type *t, const struct type *from)
{
    if (t->kind == TYPE_FLOAT)
        return (from->kind == TYPE_FLOAT && from->size <= t->size) ||
               (from->kind == TYPE_INT && from->size <= 4 && t->size >= 8);
    if (t->kind != TYPE_INT || (from->kind != TYPE_INT && from->kind != TYPE_BOOL && from->kind != TYPE_ENUM))
        return false;
    return from->is_signed == t->is_signed ? from->size <= t->size : t->is_signed && from->size < t->size;
}

/* Is `value` what `best` will be once the stores are done, and stay so? */
static bool becomes(const struct scope *s, const struct finding *f, const struct node *best, const struct node *value)
{
    const struct node *stored = best->kind == NODE_NAME ? stored_in(f, best->var) : NULL;
    const struct func *called = best->kind == NODE_CALL ? called_function(best) : NULL;
    if (stored)
        return best->type && value->type && holds_all(best->type, value->type) && tree_equal(s->u, stored, value);
    if (!names_kept(f, best))
        return !varies(s, best) && tree_equal(s->u, best, value);
    if (best->kind != value->kind ||
        best->operator!= value->operator|| best->nkids != value->nkids ||
        best->kind == NODE_CAST ||(best->kind == NODE_CALL && (!called || !library_find(called->name))) ||
        ((best->kind == NODE_MEMBER || best->kind == NODE_ARROW) && !node_same_member(s->u, best, value)))
        return false;
    for (unsigned i = 0; i < best->nkids; i++)
        if (!best->kids[i] || !value->kids[i] || !becomes(s, f, best->kids[i], value->kids[i]))
            return false;
    return true;
}

/* x > best or best < x: which of the two is kept is the greatest one */
static bool read_comparison(struct scope *s, struct finding *f, const struct node *n)
{
    if (n->kind != NODE_BINARY || n->operator<OPERATOR_LT || n->operator> OPERATOR_GE)
        return false;
    bool left = names_kept(f, n->kids[0]);
    const struct node *best = n->kids[!left], *value = n->kids[left];
    if (names_kept(f, value) || !names_kept(f, best) || !best->type || !value->type || !becomes(s, f, best, value) ||
        !holds_all(best->type, value->type))
        return false;
    bool less = n->operator== OPERATOR_LT || n->operator== OPERATOR_LE;
    f->best = best;
    f->value = value;
    f->is_greatest = less == left;
    f->last = n->operator== OPERATOR_LE || n->operator== OPERATOR_GE;
    return true;
}

static bool is_stored_to(const struct unit *u, const struct node *body, const struct var *v)
{
    for_each_in (ref, r, u, body->at)
        if (r->var == v && (r->access & (ACC_WRITE | ACC_ADDR)))
            return true;
    return v->is_global || v->addr_taken;
}

/* the variable of a loop around the branch that counts up from a number that is not negative */
static bool is_never_negative(const struct scope *s, const struct finding *f, const struct node *n)
{
    for (const struct node *l = node_loop(f->branch); l; l = node_loop(l)) {
        struct loop head = {0};
        if (l->kind == NODE_FOR && !loop_read_header(&head, l) && head.iv && head.iv == node_var(n))
            return head.lower && head.lower->constant && head.lower->value >= 0 && loop_goes_up(&head) &&
                   !is_stored_to(s->u, l->kids[3], head.iv);
        if (l == s->loop)
            break;
    }
    return false;
}

/* where < 0, as long as nothing has been found: what is found makes it false */
static bool is_nothing_yet(const struct scope *s, const struct finding *f, const struct node *n)
{
    const struct var *v = n->kind == NODE_BINARY ? node_var(n->kids[0]) : NULL;
    bool test = v && n->kids[1]->constant &&
                ((n->operator== OPERATOR_LT && n->kids[1]->value == 0) ||
                 (n->operator== OPERATOR_EQ && n->kids[1]->value == - 1));
    const struct node *stored = test && v->type->is_signed ? stored_in(f, v) : NULL;
    return stored && is_never_negative(s, f, stored);
}

/* where < 0 || x > a[where]. Not of floating-point numbers: the first one could be none, and would stay. */
static bool read_term(struct scope *s, struct finding *f, const struct node *n)
{
    if (n->kind != NODE_BINARY || n->operator!= OPERATOR_LOR)
        return read_comparison(s, f, n);
    return is_nothing_yet(s, f, n->kids[0]) && read_comparison(s, f, n->kids[1]) && f->best->type->kind == TYPE_INT &&
           f->value->type->kind == TYPE_INT;
}

/* All have to hold, and one of them compares. */
static bool read_condition(struct scope *s, struct finding *f, const struct node *n)
{
    if (n->kind != NODE_BINARY || n->operator!= OPERATOR_LAND)
        return read_term(s, f, n);
    bool left = names_kept(f, n->kids[0]), right = names_kept(f, n->kids[1]);
    return left != right && read_condition(s, f, n->kids[right]);
}

static bool are_named_elsewhere(const struct scope *s, const struct finding *f)
{
    for_each_in (ref, r, s->u, s->loop->at)
        if (has_var(&f->vars, r->var) && !slice_has(f->branch->at, r->off))
            return true;
    return false;
}

static struct finding *read_finding(struct scope *s, const struct node *branch)
{
    struct finding *f = NEW(s->a->arena, struct finding);
    *f = (struct finding){.branch = branch};
    const struct node *condition = branch->kids[0];
    if (branch->kind == NODE_IF ? !read_stores(s, f, branch->kids[1]) : !read_choice(s, f, branch, &condition))
        return NULL;
    if (!computes(s, condition) || are_named_elsewhere(s, f))
        return NULL;
    for_each_pointer (const struct node, n, f->values)
        if (names_kept(f, n) || !computes(s, n))
            return NULL;
    return read_condition(s, f, condition) ? f : NULL;
}

struct finding *finding_of(struct scope *s, const struct var *v)
{
    for_each_pointer (struct finding, f, s->findings)
        if (has_var(&f->vars, v))
            return f;
    for_each_in (ref, r, s->u, s->loop->at) {
        const struct node *p = r->var == v && r->node && r->node->place == 0 ? r->node->parent : NULL;
        const struct node *branch = p && p->kind == NODE_ASSIGN ? branch_around(p) : NULL;
        struct finding *f = branch && slice_has(s->loop->at, branch->off) ? read_finding(s, branch) : NULL;
        if (p && p->kind == NODE_ASSIGN && !f)
            return NULL;
        if (f && has_var(&f->vars, v)) {
            vec_push(s->a->arena, &s->findings, f);
            return f;
        }
    }
    return NULL;
}

struct finding *last_kept(struct scope *s, const struct var *v)
{
    if (!may_keep(s, v))
        return NULL;
    for_each_in (ref, r, s->u, s->loop->at) {
        const struct node *store = plain_store(r, v);
        if (r->var == v && (!store || store->parent->kind != NODE_EXPRESSION))
            return NULL;
    }
    struct finding *f = NEW(s->a->arena, struct finding);
    vec_push(s->a->arena, &f->vars, v);
    f->last = true;
    vec_push(s->a->arena, &s->findings, f);
    return f;
}

/* Elements that are compared must stay what they are. `best` of iterations before is one of the same array. */
bool finding_lasts(const struct scope *s, const struct finding *f)
{
    if (!f->best || f->best->kind == NODE_NAME)
        return true;
    for_each (struct touch, read, s->accesses)
        for_each (struct touch, t, s->accesses)
            if (slice_has(f->best->at, read->node->off) && t->write && !t->before &&
                (t->object->kind == OBJECT_UNKNOWN || read->object->kind == OBJECT_UNKNOWN ||
                 objects_overlap(t->object, read->object) == OVERLAP_SAME))
                return false;
    return true;
}
