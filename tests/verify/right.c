// Right programs of many kinds: each region is compared with the CPU, and nothing is reported.
// RUN: %gantry verify -O1 --offload-arch=emulated %s >out 2>err; test $? = 0 || { cat out err; exit 1; }
// RUN: %FileCheck --check-prefix=OUT --input-file=out %s && %FileCheck --input-file=err %s
// RUN: %gantry cc -fverify -O1 --offload-arch=emulated %s -o %t
// RUN: GANTRY_EMULATED_DEVICES=2 GANTRY_EMULATED_SEED=3 OMP_NUM_THREADS=3 %run_emulated32 %t 2>err >out || { cat err; exit 1; }
// RUN: %FileCheck --input-file=err %s
// RUN: GANTRY_VERIFY=every=50 %run_emulated32 %t 2>err >out; grep -q "regions, [12][0-9] launches compared" err || { cat err; exit 1; }
// RUN: GANTRY_VERIFY=off %run_emulated32 %t 2>err >out; test $? = 0 && ! test -s err
// RUN: GANTRY_VERIFY=strict %run_host %t 2>err >out; test $? = 2 && grep -q "^gantry verify: nothing was compared: no target region" err
// RUN: GANTRY_VERIFY=report=r.txt,region %run_emulated32 %t 2>err >out; test $? = 0 && ! test -s err && grep -q compared r.txt
// OUT: from the device once
// OUT-NOT: from the device once
// OUT: good
// CHECK-NOT: differs
// CHECK: gantry verify: {{[0-9]+}} regions, {{[0-9]+}} launches compared: {{[0-9]+}} bit-equal, {{[1234]}} within tolerance, 0 differing; 4 not comparable
// CHECK: right.c:[[#]], in rounded: within tolerance, s: device
// CHECK: right.c:[[#]], in heap: not comparable (1 launch): it may follow a pointer to memory that code on the device has allocated
// CHECK: right.c:[[#]], in settings: not comparable (1 launch): it calls omp_set_default_device
// CHECK: right.c:[[#]], in unlike: not comparable (1 launch): it calls omp_is_initial_device
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong;
#define IS(x, y) ((x) == (y) ? 0 : (wrong++, printf("line %d: %g\n", __LINE__, (double)(x))))

struct node {
    double v;
    struct node *next;
};
struct box {
    int n;
    double *x;
    struct { int a, b; } inner;
};
#pragma omp declare mapper(struct box b) map(b) map(b.x[0:b.n])

#pragma omp begin declare target
static int table[64], *fourth = NULL;
static const char *const words[] = {"zero", "one"};
static int twice(int x) { return 2 * x; }
static const char *word(int i) { return words[i]; }
#pragma omp end declare target
static double linked[8];
#pragma omp declare target link(linked)

static void rounded(void)
{
    static float a[5000];
    float s = 0;
    for (int i = 0; i < 5000; i++)
        a[i] = 1.0f / (float)(i + 1);
#pragma omp target teams distribute parallel for reduction(+ : s) map(to : a)
    for (int i = 0; i < 5000; i++)
        s += a[i];
    IS(s > 9.09f && s < 9.1f, 1);
}

/* atomic updates of complex numbers: the order decides on last bits, and on the signs of zeros */
static void complex_numbers(void)
{
    double _Complex product[5] = {3, 3, 3, 3, 3};
    float _Complex sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : product, sum)
    for (int i = 0; i < 33; i++) {
#pragma omp atomic
        product[i % 5] *= i % 3 == 1 ? 1i : i == 5 ? 1 + 1i : 1;
#pragma omp atomic
        sum += 1.0f / (float)(i + 1) + 0.1fi * (float)i;
    }
    IS(__real__ product[0], -3);
    IS(__imag__ sum > 52.79f && __imag__ sum < 52.81f, 1);
}

