/* analysis/lint/speed.c: advice about regions that are right but slow: a loop that one thread of the device runs, a
 * loop that one team runs, data that is copied again for each turn of a loop of the host. There is no advice for loops
 * that are known to be short, or whose iterations may depend on each other. needs: dataenv, mode.  sets: nothing;
 * reports.
 */
#include "../analysis.h"

#include <string.h>

enum { SHORT = 1024, FEW_TURNS = 10 }; /* too few iterations for a device; few enough turns to copy in each */

/* ---- loops whose iterations seem to be independent ---- */
/* `for (…; i < n; …)`: its variable; NULL: it has another form, or no more iterations than `most`. */
static const struct var *long_loop(const struct node *loop, int64_t most)
{
    const struct node *condition = node_kid(loop, 1), *step = node_kid(loop, 2);
    if (loop->kind != NODE_FOR || !condition || condition->kind != NODE_BINARY || !step)
        return NULL;
    const struct node *bound = node_uncast(condition->kids[1]);
    const struct var *v = node_var(node_uncast(condition->kids[0]));
    bool counts = v && node_kid(step, 0) && node_var(step->kids[0]) == v;
    return counts && !(bound->constant && bound->value <= most && bound->value >= -most) ? v : NULL;
}

static bool names_var(const struct node *n, const struct var *v)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (m->kind == NODE_NAME && m->var == v)
            return true;
    return false;
}

static bool is_stored(const struct node *n)
{
    const struct node *to = n->parent;
    return to && to->kids[0] == n &&
           (to->kind == NODE_ASSIGN || to->kind == NODE_COMPOUND_ASSIGN || to->kind == NODE_INCREMENT);
}

/* Does the body index the object of `stored` with one index expression only? */
static bool one_index(const struct unit *u, const struct node *body, const struct node *stored)
{
    for (const struct node *n = body; n; n = tree_next(body, n))
        if (n->kind == NODE_SUBSCRIPT && tree_equal(u, n->kids[0], stored->kids[0]) &&
            !tree_equal(u, n->kids[1], stored->kids[1]))
            return false;
    return true;
}

static bool changes_all(const struct node *n)
{
    return n->kind == NODE_CALL || n->kind == NODE_GOTO || n->kind == NODE_RETURN || n->kind == NODE_BREAK ||
           n->kind == NODE_CONSTRUCT || n->kind == NODE_DEREFERENCE || n->kind == NODE_ARROW || n->kind == NODE_ATOMIC;
}

/* Does the body store only to elements whose index is the loop's variable, and to variables of its own? */
static bool is_independent(const struct unit *u, const struct node *loop, const struct var *v)
{
    const struct node *body = node_kid(loop, 3);
    bool any = false;
    if (tree_has(body, changes_all))
        return false;
    for (const struct node *n = body; n; n = tree_next(body, n)) {
        if (!is_stored(n))
            continue;
        const struct var *own = node_var(n);
        if (own && slice_has(loop->at, own->decl))
            continue;
        if (n->kind != NODE_SUBSCRIPT || !names_var(n->kids[1], v) || !one_index(u, body, n))
            return false;
        any = true;
    }
    return any;
}

/* ---- a loop that one thread runs ---- */
static void advise_serial(struct analysis *a, const struct kernel *k)
{
    struct unit *u = a->unit;
    const struct region *r = k->region;
    if ((r->leaves & ~LEAF_TARGET) || r->child || k->mode_why != WHY_NO_PARALLEL || !r->tree)
        return;
    for (const struct node *n = r->tree; n; n = tree_next(r->tree, n)) {
        const struct var *v = n->kind == NODE_FOR ? long_loop(n, SHORT) : NULL;
        if (!v || !is_independent(u, n, v))
            continue;
        diag(u->diag, DIAG_REMARK, unit_place(u, n->at.begin), "GN0475",
             "one thread of the device runs this loop: nothing in its region makes threads");
        diag(u->diag, DIAG_NOTE, r->loc, NULL,
             "'target teams distribute parallel for' here lets all of the device share it");
        return;
    }
}

/* ---- a loop that one team runs ---- */
static void advise_one_team(struct analysis *a, const struct kernel *k)
{
    static const enum clause_kind needs_team[] = {CLAUSE_ORDERED, CLAUSE_NUM_THREADS, CLAUSE_LINEAR,
                                                  CLAUSE_IF,      CLAUSE_SCHEDULE,    CLAUSE_ORDER};
    const struct region *r = k->region;
    if ((r->leaves & (LEAF_TEAMS | LEAF_PARALLEL | LEAF_FOR)) != (LEAF_PARALLEL | LEAF_FOR) || r->child || !r->nloops)
        return;
    for (size_t i = 0; i < sizeof needs_team / sizeof *needs_team; i++)
        if (region_clause(r, needs_team[i]))
            return;
    for (unsigned i = 0; i < r->nloops; i++)
        if (r->loops[i].upper && r->loops[i].upper->constant)
            return;
    diag(
        a->unit->diag, DIAG_REMARK, r->loc, "GN0476",
        "one team runs this loop, which is a small part of a device: 'teams distribute' before 'parallel for' adds the "
        "others");
}

