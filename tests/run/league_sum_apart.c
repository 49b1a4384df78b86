// RUN: for p in auto generic; do %gantry cc %O --offload-arch=emulated --parallel-mode=$p %s -o %t && %run_host %t && %run_emulated32 %t && \
// RUN:   %run_emulated64 %t || { echo "parallel $p"; exit 1; }; done
// RUN: %gantry explain --parallel-mode=generic %s | %FileCheck %s
// CHECK: league_sum_apart_main
// CHECK: all of them run the thread's code
/* A teams distribute simd, apart from its target, that sums over all teams. */
#include "check.h"

#pragma omp declare target
/* with lanes of its caller's, which therefore leads them */
static int bound(void)
{
    int n = 0;
#pragma omp simd reduction(+: n)
    for (int k = 0; k < 33; k++)
        n++;
    return n;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long any = 0, sum = 0;
#pragma omp target map(tofrom: any)
    {
#pragma omp teams distribute simd num_teams(3) simdlen(8) reduction(||: any)
        for (short i = 0; i < 33; i++)
            for (long k = 0; k < 5; k++)
                any = any || i * k == 30;
    }
#pragma omp target map(tofrom: sum)
#pragma omp teams distribute simd num_teams(3) reduction(+: sum)
    for (int i = 0; i < bound(); i++)
        sum += i;
    CHECK_INT(any, 1, "any");
    CHECK_INT(sum, 33 * 32 / 2, "sum");
    return check_end();
}
