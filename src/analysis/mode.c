/* analysis/mode.c: SPMD or generic for each kernel, and the numbers of its outlined parallel regions.
 * needs: lower, dataenv.  sets: kernel.mode, mode_why, parallel, trip, plan.inline_parallel, plan.name.  breaks: nothing. */
#include "analysis.h"

#include <string.h>

/* the chain of constructs from the target down to the first parallel one, with nothing between */
static struct region *tight_parallel(struct unit *u, struct region *r)
{
    while (r && r->dir == DIR_COMBINED && !(r->plan->leaves & (LEAF_PARALLEL | LEAF_SIMD)))
        r = sole_child(u, r);
    return r && r->dir == DIR_COMBINED && (r->plan->leaves & LEAF_PARALLEL) ? r : NULL;
}

/* num_threads and if of a nested parallel construct shape the launch: then the host must know their values. */
static bool launch_clauses_on_host(struct analysis *a, struct kernel *k, struct region *par)
{
    for (struct clause *c = par->clauses; c; c = c->next)
        if ((c->kind == CLAUSE_NUM_THREADS || c->kind == CLAUSE_IF) && !clause_expr_on_host(a, k, c->expr))
            return false;
    return true;
}

static bool has_parallel(const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling)
        if ((c->plan->leaves & LEAF_PARALLEL) || has_parallel(c))
            return true;
    return false;
}

/* first offset in r's statement that is neither padding nor its child: the statement that prevents SPMD */
static struct loc first_sequential(struct unit *u, struct region *r)
{
    struct slice s = r->nloops ? r->loops[r->nloops - 1].body : r->stmt;
    for (uint32_t i = s.begin; i < s.end; i++) {
        if (u->text[i] == '#' && (i == 0 || u->text[i - 1] == '\n')) {
            while (i < s.end && u->text[i] != '\n')
                i++;
            continue;
        }
        if (r->child && i >= r->child->pragma_at.begin && i < r->child->stmt.end) {
            i = r->child->stmt.end - 1;
            continue;
        }
        if (!strchr(" \t\r\n{};", u->text[i]))
            return unit_loc(u, i);
    }
    return r->loc;
}

static void choose_mode(struct analysis *a, struct kernel *k)
{
    struct unit *u = a->unit;
    struct region *r = k->region, *par = tight_parallel(u, r);
    if (par && par != r && !launch_clauses_on_host(a, k, par))
        par = NULL;
    if (par) {
        k->mode = MODE_SPMD;
        k->mode_why = k->whole_device ? WHY_BARE_LOOP : WHY_TIGHT;
        k->parallel = par;
        par->plan->inline_parallel = true;
        k->why_loc = par->loc;
    } else {
        k->mode = MODE_GENERIC;
        k->mode_why = has_parallel(r)                                   ? WHY_SEQUENTIAL
                      : reaches_parallel(a, r->func, r->stmt, 0) ? WHY_CALL
                                                                 : WHY_NO_PARALLEL;
        struct region *q = r;
        while (sole_child(u, q) && sole_child(u, q)->dir == DIR_COMBINED)
            q = sole_child(u, q);
        k->why_loc = first_sequential(u, q);
    }
    /* the loop that shapes the launch: the outermost distributed one, else the parallel one */
    k->trip = k->distribute ? k->distribute : par && par->nloops ? par : NULL;
}

static void number_parallels(struct analysis *a, struct kernel *k, struct region *r)
{
    if ((r->plan->leaves & LEAF_PARALLEL) && !r->plan->inline_parallel) {
        r->plan->parallel_id = k ? ++k->nparallel : 0;
        if (k)
            r->plan->name = arena_printf(a->unit->arena, "%s__par%u", k->name, r->plan->parallel_id);
        else
            r->plan->name = arena_printf(a->unit->arena, "gantry_p_%s_%d_%u_%08x", r->func->name, r->loc.line, r->id,
                                         (unsigned)a->hash);
    }
    for (struct region *c = r->child; c; c = c->sibling)
        number_parallels(a, k, c);
}

void pass_mode(struct analysis *a)
{
    for (size_t i = 0; i < a->kernels.n; i++) {
        choose_mode(a, a->kernels.v[i]);
        number_parallels(a, a->kernels.v[i], a->kernels.v[i]->region);
    }
    for (size_t i = 0; i < a->unit->regions.n; i++) {
        struct region *r = a->unit->regions.v[i];
        if (r->plan && !r->plan->kernel && !r->parent)
            number_parallels(a, NULL, r);
    }
}
