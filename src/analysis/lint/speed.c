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
        if (n->kind != NODE_SUBSCRIPT || !tree_names(n->kids[1], v) || !one_index(u, body, n))
            return false;
        any = true;
    }
    return any;
}

/* ---- a loop that one thread runs ---- */
static void advise_serial(struct analysis *a, const struct kernel *k)
{
    const struct unit *u = a->unit;
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
    return unit_region_around(u, off) || in_a_pragma(u, off);
}

/* Has the memory of v no other name before v gets it: an array of its own, or pointers from the heap? */
static bool is_own_object(const struct unit *u, const struct var *v)
{
    return v->type->kind == TYPE_ARRAY || gets_only(u, v, LIBRARY_HEAP);
}

static bool is_entered(const struct unit *u, const struct var *v)
{
    for (size_t i = 0; i < u->regions.n; i++)
        if (u->regions.v[i]->dir == DIR_TARGET_ENTER_DATA && unit_ref_to(u, u->regions.v[i]->pragma_at, v))
            return true;
    return false;
}

enum handed { STAYS, TO_THE_FILE, ANYWHERE }; /* who else may come to know the memory of a variable */
enum { DEEPEST = 4 };                         /* calls that are followed */

static enum handed handed_on(const struct unit *u, const struct var *v, int depth);

/* As argument `arg` of a call */
static enum handed handed_to(const struct unit *u, const struct node *arg, int depth)
{
    const struct func *f = node_called(arg->parent);
    if (f && library_find(f->name))
        return STAYS;
    if (!f || !given(f->body))
        return ANYWHERE;
    const struct var *param = arg->place > 0 && arg->place <= f->params.n ? f->params.v[arg->place - 1] : NULL;
    return !param || depth == DEEPEST || is_entered(u, param) ? TO_THE_FILE : handed_on(u, param, depth + 1);
}

static enum handed handed_by(const struct unit *u, const struct ref *r, int depth)
{
    const struct node *n = r->node;
    if (!n || n->listed || r->access & ACC_UNEVALUATED)
        return STAYS;
    while (n->parent && n->parent->kind == NODE_CAST)
        n = n->parent;
    if (n->parent && n->parent->kind == NODE_CALL)
        return handed_to(u, n, depth);
    const struct node *use = r->access & (ACC_WRITE | ACC_DEREF) ? NULL : n->parent;
    return use && use->kind != NODE_BINARY && use->kind != NODE_IF && use->kind != NODE_UNARY ? TO_THE_FILE : STAYS;
}

static enum handed handed_on(const struct unit *u, const struct var *v, int depth)
{
    enum handed most = STAYS;
    struct slice body = v->func->body;
    for_each_in (ref, x, u, body) {
        enum handed h = x->var == v ? handed_by(u, x, depth) : STAYS;
        most = h > most ? h : most;
    }
    return most;
}

/* May what v leads to be mapped already where construct r begins? Then by a construct around it or one that nothing
 * closes, with v or another name of that memory, or by a function that gets to know it. */
static bool may_be_resident(const struct unit *u, const struct region *r, const struct var *v)
{
    enum handed handed = handed_on(u, v, 0);
    bool own = is_own_object(u, v);
    for (size_t i = 0; handed != ANYWHERE && i < u->regions.n; i++) {
        const struct region *d = u->regions.v[i];
        if (d->dir != DIR_TARGET_DATA && d->dir != DIR_TARGET_ENTER_DATA)
            continue;
        bool open = d->dir == DIR_TARGET_ENTER_DATA || slice_has(d->stmt, r->pragma_at.begin);
        if (!own || (open && (handed != STAYS || (d->func == v->func && unit_ref_to(u, d->pragma_at, v)))))
            return true;
    }
    return handed == ANYWHERE;
}

/* Does the loop use the pointer in regions only, so that the host neither changes it nor accesses the data between
 * them? */
static bool only_in_regions(const struct unit *u, const struct node *loop, const struct var *v)
{
    for_each_in (ref, r, u, loop->at) {
        if (r->var == v && !(r->access & ACC_UNEVALUATED) && (r->access & ACC_WRITE || !in_any_region(u, r->off)))
            return false;
    }
    return true;
}

/* May a variable that the construct's clauses name be another one, or have changed, in the next turn? */
static bool names_change(const struct unit *u, const struct region *r, const struct node *loop)
{
    for_each_in (ref, x, u, r->pragma_at) {
        const struct var *v = x->var;
        if (v && slice_has(loop->at, v->decl))
            return true;
        for (const struct ref *y = v ? ref_first(u, loop->at) : NULL; y; y = ref_next(u, loop->at, y))
            if (y->var == v && y->access & (ACC_WRITE | ACC_ADDR) && !in_any_region(u, y->off))
                return true;
    }
    return false;
}

static void advise_maps(struct analysis *a, const struct kernel *k)
{
    const struct unit *u = a->unit;
    const struct region *r = k->region;
    const struct node *loop = host_loop(r);
    if (!loop || names_change(u, r, loop))
        return;
    for_each_row (s, r, ATTR_MAPPED) {
        const struct item *it = s->item;
        const struct var *v = s->var;
        if (!it || !s->clause || !(s->clause->modifiers & (MAPMOD_TO | MAPMOD_FROM)) || !it->nsections || !v->func ||
            v->is_param || v->addr_taken || slice_has(loop->at, v->decl) || !only_in_regions(u, loop, v) ||
            may_be_resident(u, r, v))
            continue;
        diag(u->diag, DIAG_REMARK, it->loc.file ? it->loc : r->loc, "GN0477",
             "'%s' is copied again in each turn of the loop around this construct", it->written);
        diag(u->diag, DIAG_NOTE, unit_place(u, loop->at.begin), NULL,
             "'#pragma omp target data map(...: %s)' around this loop copies it once", it->written);
        return;
    }
}

static void advise_scan(struct analysis *a, const struct region *r)
{
    const char *why = (r->leaves & LEAF_FOR) && scan_of(r) ? scan_needs_order(a->unit, r) : NULL;
    if (why)
        diag(a->unit->diag, DIAG_REMARK, r->loc, "GN0478", "on the host one thread runs this scan, %s", why);
}

void pass_speed(struct analysis *a)
{
    for (size_t i = 0; a->options.warn && !a->options.findings && i < a->kernels.n; i++) {
        advise_serial(a, a->kernels.v[i]);
        advise_one_team(a, a->kernels.v[i]);
        advise_maps(a, a->kernels.v[i]);
    }
    for (size_t i = 0; a->options.warn && i < a->unit->regions.n; i++)
        advise_scan(a, a->unit->regions.v[i]);
}
