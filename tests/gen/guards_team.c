// RUN: %gantry cc --dump=device %s | %FileCheck %s
// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o
/* Sequential code of a team in an SPMD kernel: guards, what they broadcast through team-shared memory, barriers. */
static double takes(double *p) { return (*p)++; }
void team(int n, double *a)
{
/* one field for what guards set, at different times, beside what threads use by reference */
// CHECK: __shared$ref { double ref; };
// CHECK: __shared { union { struct { double x; double y; } g2; struct { double z; } g3; struct { double x; } g4; } __gd_broadcast; };
// CHECK: if (!__gd_spmd_begin(&__gd_env, [[K:gantry_k_guards_team_team_[0-9a-f_]*]]__mode, 1)) return;
// CHECK-NOT: __gd_generic
#pragma omp target teams distribute map(a[0:n])
    for (int i = 0; i < n; i++) {
/* neighbours have one guard; the first barrier waits for readers of what changes */
// CHECK: __gd_spmd_barrier(0);
// CHECK-NEXT: if (__gd_spmd_thread(1) == 0) {
// CHECK-NEXT: # [[# @LINE + 4]]
// CHECK-NEXT: a[0] = 1;
// CHECK-NEXT: a[1] = i;
// CHECK-NEXT: }
        a[0] = 1;
        a[1] = i;
// CHECK-NEXT: # [[# @LINE - 11]]
// CHECK-NEXT: __gd_spmd_barrier(0);
// CHECK-NEXT: }
/* a declaration: variables for all, initialisers guarded. No barrier before it: nobody has read anything since */
// CHECK: double x;
// CHECK-NEXT: double y;
// CHECK-NEXT: if (__gd_spmd_thread(1) == 0) {
// CHECK-NEXT: { double __gd_init = takes(a); __builtin_memcpy((void *)&x, (const void *)&__gd_init, sizeof __gd_init); }
// CHECK-NEXT: { double __gd_init = x + 1;
// CHECK-NEXT: __builtin_memcpy((void *)&__gd_sh->__gd_broadcast.g2.x, (const void *)&x, sizeof x);
// CHECK-NEXT: __builtin_memcpy((void *)&__gd_sh->__gd_broadcast.g2.y, (const void *)&y, sizeof y);
// CHECK-NEXT: }
// CHECK-NEXT: __gd_spmd_barrier(0);
// CHECK-NEXT: __builtin_memcpy((void *)&x, (const void *)&__gd_sh->__gd_broadcast.g2.x, sizeof x);
        double x = takes(a), y = x + 1;
/* the next values overwrite them: a barrier first, for threads that still read */
// CHECK: double z;
// CHECK-NEXT: __gd_spmd_barrier(0);
// CHECK-NEXT: if (__gd_spmd_thread(1) == 0) {
        double z = takes(a);
/* no effect: run by all */
// CHECK: __builtin_memcpy((void *)&z,
// CHECK-NOT: if (__gd_spmd
// CHECK: double k = x * y;
        double k = x * y;
        k += z;
/* a loop with a side effect is guarded whole, and the barrier waits for readers */
// CHECK: __gd_spmd_barrier(0);
// CHECK-NEXT: if (__gd_spmd_thread(1) == 0) {
// CHECK: for (int j = 0; j < 4; j++) {
// CHECK-NEXT: x += takes(a);
// CHECK-NEXT: if (x > 100)
// CHECK-NEXT: break;
// CHECK-NEXT: }
// CHECK: __builtin_memcpy((void *)&__gd_sh->__gd_broadcast.g4.x,
        for (int j = 0; j < 4; j++) {
            x += takes(a);
            if (x > 100)
                break;
        }
/* a variable in team-shared memory is initialised by one thread */
// CHECK: double *ref = (void *)&__gd_sh$ref->ref;
// CHECK-NEXT: __gd_spmd_barrier(0);
// CHECK-NEXT: if (__gd_spmd_thread(1) == 0) {
// CHECK-NEXT: { double __gd_init = k; (*ref) = __gd_init; }
// CHECK-NEXT: }
// CHECK-NEXT: __gd_spmd_barrier(0);
        double ref = k;
        double *p = &ref;
/* all follow the branch; both parallel regions begin and end with a barrier, and set the state that routines read */
// CHECK: if (i % 2)
// CHECK: __gd_spmd_barrier(0);
// CHECK-NEXT: __gd_spmd_region(&__gd_env, [[K]]__mode, 1);
// CHECK: __gd_loop_begin(&__gd_l, __GD_SPMD_THREADS,
// CHECK: a[j] += x + *p;
// CHECK: __gd_spmd_barrier(0);
        if (i % 2) {
#pragma omp parallel for
            for (int j = 0; j < n; j++)
                a[j] += x + *p;
        } else {
/* after a guard without values the barrier before the next is there already */
// CHECK: else
// CHECK: if (__gd_spmd_thread(1) == 0) {
// CHECK: a[2] = 3;
// CHECK-NEXT: }
// CHECK: __gd_spmd_barrier(0);
// CHECK-NOT: __gd_spmd_barrier
// CHECK: __gd_spmd_region(&__gd_env, [[K]]__mode, 1);
            a[2] = 3;
#pragma omp parallel for
            for (int j = 0; j < n; j++)
                a[j] -= 1;
        }
    }
// CHECK: __gd_spmd_end();
}

/* copies of the team: one thread combines them */
void copies(int n, double *a, double *out)
{
    double s = 0;
// CHECK: gantry_k_guards_team_copies
// CHECK: __gd_spmd_begin
// CHECK: if (__gd_spmd_thread(1) == 0) {
// CHECK: (*s) = 0;
// CHECK: if (__gd_spmd_thread(1) == 0) {
// CHECK: if (__gd_reduce_teams(&__gd_env, &__gd_red, sizeof __gd_red, {{.*}}__combine)) {
#pragma omp target teams distribute map(a[0:n]) reduction(+: s)
    for (int i = 0; i < n; i++) {
        double t = takes(a);
#pragma omp parallel for reduction(+: s)
        for (int j = 0; j < n; j++)
            s += t;
    }
    *out = s;
}
