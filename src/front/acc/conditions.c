/* acc/conditions.c: `for (i = 0; i != n; i += 2)` is a loop of OpenACC, whose trip count is known (2.9), and none of
 * OpenMP, where a step other than 1 has < or >. Such a condition is written so: in a valid program both end after the
 * same iteration.
 *
 * needs: the tree; what Clang said of the loops.   sets: acc_written.changes.   breaks: nothing. */
#include "../../region/tree.h"
#include "write.h"

/* where the condition has its operator, between its operands; 0: it has none */
static uint32_t operator_of(struct acc_file *a, const struct node *condition)
{
    if (!condition || condition->kind != NODE_BINARY)
        return 0;
    struct text between = {a->read, condition->kids[1]->around.begin};
    return acc_begin_of(a, skip_blank(between, condition->kids[0]->around.end));
}

void acc_turn_conditions(struct writer *w, struct acc_written *out)
{
    for (size_t i = 0; i < w->c->unequal.n; i++) {
        const struct node *loop = acc_loop(w->a, w->c, (unsigned)i);
        uint32_t at = w->c->unequal.v[i] && loop ? operator_of(w->a, loop->kids[1]) : 0;
        if (at)
            acc_edit(w->a->f, &out->changes, at, at + 2, w->c->unequal.v[i] > 0 ? "<" : ">");
    }
}
