/* acc/pointees.c: `exit data delete(p)` and `copyout(p)` of a pointer by its name. The pointer is a variable like
 * others, and leaves where it is present itself. Programs mean what it leads to, which `enter data copyin(p[0:n])` has
 * brought there: that leaves where the pointer is not present, as a whole. The pointer in a structure, or one that
 * `declare` lists, is there with it, so that what it leads to comes first. Which of the two it is, and how many bytes
 * it has, the run says, when the queues that the directive waits for have done what they had to do.
 *
 * needs: the constructs, with what Clang said of them.   sets: nothing.   breaks: nothing. */
#include "write.h"

bool acc_may_lead(struct writer *w, const struct acc_clause *x, struct range item)
{
    const struct type *t = acc_type(w->c, item);
    bool leaves = x->kind == ACC_CLAUSE_DELETE || (x->kind == ACC_CLAUSE_COPYOUT && has_directive(w->c, EXIT_DATA));
    return leaves && t && t->kind == TYPE_POINTER && find(&w->ps, item, "[") == item.e;
}

static bool is_declared(struct writer *w, struct slice name)
{
    for_each_pointer (struct acc_construct, d, w->a->v)
        if (has_directive(d, DECLARE) && acc_lists(w->a->f, d, name))
            return true;
    return false;
}

/* `own`, the pointer's own place, and `to`, what it leads to: the address of the one that leaves; 0: it is the other */
static void declare_two(struct writer *w, struct range item, const char *own, const char *to, struct sb *out)
{
    const char *p = range_text(&w->ps, item);
    bool first = item.e > item.b + 1 || is_declared(w, acc_root(&w->ps, item));
    if (first)
        sb_printf(out,
                  " char *%s = __gantry_acc_is_present((void *)(%s), 1) ? (char *)(%s) : 0, *%s = %s ? 0 : "
                  "(char *)&(%s);",
                  to, p, p, own, to, p);
    else
        sb_printf(out,
                  " char *%s = __gantry_acc_is_present((void *)&(%s), sizeof(%s)) ? (char *)&(%s) : 0, *%s = "
                  "%s ? 0 : (char *)(%s);",
                  own, p, p, p, to, own, p);
}

/* What comes back has all its bytes. */
static void say_copies(struct writer *w, const struct acc_clause *x, struct range item, const char *own, const char *to,
                       struct sb *out)
{
    struct arena *arena = w->a->f->arena;
    const char *p = range_text(&w->ps, item), *bytes = arena_printf(arena, "%s_bytes", to);
    const char *list = arena_printf(arena, "%s[0:%s], %s[0:%s ? sizeof(%s) : 0])", to, bytes, own, own, p);
    bool always = (x->modifiers & ACC_ALWAYS) == ACC_ALWAYS;
    sb_printf(out, " __SIZE_TYPE__ %s = __gantry_acc_rest(%s);", bytes, to);
    acc_say(w, x->at, arena_printf(arena, " map(%sfrom: %s", always ? "always, " : "", list));
    if (acc_find(w->c, ACC_CLAUSE_FINALIZE))
        acc_say(w, x->at, arena_printf(arena, " map(delete: %s", list));
}

void acc_put_pointees(struct writer *w, struct acc_written *out)
{
    struct arena *arena = w->a->f->arena;
    struct sb declared = {0}, before = {0};
    bool copies = false;
    for_each (const struct acc_clause, x, w->c->clauses) {
        const char *kind = acc_find(w->c, ACC_CLAUSE_FINALIZE) ? "delete" : "release";
        struct range r = {0};
        while (acc_next_item(&w->ps, x->list, &r)) {
            if (x->off || !acc_may_lead(w, x, r))
                continue;
            const char *to = arena_printf(arena, "__gantry_to_%u_%u", w->c->at.b, r.b),
                       *own = arena_printf(arena, "__gantry_own_%u_%u", w->c->at.b, r.b);
            declare_two(w, r, own, to, &declared);
            if (x->kind == ACC_CLAUSE_COPYOUT)
                say_copies(w, x, r, own, to, &declared);
            else
                acc_say(w, x->at, arena_printf(arena, " map(%s: %s[0:!!%s], %s[0:!!%s])", kind, to, to, own, own));
            copies |= x->kind == ACC_CLAUSE_COPYOUT;
        }
    }
    if (!declared.n)
        return;
    sb_add(&before, "{");
    acc_wait_for_queues(w, &before);
    sb_printf(&before, "%sint __gantry_acc_is_present(void *, __SIZE_TYPE__);%s%s", before.n > 1 ? "\n" : " ",
              copies ? " __SIZE_TYPE__ __gantry_acc_rest(void *);" : "", declared.s);
    sb_free(&declared);
    out->before = acc_in_turn(w, sb_take(&before, arena), out->before);
    out->after = acc_in_turn(w, out->after, "}");
}
