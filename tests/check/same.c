// What several threads of the host do at the same time is told in the same words in each run, whoever comes first: of each place and
// variable the lowest element, in the order of places.
// RUN: %gantry cc -fopenmp -fcheck --offload-arch=emulated -g -O1 %s -o %t.exe
// RUN: export GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY; for how in threads tasks nowaits old valueless device_old raced never returned; do for i in 1 2 3 4 5 6 7 8; do %t.exe $how 2> %t.$how.$i; test $? = 3 && cmp %t.$how.1 %t.$how.$i || exit 1; done; done
// RUN: cat %t.threads.1 %t.tasks.1 %t.nowaits.1 %t.old.1 %t.valueless.1 %t.device_old.1 %t.raced.1 %t.never.1 %t.returned.1 | %FileCheck %s
// What is held is told though the program ends in the middle.
// RUN: env GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %not --status 134 %t.exe crash 2>&1 | %FileCheck --check-prefix=CRASH %s
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4000, PARTS = 8, PART = N / PARTS };
static int a[N], b[N], c[N], sum;

static void two_threads(void)
{
#pragma omp target enter data map(to : a, b)
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
#pragma omp target map(a, b) firstprivate(me)
        for (int i = 0; i < N; i++)
            if (i >= 3 + me)
                a[N - 1 - i] = b[i] + me;
// CHECK: same.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: 'a[0]' is stored here, by the region of {{.*}}, and stored at {{.*}} by another task of it
    }
#pragma omp target exit data map(delete : a, b)
}

static void two_tasks(void)
{
#pragma omp target enter data map(to : a, b)
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int t = 0; t < PARTS; t++) {
#pragma omp task firstprivate(t)
#pragma omp target map(a, b) firstprivate(t)
        for (int i = PART * t; i < PART * t + 2 * PART && i < N; i++)
            a[i] = t;
// CHECK: same.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: 'a[500]' is stored here, by the region of {{.*}}, and stored at
// CHECK: same.c:[[#@LINE-2]]:{{[0-9]+}}: gantry: error: 'a[0]' is stored here, {{.*}} and copied from the device by the update
#pragma omp task firstprivate(t)
        {
#pragma omp target update from(a [PART * t:PART])
        }
    }
#pragma omp target exit data map(delete : a, b)
}

static void nowaits(void)
{
#pragma omp target enter data map(to : a, b)
#pragma omp parallel num_threads(4)
#pragma omp for schedule(static, 1)
    for (int t = 0; t < PARTS; t++) {
#pragma omp target nowait map(a, b) firstprivate(t)
        for (int i = PART * t; i < PART * t + 2 * PART && i < N; i++)
            a[i] += b[N - 1 - i];
// CHECK: same.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: 'a[500]' is stored here
#pragma omp target nowait map(a, b) firstprivate(t)
        for (int i = PART * t; i < PART * t + 2 * PART && i < N; i++)
            b[i] += 1;
// CHECK: same.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: 'b[0]' is stored here, {{.*}} and loaded at
// CHECK: same.c:[[#@LINE-2]]:{{[0-9]+}}: gantry: error: 'b[500]' is stored here
    }
#pragma omp target exit data map(delete : a, b)
}

static void old(void)
{
#pragma omp target enter data map(to : a, b)
#pragma omp target
    for (int i = 5; i < N; i++)
        a[i] = b[i] = i;
#pragma omp parallel for num_threads(4) schedule(dynamic, 7) reduction(+ : sum)
    for (int i = N - 1; i >= 0; i--)
        sum += *(i % 2 ? &a[i] : &b[i]);
// CHECK: same.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: the host reads 'a[5]', which the region
// CHECK: same.c:[[#@LINE-2]]:{{[0-9]+}}: gantry: error: the host reads 'b[6]', which the region
#pragma omp target exit data map(delete : a, b)
}

static void valueless(void)
{
#pragma omp target map(from : a, b)
    for (int i = 0; i < 9; i++)
        a[i] = b[i] = i;
#pragma omp parallel for num_threads(4) schedule(dynamic, 7) reduction(+ : sum)
    for (int i = N - 1; i >= 0; i--)
        sum += *(i % 2 ? &a[i] : &b[i]);
// CHECK: same.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: the host reads 'a[9]', which came back
// CHECK: same.c:[[#@LINE-2]]:{{[0-9]+}}: gantry: error: the host reads 'b[10]', which came back
}

static void device_old(void)
{
#pragma omp target enter data map(to : a, b)
    for (int i = 5; i < N; i++)
        a[i] = b[i] = i;
#pragma omp parallel for num_threads(4) schedule(dynamic, 1)
    for (int t = PARTS - 1; t >= 0; t--) {
#pragma omp target map(a, b, c)
        for (int i = PART * t; i < PART * t + PART; i++)
            c[i] = a[i];
// CHECK: same.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: the device reads 'a[5]', which the host has changed
// CHECK-NOT: the device reads
    }
#pragma omp target exit data map(delete : a, b)
}

static void raced(void)
{
#pragma omp target enter data map(to : a, b)
#pragma omp parallel for num_threads(4) schedule(dynamic, 1)
    for (int t = PARTS - 1; t >= 0; t--) {
#pragma omp target teams distribute parallel for map(a, b, c)
        for (int i = PART * t; i < PART * t + PART - 1; i++)
            a[i] = a[i + 1];
// CHECK: same.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: a race: a[1] is stored here by iteration 1 {{.*}} and loaded at {{.*}} by iteration 0
    }
#pragma omp target exit data map(delete : a, b)
}

static void crash(void)
{
#pragma omp target enter data map(to : a, b)
#pragma omp target
    b[7] = 8;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1) {
            sum += b[7];
// CRASH: same.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: the host reads 'b[7]', which the region
            abort();
        }
    }
}

static void never(void)
{
#pragma omp target enter data map(alloc : a, b)
#pragma omp parallel for num_threads(4) schedule(dynamic, 1)
    for (int t = PARTS - 1; t >= 0; t--) {
#pragma omp target map(a, b, c)
        for (int i = PART * t; i < PART * t + PART - 1; i++)
            if (a[i])
                b[i] = 1;
// CHECK: same.c:[[#@LINE-2]]:{{[0-9]+}}: gantry: error: a decision depends on 'a', which was never written
// CHECK: has no value at byte 0
    }
#pragma omp target exit data map(delete : a, b)
}

static void returned(void)
{
#pragma omp target enter data map(alloc : a)
#pragma omp parallel for num_threads(4) schedule(dynamic, 1)
    for (int t = PARTS - 1; t >= 0; t--) {
#pragma omp target map(from : c [PART * t:PART]) map(a)
        for (int i = PART * t; i < PART * t + PART - 1; i++)
            c[i] = a[i] + 1;
// CHECK: same.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: {{.*}} goes to the host with values that depend on 'a', which was never written
// CHECK: has no value at byte 0
    }
#pragma omp target exit data map(delete : a)
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*f)(void);
    } all[] = {{"threads", two_threads}, {"tasks", two_tasks},   {"nowaits", nowaits}, {"old", old}, {"valueless", valueless},
               {"device_old", device_old}, {"raced", raced}, {"never", never}, {"returned", returned},
               {"crash", crash}};
    for (int i = 0; i < N; i++)
        a[i] = b[i] = 1;
    for (size_t i = 0; argc > 1 && i < sizeof all / sizeof *all; i++)
        if (strcmp(argv[1], all[i].name) == 0)
            all[i].f();
    return sum == -1;
}
