/* main.c: the program. plume [STEPS [PARTICLES]] */
#include "plume.h"

#include <stdio.h>
#include <stdlib.h>

static int number(int argc, char **argv, int i, int otherwise)
{
    return argc > i ? atoi(argv[i]) : otherwise;
}

int main(int argc, char **argv)
{
    int steps = number(argc, argv, 1, 600);
    nparticles = number(argc, argv, 2, MOST_PARTICLES);
    if (steps < 1 || nparticles < 0 || nparticles > MOST_PARTICLES) {
        fprintf(stderr, "plume: at least a step, and at most %d particles\n", MOST_PARTICLES);
        return 1;
    }
    flow_make();
    field_blob(0.3, 0.3, 0.1);
    field_smooth(4);
    particles_place();
    double dt = 0.2 * SIDE / flow_fastest();
    for (int step = 1; step <= steps; step++) {
        field_step(dt, 0.0005);
        particles_move(dt);
        if (step % 50 == 0 || step == steps)
            report(step);
    }
    return 0;
}
