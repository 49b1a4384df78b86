// Golden runs of regions: a run on the host, then devices, schedules and builds compared with it; a wrong program, and what is
// left when one is killed.
// RUN: %gantry cc -fverify -O1 --offload-arch=emulated %s -o %t
// RUN: GANTRY_GOLDEN=record:host.h5 %run_host %t >out 2>err; test $? = 0 || { cat out err; exit 1; }
// RUN: grep -q "^gantry golden: recorded 60 checkpoints in host.h5" err && ! grep -q verify err || { cat err; exit 1; }
// RUN: GANTRY_GOLDEN=compare:host.h5 %run_host %t >out 2>err; test $? = 0 && grep -q "60 checkpoints compared with host.h5: 60 equal" err || { cat err; exit 1; }
// RUN: GANTRY_GOLDEN=compare:host.h5 %run_emulated32 %t >out 2>err; test $? = 0 && grep -q "60 equal, 0 within tolerance, 0 differing" err || { cat err; exit 1; }
// RUN: GANTRY_GOLDEN=record:device.h5 %run_emulated32 %t >out 2>err; test $? = 0 || { cat err; exit 1; }
// Other widths, schedules, numbers of devices and optimisation
// RUN: GANTRY_GOLDEN=compare:device.h5 GANTRY_EMULATED_DEVICES=2 GANTRY_EMULATED_SEED=7 GANTRY_QUEUES=0 %run_emulated64 %t >out 2>err; test $? = 0 && grep -q " 0 within tolerance, 0 differing" err || { cat err; exit 1; }
// RUN: grep -q "  order:[0-9]*: 1 checkpoint differs, as right programs may: values depend on which thread comes first" err
// RUN: %gantry cc -fverify -O3 --offload-arch=emulated %s -o %t.3 && GANTRY_GOLDEN=compare:device.h5 %run_emulated32 %t.3 >out 2>err; test $? = 0 && grep -q " 0 within tolerance, 0 differing" err || { cat err; exit 1; }
// With references beside it: both are counted, and both decide on the exit status
// RUN: GANTRY_GOLDEN=compare:device.h5 GANTRY_VERIFY=region %run_emulated32 %t >out 2>err; test $? = 0 && grep -q " 0 within tolerance, 0 differing" err && grep -q "gantry verify: .* 0 differing" err || { cat err; exit 1; }
// Words: fewer checkpoints
// RUN: GANTRY_GOLDEN=record:few.h5,outputs,every=2 %run_emulated32 %t >out 2>err && grep -q "recorded 21 checkpoints" err || { cat err; exit 1; }
// A fault: the checkpoint that differs first comes first, and is marked; what it leads to follows
// RUN: %gantry cc -fverify -O1 -DWRONG=1 --offload-arch=emulated %s -o %t.wrong && GANTRY_GOLDEN=compare:device.h5 %run_emulated32 %t.wrong >out 2>err; test $? = 3 || { cat err; exit 1; }
// RUN: %FileCheck --input-file=err %s && test $(grep -c "this is the first" err) = 1
// CHECK: gantry golden: {{.*}}regions.c: plain:[[#]], launch 2, after: 'u' differs from device.h5; this is the first checkpoint that differs
// CHECK-NEXT: {{^}}  u[3][7]: now 18, recorded 17 (off by 1, 5.88 %, 281474976710656 ULP)
// CHECK-NOT: launch 2
// CHECK: plain:[[#]], launch 3, before: 'u' differs
// CHECK: gantry golden: 60 checkpoints compared with device.h5: {{[0-9]+}} equal, 0 within tolerance, 3 differing
// Nothing to compare with; and one region alone
// RUN: GANTRY_GOLDEN=compare:device.h5,strict %run_emulated32 %t none >out 2>err; test $? = 2 && grep -q "nothing was compared: device.h5 has none of the checkpoints" err || { cat err; exit 1; }
// RUN: GANTRY_GOLDEN=compare:device.h5,region=structures %run_emulated32 %t >out 2>err; grep -q "error: nothing was compared" err || { cat err; exit 1; }
// Killed in the middle, or by a fault of its own: what was recorded reads back; a signal stays a signal
// RUN: GANTRY_GOLDEN=record:cut.h5 %run_emulated32 %t abort >out 2>err; test $? = 134 && %gantry golden show cut.h5 | grep -q "structures:" || { cat err; exit 1; }
// RUN: GANTRY_GOLDEN=compare:cut.h5 %run_emulated32 %t >out 2>err; test $? = 0 && grep -q "checkpoints are not in the recording" err || { cat err; exit 1; }
// Without the library's program part there is one message
// RUN: %gantry cc --offload-arch=emulated %s -o %t.plain && GANTRY_GOLDEN=record:plain.h5 %run_emulated32 %t.plain none 2>err; grep -q "warning: GANTRY_GOLDEN has no effect: this program was linked without -fverify" err && ! test -e plain.h5
// RUN: GANTRY_GOLDEN=replay:x %run_emulated32 %t >out 2>err; test $? = 1 && grep -q "gantry: error: GANTRY_GOLDEN: 'replay:x' is neither record:FILE nor compare:FILE" err
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct box {
    int n;
    double *x;
    char tag; /* and padding, which differs from run to run */
};
#pragma omp declare mapper(struct box b) map(b) map(b.x[0:b.n])
struct node {
    double v;
    struct node *next;
};
#pragma omp begin declare target
static int table[16] = {1, 2, 3};
double shared_scale = 2;
#pragma omp end declare target
static double large[1000];
#pragma omp declare target link(large)
#ifndef WRONG
#define WRONG 0
#endif