/* sums and products in one part of which nearly all is cancelled: that part is no measure of what was rounded */
static void cancelled(void)
{
    double _Complex z[64], total = 0, product = 1;
    for (int k = 0; k < 64; k++)
        z[k] = 1.0 / (3 + k) + (k % 2 ? 0.37i : -0.37i) / (1 + k / 2);
#pragma omp target teams distribute parallel for reduction(+ : total) reduction(* : product)
    for (int k = 0; k < 64; k++) {
        total += z[k];
        product *= 0.9 + z[k];
    }
    IS(__imag__ total < 1e-12 && __imag__ total > -1e-12, 1);
    IS(__real__ product != 0, 1);
}

/* mappers of two types whose items have the same names */
struct other {
    double d[4];
    int n, *x;
};
#pragma omp declare mapper(struct other b) map(b) map(b.x[0:b.n])
static void mappers(void)
{
    double x[3] = {5, 5, 5};
    int y[3] = {0};
    struct box b = {3, x, {1, 2}};
    struct other o = {{0}, 3, y};
#pragma omp target map(tofrom : o, b)
    b.x[2] = 2 * b.x[2] + o.x[1]++;
    IS(x[2], 10);
}

static void structures(void)
{
    double x[10] = {0};
    struct box b = {10, x, {1, 2}};
#pragma omp target enter data map(to : b)
#pragma omp target
    for (int i = 0; i < b.n; i++)
        b.x[i] += i + b.inner.a++;
#pragma omp target map(always, tofrom : b.x[3:4])
    b.x[5] = 100;
#pragma omp target exit data map(from : b)
    IS(x[5], 100);
    IS(b.inner.a, 11);
}

/* built on the device, in memory that only it knows */
static void list(void)
{
    int device = omp_get_default_device();
    struct node *nodes = omp_target_alloc(50 * sizeof *nodes, device), *head = NULL;
    double sum = 0;
#pragma omp target is_device_ptr(nodes) map(tofrom : head)
    for (int i = 0; i < 50; i++) {
        nodes[i] = (struct node){i, head};
        head = &nodes[i];
    }
#pragma omp target map(to : head) map(tofrom : sum)
    for (struct node *n = head; n; n = n->next)
        sum += n->v;
    IS(sum, 1225);
    omp_target_free(nodes, device);
}

static void variables(void)
{
#pragma omp target
    {
        for (int i = 0; i < 64; i++)
            table[i] = twice(i) + word(i % 2)[0];
        fourth = &table[4];
    }
#pragma omp target
    *fourth += 1000;
#pragma omp target update from(table)
    IS(table[4], 1008 + 'z');
#pragma omp target map(tofrom : linked)
    for (int i = 0; i < 8; i++)
        linked[i] += i;
    IS(linked[7], 7);
}

static void pointers(void)
{
    double a[32] = {0}, *p = a + 16;
#pragma omp target data map(tofrom : a) use_device_addr(a)
    {
        double *d = a;
#pragma omp target is_device_ptr(d)
        d[3] = 5;
    }
#pragma omp target map(tofrom : p[-4:8])
    p[-4] = p[3] = 7;
    IS(a[3], 5);
    IS(a[12] + a[19], 14);
}

/* a range of members that begins where no pointer could; arrays whose beginnings lie in front of what is mapped */
static void parts(void)
{
    struct { int first, k, *v, n, last; } l = {-1, 7, NULL, 13, -2};
    int v[13] = {0}, a[50] = {0};
    l.v = v;
#pragma omp target enter data map(to : l.n, l.k, l.v[0:l.n])
#pragma omp target
    for (int i = 0; i < l.n; i++)
        l.v[i] += l.k;
#pragma omp target exit data map(from : l.v[0:l.n]) map(release : l.n, l.k)
#pragma omp target data map(tofrom : a[30:10]) use_device_addr(a[30:10])
#pragma omp target has_device_addr(a[30:10])
    a[35]++;
#pragma omp target data map(tofrom : a[40:5])
#pragma omp target
    a[41]++;
    IS(v[12], 7);
    IS(a[35] + a[41], 2);
}

/* the order of the threads decides where each element goes */
static void arrival(void)
{
    static int found[100];
    int n = 0, sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : n, found)
    for (int i = 0; i < 1000; i++)
        if (i % 10 == 3) {
            int at;
#pragma omp atomic capture
            at = n++;
            found[at] = i;
        }
    for (int i = 0; i < 100; i++)
        sum += found[i];
    IS(sum, 49800);
}

