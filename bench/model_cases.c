/* model_cases.c: kernels of the documents' measured tables, for model-error.py: `model_cases CASE SIZE`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *zeros(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p)
        abort();
    return p;
}

static void saxpy(int n)
{
    float *x = zeros(n, sizeof *x), *y = zeros(n, sizeof *y);
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += 2 * x[i];
}

static void waxpby(int n) /* 16 bytes an element, as the times say */
{
    float *x = zeros(n, sizeof *x), *y = zeros(n, sizeof *y);
    double *w = zeros(n, sizeof *w);
#pragma omp target teams distribute parallel for map(to: x[0:n], y[0:n]) map(from: w[0:n])
    for (int i = 0; i < n; i++)
        w[i] = 2 * x[i] + 3 * y[i];
}

static void dot(int n)
{
    double *x = zeros(n, sizeof *x), *y = zeros(n, sizeof *y), s = 0;
#pragma omp target teams distribute parallel for map(to: x[0:n], y[0:n]) reduction(+: s)
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
}

static void laplace(int n)
{
    double *a = zeros((size_t)n * n, sizeof *a), *b = zeros((size_t)n * n, sizeof *b);
#pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*n]) map(from: b[0:n*n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            b[i * n + j] = 0.25 * (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
}

/* 27 points of a cube with n points a side */
static void matvec(int n)
{
    int rows = n * n * n, k = 0;
    int *row = zeros(rows + 1, sizeof *row), *col = zeros(27 * (size_t)rows, sizeof *col);
    double *v = zeros(27 * (size_t)rows, sizeof *v), *x = zeros(rows, sizeof *x), *y = zeros(rows, sizeof *y);
    for (int i = 0; i < rows; i++) {
        for (int d = 0; d < 27; d++) {
            int a = i % n + d % 3 - 1, b = i / n % n + d / 3 % 3 - 1, c = i / n / n + d / 9 - 1;
            if (a >= 0 && b >= 0 && c >= 0 && a < n && b < n && c < n)
                col[k++] = a + n * (b + n * c);
        }
        row[i + 1] = k;
    }
#pragma omp target teams distribute parallel for map(to: row[0:rows + 1], col[0:k], v[0:k], x[0:rows]) \
    map(from: y[0:rows])
    for (int i = 0; i < rows; i++) {
        double t = 0;
#pragma omp simd reduction(+: t)
        for (int j = row[i]; j < row[i + 1]; j++)
            t += v[j] * x[col[j]];
        y[i] = t;
    }
}

static void two_loops(int n)
{
    float *x = zeros((size_t)n * n, sizeof *x), *y = zeros((size_t)n * n, sizeof *y);
#pragma omp target teams distribute parallel for collapse(2) map(to: x[0:n*n]) map(tofrom: y[0:n*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i * n + j] += 2 * x[i * n + j];
}

/* the lanes of a warp a row apart */
static void heat_ij(int n)
{
    double *u = zeros((size_t)n * n, sizeof *u), *w = zeros((size_t)n * n, sizeof *w);
#pragma omp target teams distribute parallel for map(to: u[0:n*n]) map(from: w[0:n*n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            w[i + j * n] = u[i + j * n] + 0.1 * (u[i - 1 + j * n] + u[i + 1 + j * n] + u[i + (j - 1) * n] +
                                                 u[i + (j + 1) * n] - 4 * u[i + j * n]);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(int);
    } cases[] = {{"saxpy", saxpy},   {"waxpby", waxpby},       {"dot", dot},        {"laplace", laplace},
                 {"matvec", matvec}, {"two_loops", two_loops}, {"heat_ij", heat_ij}};
    for (size_t i = 0; argc == 3 && i < sizeof cases / sizeof *cases; i++)
        if (strcmp(cases[i].name, argv[1]) == 0) {
            cases[i].run(atoi(argv[2]));
            return 0;
        }
    fprintf(stderr, "usage: model_cases CASE SIZE\n");
    return 2;
}
