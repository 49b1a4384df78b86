/* constructs.c: the user's own target constructs, where their data is looked at (`gantry advise`). */
#include <string.h>

#include "annotate_priv.h"

static bool is_target(const struct region *r) { return (r->leaves & LEAF_TARGET) != 0; }

bool is_user_construct(const struct annotation *a, const struct node *n)
{
    if (!a->wishes.advise || n->kind != NODE_CONSTRUCT || (!is_target(n->region) && n->region->dir != DIR_TARGET_DATA))
        return false;
    for (const struct region *r = n->region->parent; r; r = r->parent)
        if (is_target(r))
            return false;
    return true;
}

bool is_in_user_construct(const struct annotation *a, const struct node *n)
{
    while (n && !is_user_construct(a, n))
        n = n->parent;
    return n != NULL;
}

void find_user_constructs(struct annotation *a)
{
    for_each_pointer (const struct region, r, a->u->regions) {
        if (!r->tree || !is_user_construct(a, r->tree) || strcmp(r->loc.file, a->u->path) != 0)
            continue;
        struct judged *j = NEW(a->arena, struct judged);
        *j = (struct judged){.tree = r->tree, .loc = r->loc, .chosen = true};
        vec_push(a->arena, &a->loops, j);
    }
}

void refuse(struct object *o, enum loop_reason why, const struct node *at)
{
    if (o->refused)
        return;
    o->refused = why;
    o->refused_at = at;
}
