// A member that points to memory which no region uses, beside one that is used: told, and the directive without it leaves the results. A structure that comes along, for
// its members lead to what the region uses, is neither told nor made firstprivate, where its pointers would be the host's.
// RUN: cp %s behind.c && %gantry cc -O1 --offload-arch=emulated behind.c -o old && GANTRY_PROFILE=all,p.txt,p.json %run_emulated32 ./old >out && %FileCheck %s <p.txt && %not grep firstprivate p.txt && test $(grep -c GP105 p.txt) = 4
// RUN: for f in 'GP105:p->spare[0:p->n]' 'GP105:q->spare[0:q->n]' 'GP105:f.spare[0:f.n]' 'GP105:all->spare[0:all->n]'; do python3 %S/Inputs/paste.py p.json behind.c new.c "$f" && %gantry cc -O1 --offload-arch=emulated new.c -o new && GANTRY_PROFILE=all,new.txt %run_emulated32 ./new | cmp - out && test $(grep -c GP105 new.txt) = 3 || exit 1; done
#include <stdio.h>
#include <stdlib.h>
struct field {
    int n;
    double *used, *spare, *also;
};
static double r[1000];
static struct field f;

/* ---- told ---- */
static void beside(struct field *p)
{
    for (int k = 0; k < 3; k++) {
        // CHECK-DAG: behind.c:[[#@LINE+1]] p->spare[0:p->n]: mapped, and no region used it, 3 of 3 times [GP105]
#pragma omp target teams distribute parallel for map(tofrom: p->used[0:p->n]) map(to: p->spare[0:p->n])
        for (int i = 0; i < p->n; i++)
            p->used[i] += k;
    }
}

static void two(struct field *q)
{
    // CHECK-DAG: behind.c:[[#@LINE+1]] q->spare[0:q->n]: mapped, and no region used it, 1 of 1 time [GP105]
#pragma omp target map(tofrom: q->used[0:q->n], q->spare[0:q->n]) map(to: q->also[0:q->n])
    for (int i = 0; i < q->n; i++)
        q->used[i] += q->also[i];
}

static void alone(void)
{
    // CHECK-DAG: behind.c:[[#@LINE+1]] f.spare[0:f.n]: mapped, and no region used it, 1 of 1 time [GP105]
#pragma omp target teams distribute parallel for map(tofrom: r) map(to: f.spare[0:f.n])
    for (int i = 0; i < 1000; i++)
        r[i] += i;
}

static void by_pointer(struct field *all)
{
    // CHECK-DAG: behind.c:[[#@LINE+1]] all->spare[0:all->n]: mapped, and no region used it, 1 of 1 time [GP105]
#pragma omp target teams distribute parallel for map(tofrom: r) map(to: all->spare[0:all->n])
    for (int i = 0; i < 1000; i++)
        r[i] += i;
}

/* ---- not told ---- */
static void loaded(struct field *p, int which)
{
#pragma omp target map(tofrom: p->used[0:p->n], p->spare[0:p->n])
    {
        double *any = which ? p->used : p->spare;
        any[1] += 1;
    }
}

static void same(struct field *p) /* spare is used by its other name */
{
    p->also = p->spare;
#pragma omp target map(tofrom: p->also[0:p->n]) map(to: p->spare[0:p->n])
    p->also[2] += 1;
}

static void resident(void)
{
#pragma omp target data map(tofrom: f.used[0:f.n])
    for (int k = 0; k < 5; k++) {
#pragma omp target teams distribute parallel for map(tofrom: f.used[0:f.n])
        for (int i = 0; i < f.n; i++)
            f.used[i] += k;
    }
}

int main(void)
{
    f.n = 1000;
    f.used = calloc(1000, sizeof *f.used), f.spare = calloc(1000, sizeof *f.spare);
    f.also = calloc(1000, sizeof *f.also);
    if (!f.used || !f.spare || !f.also)
        return 1;
    beside(&f);
    two(&f);
    alone();
    by_pointer(&f);
    loaded(&f, 1);
    resident();
    same(&f);
    double s = 0;
    for (int i = 0; i < 1000; i++)
        s += f.used[i] + 2 * f.spare[i] + r[i];
    printf("%g\n", s);
    return 0;
}
