/* acc/write.c: which OpenMP a construct of OpenACC stands for. */
#include "write.h"

#include <string.h>

/* ---- clauses ---- */

/* what is said of the pointers that lead to the rows of an item */
static const char *pointers_of(const struct writer *w, const struct acc_clause *x)
{
    return has_directive(w->c, EXIT_DATA)    ? acc_find(w->c, ACC_CLAUSE_FINALIZE) ? "delete: " : "release: "
           : x->kind == ACC_CLAUSE_PRESENT   ? "present, alloc: "
           : x->kind == ACC_CLAUSE_NO_CREATE ? "ompx_no_create, alloc: "
           : has_directive(w->c, DATA)       ? "ompx_hold, to: "
                                             : "to: ";
}

/* Structures are reduced apart, each by a reduction of its own. */
static void reduction_clause(struct writer *w, const struct acc_clause *x)
{
    const char *op = range_text(&w->ps, (struct range){x->list.b, x->list.b + 1});
    struct range r = {0};
    bool opened = false;
    while (acc_next_item(&w->ps, acc_variables(x), &r))
        if (!strcmp(acc_reduction_of(w, w->c, x, r), op)) {
            acc_say(w, x->at, opened ? ", " : arena_printf(w->a->f->arena, " reduction(%s: ", op));
            acc_copy(w, r);
            opened = true;
        }
    if (opened)
        acc_say(w, x->all.e - 1, ")");
    for (r = (struct range){0}; acc_next_item(&w->ps, acc_variables(x), &r);) {
        const char *name = acc_reduction_of(w, w->c, x, r);
        if (!strcmp(name, op))
            continue;
        acc_say(w, x->at, arena_printf(w->a->f->arena, " reduction(%s: ", name));
        acc_copy(w, r);
        acc_say(w, x->all.e - 1, ")");
    }
}

static void data_clause(struct writer *w, const struct acc_clause *x)
{
    const char *openmp = acc_clause_rows[x->kind].openmp;
    bool map = str_starts(openmp, "map(");
    if (x->kind == ACC_CLAUSE_REDUCTION) {
        reduction_clause(w, x);
        return;
    }
    if (x->kind == ACC_CLAUSE_PRIVATE || x->kind == ACC_CLAUSE_FIRSTPRIVATE) {
        acc_say_own(w, x);
        return;
    }
    if (x->kind == ACC_CLAUSE_DEVICEPTR && has_directive(w->c, DATA))
        return;                                    /* the pointer is what it is */
    if ((x->modifiers & ACC_ALWAYS) == ACC_ALWAYS) /* one way alone: put_always */
        openmp = arena_printf(w->a->f->arena, "map(always, %s", openmp + strlen("map("));
    if (map && has_directive(w->c, DATA)) /* the structured reference count: enter data and exit data have another */
        openmp = arena_printf(w->a->f->arena, "map(ompx_hold, %s", openmp + strlen("map("));
    bool finalize = acc_find(w->c, ACC_CLAUSE_FINALIZE);
    if (x->kind == ACC_CLAUSE_DELETE && finalize)
        openmp = "map(delete: ";
    acc_say_list(w, x, openmp, pointers_of(w, x));
    if (x->kind == ACC_CLAUSE_COPYOUT && finalize)
        acc_say_list(w, x, "map(delete: ", pointers_of(w, x));
}

/* Does a data clause of the construct list the variable? */
static bool is_copied(struct writer *w, struct slice name)
{
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        while (acc_clause_rows[x->kind].argument == ACC_ARG_DATA && !x->off && acc_next_item(&w->ps, x->list, &r))
            if (acc_same_word(w->a->f, acc_root(&w->ps, r), name))
                return true;
    }
    return false;
}

/* the `default` that the construct sees, "none" or "present": its own, or that of the nearest data construct around
 * (2.6.2); "": there is none */
