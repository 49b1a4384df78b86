// RUN: OMP_NUM_THREADS=1 %not --status 3 %gantry check -w %s 2> %t.err && %FileCheck %s < %t.err
// RUN: OMP_NUM_THREADS=1 %gantry check -w -DONE %s 2> %t.one && grep -q "nothing found" %t.one
/* Static loops and sections of the host are judged with several threads, whatever OMP_NUM_THREADS says; not where a clause says one. */
#include <stdio.h>

enum { PARTS = 8, PART = 50, N = PARTS * PART };
static int a[N];
#ifdef ONE
#define THREADS num_threads(1)
#else
#define THREADS
#endif

static void loop(int t)
{
#pragma omp target map(a)
    for (int i = PART * t; i < PART * t + 2 * PART && i < N; i++)
        a[i] = t; // CHECK-DAG: threads.c:[[#@LINE]]:{{.*}}is stored here, by the region of {{.*}} [GC402]
}

static void section(int t)
{
#pragma omp target map(a)
    a[3] += t; // CHECK-DAG: threads.c:[[#@LINE]]:{{.*}}is stored here, by the region of {{.*}} [GC402]
}

int main(void)
{
#pragma omp target enter data map(to: a)
#pragma omp parallel for schedule(static) THREADS
    for (int t = 0; t < PARTS; t++)
        loop(t);
#pragma omp parallel sections THREADS
    {
#pragma omp section
        section(1);
#pragma omp section
        section(2);
    }
#pragma omp target exit data map(from: a)
    printf("%d\n", a[3]);
}
