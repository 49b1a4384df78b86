/* advise/branches.c: branches with much work that neighbouring lanes part at: a warp runs both sides, one after the
 * other. */
#include "advise.h"

enum {
    MUCH = 60,    /* names in a side that is much work */
    OF_LOOP = 8,  /* times that a loop inside is taken to run, where its number is not known */
    MOST = 1000,  /* times that count */
    OF_CALL = 20, /* names that a call of a library function counts as */
    DEEPEST = 4,  /* calls, and values of variables, that are followed */
};
static const double worth = 1.5;

/* ---- how much work: names of variables, those in loops several times ---- */

/* The number of n, a constant or a parameter that the call gives one; false: it is another */
static bool number_in(const struct node *n, const struct node *call, int64_t *value)
{
    const struct func *f = call ? node_called(call) : NULL;
    const struct var *v = n ? node_var(node_uncast(n)) : NULL;
    for (unsigned i = 0; f && v && !v->written && !v->addr_taken && i < f->params.n; i++)
        if (f->params.v[i] == v)
            n = node_kid(call, i + 1);
    if (!n || !n->constant)
        return false;
    *value = n->value;
    return true;
}

/* How often does the body of a loop run? `call`: of the function that it stands in, or NULL */
static double turns_of(const struct node *loop, const struct node *call)
{
    struct loop l = {0};
    int64_t from, to;
    if (loop->kind != NODE_FOR || loop_read_header(&l, loop))
        return OF_LOOP;
    uint64_t trip = loop_trip(&l);
    if (!trip && !l.stride && number_in(l.lower, call, &from) && number_in(l.upper, call, &to))
        trip = (uint64_t)(to > from ? to - from : from - to);
    return !trip ? OF_LOOP : trip < MOST ? (double)trip : MOST;
}

static double work_in(const struct node *root, const struct node *call, int depth);

static double work_of(const struct node *n, int depth)
{
    const struct func *f = n->kind == NODE_CALL ? node_called(n) : NULL;
    if (n->kind == NODE_CALL)
        return f && f->tree && depth < DEEPEST ? work_in(f->tree, n, depth + 1) : OF_CALL;
    return n->kind == NODE_NAME && n->var && !n->unevaluated;
}

/* `call`: of the function whose body root is; or NULL */
static double work_in(const struct node *root, const struct node *call, int depth)
{
    double sum = 0;
    for (const struct node *n = root; n; n = tree_next(root, n)) {
        double work = work_of(n, depth);
        for (const struct node *up = n; work > 0 && up != root; up = up->parent)
            if (is_loop_statement(up))
                work *= turns_of(up, call);
        sum += work * (is_loop_statement(root) && n != root ? turns_of(root, call) : 1);
    }
    return sum;
}

/* ---- conditions ---- */

struct parting {
    const struct region *r;
    const struct var *iv; /* neighbouring lanes have neighbouring values of it */
    unsigned fastest;
    struct slice body;
    const strides_list *list;
    int64_t period; /* of a side that every so many iterations take; 0: data decides */
};

static bool counts_up(const struct parting *p, const struct node *n)
{
    n = node_uncast(n);
    if (n->kind == NODE_BINARY && (n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB) && n->kids[1]->constant)
        n = node_uncast(n->kids[0]);
    return node_var(n) == p->iv;
}

/* `i % 4`, `i & 3`: 4; 0: it is something else */
static int64_t period_of(const struct parting *p, const struct node *n)
{
    if (n->kind != NODE_BINARY || !n->kids[1]->constant || !counts_up(p, n->kids[0]))
        return 0;
    int64_t by = n->kids[1]->value;
    if (n->operator== OPERATOR_REM)
        return by > 1 ? by : 0;
    bool mask = n->operator== OPERATOR_AND && by> 0 && by<1 << 20 && !(by & (by + 1));
    return mask ? by + 1 : 0;
}

/* Do neighbouring lanes read different elements there? */
static bool is_data(const struct parting *p, const struct node *n)
{
    for_each (const struct strides, s, *p->list)
        if (s->of->node == n && s->of->access & ACC_READ && s->by[p->fastest].kind != STRIDE_NONE)
            return true;
    return false;
}

/* ---- where values come from: initialisers of the body's variables, and what is assigned to them ---- */

enum { MOST_FOLLOWED = 8 };
struct flow {
    bool varies; /* with the iteration */
    bool mixes;  /* not in steps: squares, exclusive or */
    bool data;   /* neighbouring lanes read different elements */
    const struct var *followed[MOST_FOLLOWED];
    unsigned n;
};

static void follow(struct parting *p, struct flow *f, const struct node *value);

static void follow_variable(struct parting *p, struct flow *f, const struct var *v)
{
    if (v == p->iv)
        f->varies = true;
    if (v == p->iv || v->is_global || v->addr_taken || !slice_has(p->body, v->decl))
        return;
    for (unsigned i = 0; i < f->n; i++)
        if (f->followed[i] == v)
            return;
    if (f->n == MOST_FOLLOWED)
        return;
    f->followed[f->n++] = v;
    if (v->value)
        follow(p, f, v->value);
    const struct node *body = inner_statement(p->r);
    for (const struct node *n = v->written ? body : NULL; n; n = tree_next(body, n))
        if ((n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN) && node_var(node_kid(n, 0)) == v) {
            f->mixes |= n->kind == NODE_COMPOUND_ASSIGN && n->operator== OPERATOR_XOR;
            follow(p, f, node_kid(n, 1));
        }
}

