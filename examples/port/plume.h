/* A dye in a box: a flow that stands still carries it along, and it spreads; particles swim in the same flow. All files
 * share the arrays. */
#ifndef PLUME_H
#define PLUME_H

enum { NX = 192, NY = 192, MOST_PARTICLES = 20000 };
#define SIDE (1.0 / NX) /* of a cell */

extern double u[NY][NX], v[NY][NX];          /* the flow in each cell */
extern double dye[NY][NX], dye_next[NY][NX]; /* how much dye is in it, now and after the step */
extern int count[NY][NX];                    /* of particles in it */
extern double px[MOST_PARTICLES], py[MOST_PARTICLES];
extern int nparticles;

/* flow.c */
void flow_make(void);
double flow_fastest(void);

/* field.c */
void field_blob(double x0, double y0, double width);
void field_smooth(int sweeps);
void field_step(double dt, double spread);

/* particles.c */
void particles_place(void);
void particles_move(double dt);
int particles_crowd(void);

/* diagnostics.c */
void report(int step);

#endif
