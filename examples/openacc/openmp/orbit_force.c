/* orbit_force.c: see orbit.c. */
#include <math.h>

#include "orbit.h"

#pragma omp begin declare target
void move(struct body *b, double dt)
{
    double r2 = b->at[0] * b->at[0] + b->at[1] * b->at[1], f = 1 / (r2 * sqrt(r2));
    for (int k = 0; k < 2; k++)
        b->speed[k] -= dt * f * b->at[k];
    for (int k = 0; k < 2; k++)
        b->at[k] += dt * b->speed[k];
}
#pragma omp end declare target

double energy(const struct body *b)
{
    return 0.5 * (b->speed[0] * b->speed[0] + b->speed[1] * b->speed[1]) -
           1 / sqrt(b->at[0] * b->at[0] + b->at[1] * b->at[1]);
}
