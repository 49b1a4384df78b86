/* gen/host/static_arrays.c: reductions of sections and elements of arrays and pointers with static storage. Clang 19
 * does not capture these: the construct's code goes on with the original, and its threads race. What a pointer of a
 * block leads to has right copies, so a pointer is copied to one of its name, and an array is reached by one:
 *
 *     double (*__gd_o_g)[10] = &g;
 *     {   double (*g)[10] = __gd_o_g;
 *         #pragma omp parallel for reduction(+: g[0:1][2:4])
 *         for (…) (*g)[2 + i % 4] += a[i];   } */
#include "host_priv.h"

static void reach_by_pointer(struct emit *e, const struct var *v)
{
    bool is_array = v->type->kind == TYPE_ARRAY;
    point_at_original(e, v);
    out_open(e, "%s", "");
    out(e, "__typeof__(*__gd_o_%s) %s%s = %s__gd_o_%s;", v->name, is_array ? "*" : "", v->name, is_array ? "" : "*",
        v->name);
    bind(e, v, is_array);
}

/* not of a task group's, for whose tasks copies of ours add to the original */
void static_arrays_begin(struct emit *e, const struct region *r)
{
    for_each_row (s, r, ATTRS_REDUCED) {
        if (reduces_by_hand(r) || !is_static_section(s->item) || is_bound(e, s->var))
            continue;
        out_open(e, "%s", "");
        reach_by_pointer(e, s->var);
    }
    if (r->child && r->child->joined) /* its clauses are in r's pragma */
        static_arrays_begin(e, r->child);
}

/* (*g)[l:n] as g[0:1][l:n]: Clang takes no other form */
const char *item_by_pointer(struct emit *e, const struct item *it)
{
    struct sb s = {0};
    const struct type *t = it->type;
    sb_printf(&s, "%s[0:1]", it->var->name);
    for (unsigned i = 0; i < it->nsections; i++, t = t->elem) {
        const struct section *c = &it->sections[i];
        sb_printf(&s, c->has_colon ? "[%s:%s]" : "[%s%s]", text_or(e, c->lower, ""), text_or(e, c->length, ""));
    }
    for (; t && t != item_type(it); t = t->elem)
        sb_add(&s, "[:]");
    return sb_take(&s, e->u->arena);
}
