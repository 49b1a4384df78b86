/* analysis/facts/scan.c: the two parts of a loop's body that a scan directive makes (OpenMP 5.2, 5.6), and the
 * variables that both use. */
#include "../analysis.h"

struct scan_parts scan_parts_of(const struct region *r)
{
    const struct region *scan = scan_of(r);
    struct slice body = loop_body(r);
    return (struct scan_parts){{body.begin + 1, scan->pragma_at.begin},
                               {scan->pragma_at.end, body.end - 1},
                               region_clause(scan, CLAUSE_EXCLUSIVE) != NULL};
}

/* Does the part of the body after the scan directive name what the part before it declares? */
bool scan_parts_share_names(const struct unit *u, struct scan_parts p)
{
    for_each_in (ref, x, u, p.after)
        if (x->var && slice_has(p.before, x->var->decl))
            return true;
    return false;
}

static bool declares_variable_length(const struct unit *u, struct slice s)
{
    for (size_t i = 0; i < u->vars.n; i++)
        if (slice_has(s, u->vars.v[i]->decl) && is_vla(u->vars.v[i]))
            return true;
    return false;
}

/* An exclusive scan runs the second part first; threads without an iteration must not jump over what makes an array of
 * variable length; nests that are not rectangular have no iteration at some of their numbers. */
bool scan_parts_are_apart(const struct unit *u, const struct region *r)
{
    struct scan_parts p = scan_parts_of(r);
    return p.exclusive || !is_plain_nest(r) || declares_variable_length(u, p.before);
}

static bool declares_anything(const struct unit *u, struct slice s)
{
    for (size_t i = 0; i < u->local_decls.n; i++)
        if (slice_has(s, u->local_decls.v[i].text.begin))
            return true;
    return false;
}

/* Has a variable of the threads' own a value for the part after the directive from the part before it? Programs may not
 * rely on that; in order it is there. */
static bool carries_values(const struct unit *u, const struct region *r, struct scan_parts p)
{
    unsigned set = ATTR_PRIVATE | ATTR_FIRSTPRIVATE | ATTR_LASTPRIVATE;
    for_each_row (s, r, set)
        if (!is_loop_variable(r, r->nloops, s->var) && (access_in(u, p.before, s->var) & ~ACC_READ) &&
            access_in(u, p.after, s->var))
            return true;
    return false;
}

const char *scan_needs_order(const struct unit *u, const struct region *r)
{
    struct scan_parts p = scan_parts_of(r);
    if (!is_plain_nest(r))
        return "of a nest that is not rectangular";
    if (sharing_first(r, ATTR_LINEAR))
        return "of a loop with linear variables";
    if (sharing_first(r, ATTR_CONDITIONAL))
        return "of a loop with lastprivate(conditional: ...)";
    if (scan_parts_share_names(u, p) || declares_anything(u, p.before))
        return "whose second part uses what the first declares";
    if (carries_values(u, r, p))
        return "whose second part uses private values of the first";
    for_each_row (s, r, ATTRS_REDUCED) {
        const struct type *t = item_type(s->item);
        if (!t || t->size <= 0 || t->is_atomic || t->is_volatile || s->var->type->is_volatile)
            return "of a volatile or atomic variable";
    }
    return NULL;
}

bool scans_on_all_threads(const struct unit *u, const struct region *r)
{
    return (r->plan->leaves & LEAF_FOR) && !scan_needs_order(u, r);
}
