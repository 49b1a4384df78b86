/* tree.c: disjoint host address ranges in a treap ordered by their begin. Priorities are a hash of the
 * address, so the same program builds the same tree. The expected depth is below 2 ln n; no operation allocates. */
#include "host.h"

static uint32_t priority_of(uintptr_t p)
{
    uint64_t h = (uint64_t)p * 0x9e3779b97f4a7c15u;
    return (uint32_t)((h ^ h >> 29) * 0xbf58476d1ce4e5b9u >> 32);
}

struct gantry_entry *gantry_tree_first(struct gantry_entry *root, uintptr_t begin, uintptr_t end)
{
    struct gantry_entry *best = NULL;
    while (root) {
        if (root->end <= begin)
            root = root->right;
        else { /* ends after begin: the leftmost such range is the first that may overlap */
            best = root;
            root = root->left;
        }
    }
    return best && best->begin < end ? best : NULL;
}

struct gantry_entry *gantry_tree_at(struct gantry_entry *root, uintptr_t p)
{
    while (root) {
        if (p < root->begin)
            root = root->left;
        else if (p >= root->end)
            root = root->right;
        else
            return root;
    }
    return NULL;
}

/* nodes with begin < at go left, others right */
static void split(struct gantry_entry *t, uintptr_t at, struct gantry_entry **l, struct gantry_entry **r)
{
    if (!t)
        *l = *r = NULL;
    else if (t->begin < at) {
        split(t->right, at, &t->right, r);
        *l = t;
    } else {
        split(t->left, at, l, &t->left);
        *r = t;
    }
}

static struct gantry_entry *merge(struct gantry_entry *l, struct gantry_entry *r)
{
    if (!l || !r)
        return l ? l : r;
    if (l->priority > r->priority) {
        l->right = merge(l->right, r);
        return l;
    }
    r->left = merge(l, r->left);
    return r;
}

void gantry_tree_insert(struct gantry_entry **root, struct gantry_entry *e)
{
    e->priority = priority_of(e->begin);
    while (*root && (*root)->priority >= e->priority)
        root = e->begin < (*root)->begin ? &(*root)->left : &(*root)->right;
    split(*root, e->begin, &e->left, &e->right);
    *root = e;
}

void gantry_tree_remove(struct gantry_entry **root, struct gantry_entry *e)
{
    while (*root && *root != e)
        root = e->begin < (*root)->begin ? &(*root)->left : &(*root)->right;
    if (*root)
        *root = merge(e->left, e->right);
    e->left = e->right = NULL;
}
