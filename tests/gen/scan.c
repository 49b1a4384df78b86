// RUN: %gantry cc --dump=device %s | %FileCheck %s
/* An inclusive scan keeps its two parts in one block; threads without an iteration jump to the directive's place. */
void prefix(int n, const int *a, int *b, int *total)
{
    int x = *total;
#pragma omp target parallel for reduction(inscan, +: x) map(to: a[:n]) map(from: b[:n])
    for (int i = 0; i < n; i++) {
        int mine = a[i];
        x += mine;
#pragma omp scan inclusive(x)
        b[i] = x + mine;
    }
// CHECK: struct __gd_scan __gd_s;
// CHECK: __gd_scan_begin(&__gd_s, 1, 1);
// CHECK: for (unsigned long __gd_b = 0; __gd_b < __gd_n; __gd_b += __gd_s.threads)
// CHECK: if (__gd_k >= __gd_n) goto __gd_at_scan;
// CHECK: int mine = a[i];
// CHECK: __gd_at_scan:;
// CHECK: __gd_scan(&__gd_s, &__gd_x, &__gd_carry, sizeof __gd_x, {{.*}}__combine, 0, 1);
// CHECK: if (__gd_k >= __gd_n) goto __gd_at_end;
// CHECK: b[i] = x + mine;
    *total = x;
}