static void plain(void)
{
    double u[8][16];
    for (int i = 0; i < 8 * 16; i++)
        u[0][i] = 1;
    for (int k = 0; k < 3; k++)
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : u)
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 16; j++)
                u[i][j] += k * (i + j) + i + (WRONG && k == 1 && i == 3 && j == 7);
}

static void structures(void)
{
    double x[10];
    struct box b;
    memset(&b, rand(), sizeof b);
    b.n = 10, b.x = x, b.tag = 'b';
    for (int i = 0; i < 10; i++)
        x[i] = 0;
#pragma omp target map(tofrom : b)
    for (int i = 0; i < b.n; i++)
        b.x[i] += i;
}

/* Pointers to elements that are not mapped, and memory that nobody has stored to */
static void sections(void)
{
    int *p = malloc(40 * sizeof *p), *made = malloc(40 * sizeof *made);
    for (int i = 0; i < 40; i++)
        p[i] = i;
#pragma omp target map(to : p[20:10]) map(from : made[20:20])
    for (int i = 20; i < 30; i++)
        made[i] = p[i] * 2;
#pragma omp target data map(alloc : made[0:40]) map(to : p[20:10])
    {
#pragma omp target map(to : p[20:10])
        for (int i = 20; i < 25; i++)
            made[i - 20] = p[i];
#pragma omp target map(from : made[0:5])
        made[0] += made[4];
    }
    free(p);
    free(made);
}

static void list(int device)
{
    struct node *nodes = omp_target_alloc(8 * sizeof *nodes, device), *head = NULL;
    double s = 0;
#pragma omp target is_device_ptr(nodes) map(tofrom : head) device(device)
    for (int i = 0; i < 8; i++) {
        nodes[i] = (struct node){i, head};
        head = &nodes[i];
    }
#pragma omp target map(s) map(to : head) device(device)
    for (struct node *n = head; n; n = n->next)
        s += n->v;
    printf("%g\n", s);
    omp_target_free(nodes, device);
}

static void variables(void)
{
#pragma omp target data map(tofrom : large)
    for (int k = 0; k < 2; k++)
#pragma omp target teams distribute parallel for
        for (int i = 0; i < 1000; i++) {
            large[i] += shared_scale;
            if (i < 16)
                table[i] += i;
        }
}

static void jobs(int n)
{
    int a[4][32] = {{0}};
    for (int k = 0; k < n; k++) {
#pragma omp target nowait depend(out : a[k % 4]) map(tofrom : a[k % 4][:]) device(omp_get_num_devices() ? k % omp_get_num_devices() : 0)
        for (int i = 0; i < 32; i++)
            a[k % 4][i] += k + i;
    }
#pragma omp taskwait
}

static void threads(void)
{
    int a[3][16];
#pragma omp parallel for num_threads(3) schedule(static, 1)
    for (int k = 0; k < 9; k++) {
        int *mine = a[k % 3];
#pragma omp target map(from : mine[0:16]) if (k != 4)
        for (int i = 0; i < 16; i++)
            mine[i] = k * i;
    }
}

static void order(void)
{
    int at = 0, first[64];
#pragma omp target teams distribute parallel for map(tofrom : at) map(from : first)
    for (int i = 0; i < 64; i++) {
        int k;
#pragma omp atomic capture
        k = at++;
        first[k] = (i * 37) % 64;
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    srand((unsigned)(size_t)&what); /* another in each run */
    if (strcmp(what, "none") == 0) {
#pragma omp target
        shared_scale = 3;
        return 0;
    }
    plain();
    structures();
    sections();
    if (strcmp(what, "abort") == 0)
        abort();
    list(omp_get_default_device());
    jobs(9);
    threads();
    variables(); /* these belong to each region: last, so that those of other devices are the same */
    order();
    return 0;
}
