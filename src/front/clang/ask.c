/* clang/ask.c: asks Clang about the preprocessed text before its pragmas are read, for the passes that rewrite it: the
 * values of expressions in a directive, the loops below it, and what is called between these. The text that Clang
 * parses is as long as the user's, so that places are the same in both. In place of a directive with questions it has
 * `while (e1, e2, …)` or, at file scope, a function whose body evaluates them.
 *
 * needs: f->src.   sets: the answers.   breaks: nothing. */
#include "../text/ask.h"
#include "glue.h"

struct asking {
    struct glue *g;
    struct question *v;
    size_t n;
};

/* the first question in [begin, end); NULL: there is none */
static struct question *question_in(const struct asking *a, struct slice s)
{
    size_t lo = 0, hi = a->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (a->v[mid].at < s.begin)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < a->n && a->v[lo].at < s.end ? &a->v[lo] : NULL;
}

static struct question *question_at(const struct asking *a, uint32_t at)
{
    return question_in(a, (struct slice){at, at + 1});
}

/* ---- values ---- */

static void read_values(struct asking *a, struct question *q, const struct node *n)
{
    if (n->kind == NODE_COMMA && n->around.begin == n->at.begin) {
        read_values(a, q, n->kids[0]);
        n = n->kids[1];
    }
    vec_push(a->g->a, &q->values, (struct answer){n->constant, n->value, n->type, n->func});
}

/* ---- loops ---- */

static void add_names(struct asking *a, struct asked_loop *l, const struct node *expression)
{
    for (const struct node *n = expression; n; n = tree_next(expression, n))
        if (n->kind == NODE_NAME && n->var)
            vec_push(a->g->a, &l->names, n->var->decl);
}

/* The condition compares in the type that both sides are converted to. */
static unsigned compared_width(const struct node *cond)
{
    int64_t width = 4;
    for (unsigned i = 0; i < 2; i++) {
        const struct type *t = cond->kids[i]->type;
        int64_t size = !t || t->kind == TYPE_POINTER || t->size < 0 ? 8 : t->size;
        width = size > width ? size : width;
    }
    return (unsigned)width;
}

/* NULL: the type cannot be written in a cast. A type without a tag has no name, and Clang spells that of a
 * variable-length array otherwise than the user. */
static const char *type_of_variable(struct glue *g, const struct loop *l)
{
    const struct type *t = l->iv->type;
    if (!l->iv_declared && (t->kind == TYPE_POINTER || t->unnameable))
        return arena_printf(g->a, "__typeof__(%s)", l->iv->name);
    if (t->unnameable || l->iv->dims.n || l->iv->vla_wrong)
        return arena_printf(g->a, "__typeof__((%.*s) + 0)", (int)(l->lb.end - l->lb.begin), g->u->text + l->lb.begin);
    return type_declare(g->a, t, "");
}

/* Is there a pragma in [at, end)? Line markers do not count. */
static bool has_pragma(const struct unit *u, uint32_t at, uint32_t end)
{
    for (bool bol = at == 0 || u->text[at - 1] == '\n'; at < end; bol = u->text[at++] == '\n')
        if (bol && u->text[at] == '#' && u->text[at + 1] == 'p')
            return true;
    return false;
}

/* where the statement changes the variable; NULL: nowhere */
static const struct node *change_of(const struct node *stmt, const struct var *v)
{
    for (const struct node *n = stmt; n; n = tree_next(stmt, n))
        if ((n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN || n->kind == NODE_INCREMENT) &&
            node_var(n->kids[0]) == v)
            return n->kids[0];
    return NULL;
}

static const struct node *only_statement(const struct node *n)
{
    while (n && n->kind == NODE_COMPOUND && n->nkids == 1)
        n = n->kids[0];
    return n;
}

/* Adds the loop to the answers; false: it is not canonical. */
static bool read_loop(struct asking *a, struct question *q, const struct node *n)
{
    struct glue *g = a->g;
    struct asked_loop l = {0};
    loop_read(g, &l.loop, n);
    if (l.loop.unequal && q->takes_unequal) {
        l.loop.inc = n->kids[2]->around;
        vec_push(g->a, &q->loops, l);
        return true;
    }
    if (!l.loop.wrong) {
        add_names(a, &l, l.loop.lower);
        add_names(a, &l, l.loop.upper);
        add_names(a, &l, l.loop.stride);
        l.type = type_of_variable(g, &l.loop);
        l.width = compared_width(n->kids[1]);
    }
    for (size_t i = 0; i < l.names.n && !l.loop.wrong; i++)
        if (l.names.v[i] == l.loop.iv->decl)
            l.loop.wrong = "a bound or the step names the loop variable itself";
    const struct node *change = l.loop.wrong ? NULL : change_of(n->kids[3], l.loop.iv);
    if (change)
        l.loop.wrong = arena_printf(g->a, "the loop variable '%s' is changed in the loop", l.loop.iv->name);
    if (l.loop.wrong) {
        q->wrong = l.loop.wrong;
        q->wrong_at = change ? change->off : l.loop.stmt.begin;
        return false;
    }
    vec_push(g->a, &q->loops, l);
    return true;
}

