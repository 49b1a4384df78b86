/* acc/sizes.c: how many gangs, workers and vectors a compute construct has.
 *
 * needs: the constructs, with the levels of loops.   sets: nothing.   breaks: nothing. */
#include "write.h"

static void product(struct writer *w, const struct acc_clause *x)
{
    struct range r = {0};
    bool first = true, one = find(&w->ps, x->list, ",") == x->list.e;
    for (; acc_next_item(&w->ps, x->list, &r); first = false) {
        acc_say(w, x->at, one ? "" : first ? "(" : " * (");
        acc_copy(w, r);
        acc_say(w, x->at, one ? "" : ")");
    }
}

static bool has_gangs(const struct acc_file *a, const struct acc_construct *c)
{
    for_each_pointer (struct acc_construct, x, a->v)
        if ((x->levels & ACC_GANGS) && acc_compute_around(x) == c)
            return true;
    return c->calls_gangs;
}

struct number {
    const struct acc_clause *x; /* NULL: nobody says */
    const struct acc_construct *of;
};

/* The number that the construct's clause has or, in `kernels`, that of a level on a loop */
static struct number number_of(struct writer *w, enum acc_clause_kind of_construct, enum acc_clause_kind of_loop)
{
    const struct acc_clause *x = acc_find(w->c, of_construct);
    if (x || !has_directive(w->c, KERNELS))
        return (struct number){x, w->c};
    for_each_pointer (struct acc_construct, loop, w->a->v) {
        struct parser ps = {w->a->f, loop->p};
        x = is_loop(loop) && acc_compute_around(loop) == w->c ? acc_find(loop, of_loop) : NULL;
        if (x && x->list.b < x->list.e && !acc_declared_token(w->c, &ps, loop, x->list))
            return (struct number){x, loop};
    }
    return (struct number){NULL, NULL};
}

static void say_number(struct writer *w, struct number n, const char *before, const char *after)
{
    struct parser ps = {w->a->f, n.of->p};
    if (n.of == w->c)
        acc_say_around(w, n.x, before, after);
    else
        acc_say(w, NAME, arena_printf(w->a->f->arena, "%s%s%s", before, range_text(&ps, n.x->list), after));
}

void acc_say_sizes(struct writer *w)
{
    struct number gangs = number_of(w, ACC_CLAUSE_NUM_GANGS, ACC_CLAUSE_GANG),
                  workers = number_of(w, ACC_CLAUSE_NUM_WORKERS, ACC_CLAUSE_WORKER),
                  vectors = number_of(w, ACC_CLAUSE_VECTOR_LENGTH, ACC_CLAUSE_VECTOR);
    vectors.x = w->c->uses_lanes ? NULL : vectors.x;
    bool alone = !has_gangs(w->a, w->c); /* in `kernels` no gang does what another one does (2.5.3) */
    if (alone && has_directive(w->c, KERNELS)) {
        acc_say(w, NAME, " num_teams(1)");
    } else if (gangs.x && gangs.of == w->c) {
        acc_say(w, gangs.x->at, " num_teams(");
        product(w, gangs.x);
        acc_say(w, gangs.x->all.e - 1, ")");
    } else if (gangs.x) {
        say_number(w, gangs, " num_teams(", ")");
    } else if (alone) { /* what all gangs would do is done once */
        acc_say(w, NAME, " num_teams(1)");
    }
    if (!workers.x && !vectors.x)
        return;
    struct number first = workers.x ? workers : vectors;
    unsigned at = first.of == w->c ? first.x->at : NAME;
    acc_say(w, at, " thread_limit(");
    if (workers.x)
        say_number(w, workers, vectors.x ? "(" : "", vectors.x ? ") * " : "");
    if (vectors.x)
        say_number(w, vectors, workers.x ? "(" : "", workers.x ? ")" : "");
    acc_say(w, at, ")");
}

/* ---- numbers that the run says ---- */

static void check_number(struct writer *w, struct number n, struct sb *calls)
{
    struct parser ps = {w->a->f, n.of ? n.of->p : w->c->p};
    struct range r = {0};
    while (n.x && acc_next_item(&ps, n.x->list, &r))
        if (!acc_known(&ps, n.of, r))
            sb_printf(calls, " __gantry_acc_number(\"%s\", (long)(%s), &__gantry_at);", acc_clause_rows[n.x->kind].name,
                      range_text(&ps, r));
}

/* Where the construct runs on the device, they are positive. NULL: all are known */
const char *acc_check_sizes(struct writer *w)
{
    static const struct {
        enum acc_clause_kind of_construct, of_loop;
    } rows[] = {{ACC_CLAUSE_NUM_GANGS, ACC_CLAUSE_GANG},
                {ACC_CLAUSE_NUM_WORKERS, ACC_CLAUSE_WORKER},
                {ACC_CLAUSE_VECTOR_LENGTH, ACC_CLAUSE_VECTOR}};
    const struct acc_clause *when = acc_find(w->c, ACC_CLAUSE_IF), *self = acc_find(w->c, ACC_CLAUSE_SELF);
    struct sb calls = {0}, s = {0};
    for (size_t i = 0; is_compute(w->c) && i < sizeof rows / sizeof *rows; i++)
        check_number(w, number_of(w, rows[i].of_construct, rows[i].of_loop), &calls);
    if (!calls.n)
        return NULL;
    sb_printf(&s, "if ((%s) && !(%s)) {", when ? range_text(&w->ps, when->list) : "1",
              !self                ? "0"
              : self->has_argument ? range_text(&w->ps, self->list)
                                   : "1");
    acc_add_calls(w, &calls, "__gantry_acc_number(const char *, long, const void *)", &s);
    sb_add(&s, " }");
    return sb_take(&s, w->a->f->arena);
}
