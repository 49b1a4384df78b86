/* gen/host/clauses.c: clauses and pragma lines for the host compiler, from the region tree. */
#include "host_priv.h"
#include "../../../include/gantry_numbers.h"

#include <string.h>

/* Clang 19 gives the lanes of a simd loop one copy of an array, and of what the user reduces; tasks have no lanes. */
bool reduces_beyond_lanes(const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (c->items.v[i].udr || reduction_is_array(&c->items.v[i]) || (c->modifiers & REDMOD_TASK))
                return true;
    return false;
}

/* Nests that are not rectangular, or hold code between their loops, are not left to the host compiler. */
bool is_counted(const struct region *r) { return r->nloops && (!is_plain_nest(r) || has_conditional(r)); }

/* libomp takes a loop that hands out chunks on demand and is cancelled for one that goes on: later loops wait for it.
 * Such chunks are handed out in turn. */
bool is_cancelled_on_demand(const struct region *r)
{
    const struct clause *c = region_clause(r, CLAUSE_SCHEDULE);
    return c && (c->modifiers & SCHED_KIND) != SCHED_STATIC && is_cancelled(r, CLAUSE_OF_FOR);
}

static void clause_list(struct emit *e, struct clause *c, const char *prefix)
{
    for (size_t i = 0; i < c->items.n; i++)
        sb_printf(e->out, "%s%s", i ? ", " : prefix,
                  c->items.v[i].written ? c->items.v[i].written : c->items.v[i].var->name);
}

static bool is_bool_array(const struct item *it)
{
    const struct type *t = reduction_element(it);
    return t && t->kind == TYPE_BOOL && !it->udr && reduction_is_array(it);
}

static enum type_kind innermost_array(const struct type *t)
{
    while (t->elem && (t->elem->kind == TYPE_ARRAY || t->elem->kind == TYPE_VLA))
        t = t->elem;
    return t->kind;
}

/* An array of variable length whose elements are arrays: Clang 19 reduces some of them, but all of its sections. */
static bool is_mixed_array(const struct item *it)
{
    return it->type && !it->nsections && it->type->kind == TYPE_VLA && innermost_array(it->type) == TYPE_ARRAY;
}

const char *host_reduction_item(struct emit *e, const struct item *it)
{
    const char *text = it->written;
    for (const struct type *t = is_mixed_array(it) ? it->type : NULL; t && t != reduction_element(it); t = t->elem)
        text = arena_printf(e->u->arena, "%s[:]", text);
    return text;
}

bool reduces_in_other_words(const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (is_bool_array(&c->items.v[i]) || is_mixed_array(&c->items.v[i]))
                return true;
    return false;
}

/* Not of tasks, whose clauses name the same operator as those of the constructs around them. */
static bool is_real_extreme(const struct clause *c, const struct item *it)
{
    const struct type *t = reduction_element(it);
    return c->kind == CLAUSE_REDUCTION && (c->op == OP_MAX || c->op == OP_MIN) && !(c->modifiers & REDMOD_TASK) && t &&
           t->kind == TYPE_FLOAT && t->size >= 4 && !it->udr;
}

/* what the operators come to in _Bool: declared in gantry_abi.h */
static const char *bool_reduction(enum op o)
{
    switch (o) {
    case OP_MUL:
    case OP_AND:
    case OP_LAND:
    case OP_MIN:
        return "gantry_bool_and";
    case OP_XOR:
        return "gantry_bool_xor";
    default:
        return "gantry_bool_or";
    }
}

/* what the operator is called: where Clang's own does something else, one that gantry_abi.h declares */
static const char *reduction_name(const struct clause *c, const struct item *it)
{
    if (is_bool_array(it))
        return bool_reduction(c->op);
    if (is_real_extreme(c, it))
        return c->op == OP_MAX ? "gantry_max" : "gantry_min";
    return c->op == OP_USER ? c->user_op : op_name(c->op);
}

static void reduction_clause(struct emit *e, const struct clause *c)
{
    const char *before = NULL;
    for (size_t i = 0; i < c->items.n; i++) {
        const struct item *it = &c->items.v[i];
        const char *name = reduction_name(c, it);
        if (before && !strcmp(before, name))
            sb_printf(e->out, ", %s", host_reduction_item(e, it));
        else
            sb_printf(e->out, "%s reduction(%s%s: %s", before ? ")" : "", (c->modifiers & REDMOD_TASK) ? "task, " : "",
                      name, host_reduction_item(e, it));
        before = name;
    }
    sb_add(e->out, ")");
}

