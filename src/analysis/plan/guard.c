/* analysis/plan/guard.c: may all lanes run a level's sequential code? Statements with side effects get guards: one lane
 * runs them and broadcasts what they set; all follow control flow that leads to the inner level, with equal values.
 * (OpenMP has no term for this: the result must be as if one thread had run the code.) needs: share, front's
 * statements.  sets: nothing but the list it returns.  breaks: nothing. */
#include "../analysis.h"

#include <string.h>

struct guarding {
    const struct level *l;
    const struct unit *u;
    guard_list out;
    bool open;    /* the last guard may be extended by the next statement */
    enum why why; /* of failure */
    struct loc where;
};

static void visit_all(struct guarding *g, const struct node *n); /* n may be NULL */

static void fail(struct guarding *g, enum why why, uint32_t off)
{
    if (g->why == WHY_NONE) {
        g->why = why;
        g->where = unit_loc(g->u, off);
    }
}

/* ---- what stands in a statement ---- */

bool is_inner_level(const struct level *l, const struct region *r)
{
    if (!r || !r->plan)
        return false;
    return l->parallel ? r->plan->lanes_of == l->parallel : (r->plan->leaves & LEAF_PARALLEL) != 0;
}

/* Constructs that all threads or lanes reach: their bodies are examined statement by statement. */
static bool is_met_by_all(const struct guarding *g, const struct region *r)
{
    if (!r || is_inner_level(g->l, r) || is_transparent(r->dir))
        return true;
    if (!g->l->parallel)
        return orders_league(r) || (r->dir == DIR_COMBINED && (r->plan->leaves & (LEAF_TEAMS | LEAF_DISTRIBUTE)));
    if (r->dir == DIR_COMBINED)
        return !(r->plan->leaves & LEAF_PARALLEL) && (r->plan->leaves & (LEAF_FOR | LEAF_TEAMS | LEAF_DISTRIBUTE));
    return meets_team(r->dir) || r->dir == DIR_SECTION;
}

static bool holds_level(const struct guarding *g, const struct node *n)
{
    if (n->kind == NODE_CONSTRUCT && is_met_by_all(g, n->region))
        return true;
    for (unsigned i = 0; i < n->nkids; i++)
        if (node_substatement(n, i) && holds_level(g, n->kids[i]))
            return true;
    return false;
}

/* Does control leave statement n other than at its end? */
static bool jumps_out(const struct node *n, bool in_loop, bool in_switch)
{
    bool loop = is_loop_statement(n);
    if (n->kind == NODE_RETURN || n->kind == NODE_GOTO || n->kind == NODE_COMPUTED_GOTO ||
        (n->kind == NODE_CONTINUE && !in_loop) || (n->kind == NODE_BREAK && !in_loop && !in_switch))
        return true;
    for (unsigned i = 0; i < n->nkids; i++)
        if (node_substatement(n, i) && jumps_out(n->kids[i], in_loop || loop, in_switch || n->kind == NODE_SWITCH))
            return true;
    return false;
}

/* ---- guards ---- */

static void merge(struct guarding *g, struct guard *into, struct slice s, const var_list *sets)
{
    into->at.end = s.end;
    for (size_t i = 0; i < sets->n; i++) {
        bool known = false;
        for (size_t j = 0; j < into->sets.n; j++)
            known |= into->sets.v[j] == sets->v[i];
        if (!known)
            vec_push(g->u->arena, &into->sets, sets->v[i]);
    }
}

static void add_guard(struct guarding *g, struct slice s, bool is_decl, const var_list *sets)
{
    if (g->open && !is_decl) {
        merge(g, &g->out.v[g->out.n - 1], s, sets);
        return;
    }
    struct guard new = {.at = s, .is_decl = is_decl, .id = (unsigned)g->out.n + 1};
    merge(g, &new, s, sets);
    vec_push(g->u->arena, &g->out, new);
    g->open = !is_decl;
}

/* At the teams level even a guarded call must not ask for thread numbers: the routines would answer as in a parallel
 * region. */
static bool guardable(struct guarding *g, unsigned bits, uint32_t off)
{
    if ((bits & HAS_SYNC) || (!g->l->parallel && (bits & HAS_PARALLEL)))
        fail(g, bits & HAS_PARALLEL ? WHY_CALL : WHY_SYNC, off);
    else if (!g->l->parallel && (bits & HAS_QUERY))
        fail(g, WHY_QUERY, off);
    return g->why == WHY_NONE;
}

static void visit_plain(struct guarding *g, const struct node *s)
{
    var_list sets = {0};
    unsigned bits = effects_in(g->l, s->at, &sets);
    if (!guardable(g, bits, s->at.begin))
        return;
    for (size_t j = 0; (bits & HAS_EFFECT) && !g->l->parallel && j < sets.n; j++)
        if (is_vla(sets.v[j]))
            fail(g, WHY_INITIALISER, s->at.begin); /* there is no memory of its type to broadcast it through */
    if (bits & (HAS_EFFECT | HAS_PARALLEL))
        add_guard(g, s->at, false, &sets);
    else
        g->open = false;
}

/* Does an initialiser use a name that the statement declares again after it? `int y = x, x = 1;` */
static bool hides_name(const struct guarding *g, const struct node *s)
{
    const struct unit *u = g->u;
    for_each_in (ref, x, u, s->at)
        for (size_t j = 0; x->var && j < u->vars.n; j++)
            if (u->vars.v[j]->stmt.begin == s->at.begin && u->vars.v[j] != x->var &&
                !strcmp(u->vars.v[j]->name, x->var->name))
                return true;
    return false;
}

