/* The conjugate gradient method with a matrix in compressed rows, as examples/levels/cg.c: `three-level`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void matvec(long rows, const int *offset, const int *column, const double *value, const double *x, double *y)
{
#ifdef HAND
#pragma omp target teams distribute parallel for
#endif
    for (long i = 0; i < rows; i++) {
        double sum = 0;
#ifdef HAND
#pragma omp simd reduction(+: sum)
#endif
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

/* each point of an n x n x n grid with itself and its up to 26 neighbours: 26 and -1 */
static void fill(long n, int *offset, int *column, double *value)
{
    int k = 0;
    offset[0] = 0;
    for (long row = 0; row < n * n * n; row++) {
        long z = row % n, y = row / n % n, x = row / n / n;
        for (long u = x - 1; u <= x + 1; u++)
            for (long v = y - 1; v <= y + 1; v++)
                for (long w = z - 1; w <= z + 1; w++)
                    if (u >= 0 && v >= 0 && w >= 0 && u < n && v < n && w < n) {
                        column[k] = (int)((u * n + v) * n + w);
                        value[k++] = u == x && v == y && w == z ? 26 : -1;
                    }
        offset[row + 1] = k;
    }
}

static double dot(long n, const double *x, const double *y)
{
    double sum = 0;
#ifdef HAND
#pragma omp target teams distribute parallel for simd reduction(+: sum)
#endif
    for (long i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* w may be x or y */
static void waxpby(long n, double a, const double *x, double b, const double *y, double *w)
{
#ifdef HAND
#pragma omp target teams distribute parallel for simd
#endif
    for (long i = 0; i < n; i++)
        w[i] = a * x[i] + b * y[i];
}

static void *allocate(long count, size_t size)
{
    void *p = malloc((size_t)count * size);
    if (!p)
        exit(2);
    return p;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 8, most = argc > 2 ? atol(argv[2]) : 12, iterations = 0;
    long rows = n * n * n, entries = (3 * n - 2) * (3 * n - 2) * (3 * n - 2);
    int *offset = allocate(rows + 1, sizeof *offset), *column = allocate(entries, sizeof *column);
    double *value = allocate(entries, sizeof *value), *x = allocate(rows, sizeof *x), *r = allocate(rows, sizeof *r);
    double *p = allocate(rows, sizeof *p), *q = allocate(rows, sizeof *q), sum = 0;
    fill(n, offset, column, value);
    for (long i = 0; i < rows; i++) {
        x[i] = 0;
        r[i] = p[i] = 1 + (double)(i % n) / (double)n;
        q[i] = 0;
    }
#ifdef HAND
#pragma omp target enter data map(to: offset[0:rows + 1], column[0:entries], value[0:entries]) \
    map(to: x[0:rows], r[0:rows], p[0:rows], q[0:rows])
#endif
    double square = dot(rows, r, r), goal = 1e-24 * square, start = square;
    while (square > goal && iterations < most) {
        matvec(rows, offset, column, value, p, q);
        double step = square / dot(rows, p, q), before = square;
        waxpby(rows, 1, x, step, p, x);
        waxpby(rows, 1, r, -step, q, r);
        square = dot(rows, r, r);
        waxpby(rows, 1, r, square / before, p, p);
        iterations++;
    }
#ifdef HAND
#pragma omp target exit data map(from: x[0:rows]) \
    map(delete: offset[0:rows + 1], column[0:entries], value[0:entries], r[0:rows], p[0:rows], q[0:rows])
#endif
    for (long i = 0; i < rows; i++)
        sum += x[i];
    printf("%ld %.5e %.9f\n", iterations, sqrt(square / start), sum);
    free(offset);
    free(column);
    free(value);
    free(x);
    free(r);
    free(p);
    free(q);
    return 0;
}
