/* acc/others.c: directives of OpenACC that have one form in OpenMP each: declare, set, host_data, routine, wait. */
#include "write.h"

#include <string.h>

/* ---- declare, set ---- */

/* where the definition at file scope begins that the place is in */
static uint32_t begin_of_function(struct text t, uint32_t place)
{
    struct declarator d;
    for (uint32_t at = 0; (at = skip_blank(t, at)) < place; at = d.after) {
        if (t.s[at] == '#') {
            d.after = after_line(t, at);
            continue;
        }
        declarator_read(t, at, &d);
        if (d.after > place || d.after <= at)
            return at;
    }
    return place;
}

/* A variable of ours whose end has the memory leave: a structure, or the head of a list of rows */
static void leave_at_end(struct writer *w, struct memory m, bool comes_back, unsigned n, struct sb *s)
{
    uint32_t at = w->c->at.b;
    const char *pointer = m.pointer ? m.pointer : "0";
    if (*m.loops)
        sb_printf(s,
                  "%svoid __gantry_acc_row(void *, void *, __SIZE_TYPE__, int, void *); void "
                  "__gantry_acc_leave_rows(void *); void *__gantry_here_%u_%u "
                  "__attribute__((cleanup(__gantry_acc_leave_rows))) = 0; %s__gantry_acc_row(&__gantry_here_%u_%u, %s, "
                  "%s, %d, %s);",
                  n ? " " : "", at, n, m.loops, at, n, m.at, m.bytes, comes_back, pointer);
    else
        sb_printf(s,
                  "%svoid __gantry_acc_leave(void *); struct { void *at; __SIZE_TYPE__ bytes; int comes_back; void "
                  "*pointer; } __gantry_here_%u_%u __attribute__((cleanup(__gantry_acc_leave), unused)) = {%s, %s, %d, "
                  "%s};",
                  n ? " " : "", at, n, m.at, m.bytes, comes_back, pointer);
}

static void leave_items(struct writer *w, const struct acc_clause *x, unsigned *n, struct sb *s)
{
    bool comes_back = x->kind == ACC_CLAUSE_COPY || x->kind == ACC_CLAUSE_COPYOUT;
    struct range r = {0};
    while (acc_next_item(&w->ps, x->list, &r)) {
        struct memory m[ACC_MOST_BRACKETS] = {acc_memory_of(w, r)};
        unsigned pieces = *m[0].loops ? acc_row_memory(w, r, m) : 1;
        while (pieces-- > 0) /* ends of variables are in the opposite order: rows leave before what leads to them */
            leave_at_end(w, m[pieces], comes_back && pieces == 0, (*n)++, s);
    }
}

/* In a function: the directive enters the data; a variable of ours, whose end calls __gantry_acc_leave, leaves it. */
void acc_write_local_declare(struct writer *w, struct acc_written *out)
{
    struct sb leaves = {0};
    struct acc_zeroed z = {.scope = arena_printf(w->a->f->arena, "%u_", w->c->at.b)};
    unsigned n = 0;
    acc_begin(w, out, "target enter data");
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        bool to = x->kind == ACC_CLAUSE_COPY || x->kind == ACC_CLAUSE_COPYIN;
        if (x->off || x->kind == ACC_CLAUSE_DEVICEPTR)
            continue;
        if (x->kind == ACC_CLAUSE_LINK) { /* said before the function */
            out->end = arena_printf(w->a->f->arena, "#pragma omp declare target link(%s)", range_text(&w->ps, x->list));
            out->end_at = begin_of_function(w->a->t, w->c->at.b);
            continue;
        }
        acc_say_list(w, x,
                     to                              ? "map(to: "
                     : x->kind == ACC_CLAUSE_PRESENT ? "map(present, alloc: "
                                                     : "map(alloc: ",
                     x->kind == ACC_CLAUSE_PRESENT ? "present, alloc: " : "to: ");
        leave_items(w, x, &n, &leaves);
        acc_clear(w, x, &z);
    }
    if (!n)
        out->n = 0;
    if (n)
        out->after = sb_take(&leaves, w->a->f->arena);
    if (!z.n)
        return;
    out->before = sb_take(&z.before, w->a->f->arena);
    out->after = acc_in_turn(w, sb_take(&z.after, w->a->f->arena), out->after);
}

