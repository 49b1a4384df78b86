/* analysis/plan/unnamed.c: has a target region no way to the data of an item that its map clause lists? No pass: rows
 * of the map list carry it to the runtime, which then does not take the launch for a use (runtime/profile/moves.c).
 *
 * A region gets to data by the variable's name, or by a pointer. Pointers that it names have rows of their own, by
 * which the runtime sees where they lead. Those that it loads from memory, casts or gets from functions of the program
 * may lead anywhere: a region that may have such ones uses all that is mapped. */
#include "../analysis.h"

#include "../../../include/gantry_abi.h"

#include <string.h>

static bool holds_no_pointer(const struct type *t)
{
    while (t && type_is_array(t))
        t = t->elem;
    return t && t->kind != TYPE_POINTER && !t->has_pointers && !t->has_unions && (type_is_arithmetic(t) || t->size > 0);
}

static bool is_cast_to_pointer(const struct node *n)
{
    while (n && !(n->kind == NODE_CAST && (!n->type || n->type->kind == TYPE_POINTER)))
        n = n->parent;
    return n != NULL;
}

/* Its first member, as b of s.b.x or p->b[i]; NULL: it is a whole variable, or what is no member of one. */
static const struct node *first_member(const struct node *name)
{
    const struct node *n = name ? name->parent : NULL;
    return n && name->place == 0 && (n->kind == NODE_MEMBER || n->kind == NODE_ARROW) ? n : NULL;
}

static const struct node *first_name(const struct node *n)
{
    while (n && n->kind != NODE_NAME)
        n = node_kid(n, 0);
    return n;
}

const struct node *member_of_item(const struct item *it)
{
    return it->is_member ? first_member(first_name(it->tree)) : NULL;
}

/* Does it lead only to data that the runtime finds by a row, and to no pointers? */
static bool is_followed(const struct ref *x)
{
    const struct var *v = x->var;
    bool pointer = v->type && v->type->kind == TYPE_POINTER;
    bool kept = v->declare_target & VAR_NAMED || x->access & ACC_ADDR || (v->is_global && v->func);
    return pointer ? !kept && holds_no_pointer(v->type->elem) : holds_no_pointer(v->type);
}

/* A member of a variable, or of what that points to, which is mapped as a part of its structure */
bool is_plain_member(const struct item *it)
{
    return it->is_member && it->is_part && it->pointers.n <= 1 && first_member(first_name(it->tree)) &&
           (!it->pointers.n || it->pointers.v[0].is_var);
}

/* Does the construct list a section of what that member points to? The runtime attaches the pointer, and sees by the
 * item's row where it leads. */
static bool lists_section(const struct unit *u, const struct region *r, const struct var *v, const struct node *member)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_MAP && i < c->items.n; i++) {
            const struct item *it = &c->items.v[i];
            const struct node *own = it->var == v && is_plain_member(it) ? member_of_item(it) : NULL;
            if (own && it->nsections == 1 && node_same_member(u, own, member))
                return true;
        }
    return false;
}

static bool has_unions(const struct type *t) { return t->has_unions || (t->elem && t->elem->has_unions); }

/* `p->n`, which is no pointer, or an element of `p->a`, of which the construct lists a section */
static bool is_followed_member(const struct unit *u, const struct region *r, const struct ref *x)
{
    const struct node *member = first_member(x->node), *up = member ? member->parent : NULL;
    const struct var *v = x->var;
    if (!member || v->declare_target & VAR_NAMED || (v->is_global && v->func) || !v->type || has_unions(v->type))
        return false;
    if (holds_no_pointer(member->type))
        return up && up->kind != NODE_ADDRESS;
    return member->type && member->type->kind == TYPE_POINTER && holds_no_pointer(member->type->elem) && up &&
           (up->kind == NODE_SUBSCRIPT || up->kind == NODE_DEREFERENCE) && up->kids[0] == member && up->parent &&
           up->parent->kind != NODE_ADDRESS && lists_section(u, r, v, member);
}

bool follows_names(struct analysis *a, const struct region *r)
{
    if (a->unit->requires_unified)
        return false;
    for_each_in (ref, x, a->unit, r->stmt)
        if (x->access & ACC_UNEVALUATED)
            continue;
        else if (x->func ? !is_library_func(x->func)
                         : !(is_followed(x) || is_followed_member(a->unit, r, x)) || is_cast_to_pointer(x->node))
            return false;
    return true;
}

