/* acc/write.c: which OpenMP a construct of OpenACC stands for. */
#include "acc.h"

#include <string.h>

enum { NAME = 3 }; /* the token that a directive's name begins with */

struct writer {
    struct acc_file *a;
    const struct acc_construct *c;
    struct parser ps;
    struct acc_omp *o;
};

/* ---- pieces ---- */

static void piece(struct writer *w, unsigned tok, bool copied)
{
    vec_push(w->a->f->arena, &w->o->pieces, ((struct acc_piece){(uint32_t)w->o->text.n, tok, copied}));
}

/* words that stand for the user's token */
static void say(struct writer *w, unsigned tok, const char *words)
{
    piece(w, tok, false);
    sb_add(&w->o->text, words);
}

/* the user's tokens */
static void copy(struct writer *w, struct range r)
{
    struct slice s = range_slice(&w->ps, r);
    piece(w, r.b, true);
    sb_addn(&w->o->text, w->ps.f->src + s.begin, s.end - s.begin);
}

static void say_around(struct writer *w, const struct acc_clause *x, const char *before, const char *after)
{
    say(w, x->at, before);
    if (x->list.b < x->list.e)
        copy(w, x->list);
    say(w, x->all.e - 1, after);
}

static void begin(struct writer *w, struct acc_written *out, const char *words)
{
    w->o = &out->v[out->n++];
    say(w, NAME, words);
}

/* ---- clauses ---- */

static void data_clause(struct writer *w, const struct acc_clause *x)
{
    const char *openmp = acc_clause_rows[x->kind].openmp;
    bool map = str_starts(openmp, "map(");
    if (x->kind == ACC_CLAUSE_DEVICEPTR && has_directive(w->c, DATA))
        return; /* the pointer is what it is */
    if (x->modifiers & ACC_ALWAYS)
        openmp = arena_printf(w->a->f->arena, "map(always, %s", openmp + strlen("map("));
    if (map && has_directive(w->c, DATA)) /* the structured reference count: enter data and exit data have another */
        openmp = arena_printf(w->a->f->arena, "map(ompx_hold, %s", openmp + strlen("map("));
    if (x->kind == ACC_CLAUSE_DELETE && acc_find(w->c, ACC_CLAUSE_FINALIZE))
        openmp = "map(delete: ";
    say(w, x->at, " ");
    say_around(w, x, openmp, ")");
    if (x->kind == ACC_CLAUSE_COPYOUT && acc_find(w->c, ACC_CLAUSE_FINALIZE))
        say_around(w, x, " map(delete: ", ")");
}

/* the first word of a list item: `a` of `a[0:n]` */
static struct slice root(const struct writer *w, const struct parser *ps, struct range item)
{
    (void)w;
    while (item.b < item.e && tok(ps, item.b)->kind != TOK_IDENT)
        item.b++;
    const struct token *t = tok(ps, item.b);
    return (struct slice){t->off, t->off + t->len};
}

static bool same_word(const struct front *f, struct slice a, struct slice b)
{
    return a.end - a.begin == b.end - b.begin && !memcmp(f->src + a.begin, f->src + b.begin, a.end - a.begin);
}

static bool lists_variables(const struct acc_clause *x)
{
    enum acc_argument arg = acc_clause_rows[x->kind].argument;
    return !x->off && (arg == ACC_ARG_LIST || arg == ACC_ARG_DATA || arg == ACC_ARG_REDUCTION);
}

static struct range variables(const struct acc_clause *x)
{
    bool reduction = acc_clause_rows[x->kind].argument == ACC_ARG_REDUCTION;
    return (struct range){x->list.b + 2 * reduction, x->list.e};
}

static bool lists(struct writer *w, const struct acc_construct *c, struct slice name)
{
    struct parser ps = {w->a->f, c->p};
    for (size_t i = 0; i < c->clauses.n; i++) {
        struct range r = {0};
        while (lists_variables(&c->clauses.v[i]) && acc_next_item(&ps, variables(&c->clauses.v[i]), &r))
            if (same_word(w->a->f, root(w, &ps, r), name))
                return true;
    }
    return false;
}

/* Does a data clause of the construct list the variable? */
static bool is_copied(struct writer *w, struct slice name)
{
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        while (acc_clause_rows[x->kind].argument == ACC_ARG_DATA && !x->off && acc_next_item(&w->ps, x->list, &r))
            if (same_word(w->a->f, root(w, &w->ps, r), name))
                return true;
    }
    return false;
}

