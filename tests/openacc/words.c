// RUN: %gantry cc -fopenacc -c -Wall --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %gantry explain -fopenacc %s 2>/dev/null | %FileCheck --check-prefix=EXPLAIN %s
// RUN: %gantry cc -fopenacc -O1 -DCHECKED --offload-arch=emulated %s -o %t -fcheck 2>/dev/null
// RUN: %not --status 3 %run_emulated32 %t 2>&1 | %FileCheck --check-prefix=CHECKED %s
/* Messages and advice about constructs of OpenACC speak of it; those about OpenMP's in the same file do not. */
#include <stdio.h>
#include <stdlib.h>
#ifdef CHECKED
enum { N = 40 };
int main(void)
{
    double a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc data copyin(a)
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            a[i]++;
        // CHECKED: words.c:[[#@LINE+2]]:{{.*}}[GC{{[0-9]+}}]
        // CHECKED: '#pragma acc update self(a)' before
        printf("%g\n", a[3]);
    }
    return 0;
}
#else
void lost(int n, double *a, const double *b)
{
// EXPLAIN: words.c:[[#@LINE+6]]: acc parallel loop
// EXPLAIN: mode {{.*}}down to the loop of workers or vectors is tightly nested [GR101]
// EXPLAIN: i over gangs and workers or vectors
// EXPLAIN: launch {{ *}}gangs from the trip count
// EXPLAIN: a[0:n] {{ *}}copyin: as the clause says
// CHECK: words.c:[[#@LINE+1]]:34: note: 'copyout(a[0:n])' brings it back
#pragma acc parallel loop copyin(a[0:n], b[0:n])
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}

void old(int n, double *a)
{
// CHECK: before, '#pragma acc update self(a)' does
#pragma acc data copy(a[0:n])
    {
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            a[i] = i;
        printf("%g\n", a[0]);
    }
}

void heap(int n)
{
// CHECK: allocate it with 'acc_malloc'
    double *a = malloc((size_t)n * sizeof *a);
#pragma acc parallel loop deviceptr(a)
    for (int i = 0; i < n; i++)
        a[i] = i;
}

void openmp(int n, double *a, const double *b)
{
// EXPLAIN: words.c:[[#@LINE+4]]: target teams
// EXPLAIN: i over teams (distribute) and threads (for)
// EXPLAIN: a[0:n] {{ *}}map(to): as the clause says
// CHECK: note: 'map(from: a[0:n])' brings it back
#pragma omp target teams distribute parallel for map(to: a[0:n], b[0:n])
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}

void serial(int n, double *a)
{
// EXPLAIN: write     #pragma acc parallel loop gang vector copy(a[0:n])
// EXPLAIN-NEXT: in place of the directive at {{.*}}words.c:[[#@LINE+1]]
#pragma acc serial copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
#endif