/* ---- data that is copied again for each turn of a loop ---- */
/* The loop of the host around the construct that may turn often; NULL: none */
static const struct node *host_loop(const struct region *r)
{
    for (const struct node *n = r->tree ? r->tree->parent : NULL; n; n = n->parent)
        if (n->kind == NODE_CONSTRUCT)
            return NULL;
        else if (n->kind == NODE_WHILE || (n->kind == NODE_FOR && long_loop(n, FEW_TURNS)))
            return n;
    return NULL;
}

static bool in_any_region(const struct unit *u, uint32_t off)
{
    for (size_t i = unit_region_from(u, off + 1); i-- > 0;)
        if (slice_has(u->regions.v[i]->stmt, off) || slice_has(u->regions.v[i]->pragma_at, off))
            return true;
    return false;
}

/* May another function or construct have mapped it before? */
static bool is_mapped_elsewhere(const struct unit *u, const struct var *v)
{
    for (size_t i = 0; i < u->regions.n; i++) {
        const struct region *r = u->regions.v[i];
        if (r->dir == DIR_TARGET_DATA || r->dir == DIR_TARGET_ENTER_DATA)
            return true;
    }
    for (size_t i = unit_ref_from(u, v->func->body.begin); i < u->refs.n && u->refs.v[i].off < v->func->body.end; i++) {
        const struct ref *r = &u->refs.v[i];
        const struct node *call = r->var == v && r->node ? r->node->parent : NULL;
        while (call && call->kind == NODE_CAST)
            call = call->parent;
        const struct func *f = call && call->kind == NODE_CALL ? node_called(call) : NULL;
        if (call && call->kind == NODE_CALL && !(f && (library_find(f->name) || f->body.begin < f->body.end)))
            return true;
    }
    return false;
}

/* Does the loop use the pointer in regions only, so that the host neither changes it nor accesses the data between
 * them? */
static bool only_in_regions(const struct unit *u, const struct node *loop, const struct var *v)
{
    for (size_t i = unit_ref_from(u, loop->at.begin); i < u->refs.n && u->refs.v[i].off < loop->at.end; i++) {
        const struct ref *r = &u->refs.v[i];
        if (r->var == v && !(r->access & ACC_UNEVALUATED) && (r->access & ACC_WRITE || !in_any_region(u, r->off)))
            return false;
    }
    return true;
}

/* May a variable that the construct's clauses name be another one, or have changed, in the next turn? */
static bool names_change(const struct unit *u, const struct region *r, const struct node *loop)
{
    for (size_t i = unit_ref_from(u, r->pragma_at.begin); i < u->refs.n && u->refs.v[i].off < r->pragma_at.end; i++) {
        const struct var *v = u->refs.v[i].var;
        if (v && slice_has(loop->at, v->decl))
            return true;
        for (size_t k = unit_ref_from(u, loop->at.begin); v && k < u->refs.n && u->refs.v[k].off < loop->at.end; k++)
            if (u->refs.v[k].var == v && u->refs.v[k].access & (ACC_WRITE | ACC_ADDR) &&
                !in_any_region(u, u->refs.v[k].off))
                return true;
    }
    return false;
}

static void advise_maps(struct analysis *a, const struct kernel *k)
{
    struct unit *u = a->unit;
    const struct region *r = k->region;
    const struct node *loop = host_loop(r);
    if (!loop || names_change(u, r, loop))
        return;
    for (const struct sharing *s = sharing_first(r, ATTR_MAPPED); s; s = sharing_next(s, ATTR_MAPPED)) {
        const struct item *it = s->item;
        const struct var *v = s->var;
        if (!it || !s->clause || !(s->clause->modifiers & (MAPMOD_TO | MAPMOD_FROM)) || !it->nsections || !v->func ||
            v->is_param || v->addr_taken || slice_has(loop->at, v->decl) || !only_in_regions(u, loop, v) ||
            is_mapped_elsewhere(u, v))
            continue;
        diag(u->diag, DIAG_REMARK, it->loc.file ? it->loc : r->loc, "GN0477",
             "'%s' is copied again in each turn of the loop around this construct", it->written);
        diag(u->diag, DIAG_NOTE, unit_place(u, loop->at.begin), NULL,
             "'#pragma omp target data map(...: %s)' around this loop copies it once", it->written);
        return;
    }
}

void pass_speed(struct analysis *a)
{
    for (size_t i = 0; a->options.warn && i < a->kernels.n; i++) {
        advise_serial(a, a->kernels.v[i]);
        advise_one_team(a, a->kernels.v[i]);
        advise_maps(a, a->kernels.v[i]);
    }
}