static bool is_default_none(const struct writer *w)
{
    const struct acc_clause *x = acc_find(w->c, ACC_CLAUSE_DEFAULT);
    return x && is(&w->ps, x->list.b, "none");
}

/* Does a data construct nearer than d list the variable? */
static bool is_listed_before(struct writer *w, const struct acc_construct *d, struct slice name)
{
    for (const struct acc_construct *x = w->c; x != d; x = x->up)
        if ((x == w->c || has_directive(x, DATA) || x->scope.e) && lists(w, x, name))
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
        return arena_printf(arena, x->kind == ACC_CLAUSE_DEVICEPTR ? " is_device_ptr(%s)" : " map(tofrom: %s)", item);
    if (is_default_none(w))
        return arena_printf(arena, " map(alloc: %s)", item);
    unsigned close = is(&ps, r.b + 1, "[") ? matching(&ps, r.b + 1) : 0;
    struct range low = {r.b + 2, close ? find(&ps, (struct range){r.b + 2, close}, ":") : 0};
    if (!close || acc_find(d, ACC_CLAUSE_IF))
        return NULL;
    return arena_printf(arena, " map(alloc: %s[%s:0])", range_text(&ps, (struct range){r.b, r.b + 1}),
                        low.e > low.b ? range_text(&ps, low) : "0");
}

/* Variables of `data` constructs around are there, not copies of them, if they are scalars too (OpenACC 3.3, 2.6.2). */
static void visible_data(struct writer *w)
{
    struct front *f = w->a->f;
    for (const struct acc_construct *d = w->c->up; d; d = d->up)
        for (size_t i = 0; (has_directive(d, DATA) || d->scope.e) && i < d->clauses.n; i++) {
            const struct acc_clause *x = &d->clauses.v[i];
            struct parser ps = {f, d->p};
            struct range r = {0};
            while (lists_variables(x) && acc_next_item(&ps, x->list, &r)) {
                struct slice s = root(w, &ps, r);
                if (is_listed_before(w, d, s) ||
                    !has_word(f->src + w->c->stmt.b, w->c->stmt.e - w->c->stmt.b, f->src + s.begin, s.end - s.begin))
                    continue;
                const char *use = use_of(w, d, x, r);
                say(w, NAME, use ? use : "");
            }
        }
}

/* ---- reductions of loops inside ---- */

