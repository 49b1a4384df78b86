// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
static double sum;
void shared_store(int n, double *a)
{
    int j, at = 0;
    double x = 0, most = 0, product = 1, mixed = 0;
#pragma omp target teams distribute parallel for map(a[0:n * n])
    for (int i = 0; i < n; i++)
// CHECK: shared_store.c:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'j' is shared by all threads of the target region and written by each of them [GN0402]
// CHECK: shared_store.c:5:{{.*}} note: declare it inside the loop, or add 'private(j)'
        for (j = 0; j < n; j++)
            a[i * n + j] = j;
/* what all accesses add to is a sum or an extreme: a reduction, of a variable of file scope, too */
// CHECK: shared_store.c:[[# @LINE + 4]]:{{[0-9]+}}: warning: 'sum' is shared by all threads of the target region and written by each of them [GN0402]
// CHECK: shared_store.c:[[# @LINE + 1]]:{{[0-9]+}}: note: add 'reduction(+: sum)' here
#pragma omp target parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        sum += a[i];
// CHECK: warning: 'most' is shared
// CHECK: note: add 'reduction(max: most)' here
// CHECK: warning: 'product' is shared
// CHECK: note: add 'reduction(*: product)' here
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        most = a[i] > most ? a[i] : most;
        product = product * a[i];
    }
/* read for something else, by two operators, its value used: private, as far as can be told */
// CHECK: warning: 'x' is shared
// CHECK: note: declare it inside the loop, or add 'private(x)'
// CHECK: warning: 'mixed' is shared
// CHECK: note: declare it inside the loop, or add 'private(mixed)'
// CHECK: warning: 'at' is shared
// CHECK: note: declare it inside the loop, or add 'private(at)'
#pragma omp target parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        x += a[i];
        a[i] = x;
        mixed += 1;
        mixed *= 2;
        a[at++] = 1;
    }
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
