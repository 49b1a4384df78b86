/* collect_priv.h: what the files share that walk the body of a loop: accesses.c, addresses.c, enter.c, calls.c,
 * collect.c. */
#ifndef GANTRY_COLLECT_PRIV_H
#define GANTRY_COLLECT_PRIV_H

#include "annotate_priv.h"

/* ---- accesses.c ---- */
struct place {
    isl_set *domain;
    bool exact, sure, loose;
    unsigned depth;
    size_t regions;
    double work;
};
struct place place_here(const struct scope *s);
void place_back(struct scope *s, struct place p);
void enter_region(struct scope *s);
void only_sometimes(struct scope *s);
void only_where(struct scope *s, const struct node *condition, bool holds);
bool is_memory(const struct var *v);
bool is_of_string(const struct node *n);
void note_loops(const struct scope *s, struct touch *t);
void note_place(const struct scope *s, struct touch *t);
void add_touch(struct scope *s, const struct node *n, bool write);
void push_touch(struct scope *s, struct touch *t); /* takes what it owns */
void whole_of_unknown(struct scope *s, const struct node *n, bool write);

/* ---- addresses.c ---- */
bool is_lvalue(const struct node *n);
bool keeps_address(struct scope *s, const struct node *assign);

/* ---- enter.c ---- */
bool is_set_in_body(const struct unit *u, const struct loop *l, const struct node *tree);
bool stores_to(const struct node *body, const struct var *v); /* by its name */
bool has_jump(const struct node *body, const struct node *loop, enum node_kind kind);
bool jumps_over(const struct node *n);
bool is_entered_elsewhere(const struct node *block); /* does a label or `case` in it lead there? */
const struct loop *countable_loop(struct scope *s, const struct node *n);
bool enter_loop(struct scope *s, const struct loop *l, const struct node *tree);
bool trips_of(const struct loop *l, double *trips);

/* ---- calls.c ---- */
void library_call(struct scope *s, const struct node *n, const struct func *f);
void read_all(struct scope *s, const struct node *n, const struct effects *e);
void add_callees(struct scope *s, const struct effects *e);

/* ---- compared.c ---- */
bool asks_of_addresses(const struct node *n); /* does it compare two, subtract them, or make a number of one? */
void compared_in_call(struct scope *s, const struct node *call, const struct func *f); /* that is not walked */

/* ---- user.c ---- */
bool enter_user_construct(struct scope *s, const struct node *n); /* false: nobody knows what it does */

#endif
