/* gen/host/clauses.c: clauses and pragma lines for the host compiler, from the region tree. */
#include "host_priv.h"
#include "../../../include/gantry_numbers.h"

#include <string.h>

/* In libomp a cancelled loop of a dynamic or guided schedule never counts as finished: later loops wait for it. Such a
 * loop gets a static schedule. */
bool is_cancelled_on_demand(const struct region *r)
{
    const struct clause *c = region_clause(r, CLAUSE_SCHEDULE);
    return c && (c->modifiers & SCHED_KIND) != SCHED_STATIC && is_cancelled(r, CLAUSE_OF_FOR);
}

static const char *reduction_operator(const struct clause *c) { return c->op == OP_USER ? c->user_op : op_name(c->op); }

static bool is_one_of(enum clause_kind kind, const enum clause_kind *kinds)
{
    while (*kinds && *kinds != kind)
        kinds++;
    return *kinds;
}

static bool is_array_by_pointer(const struct emit *e, const struct item *it)
{
    return it->is_name && it->type->kind == TYPE_ARRAY && is_deref(e, it->var);
}

const char *host_reduction_item(struct emit *e, const struct item *it)
{
    if (is_array_by_pointer(e, it))
        return item_by_pointer(e, it);
    const char *text = it->written;
    for (const struct type *t = is_mixed_array(it) ? it->type : NULL; t && t != item_type(it); t = t->elem)
        text = arena_printf(e->u->arena, "%s[:]", text);
    return text;
}

static bool is_real_extreme(const struct clause *c, const struct item *it)
{
    const struct type *t = item_type(it);
    bool reduces = c->kind == CLAUSE_REDUCTION || c->kind == CLAUSE_TASK_REDUCTION;
    return reduces && (c->op == OP_MAX || c->op == OP_MIN) && t && t->kind == TYPE_FLOAT && t->size >= 4 && !it->udr;
}

/* the declared reduction of gantry_abi.h that does to elements of _Bool what the operator does */
static const char *bool_reduction(enum op o)
{
    bool all = o == OP_MUL || o == OP_AND || o == OP_LAND || o == OP_MIN;
    return all ? "gantry_bool_and" : o == OP_XOR ? "gantry_bool_xor" : "gantry_bool_or";
}

/* the name of the operator: where Clang miscompiles its own, that of a declared reduction of gantry_abi.h */
const char *reduction_name(const struct clause *c, const struct item *it)
{
    if (is_bool_array(it))
        return bool_reduction(c->op);
    if (is_real_extreme(c, it))
        return c->op == OP_MAX ? "gantry_max" : "gantry_min";
    return reduction_operator(c);
}

enum { reductions = ATTRS_REDUCED | ATTR_TASK_REDUCTION };

/* `reduction(task, ` and the like: the clause up to the operator */
static const char *reduction_words(const struct clause *c)
{
    if (c->kind == CLAUSE_TASK_REDUCTION)
        return "task_reduction(";
    return (c->modifiers & REDMOD_IN)       ? "in_reduction("
           : (c->modifiers & REDMOD_TASK)   ? "reduction(task, "
           : (c->modifiers & REDMOD_INSCAN) ? "reduction(inscan, "
                                            : "reduction(";
}

/* Copies of ours add to the original, so that a task group needs not know of it. */
static bool is_left_out(const struct sharing *s)
{
    return s->attribute == ATTR_TASK_REDUCTION && is_static_section(s->item);
}

static void reduction_clause(struct emit *e, const struct region *r, const struct clause *c)
{
    const char *before = NULL;
    for_each_row (s, r, reductions) {
        const struct item *it = s->item;
        if (s->clause != c || is_left_out(s))
            continue;
        const char *name = reduction_name(c, it);
        if (before && !strcmp(before, name))
            sb_printf(e->out, ", %s", host_reduction_item(e, it));
        else
            sb_printf(e->out, "%s %s%s: %s", before ? ")" : "", reduction_words(c), name, host_reduction_item(e, it));
        before = name;
    }
    sb_add(e->out, before ? ")" : "");
}

/* libomp's work stealing does not always say which iteration is the last. */
static bool needs_order(const struct region *r, unsigned kind)
{
    return sharing_first(r, ATTRS_LAST) && (kind == SCHED_DYNAMIC || kind == SCHED_GUIDED);
}

