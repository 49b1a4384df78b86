/* gen/host/explicit_tasks.c: task and taskloop in regions in place, and in functions that regions call: tasks of the
 * host compiler, with the sharing of the code around as clauses. */
#include "host_priv.h"

/* ---- copies of variable-length arrays ---- */

enum { COPIED_BY_CLANG = ATTR_PRIVATE | ATTR_FIRSTPRIVATE | ATTR_LASTPRIVATE };

/* Clang 19 makes none of these for tasks: such tasks run at once, and declare them. */
static bool is_own_copy(const struct sharing *s) { return s->var->dims.n && s->rule != RULE_LINEAR; }

static bool declares_copies(const struct region *r)
{
    for_each_row (s, r, COPIED_BY_CLANG)
        if (is_own_copy(s))
            return true;
    return false;
}

/* the items of such a clause that are left to Clang */
static void clause_of_others(struct emit *e, const struct region *r, const struct clause *c)
{
    unsigned n = 0;
    for_each_row (s, r, COPIED_BY_CLANG)
        if (s->clause == c && !is_own_copy(s))
            sb_printf(e->out, "%s%s", n++ ? ", " : arena_printf(e->u->arena, " %s(", clause_name(c->kind)),
                      s->item->written);
    sb_add(e->out, n ? ")" : "");
}

static void declare_copies(struct emit *e, const struct region *r)
{
    for_each_row (s, r, ATTR_LASTPRIVATE)
        if (is_own_copy(s))
            out(e, "__typeof__(%s) *const __gd_l_%s = &%s;", s->var->name, s->var->name, s->var->name);
    for_each_row (s, r, COPIED_BY_CLANG)
        if (is_own_copy(s) && !(s->attribute == ATTR_LASTPRIVATE && sharing_of(r, s->var, ATTR_FIRSTPRIVATE)))
            host_copy_of(e, r, s->var, s->attribute == ATTR_FIRSTPRIVATE);
}

static void copy_back(struct emit *e, const struct region *r)
{
    for_each_row (s, r, ATTR_LASTPRIVATE)
        if (is_own_copy(s))
            out(e, "if (__gd_to == __gd_n) __builtin_memcpy((void *)__gd_l_%s, (const void *)&%s, sizeof %s);",
                s->var->name, s->var->name, s->var->name);
}

/* ---- the directive ---- */

static void data_sharing(struct emit *e, const struct region *r)
{
    unsigned own = ATTR_PRIVATE | ATTR_FIRSTPRIVATE;
    for_each_row (s, r, COPIED_BY_CLANG)
        if (is_own_copy(s) && s == sharing_of(r, s->var, COPIED_BY_CLANG))
            sb_printf(e->out, " shared(%s)", s->var->name);
    for_each_row (s, r, own)
        if (s->rule == RULE_TASK && !is_own_copy(s))
            sb_printf(e->out, " %s(%s)", clause_name(s->clause->kind), s->item->written);
    if (region_clause(r, CLAUSE_DEFAULT))
        return;
    for_each_row (s, r, ATTR_SHARED)
        if (s->rule == RULE_TASK && !s->var->is_length && !s->var->declare_target && !is_deref(e, s->var))
            sb_printf(e->out, " shared(%s)", s->var->name);
}

/* Clang 19 crashes at if(simd: …) on taskloop simd; lanes are a matter of speed. */
static bool is_about_lanes(const struct clause *c)
{
    return c->kind == CLAUSE_SIMDLEN || c->kind == CLAUSE_SAFELEN || c->kind == CLAUSE_ALIGNED ||
           c->kind == CLAUSE_NONTEMPORAL || c->kind == CLAUSE_ORDER ||
           (c->kind == CLAUSE_IF && c->applies_to == LEAF_SIMD);
}

static bool is_about_loops(const struct clause *c)
{
    switch (c->kind) {
    case CLAUSE_COLLAPSE:
    case CLAUSE_GRAINSIZE:
    case CLAUSE_NUM_TASKS:
    case CLAUSE_LINEAR:
    case CLAUSE_SIMDLEN:
    case CLAUSE_SAFELEN:
    case CLAUSE_ALIGNED:
    case CLAUSE_NONTEMPORAL:
    case CLAUSE_ORDER:
        return true;
    default:
        return false;
    }
}

static bool is_copied(const struct clause *c)
{
    return c->kind == CLAUSE_PRIVATE || c->kind == CLAUSE_FIRSTPRIVATE || c->kind == CLAUSE_LASTPRIVATE;
}

/* Clauses that are not printed as they are. Clang 19 does not copy where the default says so: the attributes are
 * listed. libomp's threads hang, or stop at an assertion, where an untied task waits for others: tasks may always be
 * tied. */
static bool is_ours(const struct clause *c)
{
    return c->kind == CLAUSE_ALLOCATE || c->kind == CLAUSE_UNTIED ||
           (c->kind == CLAUSE_DEFAULT && (c->modifiers == DEFAULT_PRIVATE || c->modifiers == DEFAULT_FIRSTPRIVATE));
}

/* With Clang 19, in_reduction of a section of a pointer crashes where the task group names it by another variable (as
 * our pointers to static arrays are), and tasks have no copies of variable-length arrays. Such tasks run at once, on
 * copies of our own. */
