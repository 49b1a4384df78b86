// ROW: reductions of sections of static arrays in scope and with inscan on the host
// SPEC: 5.1 5.5.8
// DEVICES: host
#include "check.h"

enum { N = 2000, THREADS = 8, REPEATS = 5 };

static long g[10];

static long slowly(long *at)
{
    volatile long seen = *(volatile long *)at;
    for (volatile int spin = 0; spin < 200; spin++)
        ;
    return seen;
}
#define ADD(place) ((place) = slowly(&(place)) + 1)

static void scopes(int k)
{
    g[k] = 0;
#pragma omp parallel
#pragma omp scope reduction(+ : g[k : 1])
    for (int i = 0; i < N; i++)
        ADD(g[k]);
    CHECK_INT(g[k], THREADS * N, "scope");
}

static void scans(int k)
{
    static long at[N];
    long wrong = 0;
    g[k] = 0;
#pragma omp parallel for reduction(inscan, + : g[k : 1])
    for (int i = 0; i < N; i++) {
        ADD(g[k]);
#pragma omp scan inclusive(g[k : 1])
        at[i] = g[k];
    }
    for (int i = 0; i < N; i++)
        wrong += at[i] != i + 1;
    CHECK_INT(g[k] + wrong, N, "scan");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    omp_set_num_threads(THREADS);
    omp_set_dynamic(0);
    for (int i = 0; i < REPEATS; i++) {
        scopes(i);
        scans(i);
    }
    return check_end();
}
