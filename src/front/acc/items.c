/* acc/items.c: what OpenACC asks of the items that clauses list, beyond what OpenMP asks of them.
 *
 * needs: the constructs, with what Clang said of them.   sets: acc_line.read_only.   breaks: nothing. */
#include "../../region/tree.h"
#include "acc.h"

#include <string.h>

/* ---- data ---- */

/* exit data copyout(zero:): what leaves has its values already. */
static void check_zero(struct parser *ps, const struct acc_construct *c, const struct acc_clause *x)
{
    if (has_directive(c, EXIT_DATA) && x->modifiers & ACC_ZERO)
        error_at(ps, x->at + 2, "GN0206", "'%s' does not take the modifier 'zero': it is for data that comes to be",
                 c->line->name);
}

static bool has_brackets(struct parser *ps, struct range item) { return find(ps, item, "[") < item.e; }

/* declare create(s.v): variables and arrays are declared; in a function, sections of what members lead to, too */
static void check_member(struct parser *ps, const struct acc_construct *c, const struct acc_clause *x,
                         struct range item)
{
    struct range before = {item.b, find(ps, item, "[")};
    bool member = find(ps, before, ".") < before.e || find(ps, before, "->") < before.e;
    bool part = member || is(ps, item.b, "(") || is(ps, item.b, "*");
    if (has_directive(c, DECLARE) && part && (c->at_file_scope || !has_brackets(ps, item)))
        error_at(ps, item.b, "GN0213", "expected a variable or an array in '%s', found '%s'",
                 acc_clause_rows[x->kind].name, range_text(ps, item));
}

/* the item without its brackets */
static const char *path_of(struct parser *ps, struct range item)
{
    return range_text(ps, (struct range){item.b, find(ps, item, "[")});
}

/* private(x) copy(x): there would be two of it. On `parallel loop`, `private` is about the loop, and may be. Of a
 * variable a part may be private, and what a private pointer leads to copied. */
static void check_both(struct parser *ps, const struct acc_construct *c, const struct acc_clause *x, struct range item)
{
    bool own = x->kind == ACC_CLAUSE_FIRSTPRIVATE || (x->kind == ACC_CLAUSE_PRIVATE && !is_loop(c));
    for (size_t i = 0; own && i < c->clauses.n; i++) {
        const struct acc_clause *y = &c->clauses.v[i];
        struct range r = {0};
        while (str_starts(acc_clause_rows[y->kind].openmp, "map(") && !y->off && acc_next_item(ps, y->list, &r))
            if (strcmp(path_of(ps, item), path_of(ps, r)) == 0 && has_brackets(ps, item) == has_brackets(ps, r))
                error_at(ps, x->at > y->at ? item.b : r.b, "GN0212", "'%s' is in '%s' and in '%s'",
                         range_text(ps, x->at > y->at ? item : r), acc_clause_rows[x->kind].name,
                         acc_clause_rows[y->kind].name);
    }
}

static bool same_words(struct parser *ps, struct range x, struct range y)
{
    bool same = x.e - x.b == y.e - y.b;
    for (unsigned i = 0; same && i < x.e - x.b; i++)
        same = tok(ps, x.b + i)->len == tok(ps, y.b + i)->len &&
               !memcmp(text_at(ps, x.b + i), text_at(ps, y.b + i), tok(ps, x.b + i)->len);
    return same;
}

/* copy(a) create(a): clauses have no order (2.1), so that nothing says which of the two creates the data. Of `declare`
 * it is said wherever the directives stand (declared.c). */
static void check_twice(struct parser *ps, const struct acc_construct *c, const struct acc_clause *x, struct range item)
{
    bool maps = str_starts(acc_clause_rows[x->kind].openmp, "map(");
    for (const struct acc_clause *y = c->clauses.v; maps && !has_directive(c, DECLARE) && y < x; y++) {
        struct range r = {0};
        while (y->kind != x->kind && str_starts(acc_clause_rows[y->kind].openmp, "map(") && !y->off &&
               acc_next_item(ps, y->list, &r))
            if (same_words(ps, item, r))
                error_at(ps, item.b, "GN0212",
                         "'%s' is in '%s' and in '%s': which of the two counts is not said, for clauses have no order",
                         range_text(ps, r), acc_clause_rows[y->kind].name, acc_clause_rows[x->kind].name);
    }
}

/* private(x) of `const int x` */
static void check_const(struct parser *ps, const struct acc_construct *c, const struct acc_clause *x, struct range item)
{
    const struct type *t = x->kind == ACC_CLAUSE_PRIVATE ? acc_type(c, item) : NULL;
    if (t && t->kind == TYPE_POINTER && has_brackets(ps, item) && !acc_is_part(ps, item))
        t = t->elem;
    while (t && type_is_array(t))
        t = t->elem;
    if (t && t->is_const)
        error_at(ps, item.b, "GN0213",
                 "'%s' in 'private' is const: a private copy begins without a value, and would never get one",
                 range_text(ps, item));
}

/* a[0:] of a pointer, whose type is t */
static void check_ends(struct parser *ps, struct range item, const struct type *t, const char *of)
{
    unsigned close, open = find(ps, item, "[");
    for (; t && open < item.e && is(ps, open, "[") && (close = matching(ps, open)) != 0; open = close + 1, t = t->elem)
        if (find(ps, (struct range){open + 1, close}, ":") + 1 == close && t->kind == TYPE_POINTER)
            error_at(ps, item.b, "GN0208", "'%s' in '%s' needs a length: how much there is after it is not known",
                     range_text(ps, item), of);
}

