/* analysis/plan/single_launch.c: which loops with `#pragma ompx single_launch` become one kernel (docs/wavefront.md).
 *
 * Every thread of every team runs the loop's own code, with copies of the host's variables that have the same values
 * everywhere; each target region is a phase that the teams run together, and they meet before and after it. Nobody may
 * notice: the loop's own code must be scalar code that touches no memory; what the regions map is mapped around the
 * loop instead, which must make no difference; and what the host's variables are afterwards is brought back. Everything
 * that is not certain leaves the loop as it is, with the reason. needs: maps, mode, lanes, variants, storage. sets:
 * analysis.singles. */
#include "../analysis.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

enum { MOST_ROWS = 64, MOST_RECORD = 256 };

struct planner {
    struct analysis *a;
    const struct unit *u;
    struct single *s;
    struct slice loop;
    const struct node *tree; /* the loop */
    bool moves;              /* some mapped pointer has other values in the loop */
    bool sectioned;          /* … that a map clause gives a section of */
    const struct section *section;
};

static bool refuse_at(struct planner *p, enum why why, struct loc loc, const char *what)
{
    if (!p->s->why) {
        p->s->why = why;
        p->s->loc = loc;
        p->s->what = what;
    }
    return false;
}

static bool refuse(struct planner *p, enum why why, uint32_t off, const char *what)
{
    return refuse_at(p, why, unit_place(p->u, off), what);
}

/* ---- places ---- */
static bool in_loop(const struct planner *p, const struct var *v) { return slice_has(p->loop, v->decl); }

static const struct phase *phase_around(const struct planner *p, uint32_t off)
{
    for_each (const struct phase, h, p->s->phases)
        if (slice_has(region_text(h->kernel->region), off))
            return h;
    return NULL;
}

/* Does the loop's own code do one of these things with v? */
static unsigned access_by_host(const struct planner *p, const struct var *v)
{
    unsigned acc = 0;
    for_each_in (ref, x, p->u, p->loop)
        if (x->var == v && !(x->access & ACC_UNEVALUATED) && !phase_around(p, x->off))
            acc |= x->access;
    return acc;
}

static bool is_pointer(const struct var *v) { return v->type->kind == TYPE_POINTER; }

/* ---- the loop's own code ---- */
static bool is_phase_node(const struct node *n)
{
    return n->kind == NODE_CONSTRUCT && (n->region->leaves & LEAF_TARGET);
}

static bool may_stand(const struct node *n)
{
    const struct region *r = n->region;
    return is_transparent(r->dir) || r->dir == DIR_NOTHING ||
           (r->dir == DIR_TASKWAIT && !r->clauses); /* of what a phase is, nothing is left to wait for */
}

/* Does the file look at errno? */
static bool asks_errno(const struct unit *u)
{
    for_each_in (ref, x, u, ((struct slice){0, UINT32_MAX}))
        if (x->func && (!strcmp(library_spelling(x->func->name), "errno") || !strcmp(x->func->name, "perror")))
            return true;
    return false;
}

/* Library functions of which host and device have the same instruction, and of which nobody can tell that a device has
 * no errno. */
static bool is_exact(const struct planner *p, const struct func *f)
{
    const struct library_row *row = f && is_library_func(f) ? library_find(f->name) : NULL;
    return row && row->place == LIBRARY_DEVICE && row->effect == LIBRARY_COMPUTES && (row->traits & LIBRARY_SHORT) &&
           !(row->traits & LIBRARY_ERRNO && asks_errno(p->u));
}

static bool is_callee(const struct node *n)
{
    const struct node *call = n->parent;
    while (call && call->kind == NODE_CAST)
        call = call->parent;
    return call && call->kind == NODE_CALL && node_callee(call) == n;
}

static bool check_node(struct planner *p, const struct node *n)
{
    const struct func *f;
    switch (n->kind) {
    case NODE_COMPOUND:
    case NODE_DECLARATIONS:
    case NODE_VARIABLE:
    case NODE_EXPRESSION:
    case NODE_NULL:
    case NODE_IF:
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_DO:
    case NODE_BREAK:
    case NODE_CONTINUE:
    case NODE_NUMBER:
    case NODE_REAL:
    case NODE_MEMBER:
    case NODE_UNARY:
    case NODE_INCREMENT:
    case NODE_BINARY:
    case NODE_ASSIGN:
    case NODE_COMPOUND_ASSIGN:
    case NODE_COMMA:
    case NODE_CONDITIONAL:
    case NODE_SIZEOF:
        return true;
    case NODE_NAME: /* a function has another address on the device */
        return !n->func || is_callee(n) || refuse(p, WHY_SINGLE_CALL, n->off, n->func->name);
    case NODE_CAST: /* a pointer comes from a pointer */
        if (n->type && n->type->kind == TYPE_POINTER && n->kids[0]->type && n->kids[0]->type->kind != TYPE_POINTER &&
            !(n->kids[0]->constant && n->kids[0]->value == 0))
            return refuse(p, WHY_SINGLE_POINTER, n->off, NULL);
        return true;
    case NODE_CALL:
        f = node_called(n);
        return is_exact(p, f) || refuse(p, WHY_SINGLE_CALL, n->off, f ? f->name : NULL);
    case NODE_CONSTRUCT:
        return may_stand(n) || refuse_at(p, WHY_SINGLE_CONSTRUCT, n->region->loc, NULL);
    case NODE_DEREFERENCE:
    case NODE_SUBSCRIPT:
    case NODE_ARROW:
    case NODE_ADDRESS:
    case NODE_ATOMIC:
    case NODE_STRING:
    case NODE_LITERAL:
        return refuse(p, WHY_SINGLE_MEMORY, n->off, NULL);
    default:
        return refuse(p, WHY_SINGLE_STATEMENT, n->off, NULL);
    }
}

