/* text/metadirective.c: metadirectives (OpenMP 5.2, 7.4). The preprocessed text is rewritten to the directives that
 * they choose, before anything is parsed, so that everything after this pass sees ordinary directives. Lines stay where
 * they were. What is written depends on when the choice is made:
 *
 *     when compiling           the directive takes the metadirective's place
 *     by a run-time condition  if (condition) { one with its statement } else { the other with the same }
 *     by the kind of device    a target construct that contains the metadirective is written once for each kind of
 *                              device that differs, under if (__gantry_place(device, if) == …), which asks where
 *                              it will run; in a function that host and device may call, under
 *                              if (__gantry_here() == …), a constant
 *
 * needs: the text.   sets: f->src, unit.choices.   breaks: nothing. */
#include "selector.h"

#include <ctype.h>
#include <string.h>

enum { MOST_ALTERNATIVES = 16 };

struct context {
    enum where where;
    bool in_target; /* inside one version of a target construct: `where` is known */
    struct constructs around;
};

struct alternative {
    const char *condition; /* NULL: the last one */
    const char *text;      /* the directive's words and clauses; "": none */
};
struct choice_list {
    struct alternative v[MOST_ALTERNATIVES + 1];
    unsigned n;
};

struct candidate {
    struct selector selector;
    const char *text;
    bool otherwise;
    bool block;
};
struct metadirective {
    struct pragma *p;
    uint32_t after;   /* the place after its line */
    struct span stmt; /* empty: no alternative has one */
    struct candidate v[MOST_ALTERNATIVES];
    unsigned n;
    bool begins, wrong;
};

struct rewriter {
    struct front *f;
    struct text t;
    VEC(struct span) blocks; /* at file scope: bodies of functions, and other braces */
    bool any;
};

static void rewrite(struct rewriter *w, struct span s, const struct context *c, struct sb *out);

/* ---- lines ---- */

static bool is_pragma(struct text t, uint32_t at)
{
    uint32_t e = after_line(t, at);
    return t.s[at] == '#' && (at == 0 || t.s[at - 1] == '\n') &&
           is_omp_line(t.s, at, e - (e > at && t.s[e - 1] == '\n'));
}

/* after `#pragma omp` */
static const char *words_of(struct rewriter *w, uint32_t at)
{
    const char *p = strstr(trimmed(w->f, w->t, (struct span){at, after_line(w->t, at)}), "omp") + 3;
    return p + strspn(p, " \t");
}

static bool has_metadirective(struct text t, struct span s)
{
    static const char word[] = "metadirective";
    for (uint32_t i = s.b; i + sizeof word - 1 <= s.e; i++)
        if (t.s[i] == 'm' && !memcmp(t.s + i, word, sizeof word - 1))
            return true;
    return false;
}

static bool says(struct text t, struct span s, const char *word)
{
    return has_word(t.s + s.b, s.e - s.b, word, strlen(word));
}

static void put_marker(struct rewriter *w, struct sb *out, uint32_t at)
{
    struct loc l = linemap_at(w->f->src_lines, at);
    if (out->n && out->s[out->n - 1] != '\n')
        sb_addc(out, '\n');
    sb_printf(out, "# %d \"%s\"\n", l.line, l.file ? l.file : w->f->options->path);
}

static void put_line(struct rewriter *w, const char *text, uint32_t at, struct sb *out)
{
    put_marker(w, out, at);
    sb_printf(out, "#pragma omp %s\n", text);
}

static void complain(struct rewriter *w, struct metadirective *m, const char *id, const char *text)
{
    if (!m->wrong)
        report(w->f, DIAG_ERROR, place_of_token(w->f, m->p, 3), 13, m->p, id, "%s", text);
    m->wrong = true;
}

/* ---- reading ---- */

