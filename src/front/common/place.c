/* common/place.c: lines and columns in the user's file, for the carets of messages. The preprocessor keeps only the
 * line of a pragma. So the user's file is read again at that line, and its tokens are compared with those of the
 * preprocessed pragma; where they differ because of a macro, the place is that of the macro's name. */
#include "../front_private.h"

#include <string.h>

static uint32_t line_offset(const struct source *s, int line)
{
    return s->text && line >= 1 && (size_t)line <= s->lines.n ? s->lines.v[line - 1] : UINT32_MAX;
}

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static const char *skip_blank(const char *p, const char *end)
{
    for (;;) {
        while (p < end && blank(*p))
            p++;
        const char *close = end - p > 3 && p[0] == '/' && p[1] == '*' ? strstr(p + 2, "*/") : NULL;
        if (!close || close >= end)
            return p;
        p = close + 2;
    }
}

/* A line without macros is the same in the user's file and in the preprocessed text. So the column is known if the two
 * lines agree up to the place. */
struct loc place_in_unit(struct front *f, uint32_t off)
{
    const struct unit *u = f->unit;
    struct loc loc = unit_loc(u, off);
    const struct source *s = loc.file ? source_of(f, loc.file) : NULL;
    uint32_t at = s ? line_offset(s, loc.line) : UINT32_MAX, bol = off;
    if (at == UINT32_MAX || off >= u->len)
        return loc;
    while (bol > 0 && u->text[bol - 1] != '\n')
        bol--;
    const char *mine = u->text + bol, *to = u->text + off, *user = s->text + at, *end = s->text + s->len;
    for (;;) {
        mine = skip_blank(mine, to);
        user = skip_blank(user, end);
        if (mine >= to || user >= end || *mine != *user)
            break;
        mine++;
        user++;
    }
    if (mine >= to && user < end && *user == *to) {
        loc.col = (int)(user - (s->text + at)) + 1;
        return loc;
    }
    const char *nl = memchr(to, '\n', u->len - off);
    uint32_t eol = nl ? (uint32_t)(nl - u->text) : u->len;
    macro_place(f, u->text, bol, eol, off, s, at, &loc);
    return loc;
}

static bool first_is_hash(struct front *f, struct loc loc)
{
    const struct source *s = loc.file ? source_of(f, loc.file) : NULL;
    uint32_t at = s ? line_offset(s, loc.line) : UINT32_MAX;
    const char *end = s ? s->text + s->len : NULL, *first = at == UINT32_MAX ? NULL : skip_blank(s->text + at, end);
    return first && first < end && *first == '#';
}

static void read_original(struct front *f, struct pragma *p)
{
    if (p->orig_known)
        return;
    p->orig_known = true;
    if (!p->loc.file)
        return;
    const struct source *s = source_of(f, p->loc.file);
    uint32_t at = line_offset(s, p->loc.line);
    if (at == UINT32_MAX)
        return;
    lex_pragma(f->arena, s->text, at, (uint32_t)s->len, true, &p->orig);
    const struct token *first = &p->orig.t.v[0];
    if (token_is(s->text, first, "#") || token_is(s->text, first, "%:"))
        p->orig_text = s->text;
}

static struct loc place_in_source(const struct pragma *p, uint32_t off)
{
    struct loc loc = p->loc;
    uint32_t bol = off;
    while (bol > 0 && p->orig_text[bol - 1] != '\n')
        bol--;
    loc.col = (int)(off - bol) + 1;
    for (uint32_t i = p->orig.t.v[0].off; i < bol; i++)
        loc.line += p->orig_text[i] == '\n';
    return loc;
}

static bool same_token(const struct front *f, const struct pragma *p, size_t i, size_t k)
{
    const struct token *a = &p->toks.t.v[i], *b = &p->orig.t.v[k];
    if (i == 0 && k == 0)
        return true; /* '#' and '%:' are the same */
    return a->kind == b->kind && a->len == b->len && !memcmp(f->src + a->off, p->orig_text + b->off, a->len);
}

/* The token of the user's file that token `tok` of the preprocessed line stands for; *exact: it is the same
 * one. */