static bool check_tree(struct planner *p, const struct node *tree)
{
    for (const struct node *n = tree; n;) {
        bool skip = is_phase_node(n) || n->unevaluated;
        if (!skip && !check_node(p, n))
            return false;
        n = skip ? tree_after(tree, n) : tree_next(tree, n);
    }
    return true;
}

/* ---- variables of which every thread has a copy ---- */
static bool is_in(const struct var *v, const struct var *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == v)
            return true;
    return false;
}

static bool has_place(const struct var *v)
{
    const struct type *t = v->type;
    bool record = t->kind == TYPE_RECORD && t->size >= 0 && t->size <= MOST_RECORD;
    return (type_is_scalar(t) || record) && !t->is_volatile && !t->is_atomic && !t->is_long_double && !t->unnameable &&
           !type_is_local(t) && !v->is_thread_local && !v->dims.n;
}

/* May others know where v is? Then the launch looks whether it is mapped, by whatever name; of a structure it cannot
 * tell which part is. */
static bool is_known_elsewhere(const struct var *v)
{
    return !v->type->is_const && !v->is_length && (v->addr_taken || (v->is_global && !v->is_static));
}

static bool add_value(struct planner *p, const struct var *v, struct loc at)
{
    if (is_in(v, p->s->values.v, p->s->values.n) || in_loop(p, v))
        return true;
    if (!v->is_length && !has_place(v))
        return refuse_at(p, type_is_array(v->type) ? WHY_SINGLE_MEMORY : WHY_SINGLE_TYPE, at, v->name);
    if (is_known_elsewhere(v) && !type_is_scalar(v->type))
        return refuse_at(p, WHY_SINGLE_ALIAS, at, v->name);
    vec_push(p->u->arena, &p->s->values, v);
    return true;
}

static bool check_name(struct planner *p, const struct ref *x)
{
    const struct var *v = x->var;
    if (!v || (x->access & ACC_UNEVALUATED))
        return true;
    if (x->access & ~(unsigned)(ACC_READ | ACC_WRITE))
        return refuse(p, WHY_SINGLE_MEMORY, x->off, v->name);
    if (in_loop(p, v) && (v->is_static || !has_place(v)))
        return refuse(p, WHY_SINGLE_TYPE, x->off, v->name);
    if (v->declare_target & VAR_NAMED)
        return refuse(p, WHY_SINGLE_MEMORY, x->off, v->name);
    if (!add_value(p, v, unit_place(p->u, x->off)))
        return false;
    if (x->access & ACC_WRITE && !in_loop(p, v) && !is_in(v, p->s->stored.v, p->s->stored.n))
        vec_push(p->u->arena, &p->s->stored, v);
    return true;
}

static bool check_names(struct planner *p)
{
    for_each_in (ref, x, p->u, p->loop)
        if (!phase_around(p, x->off) && !check_name(p, x))
            return false;
    return true;
}

/* ---- regions ---- */
static bool check_region(struct planner *p, const struct kernel *k)
{
    static const enum clause_kind needs_host[] = {CLAUSE_DEVICE,          CLAUSE_DEPEND,   CLAUSE_IN_REDUCTION,
                                                  CLAUSE_USES_ALLOCATORS, CLAUSE_ALLOCATE, CLAUSE_RESIDENT};
    const struct region *r = k->region;
    for (size_t i = 0; i < sizeof needs_host / sizeof *needs_host; i++)
        if (region_clause(r, needs_host[i]))
            return refuse_at(p, WHY_SINGLE_CLAUSE, region_clause(r, needs_host[i])->loc, clause_name(needs_host[i]));
    for_each_in (ref, x, p->u, r->pragma_at)
        if (x->func && !(x->access & ACC_UNEVALUATED)) /* a clause calls it in every iteration */
            return refuse_at(p, WHY_SINGLE_CALL, unit_place(p->u, x->off), x->func->name);
    if (region_if(r, LEAF_TARGET))
        return refuse_at(p, WHY_SINGLE_CLAUSE, region_if(r, LEAF_TARGET)->loc, clause_name(CLAUSE_IF));
    if (k->mode != MODE_SPMD)
        return refuse_at(p, WHY_SINGLE_GENERIC, r->loc, NULL);
    if (k->lone_threads) /* the teams of the launch have more threads */
        return refuse_at(p, WHY_SINGLE_LANES, r->loc, NULL);
    if (holds_cancel(r))
        return refuse_at(p, WHY_SINGLE_ASKS, r->loc, NULL);
    return true;
}