static void read_candidate(struct rewriter *w, struct metadirective *m, unsigned open, unsigned close, bool otherwise)
{
    struct parser ps = {w->f, m->p};
    struct candidate *c = &m->v[m->n];
    struct range r = {open + 1, close};
    *c = (struct candidate){.otherwise = otherwise};
    if (!otherwise) {
        unsigned colon = find(&ps, r, ":");
        if (colon == r.e) {
            error_at(&ps, close, "GN0105", "expected ':' after the context selector, found %s", found(&ps, close));
            m->wrong = true;
            return;
        }
        selector_parse(w->f, m->p, (struct range){r.b, colon}, &c->selector);
        m->wrong |= c->selector.wrong;
        r.b = colon + 1;
    }
    struct slice s = range_slice(&ps, r);
    c->text = r.b < r.e ? arena_strndup(w->f->arena, w->f->src + s.begin, s.end - s.begin) : "";
    struct constructs names = {0};
    if (after_words(c->text, "nothing"))
        c->text = "";
    else if (*c->text && (after_words(c->text, "metadirective") || after_words(c->text, "begin metadirective"))) {
        error_at(&ps, r.b, "GN0724", "a metadirective cannot stand for another one");
        m->wrong = true;
    } else if (*c->text && !directive_constructs(c->text, &names, &c->block)) {
        error_at(&ps, r.b, "GN0102", "expected a directive, found %s", found(&ps, r.b));
        m->wrong = true;
    }
    m->n++;
}

static void read_clauses(struct rewriter *w, struct metadirective *m, unsigned at)
{
    struct parser ps = {w->f, m->p};
    bool last = false;
    while (tok(&ps, at)->kind != TOK_END && !m->wrong) {
        bool when = is(&ps, at, "when"), otherwise = is(&ps, at, "otherwise") || is(&ps, at, "default");
        if (is(&ps, at, ",")) {
            at++;
            continue;
        }
        if (!when && !otherwise) {
            error_at(&ps, at, "GN0201", "expected 'when', 'otherwise' or 'default', found %s", found(&ps, at));
            m->wrong = true;
            return;
        }
        if (last) {
            error_at(&ps, at, otherwise ? "GN0203" : "GN0209", "'otherwise' comes last, and once");
            m->wrong = true;
            return;
        }
        last = otherwise;
        unsigned close = is(&ps, at + 1, "(") ? matching(&ps, at + 1) : 0;
        if (!close) {
            if (!is(&ps, at + 1, "("))
                error_at(&ps, at + 1, "GN0105", "expected '(', found %s", found(&ps, at + 1));
            m->wrong = true;
            return;
        }
        if (m->n == MOST_ALTERNATIVES) {
            complain(w, m, "GN0111", "a metadirective has more than 16 alternatives");
            return;
        }
        read_candidate(w, m, at + 1, close, otherwise);
        at = close + 1;
    }
}

static bool any_block(const struct metadirective *m)
{
    for (unsigned i = 0; i < m->n; i++)
        if (m->v[i].block)
            return true;
    return false;
}

/* the line of its `end metadirective`; t.len: there is none */
static uint32_t find_end(struct rewriter *w, uint32_t at, uint32_t end)
{
    unsigned depth = 0;
    for (; at < end; at = after_line(w->t, at)) {
        if (!is_pragma(w->t, at))
            continue;
        const char *words = words_of(w, at);
        depth += after_words(words, "begin metadirective") != NULL;
        if (after_words(words, "end metadirective") && depth-- == 0)
            return at;
    }
    return w->t.len;
}

static void hide(struct rewriter *w, struct pragma *p)
{
    p->loc = linemap_at(w->f->src_lines, p->begin);
    p->always_ours = true;
    mask_line(w->f, p);
}

static struct pragma *line_of(struct rewriter *w, uint32_t at)
{
    struct pragma *p = NEW(w->f->arena, struct pragma);
    uint32_t e = after_line(w->t, at);
    *p = (struct pragma){.begin = at, .end = e - (e > at && w->t.s[e - 1] == '\n'), .dir = DIR_METADIRECTIVE};
    lex_pragma(w->f->arena, w->f->src, p->begin, p->end, false, &p->toks);
    hide(w, p);
    return p;
}

