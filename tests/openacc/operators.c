// RUN: %gantry translate --to=openmp %s -o %t.c 2>%t.said && grep -v CHECK %t.c >%t.seen && %FileCheck --input-file=%t.seen %s
// RUN: grep -c warning %t.said | grep -qx 1 && grep 'operators.c:[0-9]*: warning: a directive of OpenACC that a macro or _Pragma makes stays' %t.said >/dev/null
// RUN: %gantry cc -fopenacc -O1 --offload-arch=emulated %s -o %t.acc && %run_emulated32 %t.acc >%t.1
// RUN: %gantry cc -fopenacc -O1 --offload-arch=emulated %t.c -o %t.omp && %run_emulated32 %t.omp | cmp - %t.1
/* `_Pragma` in the text is a directive as any other; one that a macro makes stays. A macro that is several names of `present`
 * becomes those names, for some are pointers. */
#include <stdio.h>
#define EACH(I) _Pragma("acc parallel loop copy(s)") for (int I = 0; I < 1; I++)
#define LIST p, q
#define ONE p
static void several(int n, int *p)
{
    int q[40];
#pragma acc data copy(p[0:n]) create(q)
    {
        // CHECK: #pragma omp target teams distribute parallel for map(present, alloc: p[:0], q)
#pragma acc parallel loop present(LIST)
        for (int i = 0; i < n; i++)
            q[i] = p[i];
        // CHECK: map(present, alloc: ONE[:0])
#pragma acc parallel loop present(ONE)
        for (int i = 0; i < n; i++)
            p[i] += q[i];
    }
}

int main(void)
{
    int a[40], s = 0;
    // CHECK: {{^}}    #pragma omp target teams distribute parallel for map(from: a)
    // CHECK-NEXT: {{^}}    for (int i
    _Pragma("acc parallel loop copyout(a)")
    for (int i = 0; i < 40; i++)
        a[i] = i;
    // CHECK: if (s == 0) {
    // CHECK-NEXT: {{^}}    #pragma omp target teams distribute parallel for map(tofrom: a)
    // CHECK-NEXT: {{^}}    for (int i = 0; i < 40; i++) a[i]++; }
    if (s == 0) { _Pragma("acc parallel loop copy(a)") for (int i = 0; i < 40; i++) a[i]++; }
    // CHECK: #pragma omp target data map(tofrom: a[0:40])
    _Pragma ( "acc data copy(a[0:40])" ) /* here */
    {
        // CHECK: a[i] += 2;
        // CHECK-NEXT: {{^}}        #pragma omp target update from(present: a)
        // CHECK-NEXT: {{^}}        s += a[3];
        _Pragma("acc parallel loop") for (int i = 0; i < 40; i++) a[i] += 2; _Pragma("acc update self(a)")
        s += a[3];
    }
    // CHECK: EACH(i)
    EACH(i)
        s++;
    // CHECK: /* _Pragma("acc wait") */
    several(40, a);
    printf("%d %d\n", s, a[39]); /* _Pragma("acc wait") */
    // CHECK: puts("_Pragma(\"acc wait\")");
    puts("_Pragma(\"acc wait\")");
    return 0;
}
