// RUN: %gantry cc --offload-arch=emulated --dump=device %s | %FileCheck %s
/* What becomes of variable-length array types in device code. */
double f(int n, int m, double (*a)[m])
{
    double sum = 0;
// CHECK: __GD_KERNEL gantry_k_vla_f_{{.*}}unsigned long __gd_n0_a
#pragma omp target map(tofrom: sum) map(to: a[0:n])
    {
// CHECK: unsigned long __gd_n0_t = (unsigned long)(n + 1);
// CHECK: struct __gd_vla __gd_s_t __attribute__((cleanup(__gd_vla_leave))) = __gd_vla_enter(__gd_n0_t * sizeof(double[2]));
// CHECK: double (*t)[2] = __gd_s_t.at;
        double t[n + 1][2];
// CHECK: t[n][1] = (a + (1) * (long)(__gd_n0_a))[m - 1];
        t[n][1] = a[1][m - 1];
// CHECK: (*sum) = t[n][1] + ((void) t, (unsigned long)(long)(__gd_n0_t) * sizeof(double[2]));
        sum = t[n][1] + sizeof t;
// CHECK: double *p = a + (1) * (long)(__gd_n0_a);
        double (*p)[m] = a + 1;
// CHECK: (*sum) += ( ((p += (long)(__gd_n0_p)) - (long)(__gd_n0_p)))[0];
        sum += (*p++)[0];
// CHECK: (*sum) += "__func__"[0] ? "f"[0] : 0;
        sum += "__func__"[0] ? __func__[0] : 0;
    }
    return sum;
}
