/* text.c: nodes as C text that means the same before the loop: the user's own text, or, where a function was copied to
 * its call, the same with the arguments in it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

static bool is_of_loop(const struct scope *s, const struct node *n)
{
    const struct node *top = s->loop;
    while (top->parent)
        top = top->parent;
    return slice_has(top->at, n->off);
}

/* ---- names ---- */
static int compare_local(const struct var *x, const struct node *function, const char *name)
{
    uint32_t p = x->func->tree->at.begin, q = function->at.begin;
    return p != q ? (p > q) - (p < q) : strcmp(x->name, name);
}

static int by_function_and_name(const void *a, const void *b)
{
    const struct var *x = *(const struct var *const *)a, *y = *(const struct var *const *)b;
    return compare_local(x, y->func->tree, y->name);
}

static void sort_locals(struct annotation *a)
{
    for_each_pointer (const struct var, x, a->u->vars)
        if (x->func && x->func->tree)
            vec_push(a->arena, &a->locals, x);
    if (a->locals.n)
        qsort(a->locals.v, a->locals.n, sizeof *a->locals.v, by_function_and_name);
}

/* The number of the first variable of the function that has the name, or would come after it. */
static size_t first_local(struct annotation *a, const struct node *function, const char *name)
{
    if (!a->locals.n)
        sort_locals(a);
    size_t from = 0, to = a->locals.n;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (compare_local(a->locals.v[middle], function, name) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Variable `number` of all, if it is one of the function's that has the name; else NULL */
static const struct var *local_at(const struct annotation *a, size_t number, const struct node *function,
                                  const char *name)
{
    const struct var *x = number < a->locals.n ? a->locals.v[number] : NULL;
    return x && compare_local(x, function, name) == 0 ? x : NULL;
}

/* where the block ends in which x is declared */
static uint32_t end_of_life(const struct unit *u, const struct var *x)
{
    const struct node *n = unit_node(u, (struct slice){x->decl, x->decl + 1});
    const struct node *block = given(x->loop) || x->is_param ? NULL : node_block(n);
    return given(x->loop) ? x->loop.end : block ? block->at.end : x->func->def.end;
}

/* Has another variable its name where the directive stands, or, for data that stays on the device, anywhere among the
 * statements? */
static bool is_hidden(const struct scope *s, const struct node *top, const struct var *v)
{
    struct slice at = {s->loop->at.begin, s->is_data ? s->loop->at.end : s->loop->at.begin};
    const struct var *x;
    for (size_t i = first_local(s->a, top, v->name); (x = local_at(s->a, i, top, v->name)); i++)
        if (x != v && (!v->func || x->decl > v->decl) && x->decl < at.end && end_of_life(s->u, x) > at.begin)
            return true;
    return false;
}

/* Does the name of v mean v where the loop is? */
bool has_name_here(const struct scope *s, const struct var *v)
{
    const struct node *top = s->loop;
    while (top->parent)
        top = top->parent;
    if (v->func)
        return v->func->tree == top && !is_hidden(s, top, v);
    return !local_at(s->a, first_local(s->a, top, v->name), top, v->name);
}

/* n: of the loop's function */
static bool is_hidden_name(const struct scope *s, const struct node *n)
{
    const struct node *top = s->loop;
    while (top->parent)
        top = top->parent;
    return n->kind == NODE_NAME && n->var && is_hidden(s, top, n->var);
}

/* in its body or its head: it has no value before the loop */
static bool is_declared_by_loop(const struct scope *s, const struct var *v)
{
    return !v->is_global && slice_has(s->loop->at, v->decl);
}

static bool print(struct scope *s, const struct node *n, struct sb *b);

static bool print_name(struct scope *s, const struct node *n, struct sb *b)
{
    if (!n->var || (is_of_loop(s, n) ? is_hidden_name(s, n) : !has_name_here(s, n->var)))
        return false;
    sb_add(b, n->var->name);
    return true;
}

static bool print_operands(struct scope *s, const struct node *n, struct sb *b, const char *sign)
{
    sb_addc(b, '(');
    bool ok = print(s, n->kids[0], b);
    sb_add(b, sign);
    ok = ok && print(s, n->kids[1], b);
    sb_addc(b, ')');
    return ok;
}

static bool print_member(struct scope *s, const struct node *n, struct sb *b)
{
    bool ok = print(s, n->kids[0], b);
    sb_add(b, n->kind == NODE_ARROW ? "->" : ".");
    sb_add(b, text_slice(s->u, (struct slice){n->off, n->at.end}));
    return ok;
}

static bool print_binary(struct scope *s, const struct node *n, struct sb *b)
{
    static const char *const signs[] = {
        [OPERATOR_ADD] = " + ", [OPERATOR_SUB] = " - ",   [OPERATOR_MUL] = " * ",  [OPERATOR_LT] = " < ",
        [OPERATOR_LE] = " <= ", [OPERATOR_GT] = " > ",    [OPERATOR_GE] = " >= ",  [OPERATOR_EQ] = " == ",
        [OPERATOR_NE] = " != ", [OPERATOR_LAND] = " && ", [OPERATOR_LOR] = " || ",
    };
    const char *sign = (size_t)n->operator<sizeof signs / sizeof * signs ? signs[n->operator] : NULL;
    return sign && print_operands(s, n, b, sign);
}

static bool print(struct scope *s, const struct node *n, struct sb *b)
{
    switch (n->kind) {
    case NODE_NAME:
        return print_name(s, n, b);
    case NODE_NUMBER:
        given(n->at) ? sb_add(b, text_slice(s->u, n->at)) : sb_printf(b, "%lld", (long long)n->value); /* ours */
        return true;
    case NODE_ARROW:
    case NODE_MEMBER:
        return print_member(s, n, b);
    case NODE_SUBSCRIPT: {
        bool ok = print(s, n->kids[0], b);
        sb_addc(b, '[');
        ok = ok && print(s, n->kids[1], b);
        sb_addc(b, ']');
        return ok;
    }
    case NODE_BINARY:
        return print_binary(s, n, b);
    default:
        return false;
    }
}

static bool is_all_of_loop(const struct scope *s, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (!is_of_loop(s, m) || !given(m->at) || is_hidden_name(s, m))
            return false;
    return true;
}

const char *node_text(struct scope *s, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (node_var(m) && m->kind == NODE_NAME && is_declared_by_loop(s, m->var))
            return NULL;
    bool own = is_all_of_loop(s, n), member = n->kind == NODE_MEMBER || n->kind == NODE_ARROW;
    const char *text = own ? text_slice(s->u, n->at) : NULL;
    if (own && !(member && strchr(text, '('))) /* GCC 12 takes no (p)->x, out of a macro, for a list item */
        return text;
    struct sb b = {0};
    bool ok = print(s, n, &b);
    if (!ok) {
        sb_free(&b);
        return text;
    }
    bool enclosed = n->kind == NODE_BINARY; /* print_operands did */
    if (enclosed)
        b.s[b.n - 1] = 0;
    return sb_take(&b, s->a->arena) + enclosed;
}

/* ---- list items ---- */
static bool print_item(struct scope *s, const struct node *n, struct sb *b);

/* What the pointer n leads to; its members come behind a point then, or *arrow: it is the pointer alone */
static bool print_pointee(struct scope *s, const struct node *n, struct sb *b, bool *arrow)
{
    n = node_uncast(n);
    bool moved = n->kind == NODE_BINARY && n->operator== OPERATOR_ADD &&(n->kids[0]->type->kind == TYPE_POINTER ||
                                                                         type_is_array(n->kids[0]->type));
    bool ok = print_item(s, moved ? n->kids[0] : n, b);
    *arrow = !moved;
    if (!moved)
        return ok;
    sb_addc(b, '[');
    ok = ok && print(s, n->kids[1], b);
    sb_addc(b, ']');
    return ok;
}

static bool print_item(struct scope *s, const struct node *n, struct sb *b)
{
    bool arrow = false;
    const struct node *to = n->kind == NODE_MEMBER && n->kids[0]->kind == NODE_DEREFERENCE ? n->kids[0]->kids[0]
                            : n->kind == NODE_ARROW || n->kind == NODE_DEREFERENCE         ? n->kids[0]
                                                                                           : NULL;
    bool ok = to ? print_pointee(s, to, b, &arrow) : n->kind == NODE_MEMBER && print_item(s, n->kids[0], b);
    switch (n->kind) {
    case NODE_DEREFERENCE:
        sb_add(b, arrow ? "[0]" : "");
        return ok;
    case NODE_ARROW:
    case NODE_MEMBER:
        sb_printf(b, "%s%s", arrow ? "->" : ".", text_slice(s->u, (struct slice){n->off, n->at.end}));
        return ok;
    default:
        return print(s, n, b);
    }
}

/* GCC 12 takes no parentheses in list items, and none takes stars. */
bool is_item_text(const char *text) { return !strpbrk(text, "(*"); }

const char *item_text(struct scope *s, const struct node *n)
{
    const char *text = node_text(s, n);
    if (!text || is_item_text(text))
        return text;
    struct sb b = {0};
    if (print_item(s, n, &b))
        return sb_take(&b, s->a->arena);
    sb_free(&b);
    return text;
}

/* ---- conditions ---- */
/* Would && take only a part of it? */
static bool is_choice(const char *text)
{
    int depth = 0;
    for (; *text; text++) {
        depth += (*text == '(') - (*text == ')');
        if (depth == 0 && (strncmp(text, "||", 2) == 0 || *text == '?'))
            return true;
    }
    return false;
}

const char *both_tests(struct arena *a, const char *x, const char *y)
{
    if (!x || !*x || !y || !*y)
        return x && *x ? x : y;
    bool wx = is_choice(x), wy = is_choice(y);
    return arena_printf(a, "%s%s%s && %s%s%s", wx ? "(" : "", x, wx ? ")" : "", wy ? "(" : "", y, wy ? ")" : "");
}

/* ---- new names ---- */
static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool is_taken(const struct unit *u, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = u->text; (p = strstr(p, name)); p += n)
        if ((p == u->text || !is_word(p[-1])) && !is_word(p[n]))
            return true;
    return false;
}

const char *fresh_name(struct scope *s, const char *name)
{
    const char *x = name;
    for (int i = 2; is_taken(s->u, x); i++)
        x = arena_printf(s->a->arena, "%s_%d", name, i);
    return x;
}
