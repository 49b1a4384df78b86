/* named.c: local variables that got their values from memory, `int h = g->halo;`, where a loop reads g->halo, too: both
 * are one number as long as nobody stores there in between, and a test in the program finds that. */
#include "annotate_priv.h"

enum { MOST_NAMED = 4 };

static bool is_read_here(const struct scope *s, const struct node *n)
{
    for (const struct node *m = s->loop; m; m = tree_next(s->loop, m))
        if (m->kind == n->kind && tree_equal(s->u, m, n))
            return true;
    return false;
}

/* Sums and products of members that the loop reads itself, so that these are there to be asked for */
static bool can_be_asked(const struct scope *s, const struct node *n, bool *memory)
{
    if (n->constant || node_var(n))
        return true;
    if (n->kind == NODE_ARROW || n->kind == NODE_MEMBER) {
        *memory = true;
        return is_read_here(s, n);
    }
    bool ok = n->kind == NODE_CAST ||
              (n->kind == NODE_BINARY &&
               (n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB || n->operator== OPERATOR_MUL));
    for (unsigned i = 0; ok && i < n->nkids; i++)
        ok = can_be_asked(s, n->kids[i], memory);
    return ok;
}

bool is_name_of_memory(const struct scope *s, const struct var *v)
{
    bool memory = false;
    return v->value && !v->written && !v->addr_taken && !v->is_global && !v->is_param && !v->is_static &&
           !slice_has(s->loop->at, v->decl) && can_be_asked(s, v->value, &memory) && memory && has_name_here(s, v);
}

bool take_as_named(struct scope *s, const struct var *v)
{
    if (!s->by_names || !is_name_of_memory(s, v))
        return false;
    for_each_pointer (const struct var, x, s->named)
        if (x == v)
            return true;
    if (s->named.n == MOST_NAMED)
        return false;
    vec_push(s->a->arena, &s->named, v);
    return true;
}

bool has_names_of_memory(const struct scope *s)
{
    for (const struct node *m = s->loop; m; m = tree_next(s->loop, m))
        if (m->kind == NODE_NAME && m->var && is_name_of_memory(s, m->var))
            return true;
    return false;
}