void acc_write_declare(struct writer *w, struct acc_written *out)
{
    acc_begin(w, out, "declare target");
    size_t said = w->o->text.n;
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        if (x->kind == ACC_CLAUSE_DEVICEPTR) /* constructs that name the pointer say so */
            continue;
        acc_say_around(w, x, x->kind == ACC_CLAUSE_LINK ? " link(" : " enter(", ")");
        struct range r = {0};
        while (x->modifiers & ACC_ZERO && acc_next_item(&w->ps, x->list, &r))
            vec_push(w->a->f->arena, &w->c->line->zeroed, range_text(&w->ps, r));
    }
    if (w->o->text.n == said)
        out->n = 0;
}

/* as in runtime/host/acc_devices.c */
enum device_choice { CHOICE_SET, CHOICE_INIT, CHOICE_SHUTDOWN, CHOICE_WAIT };

/* Adds a call of the runtime's. type: 0: none is named */
static void choose(struct writer *w, enum device_choice what, struct range number, int type, struct sb *s)
{
    bool has_number = number.b < number.e;
    sb_printf(s, " __gantry_acc_choose(%d, %d, %s, %d, &__gantry_at);", what, has_number,
              has_number ? range_text(&w->ps, number) : "0", type);
}

void acc_add_calls(struct writer *w, struct sb *calls, const char *declared, struct sb *out)
{
    if (calls->n)
        sb_printf(out,
                  " struct __gantry_loc { const char *file, *function; int line, col; }; void %s; const struct "
                  "__gantry_loc __gantry_at = {__FILE__, __func__, %d, 0};%s",
                  declared, w->c->line->loc.line, calls->s);
    sb_free(calls);
}

static const char choose_declared[] = "__gantry_acc_choose(int, int, int, int, const void *)";

/* wait(devnum:): queues are those of all devices, but there is such a device. NULL: nothing is asked */
const char *acc_devices_of_waits(struct writer *w)
{
    struct sb calls = {0}, s = {0};
    for_each (const struct acc_clause, x, w->c->clauses)
        if (x->kind == ACC_CLAUSE_WAIT && !x->off && x->special.b < x->special.e)
            choose(w, CHOICE_WAIT, x->special, 0, &calls);
    const struct acc_clause *when = has_directive(w->c, WAIT) ? acc_find(w->c, ACC_CLAUSE_IF) : NULL;
    if (!calls.n)
        return NULL;
    sb_printf(&s, "if (%s) {", when ? range_text(&w->ps, when->list) : "1");
    acc_add_calls(w, &calls, choose_declared, &s);
    sb_add(&s, " }");
    return sb_take(&s, w->a->f->arena);
}

/* set, init, shutdown */
void acc_write_device(struct writer *w, struct acc_written *out)
{
    const struct acc_clause *device = acc_find(w->c, ACC_CLAUSE_DEVICE_NUM),
                            *queue = acc_find(w->c, ACC_CLAUSE_DEFAULT_ASYNC), *when = acc_find(w->c, ACC_CLAUSE_IF);
    enum device_choice what = has_directive(w->c, SET)    ? CHOICE_SET
                              : has_directive(w->c, INIT) ? CHOICE_INIT
                                                          : CHOICE_SHUTDOWN;
    struct range number = device ? device->list : (struct range){0};
    struct sb s = {0}, calls = {0};
    for_each (const struct acc_clause, x, w->c->clauses) {
        struct range r = {0};
        while (x->kind == ACC_CLAUSE_DEVICE_TYPE && acc_next_item(&w->ps, x->list, &r))
            choose(w, what, number, acc_device_type(&w->ps, r.b), &calls);
    }
    if (!calls.n && (device || !has_directive(w->c, SET)))
        choose(w, what, number, 0, &calls);
    sb_printf(&s, "if (%s) {", when ? range_text(&w->ps, when->list) : "1");
    acc_add_calls(w, &calls, choose_declared, &s);
    if (queue)
        sb_printf(&s, " void (__gantry_acc_default_queue)(long); __gantry_acc_default_queue(%s);",
                  range_text(&w->ps, queue->list));
    sb_add(&s, " }");
    out->after = sb_take(&s, w->a->f->arena);
}