static bool find_phases(struct planner *p)
{
    for (const struct node *n = p->tree; n;) {
        if (!is_phase_node(n)) {
            n = tree_next(p->tree, n);
            continue;
        }
        vec_push(p->u->arena, &p->s->phases, (struct phase){.kernel = kernel_of(p->a, n->region)});
        n = tree_after(p->tree, n);
    }
    return p->s->phases.n || refuse_at(p, WHY_SINGLE_EMPTY, p->s->region->loc, NULL);
}

/* ---- what regions map ---- */
static bool changes_in_loop(const struct planner *p, const struct var *v)
{
    return in_loop(p, v) || (access_by_host(p, v) & (ACC_WRITE | ACC_ADDR));
}

/* The same before the loop, where nothing has yet kept a divisor from being zero? */
static bool is_invariant(const struct planner *p, struct slice s)
{
    if (given(s) && tree_has(unit_node(p->u, s), may_divide_by_zero))
        return false;
    for_each_in (ref, x, p->u, s)
        if (x->var && !(x->access & ACC_UNEVALUATED) &&
            (changes_in_loop(p, x->var) || is_in(x->var, p->s->cells.v, p->s->cells.n) || (x->access & ~ACC_READ)))
            return false;
    return true;
}

/* ---- numbers of teams and threads ---- */
enum { ASKS_ANY = ASKS_OTHER | CALLS_UNSEEN | CALLS_POINTER };

static bool tells_teams(const struct planner *p, const struct kernel *k)
{
    bool repeats = k->has_teams && k->teams && (!k->distribute || teams_are_seen(p->a, k->teams));
    return repeats || identity_asked(p->a, k->region->stmt) & (ASKS_TEAM_NUM | ASKS_NUM_TEAMS | ASKS_ANY);
}

/* A parallel region whose threads all run the same code, not shares of a loop, and as many as a clause says. */
static bool repeats_by_threads(const struct planner *p, const struct kernel *k)
{
    for_each_in (region, r, p->u, region_text(k->region))
        if (r->plan && (r->plan->leaves & (LEAF_PARALLEL | LEAF_FOR)) == LEAF_PARALLEL &&
            (k->thread_limit || region_clause(r, CLAUSE_NUM_THREADS)))
            return true;
    return false;
}

static bool tells_threads(const struct planner *p, const struct kernel *k)
{
    return repeats_by_threads(p, k) ||
           identity_asked(p->a, k->region->stmt) & (ASKS_THREAD_NUM | ASKS_NUM_THREADS | ASKS_ANY);
}

static bool any_lanes(const struct planner *p)
{
    for_each (const struct phase, h, p->s->phases) {
        if (h->kernel->variants.n)
            return true;
        for_each_in (region, r, p->u, region_text(h->kernel->region))
            if (r->plan && r->plan->crew != CREW_ALONE)
                return true;
    }
    return false;
}

/* The number that a clause of r asks for, whatever happens in the loop. */
static bool has_number(struct planner *p, const struct region *r, const struct clause *c)
{
    return c && given(c->expr) && !region_if(r, LEAF_TEAMS) && !region_if(r, LEAF_PARALLEL) && is_invariant(p, c->expr);
}

/* The kernel works it out, too. */
static bool check_number(struct planner *p, const struct clause *c)
{
    if (!check_tree(p, unit_node(p->u, c->expr)))
        return false;
    for_each_in (ref, x, p->u, c->expr)
        if (!check_name(p, x))
            return false;
    return true;
}

/* A region that can tell how many teams or threads it has gets as many as it would have alone, if it says how many. */
static bool check_numbers(struct planner *p, struct phase *h)
{
    const struct kernel *k = h->kernel;
    const struct clause *teams = k->teams ? region_clause(k->teams, CLAUSE_NUM_TEAMS) : NULL,
                        *threads = k->parallel ? region_clause(k->parallel, CLAUSE_NUM_THREADS) : NULL;
    h->virtual_teams = tells_teams(p, k);
    h->virtual_threads = tells_threads(p, k);
    bool known = (!h->virtual_teams || !k->has_teams || has_number(p, k->teams, teams)) &&
                 (!h->virtual_threads || ((k->thread_limit || threads) && !any_lanes(p))) &&
                 (!h->virtual_threads || !k->thread_limit || has_number(p, k->region, k->thread_limit)) &&
                 (!h->virtual_threads || !threads || has_number(p, k->parallel, threads)) &&
                 !((h->virtual_teams || h->virtual_threads) && (k->on_device.teams || k->on_device.threads));
    if (!known)
        return refuse_at(p, WHY_SINGLE_ASKS, k->region->loc, NULL);
    return !h->virtual_teams || !k->has_teams || check_number(p, teams);
}

static bool same_value(const struct planner *p, struct slice a, struct slice b)
{
    return given(a) == given(b) && (!given(a) || tree_equal(p->u, unit_node(p->u, a), unit_node(p->u, b)));
}

