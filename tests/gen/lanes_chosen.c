// RUN: %gantry cc --dump=host %s | %FileCheck --check-prefix=HOST %s
// RUN: %gantry cc --dump=device %s | %FileCheck --check-prefix=DEVICE %s
// RUN: %gantry cc -c --offload-arch=sm_70,emulated %s -o %t.o
// RUN: %gantry cc --dump=host %s | grep -c 'gantry_variants_[0-9]*\[\]' | grep -qx 4
// Nothing may choose, or something has chosen.
// RUN: for o in --no-variants --deterministic --lockstep --simd-group=8 -fcheck; do %gantry cc $o --dump=host %s | grep -q 'gantry_variants_[0-9]*\[\]' && exit 1; done; true
// RUN: id=$(%gantry cc --dump=settings %s | sed -n 's/^device \(rows[^ ]*\) .*/\1/p'); echo "device $id lanes=8" >%t.table; %gantry cc --tuned=%t.table --dump=host %s | grep -c 'gantry_variants_[0-9]*\[\]' | grep -qx 3
// RUN: echo "device $(%gantry cc --dump=settings %s | sed -n 's/^device \(rows[^ ]*\) .*/\1/p') teams=8" >%t.table; %gantry cc --tuned=%t.table --dump=host %s | grep -c 'gantry_variants_[0-9]*\[\]' | grep -qx 4
// RUN: %gantry explain %s | %FileCheck --check-prefix=EXPLAIN %s
/* Kernels that come with several numbers of lanes, of which the launch chooses one (analysis/plan/variants.c), and those
 * that do not. */

/* lanes together, a reduction, and group space */
// HOST: static const struct gantry_variant gantry_variants_0[] = {
// HOST-NEXT: {"[[K:gantry_k_lanes_chosen_rows_[0-9]*_[0-9a-f]*]]", 4,
// HOST-NEXT: {"[[K]]__1", 1,
// HOST: {0, 0, 0, 0, 0, 0, 0, 0}};
// HOST: "target teams distribute parallel for", gantry_variants_0, "rows/{{[0-9a-f]*}}", 0};
// HOST: struct gantry_launch __gd_l = {-1, (0), (0), (0), 0, -1};
// HOST: __gd_l.trip = (long)__gd_n;
// HOST: const long __gd_ub0 = m;
// HOST: __gd_l.inner = (long)__gd_n;
// DEVICE: extern const __gd_u32 [[K:gantry_k_lanes_chosen_rows_[0-9]*_[0-9a-f]*]]__par1__crew;
// DEVICE: __GD_KERNEL [[K]](
// DEVICE: extern const __gd_u32 [[K]]__1__par1__crew;
// DEVICE: __GD_KERNEL [[K]]__1(
// DEVICE: __GD_KERNEL [[K]]__{{16|32}}(
// EXPLAIN: lanes     line [[# @LINE + 4]]: 1, 4 or {{16|32}} lanes to a thread: chosen at the launch, from its trip count there [GR307]; all
// EXPLAIN-NEXT: variants  by the loop of line [[# @LINE + 8]], with many threads: 1 up to {{[0-9]+}} iterations, then 4; more with few
void rows(int n, int m, const double *a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(a[0:n * m], x[0:m], y[0:n])
    for (int i = 0; i < n; i++) {
        double sum = 0;
        int last = 0;
#pragma omp simd reduction(+ : sum) lastprivate(last)
        for (int j = 0; j < m; j++) {
            last = j;
            sum += a[i * m + j] * x[j];
        }
        y[i] = sum + last;
    }
}

/* leaders: the lanes' function has the variant's name, too */
// DEVICE: static __attribute__((noinline)) void gantry_k_lanes_chosen_steps_{{[0-9]*_[0-9a-f]*}}__par1__simds(
// DEVICE: static __attribute__((noinline)) void gantry_k_lanes_chosen_steps_{{[0-9]*_[0-9a-f]*}}__1__par1__simds(
void steps(int n, int m, double *a)
{
#pragma omp target teams distribute parallel for map(a[0:n * m])
    for (int i = 0; i < n; i++) {
        goto first;
    first:
#pragma omp simd
        for (int j = 0; j < m; j++)
            a[i * m + j] += j;
    }
}