static bool is_type_word(const char *s, size_t n)
{
    static const char *const none[] = {"return", "else", "goto", "case", "sizeof", "do"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (strlen(none[i]) == n && !memcmp(none[i], s, n))
            return false;
    return n > 0;
}

static size_t word_length(const char *s)
{
    size_t n = 0;
    while (is_word(s[n]))
        n++;
    return n;
}

/* Is the variable declared in the statement, before its uses? The statement in which its name comes first then begins
 * with two words, or a word and stars. */
static bool declared_within(const struct text t, struct span s, const char *name, size_t n)
{
    uint32_t at = s.b, first = s.b;
    bool head = false; /* of a `for`: its bracket begins a statement */
    while (at < s.e) {
        if (t.s[at] == '#') {
            first = at = after_line(t, at);
            continue;
        }
        if (is_word(t.s[at])) {
            size_t w = word_length(t.s + at);
            if (w == n && !memcmp(t.s + at, name, n)) {
                const char *p = t.s + first + strspn(t.s + first, " \t\n");
                size_t type = word_length(p);
                const char *q = p + type + strspn(p + type, " \t\n*");
                return is_type_word(p, type) && q > p + type && is_word(*q);
            }
            head = starts_with_word(t, at, "for");
            at += (uint32_t)w;
            continue;
        }
        if (strchr(";{}", t.s[at]) || (head && t.s[at] == '('))
            first = at + 1;
        head = head && t.s[at] != '(';
        at = next_char(t, at);
    }
    return false;
}

/* A variable that a loop in the compute construct reduces is copied, if nothing else is said (2.9.11); where gangs
 * share the loop, the construct's gangs are what is reduced over. So is one whose last value is used later. */
static void inner_reductions(struct writer *w)
{
    struct front *f = w->a->f;
    for_each_pointer (struct acc_construct, x, w->a->v) {
        const struct acc_construct *between = x->up;
        struct parser ps = {f, x->p};
        for (size_t i = 0; i < x->clauses.n && x != w->c && acc_compute_around(x) == w->c; i++) {
            const struct acc_clause *r = &x->clauses.v[i];
            struct range item = {0};
            bool reduces = r->kind == ACC_CLAUSE_REDUCTION;
            while ((reduces || r->kind == ACC_CLAUSE_LAST) && !r->off && acc_next_item(&ps, variables(r), &item)) {
                struct slice s = root(w, &ps, item);
                const char *name = f->src + s.begin;
                int n = (int)(s.end - s.begin);
                bool known = declared_within(w->a->t, w->c->stmt, name, (size_t)n);
                for (between = x->up; between && !known; between = between == w->c ? NULL : between->up)
                    known = lists(w, between, s);
                if (known)
                    continue;
                const char *op = range_text(&ps, (struct range){r->list.b, r->list.b + 1});
                say(w, NAME,
                    reduces && x->levels & ACC_GANGS
                        ? arena_printf(f->arena, " map(tofrom: %.*s) reduction(%s: %.*s)", n, name, op, n, name)
                        : arena_printf(f->arena, " map(tofrom: %.*s)", n, name));
            }
        }
    }
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
static void conditions(struct writer *w)
{
    const struct acc_clause *when = acc_find(w->c, ACC_CLAUSE_IF), *self = acc_find(w->c, ACC_CLAUSE_SELF);
    bool target = is_compute(w->c);
    if (!when && !self)
        return;
    const struct acc_clause *x = when ? when : self;
    say(w, x->at, target ? " if(target: " : " if(");
    if (when)
        say_around(w, when, "(", ")");
    if (self) {
        say(w, self->at, when ? " && !(" : "!(");
        if (self->has_argument)
            copy(w, self->list);
        else
            say(w, self->at, "1");
        say(w, self->all.e - 1, ")");
    }
    say(w, x->all.e - 1, ")");
}

static void product(struct writer *w, const struct acc_clause *x)
{
    struct range r = {0};
    bool first = true, one = find(&w->ps, x->list, ",") == x->list.e;
    for (; acc_next_item(&w->ps, x->list, &r); first = false) {
        say(w, x->at, one ? "" : first ? "(" : " * (");
        copy(w, r);
        say(w, x->at, one ? "" : ")");
    }
}

static bool has_gangs(const struct acc_file *a, const struct acc_construct *c)
{
    for_each_pointer (struct acc_construct, x, a->v)
        if ((x->levels & ACC_GANGS) && acc_compute_around(x) == c)
            return true;
    return false;
}

/* how many gangs, and threads in each */
static void sizes(struct writer *w)
{
    const struct acc_clause *gangs = acc_find(w->c, ACC_CLAUSE_NUM_GANGS),
                            *workers = acc_find(w->c, ACC_CLAUSE_NUM_WORKERS),
                            *vectors = w->c->uses_lanes ? NULL : acc_find(w->c, ACC_CLAUSE_VECTOR_LENGTH);
    if (gangs) {
        say(w, gangs->at, " num_teams(");
        product(w, gangs);
        say(w, gangs->all.e - 1, ")");
    } else if (!has_gangs(w->a, w->c)) { /* what all gangs would do is done once */
        say(w, NAME, " num_teams(1)");
    }
    if (!workers && !vectors)
        return;
    const struct acc_clause *x = workers ? workers : vectors;
    say(w, x->at, " thread_limit(");
    say_around(w, x, workers && vectors ? "(" : "", workers && vectors ? ")" : "");
    if (workers && vectors)
        say_around(w, vectors, " * (", ")");
    say(w, x->all.e - 1, ")");
}

static void defaults(struct writer *w)
{
    const struct acc_clause *x = acc_find(w->c, ACC_CLAUSE_DEFAULT);
    if (x && is(&w->ps, x->list.b, "none"))
        say(w, x->at, " defaultmap(none)");
    else if (x)
        say(w, x->at, " defaultmap(present: aggregate)");
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
            say(w, x->at, " ");
            say(w, x->at, acc_clause_rows[x->kind].openmp);
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
        say(w, x->at, arena_printf(w->a->f->arena, " collapse(%u)", n));
}

static void tile_line(struct writer *w, struct acc_written *out)
{
    const struct acc_clause *x = acc_find(w->c, ACC_CLAUSE_TILE);
    struct range r = {0};
    if (!x)
        return;
    begin(w, out, "tile sizes(");
    for (bool first = true; acc_next_item(&w->ps, x->list, &r); first = false) {
        say(w, r.b, first ? "" : ", ");
        if (is(&w->ps, r.b, "*"))
            say(w, r.b, "16");
        else
            copy(w, r);
    }
    say(w, x->all.e - 1, ")");
}

static void loop_clauses(struct writer *w)
{
    tile_loops(w);
    const struct acc_clause *gang = acc_find(w->c, ACC_CLAUSE_GANG);
    if (!gang || gang->special.b == gang->special.e || is(&w->ps, gang->special.b, "*"))
        return;
    say(w, gang->at, " dist_schedule(static, ");
    copy(w, gang->special);
    say(w, gang->at, ")");
}

static void queues(struct writer *w, struct acc_written *out);
static const char *queue_of(const struct writer *w, const struct acc_clause *x);

static void compute_clauses(struct writer *w, struct acc_written *out, bool teams)
{
    conditions(w);
    queues(w, out);
    if (teams)
        sizes(w);
    defaults(w);
    visible_data(w);
    inner_reductions(w);
}

/* Variables whose last values are used after the construct */
static void last_values(struct writer *w)
{
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        while (x->kind == ACC_CLAUSE_LAST && !x->off && acc_next_item(&w->ps, x->list, &r))
            if (!is_copied(w, root(w, &w->ps, r)))
                say(w, x->at, arena_printf(w->a->f->arena, " map(tofrom: %s)", range_text(&w->ps, r)));
    }
}

/* What is reduced by what runs alone is copied all the same. */
static void copied_reductions(struct writer *w)
{
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        if (x->kind != ACC_CLAUSE_REDUCTION || x->off)
            continue;
        say(w, x->at, " map(tofrom: ");
        copy(w, variables(x));
        say(w, x->all.e - 1, ")");
    }
}