/* A loop's own variable is linear only in directives with lanes, which those in place may have lost. */
static void linear_clause(struct emit *e, const struct region *r, const struct clause *c)
{
    for (size_t i = 0; i < c->items.n; i++) {
        if (is_loop_variable(r, r->nloops, c->items.v[i].var))
            sb_printf(e->out, " lastprivate(%s)", c->items.v[i].written);
        else
            sb_printf(e->out, " linear(%s: %s)", c->items.v[i].written,
                      c->expr.end > c->expr.begin ? text_of(e, c->expr) : "1");
    }
}

/* The clauses of r that mean the same on a host construct; `kinds` ends with CLAUSE_NONE. */
void host_clauses(struct emit *e, struct region *r, const enum clause_kind *kinds)
{
    for (struct clause *c = r->clauses; c; c = c->next) {
        bool keep = false;
        for (const enum clause_kind *k = kinds; *k; k++)
            keep |= c->kind == *k;
        if (!keep || c->implied || (c->kind == CLAUSE_COLLAPSE && is_counted(r)))
            continue;
        if (is_conditional(c))
            continue;                   /* ours */
        if (c->kind == CLAUSE_LINEAR) { /* the modifiers are newer than the host compiler's default OpenMP */
            linear_clause(e, r, c);
        } else if (c->kind == CLAUSE_REDUCTION) {
            reduction_clause(e, c);
        } else if (c->kind == CLAUSE_SCHEDULE) {
            static const char *const names[] = {"", "static", "dynamic", "guided", "auto", "runtime"};
            unsigned kind = c->modifiers & SCHED_KIND;
            bool by_chunks = is_cancelled_on_demand(r) && (kind == SCHED_DYNAMIC || kind == SCHED_GUIDED);
            if (e->a->options.deterministic || is_cancelled_on_demand(r))
                kind = SCHED_STATIC;
            /* libomp's work stealing does not always say which iteration is the last */
            bool in_order = region_clause(r, CLAUSE_LASTPRIVATE) && (kind == SCHED_DYNAMIC || kind == SCHED_GUIDED);
            sb_printf(e->out, " schedule(%s%s", in_order ? "monotonic: " : "", names[kind]);
            /* Clang 19 loses iterations of distributed loops whose chunks are the constant 1 */
            if (c->expr.end > c->expr.begin)
                sb_printf(e->out, (r->leaves & LEAF_DISTRIBUTE) ? ", (%s) + 0 * __gantry_host_teams()" : ", %s",
                          text_of(e, c->expr));
            else if (by_chunks)
                sb_add(e->out, ", 1");
            sb_add(e->out, ")");
        } else if (c->kind == CLAUSE_IF) {
            if (c->applies_to == LEAF_NONE || c->applies_to == LEAF_PARALLEL)
                sb_printf(e->out, " if(parallel: %s)", text_of(e, c->expr));
        } else if (c->kind == CLAUSE_ORDERED && c->expr.begin == c->expr.end) {
            sb_add(e->out, " ordered");
        } else if (c->kind == CLAUSE_NOWAIT) {
            sb_add(e->out, " nowait");
        } else if (c->kind == CLAUSE_PROC_BIND) {
            sb_printf(e->out, " proc_bind(%s)", keyword_word(CLAUSE_PROC_BIND, c->modifiers));
        } else if (c->items.n) {
            sb_printf(e->out, " %s(", clause_name(c->kind));
            clause_list(e, c, "");
            sb_add(e->out, ")");
        } else {
            sb_printf(e->out, " %s(%s)", clause_name(c->kind), text_of(e, c->expr));
        }
    }
    allocate_clauses(e, r, kinds);
}

static bool has_copy_of(struct region *r, const struct var *v, const enum clause_kind *kinds)
{
    for (struct clause *c = r->clauses; c; c = c->next)
        for (const enum clause_kind *k = kinds; *k; k++)
            if (c->kind == *k && c->kind != CLAUSE_SHARED && c->kind != CLAUSE_ALLOCATE)
                for (size_t i = 0; i < c->items.n; i++)
                    if (c->items.v[i].var == v)
                        return true;
    return false;
}

/* Where memory comes from shows by its alignment alone: predefined allocators need not be named. Clang 19 knows no
 * modifier; an allocator that aligns as it says does the same. */
