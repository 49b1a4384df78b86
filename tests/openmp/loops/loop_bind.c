// ROW: loop bind(teams), bind(parallel), bind(thread)
// SPEC: 5.0 11.7
#include "check.h"

enum { N = 1009 };

#pragma omp declare target
static void twice(int *a, int n)
{
#pragma omp loop bind(parallel)
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}

static void add(int *a, int n)
{
#pragma omp loop bind(thread)
    for (int i = 0; i < n; i++)
        a[i] += 3;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    static int a[N], b[N], c[N], d[16][64], e[N];
    int last = -1;
    long sum = 0;
    check_begin(argc, argv);
#pragma omp target teams map(tofrom: a)
#pragma omp loop bind(teams)
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target map(tofrom: a, b, last, sum)
    {
        int i = -1;
#pragma omp parallel
        {
            twice(a, N);
#pragma omp loop bind(parallel) lastprivate(i) order(concurrent) reduction(+: sum)
            for (i = 0; i < N; i++) {
                b[i] = a[i] + 1;
                sum += i;
            }
        }
        last = i;
    }
#pragma omp target map(tofrom: c)
    add(c, N);
#pragma omp target teams loop collapse(2) bind(teams) order(reproducible: concurrent) map(tofrom: d)
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 64; j++)
            d[i][j]++;
#pragma omp target teams distribute parallel for map(tofrom: e)
    for (int i = 0; i < N; i += 10) {
#pragma omp loop bind(thread)
        for (int j = i; j < (i + 10 < N ? i + 10 : N); j++)
            e[j]++;
    }
    CHECK_INT(sum, (long)N * (N - 1) / 2, "reduction");
    CHECK_INT(last, N, "lastprivate");
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], 2 * i, "teams, then parallel: a[%d]", i);
        CHECK_INT(b[i], 2 * i + 1, "parallel: b[%d]", i);
        CHECK_INT(c[i], 3, "thread: c[%d]", i);
        CHECK_INT(e[i], 1, "thread, in a loop: e[%d]", i);
    }
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 64; j++)
            CHECK_INT(d[i][j], 1, "d[%d][%d]", i, j);
    return check_end();
}
