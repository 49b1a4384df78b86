// RUN: %gantry cc --dump=decisions %s 2>&1 | %FileCheck %s
/* how every kind of variable reaches the kernel (OpenMP 5.2, 5.4 and 5.8) */
struct pair { double x, y; };
static double table[100];
static const int fixed[3] = {1, 2, 3};
void data(int n, double *p, double *q)
{
    double scalar = 1, sum = 0, changed = 0, mapped = 2;
    struct pair s = {1, 2};
    int last = 0;
// CHECK-LABEL: kernel gantry_k_data_data_
// CHECK-DAG: capture n how=firstprivate map=0x0 why=GR202
// CHECK-DAG: capture scalar how=firstprivate map=0x0 why=GR202
// CHECK-DAG: capture p how=pointer map=0x3 why=GR201
// CHECK-DAG: capture q how=pointer map=0x200 why=GR205
// CHECK-DAG: capture table how=mapped map=0x83 why=GR203
// CHECK-DAG: capture fixed how=mapped map=0x81
// CHECK-DAG: capture s how=mapped map=0x83 why=GR204
// CHECK-DAG: capture sum how=mapped map=0x3 why=GR207
// CHECK-DAG: capture last how=mapped map=0x3 why=GR208
// CHECK-DAG: capture mapped how=mapped map=0x1 why=GR201
#pragma omp target teams distribute parallel for map(p[0:n]) reduction(+: sum) lastprivate(last) map(to: mapped)
    for (int i = 0; i < n; i++) {
        p[i] = q[i] * scalar + table[i] + fixed[i % 3] + s.x + mapped;
        sum += p[i];
        last = i;
    }
/* firstprivate and written: one copy that the whole region shares */
// CHECK: capture changed how=firstprivate copy map=0x1 why=GR202
#pragma omp target teams
    {
        if (n > 3)
            changed = n;
        p[0] = changed;
    }
}
