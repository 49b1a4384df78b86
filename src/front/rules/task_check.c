/* rules/task_check.c: rules about tasks in device code (OpenMP 5.2, 12.5 to 12.7), and those that devices do not
 * support. */
#include "../front_private.h"

#include <string.h>

static void refuse(struct front *f, const struct region *r, const struct clause *c, const char *id, const char *why)
{
    report(f, DIAG_ERROR, c->loc, (int)strlen(clause_name(c->kind)), f->by_region.v[r->id], id, "%s", why);
}

static void check_loops(struct front *f, const struct region *r)
{
    char name[160];
    if (region_is_rectangular(r) && !region_is_imperfect(r))
        return;
    report(f, DIAG_ERROR, r->loc, 1, f->by_region.v[r->id], "GN0701",
           "the loops that '%s' collapses must be perfectly nested, with bounds that name no outer loop's variable",
           directive_name(r->leaves, r->dir, name, sizeof name));
}

/* The host compiler makes no copies of the elements of such an array in a task, and reports that only for private and
 * firstprivate. */
static void check_copies(struct front *f, const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next) /* linear takes no arrays */
        for (size_t i = 0; (c->kind == CLAUSE_LASTPRIVATE || c->kind == CLAUSE_REDUCTION) && i < c->items.n; i++)
            if (c->items.v[i].var && c->items.v[i].var->type->kind == TYPE_VLA && !(c->modifiers & REDMOD_IN))
                refuse(f, r, c, "GN0656",
                       "a task's copy of a variable-length array is not supported: use a pointer to its elements, or "
                       "an array "
                       "declared in the task");
}

void task_check(struct front *f, const struct region *r)
{
    const struct clause *c = region_clause(r, CLAUSE_DETACH);
    if (!r->on_device)
        return;
    if (c && region_clause(r, CLAUSE_DEPEND))
        refuse(f, r, c, "GN0700",
               "a detached task with dependences is not supported in device code: tasks there do not wait "
               "for each other");
    if (!is_taskloop(r->dir))
        return;
    check_loops(f, r);
    check_copies(f, r);
    c = region_clause(r, CLAUSE_NOGROUP);
    for (const struct clause *d = r->clauses; c && d; d = d->next)
        if (d->kind == CLAUSE_REDUCTION && !(d->modifiers & REDMOD_IN))
            refuse(f, r, d, "GN0209", "'nogroup' and 'reduction' exclude each other");
}
