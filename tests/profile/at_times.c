// What this run has left out another may run: constructs on a condition that map the same data, and loops that call the same functions. A construct that did not run gets its
// updates by what its directive says, and each loop a directive of its own: results stay, of this run and of others, and no more is copied.
// RUN: cp %s at_times.c && %gantry cc -O1 --offload-arch=emulated at_times.c -o old && GANTRY_PROFILE=all,p.txt,p.json %run_emulated32 ./old >out && grep GP104 p.txt && grep 'likewise in front of the loop at at_times.c:.* (two_loops), which runs it, too' p.txt
// RUN: for f in GP104:a 'GP104:q[0:n]' GP104:b GP104:always GP104:d GP104:e; do python3 %S/Inputs/paste.py p.json at_times.c new.c "$f" >said && grep -c . said | sed "s/^/$f /" >>lines && %gantry cc -O1 --offload-arch=emulated new.c -o new && for a in '' 2 '1 first' '100 first'; do %run_emulated32 ./old $a >1 && %run_emulated32 ./new $a >2 && cmp 1 2 || exit 1; done || exit 1; done; %FileCheck %s <lines
// CHECK: GP104:a 4
// CHECK: GP104:q[0:n] 4
// CHECK: GP104:b 1
// CHECK: GP104:always 1
// CHECK: GP104:d 1
// CHECK: GP104:e 1
#include <stdio.h>
#include <stdlib.h>
enum { N = 1000, TURNS = 6 };
static double a[N], b[N], r[N], c[N], always[N], d[N], e[N];

static void conditional(int every)
{
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a)
        for (int i = 0; i < N; i++)
            a[i] = a[i] * 0.5 + k;
        a[k] = 7;
        if (k % every == every - 1) {
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: r)
            for (int i = 0; i < N; i++)
                r[i] += a[i];
        }
    }
}

/* The host leaves it alone in between: it stays on the device, and what the other construct stores comes back. */
static void idle(int every)
{
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(to: b) map(tofrom: r)
        for (int i = 0; i < N; i++)
            r[i] += b[i];
        if (k % every == every - 1) {
#pragma omp target teams distribute parallel for map(tofrom: b)
            for (int i = 0; i < N; i++)
                b[i] += k;
        }
    }
}

static void scale(double *q, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: q[0:n])
    for (int i = 0; i < n; i++)
        q[i] *= 0.5;
}

static double two_loops(int first)
{
    double sum = 0;
    for (int k = 0; k < TURNS && first; k++)
        scale(c, N);
    for (int k = 0; k < TURNS && !first; k++) {
        scale(c, N);
        c[k] = sum;
        sum += c[k + 1];
    }
    return sum;
}

static void in_each_turn(void)
{
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(tofrom: always)
        for (int i = 0; i < N; i++)
            always[i] += k;
    }
}

/* What stands behind a jump runs at times, too. */
static void jumped(int every)
{
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(to: d) map(tofrom: r)
        for (int i = 0; i < N; i++)
            r[i] += d[i];
        if (k % every != every - 1)
            continue;
#pragma omp target teams distribute parallel for map(tofrom: d)
        for (int i = 0; i < N; i++)
            d[i] += k;
    }
}

static void add_at_times(int k, int every)
{
    if (k % every != every - 1)
        return;
#pragma omp target teams distribute parallel for map(tofrom: e)
    for (int i = 0; i < N; i++)
        e[i] += k;
}

static void returned(int every)
{
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(to: e) map(tofrom: r)
        for (int i = 0; i < N; i++)
            r[i] += e[i];
        add_at_times(k, every);
    }
}

int main(int argc, char **argv)
{
    for (int i = 0; i < N; i++)
        a[i] = b[i] = c[i] = d[i] = e[i] = i;
    conditional(argc > 1 ? atoi(argv[1]) : 100);
    idle(argc > 1 ? atoi(argv[1]) : 100);
    jumped(argc > 1 ? atoi(argv[1]) : 100);
    returned(argc > 1 ? atoi(argv[1]) : 100);
    double sum = two_loops(argc > 2);
    in_each_turn();
    for (int i = 0; i < N; i++)
        sum += a[i] + b[i] + r[i] + c[i] + always[i] + d[i] + e[i];
    printf("%.10g\n", sum);
    return 0;
}
