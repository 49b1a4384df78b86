/* gen/host/shares.c: under -fcheck a task of the host's that may outlive the code around it tells what it shares with
 * that (runtime/check/left.c):
 *
 *     { __gantry_task_shares(1, &x, "x");
 *     #pragma omp task shared(x)
 *       …
 *       __gantry_task_shares(0); }
 *
 * The functions of such tasks are not inlined, so that each has a frame that is seen to go. */
#include "host_priv.h"

/* Is the name in the task's code another variable there, which it does not take its value from? */
static bool is_copy(const struct unit *u, const struct region *task, const struct ref *x)
{
    const struct region *r = unit_region_around(u, x->off);
    while (r && r != task && !sharing_of(r, x->var, ATTR_PRIVATE | ATTR_LOOP))
        r = r->parent;
    return r && r != task;
}

/* Whoever makes the tasks of a loop has its bounds. */
static bool is_of_bounds(const struct region *task, uint32_t off)
{
    for (unsigned j = 0; j < task->nloops; j++) {
        const struct loop *l = &task->loops[j];
        if (slice_has(l->init, off) || slice_has(l->cond, off) || slice_has(l->inc, off))
            return true;
    }
    return false;
}

static bool is_in_frame(const struct var *v)
{
    return v && !v->is_global && !v->is_static && !v->is_extern && !v->is_thread_local && !v->is_register &&
           !v->is_length && !v->is_literal && !v->of_combiner;
}

static bool is_shared(const struct unit *u, const struct region *task, const struct ref *x)
{
    return is_in_frame(x->var) && !(x->access & ACC_UNEVALUATED) && !slice_has(task->stmt, x->var->decl) &&
           !is_of_bounds(task, x->off) && !is_copy(u, task, x) && task_shares(task, x->var);
}

static var_list shared_by(const struct unit *u, const struct region *task)
{
    var_list l = {0};
    if (!is_task(task) || task->joined || (task->child && task->child->joined) ||
        (task->nloops && !region_clause(task, CLAUSE_NOGROUP)))
        return l;
    for_each_in (ref, x, u, task->stmt) {
        size_t i = 0;
        while (i < l.n && l.v[i] != x->var)
            i++;
        if (i == l.n && is_shared(u, task, x))
            vec_push(u->arena, &l, x->var);
    }
    return l;
}

bool task_shares_begin(struct emit *e, const struct region *r)
{
    if (!tells(e) || e->where != AT_HOST || e->host_in_place || e->host_sequential)
        return false;
    var_list l = shared_by(e->u, r);
    if (!l.n)
        return false;
    struct sb s = {0};
    for_each_pointer (const struct var, v, l)
        sb_printf(&s, ", (const volatile void *)%s, \"%s\"", address_of(e, v), v->name);
    out_open(e, "%s", "");
    out(e, "__gantry_task_shares(%zu%s);", l.n, s.s);
    sb_free(&s);
    return true;
}

void task_shares_end(struct emit *e) { out(e, "__gantry_task_shares(0);"); }

bool shares_frame(struct emit *e, const struct func *f)
{
    const struct unit *u = e->u;
    for (size_t i = 0; tells(e) && f && i < u->regions.n; i++)
        if (u->regions.v[i]->func == f && shared_by(u, u->regions.v[i]).n)
            return true;
    return false;
}
