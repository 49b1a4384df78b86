// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t -lm
// RUN: bash %S/faults.sh %t %s bounds,uninit,stale,misuse
/* Faults of several classes, each beside the right program that differs from it by the one fault (faults.sh). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40 };
static int a[N];
static double *declared;
static int table[N];
#pragma omp declare target(declared, table)

/* results that are dropped: the next region reads what the host had before */
static void dropped(int wrong)
{
    int sum = 0;
    if (wrong) {
#pragma omp target map(to: a)
        for (int i = 0; i < N; i++)
            a[i] += 1;
    }
#pragma omp target map(to: a) map(tofrom: sum)
    for (int i = 0; i < N; i++)
        sum += a[i]; // fault: dropped GC302 saying had changed, but that copy was dropped at
    printf("%.0d", sum - sum);
}

static void released(int wrong)
{
    int *p = calloc(N, sizeof *p);
#pragma omp target enter data map(to: p[0:N])
#pragma omp target
    for (int i = 0; i < N; i++)
        p[i] = i;
    if (!wrong) {
#pragma omp target update from(p[0:N])
    }
#pragma omp target exit data map(release: p[0:N])
#pragma omp target map(tofrom: p[0:N])
    for (int i = 0; i < N; i++)
        p[i] += 1; // fault: released GC302 saying 'p[1]'
    free(p);
}

/* a region that begins anew with what the host has, as it did before, is meant */
static void begins_anew(int wrong)
{
    int b[N] = {0}, sum = 0;
    for (int k = 0; k < 3; k++) {
#pragma omp target map(to: b) map(tofrom: sum)
        for (int i = 0; i < N; i++)
            sum += b[i]++;
    }
    if (wrong) {
#pragma omp target map(to: b) map(tofrom: sum)
        sum += b[3]; // fault: begins_anew GC302
    }
    if (sum)
        printf("%d\n", sum);
}

/* an attached pointer does not follow the host's */
static void follows(int wrong)
{
    struct {
        int n;
        double *x;
    } s = {N, calloc(N, sizeof *s.x)};
    double *old = s.x, *y = calloc(N, sizeof *y), r = 0;
#pragma omp target enter data map(to: s) map(to: s.x[0:N])
    s.x = wrong ? y : old;
#pragma omp target map(tofrom: r)
    r = s.x[3]; // fault: follows GC302 saying 's.x'
    s.x = old;
#pragma omp target exit data map(delete: s.x[0:N]) map(delete: s)
    free(old), free(y);
}

/* a structure of which each way sets another member: one member is meant */
static void in_part(int wrong)
{
    struct part {
        int tag, n;
        double d[4];
    } o[4];
    double sum = 0;
#pragma omp target teams distribute parallel for map(from: o)
    for (int i = 0; i < 4; i++) {
        struct part x;
        x.tag = i % 2;
        if (x.tag)
            x.n = i;
        else
            x.d[2] = i;
        o[i] = x;
    }
    for (int i = 0; i < 4; i++)
        sum += o[i].tag ? o[i].n : o[i].d[2];
    if (wrong && o[1].d[2] > sum) // fault: in_part GC203
        printf("%g\n", sum);
}

/* a pointer that is a variable of declare target, and is attached there */
static void declared_pointer(int wrong)
{
    declared = calloc(N, sizeof *declared);
#pragma omp target map(tofrom: declared[0:N])
    declared[3 + N * wrong] = 4; // fault: declared_pointer GC101 saying 'declared[0:N]'
    if (declared[3] != 4)
        printf("%g\n", declared[3]);
    free(declared);
}

/* a load that the optimiser leaves without a line has that of what uses it */
static void one_element(int wrong)
{
    int n = 1;
    float *p = malloc(n * sizeof *p);
    p[0] = 2;
#pragma omp target map(tofrom: p[0:n])
    p[0] += 1;
#pragma omp target map(to: p[0:n])
    p[0] += wrong;
    double s = 0;
    for (int i = 0; i < n; i++)
        s += wrong ? p[i] : 0; // fault: one_element GC301
    if (s > 100) // fault: one_element GC301
        printf("%g\n", s);
    free(p);
}

/* names of arrays that no map names */
static void of_lane(int wrong)
{
    double r[4];
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 4; i++) {
        double own[8];
        for (int j = 0; j < 8 + wrong; j++)
            own[j] = j; // fault: of_lane GC101 saying outside 'own': at byte 64 of 64
        r[i] = own[i];
    }
    if (r[3] != 3)
        printf("%g\n", r[3]);
}

static void of_device(int wrong)
{
#pragma omp target
    for (int i = 0; i < N + wrong; i++)
        table[i] = i; // fault: of_device GC101 saying outside 'table': at byte 160 of 160
}

/* what routines and the C library read of the host's */
static void routine(int wrong)
{
    int b[N], host = omp_get_initial_device(), device = omp_get_default_device();
    int *d = omp_target_alloc(sizeof b, device);
#pragma omp target data map(to: a)
    {
#pragma omp target
        for (int i = 0; i < N; i++)
            a[i] = i + 2;
        if (!wrong) {
#pragma omp target update from(a)
        }
        omp_target_memcpy(d, a, sizeof a, 0, 0, device, host); // fault: routine GC301 saying 'a[0]'
    }
    omp_target_memcpy(b, d, sizeof b, 0, 0, host, device);
    omp_target_free(d, device);
    if (wrong && b[3] == 5)
        printf("%d\n", b[3]);
}

static void length(int wrong)
{
    char s[16] = "aaa", *p = s;
#pragma omp target data map(to: s)
    {
#pragma omp target
        s[2] = 'x', s[3] = 'y', s[4] = 0;
        if (!wrong) {
#pragma omp target update from(s)
        }
        if (strlen(p) + (wrong != 2) < 2) // fault: length GC301 saying 's[2]'
            puts("short");
    }
}

static void printed(int wrong)
{
    char s[16] = "a%c", t[4] = "end";
    FILE *f = fopen("/dev/null", "w");
#pragma omp target data map(to: s, t)
    {
#pragma omp target
        s[1] = 'x', t[0] = 'E';
        if (!wrong) {
#pragma omp target update from(s, t)
        }
        fprintf(f, "%-*d %5.2f %%%.1s %ld %zu %s\n", 4, 3, 2.5, "text", 7l, sizeof s, s); // fault: printed GC301 saying 's[1]'
#pragma omp target update from(s)
        fprintf(f, "%s %.0s", s, t);
    }
    fclose(f);
}

#define CASES(C)                                                                                             \
    C(dropped) C(released) C(begins_anew) C(follows) C(in_part) C(declared_pointer) C(one_element) C(of_lane) C(of_device) \
    C(routine) C(length) C(printed)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
