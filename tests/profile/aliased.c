// A pointer in a structure leads to an array that has a name of its own, by which the host stores to it: that goes to the device in each turn. What is pasted keeps the results.
// RUN: cp %s aliased.c && %gantry cc -O1 --offload-arch=emulated aliased.c -o old && GANTRY_PROFILE=all,p.txt %run_emulated32 ./old >out
// RUN: python3 %S/Inputs/paste_all.py aliased.c out "%gantry cc -O1 --offload-arch=emulated" 8 >said && %FileCheck %s <said
#include <stdio.h>
enum { N = 80 };
struct box {
    int n;
    long *p, *q;
};
static long a[N], w[N];

static void add(struct box *s, int k)
{
#pragma omp target teams distribute parallel for map(tofrom: s->p[0:s->n]) map(to: s->q[0:s->n])
    for (int i = 0; i < s->n; i++)
        s->p[i] += s->q[i] + k;
}

int main(void)
{
    struct box x = {N, a, w};
    long own[N] = {1}, sum = 0;
    // CHECK-DAG: in front {{[0-9]+}} #pragma omp target update to({{.*}}s->q[0:s->n]
    for (int k = 0; k < 6; k++) {
        add(&x, k);
        w[k + 1] = 40 + k;
        own[k] = k;
    }
    for (int i = 0; i < N; i++)
        sum = (sum * 3 + a[i] + own[i]) % 1000003;
    printf("%ld\n", sum);
    return 0;
}