static void read_loops(struct asking *a, struct question *q, const struct node *n)
{
    uint32_t from = q->at;
    while ((n = only_statement(n)) && !has_pragma(a->g->u, from, n->at.begin)) {
        if (n->kind == NODE_WHILE)
            q->below = question_at(a, n->off);
        if (n->kind != NODE_FOR || !read_loop(a, q, n))
            return;
        from = q->loops.v[q->loops.n - 1].loop.inc.end;
        n = n->kids[3];
    }
}

/* ---- calls between loops that one directive joins ---- */

/* the loop that stands in the statement, outside of other loops; NULL: there is none */
static const struct node *loop_in(const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (m->kind == NODE_FOR)
            return m;
    return NULL;
}

static void read_between(struct asking *a, struct question *q, const struct node *n)
{
    const struct node *outer = loop_in(n);
    for (unsigned i = 1; outer && i < q->joined; i++) {
        const struct node *body = node_kid(outer, 3), *inner = loop_in(body);
        for (const struct node *m = body; m; m = m == inner ? tree_after(body, m) : tree_next(body, m))
            if (m != inner && node_called(m))
                vec_push(a->g->a, &q->between,
                         ((struct asked_call){node_called(m)->name, place_in_unit(a->g->f, m->off)}));
        outer = inner;
    }
}

/* ---- the trees of the text that Clang has read ---- */

static const struct func *func_of_tree(const struct unit *u, const struct node *tree)
{
    for_each_pointer (const struct func, f, u->funcs)
        if (f->tree == tree)
            return f;
    return NULL;
}

static void read_tree(struct asking *a, const struct node *tree)
{
    const struct func *func = func_of_tree(a->g->u, tree);
    for (const struct node *n = tree; n; n = tree_next(tree, n)) {
        struct question *q = n->kind == NODE_WHILE ? question_at(a, n->off) : NULL;
        if (q && n->kids[0]) {
            q->node = n;
            q->func = func;
            read_values(a, q, n->kids[0]);
            read_loops(a, q, n->kids[1]);
            read_between(a, q, n->kids[1]);
        }
    }
}

/* The form of a question at file scope: `void f(void) { 0, e1, e2 … ; }` */
static void read_function(struct asking *a, struct question *q, const struct node *body)
{
    const struct node *only = body && body->nkids == 1 ? body->kids[0] : NULL;
    if (only && only->kind == NODE_EXPRESSION)
        read_values(a, q, only->kids[0]);
}

static void read_declaration(struct asking *a, CXCursor c)
{
    struct unit *u = a->g->u;
    struct slice s = cursor_slice(a->g, c);
    size_t first = u->trees.n;
    if (!question_in(a, s))
        return;
    declaration_tree(a->g, c);
    for (size_t i = first; i < u->trees.n; i++)
        if (question_at(a, s.begin))
            read_function(a, question_at(a, s.begin), u->trees.v[i]);
        else
            read_tree(a, u->trees.v[i]);
}

static void read_declarations(struct asking *a)
{
    unsigned n;
    size_t first = children(a->g, clang_getTranslationUnitCursor(a->g->tu), &n);
    for (unsigned i = 0; i < n; i++)
        read_declaration(a, a->g->stack.v[first + i]);
    children_end(a->g, first);
}

void clang_ask(struct front *f, const char *text, struct question *v, size_t n)
{
    struct unit *unit = f->unit,
                scratch = {.arena = f->arena, .diag = f->diag, .path = unit->path, .place = unit->place};
    struct glue g = {.f = f, .u = &scratch, .a = f->arena, .layouts = true};
    struct asking a = {&g, v, n};
    scratch.text = text;
    scratch.len = f->len;
    scratch.lines = f->src_lines;
    scratch.front = f;
    f->unit = &scratch;                                  /* places are those of this text */
    if (glue_parse(&g, text, f->len, "-ferror-limit=0")) /* functions of `begin declare variant` are errors here, being
                                                          * defined twice */
        read_declarations(&a);
    glue_free(&g);
    f->unit = unit;
}
