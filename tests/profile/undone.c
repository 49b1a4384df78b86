// What is sent again as it was, after a region has stored something else on the device, undoes that: without the copy results would be others. Nothing is told, whether the
// memory stayed there or was freed in between. Where regions only read, it is.
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && GANTRY_PROFILE=all,%t.txt,%t.json %run_emulated32 %t >%t.out && grep -x '100 50 100 32' %t.out && %FileCheck %s <%t.txt && %not grep -E ' (restart|back|scratch|entered)[^ ]*: (sent again unchanged|sent again as)' %t.txt
#include <stdio.h>
enum { N = 100, LARGE = 5000 };
static double restart[N], back[N], scratch[LARGE], entered[N], table[LARGE], mixed[N], sum;

static void add(double *x, int n, double by)
{
#pragma omp target teams distribute parallel for map(x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += by;
}

static double first(const double *x)
{
    double v = 0;
#pragma omp target map(x[0:1]) map(from: v)
    v = x[0];
    return v;
}

int main(void)
{
    double restarted = 0, went_back = 0, sums = 0, other = 0;
    for (int i = 0; i < LARGE; i++)
        table[i] = 1;
#pragma omp target data map(alloc: restart, back, table, mixed)
    {
#pragma omp target update from(back)
        for (int i = 0; i < N; i++)
            back[i] = 0;
#pragma omp target update to(back)
        for (int k = 0; k < 10; k++) {
            restart[0] = 9;
#pragma omp target update to(restart)
            add(restart, N, 1);
            restarted += first(restart);
            if (k % 2 == 0) {
#pragma omp target update from(back)
            }
            add(back, N, 1);
            if (k % 2 == 0) {
#pragma omp target update to(back)
            }
// CHECK-DAG: undone.c:[[# @LINE + 1]] table: sent again unchanged, 9 of 10 times [GP101]
#pragma omp target update to(table)
#pragma omp target teams distribute parallel for reduction(+: sums)
            for (int i = 0; i < N; i++)
                sums += table[i] / 100;
// CHECK-DAG: undone.c:[[# @LINE + 2]] mixed: sent again unchanged, 6 of 10 times [GP101]
// CHECK-DAG: where the host changes it or undoes what a region stored, which it did before 4 of these 10
#pragma omp target update to(mixed)
            if (k % 3 == 0)
                add(mixed, N, 1);
        }
        went_back = first(back) * 10;
    }
    for (int k = 0; k < 4; k++) {
#pragma omp target enter data map(to: scratch, entered)
// CHECK-DAG: {{^ +}}#pragma omp target update to(scratch, entered)
        add(scratch, LARGE, 1), add(entered, N, 2);
        other += first(scratch) * 4 + first(entered) * 2;
#pragma omp target exit data map(delete: scratch, entered)
    }
    printf("%g %g %g %g\n", restarted, went_back, sums * 10, other);
    return 0;
}