static const char *visible_default(const struct writer *w)
{
    for (const struct acc_construct *c = w->c; c; c = c->up) {
        struct parser ps = {w->a->f, c->p};
        const struct acc_clause *x = acc_find(c, ACC_CLAUSE_DEFAULT);
        if (x)
            return is(&ps, x->list.b, "none") ? "none" : "present";
    }
    return "";
}

static bool is_default_none(const struct writer *w) { return !strcmp(visible_default(w), "none"); }

/* Does a data construct nearer than d list the variable? */
static bool is_listed_before(struct writer *w, const struct acc_construct *d, struct slice name)
{
    for (const struct acc_construct *x = w->c; x != d; x = x->up)
        if ((x == w->c || has_directive(x, DATA) || x->scope.e) && acc_lists(w->a->f, x, name))
            return true;
    return false;
}

/* How a compute construct says that it uses what an enclosing data construct lists; NULL: it need not. What of a
 * section is there is found by its first element. */
static const char *use_of(struct writer *w, const struct acc_construct *d, const struct acc_clause *x, struct range r)
{
    struct parser ps = {w->a->f, d->p};
    struct arena *arena = w->a->f->arena;
    const char *item = range_text(&ps, r);
    if (r.e == r.b + 1)
        return arena_printf(arena,
                            x->kind == ACC_CLAUSE_DEVICEPTR   ? " is_device_ptr(%s)"
                            : x->kind == ACC_CLAUSE_NO_CREATE ? " map(ompx_no_create, alloc: %s)"
                                                              : " map(tofrom: %s)",
                            item);
    if (is_default_none(w) && !acc_rows(w->a, d, r))
        return arena_printf(arena, " map(alloc: %s)", item);
    unsigned close = is(&ps, r.b + 1, "[") ? matching(&ps, r.b + 1) : 0;
    struct range low = {r.b + 2, close ? find(&ps, (struct range){r.b + 2, close}, ":") : 0};
    if (!close || acc_find(d, ACC_CLAUSE_IF))
        return NULL;
    return arena_printf(arena, " map(alloc: %s[%s:0])", range_text(&ps, (struct range){r.b, r.b + 1}),
                        low.e > low.b ? range_text(&ps, low) : "0");
}

/* Pointers that a `declare deviceptr` of the file's lists */
static void declared_pointers(struct writer *w)
{
    struct front *f = w->a->f;
    for_each_pointer (struct acc_construct, d, w->a->v)
        for (size_t i = 0; has_directive(d, DECLARE) && d->at_file_scope && i < d->clauses.n; i++) {
            struct parser ps = {f, d->p};
            struct range r = {0};
            while (d->clauses.v[i].kind == ACC_CLAUSE_DEVICEPTR && acc_next_item(&ps, d->clauses.v[i].list, &r)) {
                struct slice s = acc_root(&ps, r);
                int n = (int)(s.end - s.begin);
                if (!is_listed_before(w, NULL, s) && acc_names(w->a, w->c, s))
                    acc_say(w, NAME, arena_printf(f->arena, " is_device_ptr(%.*s)", n, f->src + s.begin));
            }
        }
}

/* Variables of `data` constructs around are there, not copies of them, if they are scalars too (OpenACC 3.3, 2.6.2). */
static void visible_data(struct writer *w)
{
    for (const struct acc_construct *d = w->c->up; d; d = d->up)
        for (size_t i = 0; (has_directive(d, DATA) || d->scope.e) && i < d->clauses.n; i++) {
            const struct acc_clause *x = &d->clauses.v[i];
            struct parser ps = {w->a->f, d->p};
            struct range r = {0};
            while (acc_lists_variables(x) && acc_next_item(&ps, x->list, &r)) {
                struct slice s = acc_root(&ps, r);
                if (is_listed_before(w, d, s) || !acc_names(w->a, w->c, s))
                    continue;
                const char *use = use_of(w, d, x, r);
                acc_say(w, NAME, use ? use : "");
            }
        }
    declared_pointers(w);
}

