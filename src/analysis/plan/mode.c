/* analysis/plan/mode.c: SPMD or generic mode for each kernel, and numbers and names of outlined parallel regions.
 * needs: calls, dataenv, share.
 * sets: kernel.mode, mode_why, why_loc, tight, guards, parallel, trip, nparallel; plan.inline_parallel, parallel_id,
 * name. */
#include "../analysis.h"

#include <string.h>

/* the first parallel construct below the target, if nothing stands between them; else NULL */
static const struct region *tight_parallel(const struct region *r)
{
    while (r && r->dir == DIR_COMBINED && !(r->plan->leaves & (LEAF_PARALLEL | LEAF_SIMD)))
        r = sole_child(r);
    return r && r->dir == DIR_COMBINED && (r->plan->leaves & LEAF_PARALLEL) ? r : NULL;
}

/* Can the host evaluate num_threads and if of a parallel construct before the launch, with the same values as in the
 * construct? */
static bool launch_clauses_on_host(struct analysis *a, struct kernel *k, const struct region *par)
{
    for (const struct clause *c = par->clauses; c; c = c->next)
        if (shapes_parallel(c) && !clause_expr_on_host(a, k, c->expr))
            return false;
    return true;
}

/* the first statement in n that is neither empty nor the construct r; NULL: there is none */
static const struct node *first_beside(const struct node *n, const struct region *r)
{
    if (!n || is_empty_statement(n) || (n->kind == NODE_CONSTRUCT && n->region == r))
        return NULL;
    if (n->kind != NODE_COMPOUND)
        return n;
    const struct node *found = NULL;
    for (unsigned i = 0; !found && i < n->nkids; i++)
        found = first_beside(n->kids[i], r);
    return found;
}

/* the first statement of r that is not its first construct: sequential code, which prevents SPMD */
static struct loc first_sequential(const struct unit *u, const struct region *r)
{
    const struct node *n = first_beside(inner_statement(r), r->child);
    return n ? unit_loc(u, n->at.begin) : r->loc;
}

/* Every parallel construct that is not nested in another becomes part of the SPMD kernel's own code. */
static void inline_parallels(const struct region *r)
{
    if (r->plan->leaves & LEAF_PARALLEL) {
        r->plan->inline_parallel = true;
        return;
    }
    for (const struct region *c = r->child; c; c = c->sibling)
        inline_parallels(c);
}

static void set_spmd(struct kernel *k, enum why why, const struct region *par)
{
    k->mode = MODE_SPMD;
    k->mode_why = why;
    k->parallel = par;
    k->why_loc = par ? par->loc : k->region->loc;
    inline_parallels(k->region);
}

/* SPMD with guards around statements whose effects others could see, where guard.c finds that possible. */
static void guarded_spmd(struct analysis *a, struct kernel *k)
{
    if (guard_level(&(struct level){a, k, NULL}, &k->guards, &k->mode_why, &k->why_loc))
        set_spmd(k, WHY_GUARDED, NULL);
}

/* The reason for generic mode of a kernel that has no parallel construct itself. */
static void explain_generic(struct analysis *a, struct kernel *k)
{
    const struct unit *u = a->unit;
    const struct region *q = k->region;
    k->mode_why = reaches_parallel(a, q->stmt) ? WHY_CALL : WHY_NO_PARALLEL;
    while (sole_child(q) && sole_child(q)->dir == DIR_COMBINED)
        q = sole_child(q);
    k->why_loc = first_sequential(u, q);
}

static void choose_mode(struct analysis *a, struct kernel *k)
{
    const struct region *r = k->region, *par = tight_parallel(r);
    bool parallel_inside = leaf_within(r, LEAF_PARALLEL);
    k->mode = MODE_GENERIC;
    if (par && par != r && !launch_clauses_on_host(a, k, par))
        par = NULL;
    /* clauses of the target's own directive that only the host can evaluate keep it from being forced */
    if (teams_mode_of(a, k) == FORCE_GENERIC && parallel_inside && (par != r || launch_clauses_on_host(a, k, r))) {
        k->mode_why = why_forced(k->on_device.mode);
        k->why_loc = r->loc;
    } else if (par) {
        set_spmd(k, k->whole_device ? WHY_BARE_LOOP : WHY_TIGHT, par);
        k->tight = true;
    } else if (!parallel_inside) {
        explain_generic(a, k);
    } else {
        guarded_spmd(a, k);
    }
    /* the loop that shapes the launch: the outermost distributed one, else the parallel one */
    k->trip = k->distribute ? k->distribute : k->tight && par->nloops ? par : NULL;
}

static void number_parallels(struct analysis *a, struct kernel *k, const struct region *r)
{
    if (r->plan->leaves & LEAF_PARALLEL) {
        unsigned number = k ? ++k->nparallel : 0;
        r->plan->parallel_id = r->plan->inline_parallel ? 0 : number;
        if (k)
            r->plan->name = arena_printf(a->unit->arena, "%s__par%u", k->name, number);
        else
            r->plan->name = arena_printf(a->unit->arena, "gantry_p_%s_%d_%u_%08x", r->func->name, r->loc.line, r->id,
                                         (unsigned)a->hash);
    }
    for (const struct region *c = r->child; c; c = c->sibling)
        number_parallels(a, k, c);
}

void pass_mode(struct analysis *a)
{
    for (size_t i = 0; i < a->kernels.n; i++) {
        choose_mode(a, a->kernels.v[i]);
        number_parallels(a, a->kernels.v[i], a->kernels.v[i]->region);
    }
    for_each_pointer (const struct region, r, a->unit->regions)
        if (r->plan && !r->plan->kernel && !r->parent)
            number_parallels(a, NULL, r);
}
