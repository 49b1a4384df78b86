// A loop that `return` leaves is no place for a directive: it stands around the statement that calls the function, as `enter data` and `exit data`, since that may
// declare something. What is pasted keeps the results, and no more is copied.
// RUN: cp %s calls.c && %gantry cc -O1 --offload-arch=emulated calls.c -o old -lm && GANTRY_PROFILE=all,p.txt %run_emulated32 ./old >out && %FileCheck %s <p.txt
// RUN: python3 %S/Inputs/paste_all.py calls.c out "%gantry cc -O1 --offload-arch=emulated" 8 >said && %FileCheck --check-prefix PASTED %s <said
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 500 };

static int solve(int n, double *x, const double *b, double goal)
{
    for (int k = 0; k < 60; k++) {
        double change = 0;
#pragma omp target teams distribute parallel for map(tofrom: x[0:n], change) map(to: b[0:n]) reduction(max: change)
        for (int i = 0; i < n; i++) {
            double y = 0.5 * (x[i] + b[i] / x[i]);
            change = fmax(change, fabs(y - x[i]));
            x[i] = y;
        }
        if (change < goal)
            return k;
    }
    return -1;
}

// No statement of its own: `return` would leave out the directive behind it, and a call in the middle of a line has none in front.
static int last(double *x, const double *b)
{
    return solve(N, x, b, 1e-9);
}

static void *filled(void)
{
    double *p = malloc(N * sizeof *p);
    if (!p)
        exit(1);
    for (int i = 0; i < N; i++)
        p[i] = 1 + i % 9;
    return p;
}

int main(void)
{
    double *x = filled(), *b = filled(), *y = filled(), *c = filled(), *z = filled(), sum = 0;
    // CHECK-DAG: in front of the call at calls.c:[[#@LINE+4]] (main)
    // CHECK-DAG: behind the call, which ends at calls.c:[[#@LINE+3]]:
    // PASTED-DAG: in front [[#@LINE+2]] #pragma omp target enter data map(to: x[0:N], b[0:N])
    // PASTED-DAG: behind [[#@LINE+1]] #pragma omp target exit data map(from: x[0:N]) map(release: b[0:N])
    int k = solve(N, x, b, 1e-9);
    // PASTED-DAG: in front {{[0-9]+}} #pragma omp target enter data map(to: y[0:N], c[0:N])
    // PASTED-DAG: behind {{[0-9]+}} #pragma omp target exit data map(from: y[0:N]) map(release: c[0:N])
    if (solve(N, y, c, 1e-3) < 0) {
        printf("no\n");
    }
    if (k > 0) { k += last(z, c); }
    for (int i = 0; i < N; i++)
        sum += x[i] + y[i] * 2 + z[i] * 3;
    printf("%d %.9g\n", k, sum);
    return 0;
}
