// ROW: simd in declare target functions of another file
// SPEC: 4.5 10.4
// FILES: Inputs/simd_other.c
#include "check.h"

#pragma omp declare target
double dot(const double *a, const double *b, int n);
void axpy(double *y, double a, const double *x, int n);
#pragma omp end declare target
enum { ROWS = 37, N = 65 };

int main(int argc, char **argv)
{
    static double a[ROWS][N], x[N], y[ROWS], z[ROWS][N];
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        x[i] = i % 7;
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < N; i++)
            a[r][i] = r + i, z[r][i] = 1;
#pragma omp target teams distribute parallel for map(to: a, x) map(from: y) map(tofrom: z)
    for (int r = 0; r < ROWS; r++) {
        y[r] = dot(a[r], x, N);
        axpy(z[r], r, x, N);
#pragma omp simd
        for (int i = 0; i < N; i++)
            z[r][i] += y[r];
    }
    for (int r = 0; r < ROWS; r++) {
        double want = 0;
        for (int i = 0; i < N; i++)
            want += a[r][i] * x[i];
        CHECK_REAL(y[r], want, 0, "dot %d", r);
        for (int i = 0; i < N; i++)
            CHECK_REAL(z[r][i], 1 + r * x[i] + want, 0, "z[%d][%d]", r, i);
    }
    return check_end();
}
