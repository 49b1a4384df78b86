/* spots.c: single elements that the host reads behind the last region, and nothing else of what stayed there: these are
 * copied, each before the statement that reads it, and not all that the device has. */
#include <string.h>

#include "data_priv.h"

enum { MOST_SPOTS = 4, MOST_BETWEEN = 8 };

struct spot {
    const struct node *element, *statement;
};
typedef VEC(struct spot) spot_list;

/* Is n made of numbers, and of local variables that only their names change and that the statement does not declare? */
static bool is_plain(const struct node *n, const struct node *statement)
{
    for (const struct node *m = n; m; m = tree_next(n, m)) {
        bool divides = m->kind == NODE_BINARY && (m->operator== OPERATOR_DIV || m->operator== OPERATOR_REM);
        bool local = m->kind == NODE_NAME && m->var && !m->var->is_global && !m->var->addr_taken &&
                     m->var->type->kind == TYPE_INT && !m->var->type->is_volatile &&
                     !slice_has(statement->at, m->var->decl);
        if (!local && !m->constant && m->kind != NODE_CAST && m->kind != NODE_UNARY && m->kind != NODE_BINARY)
            return false;
        if (divides && !(m->kids[1]->constant && m->kids[1]->value > 0))
            return false;
    }
    return true;
}

/* Is n evaluated whenever its statement runs? */
static bool is_always(const struct node *n, const struct node *statement)
{
    for (; n != statement; n = n->parent) {
        const struct node *p = n->parent;
        bool sometimes = p->kind == NODE_CONDITIONAL ||
                         (p->kind == NODE_BINARY && (p->operator== OPERATOR_LAND || p->operator== OPERATOR_LOR));
        if ((sometimes && n->place > 0) || p->kind == NODE_SIZEOF || n->unevaluated)
            return false;
    }
    return true;
}

/* The element `v[index]` that is read where r names v, in a statement of the block; NULL: more than that is read */
static const struct node *element_read(const struct attempt *t, const struct ref *r, const struct node **statement)
{
    const struct node *n = r->node, *e = n ? n->parent : NULL;
    bool element = e && e->kind == NODE_SUBSCRIPT && n->place == 0 && e->type && type_is_scalar(e->type) &&
                   e->type->kind != TYPE_POINTER && !e->type->is_volatile;
    const struct node *p = element ? e->parent : NULL;
    bool other = p && (p->kind == NODE_ADDRESS || p->kind == NODE_INCREMENT || p->kind == NODE_COMPOUND_ASSIGN ||
                       p->kind == NODE_ASSIGN);
    if (!p || (other && (p->kind == NODE_ADDRESS || p->kind == NODE_INCREMENT || e->place == 0)))
        return NULL;
    const struct node *s = e;
    while (s && s->parent != t->block)
        s = s->parent;
    *statement = s;
    bool simple = s && (s->kind == NODE_EXPRESSION || s->kind == NODE_DECLARATIONS);
    return simple && is_always(e, s) && is_plain(e->kids[1], s) ? e : NULL;
}

static bool is_spot(const spot_list *all, const struct node *n)
{
    for_each (struct spot, x, *all)
        if (x->element == n)
            return true;
    return false;
}

static bool is_silent_call(const struct attempt *t, const struct node *n)
{
    const struct func *f = node_called(n);
    bool stores = true;
    return f && !t->a->has_buffers && !given(f->def) && !f->noreturn && is_host_function(f->name, &stores) && !stores &&
           strcmp(f->name, "exit") != 0;
}

static bool leads_anywhere(const struct type *t)
{
    const char *to = t->kind == TYPE_POINTER && t->elem ? t->elem->canonical : NULL;
    return (t->kind == TYPE_POINTER || type_is_array(t)) && !(to && strstr(to, "_IO_FILE"));
}

/* Do r's directives name v? Then behind the statement they must mean the same by it. */
static bool is_named_by(const struct data_range *r, const struct var *v)
{
    bool named = (r->guard && text_names(r->guard, v->name)) || (r->entry && text_names(r->entry, v->name));
    for_each (struct data_item, i, r->items)
        named |= text_names(i->item, v->name);
    return named;
}

