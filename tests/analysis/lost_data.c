// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=warning: %s
/* Data that does not go where its user thinks: each warning with its place and what to do; the neighbours, which are right,
 * without a word. More of both: front/rules_of_openmp.list. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
void stays(int n)
{
    int last = 0, kept = 7, mine = 1;
// CHECK-DAG: lost_data.c:[[#@LINE+4]]:9: warning: what the region stores in 'last' stays in the region: 'last' is firstprivate there, and is read after it [GN0480]
// CHECK-DAG: lost_data.c:[[#@LINE+10]]:20: note: this reads the value from before the region
// CHECK-DAG: lost_data.c:[[#@LINE+1]]:1: note: add 'map(tofrom: last)' here, or 'firstprivate(last)' if it is meant so
#pragma omp target
        last = n;
    if (n > 3) {
#pragma omp target firstprivate(kept)
        kept = n;
    }
#pragma omp target map(tofrom: mine)
    mine = n;
    printf("%d\n", last + kept + mine);
}
/* a flag that a loop asks for at the end of its body */
void stays_in_a_loop(int n)
{
    int done = 0, ready = 0, over = 0, mapped = 0, set = 0, k = 0;
    while (!done && k < n) {
// CHECK-DAG: lost_data.c:[[#@LINE+4]]:13: warning: what the region stores in 'done' stays in the region
// CHECK-DAG: lost_data.c:[[#@LINE-2]]:13: note: this reads the value from before the region
#pragma omp target
        if (k >= 2)
            done = 1;
        k++;
    }
    do {
// CHECK-DAG: lost_data.c:[[#@LINE+2]]:9: warning: what the region stores in 'ready' stays in the region
#pragma omp target
        ready = 1;
        k++;
    } while (!ready && k < 2 * n);
    for (k = 0; k < n && !over; k++)
// CHECK-DAG: lost_data.c:[[#@LINE+2]]:9: warning: what the region stores in 'over' stays in the region
#pragma omp target
        over = 1;
    while (!mapped && k < n) {
#pragma omp target map(tofrom: mapped)
        mapped = 1;
        k++;
    }
    while (!set) {
#pragma omp target
        set = 1;
        set = k++ > n;
    }
}
int same(int got, int want);
/* Programs that test just that the host's value stays; a flag that begins with 0 is none of them. */
int stays_and_is_tested(int n, int *room)
{
    int old = 7, failed = 0, changed = 7, mixed = 5;
    double real = 1.5;
#pragma omp target
    old = n;
    if (old != 7)
        return 1;
#pragma omp target
    {
        real = 0;
        mixed = n;
    }
    if (!(real == 1.5 && mixed))
        return 2;
#pragma omp target
    old++;
    n += same(old, 7);
// CHECK-DAG: lost_data.c:[[#@LINE+2]]:5: warning: what the region stores in 'failed' stays in the region
#pragma omp target
    failed = n > 3;
    if (failed == 0)
        n++;
// CHECK-DAG: lost_data.c:[[#@LINE+2]]:5: warning: what the region stores in 'changed' stays in the region
#pragma omp target
    changed = 7;
    if (changed == 7)
        n++;
#pragma omp target enter data map(iterator(int *p = room:room + n), to: p[0:2])
    return n;
}
void unset(int n, double *p)
{
    double sum = 1;
    int k = 5;
#pragma omp target teams distribute parallel for private(sum) map(p[0:n])
    for (int i = 0; i < n; i++)
// CHECK-DAG: lost_data.c:[[#@LINE+2]]:17: warning: 'sum' is private here, and nothing has set this copy yet [GN0481]
// CHECK-DAG: lost_data.c:[[#@LINE-3]]:58: note: 'firstprivate(sum)' gives each copy the value from before
        p[i] += sum;
#pragma omp target teams distribute parallel for private(k) map(p[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) {
            if (j > 0)
                p[i] += k;
            k = j;
        }
}
double early(int n, double *p, double *q)
{
    double s = 0;
// CHECK-DAG: lost_data.c:[[#@LINE+5]]:9: warning: 'p' is used while the construct with 'nowait' may still run [GN0482]
// CHECK-DAG: lost_data.c:[[#@LINE+1]]:74: note: wait with '#pragma omp taskwait' before, or leave 'nowait' away
#pragma omp target teams distribute parallel for map(tofrom: p[0:n])     nowait
    for (int i = 0; i < n; i++)
        p[i]++;
    s = p[0];
#pragma omp target teams distribute parallel for map(tofrom: q[0:n]) nowait
    for (int i = 0; i < n; i++)
        q[i]++;
    s += n;
#pragma omp taskwait
    return s + q[0];
}
void one_way(int n, double *p, double *q)
{
    double x, y;
#pragma omp target teams distribute parallel for map(to: p[0:n]) map(to: q[0:n])
    for (int i = 0; i < n; i++)
// CHECK-DAG: lost_data.c:[[#@LINE+2]]:9: warning: what the region stores in 'p' is lost: it is only mapped 'to' [GN0483]
// CHECK-DAG: lost_data.c:[[#@LINE-3]]:58: note: 'map(from: p[0:n])' brings it back
        p[i] = q[i];
#pragma omp target map(from: x) map(from: y)
    {
// CHECK-DAG: lost_data.c:[[#@LINE+2]]:9: warning: the region reads 'x', which is only mapped 'from': its copy holds no value [GN0484]
// CHECK-DAG: lost_data.c:[[#@LINE-3]]:30: note: 'map(to: x)' gives it the host's
        x += 2;
        y = 2;
        y++;
    }
}
void pointers(int n, double *p)
{
    double *host = malloc(n * sizeof *host), *device = omp_target_alloc(n * sizeof *device, omp_get_default_device());
// CHECK-DAG: lost_data.c:[[#@LINE+2]]:58: warning: this maps the pointer 'p' itself, not what it points to [GN0485]
// CHECK-DAG: lost_data.c:[[#@LINE+3]]:9: note: the region follows it here; map a section, 'p[0:n]'
#pragma omp target teams distribute parallel for map(to: p)
    for (int i = 0; i < n; i++)
        p[i] = 1;
// CHECK-DAG: lost_data.c:[[#@LINE+2]]:34: warning: 'host' points to memory of the host, from the C library: it is no device pointer [GN0486]
// CHECK-DAG: lost_data.c:[[#@LINE-7]]:{{.*}} note: map a section of it, or allocate it with 'omp_target_alloc'
#pragma omp target is_device_ptr(host)
    host[0] = 1;
#pragma omp target is_device_ptr(device)
    device[0] = 1;
// CHECK-DAG: lost_data.c:[[#@LINE+2]]:5: warning: the host follows 'device', which points to memory of a device [GN0487]
// CHECK-DAG: note: copy with 'omp_target_memcpy', or map memory of the host
    device[1] = 2;
    free(host);
    omp_target_free(device, omp_get_default_device());
}
void old(int n, double *p)
{
// CHECK-DAG: lost_data.c:[[#@LINE+7]]:24: warning: the host reads 'p' here as it was before: what the region stored is on the device still [GN0497]
// CHECK-DAG: lost_data.c:[[#@LINE+1]]:1: note: this construct copies it back at its end; before, '#pragma omp target update from(p)' does
#pragma omp target data map(tofrom: p[0:n])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            p[i]++;
        printf("%g\n", p[0] + n);
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            p[i]++;
#pragma omp target update from(p[0:n])
        printf("%g\n", p[1]);
    }
    printf("%g\n", p[2]);
}
