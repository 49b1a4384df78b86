/* analysis/facts/calls.c: facts about functions: the rows of calls.h, and --dump=calls.
 * needs: lower (constructs of device code count with the leaves that they get there).
 * sets: analysis.calls. */
#include "../analysis.h"
#include "../../region/tree.h"

#include <string.h>

/* Why the facts of a function are not all known: the first place found, in its code or in that of a callee. */
struct unseen {
    const struct func *in, *callee; /* callee NULL: through a pointer */
    uint32_t off;
};
struct side_rows { /* indexed by func.id */
    struct graph graph;
    struct components components;
    unsigned *own, *all;
    const struct unseen **unseen;
};
struct calls {
    struct side_rows *on[NSIDES]; /* the same pointer twice where the file has no variants */
};

/* ---- what code does by itself ---- */

unsigned facts_of_memory(const struct unit *u, struct slice s)
{
    unsigned facts = 0;
    for_each_in (effect, e, u, s)
        facts |= e->kind == EFFECT_CALL ? ANY_EFFECT | CALLS_POINTER : HAS_EFFECT;
    return facts;
}

unsigned facts_of_construct(const struct region *r)
{
    static const unsigned of[] = {
        [DOES_NOTHING] = 0, [DOES_QUERY] = HAS_QUERY, [DOES_EFFECT] = HAS_EFFECT, [DOES_SYNC] = HAS_SYNC};
    unsigned leaves = r->plan ? r->plan->leaves : r->leaves;
    if (r->dir != DIR_COMBINED)
        return of[directive_rows[r->dir].does];
    if (leaves & (LEAF_TARGET | LEAF_LOOP)) /* in host code, where `loop` has not been lowered */
        return ANY_EFFECT;
    return (leaves & LEAF_PARALLEL) ? HAS_PARALLEL | HAS_EFFECT : (leaves & LEAF_FOR) ? HAS_SYNC : 0;
}

static bool is_team_construct(const struct region *r)
{
    return meets_team(r->dir) || (r->leaves & (LEAF_FOR | LEAF_LOOP));
}

static bool in_parallel_within(const struct region *r, struct slice s)
{
    for (; r && slice_has(s, r->pragma_at.begin); r = r->parent)
        if (r->leaves & LEAF_PARALLEL)
            return true;
    return false;
}

static unsigned facts_of_store(const struct ref *r)
{
    if (!r->var || (r->access & ACC_UNEVALUATED))
        return 0;
    bool global = r->var->is_global && (r->access & (ACC_WRITE | ACC_ELEM_WRITE));
    bool pointee = !is_object_type(r->var->type) && (r->access & ACC_ELEM_WRITE);
    return global || pointee || (r->access & ACC_FAR_WRITE) ? HAS_EFFECT : 0;
}

static bool is_memory(const struct ref *r, struct slice s)
{
    return r->var && r->var->is_global && r->var->func && slice_has(s, r->var->decl) &&
           !(r->access & ACC_UNEVALUATED) && (r->access & (ACC_WRITE | ACC_ELEM_WRITE | ACC_ADDR));
}

/* a call with different variants on host and device, or a question which of them runs */
static bool takes_other_code(const struct ref *r)
{
    return r->func && ((r->on_host && r->on_host != r->func) || !strcmp(r->func->name, "__gantry_here"));
}

static bool is_condition(const struct node *n)
{
    switch (n->kind) {
    case NODE_IF:
    case NODE_SWITCH:
    case NODE_CONDITIONAL:
        return true;
    default:
        return n->kind == NODE_BINARY && (n->operator== OPERATOR_LAND || n->operator== OPERATOR_LOR);
    }
}

/* Are there conditions in s, other than a loop's? Are there jumps backwards: loops, gotos? */
static unsigned flow_in(const struct unit *u, struct slice s)
{
    const struct node *root = unit_statement(u, s);
    unsigned facts = 0;
    for (const struct node *n = root; n; n = tree_next(root, n)) {
        bool back = is_loop_statement(n) || n->kind == NODE_GOTO || n->kind == NODE_COMPUTED_GOTO;
        facts |= (back ? HAS_LOOPS : 0) | (!n->unevaluated && is_condition(n) ? HAS_BRANCHES : 0);
    }
    return facts;
}

/* Is r's statement run once for all threads, or once for each iteration or section? */
static bool shares_out(const struct region *r)
{
    return (r->leaves & (LEAF_FOR | LEAF_LOOP | LEAF_DISTRIBUTE)) || r->dir == DIR_SECTIONS || r->dir == DIR_SINGLE ||
           directive_rows[r->dir].class == CLASS_MASKED;
}

