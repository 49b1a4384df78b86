// RUN: %not %gantry cc -w -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// CHECK: errors_long_double.c:[[# @LINE + 1]]:{{.*}} error: 'x' in device code has type long double, which GPUs do not have: use double [GN0692]
static int half(long double x) { return (int)(x / 2); }
int main(void)
{
    int k = 0;
#pragma omp target map(k)
    {
// CHECK: errors_long_double.c:[[# @LINE + 1]]:{{.*}} error: 'q' in device code has type long double, which GPUs do not have: use double [GN0692]
        long double q = 1.5L;
        k = half(q);
    }
    return k;
}