bool is_other_member(const struct unit *u, const struct node *member, const struct ref *x)
{
    const struct node *other = member ? first_member(x->node) : NULL;
    return other && !node_same_member(u, member, other);
}

static bool is_whole(const struct item *it, const struct type *t)
{
    const struct section *x = it->sections;
    if (it->nsections == 0)
        return true;
    bool from_start = !given(x->lower) || (x->lower_const && x->lower_value == 0);
    return it->nsections == 1 && t->kind == TYPE_ARRAY && from_start && !given(x->stride) && x->length_const &&
           x->length_value == t->count;
}

/* Is x that member, of which it is certain that all of it lies in the structure? */
static bool is_of_item(const struct unit *u, const struct item *it, const struct ref *x)
{
    const struct node *own = it->is_part && is_plain_member(it) ? member_of_item(it) : NULL;
    const struct node *named = own ? first_member(x->node) : NULL;
    return named && node_same_member(u, own, named) && named->type && it->type && named->type->kind != TYPE_POINTER &&
           !strcmp(named->type->canonical, it->type->canonical);
}

static bool is_listed_member(const struct unit *u, const struct region *r, const struct ref *x, bool back)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_MAP && i < c->items.n; i++) {
            const struct item *it = &c->items.v[i];
            if (it->var == x->var && is_of_item(u, it, x) &&
                (back ? map_flags(c) & GANTRY_MAP_FROM : is_whole(it, it->type)))
                return true;
        }
    return false;
}

bool names_listed_members(struct analysis *a, const struct region *r, const struct var *v)
{
    const struct type *t = v->type && v->type->kind == TYPE_POINTER ? v->type->elem : v->type;
    if (!t || t->kind != TYPE_RECORD || has_unions(t))
        return false;
    for_each_in (ref, x, a->unit, region_text(r))
        if (x->var == v && !(x->access & ACC_UNEVALUATED) && !is_listed_member(a->unit, r, x, false))
            return false;
    for (const struct clause *c = r->clauses; c; c = c->next)
        for_each (const struct item, other, c->items)
            if (other->var == v && c->kind != CLAUSE_MAP)
                return false;
    return true;
}

bool stores_listed_members(struct analysis *a, const struct region *r, const struct var *v)
{
    const unsigned stores = ACC_WRITE | ACC_ADDR | ACC_ELEM_WRITE | ACC_FAR_WRITE;
    for_each_in (ref, x, a->unit, r->stmt)
        if (x->var == v && !(x->access & ACC_UNEVALUATED) && !is_listed_member(a->unit, r, x, true) &&
            (x->access & stores || !first_member(x->node)))
            return false;
    return true;
}

/* By its variable; where both are members of that, by the same one. */
bool is_named(struct analysis *a, const struct region *r, const struct item *it)
{
    const struct node *member = member_of_item(it);
    for_each_in (ref, x, a->unit, r->stmt)
        if (x->var == it->var && !is_other_member(a->unit, member, x))
            return true;
    for (const struct clause *c = r->clauses; c; c = c->next)
        for_each (const struct item, other, c->items)
            if (other->var == it->var && c->kind != CLAUSE_MAP)
                return true;
    return false;
}

/* A member is a part of its structure, or the memory that it points to. */
static bool is_own_row(const struct item *it, uint32_t flags)
{
    return it->is_member ? flags & (GANTRY_MAP_MEMBER | GANTRY_MAP_ATTACH) : !(flags & GANTRY_MAP_MEMBER);
}

bool is_unnamed(struct analysis *a, const struct region *r, const struct mapping *m)
{
    const unsigned others = GANTRY_MAP_IMPLICIT | GANTRY_MAP_LOOKUP | GANTRY_MAP_PARENT | GANTRY_MAP_COPY |
                            GANTRY_MAP_LIST | GANTRY_MAP_IF_ABSENT;
    const struct item *it = m->item;
    return r->leaves & LEAF_TARGET && m->part == PART_ITEM && it && it->var && m->clause &&
           m->clause->kind == CLAUSE_MAP && !m->mapper && !m->capture && m->param == GANTRY_PARAM_NONE &&
           !(m->flags & others) && is_own_row(it, m->flags) && (!it->is_member || is_plain_member(it)) &&
           !it->var->declare_target && !is_named(a, r, it);
}
