// Linearised arrays: what of them is mapped, with the user's own names, exactly.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check written.c | cmp - want
#include <stdio.h>
#include <stdlib.h>
// CHECK: map(to: a[0:((l >= 1) && (m >= 1)) && (n >= 1) ? (long)n * l : 0],
// CHECK: map(from: c[0:(m >= 1) && (n >= 1) ? (long)n * m : 0])
void mm(int n, int m, int l, const double *restrict a, const double *restrict b, double *restrict c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = 0; k < l; k++)
                s += a[i * l + k] * b[k * m + j];
            c[i * m + j] = s;
        }
}
// Without the corners that nothing touches.
// CHECK: map(to: old[1:(nx >= 3) && (ny >= 3) ? (long)ny * nx - 2 : 0])
// CHECK: map(tofrom: new[nx + 1:(nx >= 3) && (ny >= 3) ? (long)ny * nx - 2 * nx - 2 : 0])
void st(int ny, int nx, const double *restrict old, double *restrict new)
{
    for (int y = 1; y < ny - 1; y++)
        for (int x = 1; x < nx - 1; x++)
            new[y * nx + x] = 0.25 * (old[(y - 1) * nx + x] + old[(y + 1) * nx + x] + old[y * nx + x - 1] + old[y * nx + x + 1]);
}
// CHECK: map(tofrom: a[1:n >= 2 ? (long)n * n - 2 : 0])
void tri(int n, double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i * n + j] = a[j * n + i];
}
// CHECK: map(from: a[(long)m * r:m >= 1 ? m : 0])
void row(int n, int m, int r, double *a)
{
    for (int j = 0; j < m; j++)
        a[r * m + j] = j;
}
// CHECK: map(tofrom: a[0:((l >= 1) && (m >= 1)) && (n >= 1) ? (long)n * m * l : 0])
void cube(int n, int m, int l, double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) 
            for (int k = 0; k < l; k++)
                a[(i * m + j) * l + k] += 1;
}
// Rows that share elements are not written out. CHECK: void shared
// CHECK-NOT: #pragma
void shared(int n, int m, double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= m; j++)
            a[i * m + j] = a[i * m + j + 1];
}
// What begins somewhere in between has no name before the loop. CHECK: static long between
// CHECK-NOT: #pragma
// CHECK: int main
static long between(int k, int n, const int *restrict a, const int *restrict b)
{
    long s = 0;
    for (int i = k < n ? 0 : k - n + 1; i <= k && i < n; i++)
        s += (long)a[i] * b[k - i];
    return s;
}
int main(void)
{
    int n = 40, m = 50, l = 60;
    double *a = malloc(n * l * m * 8), *b = malloc(l * m * 8), *c = malloc(n * m * 8);
    for (int i = 0; i < n * l * m; i++) a[i] = i % 7;
    for (int i = 0; i < l * m; i++) b[i] = i % 5;
    mm(n, m, l, a, b, c);
    st(n, m, c, b);
    row(n, m, 3, b);
    cube(n, m, l, a);
    tri(n, c);
    double s = 0;
    for (int i = 0; i < l * m; i++) s += b[i] + a[i * 2] + c[i % (n * m)];
    int w[20];
    for (int i = 0; i < 20; i++)
        w[i] = i;
    printf("%g %ld %ld\n", s, between(7, 10, w, w), between(13, 10, w, w));
}
