// What is touched only where data says so: does it exist? A clause maps all elements of a section, touched or not.
// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry annotate source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wall -Wextra -Werror -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %clang -fopenmp -fsyntax-only written.c
// RUN: OMP_NUM_THREADS=3 %gantry check written.c > got 2> log; cat log; cmp got want && grep -q 'nothing found' log
// REQUIRES: gcc
#include <stdio.h>
#include <stdlib.h>

/* x[-1] and x[n] are not there. */
// CHECK-LABEL: inside(
// CHECK: pragma omp parallel for
void inside(int n, const char *mask, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++)
        if (mask[i])
            y[i] = x[i - 1] + x[i + 1];
}

/* Not one element more than what is surely touched. */
// CHECK-LABEL: beyond(
// CHECK: pragma omp parallel for
void beyond(int n, const char *mask, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] + (mask[i] ? x[i + 1] : 0);
}

/* The size that bounds the loop says that they are there. */
// CHECK-LABEL: within(
// CHECK: map(to: {{.*}}x[0:n > 2 ? n : 0]) map(tofrom: y[1:n > 2 ? n - 2 : 0])
void within(int n, const char *mask, const double *restrict x, double *restrict y)
{
    for (int i = 1; i < n - 1; i++)
        if (mask[i])
            y[i] = x[i - 1] + x[i + 1];
}

/* Beside what is surely touched, y[i] too. */
// CHECK-LABEL: beside(
// CHECK: map(tofrom: y[0:n > 0 ? n : 0])
void beside(int n, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++)
        if (x[i] > 20)
            y[i] = x[i];
}

// CHECK-LABEL: grid(
// CHECK: pragma omp parallel for
void grid(int n, int m, const char *mask, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (mask[i * m + j])
                y[i * m + j] = x[(i - 1) * m + j] + x[(i + 1) * m + j];
}

/* What is the same for all iterations says which arrays there are. */
// CHECK-LABEL: optional(
// CHECK: z[0:((z != 0) && (n >= 1)) ? n : 0]
void optional(int n, const double *restrict x, double *restrict y, const double *restrict z)
{
    for (int i = 0; i < n; i++) {
        y[i] = x[i] / 2;
        if (z)
            y[i] += z[i];
    }
}

// CHECK-LABEL: weighted(
// CHECK: z[0:((weight != 0) && (n >= 1)) ? n : 0]
void weighted(int n, double weight, const double *restrict x, double *restrict y, const double *restrict z)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] + (weight != 0 ? weight * z[i] : 0);
}

struct all {
    int n, has_z;
    double *x, *y, *z;
};
// CHECK-LABEL: of_structure(
// CHECK: s->z[0:((s->has_z != 0) && (s->n >= 1)) ? s->n : 0]
void of_structure(struct all *s)
{
    for (int i = 0; i < s->n; i++) {
        s->y[i] = s->x[i] / 3;
        if (s->has_z)
            s->y[i] += s->z[i];
    }
}

/* Here `s` itself might not be there, and it is not asked for anything else. */
// CHECK-LABEL: behind(
// CHECK-NOT: map(
void behind(int n, const struct all *s, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        y[i] = x[i];
        if (s && s->has_z)
            y[i] += s->z[i];
    }
}

/* The last row has one element less than its neighbours' loop would read. */
// CHECK-LABEL: rows(
// CHECK-NOT: a[row{{[_0-9]*}}][0:m + 1]
// CHECK: main
void rows(int n, int m, const char *mask, double **a, double **b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = a[i][j];
            if (mask[j])
                b[i][j] += a[i][j + 1];
        }
}

/* A region that maps all of a block finds all of it there. */
static void block(int n)
{
    int *p = malloc((n + 1) * sizeof *p);
    long *y = calloc(n + 1, sizeof *y), s = 0;
    for (int i = 0; i < n; i++)
        p[i] = i / 2;
    for (int i = 0; i < n; i++)
        y[i] += (i ^ 1) < n || 1 ? p[i] : 0;
    for (int i = 0; i < n; i++)
        s += y[i] * i;
    printf("%ld\n", s);
    free(p);
    free(y);
}

static double *filled(int n)
{
    double *x = malloc(n * sizeof *x);
    for (volatile int i = 0; i < n; i++)
        x[i] = i * 7919 % 101;
    return x;
}

static void show(int n, const double *y)
{
    double s = 0;
    for (volatile int i = 0; i < n; i++)
        s = s / 2 + y[i];
    printf("%.17g\n", s);
}

int main(void)
{
    enum { M = 4 };
    for (volatile int n = 3; n < 9000; n = n * 40 + 1) {
        double *x = filled(n), *y = filled(n), *table[2][9];
        char *mask = malloc(n), *board = malloc(n);
        for (volatile int i = 0; i < n; i++) {
            mask[i] = i > 0 && i < n - 1 && i % 3 != 1;
            board[i] = i / M > 0 && i / M < n / M - 1;
        }
        inside(n, mask, x, y);
        beyond(n, mask, x, y);
        within(n, mask, x, y);
        beside(n, x, y);
        show(n, y);
        grid(n / M, M, board, x, y);
        show(n, y);
        for (int k = 0; k < 2; k++) {
            double *z = k ? filled(n) : NULL;
            struct all s = {n, k, x, y, z};
            optional(n, x, y, z);
            weighted(n, k / 3.0, x, y, z);
            show(n, y);
            of_structure(&s);
            behind(n, k ? &s : NULL, x, y);
            show(n, y);
            free(z);
        }
        for (int i = 0; i < 18; i++)
            table[i / 9][i % 9] = filled(n);
        rows(9, n, mask, table[0], table[1]);
        show(n, table[1][7]);
        for (int i = 0; i < 18; i++)
            free(table[i / 9][i % 9]);
        block(n);
        free(x);
        free(y);
        free(mask);
        free(board);
    }
}
