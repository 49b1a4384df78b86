/* acc/parts.c: private memory for a part of a variable: `private(s.x)`, `firstprivate(p->v[0:n])`,
 * `private((*pp)[0:3])`. The rest of the variable stays what it is, so that no other variable can have its name: the
 * code of the construct names the part by a pointer of ours. Where that code uses the variable as a whole, or names the
 * part in other words, it cannot be told what is meant, and that is an error.
 *
 * needs: the constructs, read; the text.   sets: acc_written.changes.   breaks: nothing. */
#include "write.h"

#include <ctype.h>
#include <string.h>

/* what is named in the code: `s.x`, `(*pp)`; without the section of it */
static struct range path_of(const struct parser *ps, struct range item)
{
    return (struct range){item.b, find(ps, item, "[")};
}

static bool is_access(const struct parser *ps, unsigned i) { return is(ps, i, ".") || is(ps, i, "->"); }

bool acc_is_part(struct parser *ps, struct range item)
{
    struct range path = path_of(ps, item);
    unsigned i = path.b + 1;
    if (path.e < item.e && matching(ps, path.e) + 1 != item.e)
        return false;
    if (is(ps, path.b, "("))
        return path.e == path.b + 4 && path.e < item.e && is(ps, i, "*") && tok(ps, i + 1)->kind == TOK_IDENT;
    while (i + 1 < path.e && is_access(ps, i) && tok(ps, i + 1)->kind == TOK_IDENT)
        i += 2;
    return i == path.e && i > path.b + 1;
}

/* ---- the part in the code ---- */

enum named { PART, OTHER_MEMBER, UNCLEAR };

/* Does the text there have the token? Words are compared whole. */
static bool has_token(struct text t, uint32_t at, const struct parser *ps, unsigned i)
{
    const struct token *x = tok(ps, i);
    return at + x->len < t.len && !memcmp(t.s + at, text_at(ps, i), x->len) &&
           !(is_word(*text_at(ps, i)) && is_word(t.s[at + x->len]));
}

/* How the variable's name at `at` goes on, and begins: the part, which is *where, another member, or something else */
static enum named what_is_named(struct text t, const struct parser *ps, struct range path, uint32_t at,
                                struct span *where)
{
    unsigned root = path.b + 2 * is(ps, path.b, "(");
    *where = (struct span){at, at + tok(ps, root)->len};
    for (unsigned i = root; i-- > path.b;) {
        do
            where->b--;
        while (where->b > 0 && isspace((unsigned char)t.s[where->b]));
        if (t.s[where->b] != *text_at(ps, i))
            return UNCLEAR;
    }
    for (unsigned i = root + 1; i < path.e; i++) {
        uint32_t next = skip_blank(t, where->e);
        if (!has_token(t, next, ps, i))
            return is_access(ps, i - 1) && is_word(t.s[next]) ? OTHER_MEMBER : UNCLEAR;
        where->e = next + tok(ps, i)->len;
    }
    return PART;
}

/* a directive in the code that names the variable; 0: none does */
static uint32_t directive_naming(struct text t, struct span code, const char *name, size_t n)
{
    for (uint32_t at = code.b; at < code.e;) {
        uint32_t next = t.s[at] == '#' && t.s[at - 1] == '\n' ? after_line(t, at) : 0;
        if (next && has_word(t.s + at, next - at, "pragma", 6) && has_word(t.s + at, next - at, name, n))
            return at;
        at = next ? next : next_char(t, at);
    }
    return 0;
}

/* Puts `instead` wherever the code names the part, with edits; a place where it is unclear what is named, 0: none */
static uint32_t name_part(struct front *f, struct text t, const struct parser *ps, struct range item, struct span code,
                          const char *instead, acc_edit_list *edits)
{
    struct slice root = acc_root(ps, item);
    const char *name = f->src + root.begin;
    size_t n = root.end - root.begin;
    uint32_t unclear = directive_naming(t, code, name, n), at;
    if (acc_declared_within(t, code, name, n))
        return acc_find_name(t, code, name, n);
    for (struct span rest = code; !unclear && (at = acc_find_name(t, rest, name, n)) != 0; rest.b = at + (uint32_t)n) {
        struct span where;
        enum named what = what_is_named(t, ps, path_of(ps, item), at, &where);
        unclear = what == UNCLEAR ? at : 0;
        if (what == PART && edits)
            acc_edit(f, edits, where.b, where.e, instead);
    }
    return unclear;
}

uint32_t acc_part_is_unclear(struct acc_file *a, const struct acc_construct *c, struct range item)
{
    struct parser ps = {a->f, c->p};
    struct span code = is_loop(c) ? acc_body_of_loops(a, c) : c->stmt;
    return code.e > code.b ? name_part(a->f, a->t, &ps, item, code, NULL, NULL) : 0;
}

bool acc_parts_overlap(struct parser *ps, struct range x, struct range y)
{
    const char *a = range_text(ps, path_of(ps, x)), *b = range_text(ps, path_of(ps, y));
    size_t n = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
    return strncmp(a, b, n) == 0 && !is_word(a[n]) && !is_word(b[n]);
}

void acc_name_part(struct writer *w, struct range item, const char *pointer, acc_edit_list *edits)
{
    bool section = path_of(&w->ps, item).e < item.e;
    struct span code = is_loop(w->c) ? acc_body_of_loops(w->a, w->c) : w->c->stmt;
    name_part(w->a->f, w->a->t, &w->ps, item, code, section ? pointer : arena_printf(w->a->f->arena, "(*%s)", pointer),
              edits);
}
