/* effects.c: functions of the user's that compute a result and do nothing else: they store to their own variables
 * alone, read no memory but their own and constants, and call only such functions. */
#include "../tables/tables.h"
#include "annotate_priv.h"

enum { DEEPEST_CALLS = 32 };

static bool is_own(const struct func *f, const struct var *v)
{
    return v && v->func == f && !v->is_static && !v->type->is_volatile;
}

/* the variable that an lvalue is a part of, reached through no pointer; NULL: through one */
static const struct var *root(const struct node *n)
{
    while (n && (n->kind == NODE_MEMBER || (n->kind == NODE_SUBSCRIPT && type_is_array(n->kids[0]->type))))
        n = n->kids[0];
    return node_var(n);
}

static bool computes(const struct unit *u, const struct func *f, int depth);

static bool call_computes(const struct unit *u, const struct node *n, int depth)
{
    const struct func *f = node_called(n);
    const struct library_row *row = f && !given(f->def) ? library_find(f->name) : NULL;
    if (row)
        return row->effect == LIBRARY_COMPUTES && row->place != LIBRARY_HOST;
    return f && given(f->def) && computes(u, f, depth + 1);
}

static bool node_computes(const struct unit *u, const struct func *f, const struct node *n, int depth)
{
    switch (n->kind) {
    case NODE_ASSIGN:
    case NODE_COMPOUND_ASSIGN:
    case NODE_INCREMENT:
        return is_own(f, root(n->kids[0]));
    case NODE_NAME:
        return !n->var || n->constant || is_own(f, n->var) || (n->var->is_global && n->var->type->is_const);
    case NODE_DEREFERENCE:
    case NODE_ARROW:
        return false;
    case NODE_SUBSCRIPT:
        return type_is_array(n->kids[0]->type) || type_is_array(n->kids[1]->type);
    case NODE_CALL:
        return call_computes(u, n, depth);
    case NODE_ADDRESS: /* who knows what is done with it */
    case NODE_ATOMIC:
    case NODE_OTHER_EXPRESSION:
    case NODE_OTHER_STATEMENT:
    case NODE_ASM:
    case NODE_CONSTRUCT:
    case NODE_COMPUTED_GOTO:
        return false;
    default:
        return !n->type || !n->type->is_volatile;
    }
}

static bool computes(const struct unit *u, const struct func *f, int depth)
{
    if (depth > DEEPEST_CALLS || !f->tree || f->is_variadic || f->noreturn)
        return false;
    for (const struct node *n = f->tree; n; n = tree_next(f->tree, n))
        if (!n->unevaluated && !node_computes(u, f, n, depth))
            return false;
    return true;
}

bool only_computes(const struct unit *u, const struct func *f) { return computes(u, f, 0); }
