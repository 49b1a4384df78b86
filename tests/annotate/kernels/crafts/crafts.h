/* Functions of 25 crafts, in several files, as those who practise them write them. The letters are the truths: see kernels.py. */
#ifndef CRAFTS_H
#define CRAFTS_H
#include <stddef.h>

typedef double real;
#define SQ(x) ((x) * (x))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

typedef struct { int nu, nv; real cell; real *re, *im, *weight; } uvgrid;
typedef struct { size_t count; real *u, *v, *re, *im; } visibilities;
typedef struct { int nx, nz; real h; real **slow; real **time; } earth;
typedef struct { int length; int width; real *score; } profile;
typedef struct { int species, reactions; real *k; int (*in)[2]; int (*out)[2]; } mechanism;
typedef struct { int cells, lanes; int *v, *next; } road;
typedef struct { real b0, b1, b2, a1, a2; } biquad;
typedef struct { real m[4][4]; } frame;
typedef struct { int n; real *S, *I, *R, *dS, *dI, *dR; real **travel; real beta, gamma; } epidemic;
typedef struct { int parties, districts; long *votes; int *seats; } election;
typedef struct { int angles, bins, size; real *sino; real *image; } scan;
typedef struct { real x, y, z, occupancy, b; int kind; } atom;
typedef struct { int in, out; float *w, *b, *z, *a, *gw, *gb, *delta; } layer;
typedef struct { int rows, cols; real *height; signed char *way; real *rain, *flow; } basin;
typedef struct { real a, e, i, node, peri, m0; } orbit;
typedef struct { int n; int *start, *col; real *g, *b; real *vm, *va, *p, *q; } grid_t;
typedef struct { int columns, levels; real *t, *qv, *qc, *p, *rain; } air;
typedef struct { int n, ghost; real dx; real *rho, *mom, *ene, *flux[3]; } tube;
typedef struct { int nodes; int *row, *from; real *rank, *next; int *out; } web;
typedef struct { int nx, ny; real *vx, *vy, *sxx, *syy, *sxy, *lambda, *mu, *rho; real dt, h; } medium;
typedef struct { int nx, ny; real *f[9], *g[9]; real tau; unsigned char *wall; } fluid;
typedef struct { int n, side; real box; real *x, *y, *fx, *fy; int *head, *list; } gas;
typedef struct { int steps; real up, down, rate, strike; real *now, *then; } lattice;

void swap_rows(real **a, real **b);
real limited(real a, real b);
int cell_index(const gas *g, int i);
real kepler(real mean, real e);
real planck_weight(real wave, real t);
#endif
