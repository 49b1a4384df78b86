// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Several host threads use the device at the same time: own data, shared data, data regions, allocation.
 * (Clang 19's own fallback to the host fails here: with more than four threads its teams reduction inside an
 * active parallel region adds up the values of all of them.) */
#include "check.h"

enum { THREADS = 8, ROUNDS = 10 };

static void own_data(long n)
{
    int wrong = 0;
#pragma omp parallel num_threads(THREADS) reduction(+: wrong)
    {
        int me = omp_get_thread_num();
        long *a = check_alloc((size_t)n * sizeof *a);
        for (int round = 0; round < ROUNDS; round++) {
            long sum = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
            for (long i = 0; i < n; i++)
                a[i] += me + i;
#pragma omp target teams distribute parallel for map(to: a[0:n]) reduction(+: sum)
            for (long i = 0; i < n; i++)
                sum += a[i];
            wrong += sum != (round + 1) * (n * me + n * (n - 1) / 2);
        }
        free(a);
    }
    CHECK_INT(wrong, 0, "host threads with data of their own, n=%ld", n);
}

/* all threads work on one mapped array, each on its part */
static void shared_array(long n)
{
    long *a = check_alloc((size_t)(n * THREADS + 1) * sizeof *a), wrong = 0;
    int threads = 1;
#pragma omp target data map(tofrom: a[0:n * THREADS + 1])
    {
#pragma omp parallel num_threads(THREADS)
        {
            int me = omp_get_thread_num();
#pragma omp single
            threads = omp_get_num_threads();
            for (int round = 0; round < ROUNDS; round++) {
#pragma omp target teams distribute parallel for
                for (long i = me * n; i < (me + 1) * n; i++)
                    a[i] += i;
#pragma omp target
                {
#pragma omp atomic
                    a[n * THREADS]++;
                }
            }
        }
    }
    for (long i = 0; i < n * threads; i++)
        wrong += a[i] != ROUNDS * i;
    CHECK_INT(wrong, 0, "host threads on parts of one array, n=%ld", n);
    free(a);
}

/* the same variable enters and leaves all the time: counts must not get lost */
static void enter_and_exit(long n)
{
    long *a = check_alloc((size_t)n * sizeof *a), wrong = 0;
    for (long i = 0; i < n; i++)
        a[i] = 7 * i;
#pragma omp target enter data map(to: a[0:n])
#pragma omp parallel num_threads(THREADS) reduction(+: wrong)
    for (int round = 0; round < ROUNDS; round++) {
        long sum = 0;
#pragma omp target enter data map(to: a[0:n])
#pragma omp target teams distribute parallel for reduction(+: sum)
        for (long i = 0; i < n; i++)
            sum += a[i];
#pragma omp target exit data map(from: a[0:n])
        wrong += sum != 7 * (n * (n - 1) / 2);
    }
#pragma omp target exit data map(delete: a[0:n])
    CHECK_INT(wrong, 0, "host threads that enter and exit, n=%ld", n);
    free(a);
}

static void allocation(void)
{
    int wrong = 0, device = omp_get_default_device(), host = omp_get_initial_device();
#pragma omp parallel for num_threads(THREADS) reduction(+: wrong)
    for (int k = 0; k < 40; k++) {
        int *p = omp_target_alloc(100 * sizeof *p, device), back[100] = {0};
#pragma omp target is_device_ptr(p)
        for (int i = 0; i < 100; i++)
            p[i] = i * k;
        omp_target_memcpy(back, p, sizeof back, 0, 0, host, device);
        for (int i = 0; i < 100; i++)
            wrong += back[i] != i * k;
        omp_target_free(p, device);
    }
    CHECK_INT(wrong, 0, "host threads that allocate");
}

static void host_and_device(void)
{
    int on_host = 0, on_device = 0;
#pragma omp parallel for num_threads(4) reduction(+: on_host, on_device)
    for (int k = 0; k < 20; k++) {
        int where = -1;
#pragma omp target if (k % 2) map(from: where)
        where = omp_is_initial_device() != 0;
        on_host += where == 1;
        on_device += where == 0;
    }
    CHECK_INT(on_host, check_device ? 10 : 20, "regions on the host");
    CHECK_INT(on_device, check_device ? 10 : 0, "regions on the device");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        own_data(n);
        shared_array(n);
        enter_and_exit(n);
    }
    allocation();
    host_and_device();
    return check_end();
}
