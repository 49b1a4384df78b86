// Regions of a recording run alone: no main, no constructors; equal to the recording and to the CPU, whatever their inputs hold.
// RUN: %gantry cc -fverify -O1 --offload-arch=emulated %s -o %t && GANTRY_GOLDEN=record:r.h5 %run_emulated32 %t >out && grep -q "^main: 0 wrong" out
// RUN: echo 'replay() { f=$1; shift; %gantry replay r.h5 --region $f:$(grep -n "^#pragma.* // $f" %s | cut -d: -f1) "$@" >out 2>err; status=$?; }' >replay.sh
// RUN: echo 'equal() { replay "$@"; test $status = 0 && ! test -s out && grep -q "with the recording: $with" err || { echo "$@: $status"; cat out err; exit 1; }; }' >>replay.sh
// RUN: . ./replay.sh; with=bit-equal; for f in early list rows settings members by_value chosen; do equal $f && grep -q "with the CPU: bit-equal" err || exit 1; done
// RUN: . ./replay.sh; with="within tolerance"; equal sums --teams 7 --threads 100 && grep -q ": 7 teams of 100 threads on device 0 (emulated GPU)" err && grep -q "allowed by the order of additions" err
// RUN: . ./replay.sh; with=bit-equal; equal sums --launch 2 --time=3 && grep -q "launch 2 of r.h5: " err && grep -q "time: median .*, least .* of 3 launches, without copies" err
// RUN: . ./replay.sh; equal list --device=host --time && grep -q "its host form" err && grep -q "of 20 launches, by one thread of the CPU" err
// Of sources, with other lanes; they are in the cache then
// RUN: . ./replay.sh; with=bit-equal; equal lanes --lanes 8 -- -O1 --offload-arch=emulated %s && grep -q "threads of 8 lanes on" err
// RUN: . ./replay.sh; replay lanes --lanes 8 --program %t; test $status = 2 && grep -q "have 4 lanes, not 8.*--simd-group=8" err || { cat err; exit 1; }
// A fault in a program made again: the region, the variable, the index
// RUN: . ./replay.sh; replay chosen -- -DFAULT=100 -O1 --offload-arch=emulated %s; test $status = 3 && %FileCheck --check-prefix=FAULT --input-file=err %s
// FAULT: gantry replay: {{.*}}replay.c:[[#]]: in chosen, launch 1 of r.h5: 1 team of 128 threads on device 0 (emulated GPU)
// FAULT-NEXT: gantry replay: {{.*}}replay.c:[[#]]: in chosen, region 'gantry_k_replay_chosen_{{.*}}' (launch 1): 'p' on device 0 differs from the recording
// FAULT-NEXT: {{^}}  p[5]: device 105, recorded 5 (off by 100)
// FAULT-NEXT: {{^}}  with the recording: differs
// FAULT-NEXT: {{^}}  with the CPU: bit-equal
// Recorded on one kind of device, launched on another, whose driver here runs nothing; there is one region
// RUN: printf 'int main(void) { int a[8];\n#pragma omp target map(from: a)\nfor (int i = 0; i < 8; i++) a[i] = i; return a[7] - 7; }' >c.c
// RUN: %gantry cc -fverify --offload-arch=sm_70,emulated c.c -o c && GANTRY_GOLDEN=record:c.h5 %run_emulated32 ./c
// RUN: GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so %gantry replay c.h5 --device cuda 2>err; test $? = 3 && grep -q "1 team of .* on device 0 (Fake GPU 0)" err && grep -q "a\[1\]: device .*, recorded 1" err || { cat err; exit 1; }
// A region of one thread of several, by the place that the recording gives it
// RUN: printf '#include <omp.h>\nint main(void) { int a[2] = {3, 4};\n#pragma omp parallel num_threads(2)\n{ int t = omp_get_thread_num();\n#pragma omp target map(tofrom: a[t])\na[t] += t; }\nreturn a[1] - 5; }' >p.c
// RUN: %gantry cc -fverify --offload-arch=emulated p.c -o p && GANTRY_GOLDEN=record:p.h5 %run_emulated32 ./p && %gantry replay p.h5 --region "main:5/thread 1" 2>err && grep -q "with the recording: bit-equal" err || { cat err; exit 1; }
// What cannot be replayed says why
// RUN: . ./replay.sh; replay stranger; test $status = 2 && grep -q "stranger:[0-9]*: the pointer s.unused was 0x[0-9a-f]*, and nothing that was mapped" err || { cat err; exit 1; }
// RUN: . ./replay.sh; with=bit-equal; equal stranger --null
// RUN: . ./replay.sh; replay rows --launch 9; test $status = 2 && grep -q "launch 9 of rows:[0-9]* was not recorded; there are 1" err || { cat err; exit 1; }
// RUN: %gantry replay r.h5 --region nowhere:1 2>err; test $? = 2 && grep -q "no inputs of a region at nowhere:1 were recorded; there are those of early:[0-9]*, list:[0-9]*, rows:" err || { cat err; exit 1; }
// RUN: %gantry replay r.h5 2>err; test $? = 2 && grep -q "which region? --region takes one of the recorded ones: early:[0-9]*, list:" err
// RUN: . ./replay.sh; replay rows -- -DMOVED -O1 --offload-arch=emulated %s; test $status = 2 && grep -q "this program has no region at rows:[0-9]*; it has rows:10[0-9]*. If it is one of these, say so: --as" err || { cat err; exit 1; }
// RUN: . ./replay.sh; with=bit-equal; equal rows --as $(grep -o "rows:10[0-9][0-9]" err) -- -DMOVED -O1 --offload-arch=emulated %s
// RUN: . ./replay.sh; replay rows -- -DMORE -O1 --offload-arch=emulated %s; test $status = 2 && grep -q "takes other parameters in this program: n, row, more; those in the recording are: n, row" err || { cat err; exit 1; }
// RUN: . ./replay.sh; replay settings -- -DOTHER -O1 --offload-arch=emulated %s; test $status = 2 && grep -q "'scale' of declare target has 4 bytes in this program, and 8 in the recording" err || { cat err; exit 1; }
// RUN: . ./replay.sh; replay members -- -DOTHER -O1 --offload-arch=emulated %s; test $status = 2 && grep -q "'b' has another type in this program, .*, than in the recording" err || { cat err; exit 1; }
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o plain; . ./replay.sh; replay rows --program plain; test $status = 2 && grep -q "'plain' was not linked with -fverify" err || { cat err; exit 1; }
// RUN: GANTRY_GOLDEN=record:o.h5,outputs %run_emulated32 ./c; %gantry replay o.h5 --program c 2>err; test $? = 2 && grep -q "o.h5: no region's inputs were recorded" err || { cat err; exit 1; }
// RUN: printf '#include <gantry_check.h>\nint main(void) { double u = 1; return gantry_check(&u, GANTRY_F64, 1, "u") != 0;\n#pragma omp target\n; }' >k.c
// RUN: %gantry cc -fverify --offload-arch=emulated k.c -lgantry_check -o k && GANTRY_GOLDEN=record:k.h5 ./k; for p in "" "--program k"; do %gantry replay k.h5 $p 2>err; test $? = 2 && grep -q "k.h5 holds checks that the program made itself, and no target regions" err || { cat err; exit 1; }; done
// RUN: GANTRY_GOLDEN=record:i.h5,inputs %run_emulated32 ./c; %gantry replay i.h5 2>err; test $? = 0 && grep -q "recording: not compared: the recording has no results of this launch" err || { cat err; exit 1; }
// RUN: head -c 3000 r.h5 >short.h5; %gantry replay short.h5 --program %t 2>err; test $? = 2 && grep -q "short.h5" err || { cat err; exit 1; }
// RUN: echo text >text.h5; %gantry replay text.h5 --program %t 2>err; test $? = 2 && grep -q "text.h5" err || { cat err; exit 1; }
// RUN: for o in "--teams 0" "--teams=x" "--lanes" "--device gpu" "--what" "--null=1"; do %gantry replay r.h5 $o 2>err; test $? = 2 && grep -q "gantry: error: gantry replay: " err || { cat err; exit 1; }; done
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef FAULT
#define FAULT 0
#endif
static int wrong;
#define IS(x, y) ((x) == (y) ? 0 : (wrong++, printf("line %d: %g\n", __LINE__, (double)(x))))

