/* gen/host/in_reduction.c: a target construct with in_reduction (OpenMP 5.2, 5.5.10) takes part in a task group's
 * reduction: it is put into a host task, which takes its nowait and depend, with a copy of the item under the same
 * name. The copy is combined with the original where the region ends; libomp's tasks do not access the original until
 * the group ends. (libomp's own copies for such tasks are not found in nested tasks, or where a pointer has another
 * name.)
 *
 *     #pragma omp task if(0) default(shared)
 *     {   { int *__gd_o_s = &s; int s = 0;  the construct, which maps s to and from;
 *           __gantry_host_lock(1); *__gd_o_s = *__gd_o_s + s; __gantry_host_lock(0); }   } */
#include "host_priv.h"

#include <string.h>

static bool is_item(const struct region *r, const struct var *v) { return sharing_of(r, v, ATTR_TARGET_REDUCTION); }

/* The original may be private to a thread: the region is run at once, by that thread. */
static bool is_of_thread(const struct region *r, const struct var *v)
{
    if (v->type->kind == TYPE_POINTER)
        return true;
    for (const struct region *q = r->parent; q; q = q->parent)
        if (sharing_of(q, v, ATTRS_REDUCED))
            return true;
    return false;
}

static bool runs_at_once(struct emit *e, const struct region *r, const struct kernel *k)
{
    bool any = e->a->options.deterministic || !region_clause(r, CLAUSE_NOWAIT) || !may_be_deferred(e, r, k);
    for_each_row (s, r, ATTR_TARGET_REDUCTION)
        any |= is_of_thread(r, s->var);
    return any;
}

/* the task group's clause makes it firstprivate in Clang */
static void share_originals(struct emit *e, const struct region *r)
{
    for_each_row (s, r, ATTR_TARGET_REDUCTION)
        if (!s->var->is_global && s == sharing_of(r, s->var, ATTR_TARGET_REDUCTION)) /* the first about it */
            sb_printf(e->out, " shared(%s)", s->var->name);
}

static void add_shared(struct emit *e, struct sb *s, const struct region *task, const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling) {
        for_each_row (row, c, ATTR_TARGET_REDUCTION) {
            const struct var *v = row->var;
            char *clause = arena_printf(e->u->arena, " shared(%s)", v->name);
            if (!v->is_global && !sharing_of(task, v, ATTRS_ALL) && !slice_has(task->stmt, v->decl) &&
                !(s->n && strstr(s->s, clause)))
                sb_add(s, clause);
        }
        add_shared(e, s, task, c);
    }
}

/* The same for host tasks around such constructs. */
const char *shared_for_reductions(struct emit *e, const struct region *r)
{
    struct sb s = {0};
    if (is_task(r) && !r->plan) /* else the sharing table has all that it names */
        add_shared(e, &s, r, r);
    return s.n ? sb_take(&s, e->u->arena) : "";
}

bool in_reduction_begin(struct emit *e, const struct region *r, const struct kernel *k)
{
    bool outer = e->in_own_task;
    if (!sharing_first(r, ATTR_TARGET_REDUCTION))
        return outer;
    bool at_once = runs_at_once(e, r, k);
    task_with_dependences(e, r, at_once);
    if (at_once)
        sb_add(e->out, " default(shared)");
    else
        sharing_clauses(e, r, k, is_item);
    share_originals(e, r);
    sb_addc(e->out, '\n');
    out_open(e, "%s", "");
    team_copies_begin(e, r, ATTR_TARGET_REDUCTION);
    e->in_own_task = true;
    return outer;
}

void in_reduction_end(struct emit *e, const struct region *r, bool outer)
{
    e->in_own_task = outer;
    if (!sharing_first(r, ATTR_TARGET_REDUCTION))
        return;
    combine_own_copies(e, r, ATTR_TARGET_REDUCTION);
    out_close(e);
}
