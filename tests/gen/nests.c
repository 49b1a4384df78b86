// RUN: %gantry cc --dump=device %s | %FileCheck %s
/* Nests that are not rectangular are numbered by the box that holds them; code between loops goes with every iteration.
 * It runs, though a loop further in has none: that counts as having one. */
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
// CHECK: const unsigned long __gd_n1 = __gd_t1 ? __gd_t1 : 1;
// CHECK: const unsigned long __gd_n = __gd_n0 * __gd_n1;
// CHECK: _Bool __gd_in = 1;
// CHECK: __gd_in &= __gd_i1 < (__gd_n1 ? __gd_n1 : 1);
// CHECK: if (__gd_in) {
// CHECK: double x = 2.0 * i;
// CHECK: if (__gd_i1 < __gd_n1) {
// CHECK-NEXT: int j = (int)((unsigned long)__gd_lb1 + __gd_i1 * (unsigned long)__gd_st1);
// CHECK: a[j] += x;
}

void rectangle(int n, int m, double *a, double *b)
{
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: a[:n], b[:n * m])
    for (int i = 0; i < n; i++) {
        a[i] = i;
        for (int j = 0; j < m; j++)
            for (int k = 0; k < 4; k++)
                b[i * m + j] += k;
    }
// CHECK: const unsigned long __gd_real1 = __gd_ub1 > 0 ? (unsigned long)__gd_ub1 : 0;
// CHECK-NEXT: const unsigned long __gd_n1 = __gd_real1 ? __gd_real1 : 1;
// CHECK-NEXT: const unsigned long __gd_n2 = 4;
// CHECK: a[i] = i;
// CHECK: if (__gd_i1 < __gd_real1) {
// CHECK-NEXT: int j =
// CHECK-NOT: __gd_i2 <
// CHECK: b[i * m + j] += k;
}
