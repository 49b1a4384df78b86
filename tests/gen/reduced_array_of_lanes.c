// RUN: %gantry cc --dump=device %s | %FileCheck %s
/* An array that threads of several lanes reduce lies on the stack of each lane: every lane gives its own the first
 * values, and none waits for another. */
void counts(int n, const int *a, int *total)
{
    int c[4] = {0};
#pragma omp target teams distribute parallel for reduction(+: c) map(to: a[0:n]) map(tofrom: c)
    for (int i = 0; i < n; i += 8) {
        // CHECK: {{^ +}}int c[4];
        // CHECK-NEXT: {{^ +}}int *const __gd_p_c =
        // CHECK-NEXT: for (unsigned long __gd_i = 0; __gd_i < __gd_n_c; __gd_i++)
        // CHECK-NEXT: __gd_p_c[__gd_i] = 0;
        // CHECK: the lanes of the thread (simd)
        int s = 0;
#pragma omp simd reduction(+: s)
        for (int j = i; j < i + 8; j++)
            s += a[j];
        c[s & 3]++;
    }
    *total = c[0] + c[1];
}
