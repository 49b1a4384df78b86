// RUN: %gantry cc -Werror -Wgantry-advice -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=remark: --implicit-check-not=error: %s
// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o 2>%t.err; test ! -s %t.err
// RUN: %not %gantry cc -Werror=gantry-one-team -c --offload-arch=emulated %s -o %t.o 2>&1 | grep -q 'error: one team'
// What is a finding of explain is no remark, too.
// RUN: %gantry explain -Wgantry-advice %s 2>%t.err >%t.out && grep -c remark: %t.err | grep -qx 1 && grep 'GN0478' %t.err && grep -c 'GA101\]' %t.out | grep -qx 3
/* Advice about regions that are right and slow, for those who ask; -Werror leaves it alone; and neighbours that get none. */
#include <stdlib.h>
void outside(double *);
static void fill(double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
}
void serial(int n, double *a, const double *b)
{
    int k;
// CHECK: speed.c:[[#@LINE+3]]:5: remark: one thread of the device runs this loop: nothing in its region makes threads [GN0475] [-Wgantry-serial-region]
// CHECK: speed.c:[[#@LINE+1]]:1: note: 'target teams distribute parallel for' here
#pragma omp target map(a[0:n]) map(to: b[0:n])
    for (int i = 0; i < n; i++) {
        double twice = 2 * b[i];
        a[i] += twice;
    }
#pragma omp target map(a[0:n])
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
#pragma omp target map(a[0:n])
    for (int i = 0; i < 100; i++)
        a[i] = 1;
#pragma omp target map(a[0:n]) private(k)
    for (k = 0; k < n && a[k] > 0; k++)
        a[k] = 1;
#pragma omp target map(a[0:n])
    {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i] = b != NULL;
    }
}
void one_team(int n, double *a)
{
// CHECK: speed.c:[[#@LINE+1]]:1: remark: one team runs this loop, which is a small part of a device: {{.*}} [GN0476] [-Wgantry-one-team]
#pragma omp target parallel for map(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp target parallel for map(a[0:n]) num_threads(8)
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp target parallel for map(a[0:n])
    for (int i = 0; i < 64; i++)
        a[i] += 1;
#pragma omp target parallel for map(a[0:n])
    for (int i = 0; i < n; i++) {
#pragma omp critical
        a[0] += 1;
    }
#pragma omp target teams distribute parallel for map(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
double maps(int n, int steps, double *given)
{
    double *a = malloc(n * sizeof *a), *read = malloc(n * sizeof *read), *other = malloc(n * sizeof *other), s = 0;
    fill(a, n);
    outside(other);
    for (int k = 0; k < steps; k++) {
// CHECK: speed.c:[[#@LINE+2]]:62: remark: 'a[0:n]' is copied again in each turn of the loop around this construct [GN0477] [-Wgantry-maps-in-loop]
// CHECK: speed.c:[[#@LINE-2]]:5: note: '#pragma omp target data map(...: a[0:n])' around this loop copies it once
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
#pragma omp target teams distribute parallel for map(tofrom: read[0:n])
        for (int i = 0; i < n; i++)
            read[i] = k;
        s += read[0];
#pragma omp target teams distribute parallel for map(tofrom: other[0:n], given[0:n])
        for (int i = 0; i < n; i++)
            other[i] = given[i];
    }
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
    }
    for (int k = 0; k < n; k++) {
#pragma omp target map(tofrom: a[k:1])
        a[k] += 1;
    }
    s += a[0] + other[0];
    free(a);
    free(read);
    free(other);
    return s;
}
/* Data that is resident is not copied again; data constructs of other variables, or that are over, make no difference. */
struct holder {
    double *p;
};
static void enter(double *a, int n)
{
#pragma omp target enter data map(to: a[0:n])
    (void)a;
}
double resident(int n, int steps, double *given, struct holder *h)
{
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c), *d = malloc(n * sizeof *d);
    double *e = malloc(n * sizeof *e), *f = given;
    fill(b, n);
    h->p = d;
    enter(e, n);
#pragma omp target data map(tofrom: a[0:n])
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
    }
#pragma omp target enter data map(to: c[0:n])
    for (int k = 0; k < steps; k++) {
// CHECK: speed.c:[[#@LINE+1]]:62: remark: 'a[0:n]' is copied again in each turn
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
#pragma omp target teams distribute parallel for map(tofrom: c[0:n], d[0:n], e[0:n], f[0:n])
        for (int i = 0; i < n; i++)
            c[i] += d[i] + e[i] + f[i];
    }
#pragma omp target exit data map(from: c[0:n])
    double s = a[0] + b[0] + c[0] + d[0];
    free(a);
    free(b);
    free(c);
    free(e);
    return s;
}
double other_data(int n, int steps)
{
    double row[100], *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c), s = 0;
#pragma omp target data map(tofrom: b[0:n])
    for (int k = 0; k < steps; k++) {
// CHECK: speed.c:[[#@LINE+1]]:62: remark: 'c[0:n]' is copied again in each turn
#pragma omp target teams distribute parallel for map(tofrom: c[0:n])
        for (int i = 0; i < n; i++)
            c[i] += k;
// CHECK: speed.c:[[#@LINE+1]]:62: remark: 'row[0:100]' is copied again in each turn
#pragma omp target teams distribute parallel for map(tofrom: row[0:100])
        for (int i = 0; i < 100; i++)
            row[i] += k;
    }
    s = b[0] + c[0] + row[0];
    free(b);
    free(c);
    return s;
}
int scans(int n, int *a)
{
    int s = 0, u = 0;
// CHECK: speed.c:[[#@LINE+1]]:1: remark: on the host one thread runs this scan, of a loop with linear variables [GN0478] [-Wgantry-scan-in-order]
#pragma omp parallel for reduction(inscan, +: s) linear(u: 2)
    for (int i = 0; i < n; i++) {
        s += u;
#pragma omp scan inclusive(s)
        a[i] = s;
    }
#pragma omp parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        int twice = 2 * a[i];
        s += twice;
#pragma omp scan inclusive(s)
        a[i] = s;
    }
    return s;
}
