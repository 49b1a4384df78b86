/* callers_priv.h: what numbers.c, foreign.c, callers.c, passes.c and added.c share. */
#ifndef GANTRY_CALLERS_PRIV_H
#define GANTRY_CALLERS_PRIV_H

#include "annotate_priv.h"

enum { MOST_PARTS = 8, MOST_OF_PART = 6 };
struct part { /* times · the product of the variables, in the order of their declarations */
    int64_t times;
    unsigned n;
    const struct var *vars[MOST_OF_PART];
};
struct number { /* a sum, longer products first; modulo 2^64 */
    unsigned n;
    struct part parts[MOST_PARTS];
};

typedef VEC(struct number) number_list;
struct number_list {
    number_list all;
};

/* ---- numbers.c: false: it is too long, or no such sum; then x or *out is anything ---- */
struct number number_constant(int64_t value);
struct number number_variable(const struct var *v);
bool number_add(struct number *x, const struct number *y, int64_t times);
bool number_multiply(struct number *x, const struct number *y);
bool number_divide(struct number *x, int64_t by); /* without a rest */
bool number_is_same(const struct number *x, const struct number *y);
bool number_is_constant(const struct number *x);
bool number_has(const struct number *x, const struct var *v);
typedef bool number_of_variable(const struct var *v, void *more, struct number *out);
bool number_replace(struct number *x, number_of_variable *value, void *more); /* each variable by its value */
bool is_plain_variable(const struct var *v); /* an integer of a function that only its name reaches */
/* Has a number of the first type the same value, modulo 2^64, in the second one? */
bool keeps_number(const struct type *from, const struct type *to);
typedef bool usable_variable(const struct var *v, void *more);
bool number_of(const struct node *n, usable_variable *usable, void *more, struct number *out);
const char *number_text(struct arena *a, const struct number *x); /* of type long, or of its one variable's */

/* ---- foreign.c ---- */
typedef VEC(number_list) foreign_list;
/* Are all calls of f in the files at hand? */
bool has_known_callers(const struct annotation *a, const struct func *f);
bool is_declared_elsewhere(const struct annotation *a, const struct func *f);
/* By the calls in other files: for each, how many elements p leads to, in all sums of parameters that say so; false:
 * one does not know */
bool find_foreign(struct annotation *a, const struct var *p, foreign_list *all);

/* ---- callers.c ---- */
bool has_hidden_calls(struct annotation *a); /* by declarations of the file */
bool is_plain_call(struct annotation *a,
                   const struct ref *r); /* does r call its function, and nothing else, where that can be followed? */
/* How many elements of `size` bytes argument number `at` of the call leads to, in parameters of f, which is called */
void lengths_passed(struct annotation *a, const struct node *call, const struct func *f, unsigned at, int64_t size,
                    number_list *all);
typedef VEC(const struct node *) call_list;
/* All calls of f, which are in this file; false: there may be others, or some are such that nobody knows what they
 * pass.
 */
bool find_calls(struct annotation *a, const struct func *f, call_list *all);
/* How many elements there are where the argument for p leads to, in names that mean that at the call; NULL: not known.
 * Then *of, if it is not NULL, is the caller's own parameter that is passed on. */
const char *length_at_call(struct annotation *a, const struct var *p, const struct node *call, const struct var **of);
/* The parameter of the loop's function that o's memory is behind; NULL: it is not, or the parameter changes */
const struct var *parameter_of(const struct scope *s, const struct object *o);

#endif