/* Clang 19 runs most iterations of schedule(simd: static, n) several times. The modifier is a matter of speed. */
static const char *schedule_for_host(struct emit *e, const struct region *r, const struct clause *c)
{
    bool ordered = needs_order(r, c->modifiers & SCHED_KIND);
    if (!ordered && !(c->modifiers & SCHED_SIMD))
        return c->written;
    const char *order = ordered || (c->modifiers & SCHED_MONOTONIC) ? "monotonic: "
                        : (c->modifiers & SCHED_NONMONOTONIC)       ? "nonmonotonic: "
                                                                    : "";
    bool modified = c->modifiers & (SCHED_SIMD | SCHED_MONOTONIC | SCHED_NONMONOTONIC);
    return arena_printf(e->u->arena, "schedule(%s%s", order, strchr(c->written, modified ? ':' : '(') + 1);
}

static const struct var *array_by_pointer(const struct emit *e, const char *text, const char *at)
{
    for_each (const struct binding, b, e->env)
        if (b->var->type->kind == TYPE_ARRAY && is_deref(e, b->var) && is_whole_word(text, at, b->var->name))
            return b->var;
    return NULL;
}

const char *by_pointers(struct emit *e, const char *text)
{
    struct sb s = {0};
    for (const char *at = text; *at; at++) {
        bool is_member = at > text && (at[-1] == '.' || (at[-1] == '>' && at - 1 > text && at[-2] == '-'));
        const struct var *v = is_member ? NULL : array_by_pointer(e, text, at);
        if (!v) {
            sb_addc(&s, *at);
            continue;
        }
        sb_add(&s, name_of(e, v));
        at += strlen(v->name) - 1;
    }
    return s.n ? sb_take(&s, e->u->arena) : text;
}

/* clauses without lists of variables */
static const enum clause_kind expressions[] = {
    CLAUSE_NUM_THREADS, CLAUSE_IF,     CLAUSE_SCHEDULE, CLAUSE_DIST_SCHEDULE, CLAUSE_GRAINSIZE,
    CLAUSE_NUM_TASKS,   CLAUSE_FINAL,  CLAUSE_PRIORITY, CLAUSE_NUM_TEAMS,     CLAUSE_THREAD_LIMIT,
    CLAUSE_FILTER,      CLAUSE_DEPEND, CLAUSE_NONE};

/* As the user wrote it, but with our operators where Clang miscompiles its own, and arrays by their pointers. */
const char *clause_for_host(struct emit *e, const struct region *r, const struct clause *c)
{
    bool ours = false;
    if (c->kind == CLAUSE_SCHEDULE && c->written)
        return by_pointers(e, schedule_for_host(e, r, c));
    for_each_row (s, r, reductions)
        ours |= s->clause == c && (is_left_out(s) || is_real_extreme(c, s->item) || is_bool_array(s->item) ||
                                   is_array_by_pointer(e, s->item));
    if (!ours)
        return is_one_of(c->kind, expressions) ? by_pointers(e, c->written) : c->written;
    struct sb clause = {0}, *keep = e->out;
    e->out = &clause;
    reduction_clause(e, r, c);
    e->out = keep;
    return sb_take(&clause, e->u->arena);
}

/* ---- clause by clause ---- */

/* A loop's own variable may be linear only in directives with simd, which those in place may have lost. The modifiers
 * are newer than the host compiler's default OpenMP. */
static void linear_clause(struct emit *e, const struct region *r, const struct clause *c)
{
    for_each_row (s, r, ATTR_LINEAR)
        if (s->clause == c && is_loop_variable(r, r->nloops, s->var))
            sb_printf(e->out, " lastprivate(%s)", s->item->written);
        else if (s->clause == c)
            sb_printf(e->out, " linear(%s: %s)", s->item->written, text_or(e, c->expr, "1"));
}

/* In a combined construct with `parallel` Clang 19 takes a step for 0 whose variables the construct names nowhere else.
 */
void values_of_steps(struct emit *e, const struct region *r)
{
    VEC(const struct var *) seen = {0};
    for (const struct clause *c = r->clauses; c; c = c->next) {
        struct slice step = c->kind == CLAUSE_LINEAR ? c->expr : (struct slice){0, 0};
        for_each_in (ref, x, e->u, step) {
            size_t i = 0;
            while (i < seen.n && seen.v[i] != x->var)
                i++;
            if (i < seen.n || !x->var || x->var->is_global || access_in(e->u, r->stmt, x->var) ||
                sharing_of(r, x->var, ATTRS_ALL))
                continue;
            vec_push(e->u->arena, &seen, x->var);
            sb_printf(e->out, " firstprivate(%s)", x->var->name);
        }
    }
}