struct node {
    double v;
    struct node *next;
};
struct box {
#ifdef OTHER
    int added;
#endif
    int n;
    double *x;
    float inner[2];
};
struct stranger {
    int n;
    double *unused;
};

#pragma omp begin declare target
#ifdef OTHER
static float scale = 2;
#else
static double scale = 2;
#endif
static double table[8];
static const int powers[4] = {1, 2, 4, 8};
#pragma omp end declare target
static double linked[16];
#pragma omp declare target link(linked)

/* Variables of declare target are known before constructors of users run. */
__attribute__((constructor)) static void early(void)
{
    double seen = 0;
    puts("constructed");
    table[0] = 4;
#pragma omp target update to(table)
#pragma omp target map(from: seen) // early
    seen = table[0];
    IS(seen, 4);
}
__attribute__((destructor)) static void late(void) { puts("destroyed"); }

static void list(void)
{
    static struct node n[3] = {{1, n + 1}, {2, n + 2}, {3, NULL}};
    struct node *first = n;
    double sum = 0;
#pragma omp target enter data map(to: n[0:1])
#pragma omp target enter data map(to: n[0].next[:1])
#pragma omp target enter data map(to: n[1].next[:1])
#pragma omp target map(tofrom: sum) // list
    for (struct node *p = first; p; p = p->next)
        sum += p->v, p->v = -p->v;
#pragma omp target exit data map(from: n[0:1]) map(from: n[1:1]) map(from: n[2:1])
    IS(sum, 6);
}

