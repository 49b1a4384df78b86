// The place of an extreme value, and what is stored last, found by threads of the host: where a test says that the loop is too small for the
// device, and in loops that no device can have. Every thread begins with what was there before the loop, and reads no copy of another one.
// RUN: sed '/RUN\|CHECK/d' %s > source.c && %gantry annotate --no-data source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 -w source.c -o serial -lm && ./serial > want
// RUN: %gcc -O1 -Wall -Wextra -Werror -fopenmp -foffload=disable written.c -o gcc -lm && OMP_NUM_THREADS=4 ./gcc | cmp - want
// RUN: %gantry cc -Wall -Wextra -Werror -O1 written.c -o place -lm && OMP_NUM_THREADS=4 ./place | cmp - want
// RUN: OMP_NUM_THREADS=4 %gantry check written.c -lm > got 2> log; cat log; cmp got want && grep -q 'nothing found' log
// REQUIRES: gcc
#include <math.h>
#include <stdio.h>
enum { N = 6000 };
static double x[N], y[N];
static int skip[N];

static void fill(int kind)
{
    for (volatile int i = 0; i < N; i++) {
        x[i] = i * 7919 % 1000 / 10.0 - 50;
        x[i] = kind == 1 && i % 3 ? NAN : kind == 2 ? -INFINITY : x[i];
        skip[i] = i % 7 == kind;
        y[i] = x[i];
    }
}

static void greatest(int n, double most)
{
    int where = -7;
    // CHECK: struct [[F:found[_0-9]*]] { double most; int where; long at; int any; } [[F]] = {0};
    // CHECK: initializer(omp_priv = {0})
    // CHECK: if(n > {{[0-9]+}}) reduction(first_max: [[F]])
    for (int i = 0; i < n; i++)
        // CHECK: if (x[i] > ([[F]].any ? [[F]].most : most)) {
        if (x[i] > most) {
            most = x[i];
            where = i;
        }
    // CHECK: if ([[F]].any)
    // CHECK-NEXT: most = [[F]].most, where = [[F]].where;
    printf("%g %d\n", most, where);
}

static void least(int n, float start)
{
    int where = 0, last = -3;
    // CHECK: reduction(last_min: [[G:found[_0-9]*]])
    for (int i = 0; i < n; i++)
        // CHECK: if (y[i] <= y[([[G]].any ? [[G]].where : where)])
        if (y[i] <= y[where])
            where = i;
    // CHECK: reduction(last_kept: [[H:found[_0-9]*]])
    for (int i = 0; i < n; i++)
        if (x[i] > start)
            last = i;
    // CHECK: if ([[H]].any)
    // CHECK-NEXT: last = [[H]].last;
    printf("%d %d\n", where, last);
}

/* How much there is of v only the caller knows. */
void of_rows(int n, const int *row, const double *v, double most)
{
    int where = -1;
    // CHECK: #pragma omp parallel for{{.*}} reduction(first_max: [[K:found[_0-9]*]])
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            t += v[k];
        // CHECK: if (t > ([[K]].any ? [[K]].most : most)) {
        if (t > most) {
            most = t;
            where = i;
        }
    }
    printf("%g %d\n", most, where);
}

int main(void)
{
    static const double starts[] = {-INFINITY, -1, 49.8, 1000, INFINITY, NAN};
    static const int sizes[] = {0, 1, 2, 50, N - 1};
    static int row[N + 1];
    for (volatile int i = 0; i < N; i++)
        row[i + 1] = row[i] + (i % 3 == 0);
    for (int kind = 0; kind < 3; kind++) {
        fill(kind);
        for (unsigned s = 0; s < sizeof starts / sizeof *starts; s++)
            for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
                greatest(sizes[k], starts[s]);
                least(sizes[k], (float)starts[s]);
                of_rows(sizes[k], row, x, starts[s]);
            }
    }
}
