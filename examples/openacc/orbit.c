/* orbit.c: many small bodies around a sun; the force is a `routine` of another file, orbit_force.c.
 *
 *     orbit [n [steps]]     bodies (default 4000), steps (default 20) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "orbit.h"

#pragma acc routine(move) seq

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000, steps = argc > 2 ? atoi(argv[2]) : 20;
    struct body *b = n > 0 ? malloc((size_t)n * sizeof *b) : NULL;
    if (!b || steps < 1) {
        fprintf(stderr, "%s: at least one body, and one step\n", argv[0]);
        return 2;
    }
    for (int i = 0; i < n; i++) {
        double r = 1 + (double)i / n;
        b[i] = (struct body){{r, 0}, {0, 1 / sqrt(r)}};
    }
    double before = 0, after = 0;
    for (int i = 0; i < n; i++)
        before += energy(&b[i]);
#pragma acc data copy(b[0:n])
    for (int s = 0; s < steps; s++) {
#pragma acc parallel loop present(b[0:n])
        for (int i = 0; i < n; i++)
            move(&b[i], 0.001);
    }
    for (int i = 0; i < n; i++)
        after += energy(&b[i]);
    printf("energy %.6f, then %.6f\n", before, after);
    int wrong = fabs(after - before) > 1e-6 * fabs(before);
    puts(wrong ? "WRONG: the energy" : "OK");
    free(b);
    return wrong;
}
