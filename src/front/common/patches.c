/* common/patches.c: sorts the changes of the text (unit.patches) into the order in which printers apply them. */
#include "../front_private.h"

#include <stdlib.h>

static int by_patch(const void *a, const void *b)
{
    const struct patch *x = *(struct patch *const *)a, *y = *(struct patch *const *)b;
    if (x->off != y->off)
        return x->off < y->off ? -1 : 1;
    if (x->closes != y->closes)
        return x->closes ? -1 : 1;
    if (x->len != y->len && !x->closes && (!x->len || !y->len)) /* insertions before a replacement */
        return x->len ? 1 : -1;
    return x->seq == y->seq ? 0 : (x->seq < y->seq) == x->closes ? 1 : -1;
}

void patches_sort(struct unit *u)
{
    if (u->patches.n)
        qsort(u->patches.v, u->patches.n, sizeof *u->patches.v, by_patch);
    if (u->host_patches.n)
        qsort(u->host_patches.v, u->host_patches.n, sizeof *u->host_patches.v, by_patch);
}