/* ---- reductions of loops inside ---- */

/* Is the variable private to something between the loop x in the compute construct and that, or to that? */
static bool is_private_around(struct writer *w, const struct acc_construct *x, struct slice name)
{
    for (const struct acc_construct *o = x->up; o; o = o == w->c ? NULL : o->up) {
        struct parser ps = {w->a->f, o->p};
        if (acc_has_own(o, w->a->f->src + name.begin, name.end - name.begin))
            return true;
        for (size_t i = 0; i < o->clauses.n; i++) {
            const struct acc_clause *c = &o->clauses.v[i];
            struct range r = {0};
            while ((c->kind == ACC_CLAUSE_PRIVATE || c->kind == ACC_CLAUSE_FIRSTPRIVATE) && !c->off &&
                   acc_next_item(&ps, c->list, &r))
                if (acc_same_word(w->a->f, acc_root(&ps, r), name))
                    return true;
        }
    }
    return false;
}

/* Do the construct's gangs reduce the variable by a clause of its own? One of a loop that they do not share is none. */
static bool gangs_reduce(struct writer *w, struct slice name)
{
    for (size_t i = 0; i < w->c->clauses.n && (!is_loop(w->c) || w->c->levels & ACC_GANGS); i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        while (x->kind == ACC_CLAUSE_REDUCTION && !x->off && acc_next_item(&w->ps, acc_variables(x), &r))
            if (acc_same_word(w->a->f, acc_root(&w->ps, r), name))
                return true;
    }
    return false;
}

/* An item of a clause of the loop x in the compute construct, of a variable of the code around */
static void inner_item(struct writer *w, const struct acc_construct *x, const struct acc_clause *r, struct range item,
                       struct sb *said)
{
    struct arena *arena = w->a->f->arena;
    struct parser ps = {w->a->f, x->p};
    struct slice s = acc_root(&ps, item);
    const char *name = arena_strndup(arena, w->a->f->src + s.begin, s.end - s.begin), *text = range_text(&ps, item);
    const char *key = arena_printf(arena, " %s ", name);
    if (acc_declared_between(acc_tree(w->c), x->node, name, strlen(name)) || is_private_around(w, x, s))
        return;
    if (!acc_lists(w->a->f, w->c, s) && !strstr(said->s ? said->s : "", key)) {
        acc_say(w, NAME, arena_printf(arena, " map(tofrom: %s)", text));
        sb_add(said, key);
    }
    key = arena_printf(arena, " +%s ", name);
    if (r->kind != ACC_CLAUSE_REDUCTION || !(x->levels & ACC_GANGS) || gangs_reduce(w, s) ||
        strstr(said->s ? said->s : "", key))
        return;
    acc_say(w, NAME, arena_printf(arena, " reduction(%s: %s)", acc_reduction_of(w, x, r, item), text));
    sb_add(said, key);
}

/* A variable that a loop in the compute construct reduces is copied, if nothing else is said of it there (2.9.11);
 * where gangs share the loop, the construct's gangs are what is reduced over. So is one whose last value is used later.
 */
static void inner_reductions(struct writer *w)
{
    struct sb said = {0};
    for_each_pointer (struct acc_construct, x, w->a->v)
        for (size_t i = 0; i < x->clauses.n && x != w->c && acc_compute_around(x) == w->c; i++) {
            const struct acc_clause *r = &x->clauses.v[i];
            struct parser ps = {w->a->f, x->p};
            struct range item = {0};
            while ((r->kind == ACC_CLAUSE_REDUCTION || r->kind == ACC_CLAUSE_LAST || r->kind == ACC_CLAUSE_FLAG) &&
                   !r->off && acc_next_item(&ps, acc_variables(r), &item))
                inner_item(w, x, r, item, &said);
        }
    sb_free(&said);
}

/* ---- constructs ---- */

