/* order.c: loops that share a directive, exchanged where neighbouring iterations would then touch what lies side by
 * side. Each of them is parallel while those around it stand still, so no two iterations of the nest meet: any order is
 * right. */
#include "annotate_priv.h"

/* Accesses that neighbouring iterations of loop d of the nest have side by side, less those they have far apart */
static int score(const struct judged *j, unsigned d)
{
    int sum = 0;
    for_each (struct strides, r, j->strides)
        if (r->n > d)
            sum += r->by[d] == STRIDE_ONE ? 1 : r->by[d] == STRIDE_FAR ? -1 : 0;
    return sum;
}

/* Loop d of those that share j's directive */
static struct judged *loop_of(const struct annotation *a, struct judged *j, unsigned d)
{
    const struct node *tree = j->tree;
    for (; d > 0; d--)
        tree = node_sole(tree->kids[3]);
    for (size_t i = first_loop(a, tree->at.begin); i < a->loops.n; i++)
        if (a->loops.v[i]->tree == tree)
            return a->loops.v[i];
    return NULL;
}

/* `for` with a head of three parts, which declares its variable */
static bool can_move(const struct judged *k)
{
    return k && k->loop && given(k->loop->iv->loop) && k->tree->kids[0] && k->tree->kids[1] && k->tree->kids[2];
}

void choose_order(struct annotation *a, struct judged *j)
{
    int best = 0;
    unsigned last = j->collapse - 1;
    j->outward = j->inward = NULL;
    if (j->collapse < 2 || j->counted)
        return;
    struct judged *inner = loop_of(a, j, last);
    for (unsigned d = 0; d < last; d++) {
        struct judged *outer = loop_of(a, j, d);
        int gain = score(j, d) - score(j, last);
        if (gain <= best || score(j, d) <= 0 || !can_move(outer) || !can_move(inner))
            continue;
        best = gain;
        j->inward = outer;
        j->outward = inner;
    }
}