void allocate_clauses(struct emit *e, struct region *r, const enum clause_kind *kinds)
{
    for (struct clause *c = r->clauses; c; c = c->next) {
        bool own = c->kind == CLAUSE_ALLOCATE && c->expr.end > c->expr.begin &&
                   !(c->expr_const && c->expr_value <= __GD_THREAD_MEM_ALLOC);
        if (c->kind != CLAUSE_ALLOCATE || (!own && !c->align))
            continue;
        if (own && c->align)
            diag(e->u->diag, DIAG_ERROR, c->loc, "GN0654",
                 "'allocate' with 'align' and an allocator that is not predefined: give the allocator the trait "
                 "omp_atk_alignment");
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

const enum clause_kind loop_clauses[] = {CLAUSE_PRIVATE,  CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION,
                                         CLAUSE_SCHEDULE, CLAUSE_ORDERED,      CLAUSE_LINEAR,      CLAUSE_NONE};
const enum clause_kind parallel_clauses[] = {CLAUSE_PRIVATE,  CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION,
                                             CLAUSE_SCHEDULE, CLAUSE_NUM_THREADS,  CLAUSE_IF,          CLAUSE_PROC_BIND,
                                             CLAUSE_ORDERED,  CLAUSE_LINEAR,       CLAUSE_NONE};
const enum clause_kind simd_clauses[] = {CLAUSE_PRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION, CLAUSE_SIMDLEN,
                                         CLAUSE_SAFELEN, CLAUSE_LINEAR,      CLAUSE_NONE};
const enum clause_kind inner_simd_clauses[] = {CLAUSE_REDUCTION, CLAUSE_SIMDLEN, CLAUSE_SAFELEN, CLAUSE_LINEAR,
                                               CLAUSE_NONE};

/* the memory order that `requires` gives to an atomic construct without one, as a clause */
const char *default_order(struct emit *e, const struct region *r)
{
    static const enum clause_kind orders[] = {CLAUSE_SEQ_CST, CLAUSE_ACQ_REL, CLAUSE_ACQUIRE, CLAUSE_RELEASE,
                                              CLAUSE_RELAXED};
    enum clause_kind d = e->u->atomic_default;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (region_clause(r, orders[i]))
            return "";
    if (r->dir != DIR_ATOMIC || (d != CLAUSE_SEQ_CST && d != CLAUSE_ACQ_REL))
        return "";
    if (d == CLAUSE_SEQ_CST)
        return " seq_cst";
    return region_clause(r, CLAUSE_READ) ? " acquire" : region_clause(r, CLAUSE_CAPTURE) ? " acq_rel" : " release";
}

/* Clang 19 runs most iterations of schedule(simd: static, n) several times. The modifier is a matter of speed. */
const char *pragma_without_simd_schedule(struct emit *e, const struct region *r, const char *line)
{
    const struct clause *c = region_clause(r, CLAUSE_SCHEDULE);
    const char *at = c && c->written && (c->modifiers & SCHED_SIMD) ? strstr(line, c->written) : NULL;
    if (!at)
        return line;
    const char *order = (c->modifiers & SCHED_MONOTONIC)      ? "monotonic:"
                        : (c->modifiers & SCHED_NONMONOTONIC) ? "nonmonotonic:"
                                                              : "";
    return arena_printf(e->u->arena, "%.*sschedule(%s%s", (int)(at - line), line, order, strchr(at, ':') + 1);
}

/* The user's pragma with our names for what Clang's operators get wrong. */
const char *pragma_with_our_reductions(struct emit *e, const struct region *r, const char *line)
{
    for (const struct clause *c = r->clauses; c; c = c->next) {
        bool ours = false;
        for (size_t i = 0; i < c->items.n; i++)
            ours |= is_real_extreme(c, &c->items.v[i]);
        const char *at = ours && c->written && !is_task(r) ? strstr(line, c->written) : NULL;
        if (!at)
            continue;
        struct sb clause = {0}, *keep = e->out;
        e->out = &clause;
        reduction_clause(e, c);
        e->out = keep;
        line = arena_printf(e->u->arena, "%.*s%s%s", (int)(at - line), line, clause.s, at + strlen(c->written));
        sb_free(&clause);
    }
    return line;
}

/* The user's pragma without its allocate clauses. */
void pragma_without_allocate(struct emit *e, const char *s)
{
    const char *at;
    while ((at = strstr(s, "allocate")) != NULL) {
        const char *open = at + strlen("allocate"), *end = open;
        bool word = at > s && !(at[-1] == '_' || (at[-1] >= '0' && at[-1] <= '9') ||
                                ((at[-1] | 32) >= 'a' && (at[-1] | 32) <= 'z'));
        while (*open == ' ' || *open == '\t')
            open++;
        if (!word || *open != '(') {
            sb_addn(e->out, s, (size_t)(end - s));
            s = end;
            continue;
        }
        unsigned depth = 0;
        for (end = open; *end; end++) {
            depth += *end == '(';
            if (*end == ')' && --depth == 0)
                break;
        }
        sb_addn(e->out, s, (size_t)(at - s));
        s = *end ? end + 1 : end;
    }
    sb_add(e->out, s);
}
