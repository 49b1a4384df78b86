/* acc/pointees.c: `exit data delete(p)` of a pointer by its name. The pointer is a variable like others, and leaves
 * where it is present itself. Programs mean what it leads to, which `enter data copyin(p[0:n])` has brought there: that
 * leaves where the pointer is not present. The pointer in a structure, or one that `declare` lists, is there with it,
 * so that what it leads to comes first. Which of the two it is, the run says.
 *
 * needs: the constructs, with what Clang said of them.   sets: nothing.   breaks: nothing. */
#include "write.h"

bool acc_may_lead(struct writer *w, const struct acc_clause *x, struct range item)
{
    const struct type *t = acc_type(w->c, item);
    return x->kind == ACC_CLAUSE_DELETE && t && t->kind == TYPE_POINTER && find(&w->ps, item, "[") == item.e;
}

static bool is_declared(struct writer *w, struct slice name)
{
    for_each_pointer (struct acc_construct, d, w->a->v)
        if (has_directive(d, DECLARE) && acc_lists(w->a->f, d, name))
            return true;
    return false;
}

void acc_put_pointees(struct writer *w, struct acc_written *out)
{
    struct arena *arena = w->a->f->arena;
    struct sb before = {0};
    for_each (const struct acc_clause, x, w->c->clauses) {
        const char *kind = acc_find(w->c, ACC_CLAUSE_FINALIZE) ? "delete" : "release";
        struct range r = {0};
        while (acc_next_item(&w->ps, x->list, &r)) {
            if (!acc_may_lead(w, x, r))
                continue;
            const char *p = range_text(&w->ps, r);
            const char *to = arena_printf(arena, "__gantry_to_%u_%u", w->c->at.b, r.b),
                       *own = arena_printf(arena, "__gantry_own_%u_%u", w->c->at.b, r.b);
            bool first = r.e > r.b + 1 || is_declared(w, acc_root(&w->ps, r));
            if (first)
                sb_printf(&before,
                          " char *%s = __gantry_acc_is_present((void *)(%s), 1) ? (char *)(%s) : 0, *%s = %s ? 0 : "
                          "(char *)&(%s);",
                          to, p, p, own, to, p);
            else
                sb_printf(&before,
                          " char *%s = __gantry_acc_is_present((void *)&(%s), sizeof(%s)) ? (char *)&(%s) : 0, *%s = "
                          "%s ? 0 : (char *)(%s);",
                          own, p, p, p, to, own, p);
            acc_say(w, x->at, arena_printf(arena, " map(%s: %s[0:!!%s], %s[0:!!%s])", kind, to, to, own, own));
        }
    }
    if (!before.n)
        return;
    out->before = acc_in_turn(
        w, arena_printf(arena, "{ int __gantry_acc_is_present(void *, __SIZE_TYPE__);%s", sb_take(&before, arena)),
        out->before);
    out->after = acc_in_turn(w, out->after, "}");
}
