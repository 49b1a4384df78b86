/* analysis/plan/nests.h: nests that run in other forms than the user wrote: what is measured that is a directive, which
 * is written into the text (changes.c), and what the launch chooses (march.c, deeper.c). A part of analysis.h. */
#ifndef GANTRY_NESTS_H
#define GANTRY_NESTS_H

/* ---- changes.c: changes of the text, which is then parsed again ---- */
typedef VEC(struct change) change_list;
void changes_find(struct analysis *a, change_list *out); /* by what --tuned says, where they keep the meaning */
/* the only loop construct that threads share of k, if its nest is collapsed and may run in any order; else NULL */
const struct region *free_nest(struct analysis *a, const struct kernel *k);
/* the loop that could be collapsed into the only one of k's only loop construct; NULL: there is none */
const struct node *loop_beyond(struct analysis *a, const struct kernel *k);
void changes_offer(struct analysis *a, const struct kernel *k, bool on_device, FILE *f); /* for settings_print */
/* in_place.c: the loop in the body of r's only one that could be collapsed with it: perfectly nested, of the same
 * iterations in each of r's, and proved to store to other places in each of its own; NULL: there is none */
const struct node *loop_to_collapse(struct analysis *a, const struct region *r);
/* Touches none of two loops what the other stores? (apart.c) */
bool loops_are_unrelated(struct analysis *a, const struct region *r, const struct region *s);

/* ---- march.c ---- */
bool may_march(struct analysis *a, const struct kernel *k);       /* a thread of its nest may run a loop for itself */
bool may_leave_loops(struct analysis *a, const struct kernel *k); /* … if its nest may run in any order */
/* group.c: what threads cost that share so many loops of a nest, neighbours along one of them; or (march) one round of
 * theirs through another one */
struct gantry_variant nest_cost(struct analysis *a, struct slice body, const struct loop *along, unsigned shared,
                                bool march);

/* ---- deeper.c ---- */
void changes_deepen(struct analysis *a, change_list *out); /* the nests that devices shall have deeper */

#endif
