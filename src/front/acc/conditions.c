/* acc/conditions.c: `for (i = 0; i != n; i += 2)` is a loop of OpenACC, whose trip count is known (2.9), and none of
 * OpenMP, where a step other than 1 has < or >. Such a condition is written so: in a valid program both end after the
 * same iteration.
 *
 * needs: the text; what Clang said of the loops.   sets: acc_written.changes.   breaks: nothing. */
#include "write.h"

#include <string.h>

bool acc_next_loop(struct text t, struct span *rest, struct span *head)
{
    uint32_t at = acc_find_name(t, *rest, "for", 3), open = at ? skip_blank(t, at + 3) : 0;
    if (!at || t.s[open] != '(')
        return false;
    *head = (struct span){open, after_bracket(t, open)};
    rest->b = skip_blank(t, head->e);
    rest->e = after_statement(t, rest->b);
    return true;
}

/* the `!=` of a loop's condition that is in the fewest brackets; 0: there is none */
static uint32_t unequal_in(struct text t, struct span head)
{
    uint32_t best = 0;
    int depth = 0, least = 0, part = 0;
    for (uint32_t at = head.b + 1; at + 1 < head.e; at = t.s[at] == '#' ? after_line(t, at) : next_char(t, at)) {
        char c = t.s[at];
        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        part += c == ';' && depth == 0;
        if (part == 1 && c == '!' && t.s[at + 1] == '=' && (!best || depth < least)) {
            best = at;
            least = depth;
        }
    }
    return best;
}

void acc_turn_conditions(struct writer *w, struct acc_written *out)
{
    struct span rest = w->c->stmt, head;
    for (size_t i = 0; i < w->c->unequal.n && acc_next_loop(w->a->t, &rest, &head); i++) {
        int how = w->c->unequal.v[i];
        uint32_t at = how ? unequal_in(w->a->t, head) : 0;
        if (at)
            acc_edit(w->a->f, &out->changes, at, at + 2, how > 0 ? "<" : ">");
    }
}