/* two loops of one launch: the first decides; teams and threads share the outer ones apart */
// HOST: gantry_variants_4[] = {
void planes(int n, int m, int k, const double *a, double *b)
{
#pragma omp target teams distribute map(a[0:n * m * k], b[0:n * m * k])
    for (int h = 0; h < n; h++)
#pragma omp parallel for
        for (int i = 0; i < m; i++) {
#pragma omp simd
            for (int j = 0; j < k - 1; j++)
                b[(h * m + i) * k + j] = a[(h * m + i) * k + j];
#pragma omp simd
            for (int j = 0; j < k; j++)
                b[(h * m + i) * k + j] *= 2;
        }
}

/* generic mode: the parallel regions whose simd loops have as many iterations have the variant's lanes, the last one its
 * own */
// HOST: {"[[G:gantry_k_lanes_chosen_generic_[0-9]*_[0-9a-f]*]]", 4,
// DEVICE: extern const __gd_u32 gantry_k_lanes_chosen_generic_{{[0-9]*_[0-9a-f]*}}__1__par2__crew;
// EXPLAIN: mode {{ *}}generic: a goto
// EXPLAIN: lanes     line [[# @LINE + 9]]: 1, 4 or {{16|32}} lanes to a thread: chosen at the launch
// EXPLAIN: lanes     line [[# @LINE + 13]]: 1, 4 or {{16|32}} lanes to a thread: chosen at the launch
// EXPLAIN: lanes     line [[# @LINE + 17]]: {{[0-9]+}} lanes to a thread: {{.*}} [GR304]
void generic(int n, int m, double *a)
{
#pragma omp target teams map(a[0:n * m])
    {
        goto first;
    first:
#pragma omp parallel for
        for (int i = 0; i < n; i++)
#pragma omp simd
            for (int j = 0; j < m; j++)
                a[i * m + j] *= 2;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
#pragma omp simd
            for (int k = 0; k < m; k++)
                a[i * m + k] += k;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
#pragma omp simd
            for (int k = 1; k < m; k++)
                a[i * m + k] += k;
    }
}

/* ---- no choice ---- */
// HOST-NOT: gantry_variants_{{[0-9]+}}[]
void known(int n, double *a)
{
#pragma omp target teams distribute parallel for map(a[0:n * 20])
    for (int i = 0; i < n; i++)
#pragma omp simd
        for (int j = 0; j < 20; j++)
            a[i * 20 + j] *= 2;
}

void no_simd(int n, int m, double *a)
{
#pragma omp target teams distribute parallel for map(a[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i * m + j] *= a[i * m + j - 1];
}

void said(int n, int m, double *a)
{
#pragma omp target teams distribute parallel for map(a[0:n * m])
    for (int i = 0; i < n; i++)
#pragma omp simd simdlen(8)
        for (int j = 0; j < m; j++)
            a[i * m + j] *= 2;
}

/* rows of different lengths; a length in memory; a division that the region may never come to */
void varying(int n, const int *start, double *a)
{
#pragma omp target teams distribute parallel for map(start[0:n + 1], a[0:start[n]])
    for (int i = 0; i < n; i++)
#pragma omp simd
        for (int j = start[i]; j < start[i + 1]; j++)
            a[j] *= 2;
}

void divided(int n, int m, int d, double *a)
{
#pragma omp target teams distribute parallel for map(a[0:n * m])
    for (int i = 0; i < n; i++)
        if (d) {
#pragma omp simd
            for (int j = 0; j < m / d; j++)
                a[i * m + j] *= 2;
        }
}

/* a team is one thread */
void lone(int n, double *a)
{
#pragma omp target teams distribute simd map(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}
