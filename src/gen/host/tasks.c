/* gen/host/tasks.c: device constructs as tasks of the host (docs/asynchrony.md). With `depend` or `nowait` a construct
 * is a task of libomp's: values that it captures are read where it is encountered, the rest when the task begins. On a
 * device the task of `nowait` is detached: it ends when the device's queue fulfils its event. */
#include "host_priv.h"

#include <string.h>

static bool is_host_task(const struct emit *e, const struct region *r)
{
    return !e->in_own_task && (region_clause(r, CLAUSE_DEPEND) || region_clause(r, CLAUSE_NOWAIT));
}

/* libomp ends the exclusion of a mutexinoutset task where its code ends, not where its event is fulfilled, and has none
 * for undeferred tasks. inout orders the set's tasks, which is allowed; only s[0 … end) is changed. */
static const char *without_exclusion(struct emit *e, const char *s, size_t end)
{
    struct sb b = {0};
    for (const char *p = s; *p; p++) {
        bool hit = (size_t)(p - s) < end && is_whole_word(s, p, "mutexinoutset");
        sb_add(&b, hit ? "inout" : "");
        if (hit)
            p += strlen("mutexinoutset") - 1;
        else
            sb_addc(&b, *p);
    }
    return b.n ? sb_take(&b, e->u->arena) : "";
}

/* length of a depend clause's text up to the ':' after the dependence type */
static size_t head_of_depend(const char *s)
{
    int depth = 0;
    size_t i = 0;
    for (; s[i] && !(s[i] == ':' && depth == 0); i++)
        depth += s[i] == '(' || s[i] == '[' ? 1 : s[i] == ')' || s[i] == ']' ? -1 : 0;
    return i;
}

static void dependences(struct emit *e, const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_DEPEND && c->raw)
            sb_printf(e->out, " depend(%s)", by_pointers(e, without_exclusion(e, c->raw, head_of_depend(c->raw))));
}

void task_with_dependences(struct emit *e, const struct region *r, bool at_once)
{
    pragma_begin(e, at_once ? "task if(0)" : "task");
    dependences(e, r);
}

static void task_begin(struct emit *e, const struct region *r)
{
    task_with_dependences(e, r, !region_clause(r, CLAUSE_NOWAIT));
}

void task_wait(struct emit *e, const struct region *r)
{
    task_with_dependences(e, r, true);
    pragma_end(e);
    out(e, ";");
}

/* ---- on a device ---- */

/* A detached task that the parent waits for until the job is done and its dependents are released; the depend clause
 * uses only the job's address. */
static void emit_last_task(struct emit *e)
{
    out_open(e, "if (__gantry_async_alone())");
    out(e, "omp_event_handle_t __gd_over;");
    pragma(e, "task depend(in: *(char *)__gd_job) untied detach(__gd_over)");
    out(e, "__gantry_async_over((unsigned long)__gd_over);");
    out_close(e);
}

/* In a graph: what was noted before has been waited for. */
static void graph_joins(struct emit *e, const struct region *r)
{
    if (r->plan && r->plan->joins)
        out(e, "__gantry_graph_joins();");
}

/* The regions in it are a graph (runtime/host/graph.c); the block runs every time. */
void emit_host_taskgraph(struct emit *e, const struct region *r)
{
    const char *cond = clause_text(e, region_clause(r, CLAUSE_IF), "1");
    out_open(e, "%s", "");
    out(e, "static struct gantry_graph *__gd_graph;");
    out(e, "const int __gd_begun = (%s) && __gantry_taskgraph(&__gd_graph, (long)(%s), (%s) != 0);", cond,
        clause_text(e, region_clause(r, CLAUSE_GRAPH_ID), "0"),
        clause_text(e, region_clause(r, CLAUSE_GRAPH_RESET), "0"));
    if (!region_clause(r, CLAUSE_NOGROUP))
        pragma(e, "taskgroup");
    out_open(e, "%s", "");
    emit_block(e, r->stmt);
    out_close(e);
    graph_joins(e, r);
    out(e, "if (__gd_begun) __gantry_taskgraph_over();");
    out_close(e);
}

/* In a graph the region that is called for next comes after what its dependences name. */
static void graph_beside(struct emit *e, const struct region *r)
{
    int n = 0;
    if (!r->plan->beside)
        return;
    out(e, "const struct gantry_dependence __gd_on[] = {");
    e->indent++;
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_DEPEND && i < c->items.n; i++, n++)
            out(e, "{(const void *)%s, %d},", item_begin(e, &c->items.v[i]), c->modifiers != DEPEND_IN);
    out(e, "{0, 0}};");
    e->indent--;
    out(e, "__gantry_graph_beside(__gd_on, %d);", n);
}

