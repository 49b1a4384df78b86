/* common/macros.c: places in text that a macro expanded to: as with Clang, a message points at the macro's name in the
 * user's line, and notes lead through the definitions. The preprocessed text has no trace of macros, so the tokens of
 * the two lines are compared, and definitions are searched in the files that the text comes from. */
#include "../front_private.h"

#include <string.h>

enum { DEEPEST = 8, MOST_STEPS = 500 }; /* nesting of macros; tokens that are examined for one place */
enum { SURE = 4 };                      /* so many equal tokens show that an expansion has ended */

static bool is_ident(const struct tokens *l, size_t i) { return i < l->t.n && l->t.v[i].kind == TOK_IDENT; }

static bool same(const char *a, const struct token *x, const char *b, const struct token *y)
{
    return x->kind == y->kind && x->len == y->len && memcmp(a + x->off, b + y->off, x->len) == 0;
}

/* ---- a line of the user's, and the preprocessed one ---- */
struct lines {
    const char *mine, *users; /* the texts that the tokens lie in */
    uint32_t my_line, line;   /* where they begin there */
    struct tokens m, u;
};

/* the index after the macro call that begins at the user's token j */
static size_t call_end(const struct lines *l, size_t j)
{
    int depth = 0;
    if (!token_is(l->users, &l->u.t.v[j + 1], "("))
        return j + 1;
    for (size_t k = j + 1; k + 1 < l->u.t.n; k++) {
        depth += token_is(l->users, &l->u.t.v[k], "(");
        depth -= token_is(l->users, &l->u.t.v[k], ")");
        if (depth == 0)
            return k + 1;
    }
    return l->u.t.n - 1;
}

/* +1, -1: it opens or closes a bracket */
static int bracket(const char *text, const struct token *t)
{
    return t->kind != TOK_PUNCT || t->len != 1
               ? 0
               : (strchr("([{", text[t->off]) != NULL) - (strchr(")]}", text[t->off]) != NULL);
}

/* Is there no token of the user's line at j and after it? */
static bool ends_line(const struct lines *l, size_t j)
{
    uint32_t from = j ? l->u.t.v[j - 1].off : 0;
    return j + 1 >= l->u.t.n || memchr(l->users + from, '\n', l->u.t.v[j].off - from);
}

/* The first of our tokens from i on that corresponds to the user's token j: SURE tokens agree from there, or all up to
 * the next macro or the end. Expansions mostly have balanced brackets, so only places outside brackets count. */
static size_t meets_again(const struct lines *l, size_t i, size_t j)
{
    int depth = 0;
    for (; i + 1 < l->m.t.n; i++) {
        size_t k = 0;
        while (k < SURE && i + k + 1 < l->m.t.n && j + k + 1 < l->u.t.n &&
               same(l->mine, &l->m.t.v[i + k], l->users, &l->u.t.v[j + k]))
            k++;
        bool met = ends_line(l, j + k) ? i + k + 1 == l->m.t.n : is_ident(&l->u, j + k);
        if (depth == 0 && (k == SURE || (k > 0 && met)))
            return i;
        depth += bracket(l->mine, &l->m.t.v[i]);
    }
    return i;
}

/* The index of the user's token that our token `want` comes from: the same token, or the name of a macro; the number of
 * tokens where that is not known. *nth: how many tokens like it the macro's text has before it. */
static size_t origin(const struct lines *l, size_t want, unsigned *nth)
{
    size_t i = 0, j = 0, unknown = l->u.t.n;
    *nth = 0;
    while (i <= want && j + 1 < l->u.t.n) {
        if (same(l->mine, &l->m.t.v[i], l->users, &l->u.t.v[j])) {
            if (i == want)
                return j;
            i++, j++;
            continue;
        }
        if (!is_ident(&l->u, j))
            return unknown;
        size_t after = call_end(l, j), next = meets_again(l, i, after);
        if (want >= next) {
            i = next;
            j = after;
            continue;
        }
        size_t argument = unknown;
        for (size_t k = j + 2; k + 1 < after; k++) /* an argument stands in both lines */
            if (is_ident(&l->u, k) && same(l->mine, &l->m.t.v[want], l->users, &l->u.t.v[k]))
                argument = argument == unknown ? k : j;
        for (size_t k = i; k < want && argument == unknown; k++)
            *nth += same(l->mine, &l->m.t.v[want], l->mine, &l->m.t.v[k]);
        return argument == unknown ? j : argument;
    }
    return unknown;
}

