// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* if and device clauses: where a region runs, and how many threads it gets. */
#include "check.h"

static int on_host_if(int condition)
{
    int on_host = -1;
#pragma omp target if (condition) map(from: on_host)
    on_host = omp_is_initial_device() != 0;
    return on_host;
}

static int on_host_device(int device)
{
    int on_host = -1;
#pragma omp target device(device) map(from: on_host)
    on_host = omp_is_initial_device() != 0;
    return on_host;
}

static void where(void)
{
    CHECK_INT(on_host_if(0), 1, "if(0) runs on the host");
    CHECK_INT(on_host_if(1), !check_device, "if(1)");
    CHECK_INT(on_host_device(omp_get_initial_device()), 1, "device(initial)");
    for (int d = 0; d < omp_get_num_devices(); d++)
        CHECK_INT(on_host_device(d), 0, "device(%d)", d);
    CHECK_INT(omp_is_initial_device() != 0, 1, "outside of regions");
    CHECK_INT(omp_get_device_num(), omp_get_initial_device(), "omp_get_device_num outside of regions");
}

static void right_either_way(long n)
{
    for (int where = 0; where < 2; where++) {
        long sum = 0, *a = check_alloc((size_t)n * sizeof *a);
#pragma omp target teams distribute parallel for if (target: where) reduction(+: sum) map(tofrom: a[0:n])
        for (long i = 0; i < n; i++) {
            a[i] += i;
            sum += a[i];
        }
        CHECK_INT(sum, n * (n - 1) / 2, "if(target: %d), n=%ld", where, n);
#pragma omp target data map(tofrom: a[0:n]) if (where)
        {
#pragma omp target parallel for if (where)
            for (long i = 0; i < n; i++)
                a[i] += 1;
        }
        long wrong = 0;
        for (long i = 0; i < n; i++)
            wrong += a[i] != i + 1;
        CHECK_INT(wrong, 0, "target data if(%d), n=%ld", where, n);
        free(a);
    }
}

static void serial_parallel(void)
{
    int threads_off = 0, threads_on = 0, hits = 0, off = 0;
#pragma omp target parallel if (parallel: off) map(tofrom: threads_off, hits)
    {
#pragma omp atomic
        hits++;
        threads_off = omp_get_num_threads();
    }
    CHECK_INT(hits, 1, "if(parallel: 0): one thread");
    CHECK_INT(threads_off, 1, "if(parallel: 0): number of threads");
    hits = 0;
#pragma omp target map(tofrom: threads_on, hits)
#pragma omp parallel if (!off) num_threads(4)
    {
#pragma omp atomic
        hits++;
        if (omp_get_thread_num() == 0)
            threads_on = omp_get_num_threads();
    }
    CHECK_INT(hits, threads_on, "if(1) on parallel");
    int count[3] = {0};
#pragma omp target map(tofrom: count)
    for (int k = 0; k < 3; k++) {
#pragma omp parallel if (k != 1) num_threads(5)
        {
#pragma omp atomic
            count[k]++;
        }
    }
    CHECK_INT(count[1], 1, "if on parallel, decided in the region");
    CHECK(count[0] >= 1 && count[0] <= 5, "if on parallel, others: %d", count[0]);
}

/* only the directive that is named is meant */
static void named(long n)
{
    int off = 0, on_host = -1, threads = 0;
    long sum = 0;
#pragma omp target teams distribute parallel for if (target: 1) if (parallel: off) reduction(+: sum) \
    map(tofrom: on_host, threads)
    for (long i = 0; i < n; i++) {
        sum += i;
        if (i == 0) {
            on_host = omp_is_initial_device() != 0;
            threads = omp_get_num_threads();
        }
    }
    CHECK_INT(sum, n * (n - 1) / 2, "two if clauses, n=%ld", n);
    if (n) {
        CHECK_INT(on_host, !check_device, "if(target: 1), n=%ld", n);
        CHECK_INT(threads, 1, "if(parallel: 0), n=%ld", n);
    }
#pragma omp target teams distribute parallel for simd if (target: off) if (simd: off) reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, n * (n - 1), "if(target: 0) if(simd: 0), n=%ld", n);
}

/* a value on the device and a value on the host at the same time */
static void both_sides(void)
{
    int x = 1, seen_there = 0, seen_here = 0;
#pragma omp target data map(tofrom: x)
    {
        x = 5;
#pragma omp target map(from: seen_there)
        seen_there = x;
#pragma omp target if (0) map(from: seen_here)
        seen_here = x;
    }
    CHECK_INT(seen_here, 5, "if(0) sees the host's value");
    if (check_device) {
        CHECK_INT(seen_there, 5, "a scalar that no clause names is firstprivate, present or not");
        CHECK_INT(x, 1, "the device's value comes back at the end of target data");
    }
}

static void default_device(void)
{
    int old = omp_get_default_device(), there = -1, back = -1;
    omp_set_default_device(omp_get_initial_device());
#pragma omp target map(from: there)
    there = omp_is_initial_device() != 0;
    omp_set_default_device(old);
#pragma omp target map(from: back)
    back = omp_is_initial_device() != 0;
    CHECK_INT(there, 1, "omp_set_default_device to the host");
    CHECK_INT(back, !check_device, "and back");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    where();
    serial_parallel();
    both_sides();
    default_device();
    FOR_EACH_SIZE(n)
    {
        right_either_way(n);
        named(n);
    }
    return check_end();
}