static bool is_in_taskgraph(const struct region *r)
{
    while (r && r->dir != DIR_TASKGRAPH)
        r = r->parent;
    return r != NULL;
}

/* `call`: the runtime's function for the construct; `launch`: 0, or the address of the launch values */
void emit_device_call(struct emit *e, const struct region *r, const char *call, const char *launch)
{
    const char *more = launch ? arena_printf(e->u->arena, ", %s", launch) : "";
    bool graph = region_clause(r, CLAUSE_NOWAIT) && !e->in_own_task && (r->leaves & LEAF_TARGET) && is_in_taskgraph(r);
    if (graph) { /* it is noted where it stands, and so can wait for nobody later */
        out_open(e, "if (__gantry_in_graph())");
        if (region_clause(r, CLAUSE_DEPEND))
            task_wait(e, r);
        graph_beside(e, r);
        out(e, "%s(gantry_region_%u(), __gd_dev, __gd_v%s);", call, r->id, more);
        out_else(e);
    }
    if (region_clause(r, CLAUSE_NOWAIT) && !e->in_own_task) {
        out(e, "void *__gd_job = __gantry_async(gantry_region_%u(), __gd_dev, __gd_v, %s);", r->id,
            launch ? launch : "0");
        out_open(e, "if (__gantry_async_detaches())");
        out(e, "omp_event_handle_t __gd_event;");
        bool followed = region_clause(r, CLAUSE_DEPEND) != NULL;
        task_begin(e, r);
        sb_printf(e->out, "%s untied detach(__gd_event) firstprivate(__gd_job)\n",
                  followed ? " depend(out: *(char *)__gd_job)" : "");
        out(e, "__gantry_async_start(__gd_job, (unsigned long)__gd_event);");
        if (followed)
            emit_last_task(e);
        out_else(e);
        task_begin(e, r);
        sb_add(e->out, " firstprivate(__gd_job)\n");
        out(e, "__gantry_async_start(__gd_job, 0);");
        out_close(e);
        if (graph)
            out_close(e);
        return;
    }
    if (is_host_task(e, r)) {
        task_begin(e, r);
        sb_add(e->out, " default(shared)\n");
    }
    out(e, "%s(gantry_region_%u(), __gd_dev, __gd_v%s);", call, r->id, more);
}

/* omp_event_handle_t as omp.h declares it, for files that do not include that */
void emit_event_type(struct emit *e)
{
    const struct unit *u = e->u;
    bool needed = false;
    for (size_t i = 0; i < u->regions.n; i++)
        needed |= ((u->regions.v[i]->leaves & LEAF_TARGET) || u->regions.v[i]->dir != DIR_COMBINED) &&
                  region_clause(u->regions.v[i], CLAUSE_NOWAIT);
    if (needed && !u->declares_event_type)
        out(e, "typedef unsigned long omp_event_handle_t;");
}

/* ---- on the initial device ---- */

/* The data-sharing attribute, in the task that a region printed in place becomes, of a variable declared around it: as
 * for a kernel. */
static const char *task_attribute(const struct kernel *k, const struct var *v)
{
    const struct capture *c = find_capture(k, v);
    bool shared =
        !c ? !type_is_scalar(v->type) /* of a clause's expression */
           : c->how == CAP_ADDRESS || c->how == CAP_PRIVATE || (c->how == CAP_DEVPTR && v->type->kind != TYPE_POINTER);
    return shared ? "shared" : "firstprivate";
}

/* Clang 19 has no firstprivate variables of variable length in tasks. Such a region is run where it is encountered, as
 * nowait allows, with copies of what it reads by value, after a task that waits for its dependences. */
static bool runs_where_met(const struct kernel *k)
{
    for (size_t i = 0; i < k->captures.n; i++) {
        const struct var *v = k->captures.v[i].var;
        if (v->vla_arrays && !strcmp(task_attribute(k, v), "firstprivate"))
            return true;
    }
    return false;
}

/* A variable that a parallel construct around the task reduces may not be firstprivate in it (OpenMP 5.2, 5.4.4); a
 * copy may. */
static bool needs_copy(const struct region *r, const struct kernel *k, const struct var *v)
{
    if (runs_where_met(k))
        return !strcmp(task_attribute(k, v), "firstprivate");
    bool reduced = false;
    for (const struct region *q = r->parent; q; q = q->parent)
        reduced |= sharing_of(q, v, ATTRS_REDUCED) != NULL;
    return reduced && v->type->kind != TYPE_ARRAY && !strcmp(task_attribute(k, v), "firstprivate");
}

/* The next variable of the function around the region that it names, each once, in the order of the text; *i: the
 * reference to look at next, 0 in the beginning. NULL: there are no more */
