// RUN: %gantry cc --no-narrow --dump=device --teams-mode=generic --parallel-mode=generic %s | %FileCheck %s
// RUN: %gantry cc --no-narrow -c --offload-arch=emulated --teams-mode=generic --parallel-mode=generic %s -o %t.o
/* Simd loops that the first lane of a group publishes: a function of a payload in the group space, called by number. */
/* a function's worksharing loops and barriers ask at run time whose lanes they have */
#pragma omp declare target
void function(int n, double *a)
{
// CHECK: void function(int n, double *a)
// CHECK: __gd_loop_begin(&__gd_l, __GD_THREADS, __GD_CYCLIC, __gd_n, 0, __gd_current_crew());
// CHECK: __gd_barrier(__gd_current_group());
#pragma omp for
    for (int i = 0; i < n; i++)
        a[i] = 1;
}
#pragma omp end declare target

void leaders(int n, double *a)
{
// CHECK: extern const __gd_u32 [[P:gantry_k_lanes_leaders_leaders_[0-9a-f_]*__par1]]__crew;
/* what the loop stores to is passed by reference; results too, which the leader alone touches */
// CHECK: struct [[P]]__simd1__args { double (*tile)[4]; double scale; };
// CHECK: struct [[P]]__simd2__args { {{.*}}double *sum;{{.*}} };
/* what keeps its value all through the region is before the payloads that change */
// CHECK: struct [[P]]__payload { int n; double *a; union { struct [[P]]__simd1__args __gd_p1; struct [[P]]__simd2__args __gd_p2; }; };
// CHECK-NEXT: struct [[P]]__space { struct __gd_group __gd_control; struct [[P]]__payload __gd_payload; double tile[4]; } __attribute__((aligned(16)));
// CHECK-NEXT: _Static_assert(sizeof(struct [[P]]__space) ==
// CHECK-NEXT: _Static_assert(__builtin_offsetof(struct [[P]]__space, __gd_payload) == sizeof(struct __gd_group)
// CHECK-NEXT: static {{.*}}void [[P]]__simds(__gd_u32 __gd_id, void *__gd_p, __gd_u32 __gd_crew) {
// CHECK: case 1: [[P]]__simd1(__gd_p, __gd_crew); return;
// CHECK-NEXT: case 2: [[P]]__simd2(__gd_p, __gd_crew); return;
// CHECK-NEXT: default: __gd_published(__gd_p, __gd_crew);
// CHECK: void [[P]]__simd1(void *__gd_payload, __gd_u32 __gd_crew) {
// CHECK-NEXT: struct [[P]]__payload *__gd_fixed = __gd_payload;
// CHECK-NEXT: struct [[P]]__simd1__args *__gd_args = &__gd_fixed->__gd_p1;
// CHECK: double (*tile)[4] = __gd_args->tile;
// CHECK-NEXT: double scale = __gd_args->scale;
// CHECK: for (unsigned long __gd_k = {{.*}}__gd_lane(__gd_crew); __gd_k < __gd_n; __gd_k += (__gd_crew & __GD_SIZE_MASK)) {
// CHECK: (*tile)[k] = scale;
// CHECK: void [[P]]__simd2(void *__gd_payload, __gd_u32 __gd_crew) {
// CHECK: int n = __gd_fixed->n;
// CHECK: double *sum = __gd_args->sum;
// CHECK: for (unsigned long __gd_b = {{.*}}0; __gd_b < __gd_n; __gd_b += (__gd_crew & __GD_SIZE_MASK)) {
// CHECK: __gd_group_sync(__gd_crew);
// CHECK: __gd_group_broadcast((void *)&last,
// CHECK: __gd_group_reduce(&__gd_red,
// CHECK-NEXT: if (__gd_lane(__gd_crew) == 0)
// CHECK-NEXT: *__gd_o_sum = *__gd_o_sum + __gd_red.sum;
// CHECK-NEXT: if (__gd_lane(__gd_crew) == 0) if (__gd_last) *__gd_o_last = last;
/* the region's function: lanes part here, and serve until the leader is through */
// CHECK: void [[P]](void *__gd_payload, __gd_u32 __gd_crew) {
// CHECK: struct [[P]]__space __gd_own, *const __gd_gs = (__gd_crew & __GD_SIZE_MASK) == 1 ? &__gd_own : __gd_group_space( sizeof __gd_own, __gd_crew);
// CHECK-NEXT: struct __gd_group *const __gd_control = (__gd_crew & __GD_SIZE_MASK) == 1 ? 0 : &__gd_gs->__gd_control;
// CHECK-NEXT: if (__gd_group_begin(__gd_control, [[P]]__simds, __gd_crew)) {
/* they are written once, and not again for each loop */
// CHECK-NEXT: __builtin_memcpy((void *)&(&__gd_gs->__gd_payload)->n,
// CHECK-NEXT: __builtin_memcpy((void *)&(&__gd_gs->__gd_payload)->a,
// CHECK-NOT: __builtin_memcpy((void *)&(&__gd_gs->__gd_payload)
// CHECK: __gd_loop_begin(&__gd_l, __GD_THREADS, __GD_CYCLIC,
#pragma omp target teams distribute map(a[0:n])
    for (int h = 0; h < n; h++) {
        a[h] = 1;
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < n; i++) {
// CHECK: double (*tile)[4] = (void *)&__gd_gs->tile;
// CHECK-NOT: if (__gd_lane
                double tile[4], sum = 0, scale = h;
                int last, k;
                scale *= 2;
// CHECK: (&__gd_gs->__gd_payload.__gd_p1)->tile = tile;
// CHECK-NEXT: __builtin_memcpy((void *)&(&__gd_gs->__gd_payload.__gd_p1)->scale, (const void *)&scale,
// CHECK-NEXT: __gd_simd(__gd_control, [[P]]__simds, 1, 0, &__gd_gs->__gd_payload, __gd_crew);
/* the leader's loop variable ends as after any loop */
// CHECK: k = (int)__gd_n;
#pragma omp simd
                for (k = 0; k < 4; k++)
                    tile[k] = scale;
// CHECK: (&__gd_gs->__gd_payload.__gd_p2)->sum = &sum;
// CHECK: __gd_simd(__gd_control, [[P]]__simds, 2, 0, &__gd_gs->__gd_payload, __gd_crew);
// CHECK-NOT: __gd_lane
#pragma omp simd safelen(16) reduction(+: sum) lastprivate(last)
                for (int j = 0; j < n; j++) {
                    sum += tile[j % 4] + a[j];
                    last = j;
                }
                a[i] += sum + last + k;
            }
/* the barrier of the loop takes the group along */
// CHECK: __gd_barrier(__gd_control);
// CHECK: __gd_barrier(__gd_control);
#pragma omp barrier
        }
// CHECK: __gd_group_end(__gd_control, __gd_crew);
    }
// CHECK: case 1: [[P]](__gd_p, [[P]]__crew); return;
// CHECK: __gd_main_parallel(1, [[P]], __gd_pp, (0), (1) != 0, [[P]]__crew);
}
