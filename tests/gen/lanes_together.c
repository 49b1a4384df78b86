// RUN: %gantry cc --no-narrow --dump=device %s | %FileCheck %s
// RUN: %gantry cc --no-narrow -c --offload-arch=emulated %s -o %t.o
/* Simd loops in a region whose lanes run the thread's code together: loops in place, values broadcast, results in every
 * lane. */
void together(int n, double *a, double *total)
{
// CHECK: extern const __gd_u32 [[P:gantry_k_lanes_together_together_[0-9a-f_]*__par1]]__crew;
// CHECK-NEXT: struct [[P]]__space { double shared; double tile[4]; } __attribute__((aligned(16)));
// CHECK-NEXT: _Static_assert(sizeof(struct [[P]]__space) == 48,
// CHECK-NOT: __simds
// CHECK: if (!__gd_spmd_begin(&__gd_env, {{.*}}__mode, [[P]]__crew)) return;
// CHECK: const __gd_u32 __gd_crew = [[P]]__crew;
// CHECK-NEXT: struct [[P]]__space __gd_own, *const __gd_gs = (__gd_crew & __GD_SIZE_MASK) == 1 ? &__gd_own : __gd_spmd_group_space(&__gd_env, sizeof __gd_own, __gd_crew);
// CHECK-NOT: __gd_group_begin
// CHECK: __gd_loop_begin(&__gd_l, __GD_SPMD_ALL, __GD_CYCLIC, __gd_n, 0, __gd_crew){{.*}} __gd_loop_next(&__gd_l, __gd_crew))
#pragma omp target teams distribute parallel for map(a[0:n * n]) map(total[0:n])
    for (int i = 0; i < n; i++) {
/* a shared place is initialised by one lane */
// CHECK: double sum = 0;
// CHECK-NEXT: double (*tile)[4] = (void *)&__gd_gs->tile;
// CHECK: double *shared = (void *)&__gd_gs->shared;
// CHECK-NEXT: __gd_group_sync(__gd_crew);
// CHECK-NEXT: if (__gd_lane(__gd_crew) == 0) {
// CHECK-NEXT: { double __gd_init = i; (*shared) = __gd_init; }
// CHECK-NEXT: }
// CHECK-NEXT: __gd_group_sync(__gd_crew);
        double sum = 0, tile[4], shared = i;
        double *p = &shared;
        int last, k;
/* nobody sees what this loop does: no synchronisation, every lane gets the results */
// CHECK-NOT: __gd_group_sync
// CHECK: double *__gd_o_sum = &sum;
// CHECK: double sum = 0;
// CHECK-NEXT: int last;
// CHECK: /* j: the lanes of the thread (simd) */
// CHECK-NEXT: for (unsigned long __gd_k = {{.*}}__gd_lane(__gd_crew); __gd_k < __gd_n; __gd_k += (__gd_crew & __GD_SIZE_MASK)) {
// CHECK: __gd_last |= __gd_k == __gd_n - 1;
// CHECK: sum += a[i * n + j];
// CHECK: const __gd_u32 __gd_from = __gd_group_find(__gd_last, __gd_crew);
// CHECK-NEXT: if (__gd_from < (__gd_crew & __GD_SIZE_MASK)) {
// CHECK-NEXT: __gd_last = 1;
// CHECK-NEXT: __gd_group_broadcast((void *)&last, sizeof last, __gd_from, __gd_crew);
// CHECK: __gd_group_reduce(&__gd_red, sizeof __gd_red, {{.*}}__combine, __gd_crew);
// CHECK-NEXT: {{^ *}}*__gd_o_sum = *__gd_o_sum + __gd_red.sum;
// CHECK-NEXT: {{^ *}}if (__gd_last) *__gd_o_last = last;
#pragma omp simd reduction(+: sum) lastprivate(last)
        for (int j = 0; j < n; j++) {
            sum += a[i * n + j];
            last = j;
        }
/* stores that other lanes may read: in step at both ends. The loop variable ends in every lane. */
// CHECK: __gd_group_sync(__gd_crew);
// CHECK: int k = (int)__gd_k;
// CHECK: (*tile)[k] = sum;
// CHECK: }
// CHECK-NEXT: #
// CHECK-NEXT: k = (int)__gd_n;
// CHECK-NEXT: __gd_group_sync(__gd_crew);
// CHECK-NEXT: }
#pragma omp simd
        for (k = 0; k < 4; k++)
            tile[k] = sum;
/* a result in a shared place: one lane stores it, the others wait */
// CHECK: __gd_group_reduce(
// CHECK-NEXT: {{^ *}}if (__gd_lane(__gd_crew) == 0)
// CHECK-NEXT: {{^ *}}*__gd_o_shared = *__gd_o_shared + __gd_red.shared;
// CHECK-NEXT: {{^ *}}__gd_group_sync(__gd_crew);
#pragma omp simd reduction(+: shared)
        for (int j = 0; j < n; j++)
            shared += j;
// CHECK: if (__gd_lane(__gd_crew) == 0) {
// CHECK-NEXT: #
// CHECK-NEXT: total[i] = (*tile)[0] + last + k + *p;
        total[i] = tile[0] + last + k + *p;
    }
}

