/* relax.c: the target regions of the program. The field is copied to the device once, before the first step. */
#include <omp.h>
#include <stdlib.h>

int relax(double *u, int n, int steps);

/* to: each inner point becomes the mean of its neighbours in from */
static void step(const double *from, double *to, int n)
{
#pragma omp target teams distribute parallel for collapse(2)
    for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
            to[j * n + i] = (from[(j - 1) * n + i] + from[(j + 1) * n + i] + from[j * n + i - 1] + from[j * n + i + 1]) / 4;
}

/* Is there a device that did it? */
int relax(double *u, int n, int steps)
{
    int on_host = 1;
    double *v = calloc((size_t)n * (size_t)n, sizeof *v);
    if (!v)
        abort();
#pragma omp target data map(tofrom: u[0:n * n]) map(to: v[0:n * n])
    {
        for (int s = 0; s < steps; s++)
            step(s % 2 ? v : u, s % 2 ? u : v, n);
        if (steps % 2) {
#pragma omp target teams distribute parallel for
            for (int k = 0; k < n * n; k++)
                u[k] = v[k];
        }
#pragma omp target map(from: on_host)
        on_host = omp_is_initial_device();
    }
    free(v);
    return !on_host;
}
