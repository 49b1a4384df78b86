/* analysis/plan/defaultmap.c: the defaultmap clause (OpenMP 5.2, 5.8.7), which says how variables that no other clause
 * lists reach the kernel. No pass: dataenv.c asks for each such variable.
 * needs: sharing, lower.
 * sets: how and map of the capture that it is given. */
#include "../analysis.h"
#include "../../../include/gantry_abi.h"

static unsigned category_of(const struct type *t)
{
    if (t->kind == TYPE_POINTER)
        return DEFAULTMAP_POINTER;
    return type_is_scalar(t) ? DEFAULTMAP_SCALAR : DEFAULTMAP_AGGREGATE;
}

static const struct clause *clause_about(const struct region *r, const struct type *t)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_DEFAULTMAP && (c->modifiers & category_of(t)))
            return c;
    return NULL;
}

static void report_none(struct analysis *a, struct kernel *k, const struct clause *c, const struct var *v)
{
    const struct unit *u = a->unit;
    diag(u->diag, DIAG_ERROR, c->loc, "GN0640",
         "'defaultmap(none)': '%s' is used in the region, but no clause says how it gets there", v->name);
    const struct ref *r = unit_ref_to(u, k->region->stmt, v);
    if (r)
        diag(u->diag, DIAG_NOTE, unit_place(u, r->off), NULL, "'%s' is used here", v->name);
}

/* The inner constructs of a combined one make copies of what their clauses name. */
static bool copied_inside(const struct region *r, const struct var *v)
{
    return r->plan->leaves && sharing_of(r, v, ATTR_FIRSTPRIVATE);
}

bool defaultmap_rule(struct analysis *a, struct kernel *k, struct capture *c)
{
    static const unsigned flags[] = {
        [DEFAULTMAP_ALLOC] = GANTRY_MAP_IMPLICIT,
        [DEFAULTMAP_TO] = GANTRY_MAP_IMPLICIT | GANTRY_MAP_TO,
        [DEFAULTMAP_FROM] = GANTRY_MAP_IMPLICIT | GANTRY_MAP_FROM,
        [DEFAULTMAP_TOFROM] = GANTRY_MAP_IMPLICIT | GANTRY_MAP_TO | GANTRY_MAP_FROM,
        [DEFAULTMAP_PRESENT] = GANTRY_MAP_PRESENT, /* all of the variable must be mapped already */
    };
    const struct clause *about = clause_about(k->region, c->var->type);
    if (c->var->is_length) /* a variable of Gantry's own, to which the user's clause does not apply */
        return false;
    unsigned behaviour = about ? about->modifiers & DEFAULTMAP_BEHAVIOUR : DEFAULTMAP_DEFAULT;
    if (behaviour == DEFAULTMAP_DEFAULT)
        return false;
    if (behaviour == DEFAULTMAP_NONE && !only_measured(k->region, c->var))
        report_none(a, k, about, c->var);
    if (behaviour == DEFAULTMAP_FIRSTPRIVATE || behaviour == DEFAULTMAP_NONE) {
        firstprivate_rule(a, k, c, copied_inside(k->region, c->var));
    } else {
        c->how = CAP_ADDRESS;
        c->map = flags[behaviour];
    }
    return true;
}