/* Of a part its address was asked for. */
static void check_own_end(struct parser *ps, const struct acc_construct *c, const struct acc_clause *x,
                          struct range item)
{
    const struct type *t = acc_type(c, item);
    if (x->kind == ACC_CLAUSE_PRIVATE || x->kind == ACC_CLAUSE_FIRSTPRIVATE)
        check_ends(ps, item, t && acc_is_part(ps, item) ? t->elem : t, acc_clause_rows[x->kind].name);
}

/* for (i = 0; …) with reduction(+: i) */
static void check_own_variable(struct acc_file *a, const struct acc_construct *c, const struct acc_clause *x,
                               struct range item)
{
    struct parser ps = {a->f, c->p};
    const struct node *loop;
    for (unsigned k = 0; x->kind == ACC_CLAUSE_REDUCTION && k < acc_joined_loops(&ps, c); k++) {
        const struct var *v = (loop = acc_loop(a, c, k)) ? acc_loop_variable(loop) : NULL;
        bool declared = v && loop->kids[0]->kind == NODE_DECLARATIONS;
        if (v && !declared && strcmp(v->name, range_text(&ps, item)) == 0)
            error_at(&ps, item.b, "GN0213",
                     "'%s' in 'reduction' is the variable of the loop, which counts its iterations and is private to "
                     "them: reduce another variable",
                     v->name);
    }
}

/* ---- numbers ---- */

/* async(-5): queues have numbers from 0 on, and three below have names. */
static void check_queue(struct parser *ps, const struct acc_construct *c, const struct acc_clause *x)
{
    bool queues = x->kind == ACC_CLAUSE_ASYNC || x->kind == ACC_CLAUSE_WAIT || x->kind == ACC_CLAUSE_DEFAULT_ASYNC;
    struct range r = {0};
    while (queues && acc_next_item(ps, x->list, &r)) {
        const struct acc_typed *n = acc_typed(c, r);
        if (n && n->known && n->value < -3)
            error_at(ps, r.b, "GN0211",
                     "queues have numbers from 0 on, and '%s' is %lld: others are acc_async_noval, acc_async_sync and "
                     "acc_async_default alone",
                     range_text(ps, r), (long long)n->value);
    }
}

void acc_check_items(struct acc_file *a, const struct acc_construct *c)
{
    struct parser ps = {a->f, c->p};
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        check_zero(&ps, c, x);
        check_queue(&ps, c, x);
        while (acc_lists_variables(x) && acc_next_item(&ps, acc_variables(x), &r)) {
            check_member(&ps, c, x, r);
            check_both(&ps, c, x, r);
            check_twice(&ps, c, x, r);
            check_const(&ps, c, x, r);
            check_own_end(&ps, c, x, r);
            check_own_variable(a, c, x, r);
        }
    }
}

/* ---- cache ---- */

bool acc_next_length(struct parser *ps, struct range item, struct range *r)
{
    unsigned open = r->e ? r->e + 1 : find(ps, item, "[");
    for (unsigned close; open < item.e && is(ps, open, "[") && (close = matching(ps, open)) != 0; open = close + 1) {
        unsigned colon = find(ps, (struct range){open + 1, close}, ":");
        if (colon + 1 < close) {
            *r = (struct range){colon + 1, close};
            return true;
        }
    }
    return false;
}

/* The loop that has the directive at the top of its block, after declarations and others of its kind at most; NULL:
 * none has */
static const struct node *topped_loop(const struct acc_file *a, const struct acc_construct *c)
{
    const struct node *block = c->node ? c->node->parent : NULL;
    for (unsigned i = 0; block && block->kind == NODE_COMPOUND && i < c->node->place; i++)
        if (block->kids[i]->kind != NODE_DECLARATIONS && !acc_is_directive(a, block->kids[i]))
            return NULL;
    bool body = block && block->kind == NODE_COMPOUND && block->parent && is_loop_statement(block->parent);
    return body && !acc_is_directive(a, block->parent) ? block->parent : NULL;
}

/* What is cached has a length that is known when the program is compiled. */
static void check_lengths(struct parser *ps, const struct acc_construct *c, struct range item)
{
    struct range length = {0};
    while (acc_next_length(ps, item, &length)) {
        const struct acc_typed *x = acc_typed(c, length);
        if (x && x->type && !x->known)
            error_at(ps, length.b, "GN0210", "the length '%s' in '%s' is no constant", range_text(ps, length),
                     c->line->name);
    }
}

void acc_check_cache(struct acc_file *a, const struct acc_construct *c)
{
    struct parser ps = {a->f, c->p};
    const struct node *loop = topped_loop(a, c);
    if (c->node && !loop)
        error_at(&ps, 3, "GN0310", "'%s' stands at the top of a loop: first in the loop's block", c->line->name);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range item = {0};
        while (acc_next_item(&ps, x->list, &item)) {
            if (find(&ps, item, "[") == item.e)
                error_at(&ps, item.b, "GN0105", "expected an element or a section in '%s', found '%s'", c->line->name,
                         range_text(&ps, item));
            check_lengths(&ps, c, item);
            check_ends(&ps, item, acc_type(c, item), c->line->name);
            if (x->modifiers & ACC_READONLY && loop)
                vec_push(a->f->arena, &c->line->read_only,
                         ((struct acc_read_only){path_of(&ps, item), linemap_at(a->f->src_lines, c->at.b),
                                                 linemap_at(a->f->src_lines, loop->at.end - 1)}));
        }
    }
}
