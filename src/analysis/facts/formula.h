/* analysis/facts/formula.h: polynomials with integer coefficients in what a region does not change ("nx", "n / 2"): how
 * many bytes it moves, how many iterations its loops have. */
#ifndef GANTRY_FORMULA_H
#define GANTRY_FORMULA_H

#include "../../region/tree.h"

enum { FORMULA_ATOMS = 8, FORMULA_TERMS = 40 };
struct formula_term {
    int64_t factor;
    uint8_t power[FORMULA_ATOMS];
};
struct formula {
    bool wrong;    /* too many terms, or too large a number */
    bool is_twice; /* what it says: half of the sum of its terms is meant, and not all of their factors are even */
    unsigned n;
    struct formula_term term[FORMULA_TERMS]; /* the highest degree first; no factor is 0 */
};
struct formula_quotient { /* whole / by, without the rest */
    struct formula whole;
    int64_t by;
};
struct formula_atoms { /* what the powers are of: an expression, or a quotient */
    unsigned n;
    const struct node *of[FORMULA_ATOMS];
    const struct formula_quotient *quotient[FORMULA_ATOMS];
};

struct formula formula_number(int64_t value);
struct formula formula_atom(const struct unit *u, struct formula_atoms *atoms, const struct node *n);
/* p / by rounded up, by > 0, where p is not negative */
struct formula formula_over(const struct unit *u, struct formula_atoms *atoms, const struct formula *p, int64_t by);
struct formula formula_sum(const struct formula *a, const struct formula *b, int64_t factor); /* a + factor * b */
struct formula formula_product(const struct formula *a, const struct formula *b);
struct formula formula_half(const struct formula *p);
struct formula formula_times(const struct formula *a, int64_t factor);
bool formula_is_zero(const struct formula *p);
bool formula_is_number(const struct formula *p, int64_t *value);
bool formula_equal(const struct formula *a, const struct formula *b);
/* The quotient, rounded to the nearest integer, of the factors that a and b have of b's first term: how many times b
 * can be taken from a. */
int64_t formula_times_in(const struct formula *a, const struct formula *b);
bool formula_before(const struct formula *a,
                    const struct formula *b); /* of lower degree, else with the smaller first factor */
/* The quotient of a and b for large values: of their terms of the highest degree. False: it is no number. */
bool formula_ratio(const struct formula *a, const struct formula *b, double *ratio);
/* "8*nx*ny - 32"; c: as an expression of C, of type double */
const char *formula_text(const struct unit *u, const struct formula_atoms *atoms, const struct formula *p, bool c);

#endif