static const char *loop_words(const struct acc_construct *c)
{
    static const char *const words[] = {
        [0] = "",
        [ACC_GANGS] = "distribute",
        [ACC_WORKERS] = "parallel for",
        [ACC_VECTORS] = "simd",
        [ACC_GANGS | ACC_WORKERS] = "distribute parallel for",
        [ACC_WORKERS | ACC_VECTORS] = "parallel for simd",
        [ACC_GANGS | ACC_VECTORS] = "distribute simd",
        [ACC_LEVELS] = "distribute parallel for simd",
    };
    unsigned l = c->levels;
    return words[c->as_threads ? (l & ~(unsigned)ACC_VECTORS) | ACC_WORKERS : l];
}

/* `if`, and `self`, which runs the region on the host too */
void acc_conditions(struct writer *w)
{
    const struct acc_clause *when = acc_find(w->c, ACC_CLAUSE_IF), *self = acc_find(w->c, ACC_CLAUSE_SELF);
    bool target = is_compute(w->c);
    if (!when && !self)
        return;
    const struct acc_clause *x = when ? when : self;
    acc_say(w, x->at, target ? " if(target: " : " if(");
    if (when)
        acc_say_around(w, when, "(", ")");
    if (self) {
        acc_say(w, self->at, when ? " && !(" : "!(");
        if (self->has_argument)
            acc_copy(w, self->list);
        else
            acc_say(w, self->at, "1");
        acc_say(w, self->all.e - 1, ")");
    }
    acc_say(w, x->all.e - 1, ")");
}

static void defaults(struct writer *w)
{
    const struct acc_clause *x = acc_find(w->c, ACC_CLAUSE_DEFAULT);
    unsigned at = x ? x->at : NAME;
    if (is_default_none(w))
        acc_say(w, at, " defaultmap(none)");
    else if (*visible_default(w))
        acc_say(w, at, " defaultmap(present: aggregate)");
}

/* Clauses that are the same in OpenMP but for their name. */
static void plain_clauses(struct writer *w, bool compute, bool loop)
{
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        unsigned takers = acc_clause_rows[x->kind].takers;
        bool of_loop = takers & 1u << ACC_LOOP;
        if (x->off || !*acc_clause_rows[x->kind].openmp || x->kind == ACC_CLAUSE_IF)
            continue;
        bool here =
            is_loop(w->c) && of_loop ? loop || (x->kind == ACC_CLAUSE_REDUCTION && w->c->levels & ACC_GANGS) : compute;
        if (x->kind == ACC_CLAUSE_COLLAPSE && !w->c->levels)
            here = false;
        if (x->kind == ACC_CLAUSE_REDUCTION && here && loop && !compute && w->c->levels == ACC_GANGS &&
            !w->c->as_threads)
            here = false; /* the teams' */
        if (here && acc_clause_rows[x->kind].argument == ACC_ARG_NONE) {
            acc_say(w, x->at, " ");
            acc_say(w, x->at, acc_clause_rows[x->kind].openmp);
        } else if (here) {
            data_clause(w, x);
        }
    }
}

/* Its loops are those over tiles, which the line after it makes. */
static void tile_loops(struct writer *w)
{
    const struct acc_clause *x = acc_find(w->c, ACC_CLAUSE_TILE);
    struct range r = {0};
    unsigned n = 0;
    while (x && acc_next_item(&w->ps, x->list, &r))
        n++;
    if (n > 1)
        acc_say(w, x->at, arena_printf(w->a->f->arena, " collapse(%u)", n));
}