/* Reads the metadirective of the line at `at`, with its statement; returns where they end. */
static uint32_t read_metadirective(struct rewriter *w, uint32_t at, uint32_t end, struct metadirective *m)
{
    *m = (struct metadirective){.p = line_of(w, at), .begins = after_words(words_of(w, at), "begin")};
    m->after = after_line(w->t, at);
    read_clauses(w, m, m->begins ? 5 : 4);
    if (m->begins) {
        uint32_t e = find_end(w, m->after, end);
        if (e == w->t.len) {
            complain(w, m, "GN0725", "'begin metadirective' without its 'end metadirective'");
            return m->after;
        }
        line_of(w, e);
        m->stmt = (struct span){m->after, e};
        return after_line(w->t, e);
    }
    if (m->wrong || !any_block(m))
        return m->after;
    uint32_t e = after_statement(w->t, m->after);
    if (!e || e > end) {
        complain(w, m, "GN0310", "expected a statement after the metadirective");
        return m->after;
    }
    m->stmt = (struct span){m->after, e};
    return e;
}

/* ---- choosing ---- */

static bool is_outdone(const struct metadirective *m, const bool *fits, unsigned i)
{
    for (unsigned k = 0; k < m->n; k++)
        if (fits[k] && !m->v[k].otherwise && selector_is_part(&m->v[i].selector, &m->v[k].selector))
            return true;
    return false;
}

/* The candidates that fit, the highest score first, up to one without a condition (OpenMP 5.2, 7.4.1). */
static void choose(struct rewriter *w, const struct metadirective *m, enum where where, const struct constructs *around,
                   struct choice_list *list)
{
    struct match match[MOST_ALTERNATIVES];
    bool fits[MOST_ALTERNATIVES] = {0};
    const char *rest = "";
    for (unsigned i = 0; i < m->n; i++)
        if (m->v[i].otherwise)
            rest = m->v[i].text;
        else
            fits[i] = selector_matches(w->f, &m->v[i].selector, where, around, &match[i]);
    for (unsigned i = 0; i < m->n; i++)
        if (fits[i] && is_outdone(m, fits, i))
            match[i].score = -1;
    list->n = 0;
    for (;;) {
        int best = -1;
        for (unsigned i = 0; i < m->n; i++)
            if (fits[i] && (best < 0 || match[i].score > match[best].score))
                best = (int)i;
        if (best < 0)
            break;
        fits[best] = false;
        list->v[list->n++] = (struct alternative){match[best].condition, m->v[best].text};
        if (!match[best].condition)
            return;
    }
    list->v[list->n++] = (struct alternative){NULL, rest};
}

static bool same_lists(const struct choice_list *a, const struct choice_list *b)
{
    for (unsigned i = 0; i < a->n && i < b->n; i++) {
        const char *x = a->v[i].condition, *y = b->v[i].condition;
        if (strcmp(a->v[i].text, b->v[i].text) != 0 || !x != !y || (x && strcmp(x, y) != 0))
            return false;
    }
    return a->n == b->n;
}

static void note_choice(struct rewriter *w, const struct metadirective *m, enum where where,
                        const struct choice_list *list)
{
    struct unit *u = w->f->unit;
    for (unsigned i = 0; i < list->n; i++) {
        const char *text = *list->v[i].text ? list->v[i].text : "nothing";
        struct choice c = {m->p->loc, where == ANYWHERE ? "everywhere" : where_names[where], list->v[i].condition,
                           text};
        bool known = false;
        for (size_t k = 0; k < u->choices.n && !known; k++)
            known = u->choices.v[k].loc.line == c.loc.line && !strcmp(u->choices.v[k].where, c.where) &&
                    !strcmp(u->choices.v[k].text, c.text);
        if (!known)
            vec_push(w->f->arena, &u->choices, c);
    }
}