static bool shared_out_within(const struct region *r, struct slice s)
{
    for (r = r->parent; r && slice_has(s, r->pragma_at.begin); r = r->parent)
        if (shares_out(r))
            return true;
    return false;
}

/* Does what the atomic construct leaves, or gives to whoever asks, depend on who comes first? */
static bool is_by_arrival(const struct atomic *a)
{
    bool first_wins = a->compare && a->rel == COMPARE_EQ;
    return a->kind != ATOMIC_UPDATE || a->keep != KEEP_NOTHING || first_wins || given(a->r);
}

static unsigned facts_of_exclusion(const struct region *r, struct slice s)
{
    bool atomic = r->dir == DIR_ATOMIC && r->atomic;
    if (!atomic && r->dir != DIR_CRITICAL)
        return 0;
    return (!atomic || is_by_arrival(r->atomic) ? BY_ARRIVAL : 0) |
           ((atomic && !is_atomic_update(r)) || shared_out_within(r, s) ? 0 : HAS_UPDATE);
}

bool uses_devices(const struct unit *u, struct slice s)
{
    for_each_in (region, r, u, s)
        if ((r->leaves & LEAF_TARGET) || directive_rows[r->dir].class == CLASS_DATA)
            return true;
    return false;
}

unsigned facts_of_code(const struct unit *u, struct slice s)
{
    unsigned facts = facts_of_memory(u, s) | flow_in(u, s) | (uses_devices(u, s) ? USES_DEVICES : 0);
    for_each_in (region, r, u, s)
        facts |= ((r->leaves & LEAF_DISTRIBUTE) ? SHARES_IN_TEAMS : 0) | facts_of_construct(r) |
                 (is_task(r) ? HAS_TASKS : 0) | (is_team_construct(r) && !in_parallel_within(r, s) ? HAS_TEAM : 0) |
                 facts_of_exclusion(r, s);
    for_each_in (ref, x, u, s)
        facts |= facts_of_store(x) | (takes_other_code(x) ? HAS_VARIANTS : 0) | (is_memory(x, s) ? HAS_MEMORY : 0);
    return facts;
}

/* ---- what it may call ---- */

typedef void named(void *ctx, const struct func *callee, uint32_t off);

static void names_in(const struct unit *u, enum side on, struct slice s, named *f, void *ctx)
{
    for_each_in (ref, r, u, s) {
        const struct func *callee = on == ON_HOST ? ref_host_func(r) : r->func;
        if (callee && !(r->access & ACC_UNEVALUATED))
            f(ctx, callee, r->off);
    }
}

/* calls f for each function named in s, and for those named by the declare reductions that s uses */
static void each_named(const struct unit *u, enum side on, struct slice s, named *f, void *ctx)
{
    names_in(u, on, s, f, ctx);
    for (const struct region *r = u->udrs.n ? region_first(u, s) : NULL; r; r = region_next(u, s, r))
        for (const struct clause *c = r->clauses; c; c = c->next)
            for (size_t k = 0; k < c->items.n; k++)
                if (c->items.v[k].udr)
                    names_in(u, on, c->items.v[k].udr->probe, f, ctx);
}

/* Is it defined in this file? A library function that only a header defines is not: its row of library.def counts. */
static bool is_seen(const struct func *f) { return slice_has(f->def, f->body.begin) && !is_library_func(f); }

static unsigned facts_of_library(const struct library_row *row)
{
    static const unsigned effects[] = {
        [LIBRARY_COMPUTES] = 0,
        [LIBRARY_SAME] = 0,
        [LIBRARY_OF_THREAD] = HAS_QUERY,
        [LIBRARY_SETS] = HAS_EFFECT | HAS_QUERY,
        [LIBRARY_LOCKS] = HAS_EFFECT | HAS_SYNC,
        [LIBRARY_ACTS] = HAS_EFFECT,
    };
    return effects[row->effect] | (row->traits << LIBRARY_FACTS_AT & (SETS_ICVS | ASKS | CALLS_MALLOC | USES_HANDLES));
}

/* Functions of system headers may have any effect, but have no constructs for the program's teams and tasks. */
static unsigned facts_without_code(const struct func *f)
{
    const struct library_row *row = library_find(f->name);
    if (row)
        return facts_of_library(row);
    return ANY_EFFECT | (f->in_system_header && !f->declare_target ? 0 : CALLS_UNSEEN);
}