static void tile_line(struct writer *w, struct acc_written *out)
{
    const struct acc_clause *x = acc_find(w->c, ACC_CLAUSE_TILE);
    struct range r = {0};
    if (!x)
        return;
    VEC(struct range) sizes = {0};
    acc_begin(w, out, "tile sizes(");
    while (acc_next_item(&w->ps, x->list, &r))
        vec_push(w->a->f->arena, &sizes, r);
    for (size_t i = sizes.n;
         i-- > 0;) { /* the first is that of the innermost loop (2.9.8), in OpenMP of the outermost */
        r = sizes.v[i];
        if (is(&w->ps, r.b, "*"))
            acc_say(w, r.b, "16");
        else
            acc_copy(w, r);
        acc_say(w, r.b, i ? ", " : "");
    }
    acc_say(w, x->all.e - 1, ")");
}

static void own_scalars(struct writer *w)
{
    for (size_t i = 0; i < w->c->own.n; i++)
        acc_say(w, NAME, arena_printf(w->a->f->arena, " private(%s)", w->c->own.v[i]));
}

static void loop_clauses(struct writer *w)
{
    tile_loops(w);
    own_scalars(w);
    const struct acc_clause *gang = acc_find(w->c, ACC_CLAUSE_GANG);
    if (!gang || gang->special.b == gang->special.e || is(&w->ps, gang->special.b, "*"))
        return;
    acc_say(w, gang->at, " dist_schedule(static, ");
    acc_copy(w, gang->special);
    acc_say(w, gang->at, ")");
}

static void queues(struct writer *w, struct acc_written *out);

/* copy(x) attach(x.p): of what the pointer leads to nothing is mapped but the place, which attaches it */
static void own_attachments(struct writer *w)
{
    for_each (const struct acc_clause, x, w->c->clauses) {
        struct range r = {0};
        while (x->kind == ACC_CLAUSE_ATTACH && !x->off && acc_next_item(&w->ps, x->list, &r))
            if (acc_attaches_own(w, r)) {
                acc_say(w, x->at, " map(alloc: ");
                acc_copy(w, r);
                acc_say(w, x->at, "[0:0])");
            }
    }
}

static void compute_clauses(struct writer *w, struct acc_written *out, bool teams)
{
    acc_conditions(w);
    queues(w, out);
    if (teams)
        acc_say_sizes(w);
    defaults(w);
    visible_data(w);
    own_attachments(w);
    inner_reductions(w);
}

/* Variables whose last values are used after the construct */
static void last_values(struct writer *w)
{
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        while ((x->kind == ACC_CLAUSE_LAST || x->kind == ACC_CLAUSE_FLAG) && !x->off &&
               acc_next_item(&w->ps, x->list, &r))
            if (!is_copied(w, acc_root(&w->ps, r)))
                acc_say(w, x->at, arena_printf(w->a->f->arena, " map(tofrom: %s)", range_text(&w->ps, r)));
    }
}

/* What is reduced by what runs alone is copied all the same. */
static void copied_reductions(struct writer *w)
{
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        if (x->kind != ACC_CLAUSE_REDUCTION || x->off)
            continue;
        acc_say(w, x->at, " map(tofrom: ");
        acc_copy(w, acc_variables(x));
        acc_say(w, x->all.e - 1, ")");
    }
}

static void write_parallel(struct writer *w, struct acc_written *out)
{
    const char *loop = is_loop(w->c) ? loop_words(w->c) : "";
    bool joined = str_starts(loop, "distribute");
    acc_begin(w, out, "target teams");
    if (joined)
        acc_say(w, NAME + w->c->words - 1, arena_printf(w->a->f->arena, " %s", loop));
    compute_clauses(w, out, true);
    plain_clauses(w, true, joined);
    last_values(w);
    if (joined)
        loop_clauses(w);
    if (!joined && is_loop(w->c))
        copied_reductions(w);
    if (!joined && *loop) {
        acc_begin(w, out, loop);
        loop_clauses(w);
        plain_clauses(w, false, true);
    }
    acc_own_variables(w, out);
    if (!out->opens)
        tile_line(w, out);
}

