// Loops have a form for launches in which what the kernel only reads lies apart from what it stores to (src/analysis/plan/only_read.c).
// RUN: %gantry cc --dump=device %s | %FileCheck %s
// RUN: %gantry cc --dump=host %s | %FileCheck --check-prefix=HOST %s
// RUN: %gantry cc --no-apart --dump=device,host %s | %not grep -E '__gd_only|__GD_ENV_APART|, 0x2[0-9a-f]{5}, '
#include <stdatomic.h>
struct data {
    double *p;
    double own[8];
};
static double table[64];
static double shared[64];
#pragma omp declare target(shared)

void fires(int n, const double *x, double *y, double *z)
{
// CHECK-LABEL: __GD_KERNEL gantry_k_apart_fires_
// CHECK: const unsigned __gd_full = !(__gd_env.flags & __GD_ENV_APART) ? 0 : __gd_full_rounds(4, __gd_l.hi, __gd_step);
// CHECK: const double *__gd_only_x = __gd_only_read(x);
// CHECK-NOT: __gd_only_y
// CHECK: double (*__gd_only_table)[64] = __gd_only_read(table);
// CHECK: __GD_UNROLL
// CHECK: const double *x = __gd_only_x;
// CHECK: double (*table)[64] = __gd_only_table;
// CHECK: y[i] += x[i] + {{.*}}table
// HOST-LABEL: {{.*}}gantry_m_0[] = {
// HOST-DAG: {"x{{.*}}", 0x21{{[0-9a-f]*}}, 1,
// HOST-DAG: {"table", 0x21{{[0-9a-f]*}}, 1,
// HOST-DAG: {"y{{.*}}", 0x3, 1,
#pragma omp target teams distribute parallel for map(x[ : n], y[ : n])
    for (int i = 0; i < n; i++)
        y[i] += x[i] + table[i & 63];
// with a loop inside, which then need not load again what a store could change: one round
// CHECK-LABEL: __GD_KERNEL gantry_k_apart_fires_
// CHECK: !(__gd_env.flags & __GD_ENV_APART) ? 0 : __gd_full_rounds(1, __gd_l.hi, __gd_step);
// CHECK: double *__gd_only_z = __gd_only_read(z);
#pragma omp target teams distribute parallel for map(y[ : n], z[ : n])
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            y[i] += z[k];
// a sum, and atomic updates, which order nothing
// CHECK-LABEL: __GD_KERNEL gantry_k_apart_fires_
// CHECK: __gd_only_read(x);
    double sum = 0;
#pragma omp target teams distribute parallel for map(x[ : n]) reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += x[i];
    y[0] = sum;
}

static void store(double *p) { *p = 1; }
#pragma omp declare target(store)

void stays_away(int n, const double *x, double *y, double **rows, struct data *d, const volatile double *v)
{
// CHECK-LABEL: __GD_KERNEL gantry_k_apart_stays_away_
// CHECK-NOT: __gd_only
// HOST-LABEL: {{.*}}gantry_m_3[] = {
// HOST-NOT: , 0x21{{[0-9a-f]*}}, 1,
// a store through a pointer in memory, one of the region's own, or a number
#pragma omp target teams distribute parallel for map(x[ : n], rows[ : n])
    for (int i = 0; i < n; i++)
        rows[i][0] = x[i];
#pragma omp target teams distribute parallel for map(x[ : n], d[ : 1], d->p[ : n])
    for (int i = 0; i < n; i++)
        d->p[i] = x[i];
#pragma omp target teams distribute parallel for map(x[ : n], y[ : n])
    for (int i = 0; i < n; i++) {
        double *to = y + i;
        *to = x[i];
    }
#pragma omp target teams distribute parallel for map(x[ : n], y[ : n])
    for (int i = 0; i < n; i++)
        *(double *)((char *)y + 8 * (long)i) = x[i];
// … that is set in the region, private there, or a device address
#pragma omp target teams distribute parallel for map(x[ : n]) firstprivate(y)
    for (int i = 0; i < n; i++)
        y[i] = x[i];
#pragma omp target teams distribute parallel for map(x[ : n]) is_device_ptr(y)
    for (int i = 0; i < n; i++)
        y[i] = x[i];
// to a variable of the device, by a function
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = 0; i < 64; i++)
        shared[i] = x[i];
#pragma omp target teams distribute map(x[ : n], y[ : n])
    for (int k = 0; k < n; k++) {
        store(&y[k]);
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            y[i] = x[i];
    }
// what it only reads may change while it runs
#pragma omp target teams distribute parallel for map(v[ : n], y[ : n])
    for (int i = 0; i < n; i++)
        y[i] = v[i];
#pragma omp target teams distribute map(x[ : n], y[ : n])
    for (int k = 0; k < n; k++) {
        double seen;
#pragma omp atomic read
        seen = y[k];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            y[i] = x[i] + seen;
    }
#pragma omp target teams distribute map(x[ : n], y[ : n])
    for (int k = 0; k < n; k++) {
#pragma omp flush
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            y[i] = x[i];
    }
// it stores to all that it reads; and there is no loop that would gain
#pragma omp target teams distribute parallel for map(y[ : n])
    for (int i = 0; i < n; i++)
        y[i] = y[i] + 1;
#pragma omp target teams distribute parallel for schedule(static, 4) map(x[ : n], y[ : n])
    for (int i = 0; i < n; i++)
        y[i] = x[i];
}
