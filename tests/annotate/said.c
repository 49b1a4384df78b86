// How many elements there are of memory that the text says nothing of: of members, too, and of rows; --explain has the line to write.
// RUN: sed '/CHECK\|RUN/d' %s > source.c && sed '/ompx/d' source.c > bare.c
// RUN: %gantry annotate --least-work=0 --explain bare.c | %FileCheck %s --check-prefix=SAY
// RUN: %gantry annotate --least-work=0 --json bare.c | grep -q '"say": "#pragma ompx sizes(t->x\[0:N1\], t->y\[0:N2\])"'
// RUN: %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wall -Wno-unknown-pragmas -Werror -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %clang -O1 -w -fopenmp written.c -o clang && OMP_NUM_THREADS=3 ./clang | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want && %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -w -O1 written.c > out 2> err && cmp out want
// RUN: sed 's/sizes(t->x\[0:t->n\]/sizes(t->x[0:t->n + 5]/' written.c > less.c && %not %gantry check -w -O1 less.c > out 2> err; grep -q "GC80" err
#include <stdio.h>
#include <stdlib.h>
struct table { int n; double *x, *y; };

// SAY: say #pragma ompx sizes(t->x[0:N1], t->y[0:N2]) in front of it, with the numbers N1, … of elements
// CHECK-LABEL: void look_up(
// CHECK: t->x[0:t->n], t->y[0:t->n]
void look_up(const struct table *t, int n, const int *at, double *z)
{
#pragma ompx sizes(t->x[0:t->n], t->y[0:t->n])
    for (int i = 0; i < n; i++)
        z[i] = t->x[at[i]] * t->y[at[i]];
}

// SAY: say #pragma ompx sizes(p[0:N]) in front of it, with the number N of elements
// CHECK-LABEL: void centers(
// CHECK: p[0:points]
void centers(int n, int points, const double (*p)[3], const int (*corner)[2], double *c)
{
#pragma ompx sizes(p[0:points])
    for (int i = 0; i < n; i++)
        c[i] = (p[corner[i][0]][1] + p[corner[i][1]][1]) / 2;
}

int main(void)
{
    struct table t = {50, malloc(50 * sizeof(double)), malloc(50 * sizeof(double))};
    int at[200], (*corner)[2] = malloc(200 * sizeof *corner);
    double z[200], (*p)[3] = malloc(20 * sizeof *p), c[200], sum = 0;
    for (int i = 0; i < 50; i++)
        t.x[i] = i, t.y[i] = 50 - i;
    for (int i = 0; i < 20; i++)
        p[i][0] = p[i][1] = p[i][2] = i * 3 % 7;
    for (int i = 0; i < 200; i++)
        at[i] = i * 7 % 50, corner[i][0] = i % 20, corner[i][1] = i * 3 % 20;
    look_up(&t, 200, at, z);
    centers(200, 20, p, corner, c);
    for (int i = 0; i < 200; i++)
        sum += z[i] * (i % 3) + c[i];
    printf("%g\n", sum);
}
