/* clang/atomic.c: reads the statement under `atomic`, which must have one of the forms of OpenMP 5.2, 15.8.4. */
#include "glue.h"

static enum op op_of(enum operator o)
{
    static const struct {
        enum operator operator;
        enum op op;
    } ops[] = {
        {OPERATOR_ADD, OP_ADD}, {OPERATOR_SUB, OP_SUB}, {OPERATOR_MUL, OP_MUL},
        {OPERATOR_DIV, OP_DIV}, {OPERATOR_AND, OP_AND}, {OPERATOR_OR, OP_OR},
        {OPERATOR_XOR, OP_XOR}, {OPERATOR_SHL, OP_SHL}, {OPERATOR_SHR, OP_SHR},
    };
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ops[i].operator== o)
            return ops[i].op;
    return OP_NONE;
}

/* the expression of an expression statement; any other node itself */
const struct node *atomic_expression(const struct node *n) { return n && n->kind == NODE_EXPRESSION ? n->kids[0] : n; }

void atomic_set_x(struct atomic *t, const struct node *x)
{
    t->x = x->around;
    t->xtype = (struct type *)x->type;
    t->bit_field = x->bit_field;
}

void atomic_set_v(struct atomic *t, const struct node *v) { t->v = v->around; }

static bool is_x(struct glue *g, const struct atomic *t, const struct node *n)
{
    return same_text(g, t->x, n->at) || same_text(g, t->x, n->around);
}

/* x = x op e, x = e op x */
static bool assigned_form(struct glue *g, struct atomic *t, const struct node *n)
{
    const struct node *value = n->kids[1];
    if (value->kind != NODE_BINARY)
        return false;
    t->op = op_of(value->operator);
    atomic_set_x(t, n->kids[0]);
    bool left = is_x(g, t, value->kids[0]), right = is_x(g, t, value->kids[1]);
    t->reversed = !left && right;
    t->e = value->kids[left ? 1 : 0]->around;
    return t->op != OP_NONE && (left || right);
}

/* x++ ++x x-- --x, x op= e, x = x op e, x = e op x. *old: the value of the expression is x before the update (x++). */
static bool update_form(struct glue *g, struct atomic *t, const struct node *n, bool *old)
{
    *old = false;
    switch (n->kind) {
    case NODE_INCREMENT:
        t->op = n->operator== OPERATOR_PRE_INC || n->operator== OPERATOR_POST_INC ? OP_ADD : OP_SUB;
        *old = n->operator== OPERATOR_POST_INC || n->operator== OPERATOR_POST_DEC;
        atomic_set_x(t, n->kids[0]);
        return true;
    case NODE_COMPOUND_ASSIGN:
        t->op = op_of(n->operator);
        atomic_set_x(t, n->kids[0]);
        t->e = n->kids[1]->around;
        return t->op != OP_NONE;
    case NODE_ASSIGN:
        return assigned_form(g, t, n);
    default:
        return false;
    }
}

/* Does the expression name memory of a number or a pointer? */
static bool is_scalar_object(const struct node *n)
{
    bool object = n->kind == NODE_NAME || n->kind == NODE_MEMBER || n->kind == NODE_ARROW ||
                  n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || n->kind == NODE_LITERAL;
    return object && (!n->type || type_is_arithmetic(n->type) || n->type->kind == TYPE_POINTER);
}

static const char *read_plain(struct atomic *t, const struct node *n)
{
    bool read = t->kind == ATOMIC_READ;
    if (n->kind != NODE_ASSIGN)
        return read ? "'atomic read' needs 'v = x;'" : "'atomic write' needs 'x = expression;'";
    if (!is_scalar_object(n->kids[0]) || (read && !is_scalar_object(n->kids[1])))
        return read ? "'atomic read' needs 'v = x;', where both are variables, elements or members that are numbers or "
                      "pointers"
                    : "'atomic write' needs 'x = expression;', where x is a number or a pointer";
    if (t->kind == ATOMIC_READ) {
        atomic_set_v(t, n->kids[0]);
        atomic_set_x(t, n->kids[1]);
        t->x = n->kids[1]->at;
    } else {
        atomic_set_x(t, n->kids[0]);
        t->e = n->kids[1]->around;
    }
    return NULL;
}

static const char capture_forms[] = "'atomic capture' needs 'v = x++;', 'v = x op= e;', '{ v = x; x op= e; "
                                    "}', '{ x op= e; v = x; }' or '{ v = x; x = e; }'";

/* { v = x; update } or { v = x; x = e; } */
static bool copy_first(struct glue *g, struct atomic *t, const struct node *copy, const struct node *second)
{
    bool old;
    if (copy->kind != NODE_ASSIGN)
        return false;
    const struct node *x = copy->kids[1];
    bool update = update_form(g, t, second, &old) && is_x(g, t, x);
    if (!update) {
        *t = (struct atomic){.kind = ATOMIC_CAPTURE};
        if (second->kind != NODE_ASSIGN || !same_text(g, x->at, second->kids[0]->around))
            return false;
        atomic_set_x(t, second->kids[0]);
        t->e = second->kids[1]->around;
        t->is_write = true;
    }
    atomic_set_v(t, copy->kids[0]);
    t->capture_old = true;
    return true;
}

/* { v = x; … } or { …; v = x; } */
static const char *capture_pair(struct glue *g, struct atomic *t, const struct node *n)
{
    bool old;
    if (n->nkids != 2)
        return capture_forms;
    const struct node *first = atomic_expression(n->kids[0]), *second = atomic_expression(n->kids[1]);
    if (copy_first(g, t, first, second))
        return NULL;
    *t = (struct atomic){.kind = ATOMIC_CAPTURE};
    if (second->kind != NODE_ASSIGN || !update_form(g, t, first, &old) || !is_x(g, t, second->kids[1]))
        return capture_forms;
    atomic_set_v(t, second->kids[0]);
    t->capture_old = false;
    return NULL;
}

static const char *read_capture(struct glue *g, struct atomic *t, const struct node *n)
{
    bool old;
    if (n->kind == NODE_COMPOUND)
        return capture_pair(g, t, n);
    if (n->kind != NODE_ASSIGN || !update_form(g, t, n->kids[1], &old))
        return capture_forms;
    atomic_set_v(t, n->kids[0]);
    t->capture_old = old;
    return NULL;
}

void atomic_read(struct glue *g, struct region *r, const struct node *stmt)
{
    struct atomic *t = NEW(g->a, struct atomic);
    r->atomic = t;
    const struct node *n = atomic_expression(stmt);
    bool old;
    t->kind = region_clause(r, CLAUSE_READ)      ? ATOMIC_READ
              : region_clause(r, CLAUSE_WRITE)   ? ATOMIC_WRITE
              : region_clause(r, CLAUSE_CAPTURE) ? ATOMIC_CAPTURE
                                                 : ATOMIC_UPDATE;
    if (region_clause(r, CLAUSE_COMPARE))
        t->wrong = atomic_read_compare(g, t, stmt);
    else if (t->kind == ATOMIC_CAPTURE)
        t->wrong = read_capture(g, t, n);
    else if (t->kind == ATOMIC_UPDATE)
        t->wrong = update_form(g, t, n, &old) ? NULL
                                              : "'atomic' needs 'x++;', 'x op= e;', 'x = x op e;' or 'x = "
                                                "e op x;' with the same x on both sides";
    else
        t->wrong = read_plain(t, n);
}
