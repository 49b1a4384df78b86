/* clang/chunks.c: cuts the file into external declarations, the chunks. Clang's extents of declarations leave out
 * attributes and qualifiers, so the cuts follow the brackets in the text; Clang tells where function bodies end. */
#include "glue.h"

#include <stdlib.h>
#include <string.h>

static int by_begin(const void *a, const void *b)
{
    const struct extent *x = a, *y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* The function definition whose extent holds `off`. */
static const struct extent *body_around(const struct glue *g, uint32_t off)
{
    size_t lo = 0, hi = g->bodies.n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (g->bodies.v[mid].end <= off)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < g->bodies.n && g->bodies.v[lo].begin <= off ? &g->bodies.v[lo] : NULL;
}

static uint32_t line_end(const struct unit *u, uint32_t at)
{
    const char *nl = memchr(u->text + at, '\n', u->len - at);
    return nl ? (uint32_t)(nl - u->text) : u->len;
}

static uint32_t skip_quoted(const struct unit *u, uint32_t at)
{
    char quote = u->text[at++];
    while (at < u->len && u->text[at] != quote && u->text[at] != '\n')
        at += u->text[at] == '\\' ? 2 : 1;
    return at < u->len ? at + 1 : u->len;
}

static int bracket(const struct unit *u, uint32_t at, uint32_t *len)
{
    char c = u->text[at], next = at + 1 < u->len ? u->text[at + 1] : 0;
    *len = 1;
    if (strchr("([{", c))
        return 1;
    if (strchr(")]}", c))
        return -1;
    *len = 2; /* digraphs */
    if ((c == '<' && (next == '%' || next == ':')))
        return 1;
    if ((c == '%' && next == '>') || (c == ':' && next == '>'))
        return -1;
    *len = 1;
    return 0;
}

/* End of the external declaration that begins at `at`. */
static uint32_t declaration_end(const struct glue *g, uint32_t at)
{
    const struct unit *u = g->u;
    int depth = 0;
    while (at < u->len) {
        char c = u->text[at];
        const struct extent *body = depth == 0 ? body_around(g, at) : NULL;
        if (c == '#' && (at == 0 || u->text[at - 1] == '\n')) {
            at = line_end(u, at);
            continue;
        }
        if (opens_literal(u->text, at)) {
            at = skip_quoted(u, at);
            continue;
        }
        if (body &&
            at >= body->name) /* a definition: Clang knows where it ends, even with parameters of the old style */
            return body->end;
        if (c == ';' && depth == 0 && !body)
            return at + 1;
        uint32_t len;
        depth += c ? bracket(u, at, &len) : 0;
        if (depth < 0)
            depth = 0;
        at += c ? len : 1;
    }
    return u->len;
}

static void add_chunk(struct glue *g, uint32_t begin, uint32_t end, bool pragma)
{
    struct chunk k = {.text = {begin, end}, .kind = CHUNK_DECL};
    if (pragma)
        k.kind = CHUNK_PRAGMA;
    k.in_system_header = linemap_in_system(g->u->lines, begin);
    vec_push(g->a, &g->u->chunks, k);
}

static bool is_marker(const struct unit *u, uint32_t at)
{
    at++;
    while (at < u->len && u->text[at] == ' ')
        at++;
    return at < u->len && u->text[at] >= '0' && u->text[at] <= '9';
}

void chunks_build(struct glue *g)
{
    const struct unit *u = g->u;
    if (g->bodies.n)
        qsort(g->bodies.v, g->bodies.n, sizeof *g->bodies.v, by_begin);
    for (uint32_t at = 0; at < u->len;) {
        char c = u->text[at];
        if (c == '#' && (at == 0 || u->text[at - 1] == '\n')) {
            uint32_t end = line_end(u, at);
            if (!is_marker(u, at))
                add_chunk(g, at, end, true);
            at = end;
        } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == ';') {
            at++;
        } else {
            uint32_t end = declaration_end(g, at);
            add_chunk(g, at, end, false);
            at = end;
        }
    }
}
