// RUN: %not --status 1 %gantry translate --to=openmp %s -o %t.c 2>%t.said && %FileCheck --input-file=%t.said --implicit-check-not=error: %s
// RUN: sed 's/PART = i/s.x = i/; s/ UNTIL(i, n);/ i != n;/; s/; END_OF(a.*/; a[i]--; }/' %s >%t.open.c && %gantry translate --to=openmp %t.open.c -o %t.c && grep -v 'OPEN\|CHECK' %t.c | %FileCheck --check-prefix=OPEN %s
// RUN: %gantry translate --to=openmp %t.open.c 2>&1 >%t.printed | grep 'hidden.open.c:[0-9:]* warning: the preprocessor leaves out this .acc kernels.: what it calls, and types, are not known in such parts' >/dev/null
// RUN: %gantry cc -fopenacc -O1 --offload-arch=emulated %s -o %t.acc && %run_emulated32 %t.acc >%t.1 && grep -qx '190 25 20' %t.1
// RUN: %gantry cc -O1 --offload-arch=emulated %t.c -o %t.omp && %run_emulated32 %t.omp | cmp - %t.1
/* gantry translate changes words of statements: where macros make them, it says so, and finds what stands beside. */
#ifdef _OPENACC
#include <openacc.h>
#endif
#include <stdio.h>

#define PART s.x
#define UNTIL(i, n) i != n
#define TWO 2
#define ROW(p) ((p) + 0)

int main(void)
{
    enum { N = 20 };
    int a[N] = {0}, b[N] = {0}, n = N, sum = 0, odd = 0, least = 100, where = -1, *p = b;
    struct {
        int x, y, *p;
    } s = {1, 2, b};
// CHECK: :[[#@LINE+1]]:13: error: this 'acc parallel loop' cannot be translated: macros hide words in its statement that change with it; write them out [GN0204]
#pragma acc parallel loop private(s.x) copy(a)
    for (int i = 0; i < n; i++) {
        PART = i;
        // OPEN: a[ROW(i)] += (*part_{{[0-9_]*}}); /* ROW(s) */
        a[ROW(i)] += s . x; /* ROW(s) */
    }
// CHECK: :[[#@LINE+2]]:13: error: this 'acc parallel loop' cannot be translated: macros hide words in its statement that change with it; write them out [GN0204]
// OPEN: for (int i = 0; i < n; i += TWO)
#pragma acc parallel loop copy(b)
    for (int i = 0; UNTIL(i, n); i += TWO)
        b[i]++;
// OPEN: #pragma omp target teams distribute parallel for collapse(TWO)
#pragma acc parallel loop collapse(TWO) copy(b)
    for (int i = 0; i < n; i += 4)
        for (int j = 0; j < 3; j++)
            b[i + j]++;
    for (int i = 0; i < N; i++) {
        sum += a[i];
        odd += b[i];
    }
#if N > 100
#pragma acc kernels
    n = 3;
#pragma acc serial
    n = 4;
#endif
    /* where statements end that macros begin */
#define FORALL(i, n) for (int i = 0; i < (n); i++)
// OPEN: #pragma omp target teams distribute parallel for map(tofrom: a)
// OPEN-NEXT: FORALL(i, n) {
// OPEN: #pragma omp target teams map(tofrom: a)
// OPEN-NEXT: {
// OPEN-NEXT: #pragma omp distribute parallel for
// OPEN-NEXT: FORALL(i, n)
#pragma acc parallel loop copy(a)
    FORALL(i, n) {
        a[i] += 2;
    }
#pragma acc parallel copy(a)
    {
#pragma acc loop gang vector
        FORALL(i, n)
        {
            a[i] -= 2;
        }
    }
// OPEN: #pragma omp target teams map(tofrom: a)
// OPEN-NEXT: #pragma omp distribute parallel for
// OPEN-NEXT: for (int i = 0; i < n; i++)
// OPEN-NEXT: a[i]++;
// OPEN: #pragma omp target defaultmap(tofrom: scalar) map(tofrom: a)
// OPEN: #pragma omp distribute parallel for
#pragma acc kernels copy(a)
    {
        for (int i = 0; i < n; i++)
            a[i]++;
        for (int i = 0; i < n; i++) {
            if (a[i] < least) /* of a loop with a comment nobody writes the other form */
                least = a[i], where = i;
        }
        for (int i = 0; i < n; i++)
            a[i]--;
    }
    n -= least + where - 1;
#define END_OF(x) x; }
// CHECK: :[[#@LINE+1]]:13: error: this 'acc parallel loop' cannot be translated: macros hide words in its statement that change with it; write them out [GN0204]
#pragma acc parallel loop copy(a) async(n) device_type(host) gang
    for (int i = 0; i < n; i++) {
        a[i]++; END_OF(a[i]--)
#pragma acc wait
    /* helpers have their declarations, though the source includes openacc.h for OpenACC alone */
#pragma acc enter data copyin(s, p[0:N]) attach(s.p)
#pragma acc serial present(s, p[0:N]) copy(n)
    n += s.p[1] - 1;
#pragma acc exit data detach(s.p) delete(p[0:N], s)
    printf("%d %d %d\n", sum, odd, n);
    return 0;
}
