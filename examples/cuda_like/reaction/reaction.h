/* reaction.h: two substances on a torus, Gray and Scott's equations, and what a run found. */
#ifndef REACTION_H
#define REACTION_H

struct cell {
    float u, v;
};

struct field {
    int width, height;
    struct cell *cell; /* row by row */
};

/* where v is largest; of several such cells the first */
struct peak {
    float v;
    long at;
};

typedef struct peak react_function(struct field *f, int steps);
react_function react_on_device, react_serial;

#endif
