/* analysis/plan/barriers.c: where the lanes that run a level's code need a barrier. A guarded statement, an inner
 * parallel region and a simd loop that stores may begin only when no lane still reads what they change: so there is a
 * barrier before them, unless the lanes have just had one. After a guard there is one, so that all see its effects.
 * needs: sharing, share, mode, lanes. sets: guard.unsynced; plan.unsynced_before, unsynced_after. */
#include "../analysis.h"

struct walk {
    const struct level *l;
    struct guard *guards;
    size_t nguards, next;
    uint32_t guarded; /* statements up to here belong to the last guard */
    bool met;         /* there has just been a barrier, and lanes have read nothing since but … */
    bool reading;     /* … what a guard of the team's code broadcast */
};

static void visit(struct walk *w, const struct node *n);

static void visit_guard(struct walk *w, struct guard *g)
{
    bool broadcasts = !w->l->parallel && g->sets.n; /* through memory that all guards of the team share */
    g->unsynced = w->met && !(w->reading && broadcasts) ? WHY_JUST_MET : WHY_NONE;
    w->guarded = g->at.end;
    w->next++;
    w->met = true;
    w->reading = broadcasts;
}

static struct guard *guard_at(const struct walk *w, const struct node *n)
{
    struct guard *g = w->next < w->nguards ? &w->guards[w->next] : NULL;
    return g && g->at.begin == n->at.begin && g->at.end >= n->at.end ? g : NULL;
}

/* A variable that lives in memory of the team or group gets its initial value under a guard of its own. */
static bool ends_with_guard(const struct walk *w, const struct node *declarations)
{
    bool guarded = w->met;
    for (unsigned i = 0; i < declarations->nkids; i++) {
        const struct var *v = declarations->kids[i]->kind == NODE_VARIABLE ? declarations->kids[i]->var : NULL;
        if (v && given(v->init))
            guarded = has_slot(w->l, v, NULL);
        else if (v && is_vla(v))
            guarded = false; /* its length has been read */
    }
    return guarded;
}

/* Does one lane store a result where the others read it? */
static bool has_shared_result(const struct walk *w, const struct region *r)
{
    unsigned outward = ATTRS_REDUCED | ATTRS_LAST;
    for_each_row (s, r, outward)
        if (!is_replicated(w->l, s->var, r->pragma_at.begin) || reduces_pointee(r, s->var))
            return true;
    return false;
}

/* An SPMD kernel's own parallel region: nothing precedes a tight one, and after it the kernel ends. */
static void visit_parallel(struct walk *w, const struct region *r)
{
    bool tight = w->l->kernel->tight;
    r->plan->unsynced_before = tight ? WHY_TIGHT : w->met ? WHY_JUST_MET : WHY_NONE;
    r->plan->unsynced_after = tight && !leaf_around(r->parent, LEAF_DISTRIBUTE) ? WHY_TIGHT : WHY_NONE;
}

static void visit_simd(struct walk *w, const struct region *r)
{
    struct plan *p = r->plan;
    p->unsynced_before = !p->acts ? WHY_NO_STORES : w->met ? WHY_JUST_MET : WHY_NONE;
    p->unsynced_after = p->acts || has_shared_result(w, r) ? WHY_NONE : WHY_NO_STORES;
}

static void visit_construct(struct walk *w, const struct region *r)
{
    if (is_inner_level(w->l, r)) {
        (w->l->parallel ? visit_simd : visit_parallel)(w, r);
        w->met = r->plan->unsynced_after == WHY_NONE;
        w->reading &= !w->met;
        return;
    }
    if (r->plan)
        r->plan->unsynced_before = w->met ? WHY_JUST_MET : WHY_NONE;
    w->met = false;
    if (inner_statement(r))
        visit(w, inner_statement(r));
    w->met = false;
}

/* visits constructs in statement expressions */
static void visit_constructs(struct walk *w, const struct node *in)
{
    for (const struct node *n = in; n;) {
        bool is_construct = n->kind == NODE_CONSTRUCT && n->region;
        w->met &= !is_construct;
        if (is_construct)
            visit_construct(w, n->region);
        n = is_construct ? tree_after(in, n) : tree_next(in, n);
    }
}

static void visit_substatements(struct walk *w, const struct node *n)
{
    bool in_order = n->kind == NODE_COMPOUND;
    w->met = false;
    for (unsigned i = 0; i < n->nkids; i++)
        if (node_substatement(n, i)) {
            w->met &= in_order; /* branches, bodies and labels can be reached without the barrier */
            visit(w, n->kids[i]);
        } else {
            visit_constructs(w, n->kids[i]);
        }
    w->met &= n->kind == NODE_CASE || n->kind == NODE_DEFAULT;
}

static void visit(struct walk *w, const struct node *n)
{
    struct guard *g = guard_at(w, n);
    if (n->at.begin < w->guarded || n->kind == NODE_NULL)
        return;
    if (g) {
        visit_guard(w, g);
    } else if (n->kind == NODE_CONSTRUCT && n->region) {
        visit_construct(w, n->region);
    } else if (n->kind == NODE_DECLARATIONS) {
        visit_constructs(w, n);
        w->met = ends_with_guard(w, n);
    } else {
        visit_substatements(w, n);
    }
}

static void visit_level(struct analysis *a, struct kernel *k, const struct region *parallel, struct guard *guards,
                        size_t n)
{
    struct level l = {a, k, parallel};
    struct walk w = {.l = &l, .guards = guards, .nguards = n};
    const struct region *r = parallel ? parallel : k->region;
    if (is_inner_level(&l, r))
        visit_construct(&w, r);
    else if (inner_statement(r))
        visit(&w, inner_statement(r));
}

void pass_barriers(struct analysis *a)
{
    for_each_pointer (struct kernel, k, a->kernels)
        if (k->mode == MODE_SPMD && !k->lone_threads)
            visit_level(a, k, NULL, k->guards.v, k->guards.n);
    for_each_pointer (const struct region, r, a->unit->regions)
        if (r->plan && r->plan->crew == CREW_TOGETHER)
            visit_level(a, r->plan->kernel, r, r->plan->guards.v, r->plan->guards.n);
}
