/* Loops have a form for launches in which what the kernel only reads lies apart from what it stores to (src/analysis/plan/only_read.c,
 * runtime/host/apart.c). Which one ran, the loads of it say: ld.global.nc. Where pointers overlap the careful form must run, and be right. */
// RUN: %gantry cc -O3 --offload-arch=sm_70 --save-temps %s -o %t && python3 %src/tests/softgpu/apart.py %t sm_70.ptx %lib/libgantry_softgpu.so
// RUN: %gantry cc -O3 --no-apart --offload-arch=sm_70 --save-temps %s -o %t && %not grep -q ld.global.nc sm_70.ptx
// RUN: %gantry cc -O0 --offload-arch=sm_70 --save-temps %s -o %t && %not grep -q __gd_only_read sm_70.ptx
// the emulated device has one form, and the same results
// RUN: %gantry cc -O3 --offload-arch=emulated %s -o %t && for c in $(%t list); do GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t $c || exit 1; done
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };
static double global[N];
#pragma omp declare target(global)
static double array[N];
struct data {
    double *p;
    int n;
};

/* One team of 32 threads: a thread's rounds are in order, and the loops below have no two threads at one element. */
#define SHAPE num_teams(1) thread_limit(32) num_threads(32)

static void shift(int n, const double *x, double *y)
{
#pragma omp target teams distribute parallel for SHAPE map(to : x[ : n]) map(tofrom : y[ : n])
    for (int i = 0; i < n; i++)
        y[i] = x[i] * 2 + 1;
}

/* what a thread stores in one round it reads in the next, 32 elements on: y = x - 32 */
static void carry(int n, double *x, double *y)
{
#pragma omp target teams distribute parallel for SHAPE
    for (int i = 0; i < n; i++)
        y[i + 64] = x[i] + 1;
}

static void rows(int n, const double *x, double *y)
{
#pragma omp target teams distribute parallel for SHAPE map(to : x[ : n]) map(tofrom : y[ : n])
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            y[i] += x[k];
}

static void of_array(int n, double *y)
{
#pragma omp target teams distribute parallel for SHAPE map(to : array) map(from : y[ : n])
    for (int i = 0; i < n; i++)
        y[i] = array[i];
}

/* ---- kernels that have no such form ---- */
static void by_structure(int n, const double *x, struct data *d)
{
#pragma omp target teams distribute parallel for SHAPE map(to : x[ : n]) map(tofrom : d[ : 1], d->p[ : n])
    for (int i = 0; i < n; i++)
        d->p[i] = x[i] + 3;
}

static void by_own_pointer(int n, const double *x, double *y)
{
#pragma omp target teams distribute parallel for SHAPE map(to : x[ : n]) map(tofrom : y[ : n])
    for (int i = 0; i < n; i++) {
        double *to = y + i;
        *to = x[i] + 4;
    }
}

static void to_global(int n, const double *x)
{
#pragma omp target teams distribute parallel for SHAPE map(to : x[ : n])
    for (int i = 0; i < n; i++)
        global[i] = x[i] + 5;
}

static void by_address(int n, const double *x, double *y)
{
#pragma omp target teams distribute parallel for SHAPE is_device_ptr(x, y)
    for (int i = 0; i < n; i++)
        y[i] = x[i] + 6;
}

static double x[N + 64], y[N + 64];

static int is(const double *v, int n, double factor, double more)
{
    for (int i = 0; i < n; i++)
        if (v[i] != i * factor + more)
            return printf("element %d is %g\n", i, v[i]), 0;
    return 1;
}

static int run(const char *what)
{
    for (int i = 0; i < N; i++)
        x[i] = array[i] = i, y[i] = -1;
    if (!strcmp(what, "apart"))
        return shift(N, x, y), is(y, N, 2, 1);
    if (!strcmp(what, "rows")) {
        rows(N, x, y);
        return is(y, N, 0, 2);
    }
    if (!strcmp(what, "array"))
        return of_array(N, y), is(y, N, 1, 0);
    if (!strcmp(what, "same"))
        return shift(N, x, x), is(x, N, 2, 1);
    if (!strcmp(what, "parts")) { /* two sections of one array, mapped as two blocks */
        shift(N / 2, x, x + N / 2);
        return is(x + N / 2, N / 2, 2, 1);
    }
    if (!strcmp(what, "within")) { /* both lead into one mapped block */
#pragma omp target data map(tofrom : x)
        shift(N / 2, x, x + N / 2);
        return is(x + N / 2, N / 2, 2, 1);
    }
    if (!strcmp(what, "carried")) {
        double want[N + 64];
        memcpy(want, x, sizeof want);
        for (int i = 0; i < N; i++)
            want[i + 64] = want[i] + 1;
#pragma omp target data map(tofrom : x)
        carry(N, x, x);
        return !memcmp(x, want, sizeof want);
    }
    if (!strcmp(what, "structure")) {
        struct data d = {y, N};
        return by_structure(N, x, &d), is(y, N, 1, 3);
    }
    if (!strcmp(what, "pointer"))
        return by_own_pointer(N, x, y), is(y, N, 1, 4);
    if (!strcmp(what, "global")) {
        to_global(N, x);
#pragma omp target update from(global)
        return is(global, N, 1, 5);
    }
    if (!strcmp(what, "associated")) { /* two blocks of the host, one of the device */
        int d = omp_get_default_device();
        void *on = omp_target_alloc(sizeof x, d);
        omp_target_associate_ptr(x, on, sizeof x, 0, d);
        omp_target_associate_ptr(y, on, sizeof y, 0, d);
        omp_target_memcpy(on, x, sizeof x, 0, 0, d, omp_get_initial_device());
        shift(N, x, y);
        omp_target_memcpy(y, on, sizeof y, 0, 0, omp_get_initial_device(), d);
        return is(y, N, 2, 1);
    }
    if (!strcmp(what, "address")) {
        double *from = x, *to = y;
#pragma omp target data map(to : from[ : N]) map(tofrom : to[ : N]) use_device_ptr(from, to)
        by_address(N, from, to);
        return is(y, N, 1, 6);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "list"))
        return !run(argv[1]);
    printf("apart rows array parts same within carried structure pointer global associated address\n");
    return 0;
}