/* what is carried over eight iterations holds when groups of up to eight finish their rounds together */
void rounds(int n, double *a)
{
// CHECK: for (unsigned long __gd_b = {{.*}}0; __gd_b < __gd_n; __gd_b += (__gd_crew & __GD_SIZE_MASK)) {
// CHECK-NEXT: const unsigned long __gd_k = {{.*}}__gd_b + __gd_lane(__gd_crew);
// CHECK-NEXT: if (__gd_k < __gd_n) do {
// CHECK: a[j] += a[j - 8];
// CHECK-NEXT: }
// CHECK: while (0);
// CHECK-NEXT: __gd_group_sync(__gd_crew);
// CHECK-NEXT: }
#pragma omp target parallel for
    for (int i = 0; i < n; i++)
#pragma omp simd safelen(8)
        for (int j = 8; j < n; j++)
            a[j] += a[j - 8];
}

/* threads: single, critical and barriers with simd loops inside */
void constructs(int n, double *a)
{
#pragma omp target parallel map(a[0:n])
    {
/* all lanes of thread 0 enter */
// CHECK: if (__gd_spmd_thread(__gd_crew) == {{.*}}) {
// CHECK: for (unsigned long __gd_k = {{.*}}__gd_lane(__gd_crew);
// CHECK: __gd_spmd_barrier(0);
#pragma omp single
        {
#pragma omp simd
            for (int j = 0; j < n; j++)
                a[j] = 1;
        }
/* one lane locks for its thread */
// CHECK: if (__gd_lane(__gd_crew) == 0) {
// CHECK-NEXT: __gd_lock(&gantry_lock_unnamed);
// CHECK-NEXT: }
// CHECK-NEXT: __gd_group_sync(__gd_crew);
// CHECK: for (unsigned long __gd_k = {{.*}}__gd_lane(__gd_crew);
// CHECK: __gd_group_sync(__gd_crew);
// CHECK: __gd_group_sync(__gd_crew);
// CHECK-NEXT: if (__gd_lane(__gd_crew) == 0) {
// CHECK-NEXT: __gd_unlock(&gantry_lock_unnamed);
#pragma omp critical
        {
#pragma omp simd
            for (int j = 0; j < n; j++)
                a[j] += 1;
        }
/* a nested region runs on one lane, and its simd loops in order */
// CHECK: if (__gd_lane(__gd_crew) == 0) {
// CHECK: __gd_parallel(2, {{.*}}__par2, __gd_pp, (0), (1) != 0, 1);
#pragma omp parallel
        {
#pragma omp simd
            for (int j = 0; j < n; j++)
                a[j] += 1;
        }
    }
}
