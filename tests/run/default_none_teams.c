// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t
/* Device constructs in `teams default(none)` of the host, the only construct around them or around a parallel region. */
#include "check.h"

enum { N = 100 };

int main(int argc, char **argv)
{
    int n = N, a[N], sum = 0;
    check_begin(argc, argv);
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp teams default(none) shared(a, n, sum) num_teams(1)
    {
#pragma omp target map(tofrom: sum) map(to: a, n)
        for (int i = 0; i < n; i++)
            sum += a[i];
#pragma omp parallel default(none) shared(a, n, sum)
#pragma omp single
        {
#pragma omp target teams distribute parallel for map(tofrom: sum) map(to: a, n) reduction(+: sum)
            for (int i = 0; i < n; i++)
                sum += a[i];
#pragma omp target nowait map(tofrom: sum) map(to: a, n)
            for (int i = 0; i < n; i++)
                sum += a[i];
#pragma omp taskwait
        }
#pragma omp target data map(tofrom: a)
        {
#pragma omp target enter data map(to: n)
#pragma omp target map(tofrom: sum)
            sum += a[3];
#pragma omp target update from(a)
#pragma omp target exit data map(release: n)
        }
    }
    CHECK_INT(sum, 3 * (N * (N - 1) / 2) + 3, "sum");
    return check_end();
}
