// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t
// RUN: bash %S/faults.sh %t %s uninit,bounds,misuse,stale
/* Structures of which a part is mapped: each fault by its name, and its twin (faults.sh). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 10 };
struct state {
    int n, first;
    double *x;
    double in[4], out[4];
    int last;
};
static struct state *p;
static struct state s;

/* a member that no clause has, beside one that is listed */
static void beside(int wrong)
{
    int r = 0;
    if (wrong) {
#pragma omp target map(to : p->n) map(from : r)
        r = p->n + p->first; // fault: beside GC203
    } else {
#pragma omp target map(to : p->n, p->first) map(from : r)
        r = p->n + p->first;
    }
    if (!wrong && r != N + 1)
        printf("wrong");
}

/* it only decides; the twin has it */
static void decides(int wrong)
{
    double sum = 0;
    if (wrong) {
#pragma omp target map(to : p->n, p->last) map(to : p->x[0 : N]) map(tofrom : sum)
        for (int i = p->first; i < p->n; i++) // fault: decides GC201 also GC202
            sum += p->x[i];
    } else {
#pragma omp target map(to : p->n, p->last, p->first) map(to : p->x[0 : N]) map(tofrom : sum)
        for (int i = p->first; i < p->n; i++)
            sum += p->x[i];
    }
    if (!wrong && sum != N - 1)
        printf("wrong");
}

/* in a function that gets the pointer; the twin maps the structure before */
#pragma omp begin declare target
static double of(const struct state *q) { return q->in[1] + q->out[2]; }
#pragma omp end declare target
static void passed(int wrong)
{
    double r = 0;
    if (wrong) {
#pragma omp target map(to : p->in) map(from : r)
        r = of(p) + 1; // fault: passed GC203
    } else {
#pragma omp target data map(to : p[0 : 1])
#pragma omp target map(to : p->in) map(from : r)
        r = of(p) + 1;
    }
    if (!wrong && r != 4)
        printf("wrong");
}

/* a part of a member */
static void part(int wrong)
{
    double r = 0;
    if (wrong) {
#pragma omp target map(to : p->in[0 : 2]) map(from : r)
        r = p->in[1] + p->in[2]; // fault: part GC203
    } else {
#pragma omp target map(to : p->in[0 : 3]) map(from : r)
        r = p->in[1] + p->in[2];
    }
}

/* a region that names the structure maps it; stores give members values; sections through members need no others */
static void named(int wrong)
{
    double r = 0;
#pragma omp target map(to : s.n) map(from : r)
    r = s.n + s.first;
#pragma omp target map(to : p->n) map(from : r)
    {
        p->first = 2;
        r = p->n + p->first;
    }
    p->first = 1; /* what the region stored is nobody's */
#pragma omp target map(tofrom : p->x[0 : N]) map(from : r)
    r = p->x[p->first] + p->n;
#pragma omp target data map(to : p->n, p->first)
#pragma omp target map(from : r)
    r = p->n + p->first;
}

/* the storage of one member only, of a structure that another pointer leads to */
static void elsewhere(int wrong)
{
    struct state *q = &s;
    int r = 0;
    if (wrong) {
#pragma omp target data map(to : s.n)
#pragma omp target map(from : r)
        r = q->n + q->first; // fault: elsewhere GC101
    } else {
#pragma omp target data map(to : s)
#pragma omp target map(from : r)
        r = q->n + q->first;
    }
}

#define CASES(C) C(beside) C(decides) C(passed) C(part) C(named) C(elsewhere)
#include "cases.h"

int main(int argc, char **argv)
{
    p = calloc(1, sizeof *p);
    *p = s = (struct state){N, 1, calloc(N, sizeof(double)), {1, 1, 1, 1}, {2, 2, 2, 2}, 3};
    for (int i = 0; i < N; i++)
        p->x[i] = 1;
    run_cases(argc, argv);
    return 0;
}
