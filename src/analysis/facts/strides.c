/* analysis/facts/strides.c: how far apart the elements are that neighbouring iterations of a nest's loops touch.
 * Addresses (unit.elements) become linear forms in the loop variables: a coefficient for each that is 0, a number of
 * bytes, symbolic (n * i) or unknown. Variables that the body sets once are followed to their value, parameters of
 * functions that it calls to their argument, variables of inner loops to their first value. needs: nothing.  sets:
 * nothing.  Called by order.c. */
#include "../analysis.h"

#include <stdlib.h>

enum { DEEPEST = 4 /* variables followed in one function */, HEAVIEST = 1000, MOST_ACCESSES = 2000, MOST_CALLS = 2000 };

struct form {
    struct stride by[MOST_STRIDES];
    bool constant; /* what is left is this value: */
    int64_t value;
};
struct scope { /* the nest, or a function called from it */
    struct analysis *a;
    const struct loop *const *loops;
    unsigned n;
    struct slice body;         /* the nest's, or the function's */
    const struct call *call;   /* NULL: the nest itself */
    const struct scope *outer; /* the caller */
    unsigned *calls;           /* followed in all */
};

/* ---- arithmetic ---- */

static struct stride far_off(enum stride_kind kind) { return (struct stride){kind, 0}; }

static struct stride bytes(int64_t n) { return n ? (struct stride){STRIDE_BYTES, n} : far_off(STRIDE_NONE); }

static struct stride add(struct stride a, struct stride b, int64_t sign)
{
    if (a.kind <= STRIDE_BYTES && b.kind <= STRIDE_BYTES)
        return bytes((int64_t)((uint64_t)a.bytes + (uint64_t)sign * (uint64_t)b.bytes));
    return far_off(a.kind > b.kind ? a.kind : b.kind);
}

static struct stride choice(struct stride a, struct stride b)
{
    if (a.kind == b.kind && a.bytes == b.bytes)
        return a;
    return a.kind == STRIDE_NONE ? b : b.kind == STRIDE_NONE ? a : far_off(STRIDE_UNKNOWN);
}

/* of x * factor, for a factor that does not depend on the loop */
static struct stride times(struct stride x, const struct form *factor)
{
    if (x.kind == STRIDE_BYTES && factor->constant)
        return bytes((int64_t)((uint64_t)x.bytes * (uint64_t)factor->value));
    return x.kind == STRIDE_BYTES ? far_off(STRIDE_SYMBOLIC) : x;
}

static struct stride product(const struct form *l, const struct form *r, unsigned j, bool l_varies, bool r_varies)
{
    struct stride a = l->by[j], b = r->by[j];
    if ((l_varies && b.kind != STRIDE_NONE) || (r_varies && a.kind != STRIDE_NONE))
        return far_off(STRIDE_UNKNOWN); /* not linear */
    return a.kind != STRIDE_NONE ? times(a, r) : times(b, l);
}

static bool varies(const struct scope *s, const struct form *f)
{
    for (unsigned j = 0; j < s->n; j++)
        if (f->by[j].kind != STRIDE_NONE)
            return true;
    return false;
}

static struct form unknown(const struct scope *s)
{
    struct form f = {.constant = false};
    for (unsigned j = 0; j < s->n; j++)
        f.by[j] = far_off(STRIDE_UNKNOWN);
    return f;
}

/* ---- variables ---- */

static struct form form_of(const struct scope *s, const struct expr *e, int depth);

/* the `for` heads of a function without pragmas are not known: nothing there is a loop's own step */
static bool in_for_head(const struct unit *u, struct slice def, uint32_t off)
{
    for (size_t i = unit_stmt_from(u, def.begin); i < u->stmts.n && u->stmts.v[i].at.begin <= off; i++)
        if (u->stmts.v[i].kind == STMT_FOR && slice_has(u->stmts.v[i].head, off))
            return true;
    return false;
}

struct stores {
    unsigned n, in_heads, in_body;
};
static struct stores stores_to(const struct scope *s, const struct var *v)
{
    const struct unit *u = s->a->unit;
    struct slice def = v->func ? v->func->def : s->body;
    struct stores st = {.n = v->init.begin < v->init.end};
    st.in_heads = st.n;
    st.in_body = st.n && slice_has(s->body, v->decl);
    for (size_t i = unit_ref_from(u, def.begin); i < u->refs.n && u->refs.v[i].off < def.end; i++) {
        const struct ref *r = &u->refs.v[i];
        if (r->var != v || !(r->access & ACC_WRITE))
            continue;
        st.n++;
        st.in_heads += in_for_head(u, def, r->off);
        st.in_body += slice_has(s->body, r->off);
    }
    return st;
}

static const struct expr *argument_of(const struct scope *s, const struct var *v)
{
    const struct func *f = s->call ? s->call->func : NULL;
    for (size_t i = 0; f && i < f->params.n && i < s->call->nargs; i++)
        if (f->params.v[i] == v)
            return s->call->args[i];
    return NULL;
}

static struct form variable(const struct scope *s, const struct var *v, int depth)
{
    struct form f = {.constant = false};
    for (unsigned j = 0; j < s->n; j++)
        if (s->loops[j]->iv == v) {
            f.by[j] = bytes(1);
            f.constant = true;
            return f;
        }
    struct stores st = stores_to(s, v);
    if (v->is_param && s->call)
        return argument_of(s, v) && !st.n && !v->addr_taken ? form_of(s->outer, argument_of(s, v), 0) : unknown(s);
    if (!st.in_body && !(slice_has(s->body, v->decl) && !v->is_global))
        return f; /* the same for all iterations */
    if (v->is_global || v->addr_taken || !v->value || (st.n > 1 && st.in_heads < st.n))
        return unknown(s);
    f = form_of(s, v->value, depth + 1);
    f.constant &= st.n == 1;
    return f;
}

