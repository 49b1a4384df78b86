// Subscripts stay in their dimensions: nests over arrays of constant rows with sizes that only the run knows; arrays that are restrict parameters;
// variables that an iteration sets before they are subscripts; what stays on the device under a test that there is something to do.
// RUN: sed '/CHECK\|WHY\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gantry annotate --explain --least-work=0 source.c | %FileCheck --check-prefix=WHY %s
// RUN: %gantry annotate --least-work=0 --json source.c | grep '"function": "scale"' | head -1 | grep -q '"rows": \["j < 64"\]'
// RUN: %gantry annotate --least-work=0 --flat-arrays --explain source.c | %FileCheck --check-prefix=FLAT %s
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wall -Wextra -Werror -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -O1 written.c > checked && cmp checked want
// RUN: %gantry annotate --least-work=0 written.c | cmp - written.c
#include <stdio.h>

#define N 64

// CHECK-LABEL: void scale(
// CHECK: #pragma omp target teams distribute parallel for collapse(2) map(to: b[0:n > 0 ? n : 0])
// CHECK-NEXT: map(tofrom: a[0:n > 0 ? n : 0])
// WHY: parallel: no two iterations touch the same element with a store among them [GL101]
// WHY-NEXT: rows j < 64
// FLAT: serial: {{.*}}[GL302]
static void scale(int n, double a[restrict N][N], double b[restrict N][N])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = 2 * b[i][j] + a[i][j];
}

// Rows of variable length, by another bound
// CHECK-LABEL: void part(
// CHECK: #pragma omp target teams distribute parallel for collapse(2)
static void part(int n, int ld, int k, double a[restrict][ld])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            a[i][j] += j;
}

// All rows by one subscript, which constant bounds or a product show: all are mapped, and nothing is said of the rows.
// CHECK-LABEL: void all(
// CHECK: map(tofrom: a[0:64])
// CHECK-NEXT: for (int k = 0; k < N * N; k++)
// CHECK: map(tofrom: a[0:{{.*}}n * m
// CHECK-NEXT: for (int k = 0; k < n * m; k++)
static void all(int n, int m, double a[restrict N][N])
{
    for (int k = 0; k < N * N; k++)
        a[0][k] += 1;
    for (int k = 0; k < n * m; k++)
        a[0][k] *= 1.5;
}

// From row to row by constant subscripts beyond them: that is what memory says.
// CHECK-LABEL: void shifted(
// CHECK-NOT: #pragma
// CHECK: a[i][j] = a[i - 1][j + N - 1] + 1;
static void shifted(int n, double a[restrict N][N])
{
    for (int i = 1; i < n; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = a[i - 1][j + N - 1] + 1;
}

// Set in the iteration: i1 and i2; first 1 and then 2: at
// CHECK-LABEL: void lines(
// CHECK: #pragma omp target teams distribute parallel for private(i1, i2, at, m)
// CHECK-NOT: atomic
// CHECK-LABEL: static void sweeps(
static void lines(int n, double a[restrict N][N])
{
    int i1, i2, at, m;
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n - 2; i++) {
            i1 = i + 1;
            i2 = i1 + 1;
            a[k][i1] -= 0.5 * a[k][i];
            a[k][i2] -= 0.25 * a[k][i];
        }
        at = 1;
        for (m = 3; m < n; m++)
            a[k][m] += a[k][at];
        at = 2;
        for (m = 3; m < n; m++)
            a[k][m] += a[k][at];
    }
}

// Set under a condition, or after it is used: nobody knows where it leads.
static void sweeps(int n, double a[restrict N][N])
{
    int at = 0;
    // CHECK-NOT: #pragma
    for (int i = 0; i < n; i++) {
        a[at][i] += 1;
        at = i;
    }
    // CHECK: if (i % 3 == 0)
    for (int i = 1; i < n; i++) {
        at = i;
        if (i % 3 == 0)
            at = i - 1;
        a[at][0] = 2 * a[i][0];
    }
    // CHECK: for (int i = 0; i < 3; i++)
    for (int i = 1; i < n; i++) {
        at = i;
        for (int i = 0; i < 3; i++)
            a[at][i] += a[1][i + 1];
    }
}

// CHECK-LABEL: void waves(
// CHECK: #pragma omp target data if(((nx >= 1) && (ny >= 2)) && (steps >= 1)) map(to: f[0:steps])
// CHECK-NEXT: map(tofrom: {{.*}})
// CHECK-NEXT: for (int t = 0; t < steps; t++) {
// CHECK-NOT: target update
// CHECK-LABEL: int main
static void waves(int steps, int nx, int ny, double ex[restrict N][N], double ey[restrict N][N],
                  double hz[restrict N][N], const double f[restrict])
{
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < ny; j++)
            ey[0][j] = f[t];
        for (int i = 1; i < nx; i++)
            for (int j = 0; j < ny; j++)
                ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
        for (int i = 0; i < nx; i++)
            for (int j = 1; j < ny; j++)
                ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
        for (int i = 0; i < nx - 1; i++)
            for (int j = 0; j < ny - 1; j++)
                hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
}

int main(void)
{
    static double a[N][N], b[N][N], c[N][N], f[N];
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 3) % 11;
            b[i][j] = i - j;
        }
    for (int i = 0; i < N; i++)
        f[i] = i % 5;
    scale(N - 3, a, b);
    scale(0, a, b);
    part(N - 2, N, N - 5, a);
    all(N, N, b);
    all(0, N, b);
    shifted(3, b);
    lines(N - 1, a);
    sweeps(N, b);
    waves(4, N - 1, N - 2, a, b, c, f);
    waves(0, N, N, a, b, c, f);
    waves(2, 1, 1, a, b, c, f);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += a[i][j] * (i + 1) + b[i][j] * (j + 1) + c[i][j];
    printf("%.9e\n", sum);
    return 0;
}
