// ROW: `reduction` of sections and elements of static arrays, on each construct in and with `target`
// SPEC: 5.0 5.5.8
#include "check.h"

enum { N = 2000, REPEATS = 5 };

static long g[10], m[4][10];
#pragma omp declare target(g, m)

static long slowly(long *at)
{
    volatile long seen = *(volatile long *)at;
    for (volatile int spin = 0; spin < 200; spin++)
        ;
    return seen;
}
#define ADD(place) ((place) = slowly(&(place)) + 1)

static void combined(int k)
{
    g[k] = m[2][k] = m[2][k + 1] = 0;
#pragma omp target teams distribute parallel for reduction(+ : g[k : 1], m[2 : 1][k : 2]) map(always, tofrom : g, m)
    for (int i = 0; i < N; i++) {
        ADD(g[k]);
        ADD(m[2][k + i % 2]);
    }
    CHECK_INT(g[k], N, "section");
    CHECK_INT(m[2][k], N / 2, "rows");
#pragma omp target teams distribute reduction(+ : g[k]) map(always, tofrom : g)
    for (int i = 0; i < N; i++)
        ADD(g[k]);
#pragma omp target parallel for reduction(+ : g[k : 2]) map(always, tofrom : g)
    for (int i = 0; i < N; i++)
        ADD(g[k]);
#pragma omp target teams loop reduction(+ : g[:]) map(always, tofrom : g)
    for (int i = 0; i < N; i++)
        ADD(g[k]);
    CHECK_INT(g[k], 4 * N, "teams distribute, parallel for, teams loop");
}

static void nested(int k)
{
    long threads = 0;
    g[k] = 0;
#pragma omp target parallel reduction(+ : g[k : 1], threads) map(always, tofrom : g)
    {
        for (int i = 0; i < 100; i++)
            ADD(g[k]);
#pragma omp barrier
        threads++;
    }
    CHECK_INT(g[k], 100 * threads, "parallel");
    g[k] = 0;
#pragma omp target map(always, tofrom : g)
    {
#pragma omp teams distribute parallel for reduction(+ : g[k : 1])
            for (int i = 0; i < N; i++)
                ADD(g[k]);
    }
    CHECK_INT(g[k], N, "teams apart");
#pragma omp target map(always, tofrom : g)
    {
        g[k]++;
#pragma omp parallel
        {
#pragma omp for reduction(+ : g[k : 1])
            for (int i = 0; i < N; i++)
                ADD(g[k]);
#pragma omp sections reduction(+ : g[k])
            {
                ADD(g[k]);
#pragma omp section
                ADD(g[k]);
            }
        }
#pragma omp parallel for reduction(+ : g[k : 1])
        for (int i = 0; i < N; i++)
            ADD(g[k]);
    }
    CHECK_INT(g[k], 3 * N + 3, "constructs in target");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    omp_set_num_threads(8);
    for (int k = 0; k < REPEATS; k++) {
        combined(k);
        nested(k);
    }
    return check_end();
}
