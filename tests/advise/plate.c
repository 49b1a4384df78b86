// RUN: python3 %S/follow.py %gantry %s rounds > said && sed 's/ settle//' said | tr '\n' ',' | grep -qx '1: GA101,1: GA102,1: GA201,2: GA402,3: GA301,' && ls rounds | tr '\n' ' ' | grep -qx '0.c 1.c 2.c 3.c '
// RUN: for i in 0 1 2 3; do %gantry cc -w -O1 --count --offload-arch=emulated rounds/$i.c -o run$i -lm && %run_host ./run$i > host$i && cmp host0 host$i && GANTRY_PROFILE=profile$i.json GANTRY_EMULATED_COUNTS=counts$i.json %run_emulated32 ./run$i | cmp - host0 || exit 1; done
// RUN: python3 %S/transfers.py profile0.json profile3.json 'settle 2000 408' && python3 %S/counts.py counts0.json counts3.json 'settle lanes >' 'settle load_sectors <' 'settle atomics <'
/* The program of docs/see.md, "What to change, before it runs": what explain says, written in, until it says no more. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
/* The temperature of a plate of n x n points whose edge is kept hot, until it changes little. */
static double settle(int n, int steps, double *last)
{
    double *u = malloc((size_t)n * n * sizeof *u), *v = malloc((size_t)n * n * sizeof *v), change = 1, top;
    for (int i = 0; i < n * n; i++)
        u[i] = v[i] = i < n ? 100 : 0;
    for (int k = 0; k < steps && change > 1e-3; k++) {
#pragma omp target map(tofrom: u[0:n * n], v[0:n * n])
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]) / 4;
        change = 0;
#pragma omp target parallel for map(tofrom: u[0:n * n], v[0:n * n], change)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                double d = fabs(v[i * n + j] - u[i * n + j]);
#pragma omp atomic compare
                if (d > change) { change = d; }
                u[i * n + j] = v[i * n + j];
            }
        if (k % 50 == 0) {
            printf("step %d: %.4f in the middle\n", k, u[n / 2 * n + n / 2]);
        }
    }
    top = u[n / 2 * n + n / 2];
    *last = change;
    free(u);
    free(v);
    return top;
}
int main(void)
{
    double last, top = settle(48, 200, &last);
    printf("%.10f %.10f\n", top, last);
}
