/* acc/types.c: what of OpenACC depends on types, which are known once Clang has read the file, and what OpenMP has no
 * words for.
 *
 * needs: the region tree.   sets: clauses of regions written in OpenACC.   breaks: nothing. */
#include "acc.h"

static void remove_clause(const struct region *r, const struct clause *c)
{
    const struct clause **at = &unfinished(r)->clauses;
    while (*at != c)
        at = &unfinished(*at)->next;
    *at = c->next;
}

/* `use_device` of a pointer gives the pointer the device's address; of an array, the array. */
static void split_use_device(struct front *f, const struct region *r, struct clause *c)
{
    struct clause *arrays = NEW(f->arena, struct clause);
    size_t kept = 0;
    *arrays = *c;
    arrays->kind = CLAUSE_USE_DEVICE_ADDR;
    arrays->items.v = NULL;
    arrays->items.n = arrays->items.cap = 0;
    for (size_t i = 0; i < c->items.n; i++)
        if (c->items.v[i].type && c->items.v[i].type->kind != TYPE_POINTER)
            vec_push(f->arena, &arrays->items, c->items.v[i]);
        else
            c->items.v[kept++] = c->items.v[i];
    c->items.n = kept;
    if (!arrays->items.n)
        return;
    c->next = arrays;
    if (!kept)
        remove_clause(r, c);
}

static bool is_pointer_by_name(const struct item *it)
{
    return it->is_name && it->type && it->type->kind == TYPE_POINTER && !it->nsections;
}

/* `present` of a pointer by its name alone: what it leads to is there. One that `declare` lists is there itself. */
static void follow_pointers(struct front *f, struct clause *c)
{
    for (size_t i = 0; i < c->items.n; i++) {
        struct item *it = &c->items.v[i];
        if (!is_pointer_by_name(it) || (it->var && it->var->declare_target & VAR_NAMED))
            continue;
        struct section none = {.has_colon = true, .lower_const = true, .length_const = true}; /* the place alone */
        it->sections = NEW(f->arena, struct section);
        *it->sections = none;
        it->nsections = 1;
    }
}

/* `no_create` of a pointer by its name alone: it leads to what is present, as ever. */
static void drop_pointers(const struct region *r, struct clause *c)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->items.n; i++)
        if (!is_pointer_by_name(&c->items.v[i]))
            c->items.v[kept++] = c->items.v[i];
    c->items.n = kept;
    if (!kept)
        remove_clause(r, c);
}

void acc_settle(struct front *f)
{
    for (size_t i = 0; f->acc_lines.n && i < f->unit->regions.n; i++) {
        const struct region *r = f->unit->regions.v[i];
        for (const struct clause *c = r->acc ? r->clauses : NULL, *next; c; c = next) {
            next = c->next;
            if (c->kind == CLAUSE_USE_DEVICE_PTR)
                split_use_device(f, r, unfinished(c));
            else if (c->kind == CLAUSE_MAP && c->modifiers & MAPMOD_NO_CREATE)
                drop_pointers(r, unfinished(c));
            else if (c->kind == CLAUSE_MAP && c->modifiers & MAPMOD_PRESENT)
                follow_pointers(f, unfinished(c));
            else if (r->dir == DIR_TARGET_UPDATE && !(c->modifiers & MAPMOD_PRESENT))
                unfinished(c)->modifiers |= MAPMOD_IF_PRESENT;
        }
    }
}
