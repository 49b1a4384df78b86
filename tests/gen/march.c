// RUN: %gantry cc --dump=host %s | %FileCheck --check-prefix=HOST %s
// RUN: %gantry cc --dump=device %s | %FileCheck --check-prefix=DEVICE %s
// RUN: %gantry cc -c --offload-arch=sm_70,emulated %s -o %t.o
// RUN: %gantry cc --dump=host %s | grep -c 'gantry_variants_[0-9]*\[\]' | grep -qx 3
// RUN: for o in --no-variants --deterministic --lockstep --no-loop-order -fcheck; do %gantry cc $o --dump=host %s | grep -q 'gantry_variants_[0-9]*\[\]' && exit 1; done; true
// RUN: %gantry explain %s | %FileCheck --check-prefix=EXPLAIN %s
// What gantry tune may ask for, and what a table does: one form, or the other.
// RUN: %gantry cc --dump=settings %s >%t.settings; grep -c '^device .* march=0,1 ' %t.settings | grep -qx 3; grep -q '^device heavy/.* march=1 ' %t.settings; grep -c ' march=' %t.settings | grep -qx 4
// RUN: echo "device $(sed -n 's/^device \(rows[^ ]*\) .*/\1/p' %t.settings) march=0" >%t.table; %gantry cc --tuned=%t.table --dump=host %s | grep -c 'gantry_variants_[0-9]*\[\]' | grep -qx 2
// RUN: echo "device $(sed -n 's/^device \(heavy[^ ]*\) .*/\1/p' %t.settings) march=1" >%t.table; %gantry cc --tuned=%t.table --dump=device %s | grep -q 'j: all threads of all teams, each with all of i'; %gantry explain --tuned=%t.table %s | grep -q 'threads share j, each with all of i: as measured by gantry tune \[GR126\]'
// RUN: echo "device $(sed -n 's/^device \(heavy[^ ]*\) .*/\1/p' %t.settings) march=2" >%t.table; %not --status 1 %gantry cc --tuned=%t.table --dump=device %s >%t.out 2>%t.err; grep -q "table:1: error: 'march=2' is no setting of a region" %t.err
/* Nests of which the launch may undo the collapse (analysis/plan/march.c), and those that stay as they are. */

// HOST: static const struct gantry_variant gantry_variants_0[] = {
// HOST-NEXT: {"[[K:gantry_k_march_rows_[0-9]*_[0-9a-f]*]]", 1, 1,
// HOST-NEXT: {"[[K]]__march", 1, 2,
// HOST: __gd_l.trip = (long)__gd_n;
// HOST: __gd_l.inner = (long)__gd_n0;
// DEVICE: __GD_KERNEL [[K:gantry_k_march_rows_[0-9]*_[0-9a-f]*]](
// DEVICE: i, j: all threads of all teams */
// DEVICE: __GD_KERNEL [[K]]__march(
// DEVICE: j: all threads of all teams, each with all of i */
// DEVICE: int j = (int)__gd_k;
// DEVICE-NEXT: for (unsigned long __gd_m = 0; __gd_m < __gd_n0; __gd_m++) {
// DEVICE-NEXT: int i = (int)__gd_m;
// EXPLAIN: variants  line [[# @LINE + 4]]: threads share i, j; or j, each with all of i: chosen at the launch, from the trip counts there [GR308]
void rows(int n, int m, const double *x, double *a)
{
#pragma omp target teams distribute parallel for collapse(2) map(x[0 : m], a[0 : n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] += x[j];
}

/* the outer loop varies fastest */
// HOST: gantry_variants_1[] = {
// HOST: __gd_l.inner = (long)__gd_n1;
void columns(int n, int m, const double *x, double *a)
{
#pragma omp target teams distribute parallel for collapse(2) map(x[0 : m], a[0 : n * m])
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            a[i * m + j] += x[j];
}

/* two of three loops are shared */
// HOST: gantry_variants_2[] = {
// DEVICE: h, j: all threads of all teams, each with all of i */
// DEVICE: int j = (int)__gd_split(&__gd_r, &__gd_v2);
// DEVICE-NEXT: int h = (int)__gd_r;
// DEVICE-NEXT: for (unsigned long __gd_m = 0; __gd_m < __gd_n0; __gd_m++) {
void planes(int n, int m, int k, double *a)
{
#pragma omp target teams distribute parallel for collapse(3) map(a[0 : n * m * k])
    for (int i = 0; i < n; i++)
        for (int h = 0; h < m; h++)
            for (int j = 0; j < k; j++)
                a[(i * m + h) * k + j] *= 2;
}

/* ---- they stay as they are ---- */
// HOST-NOT: gantry_variants_{{[0-9]+}}[]
/* what is done for each iteration outweighs its number */
void heavy(int n, int m, const double *x, double *a)
{
#pragma omp target teams distribute parallel for collapse(2) map(x[0 : m], a[0 : n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < m; k++)
                a[i * m + j] += x[k] * x[j] + x[k] / (x[i] + x[k]) + x[k] * x[k];
}

void scheduled(int n, int m, double *a)
{
#pragma omp target teams distribute parallel for collapse(2) schedule(static, 1) map(a[0 : n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] *= 2;
}

void triangle(int n, double *a)
{
#pragma omp target teams distribute parallel for collapse(2) map(a[0 : n * n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i * n + j] *= 2;
}

void last(int n, int m, double *a, int *at)
{
    int where = 0;
#pragma omp target teams distribute parallel for collapse(2) lastprivate(where) map(a[0 : n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            where = i + j;
            a[i * m + j] *= 2;
        }
    *at = where;
}

int omp_get_thread_num(void);
void asked(int n, int m, double *a)
{
#pragma omp target teams distribute parallel for collapse(2) map(a[0 : n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] = omp_get_thread_num();
}

void single(int n, double *a)
{
#pragma omp target teams distribute parallel for map(a[0 : n])
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}

void divided(int n, int m, int d, double *a)
{
#pragma omp target teams distribute parallel for collapse(2) map(a[0 : n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m / d; j++)
            a[i * m + j] *= 2;
}
