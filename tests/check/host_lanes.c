// Lanes of the host's simd loops, where threads share the iterations by schedule(static), and where a condition decides
// whether there are lanes: each is a thread of its own in what its iterations do to each other.
// RUN: %gantry cc -fopenmp -fcheck --offload-arch=emulated -g -O1 %s -o %t && for n in 2 3; do OMP_NUM_THREADS=$n bash %S/faults.sh %t %s races || exit 1; done
// LABELS: run
#include <omp.h>
#include <stdlib.h>

enum { N = 600 };
static int a[N + 1], b[N + 1];
double grid[30][30];

static void shares(int wrong) /* neighbours in one thread's share */
{
#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < N; i++)
        a[i] = (wrong && i == 7 ? a[i - 1] : b[i]) + 1; // fault: shares GC404 saying iteration
}

static void within(int wrong)
{
    int last = 0;
#pragma omp parallel default(none) shared(last, a, b, wrong) num_threads(2)
    {
#pragma omp for simd schedule(static, 50)
        for (int i = 0; i < N; i++) {
            if (wrong && (i == 3 || i == 5))
                last = i; // fault: within GC404 saying iteration
            a[i] = b[i];
        }
#pragma omp for simd schedule(static) nowait
        for (int i = 0; i < N; i++)
            b[i] = a[i];
    }
    a[0] = last;
}

static void none(int wrong)
{
    int t = 0, sum = 0, last, step = 0;
#pragma omp parallel for simd schedule(static) default(none) shared(a, b, t, wrong) reduction(+ : sum) lastprivate(last)  \
    linear(step : 2)
    for (int i = 0; i < N; i++) {
        int own = a[i];
        last = own;
        sum += own + step;
        if (wrong && i < 2)
            t = own; // fault: none GC404
        step += 2;
    }
    b[0] = t + sum + last + step;
}

static void apart(int wrong) /* safelen orders those that are 8 apart */
{
    int k = wrong ? 7 : 8;
#pragma omp parallel for simd schedule(static, 100) safelen(8) num_threads(2)
    for (int i = 0; i < N; i++)
        if (i % 100 >= 8)
            a[i] = a[i - k] + 1; // fault: apart GC404
}

static void on_condition(int wrong)
{
#pragma omp simd if (wrong)
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1]; // fault: on_condition GC404 saying iteration
}

static void on_condition_of_share(int wrong)
{
#pragma omp parallel for simd schedule(static) if (simd : wrong) if (parallel : 0)
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1]; // fault: on_condition_of_share GC404 saying iteration
}

static void planes(int wrong)
{
    double own;
#pragma omp parallel for simd collapse(2) schedule(static) private(own)
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 30; j++) {
            own = i;
            grid[i][wrong ? 0 : j] = own; // fault: planes GC404
        }
}

static int helper(int *p, int n)
{
    int s = 0;
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

static void right(int wrong) /* one loop after the other, in functions that lanes call, in nested regions */
{
    (void)wrong;
#pragma omp parallel num_threads(2)
    {
        int mine[4] = {0};
#pragma omp for simd schedule(static)
        for (int i = 0; i < 40; i++) {
            int c[3] = {i, i + 1, i + 2};
            a[i] = helper(c, 3);
        }
        for (int i = 0; i < 4; i++)
            mine[i] = i;
#pragma omp for simd schedule(static)
        for (int i = 0; i < 40; i++)
            b[i] = a[39 - i] + mine[i % 4];
    }
#pragma omp parallel for schedule(static)
    for (int k = 0; k < 4; k++) {
#pragma omp parallel for simd schedule(static) num_threads(2)
        for (int i = 0; i < 20; i++)
            grid[k][i] = k + i;
    }
}

#define CASES(C) C(shares) C(within) C(none) C(apart) C(on_condition) C(on_condition_of_share) C(planes) C(right)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