static void write_serial(struct writer *w, struct acc_written *out)
{
    acc_begin(w, out, "target");
    if (has_directive(w->c, KERNELS) && !is_default_none(w))
        acc_say(w, NAME, " defaultmap(tofrom: scalar)");
    compute_clauses(w, out, false);
    for (size_t i = 0; i < w->c->clauses.n; i++)
        if (!w->c->clauses.v[i].off && w->c->clauses.v[i].kind != ACC_CLAUSE_REDUCTION &&
            w->c->clauses.v[i].kind != ACC_CLAUSE_COLLAPSE && w->c->clauses.v[i].kind != ACC_CLAUSE_IF &&
            *acc_clause_rows[w->c->clauses.v[i].kind].openmp &&
            !(is_loop(w->c) && w->c->clauses.v[i].kind == ACC_CLAUSE_PRIVATE))
            data_clause(w, &w->c->clauses.v[i]);
    copied_reductions(w);
    acc_own_variables(w, out);
    if (is_loop(w->c) && *loop_words(w->c)) { /* threads of the one gang of `kernels` */
        acc_begin(w, out, loop_words(w->c));
        own_scalars(w);
        plain_clauses(w, false, true);
    }
}

static void write_loop(struct writer *w, struct acc_written *out)
{
    if (w->c->levels) {
        acc_begin(w, out, loop_words(w->c));
        loop_clauses(w);
        plain_clauses(w, false, true);
    }
    acc_own_variables(w, out);
    if (!out->opens)
        tile_line(w, out);
}
/* ---- queues ---- */
/* depend(… : the object that stands for the queue), of each expression of the clause */
void acc_depend_on(struct writer *w, const struct acc_clause *x, const char *how)
{
    struct range r = {0};
    w->a->has_queues = true;
    if (x->list.b == x->list.e) {
        acc_say(w, x->at, arena_printf(w->a->f->arena, " depend(%s: *__gantry_acc_queue(-1))", how));
        return;
    }
    while (acc_next_item(&w->ps, x->list, &r)) {
        acc_say(w, x->at, arena_printf(w->a->f->arena, " depend(%s: *__gantry_acc_queue(", how));
        acc_copy(w, r);
        acc_say(w, x->at, "))");
    }
}

/* waits, if the queue is acc_async_sync */
static const char *if_sync(struct writer *w, const struct acc_clause *async)
{
    const char *q = acc_queue_of(w, async);
    if (strspn(q, "0123456789") == strlen(q))
        return NULL;
    return arena_printf(
        w->a->f->arena,
        "if (__gantry_acc_is_sync(%s)) {\n#pragma omp taskwait depend(inout: *__gantry_acc_queue(%s))\n}", q, q);
}

/* async and wait of a construct that can be a task: it depends on the queues' objects */
static void queues(struct writer *w, struct acc_written *out)
{
    const struct acc_clause *async = acc_find(w->c, ACC_CLAUSE_ASYNC);
    if (async) {
        acc_say(w, async->at, " nowait");
        acc_depend_on(w, async, "inout");
        out->after = if_sync(w, async);
    }
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        if (x->kind != ACC_CLAUSE_WAIT || x->off)
            continue;
        if (x->list.b < x->list.e)
            acc_depend_on(w, x, async ? "in" : "inout");
        else
            out->before = "{\n#pragma omp taskwait";
    }
    if (out->before)
        out->after = out->after ? arena_printf(w->a->f->arena, "%s }", out->after) : "}";
}

void acc_wait_for_queues(struct writer *w, struct sb *s)
{
    const struct acc_clause *async = acc_find(w->c, ACC_CLAUSE_ASYNC);
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        if (x->off || (x->kind != ACC_CLAUSE_WAIT && x->kind != ACC_CLAUSE_ASYNC))
            continue;
        w->a->has_queues = true;
        if (x->list.b == x->list.e)
            sb_printf(s, "\n#pragma omp taskwait%s", x == async ? " depend(inout: *__gantry_acc_queue(-1))" : "");
        while (acc_next_item(&w->ps, x->list, &r))
            sb_printf(s, "\n#pragma omp taskwait depend(inout: *__gantry_acc_queue(%s))", range_text(&w->ps, r));
    }
}