static void visit_declaration(struct guarding *g, const struct node *s)
{
    var_list sets = {0};
    const struct unit *u = g->u;
    unsigned bits = 0; /* of the initialisers; what goes to a slot is guarded by itself */
    for (size_t i = 0; i < u->vars.n; i++)
        if (u->vars.v[i]->stmt.begin == s->at.begin && given(u->vars.v[i]->init))
            bits |= effects_in(g->l, u->vars.v[i]->init, &sets);
    for (size_t i = 0; i < u->vla_vars.n;
         i++) { /* each lane would have storage of its own, and lengths are computed by the declaration */
        const struct var *v = u->vla_vars.v[i];
        if (v->stmt.begin == s->at.begin &&
            (is_vla(v) || (!(bits & HAS_EFFECT) && (effects_in(g->l, s->at, NULL) & HAS_EFFECT))))
            fail(g, WHY_VLA, v->decl);
    }
    g->open = false;
    if (!guardable(g, bits, s->at.begin) || !(bits & HAS_EFFECT))
        return;
    if (hides_name(g, s))
        fail(g, WHY_INITIALISER, s->at.begin);
    for_each_pointer (const struct var, v, u->vars) {
        if (v->is_global || v->stmt.begin != s->at.begin || !given(v->init) || !is_replicated(g->l, v, v->decl))
            continue;
        if (type_is_array(v->type))
            fail(g, WHY_INITIALISER, v->decl);
        vec_push(u->arena, &sets, v);
    }
    add_guard(g, s->at, true, &sets);
}

/* the expressions that control a statement with substatements */
static struct slice head_of(const struct node *s)
{
    struct slice head = {0, 0};
    unsigned first = s->kind == NODE_DO ? 1 : 0, end = s->kind == NODE_FOR ? 3 : first + 1;
    for (unsigned i = first; i < end; i++)
        if (s->kids[i])
            head = (struct slice){head.end ? head.begin : s->kids[i]->around.begin, s->kids[i]->around.end};
    return head;
}

static void visit_head(struct guarding *g, const struct node *s)
{
    struct slice head = head_of(s);
    if (!given(head))
        return;
    unsigned bits = effects_in(g->l, head, NULL);
    if (bits & (HAS_EFFECT | HAS_PARALLEL))
        fail(g, WHY_HEAD, head.begin);
    else
        guardable(g, bits, head.begin);
}

/* ---- constructs ---- */

static void visit_construct(struct guarding *g, const struct node *s)
{
    const struct region *r = s->region;
    if (r && region_clause(r, CLAUSE_ORDERED)) /* lanes in lockstep cannot wait for each other */
        fail(g, WHY_SYNC, s->at.begin);
    if (is_inner_level(g->l, r)) {
        g->open = false;
        for (const struct clause *c = r->clauses; c && !g->l->parallel; c = c->next)
            if (c->kind == CLAUSE_NUM_THREADS || c->kind == CLAUSE_IF)
                fail(g, WHY_LAUNCH_CLAUSE, r->pragma_at.begin);
    } else if (is_met_by_all(g, r)) {
        g->open = false;
        if (region_is_imperfect(r))
            fail(g, WHY_BETWEEN, r->pragma_at.begin);
        visit_all(g, inner_statement(r));
    } else if ((directive_rows[r->dir].class == CLASS_MASKED || r->dir == DIR_CRITICAL) && g->l->parallel) {
        if (holds_level(g, s)) { /* lanes inside */
            g->open = false;
            visit_all(g, inner_statement(r));
        } else {
            visit_plain(g, s);
        }
    } else {
        visit_plain(g, s);
    }
}

/* ---- statements ---- */

static void visit(struct guarding *g, const struct node *s);

static void visit_substatements(struct guarding *g, const struct node *s, bool of_one_block)
{
    for (unsigned i = 0; i < s->nkids && g->why == WHY_NONE; i++)
        if (node_substatement(s, i)) {
            visit(g, s->kids[i]);
            g->open &= of_one_block; /* a guard contains statements of one block */
        }
    g->open = false;
}

static void visit(struct guarding *g, const struct node *s)
{
    if (g->why != WHY_NONE)
        return;
    switch (s->kind) {
    case NODE_COMPOUND:
        g->open = false;
        visit_substatements(g, s, true);
        return;
    case NODE_DECLARATIONS:
        visit_declaration(g, s);
        return;
    case NODE_EXPRESSION:
        visit_plain(g, s);
        return;
    case NODE_IF:
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_DO:
    case NODE_SWITCH:
        if (!holds_level(g, s) && !jumps_out(s, false, false)) {
            visit_plain(g, s);
            return;
        }
        g->open = false;
        visit_head(g, s);
        visit_substatements(g, s, false);
        return;
    case NODE_CONSTRUCT:
        visit_construct(g, s);
        return;
    case NODE_CASE:
    case NODE_DEFAULT:
        g->open = false;
        visit_substatements(g, s, true);
        return;
    case NODE_NULL:
    case NODE_BREAK:
    case NODE_CONTINUE:
        g->open = false;
        return;
    default:
        fail(g, WHY_JUMP, s->at.begin);
    }
}

static void visit_all(struct guarding *g, const struct node *n)
{
    if (n)
        visit(g, n);
    g->open = false;
}

bool guard_level(const struct level *l, guard_list *guards, enum why *why, struct loc *where)
{
    const struct region *r = l->parallel ? l->parallel : l->kernel->region;
    struct guarding g = {.l = l, .u = l->a->unit};
    *why = WHY_NONE;
    if (r->plan->lanes_of == r) /* the construct is a simd loop itself: there is no code around it */
        return true;
    if (region_is_imperfect(r))
        fail(&g, WHY_BETWEEN, r->pragma_at.begin);
    visit_all(&g, inner_statement(r));
    *why = g.why;
    *where = g.where;
    if (g.why == WHY_NONE)
        *guards = g.out;
    return g.why == WHY_NONE;
}
