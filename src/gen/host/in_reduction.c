/* gen/host/in_reduction.c: a target construct that takes part in a task group's reduction (OpenMP 5.2, 5.5.11): a task
 * of the host's around it, which has the clauses that make the construct a task, nowait and depend, and a copy of the
 * item under its own name. The copy is put to the original where the region is over; libomp's tasks leave that alone
 * until the group ends. (Its own copies for such tasks are not found in nested tasks, or where a pointer has another
 * name.)
 *
 *     #pragma omp task if(0) default(shared)
 *     {   { int *__gd_o_s = &s; { int s = 0;  the construct, which maps s to and from;
 *             __gantry_host_lock(1); *__gd_o_s = *__gd_o_s + s; __gantry_host_lock(0); } }   } */
#include "host_priv.h"

#include <string.h>

static bool is_item(const struct region *r, const struct var *v)
{
    return region_has_clause_for((struct region *)r, (struct var *)v, CLAUSE_IN_REDUCTION, NULL, NULL);
}

/* The original is one thread's, or may be: the region is run at once, on that thread. */
static bool is_of_thread(const struct region *r, struct var *v)
{
    if (v->type->kind == TYPE_POINTER)
        return true;
    for (struct region *q = r->parent; q; q = q->parent)
        if (region_has_clause_for(q, v, CLAUSE_REDUCTION, NULL, NULL))
            return true;
    return false;
}

static bool runs_at_once(struct emit *e, struct region *r, const struct kernel *k)
{
    bool any = e->a->options.deterministic || !region_clause(r, CLAUSE_NOWAIT) || !may_be_deferred(e, r, k);
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_IN_REDUCTION && i < c->items.n; i++)
            any |= c->items.v[i].var && is_of_thread(r, c->items.v[i].var);
    return any;
}

/* the construct with those clauses alone, as a reduction */
static struct region *reduction_of(struct emit *e, const struct region *r)
{
    struct region *q = NEW(e->u->arena, struct region);
    struct clause **end = &q->clauses;
    *q = *r;
    for (const struct clause *c = r->clauses; c; c = c->next) {
        if (c->kind != CLAUSE_IN_REDUCTION)
            continue;
        *end = NEW(e->u->arena, struct clause);
        **end = *c;
        (*end)->kind = CLAUSE_REDUCTION;
        (*end)->modifiers = REDMOD_IN;
        end = &(*end)->next;
    }
    *end = NULL;
    return q;
}

/* a task group's clause would make it firstprivate for Clang */
static void share_originals(struct emit *e, const struct region *r)
{
    struct clause *all = reduction_of(e, r)->clauses;
    for (struct clause *c = all; c; c = c->next)
        for (size_t i = 0; i < c->items.n; i++) {
            struct var *v = c->items.v[i].var;
            bool first = v && !v->is_global;
            for (struct clause *d = all; first && d != c; d = d->next)
                for (size_t j = 0; first && j < d->items.n; j++)
                    first = d->items.v[j].var != v;
            for (size_t j = 0; first && j < i; j++)
                first = c->items.v[j].var != v;
            if (first)
                sb_printf(e->out, " shared(%s)", v->name);
        }
}

static bool lists(const struct region *r, const struct var *v)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; i < c->items.n; i++)
            if (c->items.v[i].var == v)
                return true;
    return false;
}

static void add_shared(struct emit *e, struct sb *s, const struct region *task, const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling) {
        for (const struct clause *k = c->leaves & LEAF_TARGET ? c->clauses : NULL; k; k = k->next)
            for (size_t i = 0; k->kind == CLAUSE_IN_REDUCTION && i < k->items.n; i++) {
                const struct var *v = k->items.v[i].var;
                char *clause = arena_printf(e->u->arena, " shared(%s)", v ? v->name : "");
                if (v && !v->is_global && !lists(task, v) && !slice_has(task->stmt, v->decl) &&
                    !(s->n && strstr(s->s, clause)))
                    sb_add(s, clause);
            }
        add_shared(e, s, task, c);
    }
}

/* The same of tasks of the host's that such constructs stand in. */
const char *shared_for_reductions(struct emit *e, const struct region *r)
{
    struct sb s = {0};
    if (is_task(r) && !r->plan)
        add_shared(e, &s, r, r);
    return s.n ? sb_take(&s, e->u->arena) : "";
}

bool in_reduction_begin(struct emit *e, struct region *r, const struct kernel *k)
{
    bool outer = e->in_own_task;
    if (!region_clause(r, CLAUSE_IN_REDUCTION))
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
    team_copies_begin(e, reduction_of(e, r));
    e->in_own_task = true;
    return outer;
}

void in_reduction_end(struct emit *e, struct region *r, bool outer)
{
    e->in_own_task = outer;
    if (!region_clause(r, CLAUSE_IN_REDUCTION))
        return;
    combine_own_copies(e, reduction_of(e, r));
    out_close(e);
}
