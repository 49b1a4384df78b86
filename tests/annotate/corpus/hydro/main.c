/* A shock tube: the driver with its time loop. */
#include "hydro.h"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    struct gas *g = calloc(1, sizeof *g);
    double t = 0;
    if (!g)
        return 1;
    setup(g);
    /* truth: serial flow(g, t) distance 1 exit io */
    while (t < 0.15) {
        boundary(g);
        double dt = smaller(time_step(g), 0.15 - t);
        if (steps_done % 2)
            advance_halves(g, dt);
        else
            update(g, dt);
        t += dt;
        if (++steps_done % 20 == 0)
            printf("t %.6f mass and energy %.9f\n", t, checksum(g));
    }
    limit(g->rho, g->n);
    printf("%ld steps, %.9f\n", steps_done, checksum(g));
    free(g);
    return 0;
}