static bool same_item(const struct planner *p, const struct item *a, const struct item *b)
{
    if (!a || !b)
        return a == b;
    if (a->nsections != b->nsections)
        return false;
    for (unsigned i = 0; i < a->nsections; i++) {
        const struct section *x = &a->sections[i], *y = &b->sections[i];
        if (x->has_colon != y->has_colon || !same_value(p, x->lower, y->lower) ||
            !same_value(p, x->length, y->length) || given(x->stride) || given(y->stride))
            return false;
    }
    return true;
}

/* A variable, by a clause or without one. */
static bool is_whole(const struct item *it) { return !it || !it->nsections; }

static bool from_its_beginning(const struct section *s)
{
    return s->has_colon && given(s->length) && (!given(s->lower) || (s->lower_const && s->lower_value == 0));
}

/* An item of a pointer that has other values in the loop: all such pointers have the same section, from their beginning
 * on, so that any of them may stand for any other. */
static bool check_moving(struct planner *p, const struct item *it)
{
    bool plain = it->nsections == 1 && from_its_beginning(it->sections);
    if (!plain || (p->section && !same_value(p, p->section->length, it->sections->length)))
        return refuse_at(p, WHY_SINGLE_SECTION, it->loc, it->written);
    p->section = it->sections;
    p->sectioned = true;
    return true;
}

static bool check_item(struct planner *p, const struct mapping *m)
{
    const struct item *it = m->item;
    if (m->part != PART_ITEM || m->mapper ||
        (it && (!it->is_name || item_is_member_or_indirect(it) || given(it->shape))))
        return refuse_at(p, WHY_SINGLE_MAP, it ? it->loc : p->s->region->loc, m->var->name);
    for (unsigned i = 0; it && i < it->nsections; i++)
        if (!is_invariant(p, it->sections[i].lower) || !is_invariant(p, it->sections[i].length))
            return refuse_at(p, WHY_SINGLE_SECTION, it->loc, it->written);
    enum {
        PLAIN = GANTRY_MAP_TO | GANTRY_MAP_FROM | GANTRY_MAP_CLOSE | GANTRY_MAP_IMPLICIT | GANTRY_MAP_LOOKUP |
                GANTRY_MAP_PRESENT
    };
    if (m->flags & ~(unsigned)PLAIN)
        return refuse_at(p, WHY_SINGLE_MAP, it ? it->loc : p->s->region->loc, m->var->name);
    return true;
}

/* Where every region that stores to it brings that back, and every one that reads it would have been sent it, it makes
 * no difference that device and host do not exchange it in between. Else it makes none where it is mapped already. */
static void merge(struct planner *p, struct mapping *row, const struct mapping *m, const struct region *r)
{
    bool stores = stores_unseen(p->a, r) || may_store_to(p->a, r, m->var);
    if (stores && !(m->flags & (GANTRY_MAP_FROM | GANTRY_MAP_LOOKUP)))
        row->flags |= GANTRY_MAP_NEEDED;
    if (m->flags & GANTRY_MAP_PRESENT)
        row->flags |= GANTRY_MAP_NEEDED;
    if (!row->capture) /* a region that maps it and does not use it came first */
        row->capture = m->capture;
    row->flags |= m->flags & (GANTRY_MAP_TO | GANTRY_MAP_FROM);
    row->flags &= m->flags | ~(unsigned)(GANTRY_MAP_IMPLICIT | GANTRY_MAP_LOOKUP);
}

static size_t row_of(struct planner *p, const struct mapping *m, const struct region *r)
{
    struct single *s = p->s;
    for (size_t i = 0; i < s->rows.n; i++) {
        struct mapping *row = &s->rows.v[i];
        if (row->var != m->var)
            continue;
        bool lookup = (row->flags ^ m->flags) & GANTRY_MAP_LOOKUP; /* a section, and whatever is there */
        bool whole = !is_pointer(m->var) && is_whole(row->item) && is_whole(m->item);
        if (!lookup && (whole || same_item(p, row->item, m->item))) {
            merge(p, row, m, r);
            return i;
        }
        if (!lookup) /* two sections of one array may overlap in part: they are there together, or not at all */
            row->flags |= GANTRY_MAP_NEEDED;
    }
    bool other = false;
    for_each (const struct mapping, x, s->rows)
        other |= x->var == m->var && !((x->flags ^ m->flags) & GANTRY_MAP_LOOKUP);
    struct mapping row = *m;
    row.flags &= ~(unsigned)GANTRY_MAP_PRESENT;
    row.flags |= other ? GANTRY_MAP_NEEDED : 0;
    vec_push(p->u->arena, &s->rows, row);
    merge(p, &s->rows.v[s->rows.n - 1], m, r);
    return s->rows.n - 1;
}

static bool is_value_somewhere(const struct planner *p, const struct var *v)
{
    for_each (const struct phase, h, p->s->phases) {
        const struct capture *c = find_capture(h->kernel, v);
        if (c && c->how == CAP_VALUE)
            return true;
    }
    return false;
}

/* A scalar that regions map, and of which the host's value matters in between. */
static bool is_cell(const struct planner *p, const struct mapping *m)
{
    bool mapped = m->capture && m->capture->how == CAP_ADDRESS && m->param == GANTRY_PARAM_ADDRESS;
    return mapped && (in_loop(p, m->var) || access_by_host(p, m->var) || is_value_somewhere(p, m->var));
}

