/* analysis/plan/tasks.c: data-sharing attributes of tasks that no clause gives (OpenMP 5.2, 5.1.1): a variable is
 * shared where all implicit tasks of the team share it, and else firstprivate. Other passes find those as clauses that
 * nobody wrote. needs: dataenv.  sets: clauses of task and taskloop constructs.  breaks: nothing. */
#include "../analysis.h"

static bool lists(const struct region *r, const struct var *v)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; i < c->items.n; i++)
            if (c->items.v[i].var == v && c->kind != CLAUSE_ALLOCATE)
                return true;
    return false;
}

static bool is_mapped(const struct kernel *k, const struct var *v)
{
    for (size_t i = 0; k && i < k->captures.n; i++)
        if (k->captures.v[i].var == v)
            return k->captures.v[i].how == CAP_ADDRESS;
    return true; /* named directly */
}

/* Do all implicit tasks of the team around task r share v? */
static bool is_shared(const struct region *r, struct var *v)
{
    for (struct region *p = r->parent; p; p = p->parent) {
        if (!v->is_global && slice_has(p->stmt, v->decl))
            return false;
        bool constructs = (p->leaves & ~LEAF_TARGET) || p->dir != DIR_COMBINED;
        if (constructs && var_private_in(p, v))
            return false;
        if ((p->leaves | p->plan->leaves) & (LEAF_PARALLEL | LEAF_TEAMS))
            return true;
        if (p->leaves & LEAF_TARGET)
            return is_mapped(p->plan->kernel, v);
    }
    return v->is_global;
}

static enum clause_kind task_default(struct region *r, struct var *v)
{
    const struct clause *d = region_clause(r, CLAUSE_DEFAULT);
    if (v->is_length || (v->is_global && v->func && slice_has(r->stmt, v->decl)))
        return CLAUSE_SHARED;
    if (d && (d->modifiers == DEFAULT_SHARED || d->modifiers == DEFAULT_NONE)) /* what is missing there Clang reports */
        return CLAUSE_SHARED;
    if (d)
        return d->modifiers == DEFAULT_PRIVATE ? CLAUSE_PRIVATE : CLAUSE_FIRSTPRIVATE;
    return is_shared(r, v) ? CLAUSE_SHARED : CLAUSE_FIRSTPRIVATE;
}

/* Is v of the code around task r, and without a clause there? */
bool task_needs_default(struct region *r, struct var *v)
{
    bool inside = slice_has(r->stmt, v->decl);
    return !inside && !lists(r, v) && !var_private_in(r, v) && !v->of_combiner && !v->is_literal;
}

/* of detach(v); NULL: not detached */
struct var *detach_variable(const struct region *r)
{
    const struct clause *c = region_clause(r, CLAUSE_DETACH);
    return c && c->items.n ? c->items.v[0].var : NULL;
}

static struct clause *implied(struct analysis *a, struct region *r, enum clause_kind kind)
{
    struct clause **end = &r->clauses;
    for (; *end; end = &(*end)->next)
        if ((*end)->implied && (*end)->kind == kind && (*end)->written)
            return *end;
    *end = NEW(a->unit->arena, struct clause);
    (*end)->kind = kind;
    (*end)->loc = r->loc;
    (*end)->implied = true;
    (*end)->written = "by default"; /* linear implies some too */
    return *end;
}

/* The task has a copy of the handle of its event (OpenMP 5.2, 12.5.2). */
static void copy_event(struct analysis *a, struct region *r)
{
    struct var *v = detach_variable(r);
    struct item it = {
        .written = v ? v->name : NULL, .var = v, .type = v ? v->type : NULL, .is_name = true, .loc = r->loc};
    if (v && !region_has_clause_for(r, v, CLAUSE_FIRSTPRIVATE, NULL, NULL))
        vec_push(a->unit->arena, &implied(a, r, CLAUSE_FIRSTPRIVATE)->items, it);
}

static void give_defaults(struct analysis *a, struct region *r)
{
    struct unit *u = a->unit;
    copy_event(a, r);
    for (size_t i = unit_ref_from(u, r->stmt.begin); i < u->refs.n && u->refs.v[i].off < r->stmt.end; i++) {
        struct var *v = u->refs.v[i].var;
        if (!v || (u->refs.v[i].access & ACC_UNEVALUATED) || !task_needs_default(r, v))
            continue;
        enum clause_kind kind = task_default(r, v);
        struct item it = {.written = v->name, .var = v, .type = v->type, .is_name = true, .loc = r->loc};
        if (kind != CLAUSE_SHARED)
            vec_push(u->arena, &implied(a, r, kind)->items, it);
    }
}

void pass_tasks(struct analysis *a)
{
    for (size_t i = 0; i < a->unit->regions.n; i++)
        if (a->unit->regions.v[i]->plan && is_task(a->unit->regions.v[i]))
            give_defaults(a, a->unit->regions.v[i]);
}

bool reaches_tasks(struct analysis *a, struct slice s) { return facts_in(a, ON_HOST, s) & HAS_TASKS; }
