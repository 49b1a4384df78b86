/* gen/common/atomic_compare.c: what `atomic compare` compares, stores and gives back (OpenMP 5.2, 15.8.4), and the
 * memory order of any atomic. */
#include "../gen_priv.h"

enum clause_kind atomic_order(const struct region *r)
{
    static const enum clause_kind orders[] = {CLAUSE_SEQ_CST, CLAUSE_ACQ_REL, CLAUSE_ACQUIRE, CLAUSE_RELEASE,
                                              CLAUSE_RELAXED};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (region_clause(r, orders[i]))
            return orders[i];
    return CLAUSE_NONE;
}

/* A value to compare x with or to put there, evaluated once; null pointers get x's type. */
static const char *operand(struct emit *e, const struct atomic *a, const char *name, struct slice s)
{
    const char *text = text_of(e, s);
    if (a->xtype && a->xtype->kind == TYPE_POINTER)
        return arena_printf(e->u->arena, "__typeof_unqual__(%s) %s = (%s);", text_of(e, a->x), name, text);
    return arena_printf(e->u->arena, "__typeof__((%s) + 0) %s = (%s);", text, name, text);
}

const char *emit_compare_operands(struct emit *e, const struct atomic *a, const char **stored)
{
    static const char *const rels[] = {[COMPARE_EQ] = "==", [COMPARE_LT] = "<", [COMPARE_GT] = ">"};
    bool two = a->rel == COMPARE_EQ;
    const char *compared = operand(e, a, "__gd_operand", a->e);
    if (two)
        out(e, "%s %s", compared, operand(e, a, "__gd_stored", a->d)); /* one line of ours for one of the program's */
    else
        out(e, "%s", compared);
    *stored = two ? "__gd_stored" : "__gd_operand";
    return arena_printf(e->u->arena, a->reversed ? "__gd_operand %s __gd_old" : "__gd_old %s __gd_operand",
                        rels[a->rel]);
}

/* the statements after the operation that store r and v */
const char *compare_results(struct emit *e, const struct atomic *a)
{
    const char *r = given(a->r) ? arena_printf(e->u->arena, "%s = __gd_matched; ", text_of(e, a->r)) : "";
    if (a->keep == KEEP_NOTHING)
        return *r ? r : "(void)0;";
    return arena_printf(e->u->arena, "%s%s(%s) = %s;", r, a->keep == KEEP_ELSE ? "if (!__gd_matched) " : "",
                        text_of(e, a->v), a->keep == KEEP_NEW ? "__gd_new" : "__gd_old");
}
