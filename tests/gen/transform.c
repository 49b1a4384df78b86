// RUN: %gantry cc --dump=host %s | %FileCheck %s
/* Loop transformations are loops in the text; the lines stay where they were. */
void f(int n, int *a)
{
#pragma omp target map(tofrom: a[:n])
    {
#pragma omp tile sizes(4)
        for (int i = 0; i < n; i++)
            a[i] = __LINE__;
// CHECK: for (unsigned long __gt1_f0 = 0; __gt1_f0 < ((int)(0) < (n) ?
// CHECK-SAME: for (unsigned long __gt1_t0 = __gt1_f0;
// CHECK: { int i = (int)((0) + (long)(__gt1_t0) * (long)(1));
// CHECK-SAME: a[i] = 9; }
    }
}
