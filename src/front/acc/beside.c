/* acc/beside.c: what OpenMP has no clause for: statements and directives beside the one that is written. */
#include "write.h"

#include <string.h>

/* ---- what OpenMP has no clause for: calls beside the directive ---- */

struct memory acc_memory_of(struct writer *w, struct range item)
{
    struct arena *arena = w->a->f->arena;
    if (acc_rows(w->a, w->c, item)) {
        struct memory all[ACC_MOST_BRACKETS];
        acc_row_memory(w, item, all);
        return all[0];
    }
    const struct type *t = acc_type(w->c, item);
    unsigned bracket = find(&w->ps, item, "["), open = acc_first_section(&w->ps, item);
    const char *pointer = bracket < item.e && t && t->kind == TYPE_POINTER
                              ? arena_printf(arena, "&(%s)", range_text(&w->ps, (struct range){item.b, bracket}))
                              : NULL;
    if (open == item.e) {
        const char *all = range_text(&w->ps, item);
        return (struct memory){arena_printf(arena, "(void *)&(%s)", all), arena_printf(arena, "sizeof(%s)", all), "",
                               pointer};
    }
    unsigned close = matching(&w->ps, open), colon = find(&w->ps, (struct range){open + 1, close}, ":");
    const char *base = range_text(&w->ps, (struct range){item.b, open});
    const char *lower = colon > open + 1 ? range_text(&w->ps, (struct range){open + 1, colon}) : "0";
    const char *bytes =
        colon + 1 == close /* to the array's end */
            ? arena_printf(arena, "(sizeof(%s) - (%s) * sizeof *(%s))", base, lower, base)
            : arena_printf(arena, "((%s) * sizeof *(%s))", range_text(&w->ps, (struct range){colon + 1, close}), base);
    return (struct memory){arena_printf(arena, "(void *)&(%s)[%s]", base, lower), bytes, "", pointer};
}

/* ---- create(zero:) and copyout(zero:): before and after what maps them, which may be a data construct of ours ---- */

static void clear_rows(struct acc_zeroed *z, struct memory m)
{
    sb_add(&z->before, z->rows ? "" : " void __gantry_acc_row(void *, void *, __SIZE_TYPE__, int, void *);");
    sb_printf(&z->before,
              " void *__gantry_rows_%s%u = 0; %sif (!__gantry_acc_is_present(%s, %s)) "
              "__gantry_acc_row(&__gantry_rows_%s%u, %s, %s, 0, 0);",
              z->scope, z->n, m.loops, m.at, m.bytes, z->scope, z->n, m.at, m.bytes);
    sb_printf(&z->after, "%s __gantry_acc_clear_rows(&__gantry_rows_%s%u);",
              z->rows ? "" : " void __gantry_acc_clear_rows(void *);", z->scope, z->n);
    z->rows = true;
}

void acc_clear(struct writer *w, const struct acc_clause *x, struct acc_zeroed *z)
{
    struct range r = {0};
    for (; (x->modifiers & ACC_ZERO) && !x->off && acc_next_item(&w->ps, x->list, &r); z->n++) {
        struct memory m = acc_memory_of(w, r);
        sb_add(&z->before, z->n ? "" : "int __gantry_acc_is_present(void *, __SIZE_TYPE__);");
        sb_add(&z->after, z->n ? "" : "void __gantry_acc_clear(void *, __SIZE_TYPE__, int);");
        if (*m.loops) {
            clear_rows(z, m);
            continue;
        }
        sb_printf(&z->before, " int __gantry_was_%s%u = __gantry_acc_is_present(%s, %s);", z->scope, z->n, m.at,
                  m.bytes);
        sb_printf(&z->after, " __gantry_acc_clear(%s, %s, __gantry_was_%s%u);", m.at, m.bytes, z->scope, z->n);
    }
}

static const char *maps_of_zeroed(struct writer *w)
{
    struct sb s = {0};
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        const char *kind = x->kind == ACC_CLAUSE_COPYOUT ? "ompx_hold, from: " : "ompx_hold, alloc: ";
        struct range r = {0};
        while ((x->modifiers & ACC_ZERO) && !x->off && acc_next_item(&w->ps, x->list, &r))
            if (acc_rows(w->a, w->c, r))
                sb_add(&s, acc_row_clauses(w, r, "map", kind, "ompx_hold, to: "));
            else
                sb_printf(&s, " map(%s%s)", kind, range_text(&w->ps, r));
    }
    return sb_take(&s, w->a->f->arena);
}