static const struct var *in_product(const struct node *n)
{
    return n->kind == NODE_BINARY && n->operator== OPERATOR_MUL ? node_var(node_uncast(n->kids[0])) : NULL;
}

static void follow(struct parting *p, struct flow *f, const struct node *value)
{
    for (const struct node *n = value; n; n = tree_next(value, n)) {
        const struct var *v = node_var(n), *factor = in_product(n);
        f->data |= is_data(p, n);
        f->mixes |= n->kind == NODE_BINARY && n->operator== OPERATOR_XOR;
        f->mixes |= factor && factor == node_var(node_uncast(n->kids[1]));
        if (v && !n->unevaluated)
            follow_variable(p, f, v);
    }
}

/* Does the condition part neighbouring lanes? Not so `i < n`, which parts one warp at most. */
static bool parts(struct parting *p, const struct node *condition, int depth)
{
    struct flow f = {0};
    for (const struct node *n = condition; n; n = tree_next(condition, n)) {
        int64_t period = period_of(p, n);
        const struct var *v = node_var(n);
        if (period && period <= WARP_LANES) {
            p->period = period;
            return true;
        }
        bool value = v && v != p->iv && !v->is_global && !v->written && v->value && slice_has(p->body, v->decl);
        if (value && depth < DEEPEST && parts(p, v->value, depth + 1))
            return true;
    }
    follow(p, &f, condition);
    return f.data || (f.varies && f.mixes);
}

/* ---- the finding ---- */

static void report(struct advice *ad, const struct parting *p, const struct node *n, double cost, const char *sides)
{
    struct finding *f = finding_add(ad, FOUND_BRANCH, p->r, unit_place(ad->a->unit, n->at.begin));
    f->certain = p->period != 0;
    f->cost = cost;
    f->text =
        arena_printf(ad->arena, "neighbouring lanes take different sides of %s: a warp runs %s", quoted(ad, n), sides);
    f->costs =
        arena_printf(ad->arena, "lanes wait while others of their warp take %s, whose work is counted by names%s",
                     n->kind == NODE_SWITCH ? "other cases" : "the other side",
                     f->certain ? "" : "; how often they part depends on the data, here in every second iteration");
    f->hint = p->period
                  ? "give each side a loop of its own, over the iterations that take it"
                  : "order the data so that neighbouring iterations take the same side, or give each side a loop of "
                    "its own";
}

static void find_if(struct advice *ad, const struct parting *p, const struct node *n, double all)
{
    double then = work_in(node_kid(n, 1), NULL, 0), other = node_kid(n, 2) ? work_in(node_kid(n, 2), NULL, 0) : 0;
    double times = 1, share = p->period ? 1.0 / (double)p->period : 0.5;
    for (const struct node *up = n->parent; up && slice_has(p->body, up->at.begin); up = up->parent)
        times *= is_loop_statement(up) ? turns_of(up, NULL) : 1;
    bool both = then >= MUCH && other >= MUCH;
    if (!both && !(p->period && then >= MUCH && other == 0))
        return;
    double rest = all - times * (then + other), each = times * (both ? (then + other) / 2 : share * then);
    double cost = all / ((rest > 0 ? rest : 0) + each);
    if (cost >= worth)
        report(ad, p, n, cost, both ? "both, one after the other" : "it for a few of its lanes");
}

static void find_switch(struct advice *ad, const struct parting *p, const struct node *n, double all)
{
    double inside = work_in(node_kid(n, 1), NULL, 0);
    int64_t cases = 0;
    for (const struct node *m = node_kid(n, 1); m; m = tree_next(node_kid(n, 1), m))
        cases += m->kind == NODE_CASE || m->kind == NODE_DEFAULT;
    if (cases < 2 || inside / (double)cases < MUCH)
        return;
    double rest = all > inside ? all - inside : 0, cost = (rest + inside) / (rest + inside / (double)cases);
    if (cost >= worth)
        report(ad, p, n, cost, "all cases, one after the other");
}

static void find_branch(struct advice *ad, const struct parting *from, const struct node *n, double all)
{
    struct parting p = *from;
    if (!parts(&p, node_kid(n, 0), 0))
        return;
    if (n->kind == NODE_IF)
        find_if(ad, &p, n, all);
    else
        find_switch(ad, &p, n, all);
}

void find_branches(struct advice *ad, const struct kernel *k)
{
    for_each_in (region, r, ad->a->unit, region_text(k->region)) {
        struct nest x;
        if (!r->plan || !r->nloops || !strides_in(ad, r, &x))
            continue;
        struct parting p = {
            .r = r, .iv = r->loops[x.fastest].iv, .fastest = x.fastest, .body = loop_body(r), .list = &x.list};
        const struct node *body = inner_statement(r);
        double all = work_in(body, NULL, 0);
        for (const struct node *n = body; n;) {
            size_t before = ad->found.n;
            if (n->kind == NODE_IF || n->kind == NODE_SWITCH)
                find_branch(ad, &p, n, all);
            n = ad->found.n > before ? tree_after(body, n) : tree_next(body, n);
        }
    }
}