/* ---- writing ---- */

static bool names_leaf(const char *text, const char *leaf)
{
    struct constructs c = {0};
    bool block;
    directive_constructs(text, &c, &block);
    for (unsigned i = 0; i < c.n; i++)
        if (!strcmp(c.name[i], leaf))
            return true;
    return false;
}

static void put_directive(struct rewriter *w, const char *text, uint32_t at, struct span stmt, const struct context *c,
                          struct sb *out);

/* Constructs around a target construct do not count (OpenMP 5.2, 7.1). */
static struct context inside(const struct context *c, const char *text)
{
    struct context in = *c;
    bool block;
    if (names_leaf(text, "target"))
        in.around.n = 0;
    directive_constructs(text, &in.around, &block);
    return in;
}

static void put_block(struct rewriter *w, const char *head, const char *text, uint32_t line, struct span stmt,
                      const struct context *c, struct sb *out)
{
    if (out->n && out->s[out->n - 1] != '\n')
        sb_addc(out, '\n');
    sb_printf(out, "%s {\n", head);
    put_directive(w, text, line, stmt, c, out);
    sb_add(out, "\n}");
}

/* May the statement be written several times? Reports statements that may exist only once. */
static bool may_repeat(struct rewriter *w, struct metadirective *m, bool all_run)
{
    bool bad = m->stmt.e > m->stmt.b && (says(w->t, m->stmt, "goto") || (all_run && says(w->t, m->stmt, "static")));
    if (bad)
        complain(w, m, "GN0722",
                 "the statement of a metadirective that chooses when it runs, or by the device, is written once for "
                 "each choice: it can have no goto, and no static variable; declare the variable before, and use "
                 "structured statements");
    return !bad;
}

static void put_list(struct rewriter *w, struct metadirective *m, const struct choice_list *list,
                     const struct context *c, struct sb *out)
{
    if (list->n == 1) {
        const char *text = list->v[0].text;
        if (m->begins && !strncmp(text, "declare ", 8)) {
            sb_printf(out, "#pragma omp begin %s\n", text);
            rewrite(w, m->stmt, c, out);
            sb_printf(out, "#pragma omp end declare %s\n", after_words(text + 8, "target") ? "target" : "variant");
            return;
        }
        put_directive(w, text, m->p->begin, m->stmt, c, out);
        return;
    }
    if (!may_repeat(w, m, true))
        return;
    for (unsigned i = 0; i < list->n; i++) {
        const char *condition = list->v[i].condition;
        put_block(w, condition ? arena_printf(w->f->arena, "%sif (%s)", i ? "else " : "", condition) : "else",
                  list->v[i].text, m->p->begin, m->stmt, c, out);
    }
}

/* Writes the versions for host and devices under tests of `ask`; devices with equal versions share one. */
static void put_versions(const char *ask, struct sb *version, struct sb *out)
{
    bool devices_differ = strcmp(version[ON_NVIDIA].s, version[ON_EMULATED].s) != 0;
    sb_printf(out, "if (%s == %d) {\n", ask, ON_HOST);
    sb_add(out, version[ON_HOST].s);
    if (devices_differ) {
        sb_printf(out, "\n} else if (%s == %d) {\n", ask, ON_NVIDIA);
        sb_add(out, version[ON_NVIDIA].s);
    }
    sb_add(out, "\n} else {\n");
    sb_add(out, version[ON_EMULATED].s);
    sb_add(out, "\n}");
}

static bool all_same(struct sb *version)
{
    for (int i = 0; i < NWHERES; i++)
        if (!version[i].s)
            sb_add(&version[i], "");
    return !strcmp(version[ON_HOST].s, version[ON_NVIDIA].s) && !strcmp(version[ON_HOST].s, version[ON_EMULATED].s);
}

/* ---- target constructs ---- */

