// RUN: %gantry cc --dump=device %s | %FileCheck %s
/* Nests that are not rectangular are numbered by the box that holds them; code between loops goes with every iteration. */
void triangle(int n, double *a)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[:n])
    for (int i = 0; i < n; i++) {
        double x = 2.0 * i;
        for (int j = i; j < n; j += 3)
            a[j] += x;
    }
// CHECK: for (unsigned __gd_c = 0; __gd_c < 2u; __gd_c++) {
// CHECK-NEXT: int i = (__typeof__(int))((__gd_c >> 0) & 1 ? __gd_max0 : __gd_min0);
// CHECK: const unsigned long __gd_n1 = __gd_t1;
// CHECK: const unsigned long __gd_n = __gd_n0 * __gd_n1;
// CHECK: _Bool __gd_in = 1;
// CHECK: __gd_in &= __gd_i1 < __gd_n1;
// CHECK: if (__gd_in) {
// CHECK: double x = 2.0 * i;
// CHECK: int j = (int)((unsigned long)__gd_lb1 + __gd_i1 * (unsigned long)__gd_st1);
// CHECK: a[j] += x;
}