static void schedule_clause(struct emit *e, const struct region *r, const struct clause *c)
{
    static const char *const names[] = {"", "static", "dynamic", "guided", "auto", "runtime"};
    unsigned kind = c->modifiers & SCHED_KIND;
    bool by_chunks = is_cancelled_on_demand(r) && (kind == SCHED_DYNAMIC || kind == SCHED_GUIDED);
    if (e->a->options.deterministic || is_cancelled_on_demand(r))
        kind = SCHED_STATIC;
    sb_printf(e->out, " schedule(%s%s", needs_order(r, kind) ? "monotonic: " : "", names[kind]);
    /* Clang 19 loses iterations of distributed loops whose chunks are the constant 1 */
    if (given(c->expr))
        sb_printf(e->out, (r->leaves & LEAF_DISTRIBUTE) ? ", (%s) + 0 * __gantry_host_teams()" : ", %s",
                  text_of(e, c->expr));
    else if (by_chunks)
        sb_add(e->out, ", 1");
    sb_add(e->out, ")");
}

static void if_clause(struct emit *e, const struct region *r, const struct clause *c)
{
    (void)r;
    if (c->applies_to == LEAF_NONE || c->applies_to == LEAF_PARALLEL)
        sb_printf(e->out, " if(parallel: %s)", text_of(e, c->expr));
}

static void written_clause(struct emit *e, const struct region *r, const struct clause *c)
{
    (void)r;
    sb_printf(e->out, " %s", c->written);
}

static void proc_bind_clause(struct emit *e, const struct region *r, const struct clause *c)
{
    (void)r;
    sb_printf(e->out, " proc_bind(%s)", keyword_word(CLAUSE_PROC_BIND, c->modifiers));
}

/* `private(a, b)`: the variables of all sharing rows that the clause made */
static void list_clause(struct emit *e, const struct region *r, const struct clause *c)
{
    unsigned n = 0;
    for_each_row (s, r, ATTRS_ALL) {
        if (s->clause != c || s->attribute == ATTR_CONDITIONAL) /* that is ours: last.c */
            continue;
        if (!n++)
            sb_printf(e->out, " %s(", clause_name(c->kind));
        sb_printf(e->out, "%s%s", n > 1 ? ", " : "", s->item->written);
    }
    sb_add(e->out, n ? ")" : "");
}

static void expression_clause(struct emit *e, const struct region *r, const struct clause *c)
{
    if (c->kind == CLAUSE_COLLAPSE && is_counted(r))
        return;
    sb_printf(e->out, " %s", clause_name(c->kind));
    if (given(c->expr))
        sb_printf(e->out, "(%s)", text_of(e, c->expr));
}

/* Others have an expression, or nothing. */
static void (*const printers[])(struct emit *, const struct region *, const struct clause *) = {
    [CLAUSE_SHARED] = list_clause,         [CLAUSE_PRIVATE] = list_clause,      [CLAUSE_FIRSTPRIVATE] = list_clause,
    [CLAUSE_LASTPRIVATE] = list_clause,    [CLAUSE_COPYIN] = written_clause,    [CLAUSE_LINEAR] = linear_clause,
    [CLAUSE_REDUCTION] = reduction_clause, [CLAUSE_SCHEDULE] = schedule_clause, [CLAUSE_IF] = if_clause,
    [CLAUSE_PROC_BIND] = proc_bind_clause,
};

/* The clauses of r that mean the same on a host construct; `kinds` ends with CLAUSE_NONE. */
void host_clauses(struct emit *e, const struct region *r, const enum clause_kind *kinds)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (is_one_of(c->kind, kinds)) {
            bool own = c->kind < sizeof printers / sizeof *printers && printers[c->kind];
            (own ? printers[c->kind] : expression_clause)(e, r, c);
        }
    unsigned set = ATTR_PRIVATE | ATTR_FIRSTPRIVATE;
    const struct sharing *s = sharing_first(r, set);
    while (s && s->rule != RULE_DEFAULT)
        s = sharing_next(s, set);
    if (s && is_one_of(s->clause->kind, kinds)) /* all of them have this one */
        list_clause(e, r, s->clause);
    allocate_clauses(e, r, kinds);
}

static bool has_copy_of(const struct region *r, const struct var *v, const enum clause_kind *kinds)
{
    for_each_row_of (s, r, v, ATTRS_COPIED | ATTR_LINEAR)
        if (is_one_of(s->clause->kind, kinds))
            return true;
    return false;
}

/* Programs can see an allocator by the memory's alignment alone, so predefined ones are not named. Clang 19 knows no
 * align modifier: an allocator with that alignment does the same. */
