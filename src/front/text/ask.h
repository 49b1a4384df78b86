/* Questions about the preprocessed text, for the passes that rewrite it; f->ask has Clang answer them. */
#ifndef GANTRY_ASK_H
#define GANTRY_ASK_H

#include "../front_private.h"

struct answer { /* about an expression */
    bool known; /* it is a constant of this value: */
    int64_t value;
    const struct type *type; /* with its layout; NULL: Clang did not understand it */
    const struct func *func; /* that it names; NULL: it names none */
};

struct asked_loop {
    struct loop loop;    /* its parts are slices of the text */
    const char *type;    /* of its variable: the type of its variable, as written in a cast */
    unsigned width;      /* bytes of the type that its condition compares in */
    VEC(uint32_t) names; /* variables in its bounds and step, by the place of their declaration */
};

struct asked_call {
    const char *name; /* the function's */
    struct loc loc;
};

/* A question about a directive, whose line begins at `at` and is `while (e1, e2, …)` for Clang: asks for the values of
 * the expressions, and for the loops below it: those nested directly in each other, up to the first that is not
 * canonical or that belongs to another question (`below`). */
struct question {
    uint32_t at;
    bool takes_unequal; /* loops with loop.unequal, too: they are OpenACC's */
    unsigned joined;    /* what is called between so many loops, or else 0: nobody asks */
    VEC(struct answer) values;
    VEC(struct asked_loop) loops;
    VEC(struct asked_call) between;
    struct question *below;
    const struct node *node; /* that `while`; NULL: Clang has not read it, or it is at file scope */
    const struct func *func; /* in which the node stands */
    const char *wrong; /* why the statement after the last loop is no canonical loop; NULL: it is no loop at all */
    uint32_t wrong_at;
};

#endif
