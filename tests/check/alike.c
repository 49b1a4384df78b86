// RUN: %gantry cc -O1 -fcheck --offload-arch=emulated %s -o %t
// RUN: for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do %not --status 3 %run_emulated32 %t 2>%t.$i && cmp %t.1 %t.$i || exit 1; done
// RUN: %FileCheck --implicit-check-not=GC6 %s <%t.1
/* Twenty runs say the same, to the byte: of races, locks, atomics, memory that was never written, stale copies, and
 * regions that nothing orders, with copies that are taken away while they may still run; each run on all threads of the
 * machine. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };

int main(void)
{
    static int a[N + 8], b[N];
    int count = 0, held = 0, *h = calloc(16, sizeof *h);
#pragma omp target teams distribute parallel for map(tofrom : a)
    for (int i = 0; i < N; i++)
        a[i] = a[i + 7] + 1;
// CHECK-DAG: alike.c:[[#@LINE - 1]]:{{.*}}[GC401]
#pragma omp target teams distribute parallel for map(tofrom : h[0 : 16])
    for (int i = 0; i < N; i++)
        h[i % 16]++;
// CHECK-DAG: alike.c:[[#@LINE - 1]]:{{.*}}[GC401]
#pragma omp target teams distribute parallel for map(tofrom : count, held)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        count++;
#pragma omp critical
        held++;
    }
#pragma omp target teams distribute parallel for map(from : b)
    for (int i = 0; i < N; i++)
        if (b[i] > 3)
// CHECK-DAG: alike.c:[[#@LINE - 1]]:{{.*}}[GC201]
            b[i] = 3;
        else
            b[i] = 0;
#pragma omp target data map(to : b)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            b[i] = i;
        held += b[5];
// CHECK-DAG: alike.c:[[#@LINE - 1]]:{{.*}}[GC301]
    }
#pragma omp target nowait map(tofrom : h[0 : 4])
    h[0]++;
#pragma omp target nowait map(tofrom : h[0 : 4])
    h[0]++;
// CHECK-DAG: alike.c:[[#@LINE - 2]]:{{.*}}[GC402]
#pragma omp taskwait
    int near[40] = {0}, sums[40] = {0};
#pragma omp target enter data map(to : near, sums)
#pragma omp target teams distribute parallel for nowait depend(out : near)
    for (int i = 0; i < 40; i++)
        near[i] += i;
// CHECK-DAG: alike.c:[[#@LINE - 1]]:{{.*}}[GC402]
#pragma omp target teams distribute parallel for nowait depend(in : near) depend(out : sums)
    for (int i = 0; i < 40; i++)
        sums[i] = near[i] + 1;
// CHECK-DAG: alike.c:[[#@LINE - 1]]:{{.*}}[GC402]
#pragma omp target update from(sums) nowait depend(in : sums)
#pragma omp target exit data map(from : near)
#pragma omp target exit data map(from : sums)
    held += near[1] + sums[1];
// CHECK-DAG: alike.c:[[#@LINE - 1]]:{{.*}}the host reads 'sums[1]'{{.*}}[GC403]
    if (count != N || held < N)
        printf("%d %d\n", count, held);
    free(h);
    int late[8] = {0};
#pragma omp target nowait map(from : late)
    late[0] = count;
    return 0;
// CHECK-DAG: alike.c:[[#@LINE - 1]]:{{.*}}main returns{{.*}}'late'{{.*}}[GC403]
}
