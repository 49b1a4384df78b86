/* analysis/plan/tasks.c: attributes of variables that a task uses and no clause of it lists (OpenMP 5.2, 5.1.1):
 * variables that all threads of the team around it share are shared, others firstprivate.
 * needs: sharing, lower, dataenv.
 * sets: rows of sharing of task and taskloop constructs (RULE_TASK, RULE_EVENT). */
#include "../analysis.h"

static bool is_mapped(const struct kernel *k, const struct var *v)
{
    const struct capture *c = find_capture(k, v);
    return !c || c->how == CAP_ADDRESS; /* no capture: a declare target variable, which device code names directly */
}

static enum attribute task_default(const struct region *r, const struct var *v);

/* A construct of the host's without a plan has rows of its clauses alone: does a rule give it a copy of v? */
static bool copies_by_rule(const struct region *r, const struct var *v)
{
    const struct clause *d = region_clause(r, CLAUSE_DEFAULT);
    if (r->plan || sharing_of(r, v, ATTRS_ALL))
        return false;
    return (d && (d->modifiers == DEFAULT_PRIVATE || d->modifiers == DEFAULT_FIRSTPRIVATE)) ||
           (is_task(r) && task_default(r, v) != ATTR_SHARED);
}

/* Do all implicit tasks of the team around task r share v? */
static bool is_shared(const struct region *r, const struct var *v)
{
    for (const struct region *p = r->parent; p; p = p->parent) {
        if (!v->is_global && slice_has(p->stmt, v->decl))
            return false;
        bool constructs = (p->leaves & ~LEAF_TARGET) || p->dir != DIR_COMBINED;
        if (constructs && (var_private_in(p, v) || copies_by_rule(p, v)))
            return false;
        if ((p->leaves | (p->plan ? p->plan->leaves : 0)) & (LEAF_PARALLEL | LEAF_TEAMS))
            return true;
        if (p->leaves & LEAF_TARGET)
            return is_mapped(p->plan->kernel, v);
    }
    return v->is_global;
}

static enum attribute task_default(const struct region *r, const struct var *v)
{
    const struct clause *d = region_clause(r, CLAUSE_DEFAULT);
    if (v->is_length || (v->is_global && v->func && slice_has(r->stmt, v->decl)))
        return ATTR_SHARED;
    /* default(none): Clang reports variables that no clause lists */
    if (d && (d->modifiers == DEFAULT_SHARED || d->modifiers == DEFAULT_NONE))
        return ATTR_SHARED;
    if (d)
        return d->modifiers == DEFAULT_PRIVATE ? ATTR_PRIVATE : ATTR_FIRSTPRIVATE;
    return is_shared(r, v) ? ATTR_SHARED : ATTR_FIRSTPRIVATE;
}

bool task_shares(const struct region *r, const struct var *v)
{
    if (sharing_of(r, v, ATTRS_ALL))
        return sharing_of(r, v, ATTR_SHARED | ATTRS_LAST);
    return task_default(r, v) == ATTR_SHARED;
}

const struct var *detach_variable(const struct region *r)
{
    const struct clause *c = region_clause(r, CLAUSE_DETACH);
    return c && c->items.n ? c->items.v[0].var : NULL;
}

static void add_row(struct analysis *a, const struct region *r, const struct var *v, enum attribute is,
                    enum sharing_rule by)
{
    struct clause *like = NEW(a->unit->arena, struct clause);
    struct item it = {.written = v->name, .var = v, .type = v->type, .is_name = true, .loc = r->loc};
    *like = (struct clause){.kind = is == ATTR_SHARED    ? CLAUSE_SHARED
                                    : is == ATTR_PRIVATE ? CLAUSE_PRIVATE
                                                         : CLAUSE_FIRSTPRIVATE,
                            .loc = r->loc};
    sharing_add(a->unit->arena, r, v, is, by, like, &it);
}

static void give_defaults(struct analysis *a, const struct region *r)
{
    const struct unit *u = a->unit;
    const struct var *event = detach_variable(r);
    if (event && !sharing_of(r, event, ATTR_FIRSTPRIVATE)) /* a copy of its handle (OpenMP 5.2, 12.5.2) */
        add_row(a, r, event, ATTR_FIRSTPRIVATE, RULE_EVENT);
    for_each_in (ref, x, u, r->stmt) {
        const struct var *v = x->var;
        if (v && !(x->access & ACC_UNEVALUATED) && !slice_has(r->stmt, v->decl) && !sharing_of(r, v, ATTRS_ALL) &&
            !v->of_combiner && !v->is_literal)
            add_row(a, r, v, task_default(r, v), RULE_TASK);
    }
}

void give_task_rows(struct analysis *a, const struct region *r)
{
    if (r->plan && is_task(r))
        give_defaults(a, r);
}

void pass_tasks(struct analysis *a)
{
    for (size_t i = 0; i < a->unit->regions.n; i++)
        give_task_rows(a, a->unit->regions.v[i]);
}

bool reaches_tasks(struct analysis *a, struct slice s) { return facts_in(a, ON_HOST, s) & HAS_TASKS; }