static size_t cell_of(struct planner *p, const struct var *v)
{
    size_t i = 0;
    while (i < p->s->cells.n && p->s->cells.v[i] != v)
        i++;
    if (i == p->s->cells.n)
        vec_push(p->u->arena, &p->s->cells, v);
    return i;
}

/* Is every store to v in the region that of a reduction of all teams? Then nobody reads or stores to it before all
 * teams have arrived there. */
static bool only_reduces(const struct planner *p, const struct kernel *k, const struct var *v)
{
    const struct region *by = k->teams;
    if (!by || by != k->region || !sharing_of(by, v, ATTRS_REDUCED) || reduction_in_memory(by, v))
        return false;
    for_each_in (ref, x, p->u, by->stmt)
        if (x->var == v && owner_at(p->u, x->off, v) == NULL)
            return false;
    return true;
}

/* Copies of a declared reduction may begin with what the original is: not before the first thread has set that. */
static bool reads_original(const struct kernel *k, const struct var *v)
{
    const struct sharing *row = sharing_of(k->region, v, ATTRS_REDUCED);
    return row && row->item->udr && given(row->item->udr->init);
}

static bool cell_parameter(struct planner *p, struct phase *h, const struct mapping *m)
{
    const struct var *v = m->var;
    if (v->type->kind == TYPE_RECORD) /* as of arrays: host and region do not see each other's stores */
        return refuse_at(p, WHY_SINGLE_MEMORY, h->kernel->region->loc, v->name);
    if (!type_is_arithmetic(v->type) || !has_place(v) || (m->item && m->item->nsections) ||
        (v->declare_target & VAR_NAMED))
        return refuse_at(p, WHY_SINGLE_TYPE, h->kernel->region->loc, v->name);
    if (!add_value(p, v, h->kernel->region->loc))
        return false;
    struct phase_parameter x = {.var = v,
                                .bring = BRING_CELL,
                                .index = cell_of(p, v),
                                .flags = m->flags & (GANTRY_MAP_TO | GANTRY_MAP_FROM),
                                .in_turn = only_reduces(p, h->kernel, v) && !reads_original(h->kernel, v)};
    vec_push(p->u->arena, &h->parameters, x);
    if (x.flags & GANTRY_MAP_FROM && !in_loop(p, v) && !is_in(v, p->s->stored.v, p->s->stored.n))
        vec_push(p->u->arena, &p->s->stored, v);
    return true;
}

static bool value_parameter(struct planner *p, struct phase *h, const struct mapping *m)
{
    struct phase_parameter x = {.var = m->var, .bring = BRING_VALUE};
    if (m->param == GANTRY_PARAM_DEVPTR && m->capture->clause->kind != CLAUSE_IS_DEVICE_PTR)
        return refuse_at(p, WHY_SINGLE_CLAUSE, h->kernel->region->loc, m->var->name);
    if (in_loop(p, m->var) && (m->var->is_length || !has_place(m->var)))
        return refuse_at(p, WHY_SINGLE_TYPE, h->kernel->region->loc, m->var->name);
    vec_push(p->u->arena, &h->parameters, x);
    return add_value(p, m->var, h->kernel->region->loc);
}

/* A row for what the pointer leads to before the loop. */
static bool pointer_row(struct planner *p, struct phase *h, const struct mapping *m)
{
    const struct var *v = m->var;
    p->moves = true;
    if (!has_place(v) || (m->item && !check_moving(p, m->item)))
        return refuse_at(p, WHY_SINGLE_TYPE, h->kernel->region->loc, v->name);
    if (m->item && in_loop(p, v))
        return refuse_at(p, WHY_SINGLE_SECTION, m->item->loc, m->item->written);
    if (!in_loop(p, v))
        row_of(p, m, h->kernel->region);
    return add_value(p, v, h->kernel->region->loc);
}

static bool add_parameter(struct planner *p, struct phase *h, const struct mapping *m)
{
    const struct var *v = m->var;
    if (m->param == GANTRY_PARAM_VALUE || m->param == GANTRY_PARAM_DEVPTR)
        return value_parameter(p, h, m);
    if (m->capture && m->capture->how == CAP_COPY)
        return refuse_at(p, WHY_SINGLE_CLAUSE, h->kernel->region->loc, v->name);
    if (!check_item(p, m))
        return false;
    if (is_cell(p, m) && !type_is_array(v->type))
        return cell_parameter(p, h, m);
    if (is_pointer(v) && m->capture && m->capture->how == CAP_ADDRESS && may_store_to(p->a, h->kernel->region, v))
        return refuse_at(p, WHY_SINGLE_POINTER, h->kernel->region->loc, v->name);
    struct phase_parameter x = {.var = v, .bring = BRING_ROW};
    if (is_pointer(v) && (!m->capture || m->capture->how == CAP_POINTER) && changes_in_loop(p, v)) {
        x.bring = BRING_POINTER;
        if (!pointer_row(p, h, m))
            return false;
    } else if (in_loop(p, v) || access_by_host(p, v) & ~(unsigned)ACC_READ ||
               (access_by_host(p, v) && !is_pointer(v))) {
        return refuse_at(p, WHY_SINGLE_MEMORY, h->kernel->region->loc, v->name);
    } else {
        x.index = row_of(p, m, h->kernel->region);
    }
    if (m->param)
        vec_push(p->u->arena, &h->parameters, x);
    return true;
}

