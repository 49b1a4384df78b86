// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: export OMP_CANCELLATION=true; %run_host %t on && %run_emulated32 %t on && GANTRY_EMULATED_SEED=5 %run_emulated64 %t on
// RUN: %run_host %t off && %run_emulated32 %t off
/* A barrier of a nested parallel region, in a function that it calls: the threads of the region that is cancelled do
 * not meet it, so nothing keeps them from leaving. */
#include "check.h"

enum { THREADS = 8 };

#pragma omp declare target
static void meet(int *count)
{
#pragma omp atomic
    ++*count;
#pragma omp barrier
#pragma omp atomic
    ++*count;
}
#pragma omp end declare target

static void cancelled(int on)
{
    int met[THREADS] = {0}, after[THREADS] = {0};
#pragma omp target parallel num_threads(THREADS) map(tofrom : met, after)
    {
        int t = omp_get_thread_num();
#pragma omp parallel num_threads(1)
        meet(&met[t]);
        if (t == 3) {
#pragma omp cancel parallel
        }
#pragma omp barrier
        after[t] = 1;
    }
    int n = 0;
    for (int t = 0; t < THREADS; t++)
        n += after[t];
    CHECK(met[3] == 2, "nested region of thread 3: %d", met[3]);
    CHECK(n == (on ? 0 : THREADS), "threads that passed the barrier: %d", n);
}

int main(int argc, char **argv)
{
    check_begin(1, argv);
    cancelled(argc > 1 && !strcmp(argv[1], "on"));
    return check_end();
}
