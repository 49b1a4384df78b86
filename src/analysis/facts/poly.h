/* analysis/facts/poly.h: polynomials with integer coefficients in what a region does not change ("nx", "n / 2"): how
 * many bytes it moves, how many iterations its loops have. */
#ifndef GANTRY_POLY_H
#define GANTRY_POLY_H

#include "../../region/tree.h"

enum { POLY_ATOMS = 8, POLY_TERMS = 40 };
struct poly_term {
    int64_t factor;
    uint8_t power[POLY_ATOMS];
};
struct poly {
    bool wrong; /* too many terms, or too large a number */
    unsigned n;
    struct poly_term term[POLY_TERMS]; /* the highest degree first; no factor is 0 */
};
struct poly_atoms { /* what the powers are of */
    unsigned n;
    const struct node *of[POLY_ATOMS];
};

struct poly poly_number(int64_t value);
struct poly poly_atom(const struct unit *u, struct poly_atoms *atoms, const struct node *n);
struct poly poly_sum(const struct poly *a, const struct poly *b, int64_t factor); /* a + factor * b */
struct poly poly_product(const struct poly *a, const struct poly *b);
struct poly poly_times(const struct poly *a, int64_t factor);
bool poly_is_zero(const struct poly *p);
bool poly_is_number(const struct poly *p, int64_t *value);
bool poly_equal(const struct poly *a, const struct poly *b);
/* The quotient, rounded to the nearest integer, of the factors that a and b have of b's first term: how many times b
 * can be taken from a. */
int64_t poly_times_in(const struct poly *a, const struct poly *b);
bool poly_before(const struct poly *a, const struct poly *b); /* of lower degree, else with the smaller first factor */
/* The quotient of a and b for large values: of their terms of the highest degree. False: it is no number. */
bool poly_ratio(const struct poly *a, const struct poly *b, double *ratio);
/* "8*nx*ny - 32"; c: as an expression of C, of type double */
const char *poly_text(const struct unit *u, const struct poly_atoms *atoms, const struct poly *p, bool c);

#endif