static void rows(void)
{
    enum { N = 4, M = 8 };
    double *row[N];
    int n = M;
#ifdef MOVED
#line 1000
#endif
#ifdef MORE
    int more = 1;
#else
    enum { more = 1 };
#endif
#pragma omp target enter data map(alloc: row)
    for (int i = 0; i < N; i++) {
        row[i] = calloc(M, sizeof **row);
#pragma omp target enter data map(to: row[i][0:M])
    }
#pragma omp target teams distribute parallel for collapse(2) // rows
    for (int i = 0; i < N; i++)
        for (int j = 0; j < n; j++)
            row[i][j] = (i * 10 + j) * more;
    for (int i = 0; i < N; i++) {
#pragma omp target exit data map(from: row[i][0:M])
        IS(row[i][7], i * 10 + 7);
        free(row[i]);
    }
#pragma omp target exit data map(delete: row)
}

static void settings(void)
{
    scale = 3;
#pragma omp target update to(scale)
#pragma omp target data map(tofrom: linked)
    {
#pragma omp target teams distribute parallel for // settings
        for (int i = 0; i < 8; i++) {
            table[i] = i * scale + powers[i % 4];
            linked[i] = table[i] + 1;
        }
    }
#pragma omp target update from(table)
    IS(table[7], 29);
    IS(linked[7], 30);
}

static void members(void)
{
    double x[20];
    struct box b = {.n = 20, .x = x};
    for (int i = 0; i < 20; i++)
        x[i] = i;
#pragma omp target teams distribute parallel for map(tofrom: b, b.x[10:10]) // members
    for (int i = 10; i < 20; i++) {
        b.x[i] *= 2;
        if (i == 12)
            b.inner[1] = (float)b.n;
    }
    IS(x[19], 38);
    IS(b.inner[1], 20);
}

static void by_value(void)
{
    double a[16] = {0};
#pragma omp target data map(tofrom: a) use_device_addr(a)
    {
        struct box b = {.n = 16, .x = a};
        double *end = &a[16];
#pragma omp target teams distribute parallel for firstprivate(b) is_device_ptr(end) // by_value
        for (int i = 0; i < b.n; i++)
            b.x[i] = (double)(end - b.x) - i;
    }
    IS(a[3], 13);
}

static void chosen(void)
{
    int n = 100, *p = malloc(100 * sizeof *p), none = 0, *q = NULL;
#pragma omp target teams distribute parallel for map(from: p[:n]) map(to: q[:none]) // chosen
    for (int i = 0; i < n; i++)
        p[i] = q ? 1 : i + FAULT * (i == 5);
    IS(p[99], 99);
    free(p);
}

static void sums(void)
{
    static double x[3000];
    for (int i = 0; i < 3000; i++)
        x[i] = sqrt(i) / 7;
    for (int k = 0; k < 2; k++) {
        double sum = k;
#pragma omp target teams distribute parallel for reduction(+: sum) map(to: x) // sums
        for (int i = 0; i < 3000; i++)
            sum += x[i];
    }
}

static void lanes(void)
{
    double a[8][64];
#pragma omp target teams distribute parallel for map(from: a) // lanes
    for (int i = 0; i < 8; i++)
#pragma omp simd
        for (int j = 0; j < 64; j++)
            a[i][j] = i + j;
    IS(a[7][63], 70);
}

static void stranger(void)
{
    double here = 0;
    struct stranger s = {5, &here};
#pragma omp target map(tofrom: s) // stranger
    s.n++;
    IS(s.n, 6);
}

int main(void)
{
    list();
    rows();
    settings();
    members();
    by_value();
    chosen();
    sums();
    lanes();
    stranger();
    printf("main: %d wrong\n", wrong);
    return wrong;
}