/* waits for the queue that the construct is put on, as a line; NULL: it is put on none */
static const char *wait_for_own(struct writer *w)
{
    const struct acc_clause *async = acc_find(w->c, ACC_CLAUSE_ASYNC);
    return async ? arena_printf(w->a->f->arena, "#pragma omp taskwait depend(inout: *__gantry_acc_queue(%s))",
                                acc_queue_of(w, async))
                 : NULL;
}

/* waits for all queues that the construct waits for or is put on */
static const char *wait_for_queues(struct writer *w)
{
    const char *lines = wait_for_own(w);
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        if (x->kind != ACC_CLAUSE_WAIT || x->off)
            continue;
        if (x->list.b == x->list.e)
            lines = acc_in_turn(w, lines, "#pragma omp taskwait");
        while (acc_next_item(&w->ps, x->list, &r))
            lines =
                acc_in_turn(w, lines,
                            arena_printf(w->a->f->arena, "#pragma omp taskwait depend(inout: *__gantry_acc_queue(%s))",
                                         range_text(&w->ps, r)));
    }
    w->a->has_queues |= lines != NULL;
    return lines;
}

/* What is cleared is so at once: queues are waited for before it, and where it comes into being by a task. */
static void put_zeroed(struct writer *w, struct acc_written *out)
{
    struct acc_zeroed z = {.scope = ""};
    struct arena *arena = w->a->f->arena;
    for (size_t i = 0; i < w->c->clauses.n; i++)
        acc_clear(w, &w->c->clauses.v[i], &z);
    if (!z.n)
        return;
    const char *before = sb_take(&z.before, arena), *after = sb_take(&z.after, arena);
    const char *own = wait_for_own(w), *first = acc_in_turn(w, acc_in_turn(w, "{", wait_for_queues(w)), before);
    if (is_compute(w->c)) {
        first = arena_printf(arena, "%s\n#pragma omp target data%s\n{ %s", first, maps_of_zeroed(w), after);
        out->before = acc_in_turn(w, first, out->before);
        out->after = acc_in_turn(w, acc_in_turn(w, out->after, own), "} }");
    } else if (has_directive(w->c, DATA)) {
        out->before = acc_in_turn(w, out->before, first);
        out->after = acc_in_turn(w, "}", out->after);
        out->inside = out->opens ? out->inside : "}";
        out->opens = true;
        out->first = arena_printf(arena, " %s", after);
    } else {
        out->before = acc_in_turn(w, first, out->before);
        out->after = acc_in_turn(w, acc_in_turn(w, acc_in_turn(w, out->after, own), after), "}");
    }
}

/* acc_copy(alwaysin:) and acc_copy(alwaysout:): where it is present, it is copied one way all the same. */
static const char *update_of(struct writer *w, unsigned modifier, const char *motion)
{
    const struct acc_clause *async = acc_find(w->c, ACC_CLAUSE_ASYNC), *when = acc_find(w->c, ACC_CLAUSE_IF),
                            *self = acc_find(w->c, ACC_CLAUSE_SELF);
    struct sb s = {0};
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        while (!x->off && x->kind == ACC_CLAUSE_COPY && (x->modifiers & ACC_ALWAYS) == modifier &&
               acc_next_item(&w->ps, x->list, &r))
            sb_add(&s, acc_rows(w->a, w->c, r)
                           ? acc_row_clauses(w, r, motion, "", NULL)
                           : arena_printf(w->a->f->arena, " %s(%s)", motion, range_text(&w->ps, r)));
    }
    if (!s.n)
        return NULL;
    if (when || self)
        sb_printf(&s, " if((%s) && !(%s))", when ? range_text(&w->ps, when->list) : "1",
                  !self                ? "0"
                  : self->has_argument ? range_text(&w->ps, self->list)
                                       : "1");
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        if (x->off || (x != async && x->kind != ACC_CLAUSE_WAIT))
            continue;
        if (x == async && x->list.b == x->list.e)
            sb_add(&s, " depend(inout: *__gantry_acc_queue(-1))");
        while (acc_next_item(&w->ps, x->list, &r))
            sb_printf(&s, " depend(inout: *__gantry_acc_queue(%s))", range_text(&w->ps, r));
        w->a->has_queues = true;
    }
    return arena_printf(w->a->f->arena, "#pragma omp target update%s%s", sb_take(&s, w->a->f->arena),
                        async && !has_directive(w->c, DATA) ? " nowait" : "");
}