/* ---- the graph ---- */

struct building {
    struct analysis *a;
    struct side_rows *rows;
    const struct func *caller;
    unsigned *last; /* for each function the last caller with an edge to it, plus 1 */
    VEC(unsigned) to;
};

static void note_unseen(struct building *b, const struct func *callee, uint32_t off)
{
    const struct unseen **u = &b->rows->unseen[b->caller->id];
    if (*u && (*u)->off <= off)
        return;
    struct unseen *mine = NEW(b->a->unit->arena, struct unseen);
    *mine = (struct unseen){b->caller, callee, off};
    *u = mine;
}

static void add_edge(void *ctx, const struct func *callee, uint32_t off)
{
    struct building *b = ctx;
    if (b->last[callee->id] == b->caller->id + 1)
        return;
    b->last[callee->id] = b->caller->id + 1;
    vec_push(b->a->unit->arena, &b->to, callee->id);
    if (!is_seen(callee) && facts_without_code(callee) & CALLS_UNSEEN)
        note_unseen(b, callee, off);
}

static void add_function(struct building *b, enum side on, const struct func *f)
{
    const struct unit *u = b->a->unit;
    b->caller = f;
    if (!is_seen(f)) {
        b->rows->own[f->id] = facts_without_code(f);
        return;
    }
    b->rows->own[f->id] = facts_of_code(u, f->def) | flow_in(u, f->body); /* the tree has the body only */
    each_named(u, on, f->def, add_edge, b);
    for_each_in (effect, e, u, f->def)
        if (e->kind == EFFECT_CALL)
            note_unseen(b, NULL, e->off);
}

/* Gives each function the reason of its own code, else that of a callee; functions that call each other share one. */
static void spread_unseen(struct side_rows *rows)
{
    const struct graph *g = &rows->graph;
    const struct components *c = &rows->components;
    for (unsigned i = 0, end; i < g->n; i = end) {
        const struct unseen *found = NULL;
        for (end = i; end < g->n && c->of[c->order[end]] == c->of[c->order[i]]; end++) {
            unsigned v = c->order[end];
            found = found ? found : rows->unseen[v];
            for (unsigned e = g->first[v]; e < g->first[v + 1] && !found; e++)
                found = rows->unseen[g->to[e]];
        }
        for (unsigned k = i; k < end; k++)
            if (!rows->unseen[c->order[k]])
                rows->unseen[c->order[k]] = found;
    }
}

static struct side_rows *rows_on(struct analysis *a, enum side on)
{
    const struct unit *u = a->unit;
    unsigned n = (unsigned)u->funcs.n, *first = arena_alloc(u->arena, (n + 1) * sizeof *first);
    struct side_rows *rows = NEW(u->arena, struct side_rows);
    struct building b = {.a = a, .rows = rows, .last = arena_alloc(u->arena, (n + 1) * sizeof *b.last)};
    rows->own = arena_alloc(u->arena, (n + 1) * sizeof *rows->own);
    rows->all = arena_alloc(u->arena, (n + 1) * sizeof *rows->all);
    rows->unseen = arena_alloc(u->arena, (n + 1) * sizeof(struct unseen *));
    for (unsigned i = 0; i < n; i++) {
        first[i] = (unsigned)b.to.n;
        add_function(&b, on, u->funcs.v[i]);
    }
    first[n] = (unsigned)b.to.n;
    rows->graph = (struct graph){n, first, b.to.v};
    rows->components = graph_components(u->arena, &rows->graph);
    spread_unseen(rows);
    return rows;
}

static bool has_variants(const struct unit *u)
{
    for (size_t i = 0; i < u->refs.n; i++)
        if (u->refs.v[i].on_host && u->refs.v[i].on_host != u->refs.v[i].func)
            return true;
    return false;
}

void facts_spread(struct analysis *a)
{
    for (enum side on = ON_DEVICE; on < NSIDES; on++) {
        struct side_rows *rows = a->calls->on[on];
        if (on == ON_DEVICE || rows != a->calls->on[ON_DEVICE])
            graph_gather(&rows->graph, &rows->components, rows->own, rows->all);
    }
}

void pass_calls(struct analysis *a)
{
    a->calls = NEW(a->unit->arena, struct calls);
    a->calls->on[ON_DEVICE] = rows_on(a, ON_DEVICE);
    a->calls->on[ON_HOST] = has_variants(a->unit) ? rows_on(a, ON_HOST) : a->calls->on[ON_DEVICE];
    facts_spread(a);
}