/* Cells are known before sections are looked at, which may name them. */
static void find_cells(struct planner *p)
{
    for_each (struct phase, h, p->s->phases)
        for_each (const struct mapping, m, h->kernel->maps)
            if (is_cell(p, m) && !type_is_array(m->var->type))
                cell_of(p, m->var);
}

static bool add_parameters(struct planner *p)
{
    for_each (struct phase, h, p->s->phases)
        for_each (const struct mapping, m, h->kernel->maps)
            if (!add_parameter(p, h, m))
                return false;
    return p->s->rows.n <= MOST_ROWS || refuse(p, WHY_SINGLE_MAP, p->loop.begin, NULL);
}

/* ---- pointers that change ---- */
static bool is_computed_pointer(const struct node *n)
{
    bool moves = n->kind == NODE_BINARY || n->kind == NODE_INCREMENT || n->kind == NODE_COMPOUND_ASSIGN;
    return moves && n->type && n->type->kind == TYPE_POINTER;
}

static bool computes_pointers(const struct planner *p)
{
    for (const struct node *n = p->tree; n;) {
        bool skip = is_phase_node(n) || n->unevaluated;
        if (!skip && is_computed_pointer(n))
            return true;
        n = skip ? tree_after(p->tree, n) : tree_next(p->tree, n);
    }
    return false;
}

/* Is the first thing that every iteration does with v to store to it? */
static bool is_set_first(const struct planner *p, const struct var *v)
{
    const struct node *body = p->tree->kids[p->tree->kind == NODE_DO ? 0 : p->tree->nkids - 1];
    for_each_in (ref, x, p->u, p->loop) {
        if (x->var != v || (x->access & ACC_UNEVALUATED) || phase_around(p, x->off))
            continue;
        const struct node *n = x->node ? x->node->parent : NULL;
        bool stores = n && n->kind == NODE_ASSIGN && n->kids[0] == x->node && x->access == ACC_WRITE;
        n = stores ? n->parent : NULL;
        return n && n->kind == NODE_EXPRESSION && n->parent == body;
    }
    return false;
}

/* The values that pointers have in the loop come from those that they have before it. Where sections are mapped for
 * them, each must lead to a mapped one. */
static bool follow_pointers(struct planner *p)
{
    p->s->places = p->moves;
    p->s->computed = p->moves && computes_pointers(p);
    if (p->s->computed && p->sectioned)
        return refuse(p, WHY_SINGLE_POINTER, p->loop.begin, NULL);
    for (size_t i = 0; p->moves && i < p->s->values.n; i++) {
        const struct var *v = p->s->values.v[i];
        bool known = !is_pointer(v) || !(access_by_host(p, v) & ACC_READ) || is_set_first(p, v);
        for_each (const struct mapping, m, p->s->rows)
            known |= m->var == v;
        struct mapping row = {.flags = GANTRY_MAP_LOOKUP | GANTRY_MAP_IMPLICIT | (p->sectioned ? GANTRY_MAP_NEEDED : 0),
                              .var = v};
        if (!known)
            vec_push(p->u->arena, &p->s->rows, row);
    }
    if (p->sectioned) /* what one is mapped for may be used by the other's name */
        for_each (struct mapping, m, p->s->rows)
            if (is_pointer(m->var) && m->item && changes_in_loop(p, m->var))
                m->flags |= GANTRY_MAP_TO | GANTRY_MAP_FROM;
    return true;
}

/* ---- how many teams pay ---- */
bool threads_share(const struct region *r) { return r->plan->leaves & LEAF_PARALLEL; }

static bool bounds_are_invariant(const struct planner *p, const struct region *r)
{
    for (unsigned i = 0; i < r->nloops; i++)
        if (!is_invariant(p, r->loops[i].lb) || !is_invariant(p, r->loops[i].ub) || !is_invariant(p, r->loops[i].step))
            return false;
    return true;
}

static bool has_trip(const struct planner *p, struct kernel *k)
{
    const struct region *r = k->trip ? loops_run_by(k->trip) : NULL;
    if (!k->has_teams || tells_teams(p, k))
        return true; /* one team runs it, or as many as it says */
    if (!r || !loops_on_host(p->a, k, r))
        return false;
    return bounds_are_invariant(p, r);
}

static bool has_trips(const struct planner *p)
{
    for_each (const struct phase, h, p->s->phases)
        if (!has_trip(p, h->kernel))
            return false;
    return true;
}

/* ---- variants: how many lanes threads have, where the launch chooses that ---- */
static void find_variants(struct planner *p)
{
    struct single *s = p->s;
    for_each (const struct phase, h, s->phases) {
        const struct kernel *k = h->kernel;
        if (s->inner || !k->variants.n || k->march || !bounds_are_invariant(p, k->inner))
            continue;
        s->inner = k->inner;
        for_each (const struct gantry_variant, v, k->variants) {
            struct gantry_variant own = *v;
            own.kernel = arena_printf(p->u->arena, "%s%s", s->name, v->kernel + strlen(k->name));
            vec_push(p->u->arena, &s->variants, own);
        }
    }
}

