// What memory has no section is said by name; long names of members do not keep a section from being written; rows that
// might not be there have no map.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 --explain source.c | %FileCheck %s
// RUN: %gantry annotate --least-work=0 --json source.c | grep -q '"GL516", "reason": .*, "memory": .".*a.i..j.'
// RUN: %gantry annotate --least-work=0 source.c -o written.c && %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %clang -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && %run_emulated32 ./gantry | cmp - want
#include <stdio.h>
#include <stdlib.h>

struct lattice {
    int columns, rows, layers;
    double *temperature, *previous;
};
#define AT(l, i, j, k) (((k) * (l)->rows + (j)) * (l)->columns + (i))

// CHECK: parallel: iterations meet in reductions alone
// CHECK: host {{.*}} [GL516]
// CHECK-NEXT: memory    a[i][j]
static double sum(double **a, int n, int m)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        if (a[i])
            for (int j = 0; j < m; j++)
                s += a[i][j];
    return s;
}

// CHECK: parallel: iterations meet in reductions alone
// CHECK: parallel: iterations meet in reductions alone
// CHECK: host {{.*}} [GL503]
// CHECK-NEXT: memory    values{{$}}
double chosen(int n, const int *restrict which, const double *restrict values)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += values[which[i]];
    return s;
}

// CHECK: parallel under a test
// CHECK: directive target teams distribute parallel for collapse(3) map(to: l[0:1], l->previous[(long)l->rows * l->columns + l->columns:
static void step(struct lattice *l)
{
    for (int k = 1; k < l->layers - 1; k++)
        for (int j = 1; j < l->rows - 1; j++)
            for (int i = 1; i < l->columns - 1; i++)
                l->temperature[AT(l, i, j, k)] = (l->previous[AT(l, i - 1, j, k)] + l->previous[AT(l, i + 1, j, k)]) / 2;
}

int main(void)
{
    struct lattice l = {9, 7, 5, calloc(315, sizeof(double)), malloc(315 * sizeof(double))};
    double *rows[4];
    for (int i = 0; i < 315; i++)
        l.previous[i] = i * i % 13;
    step(&l);
    for (int i = 0; i < 4; i++)
        rows[i] = l.temperature + 63 + 5 * i;
    int which[3] = {100, 101, 202};
    printf("%g %g %g\n", sum(rows, 4, 5), l.temperature[200], chosen(3, which, l.temperature));
    return 0;
}