/* ---- questions ---- */

unsigned facts_of(struct analysis *a, enum side on, const struct func *f) { return a->calls->on[on]->all[f->id]; }

struct gathering {
    const unsigned *all;
    unsigned facts;
};
static void gather(void *ctx, const struct func *callee, uint32_t off)
{
    struct gathering *g = ctx;
    (void)off;
    g->facts |= g->all[callee->id];
}

unsigned facts_of_callees(struct analysis *a, enum side on, struct slice s)
{
    struct gathering g = {a->calls->on[on]->all, 0};
    each_named(a->unit, on, s, gather, &g);
    return g.facts;
}

unsigned facts_in(struct analysis *a, enum side on, struct slice s)
{
    return facts_of_code(a->unit, s) | facts_of_callees(a, on, s);
}

struct visit {
    const struct graph *graph;
    bool *seen;
    VEC(unsigned) ahead;
    struct arena *arena;
};

static void visit_name(void *ctx, const struct func *callee, uint32_t off)
{
    struct visit *v = ctx;
    (void)off;
    if (!v->seen[callee->id]) {
        v->seen[callee->id] = true;
        vec_push(v->arena, &v->ahead, callee->id);
    }
}

void each_callee(struct analysis *a, enum side on, struct slice s, void (*found)(void *ctx, const struct func *f),
                 void *ctx)
{
    const struct unit *u = a->unit;
    const struct graph *g = &a->calls->on[on]->graph;
    struct visit v = {g, arena_alloc(u->arena, (u->funcs.n + 1) * sizeof(bool)), {0}, u->arena};
    each_named(u, on, s, visit_name, &v);
    for (size_t i = 0; i < v.ahead.n; i++) {
        unsigned id = v.ahead.v[i];
        found(ctx, u->funcs.v[id]);
        for (unsigned e = g->first[id]; e < g->first[id + 1]; e++)
            visit_name(&v, u->funcs.v[g->to[e]], 0);
    }
}

void facts_add(struct analysis *a, const struct func *f, unsigned facts)
{
    for (enum side on = ON_DEVICE; on < NSIDES; on++)
        a->calls->on[on]->own[f->id] |= facts;
}

/* ---- --dump=calls ---- */

static void print_facts(FILE *f, const char *what, unsigned facts)
{
    static const char *const names[] = {"effect",    "query",      "sync",        "parallel",  "team", "tasks",
                                        "simd",      "branches",   "pointer",     "unseen",    "icvs", "team_num",
                                        "num_teams", "thread_num", "num_threads", "asks_other"};
    const char *sep = "";
    fprintf(f, "  %s ", what);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (facts & 1u << i) {
            fprintf(f, "%s%s", sep, names[i]);
            sep = ",";
        }
    fputs(*sep ? "" : "-", f);
}

static void print_row(const struct unit *u, FILE *f, const struct side_rows *rows, const struct func *fn)
{
    print_facts(f, "own", rows->own[fn->id]);
    print_facts(f, "all", rows->all[fn->id]);
    fputs(rows->all[fn->id] & IMPURE ? "\n" : "  pure\n", f);
    const struct unseen *x = rows->unseen[fn->id];
    if (!x)
        return;
    fprintf(f, "    unseen: line %d", unit_loc(u, x->off).line);
    if (x->in != fn)
        fprintf(f, " of '%s'", x->in->name);
    if (x->callee)
        fprintf(f, " names '%s', which this file does not define\n", x->callee->name);
    else
        fputs(" calls through a pointer\n", f);
}

static bool differs(const struct side_rows *x, const struct side_rows *y, unsigned id)
{
    return x->own[id] != y->own[id] || x->all[id] != y->all[id];
}

void calls_print(struct analysis *a, FILE *f)
{
    const struct side_rows *device = a->calls->on[ON_DEVICE], *host = a->calls->on[ON_HOST];
    for (size_t i = 0; i < a->unit->chunks.n; i++) {
        const struct func *fn = a->unit->chunks.v[i].func;
        if (!fn || !is_seen(fn) || fn->in_system_header)
            continue;
        fprintf(f, "function %s line %d", fn->name, fn->loc.line);
        print_row(a->unit, f, device, fn);
        if (device != host && differs(device, host, fn->id)) {
            fputs("  host", f);
            print_row(a->unit, f, host, fn);
        }
    }
}
