// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && GANTRY_PROFILE=all,%t.txt,%t.json %run_emulated32 %t && %FileCheck %s <%t.txt && test $(grep -c ': mapped, and no region' %t.txt) = 4
/* Items of a map clause that the region neither names nor can get to: told. What it may get to by a pointer, a function
 * or a name of its own: not told. */
#include <stdlib.h>
enum { N = 512 };
struct plain {
    double x[N];
};
struct list {
    double *at;
};
#pragma omp declare target
static double known[N];
static double *there;
static double first_known(void) { return known[0]; }
#pragma omp end declare target
static double a[N], unused[N], other[N], whole[N];
static struct plain plain, spare;
static double first(const double *p) { return p[0]; }
#pragma omp declare target to(first)

int main(void)
{
    double *heap = malloc(sizeof a), *more = malloc(sizeof a), *alias = other;
    struct list list = {whole};
    double *const table[1] = {whole};
    int ok = heap && more;
    for (int i = 0; i < N; i++)
        heap[i] = more[i] = i;
    // CHECK-DAG: unnamed.c:[[#@LINE+2]] unused: mapped, and no region used it, 1 of 1 time [GP105]
    // CHECK-DAG: write: #pragma omp target teams distribute parallel for map(tofrom: a)
#pragma omp target teams distribute parallel for map(tofrom: a) map(to: unused)
    for (int i = 0; i < N; i++)
        a[i] += i;
    // CHECK-DAG: unnamed.c:[[#@LINE+1]] more[0:N]: mapped, and no region used it, 1 of 1 time [GP105]
#pragma omp target teams distribute parallel for map(tofrom: heap[0:N]) map(tofrom: more[0:N])
    for (int i = 0; i < N; i++)
        heap[i] += i;
    // CHECK-DAG: unnamed.c:[[#@LINE+1]] spare: mapped, and no region used it, 1 of 1 time [GP105]
#pragma omp target map(tofrom: plain) map(to: spare)
    plain.x[0] += 1;
    // CHECK-DAG: unnamed.c:[[#@LINE+3]] unused: mapped, and no region used it, 3 of 3 times [GP105]
#pragma omp target data map(tofrom: a)
    for (int k = 0; k < 3; k++)
#pragma omp target map(to: unused)
        a[k] += 1;

    /* by another pointer, whose row shows where it leads */
#pragma omp target map(tofrom: other)
    alias[1] += 1;
    /* by a structure, a table, a function, a global, a number, an address of an address */
#pragma omp target map(tofrom: whole) map(to: list) map(tofrom: list.at[0:N])
    list.at[1] += 1;
#pragma omp target data map(tofrom: whole) use_device_addr(whole)
    there = whole;
#pragma omp target map(tofrom: other) map(to: known)
    other[2] += first_known();
#pragma omp target map(tofrom: other, unused)
    {
        double *p = other;
        double **q = &p;
        (*q)[3] += 1;
    }
    unsigned long number = (unsigned long)a;
#pragma omp target map(tofrom: a, unused, number)
    {
        number += 8;
        if (number == 1)
            *(double *)number = 1;
    }
#pragma omp target map(tofrom: whole) map(to: unused)
    whole[4] += first(whole);
#pragma omp target map(tofrom: whole) map(to: table)
    if (table[0] == 0)
        whole[5] = 1;
    double sum = 0;
#pragma omp target teams distribute parallel for map(tofrom: sum) reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += i;
    ok &= sum == N * (N - 1) / 2.0 && a[N - 1] == N - 1 && other[1] == 1 && other[3] == 1;
    free(heap);
    free(more);
    return !ok;
}