static size_t token_at(const struct tokens *l, uint32_t off)
{
    size_t i = 0;
    while (i + 1 < l->t.n && l->t.v[i].off + l->t.v[i].len <= off)
        i++;
    return i;
}

/* Those of the last place that was asked for are kept: the next one is often in the same line. */
static const struct lines *lines_at(struct front *f, const char *text, uint32_t bol, uint32_t eol,
                                    const struct source *s, uint32_t line)
{
    struct lines *l = f->macro_lines;
    if (l && l->mine == text && l->my_line == bol && l->users == s->text && l->line == line)
        return l;
    l = f->macro_lines = NEW(f->arena, struct lines);
    *l = (struct lines){.mine = text, .users = s->text, .my_line = bol, .line = line};
    lex_pragma(f->arena, text, bol, eol, false, &l->m);
    lex_pragma(f->arena, s->text, line, (uint32_t)s->len, true, &l->u);
    return l;
}

void macro_place(struct front *f, const char *text, uint32_t bol, uint32_t eol, uint32_t off, const struct source *s,
                 uint32_t line, struct loc *loc)
{
    unsigned nth;
    const struct lines *l = lines_at(f, text, bol, eol, s, line);
    size_t want = token_at(&l->m, off), from = origin(l, want, &nth);
    const char *nl = memchr(s->text + line, '\n', s->len - line);
    uint32_t end = nl ? (uint32_t)(nl - s->text) : (uint32_t)s->len;
    loc->col = 0;
    if (from + 1 >= l->u.t.n || l->u.t.v[from].off >= end)
        return;
    loc->col = (int)(l->u.t.v[from].off - line) + 1;
    const struct token *t = &l->m.t.v[want];
    vec_push(f->arena, &f->sought, (struct sought){arena_strndup(f->arena, text + t->off, t->len), nth});
    loc->within = (unsigned)f->sought.n;
}

/* ---- definitions ---- */
struct definition {
    const struct source *file;
    int line;
    struct tokens body; /* from its first token on, without the parameters */
};

/* Notes `#define name…` when the line is one. */
static void note_definition(struct front *f, const struct source *s, size_t line)
{
    const char *p = s->text + s->lines.v[line], *end = s->text + s->len;
    p += strspn(p, " \t");
    if (p >= end || *p++ != '#')
        return;
    p += strspn(p, " \t");
    if (strncmp(p, "define", 6) != 0)
        return;
    p += 6;
    p += strspn(p, " \t");
    size_t n = strcspn(p, " \t\r\n(");
    if (n)
        vec_push(f->arena, &f->macros, (struct macro){p, n, s->path, (int)line + 1});
}

/* All definitions in the files of the text, once. */
static void note_definitions(struct front *f)
{
    if (f->macros_known)
        return;
    f->macros_known = true;
    for (const char *const *files = linemap_files(f->arena, f->src_lines); *files; files++) {
        const struct source *s = **files == '<' ? NULL : source_of(f, *files);
        for (size_t i = 0; s && s->text && i < s->lines.n; i++)
            if (s->lines.v[i] < s->len)
                note_definition(f, s, i);
    }
}

/* The one definition of a macro in the files of the text; false: there is none, or another one too. */
static bool find_definition(struct front *f, const char *name, size_t n, struct definition *d)
{
    const struct macro *found = NULL;
    note_definitions(f);
    for (size_t i = 0; i < f->macros.n; i++) {
        const struct macro *m = &f->macros.v[i];
        if (m->len != n || memcmp(m->name, name, n) != 0)
            continue;
        if (found)
            return false;
        found = m;
    }
    if (!found)
        return false;
    struct tokens all = {0};
    *d = (struct definition){.file = source_of(f, found->file), .line = found->line};
    const char *text = d->file->text;
    lex_pragma(f->arena, text, d->file->lines.v[found->line - 1], (uint32_t)d->file->len, true, &all);
    const struct token *t = all.t.v;
    size_t body = 3; /* after # define name */
    if (all.t.n > 3 && token_is(text, &t[3], "(") && t[3].off == t[2].off + t[2].len)
        while (body + 1 < all.t.n && !token_is(text, &t[body++], ")"))
            ;
    for (size_t i = body; i < all.t.n; i++)
        vec_push(f->arena, &d->body.t, t[i]);
    return d->body.t.n > 1;
}