/* Variables that are private to a loop whose iterations run in order: the loop stands in a block that declares them. */
static void own_variables(struct writer *w, struct acc_written *out)
{
    struct sb s = {0};
    for (size_t i = 0; is_loop(w->c) && !w->c->levels && i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        while (x->kind == ACC_CLAUSE_PRIVATE && !x->off && acc_next_item(&w->ps, x->list, &r)) {
            struct slice name = root(w, &w->ps, r);
            int n = (int)(name.end - name.begin);
            sb_printf(&s, " __typeof__(%.*s) %.*s;", n, w->a->f->src + name.begin, n, w->a->f->src + name.begin);
        }
    }
    if (!s.n)
        return;
    out->opens = true;
    out->first = sb_take(&s, w->a->f->arena);
    out->inside = "}";
}

static void write_parallel(struct writer *w, struct acc_written *out)
{
    const char *loop = is_loop(w->c) ? loop_words(w->c) : "";
    bool joined = str_starts(loop, "distribute");
    begin(w, out, "target teams");
    if (joined)
        say(w, NAME + w->c->words - 1, arena_printf(w->a->f->arena, " %s", loop));
    compute_clauses(w, out, true);
    plain_clauses(w, true, joined);
    last_values(w);
    if (joined)
        loop_clauses(w);
    if (!joined && is_loop(w->c))
        copied_reductions(w);
    if (!joined && *loop) {
        begin(w, out, loop);
        loop_clauses(w);
        plain_clauses(w, false, true);
    }
    own_variables(w, out);
    if (!out->opens)
        tile_line(w, out);
}

