// What a region reads to know how far its loop goes is read though there are no iterations: it is mapped in any case.
// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -w -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry
// RUN: OMP_NUM_THREADS=3 %run_emulated32 ./gantry | cmp - want
// REQUIRES: gcc
#include <stdio.h>
#include <stdlib.h>
struct s {
    int n;
    double *x;
};
static int count(const struct s *s) { return s->n; }
// CHECK-LABEL: static void f(
// CHECK: map(to: len[0:1])
static void f(int *len, double *x)
{
    for (int i = 0; i < *len; i++)
        x[i] += 1;
}
// CHECK-LABEL: static void half(
// CHECK: map(to: len[0:1])
static void half(int *len, double *x)
{
    for (int i = 0; i < *len / 2; i++)
        x[i] += 1;
}
// CHECK-LABEL: static void some(
// CHECK: map(to: len[0:1])
static void some(int *len, int n, double *x)
{
    for (int i = 0; i < (!*len ? *len : n); i++)
        x[i] += 1;
}
// CHECK-LABEL: static void down(
// CHECK: map(to: len[0:1])
static void down(int *len, double *x, int n)
{
    for (int i = n - 1; i >= *len; i--)
        x[i] += 1;
}
// CHECK-LABEL: static void from(
// CHECK: map(to: first[0:1])
static void from(int *first, double *x, int n)
{
    for (int i = *first; i < n; i++)
        x[i] += 1;
}
// CHECK-LABEL: static void by(
// CHECK: map(to: step[0:1])
static void by(int *step, double *x, int n)
{
    for (int i = 0; i < n; i += *step)
        x[i] += 1;
}
// CHECK-LABEL: static void called(
// CHECK: map(to: s[0:1])
static void called(struct s *s, double *x)
{
    for (int i = 0; i < count(s); i++)
        x[i] += 1;
}
// CHECK-LABEL: static void inner(
// CHECK: for map(to: len[0:n <= 0 ? 0 : 1])
static void inner(int *len, double *x, int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < *len; j++)
            x[i * m + j] += 1;
}
// CHECK-LABEL: static void inner_counted(
// CHECK: map(to: len[0:n <= 0 ? 0 : 1])
static void inner_counted(int *len, double *x, int n, int m)
{
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < *len) {
            x[i * m + j] += 1;
            j++;
        }
    }
}
// CHECK-LABEL: static void inner_called(
// CHECK: for map(to: s[0:n <= 0 ? 0 : 1])
static void inner_called(struct s *s, double *x, int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < count(s); j++)
            x[i * m + j] += 1;
}
static void counted(int *len, double *x)
{
    int i = 0;
    while (i < *len) {
        x[i] += 1;
        i++;
    }
}
static void rows(const int *row, double *x, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = row[i]; j < row[i + 1]; j++)
            x[j] += 1;
}
int main(void)
{
    double *x = calloc(100, sizeof *x);
    for (int k = 0; k < 3; k++) {
        int *len = malloc(sizeof *len), *step = malloc(sizeof *step);
        *len = k;
        *step = k + 1;
        struct s *s = malloc(sizeof *s);
        s->n = k;
        s->x = x;
        int *row = calloc(5, sizeof *row);
        row[4] = k;
        f(len, x);
        half(len, x);
        some(len, k, x);
        down(len, x, 0);
        down(len, x, 10);
        from(len, x, 0);
        from(len, x, 9);
        by(step, x, 0);
        by(step, x, 7);
        called(s, x);
        inner(len, x, 3, 5);
        inner_counted(len, x, 3, 5);
        inner_called(s, x, 3, 5);
        counted(len, x);
        inner(len, x, 0, 5);
        inner_counted(len, x, 0, 5);
        inner_called(s, x, 0, 5);
        rows(row, x, 4);
    }
    double t = 0;
    for (int i = 0; i < 100; i++)
        t += x[i] * (i + 1);
    printf("%g\n", t);
    return 0;
}
