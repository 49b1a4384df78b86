/* heat_async.c: two rods, each on a queue of its own, that are heated step by step; every tenth step the host asks for the
 * temperature of a point, while the other rod goes on.
 *
 *     heat_async [n [steps]]     cells of a rod (default 5000), steps (default 50) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* OpenACC's queues: what is put on queue n depends on acc_queues[n] */
__attribute__((weak)) char acc_queues[1025];

enum { RODS = 2 };

static void step(int n, const double *restrict u, double *restrict next, int queue)
{
#pragma omp target teams distribute parallel for nowait depend(inout: acc_queues[queue]) \
    map(present, alloc: u[0:n], next[0:n])
    for (int i = 0; i < n; i++) {
        double left = i > 0 ? u[i - 1] : 1.0, right = i < n - 1 ? u[i + 1] : 0.0;
        next[i] = u[i] + 0.25 * (left - 2 * u[i] + right);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5000, steps = argc > 2 ? atoi(argv[2]) : 50, wrong = 0;
    double *u[RODS], *next[RODS], *expected = calloc((size_t)(n > 0 ? 2 * n : 1), sizeof *expected);
    if (n < 2 || steps < 1 || !expected) {
        fprintf(stderr, "%s: a rod has 2 cells at least, and makes a step\n", argv[0]);
        return 2;
    }
    for (int r = 0; r < RODS; r++) {
        double *cells = u[r] = calloc((size_t)n, sizeof **u), *others = next[r] = calloc((size_t)n, sizeof **next);
        if (!cells || !others)
            return 2;
#pragma omp target enter data map(to: cells[0:n]) map(alloc: others[0:n]) nowait \
    depend(inout: acc_queues[r])
    }
    for (int s = 0; s < steps; s++) {
        for (int r = 0; r < RODS; r++) {
            step(n, u[r], next[r], r);
            double *swap = u[r];
            u[r] = next[r];
            next[r] = swap;
        }
        if (s % 10 == 9) {
            double *cells = u[s / 10 % RODS];
#pragma omp target update from(present: cells[1:1]) nowait \
    depend(inout: acc_queues[s / 10 % RODS])
#pragma omp taskwait depend(inout: acc_queues[s / 10 % RODS])
            printf("step %3d: %.6f\n", s + 1, cells[1]);
        }
    }
    for (int r = 0; r < RODS; r++) {
        double *cells = u[r], *others = next[r];
#pragma omp target exit data map(from: cells[0:n]) map(release: others[0:n]) nowait \
    depend(inout: acc_queues[r])
    }
#pragma omp taskwait

    double *a = expected, *b = expected + n;
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++)
            b[i] = a[i] + 0.25 * ((i > 0 ? a[i - 1] : 1.0) - 2 * a[i] + (i < n - 1 ? a[i + 1] : 0.0));
        double *swap = a;
        a = b;
        b = swap;
    }
    for (int r = 0; r < RODS; r++) {
        for (int i = 0; i < n; i++)
            wrong += fabs(u[r][i] - a[i]) > 1e-12;
        free(u[r]);
        free(next[r]);
    }
    free(expected);
    puts(wrong ? "WRONG: a temperature" : "OK");
    return wrong != 0;
}