static void write_serial(struct writer *w, struct acc_written *out)
{
    begin(w, out, "target");
    if (has_directive(w->c, KERNELS) && !acc_find(w->c, ACC_CLAUSE_DEFAULT))
        say(w, NAME, " defaultmap(tofrom: scalar)");
    compute_clauses(w, out, false);
    for (size_t i = 0; i < w->c->clauses.n; i++)
        if (!w->c->clauses.v[i].off && w->c->clauses.v[i].kind != ACC_CLAUSE_REDUCTION &&
            w->c->clauses.v[i].kind != ACC_CLAUSE_COLLAPSE && w->c->clauses.v[i].kind != ACC_CLAUSE_IF &&
            *acc_clause_rows[w->c->clauses.v[i].kind].openmp &&
            !(is_loop(w->c) && w->c->clauses.v[i].kind == ACC_CLAUSE_PRIVATE))
            data_clause(w, &w->c->clauses.v[i]);
    copied_reductions(w);
    own_variables(w, out);
    if (is_loop(w->c) && *loop_words(w->c)) { /* threads of the one gang of `kernels` */
        begin(w, out, loop_words(w->c));
        plain_clauses(w, false, true);
    }
}

static void write_loop(struct writer *w, struct acc_written *out)
{
    if (w->c->levels) {
        begin(w, out, loop_words(w->c));
        loop_clauses(w);
        plain_clauses(w, false, true);
    }
    own_variables(w, out);
    if (!out->opens)
        tile_line(w, out);
}

/* ---- what OpenMP has no clause for: calls beside the directive ---- */

struct memory { /* as C: where it begins, how many bytes it has */
    const char *at, *bytes;
};

/* of `a`, `a[2:n]`, `s.p[0:n][0:m]` */
static struct memory memory_of(struct writer *w, struct range item)
{
    struct arena *arena = w->a->f->arena;
    unsigned open = find(&w->ps, item, "["), close = open < item.e ? matching(&w->ps, open) : 0;
    unsigned colon = close ? find(&w->ps, (struct range){open + 1, close}, ":") : 0;
    if (colon == close) {
        const char *all = range_text(&w->ps, item);
        return (struct memory){arena_printf(arena, "(void *)&(%s)", all), arena_printf(arena, "sizeof(%s)", all)};
    }
    const char *base = range_text(&w->ps, (struct range){item.b, open});
    const char *lower = colon > open + 1 ? range_text(&w->ps, (struct range){open + 1, colon}) : "0";
    return (struct memory){
        arena_printf(arena, "(void *)&(%s)[%s]", base, lower),
        arena_printf(arena, "((%s) * sizeof *(%s))", range_text(&w->ps, (struct range){colon + 1, close}), base)};
}

/* create(zero:) and copyout(zero:): before and after what maps them, which may be a data construct of ours */
struct zeroed {
    struct sb before, after, maps;
};

static void find_zeroed(struct writer *w, struct zeroed *z)
{
    unsigned n = 0;
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        while ((x->modifiers & ACC_ZERO) && !x->off && acc_next_item(&w->ps, x->list, &r)) {
            struct memory m = memory_of(w, r);
            sb_printf(&z->before, "%s int __gantry_was_%u = __gantry_acc_is_present(%s, %s);",
                      n ? "" : "int __gantry_acc_is_present(void *, __SIZE_TYPE__);", n, m.at, m.bytes);
            sb_printf(&z->after, "%s __gantry_acc_clear(%s, %s, __gantry_was_%u);",
                      n ? "" : " void __gantry_acc_clear(void *, __SIZE_TYPE__, int);", m.at, m.bytes, n);
            sb_printf(&z->maps, " map(ompx_hold, %s: %s)", x->kind == ACC_CLAUSE_COPYOUT ? "from" : "alloc",
                      range_text(&w->ps, r));
            n++;
        }
    }
}

static void put_zeroed(struct writer *w, struct acc_written *out)
{
    struct zeroed z = {0};
    struct arena *arena = w->a->f->arena;
    find_zeroed(w, &z);
    if (!z.maps.n)
        return;
    const char *before = sb_take(&z.before, arena), *after = sb_take(&z.after, arena), *maps = sb_take(&z.maps, arena);
    out->before = arena_printf(arena, "{ %s", before);
    out->after = "}";
    if (is_compute(w->c)) {
        out->before = arena_printf(arena, "%s\n#pragma omp target data%s\n{%s", out->before, maps, after);
        out->after = "} }";
    } else if (has_directive(w->c, DATA)) {
        out->opens = true;
        out->first = after;
        out->inside = "}";
    } else {
        out->after = arena_printf(arena, "%s }", after);
    }
}

