// RUN: %gantry cc -w -O1 -fverify --offload-arch=emulated %s -o %t -lm
// RUN: for f in alloc from member strided; do GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t $f > $f 2>&1; test $? = 3 || exit 1; done
// RUN: %FileCheck --check-prefix=ALLOC %s < alloc && %FileCheck --check-prefix=FROM %s < from && %FileCheck --check-prefix=MEMBER %s < member && %FileCheck --check-prefix=STRIDED %s < strided
// RUN: for f in update lost; do GANTRY_VERIFY=strict-maps GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t $f > $f 2>&1; test $? = 3 || exit 1; done
// RUN: %FileCheck --check-prefix=UPDATE %s < update && %FileCheck --check-prefix=LOST %s < lost
// RUN: for f in update lost often; do GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t $f > $f 2>&1 || exit 1; done
// RUN: %FileCheck --check-prefix=NOTE %s < update && %FileCheck --check-prefix=NOTE-LOST %s < lost && %FileCheck --check-prefix=OFTEN %s < often
// RUN: for f in right untouched mathematics; do GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t $f > $f 2>&1 || exit 1; ! grep note $f || exit 1; done
// RUN: for f in update alloc from lost member strided; do GANTRY_VERIFY=region GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t $f > $f 2>&1 || exit 1; done
/* Maps and updates that are missing or take too little along, which a region alone does not show: its reference has the device's
 * inputs. What comes back is compared with what memory would hold if all maps copied: the host gets that. Where the host has stored
 * to what is mapped, an update may be missing, or host and device may be meant to differ: a note, and the program has its own values. */
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
    // NOTE: gantry verify: note: {{.*}}maps.c:[[#DATA:]]: 'b' comes back from device 0 with other values than if host and device had one memory: the host stored to what is mapped, and no update told the device
    // NOTE-NEXT: b[0]: device 0, in one memory 2
    // NOTE: since the region at {{.*}}, in twice, which found a[0]: device 0, in one memory 1
    // NOTE-NEXT: {{^}}6{{$}}
    // NOTE: 2 bit-equal, 0 within tolerance, 0 differing; 1 transfer noted (GANTRY_VERIFY=strict-maps: errors)
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
    // FROM: 1000 elements in all
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
    // LOST-NEXT: {{^}}-1{{$}}
    // NOTE-LOST: note: {{.*}}'a' comes back
    // NOTE-LOST-NEXT: a[5]: device 5, in one memory -1
    // NOTE-LOST-NEXT: the host has stored to it since, and that is lost
    // NOTE-LOST-NEXT: {{^}}5{{$}}
    printf("%g\n", a[5]);
}

/* A range that begins in the middle of a structure */
static void member(void)
{
    struct {
        char tag;
        int n, list[20];
        double x;
    } s = {0};
    for (int i = 0; i < 20; i++)
        s.list[i] = i;
#pragma omp target data map(alloc : s.list[3 : 10]) map(tofrom : s.n)
#pragma omp target
    for (int i = 3; i < 13; i++)
        s.n += s.list[i];
    // MEMBER: maps.c:{{[0-9]+}}: 's.n' comes back
    // MEMBER-NEXT: s.n: device {{.*}}, in one memory 75
    // MEMBER-NEXT: since the region at {{.*}}, in member, which found s.list[0]: device {{.*}}, in one memory 0
    printf("%d\n", s.n);
}

/* A construct has one report for each variable, however many pieces it copies. */
static void strided(void)
{
    double sum[N] = {0};
#pragma omp target enter data map(alloc : a) map(to : sum)
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        sum[i] = a[i];
#pragma omp target update from(sum[0 : 300 : 3])
    // STRIDED: maps.c:[[#@LINE-1]]: 'sum[0 : 300 : 3]' comes back
    // STRIDED-NEXT: sum[0]: device {{.*}}, in one memory 0
    // STRIDED-NEXT: sum[3]: device {{.*}}, in one memory 3
    // STRIDED-NEXT: sum[6]: device {{.*}}, in one memory 6
    // STRIDED-NEXT: 300 elements in all
    // STRIDED-NOT: comes back
    // STRIDED: 1 transfer of other values than
#pragma omp target exit data map(delete : a, sum)
}

/* The same again and again is reported once, and counted. */
static void often(void)
{
    double last = 0;
#pragma omp target enter data map(to : a)
    for (int k = 0; k < 5; k++) {
        a[0] = k + 1;
#pragma omp target map(from : last)
        last = a[0];
        printf("%g\n", last);
    }
#pragma omp target exit data map(delete : a)
    // OFTEN-COUNT-1: 'last' comes back from
    // OFTEN-NOT: 'last' comes back from
    // OFTEN: 5 transfers noted
    // OFTEN: maps.c:{{[0-9]+}}: 'last' came back with other values 5 times
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
    else if (!strcmp(what, "member"))
        member();
    else if (!strcmp(what, "strided"))
        strided();
    else if (!strcmp(what, "often"))
        often();
    else if (!strcmp(what, "untouched"))
        untouched();
    else if (!strcmp(what, "mathematics"))
        mathematics();
    return 0;
}
