// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
void shared_store(int n, double *a)
{
    int j;
    double x = 0;
#pragma omp target teams distribute parallel for map(a[0:n * n])
    for (int i = 0; i < n; i++)
// CHECK: shared_store.c:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'j' is shared by all threads of the target region and written by each of them [GN0402]
// CHECK: shared_store.c:4:{{.*}} note: declare it inside the loop, or add 'private(j)'
        for (j = 0; j < n; j++)
            a[i * n + j] = j;
// CHECK-NOT: warning
#pragma omp target teams distribute parallel for map(a[0:n]) private(j, x)
    for (int i = 0; i < n; i++) {
        x = i;
        for (j = 0; j < n; j++)
            a[i] += x;
    }
/* copies of an inner construct */
    int last = 0;
#pragma omp target parallel map(a[0:n])
    {
#pragma omp for lastprivate(last)
        for (int i = 0; i < n; i++)
            last = i;
#pragma omp barrier
        a[0] = last;
    }
/* one thread, one at a time, one that a condition chooses, private by default */
#pragma omp target parallel map(a[0:n])
    {
#pragma omp masked
        last = 1;
#pragma omp barrier
#pragma omp atomic
        last++;
        if (j == n)
            last = 2;
        a[0] = last;
    }
#pragma omp target parallel default(private) map(a[0:n])
    last = 3;
}