static size_t original_token(struct front *f, struct pragma *p, unsigned tok, bool *exact)
{
    size_t n = p->toks.t.n, m = p->orig.t.n, head = 0, tail = 0;
    while (head < n && head < m && same_token(f, p, head, head))
        head++;
    while (tail < n - 1 && tail < m - 1 && same_token(f, p, n - 1 - tail, m - 1 - tail))
        tail++;
    *exact = true;
    if (tok < head)
        return tok;
    if (n - tok <= tail)
        return m - (n - tok);
    *exact = false;
    return head < m ? head : m - 1;
}

/* Of OpenACC its line is one; of others the same directive, which a metadirective may have made. */
bool pragma_is_line(struct front *f, struct pragma *p)
{
    enum { DIRECTIVE = 3 }; /* behind '#', `pragma` and `omp` */
    if (p->acc)
        return first_is_hash(f, p->loc);
    read_original(f, p);
    return p->orig_text && p->orig.t.n > DIRECTIVE && p->toks.t.n > DIRECTIVE && same_token(f, p, DIRECTIVE, DIRECTIVE);
}

struct loc place_of_token(struct front *f, struct pragma *p, unsigned tok)
{
    bool exact;
    if (p->acc)
        return acc_place(p, tok);
    read_original(f, p);
    if (!p->orig_text) {
        if (!p->operator_at.file)
            p->operator_at = pragma_operator(f, p->loc);
        return p->operator_at;
    }
    size_t at = original_token(f, p, tok, &exact);
    const struct token *t = &p->orig.t.v[at];
    if (t->kind == TOK_END && at > 0) /* just after the last token, not after a comment */
        return place_in_source(p, t[-1].off + t[-1].len);
    struct loc loc = place_in_source(p, t->off);
    if (!exact) {
        const struct token *mine = &p->toks.t.v[tok];
        vec_push(f->arena, &f->sought, (struct sought){arena_strndup(f->arena, f->src + mine->off, mine->len), 0});
        loc.within = (unsigned)f->sought.n;
    }
    return loc;
}

const char *as_written(struct front *f, struct pragma *p, unsigned from, unsigned to)
{
    struct loc first = place_of_token(f, p, from), last = place_of_token(f, p, to);
    const char *text = p->orig_text;
    if (!text || first.line != last.line || last.col <= first.col)
        return NULL;
    const struct source *s = source_of(f, first.file);
    uint32_t b = s->lines.v[first.line - 1] + (uint32_t)first.col - 1, e = b + (uint32_t)(last.col - first.col);
    while (e > b && strchr(" \t", text[e - 1]))
        e--;
    return arena_strndup(f->arena, text + b, e - b);
}

void mask_token(struct front *f, struct pragma *p, unsigned tok, char with)
{
    bool exact;
    if (p->acc) /* Clang's check does not read it */
        return;
    read_original(f, p);
    if (!p->orig_text)
        return;
    const struct token *t = &p->orig.t.v[original_token(f, p, tok, &exact)];
    struct source *s = &f->sources.v[source_of(f, p->loc.file) - f->sources.v];
    if (!exact)
        return;
    if (!s->masked) {
        s->masked = arena_alloc(f->arena, s->len + 1);
        memcpy(s->masked, s->text, s->len);
    }
    memset(s->masked + t->off, with, t->len);
}

void mask_line(struct front *f, struct pragma *p)
{
    struct loc last = place_of_token(f, p, (unsigned)p->toks.t.n - 1);
    if (!p->loc.file)
        return;
    if (!is_masked_line(f, p->loc))
        vec_push(f->arena, &f->masked_lines, (struct masked_line){p->loc.file, p->loc.line, last.line});
    for (unsigned i = 0; i + 1 < p->toks.t.n; i++)
        mask_token(f, p, i, ' ');
    if (!p->orig_text)
        return;
    struct source *s = &f->sources.v[source_of(f, p->loc.file) - f->sources.v];
    const struct token *first = &p->orig.t.v[0], *end = &p->orig.t.v[p->orig.t.n - 1];
    for (uint32_t i = first->off; s->masked && i < end->off; i++)
        if (s->masked[i] != '\n')
            s->masked[i] = ' ';
}

bool is_masked_line(const struct front *f, struct loc at)
{
    for (size_t i = 0; at.file && i < f->masked_lines.n; i++) {
        const struct masked_line *m = &f->masked_lines.v[i];
        if (!strcmp(m->file, at.file) && m->first <= at.line && at.line <= m->last)
            return true;
    }
    return false;
}
