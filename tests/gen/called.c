// RUN: %gantry cc --dump=device %s | %FileCheck %s
// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o
/* Simd loops of functions: over the lanes of the calling thread. What they share with the lanes is in the caller's lane
 * stack; regions that call them have leaders. */
#pragma omp declare target
void unseen(double *);
// CHECK: struct gantry_f_row_[[H:[0-9a-f]*]]__simd1__args { int n; double (*t)[4]; double *a; };
// CHECK: void gantry_f_row_[[H]]__simd1(void *__gd_payload, __gd_u32 __gd_crew) {
// CHECK-NEXT: struct gantry_f_row_[[H]]__simd1__args *__gd_args = __gd_payload;
// CHECK: const unsigned long __gd_k = __gd_b + __gd_lane(__gd_crew);
// CHECK: static void row(int n, double *a)
// CHECK: struct __gd_frame __gd_frame __attribute__((cleanup(__gd_lane_stack_leave))) = {__gd_lane_stack_push(sizeof __gd_local, &__gd_local), &__gd_local};
// CHECK: double (*t)[4] = (void *)&__gd_fr->t;
// CHECK: const __gd_u32 __gd_crew = __gd_simd_crew(sizeof(struct gantry_f_row_[[H]]__simd1__args), 4);
/* one lane: the loop as it is */
// CHECK-NEXT: if ((__gd_crew & __GD_SIZE_MASK) == 1) {
// CHECK: for (int i = 0; i < n; i++)
// CHECK: else {
// CHECK-NEXT: struct gantry_f_row_[[H]]__simd1__args __gd_pl, *__gd_pp = __gd_crew == 1 ? &__gd_pl : __gd_lane_stack_push(sizeof __gd_pl, &__gd_pl);
// CHECK: __gd_pp->t = t;
// CHECK: __gd_called_simd(gantry_f_row_[[H]]__simd1, __gd_pp, __gd_crew);
// CHECK-NEXT: if (__gd_crew != 1) __gd_lane_stack_pop(__gd_pp, &__gd_pl);
static void row(int n, double *a)
{
    double t[4] = {1, 2, 3, 4};
#pragma omp simd safelen(4)
    for (int i = 0; i < n; i++)
        t[i % 4] += a[i];
    a[0] = t[0];
}
/* without a simd loop: lanes may be given a pointer to x */
// CHECK: static void between(int n, double *a)
// CHECK: __gd_lane_stack_push(sizeof __gd_local, &__gd_local)
static void between(int n, double *a)
{
    double x[3] = {1, 2, 3};
    row(n, x);
    a[0] = x[0];
}
/* functions that this file does not know may open parallel regions */
// CHECK: static void beyond(double *a)
// CHECK: __gd_frame_push(sizeof __gd_local, &__gd_local)
static void beyond(double *a)
{
    double x[3] = {1, 2, 3};
    unseen(x);
    a[0] = x[0];
}
#pragma omp end declare target

void call(int n, double *a)
{
// CHECK: struct gantry_k_called_call_[[K:[0-9a-f_]*]]__par1__payload { };
// CHECK: void gantry_k_called_call_[[K]]__par1__simds(
// CHECK: switch (__gd_id) {
// CHECK-NEXT: default: __gd_published(__gd_p, __gd_crew);
/* the region's own array, too */
// CHECK: if (__gd_group_begin(__gd_control, gantry_k_called_call_[[K]]__par1__simds, __gd_crew)) {
// CHECK: double (*mine)[2] = (void *)&__gd_gs->mine;
// CHECK: __gd_group_end(__gd_control, __gd_crew);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
        double mine[2] = {0, 1};
        row(2, mine);
        between(2, a + i);
        beyond(a + i);
        a[i] += mine[0];
    }
}