/* Nothing may stand between `target` and its `teams`: a run-time condition is tested before both. */
static bool put_with_target(struct rewriter *w, const char *text, uint32_t at, struct span stmt,
                            const struct context *in, struct sb *out)
{
    uint32_t first = skip_blank(w->t, stmt.b);
    struct metadirective m;
    struct choice_list list;
    if (first >= stmt.e || !is_pragma(w->t, first) || !after_words(words_of(w, first), "metadirective") ||
        names_leaf(text, "teams"))
        return false;
    uint32_t end = read_metadirective(w, first, stmt.e, &m);
    choose(w, &m, in->where, &in->around, &list);
    bool teams = false;
    for (unsigned i = 0; i < list.n; i++)
        teams |= names_leaf(list.v[i].text, "teams");
    if (m.wrong || list.n < 2 || !teams || skip_blank(w->t, end) < stmt.e || !may_repeat(w, &m, true))
        return false;
    note_choice(w, &m, in->where, &list);
    for (unsigned i = 0; i < list.n; i++) {
        const char *condition = list.v[i].condition;
        for (const char *p = condition; p && *p; p++) {
            size_t n = strspn(p, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789$");
            char *name = arena_strndup(w->f->arena, p, n);
            struct text t = {text, (uint32_t)strlen(text)};
            if (n && !isdigit((unsigned char)*p) && says(t, (struct span){0, t.len}, name))
                complain(w, &m, "GN0723",
                         arena_printf(w->f->arena,
                                      "the condition is evaluated before the target construct, where '%s' may have "
                                      "another value than in the region: put the metadirective before the target",
                                      name));
            p += n ? n - 1 : 0;
        }
        const char *head = condition ? arena_printf(w->f->arena, "%sif (%s)", i ? "else " : "", condition) : "else";
        if (out->n && out->s[out->n - 1] != '\n')
            sb_addc(out, '\n');
        sb_printf(out, "%s {\n", head);
        put_line(w, text, at, out);
        put_directive(w, list.v[i].text, first, m.stmt, in, out);
        sb_add(out, "\n}");
    }
    return true;
}

static bool is_one_statement(struct rewriter *w, struct span s)
{
    uint32_t e = after_statement(w->t, s.b);
    return e && skip_blank(w->t, e) >= s.e;
}

static void put_plain(struct rewriter *w, const char *text, uint32_t at, struct span stmt, const struct context *c,
                      struct sb *out)
{
    if (*text)
        put_line(w, text, at, out);
    if (stmt.e > stmt.b) {
        struct context in = inside(c, text);
        bool several = *text && !is_one_statement(w, stmt); /* of begin metadirective */
        sb_add(out, several ? "{" : "");
        put_marker(w, out, stmt.b);
        rewrite(w, stmt, &in, out);
        sb_add(out, several ? "\n}\n" : "");
    }
}

static struct loc place_of_statement(struct rewriter *w, struct span stmt)
{
    uint32_t at = skip_blank(w->t, stmt.b), line = at;
    while (line && w->t.s[line - 1] != '\n')
        line--;
    struct loc l = linemap_at(w->f->src_lines, at);
    l.col = (int)(at - line) + 1;
    return l;
}

/* `text`, which may be empty, with its statement */
static void put_directive(struct rewriter *w, const char *text, uint32_t at, struct span stmt, const struct context *c,
                          struct sb *out)
{
    struct sb version[NWHERES] = {0};
    if (c->in_target || !names_leaf(text, "target") || stmt.e == stmt.b || !has_metadirective(w->t, stmt)) {
        put_plain(w, text, at, stmt, c, out);
        return;
    }
    for (int i = 0; i < NWHERES; i++) {
        struct context in = inside(c, text);
        in.where = (enum where)i;
        in.in_target = true;
        if (put_with_target(w, text, at, stmt, &in, &version[i]))
            continue;
        struct context here = *c;
        here.where = in.where;
        here.in_target = true;
        put_plain(w, text, at, stmt, &here, &version[i]);
    }
    if (all_same(version)) {
        sb_add(out, version[ON_HOST].s);
    } else {
        const char *device = clause_argument(w->f, text, "device", "device_num"),
                   *when = clause_argument(w->f, text, "if", "target");
        if (says(w->t, stmt, "goto"))
            report(
                w->f, DIAG_ERROR, place_of_statement(w, stmt), 1, NULL, "GN0722",
                "a region whose metadirectives choose by the device is written once for each: it can have no goto; use "
                "structured statements");
        put_versions(arena_printf(w->f->arena, "__gantry_place(%s, (%s) != 0)", device ? device : "-2147483647",
                                  when ? when : "1"),
                     version, out);
    }
    for (int i = 0; i < NWHERES; i++)
        sb_free(&version[i]);
}

/* ---- metadirectives ---- */

/* Is `target` the first word of an alternative, after `:` or a bracket, and no trait? */
static bool may_be_target(const char *words)
{
    for (const char *p = words; (p = strstr(p, "target")); p++) {
        const char *before = p;
        while (before > words && isspace((unsigned char)before[-1]))
            before--;
        if (before > words && strchr(":(", before[-1]) && !is_word(p[strlen("target")]))
            return true;
    }
    return false;
}

/* Is the function around `at` called on the host only? One that contains target constructs is. */
static bool is_of_host(struct rewriter *w, uint32_t at)
{
    for (size_t i = 0; i < w->blocks.n; i++) {
        struct span b = w->blocks.v[i];
        if (at < b.b || at >= b.e)
            continue;
        for (uint32_t l = after_line(w->t, b.b); l < b.e; l = after_line(w->t, l)) {
            if (!is_pragma(w->t, l))
                continue;
            const char *words = words_of(w, l);
            bool meta = after_words(words, "metadirective") || after_words(words, "begin metadirective");
            if (after_words(words, "target") || (meta && may_be_target(words)))
                return true;
        }
        return false;
    }
    return true; /* file scope: its declarations are read by the host's compiler */
}

static bool asks_target_device(const struct metadirective *m)
{
    for (unsigned i = 0; i < m->n; i++)
        if (selector_has(&m->v[i].selector, SET_TARGET_DEVICE, NULL))
            return true;
    return false;
}

static void put_metadirective(struct rewriter *w, struct metadirective *m, const struct context *c, struct sb *out)
{
    struct choice_list list[NWHERES];
    struct sb version[NWHERES] = {0};
    if (asks_target_device(m) && c->in_target) {
        complain(w, m, "GN0726",
                 "'target_device' in a target region: devices are not asked about there; write 'device={…}'");
        return;
    }
    if (c->in_target || asks_target_device(m) || is_of_host(w, m->p->begin)) {
        enum where where = c->in_target ? c->where : ON_HOST;
        choose(w, m, where, &c->around, &list[0]);
        note_choice(w, m, where, &list[0]);
        put_list(w, m, &list[0], c, out);
        return;
    }
    for (int i = 0; i < NWHERES; i++) {
        struct constructs around = {0};
        if (i != ON_HOST) /* OpenMP 5.2, 7.1: a function for devices is called from a target construct */
            constructs_add(&around, "target");
        for (unsigned k = 0; k < c->around.n; k++)
            constructs_add(&around, c->around.name[k]);
        choose(w, m, (enum where)i, i == ON_HOST ? &c->around : &around, &list[i]);
    }
    bool nested = has_metadirective(w->t, m->stmt);
    if (!nested && same_lists(&list[0], &list[1]) && same_lists(&list[0], &list[2])) {
        note_choice(w, m, ANYWHERE, &list[0]);
        put_list(w, m, &list[0], c, out);
        return;
    }
    for (int i = 0; i < NWHERES; i++) {
        struct context known = *c;
        known.where = (enum where)i;
        known.in_target = true; /* metadirectives inside need not ask again */
        if (i != ON_HOST) {
            known.around.n = 0;
            constructs_add(&known.around, "target");
            for (unsigned k = 0; k < c->around.n; k++)
                constructs_add(&known.around, c->around.name[k]);
        }
        put_marker(w, &version[i], m->p->begin);
        note_choice(w, m, (enum where)i, &list[i]);
        put_list(w, m, &list[i], &known, &version[i]);
    }
    if (all_same(version))
        sb_add(out, version[0].s);
    else if (may_repeat(w, m, false))
        put_versions("__gantry_here()", version, out);
    for (int i = 0; i < NWHERES; i++)
        sb_free(&version[i]);
}

/* ---- the text ---- */

/* a directive in whose statement there are metadirectives: the end of the statement, or 0 */
static uint32_t holds_some(struct rewriter *w, uint32_t at, uint32_t end)
{
    struct constructs c = {0};
    bool block;
    if (!directive_constructs(words_of(w, at), &c, &block) || !block)
        return 0;
    uint32_t b = after_line(w->t, at), e = after_statement(w->t, b);
    return e && e <= end && has_metadirective(w->t, (struct span){b, e}) ? e : 0;
}

static void rewrite(struct rewriter *w, struct span s, const struct context *c, struct sb *out)
{
    uint32_t from = s.b;
    for (uint32_t at = s.b; at < s.e;) {
        uint32_t line = after_line(w->t, at), end = 0;
        struct metadirective m;
        if (!is_pragma(w->t, at)) {
            at = line;
            continue;
        }
        const char *words = words_of(w, at);
        bool meta = after_words(words, "metadirective") || after_words(words, "begin metadirective");
        if (after_words(words, "end metadirective")) {
            m = (struct metadirective){.p = line_of(w, at)};
            complain(w, &m, "GN0725", "'end metadirective' without a 'begin metadirective' before");
            end = line;
        } else if (!meta && !(end = holds_some(w, at, s.e))) {
            at = line;
            continue;
        }
        sb_addn(out, w->t.s + from, at - from);
        if (meta) {
            end = read_metadirective(w, at, s.e, &m);
            if (!m.wrong)
                put_metadirective(w, &m, c, out);
        } else if (end != line) {
            put_directive(w, words, at, (struct span){line, end}, c, out);
        }
        put_marker(w, out, end);
        w->any = true;
        from = at = end;
    }
    if (from < s.e)
        sb_addn(out, w->t.s + from, s.e - from);
}

static void find_blocks(struct rewriter *w)
{
    for (uint32_t at = 0; at < w->t.len;) {
        uint32_t e = w->t.s[at] == '{' ? after_bracket(w->t, at) : 0;
        if (e)
            vec_push(w->f->arena, &w->blocks, (struct span){at, e});
        if (w->t.s[at] == '#' && (at == 0 || w->t.s[at - 1] == '\n'))
            at = after_line(w->t, at);
        else
            at = e ? e : next_char(w->t, at);
    }
}

/* ---- functions that are variants ---- */

/* The name of the function whose body begins at `at`; empty: it is no function's */
static struct span function_of(struct text t, uint32_t at)
{
    for (;;) {
        while (at > 0 && isspace((unsigned char)t.s[at - 1]))
            at--;
        if (at == 0 || t.s[at - 1] != ')')
            return (struct span){0};
        int depth = 0;
        do {
            at--;
            depth += (t.s[at] == ')') - (t.s[at] == '(');
        } while (at > 0 && depth > 0);
        while (at > 0 && isspace((unsigned char)t.s[at - 1]))
            at--;
        struct span name = {at, at};
        while (name.b > 0 && is_word(t.s[name.b - 1]))
            name.b--;
        if (!has_word(t.s + name.b, name.e - name.b, "__attribute__", strlen("__attribute__")))
            return name;
        at = name.b;
    }
}

/* Adds the constructs in the selector of the declare variant directive at `at`. Drops its messages, since variant.c
 * reads it again. */
static void add_selected(struct rewriter *w, uint32_t at, struct constructs *c)
{
    struct pragma p = {.begin = at, .end = after_line(w->t, at), .loc = linemap_at(w->f->src_lines, at)};
    struct parser ps = {w->f, &p};
    struct selector s = {0};
    size_t before = w->f->reports.n;
    p.end -= w->t.s[p.end - 1] == '\n';
    lex_pragma(w->f->arena, w->t.s, p.begin, p.end, false, &p.toks);
    for (unsigned i = 3; i + 1 < p.toks.t.n; i++)
        if (is(&ps, i, "match") && is(&ps, i + 1, "(") && matching(&ps, i + 1))
            selector_parse(w->f, &p, (struct range){i + 2, matching(&ps, i + 1)}, &s);
    w->f->reports.n = before;
    for (size_t i = 0; i < s.traits.n && !s.wrong; i++)
        if (s.traits.v[i].set == SET_CONSTRUCT)
            constructs_add(c, s.traits.v[i].name);
}

/* Does the directive, from after the words `declare variant` on, name this function as its variant? */
static bool names_variant(const char *rest, const char *name, size_t n)
{
    const char *close = *rest == '(' ? strchr(rest, ')') : NULL, *end = close;
    while (end && isspace((unsigned char)end[-1]))
        end--;
    return end && (size_t)(end - rest) > n && memcmp(end - n, name, n) == 0 && !is_word(end[-(long)n - 1]);
}

/* A function that is a variant is called inside the constructs of its selector (OpenMP 5.2, 7.1). */
static void add_constructs_of_variant(struct rewriter *w, struct span body, struct constructs *c)
{
    struct span name = function_of(w->t, body.b);
    uint32_t begun = 0;
    for (uint32_t at = 0; name.e > name.b && c->n == 0 && at < w->t.len; at = after_line(w->t, at)) {
        if (!is_pragma(w->t, at))
            continue;
        const char *words = words_of(w, at), *rest = after_words(words, "declare variant");
        if (rest && names_variant(rest, w->t.s + name.b, name.e - name.b))
            add_selected(w, at, c);
        else if (at < body.b && after_words(words, "begin declare variant"))
            begun = at;
        else if (begun && after_words(words, "end declare variant")) {
            if (body.b < at)
                add_selected(w, begun, c);
            begun = 0;
        }
    }
}

/* the whole text, with each function's body in its own context */
static void rewrite_functions(struct rewriter *w, struct sb *out)
{
    const struct context none = {.where = ANYWHERE};
    uint32_t from = 0;
    for (size_t i = 0; i < w->blocks.n; i++) {
        struct span body = w->blocks.v[i];
        struct context own = none;
        if (!has_metadirective(w->t, body))
            continue;
        add_constructs_of_variant(w, body, &own.around);
        if (own.around.n == 0)
            continue;
        rewrite(w, (struct span){from, body.b}, &none, out);
        rewrite(w, body, &own, out);
        from = body.e;
    }
    rewrite(w, (struct span){from, w->t.len}, &none, out);
}

void metadirectives_apply(struct front *f)
{
    struct rewriter w = {.f = f, .t = {f->src, f->len}};
    struct sb out = {0};
    if (!has_metadirective(w.t, (struct span){0, w.t.len}))
        return;
    find_blocks(&w);
    sb_add(&out, "int (__gantry_here)(void), (__gantry_place)(int, int), (__gantry_device_is)(int, const char *, const "
                 "char *);\n");
    rewrite_functions(&w, &out);
    if (!w.any) {
        sb_free(&out);
        return;
    }
    for (size_t i = 0; i < f->reports.n; i++) /* their pragmas are no longer in the text */
        f->reports.v[i].pragma = NULL;
    f->len = (uint32_t)out.n;
    f->src = sb_take(&out, f->arena);
    f->src_lines = linemap_build(f->arena, f->src, f->len, f->options->path);
}
