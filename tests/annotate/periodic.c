// Periodic grids: neighbours that branches, ?: and % bring back into the grid are parts of it, known exactly.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate source.c -o written.c && %FileCheck %s < written.c
// RUN: %gantry annotate --explain source.c | grep -q 'serial: .*\[GL306\]'
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry check written.c | cmp - want
#include <stdio.h>
#include <stdlib.h>

// A choice of the user's own stays whole in the test of overlap.
// CHECK-LABEL: void chosen_rows(
// CHECK: apart(b, b + ((long)m * (c ? 0 : n) + n - (c ? 0 : n)), a, a + (long)m * n)) {
void chosen_rows(int n, int m, int c, double *a, double *b)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = b[i * (c ? 0 : n) + j];
}

// CHECK-LABEL: void choices(
// CHECK: map(to: a[0:(nx >= 1) && (ny >= 1) ? (long)ny * nx : 0])
// CHECK: map(from: b[0:(nx >= 1) && (ny >= 1) ? (long)ny * nx : 0])
void choices(int nx, int ny, const double *restrict a, double *restrict b)
{
    for (int j = 0; j < ny; j++) {
        int jm = j == 0 ? ny - 1 : j - 1;
        for (int i = 0; i < nx; i++)
            b[j * nx + i] = a[jm * nx + (i == nx - 1 ? 0 : i + 1)];
    }
}
// CHECK-LABEL: void remainders(
// CHECK: map(to: a[0:(nx >= 1) && (ny >= 1) ? (long)ny * nx : 0])
// CHECK: map(from: b[0:(nx >= 1) && (ny >= 1) ? (long)ny * nx : 0])
void remainders(int nx, int ny, const double *restrict a, double *restrict b)
{
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
            b[j * nx + (i + 1) % nx] = a[(j + ny - 1) % ny * nx + i] + a[j * nx + (i + nx - 1) % nx];
}
// CHECK-LABEL: void branches(
// CHECK: map(to: a[0:(nx >= 1) && (ny >= 1) ? (long)ny * nx : 0])
// CHECK: map(from: b[0:(nx >= 1) && (ny >= 1) ? (long)ny * nx : 0])
void branches(int nx, int ny, const double *restrict a, double *restrict b)
{
    for (int j = 0; j < ny; j++) {
        int jm = j - 1, jp;
        if (jm < 0)
            jm += ny;
        if (j < ny - 1)
            jp = j + 1;
        else
            jp = 0;
        for (int i = 0; i < nx; i++) {
            int ip = i + 1;
            if (ip >= nx) {
                ip -= nx;
            }
            b[j * nx + i] = a[jm * nx + ip] + a[jp * nx + i];
        }
    }
}
// Half of the grid, by a shift that is not one step
// CHECK-LABEL: void shifted(
// CHECK: map(to: a[0:n > 0 ? n : 0])
// CHECK: map(from: b[0:n > 0 ? n : 0])
void shifted(int n, const double *restrict a, double *restrict b)
{
    for (int i = 0; i < n; i++) {
        int k = i + n / 2;
        if (k >= n)
            k -= n;
        b[i] = a[k];
    }
}
// Two iterations store to one element where m is smaller than n.
void folded(int n, int m, double *b)
{
    for (int i = 0; i < n; i++)
        b[(i + 1) % m] = i;
}
// So do the last two here, and the last is the one that counts.
// CHECK-LABEL: void clamped(
// CHECK-NOT: #pragma
// CHECK: int main
void clamped(int n, double *b)
{
    for (int i = 0; i < n; i++) {
        int k = i + 1;
        if (k >= n)
            k = n - 1;
        b[k] = i;
    }
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {1, 7}, {9, 1}, {2, 3}, {33, 47}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int nx = sizes[s][0], ny = sizes[s][1], n = nx * ny;
        double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
        for (int i = 0; i < n; i++)
            a[i] = i * i % 31, b[i] = 0;
        choices(nx, ny, a, b);
        remainders(nx, ny, b, a);
        branches(nx, ny, a, b);
        shifted(n, b, a);
        folded(n, (n + 1) / 2, b);
        clamped(n, b);
        for (int i = 0; i < n; i++)
            sum += (i + 1) * (a[i] + b[i]);
        printf("%.10g\n", sum);
        free(a);
        free(b);
    }
    return 0;
}