/* Does the statement touch no memory but the spots and its own variables, and call nobody who could? */
static bool is_quiet(const struct attempt *t, const struct data_range *r, const struct node *statement,
                     const spot_list *all)
{
    if (statement->kind != NODE_EXPRESSION && statement->kind != NODE_DECLARATIONS)
        return false;
    for (const struct node *n = statement; n; n = tree_next(statement, n)) {
        bool leads = n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || n->kind == NODE_ARROW ||
                     n->kind == NODE_ADDRESS || n->kind == NODE_MEMBER;
        bool stores = n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN || n->kind == NODE_INCREMENT;
        const struct var *to = stores ? node_var(n->kids[0]) : NULL;
        const struct var *v = n->kind == NODE_NAME ? n->var : NULL;
        bool held = false;
        for_each (struct candidate, c, t->rows)
            held |= v && c->held && (c->object->var == v || root_of(c->object) == v);
        if ((leads && !is_spot(all, n)) || (n->kind == NODE_CALL && !is_silent_call(t, n)) ||
            (stores && (n->parent != statement || !to || to->is_global || to->addr_taken ||
                        to->type->kind == TYPE_POINTER || is_named_by(r, to))) ||
            ((held || (v && leads_anywhere(v->type))) && !is_spot(all, n->parent)) || n->kind == NODE_STATEMENTS ||
            n->kind == NODE_ATOMIC || n->kind == NODE_OTHER_EXPRESSION || n->kind == NODE_LITERAL)
            return false;
    }
    return true;
}

/* Is all of c on the device? Then what is read of it is. */
static bool is_all_there(struct attempt *t, const struct candidate *c)
{
    struct extent all = {.object = c->object, .root = root_of(c->object)};
    if (!c->extent.low)
        return strchr(c->extent.item, '[') == NULL;
    return find_block(&t->s, &all) && (is_same_section(&all, &c->extent) ||
                                       (strcmp(c->extent.low, "0") == 0 && strcmp(c->extent.length, all.some) == 0));
}

/* All that the host reads of o behind the statements, if these are a few elements; false: it reads more */
static bool find_spots(struct attempt *t, const struct node *held, const struct object *o, bool filled, spot_list *all)
{
    ref_list readers = {0};
    const size_t before = all->n;
    bool array = o->kind == OBJECT_POINTEE || type_is_array(o->var->type);
    if (!array || !find_readers(t->a, held, o, filled, &readers) || !readers.n || readers.n > MOST_SPOTS)
        return false;
    for_each_pointer (const struct ref, r, readers) {
        struct spot x;
        x.element = r->var == o->var ? element_read(t, r, &x.statement) : NULL;
        if (!x.element || x.statement->place <= t->to || !node_text(&t->s, x.element->kids[1])) {
            all->n = before;
            return false;
        }
        vec_push(t->a->arena, all, x);
    }
    return true;
}

static bool is_of(const struct candidate *c, const struct node *element)
{
    return node_var(element->kids[0]) == c->object->var;
}

static bool has_spots(const struct candidate *c, const spot_list *all)
{
    for_each (struct spot, x, *all)
        if (is_of(c, x->element))
            return true;
    return false;
}

unsigned read_spots(struct attempt *t, const struct node *held, unsigned to, struct data_range *r)
{
    spot_list all = {0};
    size_t i = 0;
    unsigned last = to;
    if (t->a->wishes.advise || t->s.device)
        return to;
    for_each (struct candidate, c, t->rows)
        if (c->held && strcmp(r->items.v[i++].after, "from") == 0 && is_all_there(t, c))
            find_spots(t, held, c->object, strcmp(r->items.v[i - 1].before, "alloc") == 0, &all);
    for_each (struct spot, x, all)
        last = x->statement->place > last ? x->statement->place : last;
    for (unsigned k = to + 1; k <= last; k++)
        if (last - to > MOST_BETWEEN || !is_quiet(t, r, t->block->kids[k], &all))
            return to;
    i = 0;
    for_each (struct candidate, c, t->rows)
        if (c->held && has_spots(c, &all))
            r->items.v[i++].after = "release";
        else
            i += c->held;
    for_each (struct spot, x, all) {
        struct data_update u = {.at = x->statement, .last = x->statement, .from = true};
        for_each (struct candidate, c, t->rows)
            if (c->held && is_of(c, x->element))
                u.object = c->object;
        u.item = arena_printf(t->a->arena, "%s[%s:1]", u.object->var->name, node_text(&t->s, x->element->kids[1]));
        vec_push(t->a->arena, &r->updates, u);
    }
    return last;
}