/* A data construct is none: what its queue has to do before is waited for, and so are the regions in it. */
static void queues_of_data(struct writer *w, struct acc_written *out)
{
    const struct acc_clause *async = acc_find(w->c, ACC_CLAUSE_ASYNC);
    struct sb s = {0};
    acc_wait_for_queues(w, &s);
    if (!s.n)
        return;
    out->before = arena_printf(w->a->f->arena, "{%s", s.s);
    sb_free(&s);
    out->after = "}";
    if (async) {
        out->opens = true;
        out->inside = arena_printf(w->a->f->arena, "#pragma omp taskwait depend(inout: *__gantry_acc_queue(%s))\n}",
                                   acc_queue_of(w, async));
    }
}
static void update_clauses(struct writer *w)
{
    bool lenient = acc_find(w->c, ACC_CLAUSE_IF_PRESENT) != NULL;
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        bool to = x->kind == ACC_CLAUSE_UPDATE_DEVICE,
             from = x->kind == ACC_CLAUSE_UPDATE_SELF || x->kind == ACC_CLAUSE_UPDATE_HOST;
        if (!x->off && (to || from))
            acc_say_list(w, x, to ? lenient ? "to(" : "to(present: " : lenient ? "from(" : "from(present: ", NULL);
    }
}

void acc_write(struct acc_file *a, const struct acc_construct *c, struct acc_written *out)
{
    struct writer w = {.a = a, .c = c, .ps = {a->f, c->p}};
    *out = (struct acc_written){0};
    if (is_compute(c) && c->shared) {
        write_parallel(&w, out);
        acc_beside(&w, out);
    } else if (is_compute(c)) {
        write_serial(&w, out);
        acc_beside(&w, out);
    } else if (has_directive(c, ROUTINE)) {
        acc_write_routine(&w, out);
    } else if (has_directive(c, DECLARE)) {
        if (c->at_file_scope)
            acc_write_declare(&w, out);
        else
            acc_write_local_declare(&w, out);
    } else if (has_directive(c, SET) || has_directive(c, INIT) || has_directive(c, SHUTDOWN)) {
        acc_write_device(&w, out);
    } else if (has_directive(c, WAIT)) {
        acc_write_wait(&w, out);
    } else if (is_loop(c)) {
        write_loop(&w, out);
    } else if (has_directive(c, DATA)) {
        acc_begin(&w, out, "target data");
        acc_conditions(&w);
        plain_clauses(&w, true, false);
        queues_of_data(&w, out);
        acc_beside(&w, out);
        if (!strstr(w.o->text.s, "map(")) /* deviceptr and default say something of the constructs inside */
            out->n = 0;
    } else if (has_directive(c, ENTER_DATA) || has_directive(c, EXIT_DATA)) {
        acc_begin(&w, out, has_directive(c, ENTER_DATA) ? "target enter data" : "target exit data");
        acc_conditions(&w);
        plain_clauses(&w, true, false);
        queues(&w, out);
        acc_put_pointees(&w, out);
        acc_beside(&w, out);
    } else if (has_directive(c, UPDATE)) {
        acc_begin(&w, out, "target update");
        acc_conditions(&w);
        update_clauses(&w);
        queues(&w, out);
    } else if (has_directive(c, HOST_DATA)) {
        acc_write_host_data(&w, out);
    } else if (has_directive(c, ATOMIC)) {
        acc_begin(&w, out, "atomic");
        plain_clauses(&w, true, false);
    }
    if (c->levels)
        acc_turn_conditions(&w, out);
    out->check = acc_in_turn(&w, acc_devices_of_waits(&w), acc_check_sizes(&w));
    out->before = acc_in_turn(&w, w.declares, out->before);
}