/* attach, detach: the pointers in what is mapped */
static const char *pointed(struct writer *w, enum acc_clause_kind kind, const char *routine)
{
    const struct acc_clause *async = acc_find(w->c, ACC_CLAUSE_ASYNC), *when = acc_find(w->c, ACC_CLAUSE_IF);
    const char *queue = async ? arena_printf(w->a->f->arena, ", (int)(%s)", queue_of(w, async)) : "";
    struct sb s = {0};
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        while (x->kind == kind && !x->off && acc_next_item(&w->ps, x->list, &r))
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

/* x, then y; either may be NULL */
static const char *in_turn(struct writer *w, const char *x, const char *y)
{
    return x && y ? arena_printf(w->a->f->arena, "%s\n%s", x, y) : x ? x : y;
}

static void attach_and_detach(struct writer *w, struct acc_written *out)
{
    const char *attaches = pointed(w, ACC_CLAUSE_ATTACH, "attach"), *leaves = pointed(w, ACC_CLAUSE_ATTACH, "detach"),
               *detaches =
                   pointed(w, ACC_CLAUSE_DETACH, acc_find(w->c, ACC_CLAUSE_FINALIZE) ? "detach_finalize" : "detach");
    if (has_directive(w->c, ENTER_DATA))
        out->after = in_turn(w, out->after, attaches);
    else if (has_directive(w->c, EXIT_DATA))
        out->before = in_turn(w, out->before, detaches);
    else if (attaches && has_directive(w->c, DATA)) {
        out->first = out->opens ? in_turn(w, out->first, attaches) : attaches;
        out->inside = in_turn(w, leaves, out->opens ? out->inside : "}");
        out->opens = true;
    } else if (attaches) {
        out->before = in_turn(w, arena_printf(w->a->f->arena, "{ %s", attaches), out->before);
        out->after = in_turn(w, out->after, arena_printf(w->a->f->arena, "%s }", leaves));
    }
    if ((attaches || detaches) && !is_compute(w->c) && !strstr(w->o->text.s, "map(")) /* nothing else is said */
        out->n = 0;
}

/* ---- declare, set ---- */

/* In a function: the directive enters the data; a variable of ours, whose end calls __gantry_acc_leave, leaves it. */
static void write_local_declare(struct writer *w, struct acc_written *out)
{
    struct sb s = {0};
    unsigned n = 0;
    begin(w, out, "target enter data");
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        bool to = x->kind == ACC_CLAUSE_COPY || x->kind == ACC_CLAUSE_COPYIN,
             from = x->kind == ACC_CLAUSE_COPY || x->kind == ACC_CLAUSE_COPYOUT;
        if (x->off || x->kind == ACC_CLAUSE_DEVICEPTR)
            continue;
        say_around(w, x,
                   to                              ? " map(to: "
                   : x->kind == ACC_CLAUSE_PRESENT ? " map(present, alloc: "
                                                   : " map(alloc: ",
                   ")");
        while (acc_next_item(&w->ps, x->list, &r)) {
            struct memory m = memory_of(w, r);
            sb_printf(&s,
                      "%sstruct { void *at; __SIZE_TYPE__ bytes; int comes_back; } __gantry_here_%u_%u "
                      "__attribute__((cleanup(__gantry_acc_leave), unused)) = {%s, %s, %d};",
                      n ? " " : "void __gantry_acc_leave(void *); ", w->c->at.b, n, m.at, m.bytes, from);
            n++;
        }
    }
    out->after = n ? sb_take(&s, w->a->f->arena) : NULL;
    if (!n)
        out->n = 0;
}

static void write_declare(struct writer *w, struct acc_written *out)
{
    begin(w, out, "declare target");
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        say_around(w, x, x->kind == ACC_CLAUSE_LINK ? " link(" : " enter(", ")");
    }
}

