/* domains.c: what is asked again and again of the iterations in which something happens, and found once for a scope:
 * what there can be of them, and for which parameters there are any. */
#include "annotate_priv.h"

/* ---- variables of loops around, as parameters ---- */
/* The variable of a loop around, as a parameter. One whose name means another variable here has no text. */
isl_id *outer_id(struct scope *s, unsigned depth)
{
    const struct var *v = s->frames[depth].loop->iv;
    const char *name = has_name_here(s, v) ? v->name : arena_printf(s->a->arena, BROKEN "%u", depth);
    return isl_id_alloc(s->isl, name, NULL);
}

/* The variables of the loops around become parameters. Takes m. */
isl_map *outer_as_parameters(struct scope *s, isl_map *m)
{
    for (unsigned i = 0; i < s->judged; i++) {
        isl_id *id = outer_id(s, i);
        unsigned at = (unsigned)isl_map_dim(m, isl_dim_param);
        m = isl_map_move_dims(m, isl_dim_param, at, isl_dim_in, 0, 1);
        m = isl_map_set_dim_id(m, isl_dim_param, at, id);
    }
    return m;
}

/* What the loops around say anyway need not be said once more: find_usual has that, and the set stays small. */
void add_sane(struct scope *s, isl_set *wrong)
{
    if (isl_set_is_empty(wrong) != isl_bool_false) {
        isl_set_free(wrong);
        return;
    }
    wrong = isl_set_coalesce(isl_set_gist(wrong, isl_set_copy(s->around)));
    if (!s->sane)
        s->sane = isl_set_universe(isl_set_get_space(wrong));
    s->sane = isl_set_coalesce(isl_set_subtract(s->sane, wrong));
}

/* ---- what is found once ---- */
/* What is known of the parameters and of the variables of the loops around, and that they are not so large that no
 * memory would do. */
static isl_set *find_usual(struct scope *s)
{
    isl_set *outer = isl_set_copy(s->around);
    if (s->sane)
        outer = isl_set_intersect(outer, isl_set_copy(s->sane));
    isl_set *around = isl_map_params(outer_as_parameters(s, isl_map_from_domain(outer)));
    isl_set *known = isl_set_coalesce(isl_set_intersect(isl_set_copy(s->context), around));
    int n = (int)isl_set_dim(known, isl_dim_param); /* below 0: isl has done as much as it may */
    for (int i = 0; i < n; i++)
        known = isl_set_upper_bound_val(known, isl_dim_param, (unsigned)i, isl_val_int_from_si(s->isl, 1L << 60));
    return known;
}

static void end_usual(struct scope *s)
{
    isl_set_free(s->usual.context);
    isl_set_free(s->usual.around);
    isl_set_free(s->usual.sane);
    isl_set_free(s->usual.known);
    s->usual = (struct usual){0};
}

isl_set *usual_parameters(struct scope *s)
{
    if (!s->usual.known || s->usual.context != s->context || s->usual.around != s->around || s->usual.sane != s->sane) {
        end_usual(s);
        s->usual =
            (struct usual){isl_set_copy(s->context), isl_set_copy(s->around), isl_set_copy(s->sane), find_usual(s)};
    }
    return isl_set_copy(s->usual.known);
}

/* Accesses of one place share a domain. */
static struct reached *reached_of(struct scope *s, isl_set *domain)
{
    for_each (struct reached, r, s->reached)
        if (r->domain == domain && r->context == s->context && r->known)
            return r;
    isl_set *known = isl_set_intersect_params(isl_set_copy(domain), isl_set_copy(s->context));
    struct reached r = {isl_set_copy(domain), isl_set_copy(s->context), known, NULL};
    vec_push(s->a->arena, &s->reached, r);
    return &s->reached.v[s->reached.n - 1];
}

isl_set *known_domain(struct scope *s, isl_set *domain) { return isl_set_copy(reached_of(s, domain)->known); }

/* The parameters for which it has iterations */
isl_set *where_reached(struct scope *s, isl_set *domain)
{
    struct reached *r = reached_of(s, domain);
    if (!r->params) {
        isl_map *m = isl_map_from_domain(isl_set_copy(r->known));
        unsigned dims = (unsigned)isl_map_dim(m, isl_dim_in);
        m = isl_map_project_out(m, isl_dim_in, s->judged, dims - s->judged);
        r->params = isl_map_params(outer_as_parameters(s, m));
    }
    return isl_set_copy(r->params);
}

void end_domains(struct scope *s)
{
    end_usual(s);
    for_each (struct reached, r, s->reached) {
        isl_set_free(r->domain);
        isl_set_free(r->context);
        isl_set_free(r->known);
        isl_set_free(r->params);
    }
    for_each (struct found_extent, f, s->extents)
        isl_set_free(f->context);
}