void allocate_clauses(struct emit *e, const struct region *r, const enum clause_kind *kinds)
{
    for (const struct clause *c = r->clauses; c; c = c->next) {
        bool own = c->kind == CLAUSE_ALLOCATE && names_own_allocator(c);
        if (c->kind != CLAUSE_ALLOCATE || (!own && !c->align))
            continue;
        for (size_t i = 0; i < c->items.n; i++)
            if (c->items.v[i].var && has_copy_of(r, c->items.v[i].var, kinds))
                sb_printf(
                    e->out, " allocate(%s: %s)",
                    own ? text_of(e, c->expr)
                        : arena_printf(e->u->arena, "(omp_allocator_handle_t)__gantry_host_allocator(%u)", c->align),
                    c->items.v[i].var->name);
    }
}

void pragma_begin(struct emit *e, const char *names)
{
    out(e, "%s", "");
    sb_printf(e->out, "#pragma omp %s", names);
}

void pragma_end(struct emit *e) { sb_add(e->out, "\n"); }

void pragma(struct emit *e, const char *names)
{
    pragma_begin(e, names);
    pragma_end(e);
}

void pragma_with(struct emit *e, const struct region *r, const char *names, const enum clause_kind *kinds)
{
    pragma_begin(e, names);
    host_clauses(e, r, kinds);
    pragma_end(e);
}

void barrier(struct emit *e) { pragma(e, "barrier"); }

const char *name_of_leaves(struct emit *e, const struct region *r, unsigned leaves)
{
    enum { LONGEST = 128 };
    return directive_name(leaves, r->dir, arena_alloc(e->u->arena, LONGEST), LONGEST);
}

const enum clause_kind loop_clauses[] = {CLAUSE_PRIVATE,  CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION,
                                         CLAUSE_SCHEDULE, CLAUSE_ORDERED,      CLAUSE_LINEAR,      CLAUSE_NONE};
const enum clause_kind parallel_clauses[] = {CLAUSE_PRIVATE,  CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION,
                                             CLAUSE_SCHEDULE, CLAUSE_NUM_THREADS,  CLAUSE_IF,          CLAUSE_PROC_BIND,
                                             CLAUSE_COPYIN,   CLAUSE_ORDERED,      CLAUSE_LINEAR,      CLAUSE_NONE};
const enum clause_kind simd_clauses[] = {CLAUSE_PRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION, CLAUSE_LINEAR,
                                         CLAUSE_NONE};
const enum clause_kind inner_simd_clauses[] = {CLAUSE_REDUCTION, CLAUSE_LINEAR, CLAUSE_NONE};
static const enum clause_kind lane_clauses[] = {CLAUSE_SIMDLEN, CLAUSE_SAFELEN, CLAUSE_NONE};

/* the memory order that `requires` gives to an atomic construct without one, as a clause */
const char *default_order(struct emit *e, const struct region *r)
{
    enum clause_kind d = e->u->atomic_default;
    if (r->dir != DIR_ATOMIC || atomic_order(r) || (d != CLAUSE_SEQ_CST && d != CLAUSE_ACQ_REL))
        return "";
    if (d == CLAUSE_SEQ_CST)
        return " seq_cst";
    return region_clause(r, CLAUSE_READ) ? " acquire" : region_clause(r, CLAUSE_CAPTURE) ? " acq_rel" : " release";
}

/* Under -fcheck: the program does not say which thread gets an iteration of a loop without a schedule, so that each is
 * judged as a thread's of its own. Those of `auto` go through the checker (runtime/check/host_loops.c). */
const char *open_schedule(struct emit *e, const struct region *r)
{
    bool open =
        tells(e) && (r->leaves & LEAF_FOR) && !region_clause(r, CLAUSE_SCHEDULE) && !is_cancelled(r, CLAUSE_OF_FOR);
    return open ? " schedule(auto)" : "";
}

/* The user's pragma with such clauses, and without its allocate clauses where they are printed apart. */
const char *pragma_for_host(struct emit *e, const struct region *r, const char *line, bool allocates)
{
    for (const struct clause *c = r->clauses; c; c = c->next) {
        const char *ours = allocates && c->kind == CLAUSE_ALLOCATE ? "" : clause_for_host(e, r, c);
        const char *at = c->written && ours != c->written ? strstr(line, c->written) : NULL;
        if (at)
            line = arena_printf(e->u->arena, "%.*s%s%s", (int)(at - line), line, ours, at + strlen(c->written));
    }
    return r->child && r->child->joined ? pragma_for_host(e, r->child, line, allocates) : line;
}

void width_clauses(struct emit *e, const struct region *r)
{
    unsigned width = r->plan->kernel ? r->plan->kernel->at_home.vector : 0;
    host_clauses(e, r, lane_clauses);
    if (width && has_free_width(r))
        sb_printf(e->out, " simdlen(%u)", width);
}
