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
    if (x->kind == ACC_CLAUSE_DEVICEPTR && has_directive(w->c, DATA))
        return; /* the pointer is what it is */
    if (x->modifiers & ACC_ALWAYS)
        openmp = arena_printf(w->a->f->arena, "map(always, %s", openmp + strlen("map("));
    say(w, x->at, " ");
    say_around(w, x, openmp, ")");
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

/* Variables of `data` constructs around are there, not copies of them, if they are scalars too (OpenACC 3.3, 2.6.2). */
static void visible_data(struct writer *w)
{
    struct front *f = w->a->f;
    for (const struct acc_construct *d = w->c->up; d; d = d->up)
        for (size_t i = 0; has_directive(d, DATA) && i < d->clauses.n; i++) {
            const struct acc_clause *x = &d->clauses.v[i];
            struct parser ps = {f, d->p};
            struct range r = {0};
            while (lists_variables(x) && acc_next_item(&ps, x->list, &r)) {
                struct slice s = root(w, &ps, r);
                bool whole = r.e == r.b + 1, pointer = x->kind == ACC_CLAUSE_DEVICEPTR;
                if (whole && !lists(w, w->c, s) &&
                    has_word(f->src + w->c->stmt.b, w->c->stmt.e - w->c->stmt.b, f->src + s.begin, s.end - s.begin))
                    say(w, NAME,
                        arena_printf(f->arena, pointer ? " is_device_ptr(%.*s)" : " map(tofrom: %.*s)",
                                     (int)(s.end - s.begin), f->src + s.begin));
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
            at += (uint32_t)w;
            continue;
        }
        if (strchr(";{}(", t.s[at]))
            first = at + 1;
        at = next_char(t, at);
    }
    return false;
}

/* A variable that a loop in the compute construct reduces is copied, if nothing else is said (2.9.11); where gangs
 * share the loop, the construct's gangs are what is reduced over. */
static void inner_reductions(struct writer *w)
{
    struct front *f = w->a->f;
    for_each_pointer (struct acc_construct, x, w->a->v) {
        const struct acc_construct *between = x->up;
        struct parser ps = {f, x->p};
        for (size_t i = 0; i < x->clauses.n && x != w->c && acc_compute_around(x) == w->c; i++) {
            const struct acc_clause *r = &x->clauses.v[i];
            struct range item = {0};
            while (r->kind == ACC_CLAUSE_REDUCTION && !r->off && acc_next_item(&ps, variables(r), &item)) {
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
                    x->levels & ACC_GANGS && has_directive(w->c, PARALLEL)
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

static void loop_clauses(struct writer *w)
{
    const struct acc_clause *gang = acc_find(w->c, ACC_CLAUSE_GANG);
    if (!gang || gang->special.b == gang->special.e || is(&w->ps, gang->special.b, "*"))
        return;
    say(w, gang->at, " dist_schedule(static, ");
    copy(w, gang->special);
    say(w, gang->at, ")");
}

static void compute_clauses(struct writer *w, bool teams)
{
    conditions(w);
    if (teams)
        sizes(w);
    defaults(w);
    visible_data(w);
    inner_reductions(w);
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

static void write_parallel(struct writer *w, struct acc_written *out)
{
    const char *loop = is_loop(w->c) ? loop_words(w->c) : "";
    bool joined = str_starts(loop, "distribute");
    begin(w, out, "target teams");
    if (joined)
        say(w, NAME + w->c->words - 1, arena_printf(w->a->f->arena, " %s", loop));
    compute_clauses(w, true);
    plain_clauses(w, true, joined);
    if (joined)
        loop_clauses(w);
    if (!joined && is_loop(w->c))
        copied_reductions(w);
    if (joined || !*loop)
        return;
    begin(w, out, loop);
    loop_clauses(w);
    plain_clauses(w, false, true);
}

static void write_serial(struct writer *w, struct acc_written *out)
{
    begin(w, out, "target");
    compute_clauses(w, false);
    for (size_t i = 0; i < w->c->clauses.n; i++)
        if (!w->c->clauses.v[i].off && w->c->clauses.v[i].kind != ACC_CLAUSE_REDUCTION &&
            w->c->clauses.v[i].kind != ACC_CLAUSE_COLLAPSE && w->c->clauses.v[i].kind != ACC_CLAUSE_IF &&
            *acc_clause_rows[w->c->clauses.v[i].kind].openmp)
            data_clause(w, &w->c->clauses.v[i]);
    copied_reductions(w);
}

static void write_loop(struct writer *w, struct acc_written *out)
{
    if (!w->c->levels)
        return;
    begin(w, out, loop_words(w->c));
    loop_clauses(w);
    plain_clauses(w, false, true);
}

void acc_write(struct acc_file *a, const struct acc_construct *c, struct acc_written *out)
{
    struct writer w = {a, c, {a->f, c->p}, NULL};
    *out = (struct acc_written){0};
    if (has_directive(c, PARALLEL)) {
        write_parallel(&w, out);
    } else if (has_directive(c, SERIAL)) {
        write_serial(&w, out);
    } else if (is_loop(c)) {
        write_loop(&w, out);
    } else if (has_directive(c, DATA)) {
        begin(&w, out, "target data");
        conditions(&w);
        plain_clauses(&w, true, false);
        if (!strstr(w.o->text.s, "map(")) /* deviceptr and default say something of the constructs inside */
            out->n = 0;
    } else if (has_directive(c, ATOMIC)) {
        begin(&w, out, "atomic");
        plain_clauses(&w, true, false);
    }
}