/* acc_device_t of openacc.h */
static int device_type(const struct writer *w, const struct acc_clause *x)
{
    static const struct {
        const char *word;
        int type;
    } rows[] = {{"host", 2}, {"not_host", 4}, {"nvidia", 5}, {"radeon", 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is(&w->ps, x->list.b, rows[i].word))
            return rows[i].type;
    return 1; /* default, * */
}

static void write_set(struct writer *w, struct acc_written *out)
{
    const struct acc_clause *type = acc_find(w->c, ACC_CLAUSE_DEVICE_TYPE);
    const struct acc_clause *device = acc_find(w->c, ACC_CLAUSE_DEVICE_NUM),
                            *queue = acc_find(w->c, ACC_CLAUSE_DEFAULT_ASYNC), *when = acc_find(w->c, ACC_CLAUSE_IF);
    struct sb s = {0};
    sb_printf(&s, "if (%s) {", when ? range_text(&w->ps, when->list) : "1");
    if (device && type)
        sb_printf(&s, " void __gantry_acc_set_device_num(int, int); __gantry_acc_set_device_num(%s, %d);",
                  range_text(&w->ps, device->list), device_type(w, type));
    else if (device)
        sb_printf(&s, " void omp_set_default_device(int); omp_set_default_device(%s);",
                  range_text(&w->ps, device->list));
    else if (type)
        sb_printf(&s, " void __gantry_acc_set_device_type(int); __gantry_acc_set_device_type(%d);",
                  device_type(w, type));
    if (queue)
        sb_printf(&s, " void __gantry_acc_default_queue(long); __gantry_acc_default_queue(%s);",
                  range_text(&w->ps, queue->list));
    sb_add(&s, " }");
    out->after = sb_take(&s, w->a->f->arena);
}

static void update_clauses(struct writer *w)
{
    bool lenient = acc_find(w->c, ACC_CLAUSE_IF_PRESENT) != NULL;
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        bool to = x->kind == ACC_CLAUSE_UPDATE_DEVICE,
             from = x->kind == ACC_CLAUSE_UPDATE_SELF || x->kind == ACC_CLAUSE_UPDATE_HOST;
        if (!x->off && (to || from))
            say_around(w, x, to ? lenient ? " to(" : " to(present: " : lenient ? " from(" : " from(present: ", ")");
    }
}

/* ---- routine ---- */
static void write_routine(struct writer *w, struct acc_written *out)
{
    const struct acc_routine *r = &w->a->routines.v[w->c->routine - 1];
    const struct acc_clause *bind = acc_find(w->c, ACC_CLAUSE_BIND), *nohost = acc_find(w->c, ACC_CLAUSE_NOHOST);
    begin(w, out, r->named ? "declare target enter" : "begin declare target");
    if (r->named)
        say_around(w, bind, "(", ")");
    if (nohost)
        say(w, nohost->at, " device_type(nohost)");
    if (r->named)
        return;
    out->end = "#pragma omp end declare target";
    out->end_at = r->end;
    if (!bind)
        return;
    begin(w, out, "declare variant(");
    const struct token *t = tok(&w->ps, bind->list.b);
    if (t->kind == TOK_STRING)
        say(w, bind->list.b, arena_strndup(w->a->f->arena, text_at(&w->ps, bind->list.b) + 1, t->len - 2));
    else
        copy(w, bind->list);
    say(w, bind->at, ") match(device={kind(nohost)})");
}

/* ---- queues ---- */
/* depend(… : the object that stands for the queue), of each expression of the clause */
static void depend_on(struct writer *w, const struct acc_clause *x, const char *how)
{
    struct range r = {0};
    w->a->has_queues = true;
    if (x->list.b == x->list.e) {
        say(w, x->at, arena_printf(w->a->f->arena, " depend(%s: *__gantry_acc_queue(-1))", how));
        return;
    }
    while (acc_next_item(&w->ps, x->list, &r)) {
        say(w, x->at, arena_printf(w->a->f->arena, " depend(%s: *__gantry_acc_queue(", how));
        copy(w, r);
        say(w, x->at, "))");
    }
}

static const char *queue_of(const struct writer *w, const struct acc_clause *x)
{
    return x->list.b < x->list.e ? range_text(&w->ps, x->list) : "-1";
}

/* waits, if the queue is acc_async_sync */
static const char *if_sync(struct writer *w, const struct acc_clause *async)
{
    const char *q = queue_of(w, async);
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
        say(w, async->at, " nowait");
        depend_on(w, async, "inout");
        out->after = if_sync(w, async);
    }
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        if (x->kind != ACC_CLAUSE_WAIT || x->off)
            continue;
        if (x->list.b < x->list.e)
            depend_on(w, x, async ? "in" : "inout");
        else
            out->before = "{\n#pragma omp taskwait";
    }
    if (out->before)
        out->after = out->after ? arena_printf(w->a->f->arena, "%s }", out->after) : "}";
}

