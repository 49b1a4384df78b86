// Rows of a leading dimension: a[i * ld + j] are apart if j stays below ld, which a test of the sizes finds.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gantry annotate --least-work=0 --explain source.c | grep -A1 'GL203' | grep -q 'test      ld >= m$'
// RUN: %gantry annotate --least-work=0 --json source.c | grep -q '"tests": \["ld >= m"\]'
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wall -Wextra -Werror -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %clang -w -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -O1 written.c > checked && cmp checked want
#include <stdio.h>

// CHECK-LABEL: static void product(
// CHECK: if (((lda >= k) && (ldb >= m)) && (ldc >= m)) {
// CHECK-NEXT: #pragma omp target teams distribute parallel for collapse(2)
// CHECK-NOT: atomic
// CHECK: } else { /* rows or memory overlap */
static void product(int n, int m, int k, const double *restrict a, int lda, const double *restrict b, int ldb,
                    double *restrict c, int ldc)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int l = 0; l < k; l++)
                s += a[i * lda + l] * b[l * ldb + j];
            c[i * ldc + j] += s;
        }
}

// What one row stores the next one reads: only the test decides.
// CHECK-LABEL: static void shift(
// CHECK: if (ld >= m) {
// CHECK-NEXT: #pragma omp target teams distribute parallel for collapse(2)
static void shift(int n, int m, double *restrict a, int ld)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * ld + j] = 2 * a[i * ld + j] + j;
}

// One step of an elimination: the test says nothing of sizes for which nothing happens.
// CHECK-LABEL: static void eliminate(
// CHECK: if ((ld >= m) && (k >= -1)) {
// CHECK-NEXT: #pragma omp target teams distribute parallel for
static void eliminate(int n, int m, double *restrict a, int ld, int k)
{
    for (int i = k + 1; i < n; i++)
        for (int j = k + 1; j < m; j++)
            a[i * ld + j] -= a[k * ld + j];
}

// A test of overlap beside it; rows that need each other, in waves.
// CHECK-LABEL: static void copy(
// CHECK: if ((ldy >= m) && (ldx >= m) &&
// CHECK-LABEL: static void wave(
// CHECK: if (ld >= m) {
// CHECK: for (long wave_2 = 0; wave_2 < rows + columns - 1; wave_2++) {
// CHECK-LABEL: int main
static void copy(int n, int m, double *x, int ldx, const double *y, int ldy)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * ldx + j] = y[i * ldy + j];
}
static void wave(int n, int m, double *restrict a, int ld)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i * ld + j] += a[(i - 1) * ld + j] + a[i * ld + j - 1];
}

int main(void)
{
    static double a[5000], b[5000], c[5000];
    double s = 0;
    for (int i = 0; i < 5000; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
        c[i] = i % 3;
    }
    product(20, 30, 40, a, 50, b, 60, c, 70);
    product(20, 30, 40, a, 50, b, 60, c, 7);
    product(0, 30, 40, NULL, 50, NULL, 60, NULL, 7);
    shift(20, 30, a, 31);
    shift(9, 30, a, 3);
    shift(20, 0, NULL, 3);
    copy(20, 30, b, 40, a, 30);
    copy(20, 30, b + 1, 40, b, 40);
    copy(20, 30, c, 8, a, 30);
    wave(6, 7, a, 9);
    for (int k = 0; k < 5; k++)
        eliminate(12, 15, a, 17, k);
    eliminate(9, 15, b, 4, 0);
    eliminate(9, 0, NULL, 4, 3);
    for (int i = 0; i < 5000; i++)
        s += a[i] * (i % 11) + b[i] * (i % 13) + c[i];
    printf("%.12g\n", s);
    return 0;
}
