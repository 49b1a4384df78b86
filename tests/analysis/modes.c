// RUN: %gantry cc --dump=decisions %s | %FileCheck %s
/* which mode each shape of nest gets, and why */
void work(int n, double *a)
{
// CHECK: kernel gantry_k_modes_work_6_{{[0-9a-f]*}} line=6 mode=spmd why=GR101:6 teams=1 parallel=1
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
// CHECK: line=10 mode=spmd why=GR101:12 teams=1 parallel=1 guards=0
#pragma omp target teams distribute
    for (int i = 0; i < n; i++) {
#pragma omp parallel for
        for (int j = 0; j < n; j++)
            a[j] += i;
    }
// CHECK: line=17 mode=spmd why=GR105:17 teams=1 parallel=1
#pragma omp target teams distribute
    for (int i = 0; i < n; i++) {
        double x = a[i];
#pragma omp parallel for
        for (int j = 0; j < n; j++)
            a[j] += x;
    }
// CHECK: line=25 mode=spmd why=GR110:{{[0-9]+}} teams=1
#pragma omp target
#pragma omp loop
    for (int i = 0; i < n; i++)
        a[i] = i;
// CHECK: line=30 mode=generic why=GR104:{{[0-9]+}} teams=0 parallel=0
#pragma omp target
    a[0] = n;
// CHECK: line=33 mode=spmd why=GR101:33 teams=0
#pragma omp target parallel for num_threads(n)
    for (int i = 0; i < n; i++)
        a[i] = i;
/* num_threads that only the device knows: the launch cannot be shaped by it */
// CHECK: line=38 mode=generic why=GR109:40 teams=1 parallel=1
#pragma omp target teams distribute
    for (int i = 0; i < n; i++)
#pragma omp parallel for num_threads(i + 1)
        for (int j = 0; j < n; j++)
            a[j] = j;
}