/* A data construct is none: what its queue has to do before is waited for, and so are the regions in it. */
static void queues_of_data(struct writer *w, struct acc_written *out)
{
    const struct acc_clause *async = acc_find(w->c, ACC_CLAUSE_ASYNC);
    struct sb s = {0};
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        if (x->off || (x->kind != ACC_CLAUSE_WAIT && x->kind != ACC_CLAUSE_ASYNC))
            continue;
        w->a->has_queues = true;
        if (x->list.b == x->list.e)
            sb_printf(&s, "\n#pragma omp taskwait%s", x == async ? " depend(inout: *__gantry_acc_queue(-1))" : "");
        while (acc_next_item(&w->ps, x->list, &r))
            sb_printf(&s, "\n#pragma omp taskwait depend(inout: *__gantry_acc_queue(%s))", range_text(&w->ps, r));
    }
    if (!s.n)
        return;
    out->before = arena_printf(w->a->f->arena, "{%s", s.s);
    sb_free(&s);
    out->after = "}";
    if (async) {
        out->opens = true;
        out->inside = arena_printf(w->a->f->arena, "#pragma omp taskwait depend(inout: *__gantry_acc_queue(%s))\n}",
                                   queue_of(w, async));
    }
}

static void write_wait(struct writer *w, struct acc_written *out)
{
    const struct acc_clause *on = acc_find(w->c, ACC_CLAUSE_WAIT), *async = acc_find(w->c, ACC_CLAUSE_ASYNC),
                            *when = acc_find(w->c, ACC_CLAUSE_IF);
    begin(w, out, "taskwait");
    if (async && on) {
        depend_on(w, on, "in");
        depend_on(w, async, "inout");
        say(w, async->at, " nowait");
    } else if (on) {
        depend_on(w, on, "inout");
    }
    if (when) {
        out->before = arena_printf(w->a->f->arena, "if (%s) {", range_text(&w->ps, when->list));
        out->after = "}";
    }
}

void acc_write(struct acc_file *a, const struct acc_construct *c, struct acc_written *out)
{
    struct writer w = {a, c, {a->f, c->p}, NULL};
    *out = (struct acc_written){0};
    if (is_compute(c) && c->shared) {
        write_parallel(&w, out);
        put_zeroed(&w, out);
        attach_and_detach(&w, out);
    } else if (is_compute(c)) {
        write_serial(&w, out);
        put_zeroed(&w, out);
        attach_and_detach(&w, out);
    } else if (has_directive(c, ROUTINE)) {
        write_routine(&w, out);
    } else if (has_directive(c, DECLARE)) {
        if (c->at_file_scope)
            write_declare(&w, out);
        else
            write_local_declare(&w, out);
    } else if (has_directive(c, SET)) {
        write_set(&w, out);
    } else if (has_directive(c, WAIT)) {
        write_wait(&w, out);
    } else if (is_loop(c)) {
        write_loop(&w, out);
    } else if (has_directive(c, DATA)) {
        begin(&w, out, "target data");
        conditions(&w);
        plain_clauses(&w, true, false);
        queues_of_data(&w, out);
        put_zeroed(&w, out);
        attach_and_detach(&w, out);
        if (!strstr(w.o->text.s, "map(")) /* deviceptr and default say something of the constructs inside */
            out->n = 0;
    } else if (has_directive(c, ENTER_DATA) || has_directive(c, EXIT_DATA)) {
        begin(&w, out, has_directive(c, ENTER_DATA) ? "target enter data" : "target exit data");
        conditions(&w);
        plain_clauses(&w, true, false);
        queues(&w, out);
        put_zeroed(&w, out);
        attach_and_detach(&w, out);
    } else if (has_directive(c, UPDATE)) {
        begin(&w, out, "target update");
        conditions(&w);
        update_clauses(&w);
        queues(&w, out);
    } else if (has_directive(c, HOST_DATA)) {
        begin(&w, out, "target data");
        conditions(&w);
        for (size_t i = 0; i < c->clauses.n; i++)
            if (c->clauses.v[i].kind == ACC_CLAUSE_USE_DEVICE)
                say_around(&w, &c->clauses.v[i], " use_device_ptr(", ")");
    } else if (has_directive(c, ATOMIC)) {
        begin(&w, out, "atomic");
        plain_clauses(&w, true, false);
    }
}
