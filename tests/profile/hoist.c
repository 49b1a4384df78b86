// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && GANTRY_STATS=%t.st GANTRY_PROFILE=all,%t.txt,%t.json %run_emulated32 %t >%t.out && %FileCheck %s <%t.txt
// What is proposed, pasted in: the same output, less data, and no such finding any more.
// RUN: for f in GP104:a 'GP104:u[0 : size]' 'GP104:s->v[0 : s->n]' GP103:b GP104:y; do python3 %S/Inputs/paste.py %t.json %s new.c "$f" && %gantry cc -O1 --offload-arch=emulated new.c -o new && GANTRY_STATS=new.st GANTRY_PROFILE=new.json %run_emulated32 ./new | cmp - %t.out && %run_host ./new | cmp - %t.out && python3 %S/Inputs/less.py %t.json new.json "$f" || { echo "$f"; exit 1; }; done
/* What to hoist and where: the loop may be in the function that calls, where the data has other names. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 64 };
static double a[N], b[N], c[N];
struct grid {
    int n, m;
    double *u, *v;
};
typedef void work(double *x, int n);

static void in_place(void)
{
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : c) map(tofrom : b)
    for (int i = 0; i < N; i++)
        a[i] += b[i] + i;
}

static void of_grid(struct grid *s)
{
    const int size = s->n * s->m;
    double *u = s->u;
#pragma omp target teams distribute parallel for map(tofrom : u[0 : size]) map(to : s->v[0 : s->n])
    for (int i = 0; i < size; i++)
        u[i] += s->v[i % N];
}

static void by_pointer(double *x, int n)
{
#pragma omp target teams distribute parallel for map(x[0 : n])
    for (int i = 0; i < n; i++)
        x[i] = x[i] * 0.5 + i;
}
static work *const works[] = {by_pointer};

static double *next(double *p) { return p; }

static double w[N], z[N];
static void last_line(void) {
#pragma omp target teams distribute parallel for map(tofrom : w)
    for (int i = 0; i < N; i++)
        w[i] += 1; }

static void from_three_places(void)
{
#pragma omp target teams distribute parallel for map(tofrom : z)
    for (int i = 0; i < N; i++)
        z[i] += 1;
}

int main(void)
{
    double *x = malloc(N * sizeof *x), y[N] = {0}, sum = 0;
    struct grid g = {N, 2, calloc(2 * N, sizeof(double)), calloc(N, sizeof(double))};
    for (int k = 0; k < 3; k++)
        in_place();
    for (int k = 0; k < 3; k++) {
        g.v[k] = 1;
        of_grid(&g);
    }
    for (int i = 0; i < N; i++)
        x[i] = i;
    for (int k = 0; k < 4; k++)
        works[0](x + 0 * N, N); /* no list item: it has no name in front of the loop */
    for (int k = 0; k < 4; k++)
        works[0](x, 20 + 2 * N / 8);
    for (int k = 0; k < 3; k++) {
        double *p = next(x); /* known inside the loop alone */
#pragma omp target map(tofrom : p[0 : N])
        p[k] += 1;
    }
    for (int k = 0; k < 3; k++)
#pragma omp target teams distribute parallel for map(tofrom : y)
        for (int i = 0; i < N; i++)
            y[i] += 1;
    for (int k = 0; k < 3; k++) {
        last_line();
        sum += w[k];
    }
    from_three_places();
    sum += z[1];
    from_three_places();
    sum += z[2];
    from_three_places();
    for (int i = 0; i < N; i++)
        sum += a[i] + x[i] + y[i] + g.u[i] + b[i] + c[i];
    printf("%.3f\n", sum);
    free(x);
    free(g.u);
    free(g.v);
    return 0;
}
// x has other lengths in the two loops that map it: that is said, and nothing is to be pasted.
// CHECK-DAG: not as it stands: pieces of memory that overlap are mapped, by other lengths or names
// The host reads a and b behind the loop alone.
// CHECK-DAG: hoist: #pragma omp target data map(tofrom: a{{.*}}) map(to:
// CHECK-DAG: in front of the loop at hoist.c:[[#]] (main)
// CHECK-DAG: hoist: map(tofrom: p[0 : N])
// CHECK-DAG: around all that runs {{.*}}hoist.c:[[#]] (main), by the names there
// No line stands behind a construct that ends its function; where the host reads w there is one.
// CHECK-DAG: in front of what the host reads or stores at hoist.c:[[#]]: #pragma omp target update from(w)
// Three calls are no loop.
// CHECK-DAG: z: allocated and freed again, 2 of 3 times [GP104]
// CHECK-DAG: in front of the statement at hoist.c:[[#]] (main)
