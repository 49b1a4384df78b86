/* waits.c: constructs of the user's that do not wait, and the `taskwait` of their own block that does. What runs until
 * then may run at any time in between: a program without races does not touch in between what the construct stores to.
 * So the construct counts as if it waited itself, as long as nothing is copied in between that the program does not
 * copy. */
#include <string.h>

#include "../tables/tables.h"
#include "annotate_priv.h"

static bool has_target(const struct region *r) { return (r->leaves & LEAF_TARGET) != 0; }

static bool is_taskwait(const struct node *n)
{
    return n && n->kind == NODE_CONSTRUCT && n->region->dir == DIR_TASKWAIT && !n->region->clauses;
}

/* A jump, or a place to jump to: the statement need not be followed by the next one. */
static bool may_jump(const struct node *n)
{
    static const enum node_kind kinds[] = {NODE_RETURN,   NODE_GOTO,           NODE_COMPUTED_GOTO, NODE_BREAK,
                                           NODE_CONTINUE, NODE_LABEL,          NODE_CASE,          NODE_DEFAULT,
                                           NODE_ASM,      NODE_OTHER_STATEMENT};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (n->kind == kinds[i])
            return true;
    return false;
}

bool is_deferred(const struct region *r) { return region_clause(r, CLAUSE_NOWAIT) && has_target(r); }

const struct node *waits_for(const struct region *r)
{
    const struct node *n = r->tree, *block = n ? n->parent : NULL;
    if (!block || block->kind != NODE_COMPOUND)
        return NULL;
    for (unsigned i = n->place + 1; i < block->nkids; i++) {
        const struct node *k = block->kids[i];
        if (is_taskwait(k))
            return k;
        if (tree_has(k, may_jump))
            return NULL;
    }
    return NULL;
}

/* Does it make a task of which nobody here knows when it has ended? */
static bool makes_task(const struct region *r)
{
    if (is_deferred(r))
        return !waits_for(r);
    if (r->on_device)
        return false;
    if (directive_rows[r->dir].by == BY_TASK)
        return true;
    bool others = directive_rows[r->dir].class == CLASS_DATA || r->dir == DIR_INTEROP || r->dir == DIR_DISPATCH;
    return others && (region_clause(r, CLAUSE_NOWAIT) || region_clause(r, CLAUSE_DEPEND));
}

bool has_tasks(const struct unit *u)
{
    for_each_pointer (const struct region, r, u->regions)
        if (makes_task(r))
            return true;
    return false;
}

bool is_wait(const struct annotation *a, const struct node *n)
{
    if (!a->wishes.advise || a->has_tasks || !is_taskwait(n))
        return false;
    for (const struct region *r = n->region->parent; r; r = r->parent)
        if (r->dir != DIR_TARGET_DATA)
            return false;
    return true;
}

/* Of constructs in the order of the text: what they read, and what they store to. */
static bool is_known_order(const struct clause *c)
{
    static const char *const kinds[] = {"in", "out", "inout"};
    const char *text = c->raw ? c->raw + strspn(c->raw, " ") : "";
    size_t n = strcspn(text, " :");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i]) == n && strncmp(text, kinds[i], n) == 0)
            return true;
    return false;
}

bool is_in_order(const struct annotation *a, const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        if ((c->kind == CLAUSE_DEPEND && (a->has_tasks || !is_known_order(c))) ||
            (c->kind == CLAUSE_NOWAIT && (a->has_tasks || !waits_for(r))))
            return false;
    return true;
}

bool is_before_wait(const struct annotation *a, const struct node *n)
{
    for_each_pointer (struct judged, j, a->loops) {
        const struct region *r = j->tree->kind == NODE_CONSTRUCT ? j->tree->region : NULL;
        const struct node *end = r && is_deferred(r) ? waits_for(r) : NULL;
        if (end && j->tree->at.begin < n->at.begin && n->at.begin < end->at.begin)
            return true;
    }
    return false;
}
