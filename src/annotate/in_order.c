/* in_order.c: pairs of iterations of a nest that are not in the order of its waves. */
#include "annotate_priv.h"

/* The pairs of m that go x steps of the loop number d on, y of the next one, with by·x + also·y >= least. Takes m. */
static isl_map *that_go(isl_map *m, unsigned d, long by, long also, long least)
{
    isl_constraint *c = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_map_get_space(m)));
    c = isl_constraint_set_constant_si(c, (int)-least);
    const long times[] = {by, also};
    for (unsigned i = 0; i < 2; i++) {
        c = isl_constraint_set_coefficient_si(c, isl_dim_out, (int)(d + i), (int)times[i]);
        c = isl_constraint_set_coefficient_si(c, isl_dim_in, (int)(d + i), (int)-times[i]);
    }
    return isl_map_add_constraint(m, c);
}

/* The second iteration comes later (way 1) or earlier (-1) and is not in order. */
static isl_map *not_in_order(const struct scope *s, const isl_map *m, long way)
{
    const struct wave *w = s->wave;
    unsigned d = s->judged;
    long x = way * w->signs[0], y = way * w->signs[1];
    isl_map *rows = that_go(isl_map_copy((isl_map *)m), d, x, 0, 1);
    isl_map *same = isl_map_equate(isl_map_copy((isl_map *)m), isl_dim_in, (int)d, isl_dim_out, (int)d);
    isl_map *all = isl_map_union(rows, that_go(same, d, 0, y, 1));
    return that_go(all, d, -w->by * x, -y, 1 - w->least);
}

static bool is_of_nest(const struct scope *s, const struct touch *t)
{
    unsigned d = s->judged;
    return t->depth >= d + 2 && t->loops[d] == s->wave->outer && t->loops[d + 1] == s->wave->inner &&
           !(t->from_zero >> d & 3);
}

void out_of_order(struct scope *s, isl_map *m, const struct touch *a, const struct touch *b, isl_map **later,
                  isl_map **earlier)
{
    if (!is_of_nest(s, a) || !is_of_nest(s, b)) { /* what the heads touch belongs to no iteration of the nest */
        *later = m;
        *earlier = isl_map_subtract(isl_map_copy(m), isl_map_copy(m));
        return;
    }
    *later = not_in_order(s, m, 1);
    *earlier = not_in_order(s, m, -1);
    isl_map_free(m);
}
