/* analysis/lint/untested.c: under -fcheck, warnings about what the program asserts and nobody tests. needs: lower.
 * sets: nothing; reports. */
#include "../analysis.h"

static void fact(struct analysis *a, const struct region *r, const struct clause *c)
{
    const struct unit *u = a->unit;
    if (r->on_device)
        diag(u->diag, DIAG_WARNING, c->loc, "GN0479", "'holds' is not tested in device code: say it before the region");
    else if (!is_testable(c->tree))
        diag(u->diag, DIAG_WARNING, c->loc, "GN0479",
             "'holds' is not tested: the expression calls a function, or changes something");
}

static void independence(struct analysis *a, const struct region *r, const struct clause *c)
{
    const struct unit *u = a->unit;
    const struct region *by = shares_asserted_loop(r);
    if (r->on_device)
        diag(u->diag, DIAG_WARNING, c->loc, "GN0479",
             "'independent' is not tested in device code: say it of the loop that a region shares out");
    else if (by && !(by->leaves & LEAF_TARGET) && !by->on_device) /* races are looked for in regions alone */
        diag(u->diag, DIAG_WARNING, c->loc, "GN0479",
             "'independent' is not tested: threads of the host share the loop");
}

void pass_untested(struct analysis *a)
{
    const struct unit *u = a->unit;
    for (size_t i = 0; a->options.check && i < u->regions.n; i++) {
        const struct region *r = u->regions.v[i];
        for (const struct clause *c = r->dir == DIR_ASSUME ? r->clauses : NULL; c; c = c->next) {
            if (c->kind == CLAUSE_HOLDS && c->tree)
                fact(a, r, c);
            if (c->kind == CLAUSE_INDEPENDENT)
                independence(a, r, c);
        }
    }
}