/* The kernel with so many lanes, or the most below */
static size_t nearest(const struct kernel *k, unsigned lanes)
{
    const struct gantry_variant *v = k->variants.v;
    size_t best = 0;
    for (size_t i = 1; i < k->variants.n; i++)
        if (v[i].lanes <= lanes && (v[best].lanes > lanes || v[i].lanes > v[best].lanes))
            best = i;
    return best;
}

void single_become(struct analysis *a, struct single *s, size_t variant)
{
    if (!s->variants.n)
        return;
    s->name = s->variants.v[variant].kernel;
    for_each (const struct phase, h, s->phases)
        kernel_become(a, h->kernel, variant ? nearest(h->kernel, s->variants.v[variant].lanes) : 0);
}

/* ---- the rows ---- */
static void finish_rows(struct planner *p)
{
    for_each (struct mapping, m, p->s->rows)
        if (m->flags & GANTRY_MAP_FROM) /* a loop that does not run brings back what was there */
            m->flags |= GANTRY_MAP_TO;
    for_each_pointer (const struct var, v, p->s->values)
        if (is_known_elsewhere(v) || is_in(v, p->s->cells.v, p->s->cells.n)) {
            struct mapping row = {.flags = GANTRY_MAP_LOOKUP | GANTRY_MAP_IMPLICIT | GANTRY_MAP_UNMAPPED, .var = v};
            vec_push(p->u->arena, &p->s->rows, row);
        }
}

/* ---- in place ---- */
/* Is it a loop in equal shares, of which each thread works out its own, and copies at most of what it reduces? */
static bool is_in_shares(const struct kernel *k)
{
    static const enum clause_kind no[] = {CLAUSE_PRIVATE,  CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_LINEAR,
                                          CLAUSE_ALLOCATE, CLAUSE_IF,           CLAUSE_PROC_BIND,   CLAUSE_NUM_THREADS,
                                          CLAUSE_COPYIN,   CLAUSE_ORDERED,      CLAUSE_THREAD_LIMIT};
    const struct region *loop = k->cores_share;
    const struct in_place *x = loop ? &loop->plan->place : NULL;
    if (!loop || !(x->form == PLACE_WHOLE || x->form == PLACE_SPLIT) || !x->share_why || x->tallies.n)
        return false;
    for (const struct region *q = loop; q; q = q == k->region ? NULL : q->parent)
        for (size_t i = 0; i < sizeof no / sizeof *no; i++)
            if (region_clause(q, no[i]))
                return false;
    return !inscan_reduction(loop);
}

/* The region is printed twice: labels and static variables would be two. */
static bool is_label(const struct node *n) { return n->kind == NODE_LABEL; }
static bool may_be_twice(const struct planner *p, const struct region *r)
{
    return !tree_has(r->tree, is_label) && !has_static(p->u, region_text(r));
}

static bool is_own_scalar(const struct var *v)
{
    return !is_known_elsewhere(v) && !v->is_global && !v->is_static && !v->is_length && type_is_arithmetic(v->type) &&
           has_place(v);
}

/* Nothing else may be done to it in the region: each thread has a copy of its own. */
static bool may_have_copies(const struct planner *p, const struct kernel *k, const struct var *v)
{
    return sharing_of(k->cores_share, v, ATTRS_REDUCED)
               ? k->cores_share == k->region && only_reduces(p, k, v)
               : !stores_unseen(p->a, k->region) && !may_store_to(p->a, k->region, v);
}

static bool add_copy(struct planner *p, const struct var *v)
{
    for_each (const struct phase, h, p->s->phases)
        if (!may_have_copies(p, h->kernel, v))
            return false;
    if (!in_loop(p, v) && !is_in(v, p->s->placed.v, p->s->placed.n))
        vec_push(p->u->arena, &p->s->placed, v);
    return true;
}

/* An array or structure that a region reduces is the same for all threads: one of them adds what each has. */
static bool reduces_together(const struct kernel *k, const struct sharing *row)
{
    return k->cores_share == k->region && item_type(row->item) && !row->item->is_member;
}

static bool has_copies(const struct sharing *row)
{
    return type_is_arithmetic(row->var->type) && !row->item->nsections;
}

/* Variables of which the threads have copies in place: what the loop's own code stores to, and what regions reduce. */
static bool find_copies(struct planner *p)
{
    for_each_pointer (const struct var, v, p->s->stored)
        vec_push(p->u->arena, &p->s->placed, v);
    for_each_pointer (const struct var, v, p->s->cells)
        if (!add_copy(p, v))
            return false;
    for_each (const struct phase, h, p->s->phases)
        for_each_row (row, h->kernel->cores_share, ATTRS_REDUCED)
            if (has_copies(row) ? !is_own_scalar(row->var) || !add_copy(p, row->var)
                                : !reduces_together(h->kernel, row))
                return false;
    return true;
}

/* Each thread runs the loop's own code with copies, as on a device. That pays where each region would have opened a
 * parallel region of its own, which is looked at before the loop. */
