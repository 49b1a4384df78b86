// A structure that is mapped as a whole, and that no region uses: by the region's own directive, by one of target data, by a pointer to it, beside its members. One
// whose pointers regions follow is used.
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && GANTRY_PROFILE=all,%t.txt %run_emulated32 %t && %FileCheck %s <%t.txt && %not grep 'used: mapped' %t.txt
#include <stdio.h>
#include <stdlib.h>

struct s {
    int n;
    double *p, *q, pad[100];
};

int main(void)
{
    enum { N = 200 };
    struct s used = {N, calloc(N, sizeof(double)), calloc(N, sizeof(double)), {0}}, *by = &used;
    static struct s own, around;
    static double a[N];
    double *p = used.p, sum = 0;
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(to: own) map(tofrom: p[0:N])
        for (int i = 0; i < N; i++)
            p[i] += k;
#pragma omp target teams distribute parallel for map(to: used) map(tofrom: used.p[0:N]) map(to: used.q[0:N])
        for (int i = 0; i < N; i++)
            used.p[i] += k;
#pragma omp target teams distribute parallel for map(to: by[0:1]) map(tofrom: a)
        for (int i = 0; i < N; i++)
            a[i] += 1;
    }
#pragma omp target data map(to: around)
    {
#pragma omp target teams distribute parallel for map(tofrom: a)
        for (int i = 0; i < N; i++)
            a[i] += 1;
    }
    for (int i = 0; i < N; i++)
        sum += used.p[i] + a[i];
    printf("%g\n", sum);
    return own.n + around.n;
}
// CHECK-DAG: whole.c:[[#]] own: mapped, and no region used it, 6 of 6 times [GP105]
// CHECK-DAG: whole.c:[[#]] used.q[0:N]: mapped, and no region used it, 6 of 6 times [GP105]
// CHECK-DAG: whole.c:[[#]] by[0:1]: mapped, and no region used it, 6 of 6 times [GP105]
// CHECK-DAG: whole.c:[[#]] around: mapped, and no region used it, 1 of 1 time [GP105]
// CHECK-DAG: leave out: map(to: around)
