/* rules/task_check.c: rules about tasks in device code (OpenMP 5.2, 12.5 to 12.7), and those that devices do not
 * support. */
#include "../front_private.h"

#include <string.h>

static void refuse(struct front *f, const struct region *r, const struct clause *c, const char *id, const char *why)
{
    report(f, DIAG_ERROR, c->loc, (int)strlen(clause_said(c)), f->by_region.v[r->id], id, "%s", why);
}

void task_check(struct front *f, const struct region *r)
{
    const struct clause *c = region_clause(r, CLAUSE_DETACH);
    if (!r->on_device)
        return;
    if (c && region_clause(r, CLAUSE_DEPEND))
        refuse(f, r, c, "GN0700",
               "a detached task with dependences is not supported in device code, where tasks do not wait for each "
               "other: leave out 'detach' or 'depend'");
    if (!is_taskloop(r->dir))
        return;
    c = region_clause(r, CLAUSE_NOGROUP);
    for (const struct clause *d = r->clauses; c && d; d = d->next)
        if (d->kind == CLAUSE_REDUCTION && !(d->modifiers & REDMOD_IN))
            refuse(f, r, d, "GN0209", "'nogroup' and 'reduction' exclude each other");
}
