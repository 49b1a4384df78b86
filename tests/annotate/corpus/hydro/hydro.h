/* A one-dimensional gas in several files: what they share. */
#ifndef HYDRO_H
#define HYDRO_H

enum { CELLS = 200, GHOSTS = 2, TOTAL = CELLS + 2 * GHOSTS };

struct gas {
    int n;
    double dx, gamma;
    double rho[TOTAL], mom[TOTAL], energy[TOTAL];
};

struct flux {
    double rho, mom, energy;
};

extern double cfl;
extern long steps_done;

void setup(struct gas *g);
void boundary(struct gas *g);
double time_step(const struct gas *g);
struct flux flux_between(const struct gas *g, int left, int right);
double pressure(const struct gas *g, int i);
void update(struct gas *g, double dt);
void advance_halves(struct gas *g, double dt);
void limit(double *q, int n);
double checksum(const struct gas *g);

static inline double smaller(double a, double b) { return a < b ? a : b; }

#endif