/* what device code allocates is on the device alone: the regions that follow it are not compared, and not disturbed */
static void heap(void)
{
    struct node *head = NULL;
    double sum = 0;
#pragma omp target map(tofrom : head)
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        *n = (struct node){i, head};
        head = n;
    }
#pragma omp target map(to : head)
    for (struct node *n = head; n; n = n->next)
        n->v += 10;
#pragma omp target map(tofrom : sum, head)
    while (head) {
        struct node *n = head;
        sum += n->v;
        head = n->next;
        free(n);
    }
    IS(sum, 60);
}

/* fetched and compared while other threads map, copy and compute */
static void threads(void)
{
    int bad = 0;
#pragma omp parallel num_threads(3) reduction(+ : bad)
    {
        int a[200], me = omp_get_thread_num();
        for (int k = 0; k < 20; k++) {
            for (int i = 0; i < 200; i++)
                a[i] = i;
#pragma omp target teams distribute parallel for map(tofrom : a) device(omp_get_num_devices() ? k % omp_get_num_devices() : 0)
            for (int i = 0; i < 200; i++)
                a[i] += me * k;
            bad += a[199] != 199 + me * k;
        }
    }
    IS(bad, 0);
}

static void later(void)
{
    int a[100] = {0};
#pragma omp parallel master
    {
        for (int k = 0; k < 5; k++) {
#pragma omp target teams distribute parallel for map(tofrom : a) depend(inout : a) nowait
            for (int i = 0; i < 100; i++)
                a[i] += i;
        }
#pragma omp taskwait
    }
    IS(a[99], 495);
}

/* OpenMP counts iterations beforehand: a variable may pass the end of its type. */
static void wraps(void)
{
    int a[128] = {0};
#pragma omp target parallel for map(tofrom : a)
    for (unsigned char i = 0; i < 255; i += 2)
        a[i / 2]++;
#pragma omp target teams distribute parallel for map(tofrom : a)
    for (unsigned i = 181; i > 0; i -= 2)
        a[i / 2]++;
    IS(a[0] + a[90] + a[127], 5);
}

static void lengths(int n)
{
    long a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target teams reduction(+ : a) map(tofrom : a) num_teams(3)
#pragma omp distribute parallel for reduction(+ : a)
    for (int i = 0; i < 100; i++)
        a[i % n] += i;
    IS(a[n - 1], 2 + 33 * 50);
}

struct narrow {
    unsigned low : 3, high : 4;
    char set;
};

/* the padding beside what is stored keeps what it held */
static void fields(void)
{
    struct narrow *v = malloc(20 * sizeof *v);
    memset(v, 77, 20 * sizeof *v);
#pragma omp target teams distribute parallel for map(from : v[0 : 20])
    for (int i = 0; i < 20; i++) {
        v[i].low = 0;
        v[i].low = (unsigned)i;
        v[i].set = 1;
    }
    IS(v[9].low, 1);
    free(v);
}

/* The reference changes no setting of the task that it runs in. */
static void settings(void)
{
    int device = omp_get_default_device();
#pragma omp target
    omp_set_default_device(device + 3);
    IS(omp_get_default_device(), device);
}

static void unlike(void)
{
    int here = 1;
#pragma omp target map(from : here)
    here = omp_is_initial_device();
    IS(here, omp_get_num_devices() == 0);
}

int main(void)
{
    double grid[8][9] = {{0}};
    rounded();
    complex_numbers();
    cancelled();
    mappers();
    structures();
    list();
    variables();
    pointers();
    parts();
    arrival();
    heap();
    threads();
    later();
    wraps();
    lengths(3);
    fields();
    settings();
    unlike();
#pragma omp target teams distribute parallel for collapse(2) firstprivate(table)
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 9; j++)
            grid[i][j] = i * j;
    IS(grid[7][8], 56);
#pragma omp target
    printf("from the device once\n");
    puts(wrong ? "bad" : "good");
    return wrong;
}
