// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* nowait on target constructs: the region may run later, but not after the next wait. */
#include "check.h"

static void one_after_another(long n)
{
    long *a = check_alloc((size_t)n * sizeof *a), wrong = 0;
#pragma omp target data map(tofrom: a[0:n])
    {
#pragma omp target teams distribute parallel for nowait
        for (long i = 0; i < n; i++)
            a[i] = i;
#pragma omp taskwait
#pragma omp target teams distribute parallel for nowait
        for (long i = 0; i < n; i++)
            a[i] *= 2;
#pragma omp taskwait
    }
    for (long i = 0; i < n; i++)
        wrong += a[i] != 2 * i;
    CHECK_INT(wrong, 0, "taskwait between regions, n=%ld", n);
    free(a);
}

/* several in flight, each with data of its own */
static void independent(long n)
{
    enum { FLIGHTS = 5 };
    long *a[FLIGHTS];
    for (int k = 0; k < FLIGHTS; k++)
        a[k] = check_alloc((size_t)n * sizeof *a[k]);
    for (int k = 0; k < FLIGHTS; k++) {
        long *p = a[k];
#pragma omp target teams distribute parallel for map(from: p[0:n]) nowait
        for (long i = 0; i < n; i++)
            p[i] = i * 10 + k;
    }
#pragma omp taskwait
    for (int k = 0; k < FLIGHTS; k++) {
        long wrong = 0;
        for (long i = 0; i < n; i++)
            wrong += a[k][i] != i * 10 + k;
        CHECK_INT(wrong, 0, "flight %d, n=%ld", k, n);
        free(a[k]);
    }
}

/* firstprivate values are those of the moment when the construct is encountered */
static void values(void)
{
    int out[8] = {0}, v = 0;
    for (int k = 0; k < 8; k++) {
        v = k * k;
#pragma omp target map(tofrom: out[k:1]) firstprivate(v) nowait
        out[k] = v;
        v = -1;
    }
#pragma omp taskwait
    for (int k = 0; k < 8; k++)
        CHECK_INT(out[k], k * k, "value captured by region %d", k);
}

static void data_directives(long n)
{
    long *a = check_alloc((size_t)n * sizeof *a), wrong = 0;
    for (long i = 0; i < n; i++)
        a[i] = i;
#pragma omp target enter data map(to: a[0:n]) nowait
#pragma omp taskwait
#pragma omp target teams distribute parallel for nowait
    for (long i = 0; i < n; i++)
        a[i] += 5;
#pragma omp taskwait
#pragma omp target update from(a[0:n]) nowait
#pragma omp taskwait
    for (long i = 0; i < n; i++)
        wrong += a[i] != i + 5;
    CHECK_INT(wrong, 0, "enter data and update, n=%ld", n);
    for (long i = 0; i < n; i++)
        a[i] = -i;
#pragma omp target update to(a[0:n]) nowait
#pragma omp taskwait
#pragma omp target exit data map(from: a[0:n]) nowait
#pragma omp taskwait
    for (long i = 0; i < n; i++)
        wrong += a[i] != -i;
    CHECK_INT(wrong, 0, "update and exit data, n=%ld", n);
    free(a);
}

/* the barrier at the end of a host parallel region waits as well */
static void host_barrier(void)
{
    int out[4] = {0};
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        if (me < 4) {
#pragma omp target map(tofrom: out[me:1]) nowait
            out[me] += me + 1;
        }
#pragma omp barrier
        if (me < 4 && out[me] != me + 1)
            out[me] = -100;
    }
    for (int k = 0; k < 4; k++)
        CHECK(out[k] == k + 1 || out[k] == 0, "after a barrier, thread %d: %d", k, out[k]);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        one_after_another(n);
        independent(n);
        data_directives(n);
    }
    values();
    host_barrier();
    return check_end();
}