static bool reduces_own_copies(const struct region *r)
{
    for_each_row (s, r, ATTRS_REDUCED)
        if (s->attribute == ATTR_IN_REDUCTION ? reduces_pointee(r, s->var) || is_static_section(s->item)
                                              : is_vla(s->var))
            return true;
    return copies_static_section_again(r);
}

/* Our copies are combined with the original, which the task must share: the task group's clause makes it firstprivate
 * in Clang. */
static void share_originals(struct emit *e, const struct region *r)
{
    for_each_row (s, r, ATTRS_REDUCED)
        if (s == sharing_of(r, s->var, ATTRS_REDUCED) && !s->var->declare_target && !is_deref(e, s->var))
            sb_printf(e->out, " shared(%s)", s->var->name);
}

static void pragma_of_task(struct emit *e, const struct region *r, bool counted)
{
    bool own_copies = reduces_own_copies(r), declared = declares_copies(r);
    bool at_once = own_copies || declared || /* equal bits need one order: that of the text */
                   (e->a->options.deterministic && sharing_first(r, ATTRS_REDUCED));
    bool no_lanes = r->dir == DIR_TASKLOOP_SIMD && (copies_beyond_lanes(r) || region_if(r, LEAF_SIMD));
    static const enum clause_kind copies[] = {CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION,
                                              CLAUSE_NONE};
    out(e, "%s", "");
    sb_printf(e->out, "#pragma omp %s",
              counted ? "taskloop grainsize(1)" : directive_rows[no_lanes ? DIR_TASKLOOP : r->dir].name);
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (!is_ours(c) && !(no_lanes && is_about_lanes(c)) && !(counted && is_about_loops(c)) &&
            !(own_copies && c->kind == CLAUSE_REDUCTION) && !(at_once && c->kind == CLAUSE_IF)) {
            if (declared && is_copied(c))
                clause_of_others(e, r, c);
            else
                sb_printf(e->out, " %s", clause_for_host(e, r, c));
        }
    for (const struct sharing *s = sharing_first(r, ATTR_LINEAR); s && counted; s = sharing_next(s, ATTR_LINEAR))
        sb_printf(e->out, " lastprivate(%s)", s->item->written);
    if (at_once)
        sb_add(e->out, " if(0)");
    if (own_copies)
        share_originals(e, r);
    allocate_clauses(e, r, copies);
    data_sharing(e, r);
    sb_addc(e->out, '\n');
}

/* Clang 19 takes no notice of grainsize(strict: n), and does not copy linear variables back: a loop over tasks. */
static void counted_tasks(struct emit *e, const struct region *r)
{
    int mark = e->indent;
    out_open(e, "%s", "");
    emit_bounds(e, r);
    count_tasks(e, r);
    linear_begin(e, r);
    pragma_of_task(e, r, true);
    out_open(e, "for (unsigned long __gd_t = 0; __gd_t < __gd_tasks; __gd_t++)");
    share_of_task(e, r);
    declare_copies(e, r);
    if (reduces_own_copies(r))
        team_copies_begin(e, r, ATTRS_REDUCED);
    out_open(e, "for (unsigned long __gd_k = __gd_from; __gd_k < __gd_to; __gd_k++)");
    linear_values(e, r);
    host_iteration(e, r);
    out_close(e);
    if (reduces_own_copies(r))
        combine_own_copies(e, r, ATTRS_REDUCED);
    copy_back(e, r);
    out_close_to(e, mark);
}

void emit_host_task(struct emit *e, const struct region *r)
{
    const struct clause *size = region_clause(r, CLAUSE_GRAINSIZE);
    bool strict = size && (size->modifiers & TASKS_STRICT);
    bool own_copies = reduces_own_copies(r), declared = declares_copies(r);
    int mark = e->indent;
    bool counts = r->nloops && (!region_is_rectangular(r) || region_is_imperfect(r));
    if (strict || counts || sharing_first(r, ATTR_LINEAR) || ((own_copies || declared) && r->nloops)) {
        counted_tasks(e, r);
        return;
    }
    pragma_of_task(e, r, false);
    if (own_copies || declared)
        out_open(e, "%s", "");
    declare_copies(e, r);
    if (own_copies)
        team_copies_begin(e, r, ATTRS_REDUCED);
    emit_block(e, r->stmt);
    if (own_copies)
        combine_own_copies(e, r, ATTRS_REDUCED);
    out_close_to(e, mark);
}

/* reduction(task, …) of a construct whose copies the host compiler does not make: the tasks reduce into the thread's
 * copy. */
void emit_task_reductions(struct emit *e, const struct region *r)
{
    struct sb s = {0};
    for_each_row (t, r, ATTR_REDUCTION)
        if (t->clause->modifiers & REDMOD_TASK)
            sb_printf(&s, " task_reduction(%s: %s)", reduction_name(t->clause, t->item),
                      host_reduction_item(e, t->item));
    if (!s.n)
        return;
    out(e, "%s", "");
    sb_printf(e->out, "#pragma omp taskgroup%s\n", s.s);
    sb_free(&s);
}
