/* rt.h: what the files of the radiative transfer solver share.
 *
 * The solver finds the intensity of light I along 24 rays through a box of gas whose opacity (per length) and source
 * function are known, and from it the mean intensity J and the flux F. It is the formal solution by short
 * characteristics: P. Kunasz and L. H. Auer, J. Quant. Spectrosc. Radiat. Transfer 39 (1988), 67-79. The formulas
 * stand in docs/wavefront.md and beside the functions that compute them.
 *
 * Two grids: the gas is known at the centres of nx * ny * nz cells, with a layer of cells around; light is
 * followed between the cells' corners, (nx+1) * (ny+1) * (nz+1) nodes, of which neighbouring sub-domains share those
 * of the face between them. x and y are periodic, z points up. Lengths are in units of the cell's edge. */
#ifndef RT_H
#define RT_H
#include <stdbool.h>
#include <stddef.h>

#define MAX_RAYS 256 /* of an angular quadrature */
#define MAX_BANDS 12 /* ranges of frequency, each with an opacity and a source of its own */

/* ---- rays.c: the angular quadrature ---- */

struct ray {
    double mu[3];  /* the direction in which light travels, a unit vector */
    double weight; /* its share of the sphere; all weights add up to 1 */
    int axis;      /* 0, 1 or 2: where |mu| is largest; planes are swept along this axis */
    int sign[3];   /* of mu: 1 or -1 */
};

/* Fills rays[] with the quadrature of that name: "a2" (8 rays), "a4" (24), or "gN" (N polar angles in each hemisphere by
 * Gauss and Legendre, 4 N azimuths). Rays of one axis and direction stand together. Returns how many, 0 for another name. */
int rays_of(const char *name, struct ray *rays);

/* ---- box.c: the domain, its parts, and what they tell each other ---- */

struct box {
    long cells[3], nodes[3]; /* of this part */
    long whole[3], start[3]; /* cells of the whole domain, and the first that is this part's */
    long size;               /* nodes[0] * nodes[1] * nodes[2] */
    long face[3];            /* how many nodes a face across each axis has */
    int parts[3], at[3];     /* of the domain along each axis, and this one among them */
    int below[3], above[3];  /* the neighbours' ranks; -1 beyond the top, the bottom and open sides */
    int rank, ranks;
};

/* Cuts the domain into one part per rank. Says what is wrong with the sizes and returns false. */
bool box_make(struct box *box, const long whole[3], const int parts[3], bool periodic);
/* Gives each neighbour the light that leaves through the face to it, and takes what comes in, for rays that follow each
 * other with three faces each. What comes from beyond the domain stays as it is in `in`. */
void box_exchange(const struct box *box, const struct ray *rays, int count, const double *out, double *in);
double box_greatest(const struct box *box, double value); /* of all parts */
double box_sum(const struct box *box, double value);
bool box_any(const struct box *box, bool value);
/* The nodes of all parts, x first, in memory that the caller frees, on rank 0; NULL elsewhere. */
double *box_gather(const struct box *box, const double *nodes);
long box_faces(const struct box *box); /* nodes of three faces */
void box_start(int *argc, char ***argv);
void box_end(void);
_Noreturn void box_stop(int status); /* called by all ranks; something was said before */
/* Zeros, which the caller frees. Where there is no memory for them that is said, and all ranks end. */
double *box_numbers(long n);
void box_needs(long numbers); /* the same, where this machine's memory is smaller than all that is to come */
void box_ranks(int *rank, int *ranks);

/* ---- gas.c: the gas of each problem ---- */

enum problem { GRANULES, CONSTANT, BEAM, PLANE, PROBLEMS };
extern const char *const problem_names[PROBLEMS];

struct gas {
    enum problem problem;
    int bands;
    bool periodic;   /* sides; the beam's are open */
    double *opacity; /* per cell, with one layer around: (nx+2) * (ny+2) * (nz+2), of the band that gas_band filled */
    double *source;
};

/* Fills opacity and source of a band. Says where one is negative, infinite or not a number and returns false. */
bool gas_band(const struct gas *gas, const struct box *box, int band);
/* The light that comes in at a node of the bottom, at x and y cells from the domain's corner. None comes in at the top. */
double gas_bottom(const struct gas *gas, const struct box *box, int band, long x, long y);
double gas_top(const struct gas *gas, int band);
/* The exact mean intensity of the problem `plane` at a depth of z nodes' heights: with the rays of a quadrature, or
 * with all directions (rays NULL), where it is 1 - E2(tau)/2 in each band's share. */
double plane_exact(const struct gas *gas, const struct box *box, double z, const struct ray *rays, int count);
double exponential_integral_2(double x);
/* To plant faults for tests: "opacity=inf@5,6,7", "source=…", or "bottom=nan@5,6,0"; false if the text is not such. */
bool gas_fault(const char *text);
bool gas_fault_within(const long whole[3]); /* is its place in the domain? */

/* ---- solve.c: the iteration ---- */

enum form { PLANES, NOWAIT, GRAPH, SINGLE, FORMS };
extern const char *const form_names[FORMS];

struct settings {
    enum form form;      /* how the planes of a sweep are launched */
    int group;           /* rays in one sweep: 1; 4 of one axis and direction; 8 of one axis */
    bool transposed;     /* sweeps along x work on copies whose planes are contiguous */
    int fused;           /* coefficients computed in the sweep (1), or before it and kept (0); -1: by size */
    double tolerance;    /* the largest relative change of what crosses faces, at which the iteration stops */
    int most_iterations; /* then it gives up */
};

struct result {
    double *mean, *flux[3]; /* per node, sums over bands; the caller frees */
    int iterations;         /* the sum over bands and groups of rays */
    int most;               /* the largest number that one group took */
    long sweeps, planes;    /* sweeps of one ray, and launches that they would take plane by plane */
    double seconds;         /* in sweeps */
    double change;          /* the last relative change, the largest of all groups */
};

/* Solves for all bands. Says what is wrong (a value that is not a number, with its place; no convergence) and returns false. */
bool solve(const struct box *box, struct gas *gas, const struct ray *rays, int count, const struct settings *settings,
           struct result *result);
void result_free(struct result *result);

/* ---- serial.c: the same by the plainest code, for the whole domain on one core ---- */

/* Fills mean[] for all nodes of the whole domain. Returns the number of iterations of all bands and rays. */
int solve_serial(const struct box *box, struct gas *gas, const struct ray *rays, int count, double tolerance, double *mean);
#endif
