/* hot_loops.c NAME SIZE TEAMS THREADS: the loops of bench/cuda/hot_loops.cu in OpenMP, one of which runs once: for
 * bench/instructions.py, which counts what is executed. Results are checked. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int teams, threads;
#define SHAPE num_teams(teams) thread_limit(threads) num_threads(threads)
#define OUTER num_teams(teams) thread_limit(threads)

static void triad(int n, double s, double *a, const double *b, const double *c)
{
#pragma omp target teams distribute parallel for SHAPE map(to : b[ : n], c[ : n]) map(from : a[ : n])
    for (int i = 0; i < n; i++)
        a[i] = b[i] + s * c[i];
}

static void saxpy(int n, float s, const float *x, float *y)
{
#pragma omp target teams distribute parallel for SHAPE map(to : x[ : n]) map(tofrom : y[ : n])
    for (int i = 0; i < n; i++)
        y[i] = s * x[i] + y[i];
}

static double reduction(int n, const double *x)
{
    double sum = 0;
#pragma omp target teams distribute parallel for SHAPE map(to : x[ : n]) map(tofrom : sum) reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

static void stencil(int rows, int columns, const double *in, double *out)
{
#pragma omp target teams distribute OUTER map(to : in[ : rows * columns]) map(tofrom : out[ : rows * columns])
    for (int y = 1; y < rows - 1; y++)
#pragma omp parallel for num_threads(threads)
        for (int x = 1; x < columns - 1; x++) {
            int at = y * columns + x;
            out[at] = 0.2 * (in[at] + in[at - 1] + in[at + 1] + in[at - columns] + in[at + columns]);
        }
}

static void spmv(int n, const int *offset, const int *column, const double *value, const double *x, double *y)
{
#pragma omp target teams distribute parallel for SHAPE map(to : offset[ : n + 1], column[ : offset[n]], value[ : offset[n]])   \
    map(to : x[ : n]) map(from : y[ : n])
    for (int row = 0; row < n; row++) {
        double s = 0;
        for (int k = offset[row]; k < offset[row + 1]; k++)
            s += value[k] * x[column[k]];
        y[row] = s;
    }
}

static void transpose(int rows, int columns, const double *in, double *out)
{
#pragma omp target teams distribute OUTER map(to : in[ : rows * columns]) map(from : out[ : rows * columns])
    for (int y = 0; y < rows; y++)
#pragma omp parallel for num_threads(threads)
        for (int x = 0; x < columns; x++)
            out[x * rows + y] = in[y * columns + x];
}

/* ---- numbers, and whether the results are right ---- */
enum { ROW = 8 }; /* elements of a row of the matrix */

static void *some(long n) { return calloc((size_t)n, 8); }

static int wrong_sum(int n, const double *x)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return fabs(reduction(n, x) - s) > 1e-9 * s;
}

static int wrong_spmv(int n, const double *x, double *y)
{
    int wrong = 0, *offset = some(n + 1), *column = some((long)n * ROW);
    double *value = some((long)n * ROW);
    for (int i = 0; i <= n; i++)
        offset[i] = i * ROW;
    for (int k = 0; k < n * ROW; k++) {
        column[k] = (int)((unsigned)k * 7919u % (unsigned)n);
        value[k] = k % 5;
    }
    spmv(n, offset, column, value, x, y);
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = offset[i]; k < offset[i + 1]; k++)
            s += value[k] * x[column[k]];
        wrong += s != y[i];
    }
    return wrong;
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    const char *name = argv[1];
    int size = atoi(argv[2]), wrong = 0, columns = 0, rows = 0;
    teams = atoi(argv[3]), threads = atoi(argv[4]);
    if (!strcmp(name, "stencil") || !strcmp(name, "transpose")) {
        rows = !strcmp(name, "stencil") ? teams + 2 : teams; /* a row for each team */
        columns = size / teams + (!strcmp(name, "stencil") ? 2 : 0);
        size = rows * columns;
    }
    double *x = some(size), *y = some(size), *z = some(size);
    float *v = some(size), *w = some(size);
    for (int i = 0; i < size; i++) {
        x[i] = i % 31;
        y[i] = i % 17;
        v[i] = (float)(i % 13);
        w[i] = (float)(i % 7);
    }
    if (!strcmp(name, "triad")) {
        triad(size, 3, z, x, y);
        for (int i = 0; i < size; i++)
            wrong += z[i] != x[i] + 3 * y[i];
    } else if (!strcmp(name, "saxpy")) {
        saxpy(size, 3, v, w);
        for (int i = 0; i < size; i++)
            wrong += w[i] != 3 * v[i] + (float)(i % 7);
    } else if (!strcmp(name, "reduction")) {
        wrong = wrong_sum(size, x);
    } else if (!strcmp(name, "stencil")) {
        stencil(rows, columns, x, z);
        for (int i = columns; i < size - columns; i++)
            if (i % columns && i % columns != columns - 1)
                wrong += z[i] != 0.2 * (x[i] + x[i - 1] + x[i + 1] + x[i - columns] + x[i + columns]);
    } else if (!strcmp(name, "spmv")) {
        wrong = wrong_spmv(size, x, z);
    } else if (!strcmp(name, "transpose")) {
        transpose(rows, columns, x, z);
        for (int i = 0; i < size; i++)
            wrong += z[i % columns * rows + i / columns] != x[i];
    } else
        return 2;
    printf("%s\n", wrong ? "wrong" : "OK");
    return wrong != 0;
}
