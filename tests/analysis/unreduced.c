// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=warning: %s
/* Sums, counts and extremes that all threads form in one variable, without a reduction; and what is right. */
#include <math.h>
#include <omp.h>
void wrong(int n, const double *a, int key)
{
    double m = a[0], low = a[0], top = 0, product = 1;
    int count = 0, hits = 0, bits = 0, equal = 0, all = -1, parity = 0;
// CHECK: unreduced.c:[[#@LINE+4]]:24: warning: 'm' is shared by all that run this construct: between its comparison and this store others store, too [GN0471] [-Wgantry-unreduced-extreme]
// CHECK: unreduced.c:[[#@LINE+1]]:1: note: add 'reduction(max: m)' here
#pragma omp target teams distribute parallel for map(tofrom: m) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        if (a[i] > m) {m = a[i];}
// CHECK: warning: 'low' is shared {{.*}} [GN0471]
// CHECK: note: add 'reduction(min: low)' here
#pragma omp target parallel for map(tofrom: low) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        low = low < a[i] ? low : a[i];
// CHECK: warning: 'top' is shared {{.*}} [GN0471]
// CHECK: note: add 'reduction(max: top)' here
#pragma omp target teams distribute parallel for map(tofrom: top) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        top = fmax(top, a[i]);
// CHECK: unreduced.c:[[#@LINE+4]]:9: warning: 'count' is shared by all that run this construct, and each of them adds to what it reads there: additions are lost [GN0470] [-Wgantry-unreduced-sum]
// CHECK: unreduced.c:[[#@LINE+1]]:1: note: add 'reduction(+: count)' here
#pragma omp target teams distribute map(tofrom: count)
    for (int i = 0; i < n; i++)
        count = count + 1;
// CHECK: warning: 'all' is shared {{.*}} [GN0470]
// CHECK: note: add 'reduction(&: all)' here
#pragma omp target teams distribute parallel for map(tofrom: all)
    for (int i = 0; i < n; i++)
        all = all & (i | 8);
// CHECK: warning: 'parity' is shared {{.*}} [GN0470]
// CHECK: note: add 'reduction(^: parity)' here
#pragma omp target teams distribute parallel for map(tofrom: parity)
    for (int i = 0; i < n; i++)
        parity = parity ^ i;
// CHECK: warning: 'hits' is shared {{.*}} [GN0470]
#pragma omp target teams distribute parallel for map(tofrom: hits) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        if (a[i] * a[i] < 1)
            hits++;
// CHECK: warning: 'bits' is shared {{.*}} [GN0470]
// CHECK: note: add 'reduction(|: bits)' here
#pragma omp target teams distribute parallel for map(tofrom: bits)
    for (int i = 0; i < n; i++)
        if (i % 3)
            bits = i | bits;
// CHECK: warning: 'equal' is shared {{.*}} [GN0470]
#pragma omp target map(tofrom: equal) map(to: a[0:n])
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if ((int)a[i] == key)
            equal += 1;
// CHECK: warning: 'product' is shared {{.*}} [GN0470]
// CHECK: note: add 'reduction(*: product)' here
#pragma omp target parallel for map(tofrom: product) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        product = a[i] * product;
}
void right(int n, const double *a, int key)
{
    double m = a[0], low = a[0];
    int count = 0, one = 0, hits = 0;
    omp_lock_t lock;
#pragma omp target teams distribute parallel for reduction(max: m) reduction(+: count) map(to: a[0:n])
    for (int i = 0; i < n; i++) {
        double own = a[i];
        if (a[i] > m)
            m = a[i];
        if (a[i] > 3)
            count = count + 1;
        for (int j = 0; j < 3; j++)
            if (own < j)
                own = own + 1;
    }
#pragma omp target parallel for map(tofrom: m, low, count, one, hits) map(to: a[0:n])
    for (int i = 0; i < n; i++) {
        if (a[i] > m) {
#pragma omp critical
            if (a[i] > m)
                m = a[i];
        }
#pragma omp atomic compare
        if (low > a[i])
            low = a[i];
        if (i == key)
            one++;
        if (i < 1)
            one = one + 1;
        if (omp_get_thread_num() == 0)
            hits = hits + 1;
        if (a[i] > 0) {
#pragma omp atomic
            count = count + 1;
        }
    }
#pragma omp target parallel map(tofrom: lock, count, m)
    {
        omp_set_lock(&lock);
        count = count + 1;
        if (m < count)
            m = count;
        omp_unset_lock(&lock);
    }
#pragma omp target map(tofrom: count, m) map(to: a[0:n])
    for (int i = 0; i < n; i++) {
        count = count + 1;
        if (a[i] > m)
            m = a[i];
    }
}
