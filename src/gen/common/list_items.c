/* gen/common/list_items.c: where the storage of a list item begins, and the loops of a clause's iterators. */
#include "../gen_priv.h"

const char *lower_of(struct emit *e, const struct section *s) { return text_or(e, s->lower, "0"); }

const char *first_of(struct emit *e, const char *base, const struct item *it, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        base = arena_printf(e->u->arena, "%s[%s]", base, lower_of(e, &it->sections[i]));
    return base;
}

/* (text)[l0]… */
const char *item_first(struct emit *e, const struct item *it, unsigned n)
{
    return first_of(e, arena_printf(e->u->arena, "(%s)", text_of(e, it->text)), it, n);
}

const char *item_begin(struct emit *e, const struct item *it)
{
    return arena_printf(e->u->arena, it->nsections ? "(char *)&%s" : "&%s", item_first(e, it, it->nsections));
}

/* ---- iterators (OpenMP 5.2, 3.2.6): loops around what is done for each of their values ---- */
/* The ranges are computed before the first iterator is known; numbers of iterations, so that nothing wraps at the ends
 * of the iterator's type. */
void iterators_open(struct emit *e, const struct clause *c)
{
    out_open(e, "%s", "");
    for (size_t i = 0; i < c->iterators.n; i++) {
        const struct iterator *it = &c->iterators.v[i];
        bool pointer = it->var && it->var->type->kind == TYPE_POINTER;
        out(e, "__typeof__(%s) __gd_b%zu = (%s), __gd_e%zu = (%s);", it->type, i, text_of(e, it->begin), i,
            text_of(e, it->end));
        out(e, "const long __gd_s%zu = (%s), __gd_d%zu = %s;", i, text_or(e, it->step, "1"), i,
            arena_printf(e->u->arena, pointer ? "__gd_e%zu - __gd_b%zu" : "(long)__gd_e%zu - (long)__gd_b%zu", i, i));
        out(e,
            "const long __gd_n%zu = __gd_s%zu > 0 && __gd_d%zu > 0 ? (__gd_d%zu - 1) / __gd_s%zu + 1 : "
            "__gd_s%zu < 0 && __gd_d%zu < 0 ? (__gd_d%zu + 1) / __gd_s%zu + 1 : 0;",
            i, i, i, i, i, i, i, i, i);
    }
    for (size_t i = 0; i < c->iterators.n; i++) {
        const struct iterator *it = &c->iterators.v[i];
        out_open(e, "for (long __gd_i%zu = 0; __gd_i%zu < __gd_n%zu; __gd_i%zu++)", i, i, i, i);
        out(e, "%s %s = __gd_b%zu + __gd_i%zu * __gd_s%zu;", it->type, it->name, i, i, i);
    }
}

void iterators_close(struct emit *e, const struct clause *c)
{
    for (size_t i = 0; i <= c->iterators.n; i++)
        out_close(e);
}
