// RUN: %not --status 3 %gantry check -w %s 2> said && %FileCheck %s < said
// RUN: %not --status 3 %gantry check -w -DHOST_POINTER %s 2> said2 && %FileCheck --check-prefix=POINTER %s < said2
/* What reports call things: elements of declare target variables, what a moved value came from, an update that is too
 * short, a host pointer in a mapped structure. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int tab[4] = {1, 2, 3, 4};
static struct {
    int x, y[3];
} rec;
#pragma omp declare target(tab, rec)

#pragma omp declare target
__attribute__((noinline)) static void add(int *p)
{
    *p += 1; // CHECK: named.c:[[#@LINE]]:{{.*}}a race: k is stored here
}
#pragma omp end declare target

static void of_team(void)
{
    int r = 0;
#pragma omp target teams num_teams(2) map(from: r)
    {
        int k = 0, v[4] = {0};
#pragma omp parallel num_threads(4)
        add(v[1] == 0 ? &k : &v[1]);
        if (omp_get_team_num() == 0)
            r = k;
    }
    printf("%d\n", r);
}

static void declared(void)
{
    int r = 0;
    tab[1] = 7; // CHECK: device reads 'tab[1]', which the host has changed at {{.*}}named.c:[[#@LINE]]
    rec.y[2] = 3;
#pragma omp target map(from: r)
    {
        r = tab[1] + rec.y[2]; // CHECK: device reads 'rec.y[2]', which the host has changed at {{.*}}named.c:[[#@LINE-3]]
        tab[2] = 5;
    }
    printf("%d %d\n", r, tab[2]); // CHECK: named.c:[[#@LINE]]:{{.*}}the host reads 'tab[2]', which the region at {{.*}}named.c:[[#@LINE-5]]
    // CHECK: '#pragma omp target update from(tab[2:1])'
}

static void moved(void)
{
    int a[10], b[10], s = 0;
#pragma omp target teams distribute parallel for map(alloc: a) map(from: b)
    for (int i = 0; i < 10; i++)
        b[i] = a[i];
    for (int i = 0; i < 10; i++)
        s += b[i]; // CHECK: named.c:[[#@LINE]]:{{.*}}the host reads 'b[0]', which came back from a device without a value [GC203]
    // CHECK: 'a' (40 bytes, mapped at {{.*}}named.c:[[#@LINE-5]]) has no value at byte 0
    // CHECK-NEXT: map it with to or tofrom
    printf("%d\n", s);
}

static void too_short(void)
{
    enum { n = 100 };
    int a[n], s = 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target data map(to: a)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i]++;
#pragma omp target update from(a[0:50])
        for (int i = 0; i < n; i++)
            s += a[i]; // CHECK: named.c:[[#@LINE]]:{{.*}}the host reads 'a[50]'
        // CHECK: the update at {{.*}}named.c:[[#@LINE-3]] brings 'a[0:50]' only: a longer section of it, or all of 'a', would do
        for (int i = 0; i < n; i++)
            a[i] = 2 * i;
#pragma omp target update to(a[0:50])
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i]++; // CHECK: named.c:[[#@LINE]]:{{.*}}the device reads 'a[50]'
        // CHECK: the update at {{.*}}named.c:[[#@LINE-4]] brings 'a[0:50]' only
#pragma omp target update from(a)
        a[60] = 1; // not a short update: it came before the store
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i]++; // CHECK: named.c:[[#@LINE]]:{{.*}}the device reads 'a[60]'
        // CHECK: '#pragma omp target update to(a
#pragma omp target update from(a)
    }
    printf("%d\n", s);
}

static void host_pointer(void)
{
    struct {
        int n;
        double *v;
    } s = {10, malloc(10 * sizeof *s.v)};
    double r = 0;
    for (int i = 0; i < s.n; i++)
        s.v[i] = i;
#pragma omp target map(to: s) map(tofrom: r)
    for (int i = 0; i < s.n; i++)
        r += s.v[i + 1]; // POINTER: named.c:[[#@LINE]]:{{.*}}load of 8 bytes at a host address, byte 8 of what 's.v' points to, which is not mapped: the pointer was never attached [GC102]
    // POINTER-NEXT: 's.v' came to the device with the map at {{.*}}named.c:[[#@LINE-3]], as the host has it
    // POINTER: map what the pointer points to, too, as in map(tofrom: s.v[0:n]), so that it is attached
    printf("%g\n", r);
}

int main(void)
{
#ifdef HOST_POINTER
    host_pointer();
#else
    of_team();
    declared();
    moved();
    too_short();
    (void)host_pointer;
#endif
}
