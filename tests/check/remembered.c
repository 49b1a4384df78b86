// What a thread has done again and again to the same memory from the same place is remembered, up to where something has changed: others
// know of what it did, a barrier came, the memory is new, or others were there meanwhile. GC404 each time.
// RUN: for o in 0 1 2; do %gantry cc -fcheck --offload-arch=emulated -O$o %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races || exit 1; done
#include <omp.h>
#include <stdlib.h>

enum { N = 64, AGAIN = 8 };
static volatile int v, w[N], sink;
static volatile double d[N], grid[2][N][N];

/* The same load before the task is generated, which comes after it, and beside the task. */
static void task_between(int wrong)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < AGAIN; i++) {
        sink = v; // fault: task_between GC404
        if (i == AGAIN / 2) {
#pragma omp task
            v = 1; // fault: task_between GC404
            if (!wrong) {
#pragma omp taskwait
            }
        }
    }
}

/* … the store of an earlier phase, and of this one */
static void barrier_between(int wrong)
{
#pragma omp parallel num_threads(2)
    for (int i = 0; i < AGAIN; i++) {
        int me = omp_get_thread_num();
        if (me == 0 || (wrong && i == AGAIN - 1))
            w[7] = me; // fault: barrier_between GC404
#pragma omp barrier
    }
}

/* … where the memory is new each time, at the same address */
static void block_between(int wrong)
{
    double *both = NULL;
#pragma omp parallel num_threads(2)
    for (int i = 0; i < AGAIN; i++) {
#pragma omp single
        both = malloc(8 * sizeof *both);
        double *mine = wrong && i == AGAIN - 1 ? both : both + 4 * omp_get_thread_num();
        for (int k = 0; k < 4; k++)
            mine[k] = i; // fault: block_between GC404
#pragma omp barrier
#pragma omp single
        free(both);
    }
}

/* … where others read meanwhile what others read before, but for one iteration that stores */
static void one_stores(int wrong)
{
#pragma omp parallel
    for (int t = 0; t < 4; t++)
#pragma omp for
        for (int i = 0; i < N; i++)
            for (int k = 0; k < N; k++)
                if (wrong && t == 3 && i == N - 1 && k == N / 2)
                    d[k] = i; // fault: one_stores GC404
                else
                    w[i] = d[k] > 0; // fault: one_stores GC404
}

/* … where two grids take turns, so that what others did there before is over, and one row too many is stored */
static void grids(int wrong)
{
    for (int t = 0; t < 6; t++) {
        volatile double(*from)[N] = grid[t % 2], (*to)[N] = grid[1 - t % 2];
#pragma omp parallel for
        for (int i = 1; i < N - 1; i++)
            for (int k = 1; k < N - 1; k++) {
                to[i][k] = from[i][k - 1] + from[i][k + 1] + from[i - 1][k] + from[i + 1][k]; // fault: grids GC404
                if (wrong && t == 5 && k == 5)
                    to[i + 1][k] = 0; // fault: grids GC404
            }
    }
}

#define CASES(C) C(task_between) C(barrier_between) C(block_between) C(one_stores) C(grids)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