/* Without if_present it is an error that a variable is not there. */
void acc_write_host_data(struct writer *w, struct acc_written *out)
{
    const struct acc_clause *when = acc_find(w->c, ACC_CLAUSE_IF);
    struct sb s = {0};
    acc_begin(w, out, "target data");
    acc_conditions(w);
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        if (x->kind != ACC_CLAUSE_USE_DEVICE)
            continue;
        acc_say_around(w, x, " use_device_ptr(", ")");
        while (acc_next_item(&w->ps, x->list, &r)) {
            const char *name = range_text(&w->ps, r);
            sb_printf(&s,
                      " __gantry_acc_must_be_present((void *)__builtin_choose_expr(__builtin_classify_type(%s) == 5, "
                      "(%s), &(%s)), \"%s\", __FILE__, %d, __func__);",
                      name, name, name, name, w->c->line->loc.line);
        }
    }
    if (acc_find(w->c, ACC_CLAUSE_IF_PRESENT) || !s.n)
        return;
    out->before = arena_printf(w->a->f->arena,
                               "{ if (%s) { void __gantry_acc_must_be_present(void *, const char *, const char *, int, "
                               "const char *);%s }",
                               when ? range_text(&w->ps, when->list) : "1", sb_take(&s, w->a->f->arena));
    out->after = "}";
}

/* ---- routine ---- */
void acc_write_routine(struct writer *w, struct acc_written *out)
{
    const struct acc_routine *r = &w->a->routines.v[w->c->routine - 1];
    const struct acc_clause *bind = acc_routine_bind(w->c), *nohost = acc_find(w->c, ACC_CLAUSE_NOHOST);
    acc_begin(w, out, r->named ? "declare target enter" : "begin declare target");
    if (r->named)
        acc_say_around(w, &w->c->clauses.v[0], "(", ")");
    if (nohost)
        acc_say(w, nohost->at, " device_type(nohost)");
    if (!r->named) {
        out->end = "#pragma omp end declare target";
        out->end_at = r->end;
    }
    if (!bind)
        return;
    if (r->named) /* what the variant is of: declared once more */
        out->after =
            arena_printf(w->a->f->arena, "%s__typeof__(%s) %s;", r->is_static ? "static " : "", r->name, r->name);
    acc_begin(w, out, "declare variant(");
    const struct token *t = tok(&w->ps, bind->list.b);
    if (t->kind == TOK_STRING)
        acc_say(w, bind->list.b, arena_strndup(w->a->f->arena, text_at(&w->ps, bind->list.b) + 1, t->len - 2));
    else
        acc_copy(w, bind->list);
    acc_say(w, bind->at, ") match(device={kind(nohost)})");
}

/* ---- wait ---- */
void acc_write_wait(struct writer *w, struct acc_written *out)
{
    const struct acc_clause *on = acc_find(w->c, ACC_CLAUSE_WAIT), *async = acc_find(w->c, ACC_CLAUSE_ASYNC),
                            *when = acc_find(w->c, ACC_CLAUSE_IF);
    acc_begin(w, out, "taskwait");
    if (async && on) {
        acc_depend_on(w, on, "in");
        acc_depend_on(w, async, "inout");
        acc_say(w, async->at, " nowait");
    } else if (on) {
        acc_depend_on(w, on, "inout");
    }
    if (when) {
        out->before = arena_printf(w->a->f->arena, "if (%s) {", range_text(&w->ps, when->list));
        out->after = "}";
    }
}
