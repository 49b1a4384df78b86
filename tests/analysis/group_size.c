// The size of SIMD groups is the cheapest in the cost model of docs/counters.md: what favours many lanes, and what few.
// RUN: %gantry cc --dump=decisions %s | grep -o 'crew=.* group=[0-9]*' | sed 's/.*why=.* //' | %FileCheck %s
int weight(int k);
double table[64];

/* tight, all accesses of neighbours, none at the beginning of a sector */
void stencil(long nx, long ny, long nz, const double *a, double *b)
{
#pragma omp target teams distribute
    for (long x = 1; x < nx - 1; x++)
#pragma omp parallel for
        for (long y = 1; y < ny - 1; y++)
// CHECK: group=32
#pragma omp simd
            for (long z = 1; z < nz - 1; z++)
                b[(x * ny + y) * nz + z] = a[(x * ny + y) * nz + z - 1] + a[(x * ny + y) * nz + z + 1] +
                                           a[(x * ny + y - 1) * nz + z] + a[(x * ny + y + 1) * nz + z];
}

/* lanes read far apart, threads read neighbours: some of each */
void transpose(long nx, long ny, const double *from, double *to)
{
#pragma omp target teams distribute parallel for
    for (long y = 0; y < ny; y++)
// CHECK-NEXT: group=4
#pragma omp simd
        for (long x = 0; x < nx; x++)
            to[y * nx + x] = from[x * ny + y];
}

/* threads read neighbours, and lanes only what is far apart: one lane is best */
void columns(long nx, long ny, double *a)
{
#pragma omp target teams distribute parallel for
    for (long y = 0; y < ny; y++)
// CHECK-NEXT: group=1
#pragma omp simd
        for (long x = 0; x < nx; x++)
            a[x * ny + y] *= 2;
}

/* rows of changing length, and steps of a reduction to pay for */
void rows(long n, const int *offset, const int *column, const double *value, const double *x, double *y)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
        double sum = 0;
// CHECK-NEXT: group=4
#pragma omp simd reduction(+ : sum)
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

/* a known trip: lanes beyond it would idle */
void five(long n, float *a)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
// CHECK-NEXT: group={{[48]$}}
#pragma omp simd
        for (int k = 0; k < 5; k++)
            a[i * 5 + k] *= 2;
}

/* what all lanes would do for the one thread of theirs counts against them */
void heavy(long n, long m, const double *in, double *out)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
        double t = in[i];
        for (int s = 0; s < 16; s++)
            for (int u = 0; u < 16; u++)
                t = 0.5 * t * (3 - in[i] * t * t) + t * t * (s + u) - t * s * u;
// CHECK-NEXT: group={{[24]$}}
#pragma omp simd
        for (long k = 0; k < m; k++)
            out[i * m + k] = t;
    }
}

/* wishes and limits come before */
void clauses(long n, long m, float *a)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
// CHECK-NEXT: group=16
#pragma omp simd simdlen(16)
        for (long k = 0; k < m; k++)
            a[k * n + i] = 0;
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
// CHECK-NEXT: group=2
#pragma omp simd safelen(3)
        for (long k = 0; k < m; k++)
            a[i * m + k] = 0;
}

/* two loops in one region: one size, for both together */
void two(long n, long m, double *a, double *b)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
// CHECK-NEXT: group={{(4|8)$}}
#pragma omp simd
        for (long k = 0; k < m; k++)
            a[i * m + k] = 1;
#pragma omp simd
        for (long k = 0; k < m; k++)
            b[k * n + i] = 2;
    }
}
