// Indices in size_t and unsigned may wrap: loops are parallel under a test that sizes are small, also with data that stays.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gantry annotate --least-work=0 --explain source.c | grep -q 'test      nz <= 0xfffff && ny <= 0xfffff && nx <= 0xfffff$'
// RUN: %gantry annotate --least-work=0 --json source.c | grep -q '"tests": \["n >= 1 && n <= 0x7fffffff"\]'
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wall -Wextra -Werror -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %clang -w -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -O1 written.c > checked && cmp checked want
#include <stddef.h>
#include <stdio.h>

// CHECK-LABEL: static void rows(
// CHECK: if (m <= 0x7fffffff && n <= 0x7fffffff) {
// CHECK-NEXT: #pragma omp target teams distribute parallel for collapse(2)
// CHECK: } else { /* sizes are too large */
static void rows(size_t m, size_t n, double *restrict a, const double *restrict b)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            a[i * n + j] = 2 * b[i * n + j] + 1;
}

// A number is subtracted from the size: it is no less.
// CHECK-LABEL: static void stencil(
// CHECK: if (n >= 1 && n <= 0x7fffffff
// CHECK: #pragma omp target teams distribute parallel for collapse(2)
static void stencil(size_t n, double *restrict a, const double *restrict b)
{
    for (size_t i = 1; i < n - 1; i++)
        for (size_t j = 1; j < n - 1; j++)
            a[i * n + j] = b[(i - 1) * n + j] + b[(i + 1) * n + j] + b[i * n + j - 1] + b[i * n + j + 1];
}

// Three factors; and a type in which less fits.
// CHECK-LABEL: static void box(
// CHECK: if (nz <= 0xfffff && ny <= 0xfffff && nx <= 0xfffff) {
// CHECK-NEXT: #pragma omp target teams distribute parallel for collapse(3)
static void box(size_t nx, size_t ny, size_t nz, double *restrict a, const double *restrict b)
{
    for (size_t k = 0; k < nz; k++)
        for (size_t j = 0; j < ny; j++)
            for (size_t i = 0; i < nx; i++)
                a[(k * ny + j) * nx + i] -= b[(k * ny + j) * nx + i];
}
// CHECK-LABEL: static void narrow(
// CHECK: if (m <= 0xffff && n <= 0xffff) {
// CHECK-NEXT: #pragma omp target teams distribute parallel for collapse(2)
static void narrow(unsigned m, unsigned n, double *restrict a)
{
    for (unsigned i = 0; i < m; i++)
        for (unsigned j = 0; j < n; j++)
            a[i * n + j] += i;
}

// An int that becomes a size is none below 0.
// CHECK-LABEL: static void converted(
// CHECK: if (m >= 0 && n >= 0) {
// CHECK-NEXT: #pragma omp target teams distribute parallel for collapse(2)
// CHECK-NEXT: map(tofrom: a[0:(n >= 1) && (m >= 1) ? (long)m * n : 0])
static void converted(int m, int n, double *restrict a)
{
    for (size_t i = 0; i < (size_t)m; i++)
        for (size_t j = 0; j < (size_t)n; j++)
            a[i * n + j] += 3;
}

// Only where it leads is in question; no size helps the last one.
// CHECK-LABEL: static void shifted(
// CHECK: if (n <= 0x7fffffff && off <= 0x7fffffff) {
// CHECK-NEXT: #pragma omp target teams distribute parallel for map(to: b[off:n]) map(tofrom: a[off:n])
static void shifted(size_t n, size_t off, double *restrict a, const double *restrict b)
{
    for (size_t i = 0; i < n; i++)
        a[i + off] += b[i + off];
}
// CHECK-LABEL: static void wave(
// CHECK: if (m <= 0x7fffffff && n <= 0x7fffffff) {
// CHECK: for (long wave_2 = 0; wave_2 < rows_2 + columns - 1; wave_2++) {
// CHECK-LABEL: static void steps(
static void wave(size_t m, size_t n, double *restrict a)
{
    for (size_t i = 1; i < m; i++)
        for (size_t j = 1; j < n; j++)
            a[i * n + j] += a[(i - 1) * n + j] + a[i * n + j - 1];
}

// Data that stays on the device is known under the same test.
// CHECK: #pragma omp target data {{.*}}n <= 0x7fffffff
// CHECK: for (int t = 0;
static void steps(int times, size_t n, double *restrict a, double *restrict b)
{
    for (int t = 0; t < times; t++) {
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                b[i * n + j] = a[i * n + j] / 2;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                a[i * n + j] = b[i * n + j] + 1;
    }
}

// CHECK-LABEL: int main
static double a[24 * 24 * 24], b[24 * 24 * 24];

static void show(const char *what)
{
    double s = 0;
    for (int i = 0; i < 24 * 24 * 24; i++)
        s += a[i] * (1 + i % 13) + b[i] * (1 + i % 7);
    printf("%s %.0f\n", what, s);
}

int main(void)
{
    for (int i = 0; i < 24 * 24 * 24; i++) {
        a[i] = i % 17;
        b[i] = i % 5;
    }
    for (size_t n = 0; n < 24; n += n < 3 ? 1 : 7) {
        rows(n + 1, n, a, b);
        show("rows");
        if (n > 0)
            stencil(n, a, b);
        show("stencil");
        box(n, n + 1, 2, a, b);
        show("box");
        narrow(3, (unsigned)n, a);
        show("narrow");
        converted(7, (int)n, a);
        show("converted");
        shifted(n, 5, a, b);
        show("shifted");
        wave(n, n, b);
        show("wave");
        steps(3, n, a, b);
        show("steps");
    }
}
