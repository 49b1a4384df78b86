/* acc/names.c: what clauses list, and where the text names and declares it, before Clang has read it. A declaration is
 * told by its first words: two of them, or one and stars.
 *
 * needs: the text.   sets: nothing.   breaks: nothing. */
#include "acc.h"

#include <string.h>

/* ---- of clauses ---- */

/* the first word of a list item: `a` of `a[0:n]` */
struct slice acc_root(const struct parser *ps, struct range item)
{
    while (item.b < item.e && tok(ps, item.b)->kind != TOK_IDENT)
        item.b++;
    const struct token *t = tok(ps, item.b);
    return (struct slice){t->off, t->off + t->len};
}

unsigned acc_first_section(struct parser *ps, struct range item)
{
    unsigned open = find(ps, item, "["), close;
    for (; open < item.e && is(ps, open, "["); open = close + 1) {
        close = matching(ps, open);
        if (find(ps, (struct range){open + 1, close}, ":") < close)
            return open;
    }
    return item.e;
}

bool acc_same_word(const struct front *f, struct slice a, struct slice b)
{
    return a.end - a.begin == b.end - b.begin && !memcmp(f->src + a.begin, f->src + b.begin, a.end - a.begin);
}

bool acc_lists_variables(const struct acc_clause *x)
{
    return !x->off && acc_argument_rows[acc_clause_rows[x->kind].argument].variables;
}

struct range acc_variables(const struct acc_clause *x)
{
    bool reduction = acc_clause_rows[x->kind].argument == ACC_ARG_REDUCTION;
    return (struct range){x->list.b + 2 * reduction, x->list.e};
}

bool acc_lists_word(struct front *f, const struct acc_construct *c, const char *name, size_t n)
{
    struct parser ps = {f, c->p};
    for (size_t i = 0; i < c->clauses.n; i++) {
        struct range r = {0};
        while (acc_lists_variables(&c->clauses.v[i]) && acc_next_item(&ps, acc_variables(&c->clauses.v[i]), &r)) {
            struct slice root = acc_root(&ps, r);
            if (root.end - root.begin == n && !memcmp(f->src + root.begin, name, n))
                return true;
        }
    }
    return false;
}

bool acc_lists(struct front *f, const struct acc_construct *c, struct slice name)
{
    return acc_lists_word(f, c, f->src + name.begin, name.end - name.begin);
}

/* ---- of the statement ---- */

bool acc_is_in(const struct acc_construct *x, const struct acc_construct *c)
{
    do
        x = x->up;
    while (x && x != c);
    return x != NULL;
}

bool acc_says(const struct acc_file *a, const struct acc_construct *x, const char *name, size_t n)
{
    struct parser ps = {a->f, x->p};
    for (unsigned i = 0; i < x->p->toks.t.n; i++)
        if (tok(&ps, i)->kind == TOK_IDENT && tok(&ps, i)->len == n && !memcmp(text_at(&ps, i), name, n))
            return true;
    return false;
}

bool acc_names(const struct acc_file *a, const struct acc_construct *c, struct slice name)
{
    const char *word = a->f->src + name.begin;
    size_t n = name.end - name.begin;
    if (acc_name_in(a, acc_tree(c), word, n))
        return true;
    for_each_pointer (struct acc_construct, x, a->v)
        if (acc_is_in(x, c) && acc_says(a, x, word, n))
            return true;
    return false;
}

/* ---- of the text ---- */

uint32_t acc_find_name(struct text t, struct span s, const char *name, size_t n)
{
    for (uint32_t at = s.b; at < s.e;) {
        if (t.s[at] == '#' && (at == 0 || t.s[at - 1] == '\n')) {
            at = after_line(t, at);
            continue;
        }
        if (!is_word(t.s[at])) {
            at = next_char(t, at);
            continue;
        }
        uint32_t end = at;
        while (end < t.len && is_word(t.s[end]))
            end++;
        bool member = at > 0 && (t.s[at - 1] == '.' || (at > 1 && t.s[at - 1] == '>' && t.s[at - 2] == '-'));
        if (end - at == n && !member && !memcmp(t.s + at, name, n))
            return at;
        at = end;
    }
    return 0;
}

static bool is_type_word(const char *s, size_t n)
{
    static const char *const none[] = {"return", "else", "goto", "case", "sizeof", "do"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (strlen(none[i]) == n && !memcmp(none[i], s, n))
            return false;
    return n > 0;
}

size_t acc_word_length(const char *s)
{
    size_t n = 0;
    while (is_word(s[n]))
        n++;
    return n;
}

bool acc_begins_declaration(struct text t, uint32_t at)
{
    const char *p = t.s + at + strspn(t.s + at, " \t\n");
    size_t type = acc_word_length(p);
    const char *q = p + type + strspn(p + type, " \t\n*");
    return is_type_word(p, type) && q > p + type && is_word(*q);
}

unsigned acc_declared_token(const struct acc_construct *construct, const struct parser *ps,
                            const struct acc_construct *c, struct range tokens)
{
    for (unsigned i = tokens.b; i < tokens.e; i++)
        if (tok(ps, i)->kind == TOK_IDENT &&
            acc_declared_between(acc_tree(construct), c->node, text_at(ps, i), tok(ps, i)->len))
            return i;
    return 0;
}