static enum why why_place(struct planner *p)
{
    if (!p->s->trips || p->a->options.tuned)
        return WHY_SINGLE_FORKS;
    for_each_pointer (const struct var, v, p->s->stored)
        if (is_known_elsewhere(v) || v->is_global || v->is_static || v->is_length)
            return WHY_SINGLE_FORKS;
    for_each (const struct phase, h, p->s->phases) {
        struct slice text = region_text(h->kernel->region);
        if (h->virtual_teams || h->virtual_threads)
            return WHY_SINGLE_FORKS;
        if ((h->kernel->trip && !threads_share(h->kernel->trip)) || !is_in_shares(h->kernel) ||
            !may_be_twice(p, h->kernel->region) || any_allocate(p->u, text) || reaches_tasks(p->a, text) ||
            may_set_icvs(p->a, text))
            return WHY_SINGLE_FORKS;
    }
    if (!find_copies(p))
        return WHY_SINGLE_FORKS;
    return WHY_SINGLE_PLACE;
}

/* The construct around it whose iterations are the loop's; NULL: none is */
static const struct region *construct_of_loop(const struct region *r)
{
    const struct node *n = r->tree->parent;
    while (n && n->kind == NODE_CONSTRUCT && is_transparent(n->region->dir))
        n = n->parent;
    unsigned shares = LEAF_FOR | LEAF_DISTRIBUTE | LEAF_LOOP | LEAF_SIMD;
    bool takes = n && n->kind == NODE_CONSTRUCT && (n->region->leaves & shares || is_taskloop(n->region->dir));
    return takes ? n->region : NULL;
}

static bool plan(struct planner *p)
{
    const struct analysis_options *o = &p->a->options;
    if (!o->single_launch)
        return refuse(p, WHY_SINGLE_OFF, p->loop.begin, NULL);
    if (o->check || o->verify)
        return refuse(p, WHY_SINGLE_TOOL, p->loop.begin, NULL);
    if (p->u->requires_unified)
        return refuse(p, WHY_SINGLE_UNIFIED, p->loop.begin, NULL);
    if (p->tree->kind == NODE_CONSTRUCT) /* its threads, or tasks, run the loop */
        return refuse_at(p, WHY_SINGLE_CONSTRUCT, p->tree->region->loc, NULL);
    if (construct_of_loop(p->s->region))
        return refuse_at(p, WHY_SINGLE_CONSTRUCT, construct_of_loop(p->s->region)->loc, NULL);
    if (!find_phases(p) || !check_tree(p, p->tree))
        return false;
    for_each (const struct phase, h, p->s->phases)
        if (!check_region(p, h->kernel))
            return false;
    find_cells(p);
    for_each (struct phase, h, p->s->phases)
        if (!check_numbers(p, h))
            return false;
    if (!check_names(p) || !add_parameters(p) || !follow_pointers(p))
        return false;
    finish_rows(p);
    p->s->trips = has_trips(p);
    p->s->place = why_place(p);
    return true;
}

struct single *single_of(const struct analysis *a, const struct region *r)
{
    for_each_pointer (struct single, s, a->singles)
        if (s->region == r && s->why == WHY_SINGLE)
            return s;
    return NULL;
}

const struct phase *phase_of(const struct single *s, const struct region *target)
{
    for_each (const struct phase, h, s->phases)
        if (h->kernel->region == target)
            return h;
    return NULL;
}

bool is_phase(const struct analysis *a, const struct kernel *k)
{
    for_each_pointer (struct single, s, a->singles)
        if (s->why == WHY_SINGLE && phase_of(s, k->region))
            return true;
    return false;
}

/* Who asks for one launch is told of several. */
static void tell(struct analysis *a, const struct single *s)
{
    if (s->why == WHY_SINGLE_OFF || s->why == WHY_SINGLE_TOOL || !a->options.warn)
        return;
    if (s->what)
        diag(a->unit->diag, DIAG_WARNING, s->loc, "GN0472", "'single_launch' in line %d: %s: '%s' [%s]",
             s->region->loc.line, why_text(s->why), s->what, why_id(s->why));
    else
        diag(a->unit->diag, DIAG_WARNING, s->loc, "GN0472", "'single_launch' in line %d: %s [%s]", s->region->loc.line,
             why_text(s->why), why_id(s->why));
}

void pass_single_launch(struct analysis *a)
{
    for_each_pointer (const struct region, r, a->unit->regions) {
        if (r->dir != DIR_SINGLE_LAUNCH)
            continue;
        const struct node *loop = node_kid(r->tree, 0);
        while (loop->kind == NODE_CONSTRUCT && is_transparent(loop->region->dir))
            loop = node_kid(loop, 0);
        struct planner p = {
            .a = a, .u = a->unit, .s = NEW(a->unit->arena, struct single), .loop = r->stmt, .tree = loop};
        p.s->region = r;
        if (plan(&p)) {
            p.s->why = WHY_SINGLE;
            p.s->name = kernel_name(a, r);
            find_variants(&p);
        } else
            tell(a, p.s);
        vec_push(a->unit->arena, &a->singles, p.s);
    }
}