static void put_always(struct writer *w, struct acc_written *out)
{
    const char *in = update_of(w, ACC_ALWAYS_IN, "to"), *back = update_of(w, ACC_ALWAYS_OUT, "from");
    if (!in && !back)
        return;
    out->before = acc_in_turn(w, acc_in_turn(w, "{", in), out->before);
    out->after = acc_in_turn(w, acc_in_turn(w, out->after, back), "}");
}

bool acc_attaches_own(struct writer *w, struct range item)
{
    for_each (const struct acc_clause, x, w->c->clauses) {
        struct range r = {0};
        bool brings = x->kind != ACC_CLAUSE_PRESENT && x->kind != ACC_CLAUSE_NO_CREATE && !x->off &&
                      str_starts(acc_clause_rows[x->kind].openmp, "map(");
        while (is_compute(w->c) && brings && acc_next_item(&w->ps, x->list, &r))
            if (acc_same_word(w->a->f, acc_root(&w->ps, r), acc_root(&w->ps, item)))
                return true;
    }
    return false;
}

/* attach, detach: the pointers in what is mapped */
static const char *pointed(struct writer *w, enum acc_clause_kind kind, const char *routine)
{
    const struct acc_clause *async = acc_find(w->c, ACC_CLAUSE_ASYNC), *when = acc_find(w->c, ACC_CLAUSE_IF);
    const char *queue = async ? arena_printf(w->a->f->arena, ", (int)(%s)", acc_queue_of(w, async)) : "";
    struct sb s = {0};
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        while (x->kind == kind && !x->off && acc_next_item(&w->ps, x->list, &r))
            if (!acc_attaches_own(w, r))
                sb_printf(&s, " __gantry_acc_%s%s((void **)&(%s)%s);", routine, async ? "_async" : "",
                          range_text(&w->ps, r), queue);
    }
    if (!s.n)
        return NULL;
    const char *calls = sb_take(&s, w->a->f->arena);
    return arena_printf(w->a->f->arena, "if (%s) { void __gantry_acc_%s%s(void **%s);%s }",
                        when ? range_text(&w->ps, when->list) : "1", routine, async ? "_async" : "",
                        async ? ", int" : "", calls);
}

static void attach_and_detach(struct writer *w, struct acc_written *out)
{
    const char *attaches = pointed(w, ACC_CLAUSE_ATTACH, "attach"), *leaves = pointed(w, ACC_CLAUSE_ATTACH, "detach"),
               *detaches =
                   pointed(w, ACC_CLAUSE_DETACH, acc_find(w->c, ACC_CLAUSE_FINALIZE) ? "detach_finalize" : "detach");
    if (has_directive(w->c, ENTER_DATA))
        out->after = acc_in_turn(w, out->after, attaches);
    else if (has_directive(w->c, EXIT_DATA))
        out->before = acc_in_turn(w, out->before, detaches);
    else if (attaches && has_directive(w->c, DATA)) {
        out->first = out->opens ? acc_in_turn(w, out->first, attaches) : attaches;
        out->inside = acc_in_turn(w, leaves, out->opens ? out->inside : "}");
        out->opens = true;
    } else if (attaches) {
        out->before = acc_in_turn(w, arena_printf(w->a->f->arena, "{ %s", attaches), out->before);
        out->after = acc_in_turn(w, out->after, arena_printf(w->a->f->arena, "%s }", leaves));
    }
    if ((attaches || detaches) && !is_compute(w->c) && !strstr(w->o->text.s, "map(")) /* nothing else is said */
        out->n = 0;
}

/* what stands beside a directive about data */
void acc_beside(struct writer *w, struct acc_written *out)
{
    put_zeroed(w, out);
    attach_and_detach(w, out);
    put_always(w, out);
}