static struct loc place_in(const struct source *s, uint32_t off)
{
    size_t lo = 0, hi = s->lines.n;
    while (hi - lo > 1) {
        size_t mid = lo + (hi - lo) / 2;
        *(s->lines.v[mid] <= off ? &lo : &hi) = mid;
    }
    return (struct loc){.file = s->path, .line = (int)lo + 1, .col = (int)(off - s->lines.v[lo]) + 1};
}

/* In a macro's text: the token that is sought, after w->nth others like it, or the macro that leads to it; NULL: there
 * is none, or the search is too long. */
static const struct token *leads_to(struct front *f, const char *text, const struct tokens *l, struct sought *w,
                                    int depth)
{
    if (depth == 0)
        f->macro_steps = 0;
    for (size_t i = 0; i + 1 < l->t.n && f->macro_steps++ < MOST_STEPS; i++) {
        struct definition d;
        const struct token *t = &l->t.v[i];
        unsigned before = w->nth;
        if (token_is(text, t, w->token)) {
            if (w->nth-- == 0)
                return t;
        } else if (t->kind == TOK_IDENT && depth < DEEPEST && find_definition(f, text + t->off, t->len, &d) &&
                   leads_to(f, d.file->text, &d.body, w, depth + 1)) {
            w->nth = before;
            return t;
        }
    }
    return NULL;
}

struct loc pragma_operator(struct front *f, struct loc loc)
{
    const struct source *s = loc.file ? source_of(f, loc.file) : NULL;
    struct tokens line = {0};
    if (!s || !s->text || loc.line < 1 || (size_t)loc.line > s->lines.n)
        return loc;
    lex_pragma(f->arena, s->text, s->lines.v[loc.line - 1], (uint32_t)s->len, true, &line);
    struct sought word = {"_Pragma", 0};
    const struct token *t = leads_to(f, s->text, &line, &word, 0);
    return t ? place_in(s, t->off) : loc;
}

/* ---- notes ---- */
/* Does the preprocessed line still contain the name? Then it is no macro there. */
static bool is_kept(struct front *f, struct loc loc, const char *name, size_t n)
{
    uint32_t off = linemap_find(f->src_lines, f->src, loc);
    if (!off || linemap_at(f->src_lines, off).line != loc.line)
        return true;
    const char *nl = memchr(f->src + off, '\n', f->len - off);
    struct tokens l = {0};
    lex_pragma(f->arena, f->src, off, nl ? (uint32_t)(nl - f->src) : f->len, false, &l);
    for (size_t i = 0; i < l.t.n; i++)
        if (l.t.v[i].len == n && memcmp(f->src + l.t.v[i].off, name, n) == 0)
            return true;
    return false;
}

void macro_notes(struct front *f, struct loc loc)
{
    const struct source *s = loc.file ? source_of(f, loc.file) : NULL;
    if (!s || !s->text || loc.col < 1 || loc.line < 1 || (size_t)loc.line > s->lines.n)
        return;
    struct tokens at = {0};
    uint32_t off = s->lines.v[loc.line - 1] + (uint32_t)loc.col - 1;
    if (off >= s->len)
        return;
    lex_pragma(f->arena, s->text, off, (uint32_t)s->len, true, &at);
    const char *text = s->text;
    struct token name = at.t.v[0];
    struct definition d;
    struct sought w = loc.within ? f->sought.v[loc.within - 1] : (struct sought){"_Pragma", 0};
    if (name.kind != TOK_IDENT || is_kept(f, loc, text + name.off, name.len))
        return;
    for (int depth = 0; depth < DEEPEST && find_definition(f, text + name.off, name.len, &d); depth++) {
        struct sought first = {w.token, 0}; /* where tokens of arguments were counted */
        const struct token *to = leads_to(f, d.file->text, &d.body, &w, 0);
        if (!to && (to = leads_to(f, d.file->text, &d.body, &first, 0)))
            w = first;
        to = to ? to : &d.body.t.v[0];
        diag(f->diag, DIAG_NOTE, place_in(d.file, to->off), NULL, "expanded from macro '%.*s'", (int)name.len,
             text + name.off);
        text = d.file->text;
        name = *to;
    }
}
