// RUN: %gantry cc -Wall -c --offload-arch=emulated %s -o %t.o >%t.log 2>&1 && test ! -s %t.log
/* Legal programs that Clang's check of the same file has something to say about: not a word of it reaches the user. */
#include <omp.h>
static double ratio = 1.4;
static const double gravity = 9.81;
#pragma omp declare target to(ratio)
#pragma omp declare target
static double weigh(double x) { return x * ratio * gravity; }
#pragma omp end declare target

double total(int n, double *a)
{
    double sum = 0;
#pragma omp target teams distribute simd default(shared) reduction(+ : sum) order(concurrent) device(omp_get_default_device())
    for (int i = 0; i < n; i++)
        sum += weigh(a[i]);
#pragma omp target map(tofrom : sum)
#pragma omp teams distribute simd default(shared) reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
