// RUN: %gantry cc -w -O1 -fverify --offload-arch=emulated %s -o %t -lm
// RUN: for f in update alloc from lost; do GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t $f > $f 2>&1; test $? = 3 || exit 1; done
// RUN: %FileCheck --check-prefix=UPDATE %s < update && %FileCheck --check-prefix=ALLOC %s < alloc && %FileCheck --check-prefix=FROM %s < from && %FileCheck --check-prefix=LOST %s < lost
// RUN: for f in right untouched mathematics; do GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t $f > $f 2>&1 || exit 1; done
// RUN: for f in update alloc from lost; do GANTRY_VERIFY=region GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t $f > $f 2>&1 || exit 1; done
/* Maps and updates that are missing or take too little along, which a region alone does not show: its reference has the device's
 * inputs. What comes back is compared with what one memory would hold; the host gets that. Each program has a right twin. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };
static double a[N], b[N];

static void twice(void)
{
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : b)
    for (int i = 0; i < N; i++)
        b[i] = 2 * a[i];
}

/* a changes on the host in between */
static void update(int right)
{
#pragma omp target data map(to : a) map(from : b)
    {
        twice();
        for (int i = 0; i < N; i++)
            a[i] = i + 1;
        if (right) {
#pragma omp target update to(a)
        }
        twice();
    }
    // UPDATE: gantry verify: {{.*}}maps.c:[[#DATA:]]: 'b' comes back from device 0 with other values than if host and device had one memory
    // UPDATE-NEXT: b[0]: device 0, in one memory 2
    // UPDATE: 1000 elements in all
    // UPDATE-NEXT: since the region at {{.*}}, in twice, which found a[0]: device 0, in one memory 1
    // UPDATE-NEXT: {{^}}8{{$}}
    // UPDATE: 1 transfer of other values than one memory would hold
    printf("%g\n", b[3]);
}

static void alloc(void)
{
    double s = 0;
#pragma omp target teams distribute parallel for map(alloc : a) reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += a[i];
    // ALLOC: maps.c:[[#ALLOC:]]: 's' comes back
    // ALLOC-NEXT: s: device {{.*}}, in one memory 499500
    // ALLOC-NEXT: since the region at {{.*}}maps.c:[[#ALLOC]], in alloc, which found a[0]: device {{.*}}, in one memory 0
    printf("%g\n", s);
}

static void from(void)
{
#pragma omp target teams distribute parallel for map(from : a)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    // FROM: maps.c:{{[0-9]+}}: 'a' comes back
    // FROM: 999 elements in all
    printf("%g\n", a[N - 1]);
}

/* The host's element 5 is newer than the device's, which covers it. */
static void lost(void)
{
#pragma omp target data map(tofrom : a)
    {
        a[5] = -1;
    }
    // LOST: maps.c:{{[0-9]+}}: 'a' comes back
    // LOST-NEXT: a[5]: device 5, in one memory -1
    // LOST-NEXT: the host has stored to it since, and that is lost
    printf("%g\n", a[5]);
}

/* Nobody looks at what is mapped without a copy and not stored to. */
static void untouched(void)
{
    double *fresh = malloc(N * sizeof *fresh);
    memset(fresh, 7, N * sizeof *fresh);
#pragma omp target teams distribute parallel for map(from : fresh[0 : N])
    for (int i = 1; i < N - 1; i++)
        fresh[i] = i;
    printf("%g\n", fresh[1]);
    free(fresh);
}

/* Libraries differ in last bits, and what is computed from these. */
static void mathematics(void)
{
    for (int i = 0; i < N; i++)
        a[i] = 0.01 * i;
#pragma omp target teams distribute parallel for map(tofrom : a) map(from : b)
    for (int i = 0; i < N; i++) {
        b[i] = sin(a[i]) * pow(1 + a[i], 1.7) - exp(a[i]) / (1 + tanh(a[i]));
        a[i] = sqrt(b[i] * b[i]) + floor(a[i]);
    }
    printf("%g\n", b[3]);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    for (int i = 0; i < N; i++)
        a[i] = i;
    if (!strcmp(what, "update") || !strcmp(what, "right"))
        update(!strcmp(what, "right"));
    else if (!strcmp(what, "alloc"))
        alloc();
    else if (!strcmp(what, "from"))
        from();
    else if (!strcmp(what, "lost"))
        lost();
    else if (!strcmp(what, "untouched"))
        untouched();
    else if (!strcmp(what, "mathematics"))
        mathematics();
    return 0;
}
