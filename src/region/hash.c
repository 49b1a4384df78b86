/* region/hash.c: a number by which a piece of code is known again: after lines have moved, comments have come or names
 * of files changed, but not after the code has. */
#include "tree.h"

#include <string.h>

static uint64_t add_text(uint64_t h, const struct unit *u, struct slice s)
{
    return hash_bytes(h, u->text + s.begin, s.end - s.begin);
}

/* What a node says beside its kind and operands: its name, its literal */
static uint64_t add_own(uint64_t h, const struct unit *u, const struct node *n)
{
    bool written = n->kind == NODE_NUMBER || n->kind == NODE_REAL || n->kind == NODE_STRING;
    if (written)
        return add_text(h, u, n->at);
    if (n->kind == NODE_NAME && n->func)
        return hash_bytes(h, n->func->name, strlen(n->func->name));
    if (n->var)
        return n->kind == NODE_NAME || n->kind == NODE_VARIABLE ? hash_bytes(h, n->var->name, strlen(n->var->name)) : h;
    if (n->kind == NODE_MEMBER || n->kind == NODE_ARROW) {
        const char *name = u->text + n->off;
        return hash_bytes(h, name, strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"));
    }
    return h;
}

uint64_t tree_hash(const struct unit *u, const struct node *root)
{
    uint64_t h = 0;
    for (const struct node *n = root; n; n = tree_next(root, n)) {
        int64_t size = n->type ? (int64_t)n->type->size : -1;
        unsigned what[] = {n->kind, n->operator, n->nkids, n->place, n->type ? (unsigned)n->type->kind : 0};
        h = hash_bytes(hash_bytes(h, what, sizeof what), &size, sizeof size);
        h = add_own(h, u, n);
    }
    return h;
}