/* ---- expressions ---- */

/* what depends on something that moves moves in a way that is not known */
static struct form opaque(const struct scope *s, const struct expr *e, int depth)
{
    struct form f = {.constant = false};
    const struct expr *part[] = {e->l, e->r};
    for (int p = 0; p < 2; p++) {
        if (!part[p])
            continue;
        struct form x = form_of(s, part[p], depth);
        for (unsigned j = 0; j < s->n; j++)
            if (x.by[j].kind != STRIDE_NONE)
                f.by[j] = far_off(STRIDE_UNKNOWN);
    }
    return f;
}

static struct form pair(const struct scope *s, const struct expr *e, int depth)
{
    struct form l = form_of(s, e->l, depth), r = form_of(s, e->r, depth), f;
    bool l_varies = varies(s, &l), r_varies = varies(s, &r);
    uint64_t a = (uint64_t)l.value, b = (uint64_t)r.value;
    f.constant = l.constant && r.constant && e->kind != EXPR_CHOICE;
    f.value = (int64_t)(e->kind == EXPR_ADD ? a + b : e->kind == EXPR_SUB ? a - b : a * b);
    for (unsigned j = 0; j < s->n; j++)
        f.by[j] = e->kind == EXPR_ADD   ? add(l.by[j], r.by[j], 1)
                  : e->kind == EXPR_SUB ? add(l.by[j], r.by[j], -1)
                  : e->kind == EXPR_MUL ? product(&l, &r, j, l_varies, r_varies)
                                        : choice(l.by[j], r.by[j]);
    return f;
}

static struct form form_of(const struct scope *s, const struct expr *e, int depth)
{
    if (depth > DEEPEST)
        return unknown(s);
    switch (e->kind) {
    case EXPR_NUMBER:
        return (struct form){.constant = true, .value = e->value};
    case EXPR_VAR:
        return variable(s, e->var, depth);
    case EXPR_OPAQUE:
        return opaque(s, e, depth);
    default:
        return pair(s, e, depth);
    }
}

/* ---- one iteration further ---- */

/* iv moves by step * the size of what it points to, or an unknown multiple */
static struct stride per_iteration(const struct unit *u, const struct loop *l, struct stride x)
{
    struct form step = {.constant = true, .value = 1};
    if (l->step.begin < l->step.end) {
        char *end;
        step.value = strtol(u->text + l->step.begin, &end, 0);
        step.constant = end == u->text + l->step.end;
    }
    if (l->iv->type->kind == TYPE_POINTER) {
        step.constant &= l->iv->type->elem && l->iv->type->elem->size > 0;
        step.value = (int64_t)((uint64_t)step.value * (uint64_t)(step.constant ? l->iv->type->elem->size : 1));
    }
    if (l->step_sign < 0)
        step.value = (int64_t)(0 - (uint64_t)step.value);
    return times(x, &step);
}

static bool is_loop(enum stmt_kind k) { return k == STMT_FOR || k == STMT_WHILE || k == STMT_DO; }

static unsigned weight_at(const struct scope *s, unsigned weight, uint32_t off)
{
    const struct unit *u = s->a->unit;
    for (size_t i = unit_stmt_from(u, s->body.begin); i < u->stmts.n && u->stmts.v[i].at.begin <= off; i++)
        if (is_loop(u->stmts.v[i].kind) && slice_has(u->stmts.v[i].at, off) && weight < HEAVIEST)
            weight *= 10;
    return weight;
}

/* A function that calls itself touches what it touches. */
static bool is_under_way(const struct scope *s, const struct func *f)
{
    for (; s; s = s->outer)
        if (s->call && s->call->func == f)
            return true;
    return false;
}

static void accesses(const struct scope *s, unsigned weight, strides_list *list)
{
    struct unit *u = s->a->unit;
    for (size_t i = unit_element_from(u, s->body.begin); i < u->elements.n && u->elements.v[i].off < s->body.end; i++) {
        struct strides st = {&u->elements.v[i], weight_at(s, weight, u->elements.v[i].off), {{0}}};
        struct form f = form_of(s, st.of->at, 0);
        if (!varies(s, &f) || list->n >= MOST_ACCESSES)
            continue;
        for (unsigned j = 0; j < s->n; j++)
            st.by[j] = per_iteration(u, s->loops[j], f.by[j]);
        vec_push(u->arena, list, st);
    }
    for (size_t i = unit_call_from(u, s->body.begin); i < u->calls.n && u->calls.v[i].off < s->body.end; i++) {
        const struct call *c = &u->calls.v[i];
        struct scope inner = {s->a, s->loops, s->n, c->func->body, c, s, s->calls};
        if (c->func->body.begin < c->func->body.end && !is_under_way(s, c->func) && (*s->calls)++ < MOST_CALLS)
            accesses(&inner, weight_at(s, weight, c->off), list);
    }
}

void strides_of(struct analysis *a, const struct loop *const *loops, unsigned n, struct slice body, strides_list *list)
{
    unsigned calls = 0;
    struct scope s = {a, loops, n, body, NULL, NULL, &calls};
    accesses(&s, 1, list);
}
