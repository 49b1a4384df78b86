/* y = A x with a sparse matrix in compressed rows, as examples/levels/sparse_matvec.c: `simd`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* the i-th of a fixed row of numbers without visible order, evenly spread over [0, 1) */
static inline double number_at(long i)
{
    uint64_t h = ((uint64_t)i + 1) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 29) * 0xD6E8FEB86659FD93u;
    return (double)((h ^ h >> 32) >> 11) * 0x1p-53;
}

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

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 8, repeat = argc > 2 ? atol(argv[2]) : 3;
    long rows = n * n * n, entries = (3 * n - 2) * (3 * n - 2) * (3 * n - 2);
    int *offset = malloc((rows + 1) * sizeof *offset), *column = malloc(entries * sizeof *column);
    double *value = malloc(entries * sizeof *value), *x = malloc(rows * sizeof *x), *y = malloc(rows * sizeof *y), sum = 0;
    if (!offset || !column || !value || !x || !y)
        return 2;
    fill(n, offset, column, value);
    for (long i = 0; i < rows; i++)
        x[i] = 1 + number_at(i);
#ifdef HAND
#pragma omp target enter data map(to: offset[0:rows + 1], column[0:entries], value[0:entries], x[0:rows]) map(alloc: y[0:rows])
#endif
    for (long k = 0; k < repeat; k++)
        matvec(rows, offset, column, value, x, y);
#ifdef HAND
#pragma omp target exit data map(from: y[0:rows]) map(delete: offset[0:rows + 1], column[0:entries], value[0:entries], x[0:rows])
#endif
    for (long i = 0; i < rows; i++)
        sum += y[i];
    printf("%.9f\n", sum);
    free(offset);
    free(column);
    free(value);
    free(x);
    free(y);
    return 0;
}
