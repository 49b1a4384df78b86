// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t
// RUN: %run_emulated32 %t | %FileCheck %s
// RUN: %gantry cc -O1 -fcheck --offload-arch=emulated %s -o %t.checked
// RUN: %run_emulated32 %t.checked host
/* What a team has not stored to its own variables are NaNs, also where another team had them before. Regions that store
 * values that nobody gave to the host's own memory, which the host then gives some, are no fault. */
#include <stdio.h>
#include <string.h>

#pragma omp requires unified_shared_memory

enum { N = 100 };

static void teams(void)
{
    int nans[4] = {0};
#pragma omp target teams num_teams(4) thread_limit(1) map(tofrom : nans)
#pragma omp distribute
    for (int t = 0; t < 4; t++) {
        double d[N];
        float f[N];
#pragma omp parallel num_threads(8)
#pragma omp for
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            nans[t] += (d[i] != d[i]) + (f[i] != f[i]);
            d[i] = f[i] = 1;
        }
    }
    printf("%d %d %d %d\n", nans[0], nans[1], nans[2], nans[3]); // CHECK: 200 200 200 200
}

static void host(int *v, int *out)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++) {
        int u[2];
        if (i > 1000)
            u[0] = u[1] = 1;
        v[i] = u[i & 1];
    }
    for (int i = 0; i < N; i++)
        v[i] = i;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        if (v[i] > 10)
            out[i] = v[i];
    printf("%d\n", out[20]);
}

int main(int argc, char **argv)
{
    (void)argv;
    int v[N], out[N] = {0};
    if (argc == 1)
        teams();
    host(v, out);
    return out[20] != 20;
}
