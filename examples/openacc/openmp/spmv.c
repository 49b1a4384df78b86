/* spmv.c: y = A x for a sparse matrix in compressed rows: gangs share the rows, the lanes of a vector the entries of one.
 *
 *     spmv [n]      rows (default 2000) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Row i has entries beside the diagonal, more of them further down. */
static int width(int i) { return 1 + i % 40; }

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000, entries = 0, wrong = 0;
    if (n < 1) {
        fprintf(stderr, "%s: '%s' is no number of rows\n", argv[0], argv[1]);
        return 2;
    }
    int *row = malloc((size_t)(n + 1) * sizeof *row);
    for (int i = 0; i < n; i++)
        entries += width(i);
    int *col = malloc((size_t)entries * sizeof *col);
    double *val = malloc((size_t)entries * sizeof *val);
    double *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
    if (!row || !col || !val || !x || !y)
        return 2;
    row[0] = 0;
    for (int i = 0; i < n; i++) {
        row[i + 1] = row[i] + width(i);
        x[i] = 1 + i % 7;
        for (int k = row[i]; k < row[i + 1]; k++) {
            col[k] = (i + 3 * (k - row[i])) % n;
            val[k] = 1.0 / (1 + k - row[i]);
        }
    }

#pragma omp target data map(to: row[0:n + 1], col[0:entries], val[0:entries], x[0:n]) \
    map(from: y[0:n])
    {
#pragma omp target teams distribute parallel for \
    map(present, alloc: row[0:n + 1], col[0:entries], val[0:entries], x[0:n], y[0:n])
        for (int i = 0; i < n; i++) {
            double sum = 0;
#pragma omp simd reduction(+: sum)
            for (int k = row[i]; k < row[i + 1]; k++)
                sum += val[k] * x[col[k]];
            y[i] = sum;
        }
    }

    double norm = 0;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += val[k] * x[col[k]];
        wrong += fabs(y[i] - sum) > 1e-12 * fabs(sum);
        norm += y[i] * y[i];
    }
    printf("%d rows, %d entries, norm %.6f\n", n, entries, sqrt(norm));
    puts(wrong ? "WRONG: y" : "OK");
    free(row);
    free(col);
    free(val);
    free(x);
    free(y);
    return wrong != 0;
}
