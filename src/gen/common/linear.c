/* gen/common/linear.c: linear variables (OpenMP 5.2, 5.4.6). Their rows in the sharing table make them firstprivate and
 * lastprivate: every thread or lane has a copy, and that of the last iteration is copied back. Here a copy gets its
 * value in each iteration. */
#include "../gen_priv.h"

bool is_computed(const struct region *r)
{
    for_each_row (s, r, ATTR_LINEAR)
        if (!is_loop_variable(r, r->nloops, s->var))
            return true;
    return false;
}

void linear_begin(struct emit *e, const struct region *r)
{
    for_each_row (s, r, ATTR_LINEAR) {
        const char *name = s->var->name, *here = name_of(e, s->var);
        if (is_loop_variable(r, r->nloops, s->var))
            continue;
        out(e, "const __typeof__(%s) __gd_start_%s = %s;", here, name, here);
        out(e, "const long __gd_by_%s = (%s);", name, text_or(e, s->clause->expr, "1"));
    }
}

void linear_values(struct emit *e, const struct region *r)
{
    for_each_row (s, r, ATTR_LINEAR) {
        const char *name = s->var->name, *here = name_of(e, s->var);
        if (is_loop_variable(r, r->nloops, s->var))
            continue;
        if (s->var->type->kind == TYPE_POINTER)
            out(e, "%s = __gd_start_%s + (long)__gd_k * __gd_by_%s;", here, name, name);
        else
            out(e, "%s = (__typeof__(%s))((unsigned long)__gd_start_%s + __gd_k * (unsigned long)__gd_by_%s);", here,
                type_declare(e->u->arena, s->var->type, ""), name, name);
    }
}
