// RUN: %not %gantry cc -w -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
/* Without a variable: literals, casts, calls. What only names the type is good, and so is what the host computes. */
#include <math.h>
static double tenth(double x)
{
// CHECK: errors_long_double_expressions.c:[[#@LINE+1]]:12: error: device code has an expression of type long double, which GPUs do not have: use double [GN0692]
    return x * 0.1L;
}
static double on_the_host(double x) { return (double)(x / 3.0L); }
int main(void)
{
    double r = 0;
#pragma omp target map(r)
    {
// CHECK: :[[#@LINE+1]]:22: error: device code has an expression of type long double
        r += (double)(((long double)r) / 3);
// CHECK: :[[#@LINE+1]]:14: error: device code has an expression
        r += __builtin_fabsl(2);
        r += sizeof(long double) + sizeof(1.0L) + _Alignof(long double) + tenth(r);
        r += _Generic(1, long double: 1, default: 2) + isnan(r);
    }
// CHECK-NOT: error
    return on_the_host(r) > 1;
}
