/* gen/common/linear.c: linear variables (OpenMP 5.2, 5.4.6). Their rows in the sharing table make them firstprivate and
 * lastprivate: every thread or lane has a copy, and that of the last iteration is copied back. Here a copy gets its
 * value in each iteration. */
#include "../gen_priv.h"

static void each_linear(struct emit *e, const struct region *r,
                        void (*f)(struct emit *, const struct clause *, const struct var *))
{
    for_each_row (s, r, ATTR_LINEAR)
        if (!is_loop_variable(r, r->nloops, s->var))
            f(e, s->clause, s->var);
}

bool is_computed(const struct region *r)
{
    for_each_row (s, r, ATTR_LINEAR)
        if (!is_loop_variable(r, r->nloops, s->var))
            return true;
    return false;
}

static void declare_start(struct emit *e, const struct clause *c, const struct var *v)
{
    out(e, "const __typeof__(%s) __gd_start_%s = %s;", name_of(e, v), v->name, name_of(e, v));
    out(e, "const long __gd_by_%s = (%s);", v->name, text_or(e, c->expr, "1"));
}

static void set_value(struct emit *e, const struct clause *c, const struct var *v)
{
    (void)c;
    if (v->type->kind == TYPE_POINTER)
        out(e, "%s = __gd_start_%s + (long)__gd_k * __gd_by_%s;", name_of(e, v), v->name, v->name);
    else
        out(e, "%s = (__typeof__(%s))((unsigned long)__gd_start_%s + __gd_k * (unsigned long)__gd_by_%s);",
            name_of(e, v), type_declare(e->u->arena, v->type, ""), v->name, v->name);
}

void linear_begin(struct emit *e, const struct region *r) { each_linear(e, r, declare_start); }

void linear_values(struct emit *e, const struct region *r) { each_linear(e, r, set_value); }
