/* sweep.h: one group of rays on its way through the box, plane by plane along the axis that all its rays share. */
#ifndef SWEEP_H
#define SWEEP_H
#include "rt.h"
#include <math.h>
#ifdef __GANTRY__
#include <gantry.h>
#else /* other compilers: launches one by one */
struct gantry_graph;
static inline void gantry_graph_begin(struct gantry_graph **graph) { (void)graph; }
static inline void gantry_graph_end(struct gantry_graph **graph) { (void)graph; }
static inline void gantry_graph_free(struct gantry_graph **graph) { (void)graph; }
#endif

/* How a ray's planes lie in memory. A node of plane k (0 is where light comes in), row a and column b is number
 * first + k * along + a * row + b * column of the intensities. Rows and columns leave out the nodes of the two
 * side faces through which light comes in, too. The same for the gas, whose x is always contiguous. */
struct lattice {
    long first, along, row, column;
    long back[4]; /* from a node to the four of the plane before it around the place where its ray comes from */
};

struct sweep {
    struct lattice light, gas;
    double weight[4]; /* of those four: bilinear interpolation */
    double path;      /* from that place to the node */
};

/* What the sweeps work on, on the device: arrays of `rays` times box.size but for the gas. */
struct group {
    int rays;
    long planes, rows, columns; /* without those of faces where light comes in */
    const struct sweep *sweeps;
    const double *opacity, *source; /* per node */
    double *decay, *gain;           /* I at a node = decay * (I where the ray comes from) + gain */
    double *light;                  /* I */
    struct gantry_graph **graph;    /* the launches of the sweep before, for the form that repeats them */
};

static inline double upwind(const double *value, const struct lattice *at, const double *weight, long node)
{
    return weight[0] * value[node + at->back[0]] + weight[1] * value[node + at->back[1]] + weight[2] * value[node + at->back[2]] +
           weight[3] * value[node + at->back[3]];
}

/* The formal solution over a piece of optical length tau along which the source goes linearly from `before` to `here`
 * (Kunasz and Auer 1988, section 2): decay = exp(-tau), gain = psi_before * before + psi_here * here with
 *     psi_before = (1 - exp(-tau)) / tau - exp(-tau),    psi_here = 1 - (1 - exp(-tau)) / tau,
 * where tau is short by their series, for the differences lose all digits there. */
static inline double formal_solution(double tau, double before, double here, double *decay)
{
    double psi_before, psi_here;
    *decay = exp(-tau);
    if (tau < 0.05) {
        psi_before = tau * (1.0 / 2 + tau * (-1.0 / 3 + tau * (1.0 / 8 + tau * (-1.0 / 30 + tau * (1.0 / 144 - tau / 840)))));
        psi_here = tau * (1.0 / 2 + tau * (-1.0 / 6 + tau * (1.0 / 24 + tau * (-1.0 / 120 + tau * (1.0 / 720 - tau / 5040)))));
    } else {
        double mean = (1 - *decay) / tau;
        psi_before = mean - *decay;
        psi_here = 1 - mean;
    }
    return psi_before * before + psi_here * here;
}

/* Decay and gain at a node of the gas; tau by the trapezoid rule. */
static inline double node_gain(const double *opacity, const double *source, const struct sweep *s, long node, double *decay)
{
    double tau = 0.5 * s->path * (opacity[node] + upwind(opacity, &s->gas, s->weight, node));
    return formal_solution(tau, upwind(source, &s->gas, s->weight, node), source[node], decay);
}

/* sweep.c: all planes of a group, in one of the forms of settings.form. */
void sweep_make(const struct box *box, const struct ray *ray, bool transposed, long offset, struct sweep *sweep);
void sweep_coefficients(const struct group *group);
void sweep_planes(const struct group *group, enum form form, bool fused);
/* The strides of x, y and z in the intensities of a ray. */
void sweep_strides(const struct box *box, const struct ray *ray, bool transposed, long stride[3]);
#endif
