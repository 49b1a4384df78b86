// RUN: %gantry translate --to=openmp %s -o %t.c && grep -v 'CHECK' %t.c >%t.seen && %FileCheck --input-file=%t.seen %s
// RUN: %gantry cc -fopenacc -O1 --offload-arch=emulated %s -o %t.acc && %run_emulated32 GANTRY_STATS=%t.1 %t.acc >%t.said
// RUN: %gantry cc -O1 --offload-arch=emulated %t.c -o %t.omp && %run_emulated32 GANTRY_STATS=%t.2 %t.omp | cmp - %t.said
// RUN: grep total %t.1 >%t.3 && grep total %t.2 | cmp - %t.3
// RUN: echo kept >%t.kept.c && echo '#pragma acc parallel loop gnag' >%t.wrong.c && %not --status 1 %gantry translate --to=openmp %t.wrong.c -o %t.kept.c 2>%t.errors
// RUN: grep -qx kept %t.kept.c && grep "unknown clause 'gnag'" %t.errors >/dev/null
// RUN: %not --status 2 %gantry translate %s 2>/dev/null && %not --status 2 %gantry translate --to=cuda %s 2>/dev/null
// RUN: %gantry translate --to=openmp --diff %s | grep '^+    #pragma omp taskwait$' >/dev/null
/* Layout, comments and macros of the user's stay; the same answers and transfers come out. */
// CHECK: #include <omp.h>
// CHECK-NEXT: #include <stdio.h>
#include <openacc.h>
#include <stdio.h>
// CHECK: __attribute__((weak)) char acc_queues[1025];

// CHECK: #define N 100 /* elements { */
#define N 100 /* elements { */
#define WHOLE copy(a)
#define SQUARES pointer
#define PAIRS(n) \
    ((n) / 2)

static int a[N], b[N]; // "arrays"

// CHECK: #pragma omp begin declare target
// CHECK-NEXT: static int twice(int x) { return 2 * x; } // doubles
// CHECK-NEXT: #pragma omp end declare target
#pragma acc routine seq
static int twice(int x) { return 2 * x; } // doubles

/* What the assignment stores to is no part of what the loop touches: there is no common section. */
// CHECK: void inner(
// CHECK-NOT: target data
// CHECK: #pragma omp target teams map(from: x[1:n > 2 ? n - 2 : 0])
// CHECK: #pragma omp target defaultmap(tofrom: scalar)
// CHECK-NEXT: {
void inner(int n, int *x)
{
#pragma acc kernels
    {
        for (int i = 1; i < n - 1; i++)
            x[i] = i;
        x[0] = 5;
    }
}

int main(void)
{
    int sum = 0, k = 3, seen = 0;
    // CHECK: #pragma omp target teams distribute parallel for map(tofrom: a)
    // CHECK-NEXT: for (int i = 0; i < PAIRS(N); i++)   /* odd   layout */
#pragma acc parallel loop WHOLE
    for (int i = 0; i < PAIRS(N); i++)   /* odd   layout */
        a[i] = i;
    // CHECK: {{^}}    /* in */
    // CHECK-NEXT: {{^}}    #pragma omp target teams distribute parallel for nowait depend(inout: acc_queues[2]) \
    // CHECK-NEXT: {{^}}        map(to: a) map(tofrom: b[0:N])
    // CHECK-NEXT: {{^}}    for (int i = 0; i < N; i++) {
    #pragma acc parallel loop copyin(a) /* in */ \
        copy(b[0:N]) async(2)
    for (int i = 0; i < N; i++) {
        b[i] = twice(a[i]); // there
    }
    // CHECK: {{^}}    #pragma omp taskwait depend(inout: acc_queues[2])
    #pragma acc wait(2)
    // CHECK: #pragma omp target teams
    // CHECK-SAME: reduction(+: sum)
#pragma acc kernels
    for (int i = 0; i < N; i++)
        sum += b[i];
    // CHECK: #pragma omp target teams num_teams(1) map(tofrom: seen) firstprivate(k)
#pragma acc parallel copy(seen)
    {
        k++;
        seen = k;
    }
    // CHECK: /* OpenMP has no acc shutdown: nothing is to be done */;
    // CHECK-NEXT: #pragma omp target enter data map(to: a)
    // CHECK-NEXT: if (omp_target_is_present(a, omp_get_default_device()) || k)
    // CHECK-NEXT: puts("acc_wait(2);");
    // CHECK: #pragma omp target exit data map(from: a)
    // CHECK-NEXT: #pragma omp taskwait
    // CHECK-NEXT: {{^    }}k++;
    // CHECK: #pragma omp target teams distribute parallel for map(from: square) collapse(2)
    // CHECK-NEXT: #pragma omp tile sizes(3, 2)
#pragma acc shutdown
    acc_copyin(a, sizeof a);
    if (acc_is_present(a, sizeof a) || k)
        puts("acc_wait(2);"); // acc_wait(2);
    acc_copyout(a, sizeof a);
    acc_wait_all(); k++;
    int square[5][7], *pointer = &square[0][0];
#pragma acc parallel loop tile(2, 3) gang worker vector copyout(square)
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 7; j++)
            square[i][j] = i + j;
    k += square[4][6];
    // CHECK: #pragma omp target data map(tofrom: square)
    // CHECK-NEXT: #pragma omp target teams distribute parallel for map(present, alloc: SQUARES[:0], square)
#pragma acc data copy(square)
#pragma acc parallel loop present(SQUARES, square)
    for (int i = 0; i < 35; i++)
        SQUARES[i] += 1;
    k += square[4][6];
    // CHECK: printf("%d %d %d\n", sum, k, seen);
    printf("%d %d %d\n", sum, k, seen);
    return 0;
}
