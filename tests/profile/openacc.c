// The profile speaks OpenACC of a program that is written in it.
// What it proposes for `#pragma acc` lines is OpenACC: whole directives with the clauses that stay, lines in
// front of loops, updates. What a directive says beyond its lists (finalize) is not written anew.
// RUN: %gantry cc -O1 -fopenacc --offload-arch=emulated %s -o %t && COLUMNS=200 GANTRY_PROFILE=all,%t.txt,%t.json %run_emulated32 %t >%t.out && grep -x '33 33 1' %t.out && %FileCheck %s <%t.txt && %FileCheck --check-prefix=WRITE %s <%t.txt && %not grep -E 'pragma omp|map\(' %t.txt %t.json
#include <stdio.h>
#include <stdlib.h>
enum { N = 1000 };

int main(void)
{
    int n = N;
    double s = 0, *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c);
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = 0, c[i] = 1;
    for (int k = 0; k < 4; k++) {
#pragma acc parallel loop gang vector vector_length(64) copy(a[0:n]) copy(b[0:n]) firstprivate(k)
        for (int i = 0; i < n; i++)
            b[i] += a[i] * k;
        s += b[5];
        b[5] = k;
    }
#pragma acc enter data copyin(a[0:n], b[0:n], c[0:n])
    for (int k = 0; k < 4; k++) {
#pragma acc update device(b[0:n]) self(a[0:n])
#pragma acc parallel loop present(a[0:n], b[0:n]) async(1)
        for (int i = 0; i < n; i++)
            b[i] += a[i] * k;
#pragma acc wait(1)
#pragma acc update self(b[0:n])
    }
#pragma acc exit data delete(a[0:n], b[0:n]) copyout(c[0:n]) finalize
#pragma acc data copy(a[0:n]) copyin(c[:n])
    {
#pragma acc serial loop
        for (int i = 0; i < n; i++)
            s += a[i];
    }
    printf("%g %g %g\n", s, b[5], c[5]);
    free(a);
    free(b);
    free(c);
    return 0;
}
// CHECK: openacc.c:16 a[0:n]: allocated and freed in a loop, 3 of 4 times [GP104]
// CHECK: hoist: #pragma acc data copyin(a[0:n]) create(b[0:n])
// CHECK-NEXT: in front of the loop at openacc.c:15 (main)
// CHECK-NEXT: the host changed it in 2 of 4 calls; behind that, or in front of openacc.c:16: #pragma acc update device(b[0:n])
// CHECK-NEXT: where the host reads it, or behind openacc.c:18: #pragma acc update self(b[0:n])
// WRITE-DAG: write: #pragma acc enter data copyin(a[0:n], b[0:n])
// WRITE-DAG: write: #pragma acc data copyin(a[0:n])
// WRITE-DAG: write: #pragma acc parallel loop gang vector vector_length(64) firstprivate(k) copyin(a[0:n]) copy(b[0:n])
// WRITE-DAG: in place of the directive at openacc.c:16, which has copy(a[0:n])
// WRITE-DAG: write: #pragma acc update device(b[0:n])
// WRITE-DAG: in place of the directive at openacc.c:24, which has self(a[0:n])
