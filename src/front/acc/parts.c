/* acc/parts.c: private memory for a part of a variable: `private(s.x)`, `firstprivate(p->v[0:n])`,
 * `private((*pp)[0:3])`. The rest of the variable stays what it is, so that no other variable can have its name: the
 * code of the construct names the part by a pointer of ours. Where that code uses the variable as a whole, or names the
 * part in other words, it cannot be told what is meant, and that is an error.
 *
 * needs: the constructs, with their trees.   sets: acc_written.changes.   breaks: nothing. */
#include "../../region/tree.h"
#include "write.h"

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

static const struct node *code_of(const struct acc_file *a, const struct acc_construct *c)
{
    return is_loop(c) ? acc_body_of_loops(a, c) : acc_tree(c);
}

static bool is_named(const struct acc_file *a, const struct node *member, const struct parser *ps, unsigned i)
{
    const char *name = a->read + member->off;
    return acc_word_length(name) == tok(ps, i)->len && !memcmp(name, text_at(ps, i), tok(ps, i)->len);
}

/* How the variable's name goes on: as the part, which is *part, as another member, or otherwise */
enum named { PART, OTHER_MEMBER, UNCLEAR };

static enum named what_is_named(const struct acc_file *a, const struct parser *ps, struct range path,
                                const struct node *name, const struct node **part)
{
    const struct node *n = name;
    if (is(ps, path.b, "(")) {
        *part = n->parent;
        return n->parent && n->parent->kind == NODE_DEREFERENCE ? PART : UNCLEAR;
    }
    for (unsigned i = path.b + 1; i + 1 < path.e; i += 2) {
        enum node_kind access = is(ps, i, ".") ? NODE_MEMBER : NODE_ARROW;
        n = n->parent;
        if (!n || n->kind != access)
            return UNCLEAR;
        if (!is_named(a, n, ps, i + 1))
            return OTHER_MEMBER;
    }
    *part = n;
    return PART;
}

/* a directive in the code that names the variable; 0: none does */
static uint32_t directive_naming(const struct acc_file *a, const struct acc_construct *c, const char *name, size_t n)
{
    for_each_pointer (struct acc_construct, x, a->v)
        if (acc_is_in(x, c) && acc_says(a, x, name, n))
            return x->at.b;
    return 0;
}

/* Puts `instead` wherever the code names the part, with edits; a place where it is unclear what is named, 0: none */
static uint32_t name_part(struct acc_file *a, const struct acc_construct *c, struct range item, const char *instead,
                          acc_edit_list *edits)
{
    struct parser ps = {a->f, c->p};
    struct slice root = acc_root(&ps, item);
    const char *word = a->f->src + root.begin;
    size_t n = root.end - root.begin;
    const struct node *code = code_of(a, c), *part = NULL;
    uint32_t unclear = directive_naming(a, c, word, n);
    for (const struct node *x = code; x && !unclear; x = acc_next(a, code, x)) {
        bool names = (x->kind == NODE_NAME || x->kind == NODE_VARIABLE) && acc_name_in(a, x, word, n) == x;
        enum named what = !names                     ? OTHER_MEMBER
                          : x->kind == NODE_VARIABLE ? UNCLEAR
                                                     : what_is_named(a, &ps, path_of(&ps, item), x, &part);
        unclear = what == UNCLEAR ? x->off : 0;
        if (what == PART && edits)
            acc_edit(a->f, edits, acc_begin_of(a, part->around.begin), acc_end_of(a, part->around.end), instead);
    }
    return unclear;
}

uint32_t acc_part_is_unclear(struct acc_file *a, const struct acc_construct *c, struct range item)
{
    return name_part(a, c, item, NULL, NULL);
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
    name_part(w->a, w->c, item, section ? pointer : arena_printf(w->a->f->arena, "(*%s)", pointer), edits);
}
