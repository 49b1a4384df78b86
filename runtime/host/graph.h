/* graph.h: what graph.c and graph_order.c share. */
#ifndef GANTRY_GRAPH_H
#define GANTRY_GRAPH_H

#include "host.h"

struct gantry_order { /* how a launch stands to those before it */
    bool beside;      /* after what it depends on alone: nowait */
    bool joins;       /* all before it had been waited for */
    uint32_t n;
    struct gantry_dependence *on;
};
struct gantry_edges { /* launch i comes after before[first[i] … first[i + 1]) */
    uint32_t *first, *before, n, cap;
    bool *followed; /* some launch comes after it */
};
void gantry_graph_order(struct gantry_edges *e, struct gantry_order *const *nodes, uint32_t n);
void gantry_graph_order_free(struct gantry_edges *e);

void *gantry_graph_grown(void *at, uint32_t *cap, uint32_t n, size_t each); /* room for one more */
#endif