static const struct var *next_outer(const struct unit *u, const struct region *r, size_t *i)
{
    struct slice all = region_text(r);
    size_t first = unit_ref_from(u, all.begin);
    for (*i = *i > first ? *i : first; *i < u->refs.n && u->refs.v[*i].off < all.end;) {
        const struct ref *f = &u->refs.v[(*i)++];
        const struct var *v = f->var;
        if (v && v->func == r->func && !v->is_global && !v->is_literal && !v->is_length && !slice_has(all, v->decl) &&
            unit_ref_to(u, all, v) == f)
            return v;
    }
    return NULL;
}

/* the copies that a task gets, made before it from the variables, or in it (inside) under their names */
static void copies(struct emit *e, const struct region *r, const struct kernel *k, bool inside)
{
    const struct var *v;
    for (size_t i = 0; (v = next_outer(e->u, r, &i));) {
        const char *before = arena_printf(e->u->arena, "__gd_h_%s", v->name);
        if (needs_copy(r, k, v))
            copy_of_value(e, v, inside ? v->name : before, inside ? before : v->name);
    }
}

bool may_be_deferred(struct emit *e, const struct region *r, const struct kernel *k)
{
    const struct var *v;
    for (size_t i = 0; (v = next_outer(e->u, r, &i));)
        if (needs_copy(r, k, v))
            return false;
    return true;
}

void sharing_clauses(struct emit *e, const struct region *r, const struct kernel *k,
                     bool (*others)(const struct region *r, const struct var *v))
{
    const struct var *v;
    for (size_t i = 0; (v = next_outer(e->u, r, &i));)
        if (!others(r, v))
            sb_printf(e->out, " %s(%s)", task_attribute(k, v), v->name);
}

bool host_task_begin(struct emit *e, const struct region *r, const struct kernel *k)
{
    const struct var *v;
    if (!is_host_task(e, r))
        return false;
    copies(e, r, k, false);
    if (!runs_where_met(k)) {
        task_begin(e, r);
        for (size_t i = 0; (v = next_outer(e->u, r, &i));)
            sb_printf(e->out, " %s(%s%s)", task_attribute(k, v), needs_copy(r, k, v) ? "__gd_h_" : "", v->name);
        pragma_end(e);
    } else if (region_clause(r, CLAUSE_DEPEND)) {
        task_wait(e, r);
    }
    out_open(e, "%s", "");
    copies(e, r, k, true);
    return true;
}

void host_task_end(struct emit *e, bool begun)
{
    if (begun)
        out_close(e);
}

/* Where the region does not run, an empty task takes its place among its dependences. */
void emit_empty_task(struct emit *e, const struct region *r)
{
    if (!region_clause(r, CLAUSE_DEPEND))
        return;
    out_open(e, "else");
    task_begin(e, r);
    pragma_end(e);
    out(e, ";");
    out_close(e);
}

/* ---- constructs of the host compiler whose pragma we change ---- */

const char *line_of_clauses(struct emit *e, const struct region *r, const char *names, enum clause_kind without)
{
    struct sb s = {0};
    sb_printf(&s, "#pragma omp %s", names);
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->written && c->kind != without)
            sb_printf(&s, " %s", c->written);
    return sb_take(&s, e->u->arena);
}

const char *line_for_clang(struct emit *e, const struct region *r)
{
    if (r->dir == DIR_ATOMIC && region_clause(r, CLAUSE_CAPTURE) && region_clause(r, CLAUSE_UPDATE))
        return line_of_clauses(e, r, "atomic", CLAUSE_UPDATE);
    if (r->dir == DIR_TASKWAIT && region_clause(r, CLAUSE_NOWAIT))
        return line_of_clauses(e, r, "task", CLAUSE_NOWAIT);
    return r->dir == DIR_DEPOBJ ? without_exclusion(e, r->pragma, SIZE_MAX) : r->pragma;
}

/* A waiting thread sees that a detached task has ended only if there is an untied task in the team: an empty one is
 * made before it. */
void emit_host_pragma(struct emit *e, const struct region *r, const char *pragma)
{
    bool detached = r->dir == DIR_TASK && region_clause(r, CLAUSE_DETACH);
    if (detached) {
        out_open(e, "%s", "");
        out(e, "#pragma omp task untied");
        out(e, ";");
    }
    out(e, "%s", "");
    sb_printf(e->out, "%s%s\n", pragma, league_threads(e, r));
    if (r->dir == DIR_TASKWAIT && region_clause(r, CLAUSE_NOWAIT))
        out(e, ";");
    else
        statement(e, r);
    graph_joins(e, r);
    if (detached)
        out_close(e);
}
