// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && GANTRY_DEVICES=emulated %t && GANTRY_DEVICES=none %t
/* Task loops over nests that are not rectangular or have code between the loops, in regions and on the host; arrays of
 * variable length and blocks of alloca with alignments beyond those of the heap; copies of variables with the alignment
 * that these ask for, on the initial device: slots have no more than 16. */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#define CHECK(x) ((x) ? 0 : (printf("%s\n", #x), 1))

enum { N = 13 };
static int triangle(const int (*a)[N])
{
    int bad = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            bad += a[i][j] != (j >= i && (j - i) % 2 == 0 ? i + j : 0);
    return bad;
}

static int off(const void *p, unsigned n) { return (uintptr_t)p % n != 0; }

static int copies(void)
{
    _Alignas(256) float x[5] = {1};
    _Alignas(512) char y = 1;
    _Alignas(128) float sum = 0;
    int bad = 0;
#pragma omp target firstprivate(x, y) map(bad)
    {
        x[0] += 1;
        y += 1;
        bad |= off(x, 256) | off(&y, 512) << 1;
    }
#pragma omp target teams distribute parallel for firstprivate(x) private(y) num_teams(3) schedule(dynamic) map(bad)
    for (int i = 0; i < 100; i++) {
        x[0] += 1;
        y = (char)i;
        if (off(x, 256) || off(&y, 512)) {
#pragma omp atomic
            bad |= 4;
        }
    }
#pragma omp target parallel for reduction(+: sum) map(bad)
    for (int i = 0; i < 100; i++) {
        sum += 1;
        if (off(&sum, 128)) {
#pragma omp atomic
            bad |= 8;
        }
    }
    return bad | (sum != 100) << 4;
}

int main(void)
{
    int n = N, a[N][N] = {{0}}, b[N][N] = {{0}}, c[N][N] = {{0}}, last = 0, bad = 0;
#pragma omp target map(a, c, last)
    {
#pragma omp taskloop collapse(2) grainsize(3)
        for (int i = 0; i < n; i++)
            for (int j = i; j < n; j += 2)
                a[i][j] += i + j;
#pragma omp taskloop collapse(2) num_tasks(4) lastprivate(last)
        for (int i = 0; i < n; i++) {
            int k = i * 3;
            for (int j = 0; j < n; j++) {
                c[i][j] += k + j;
                last = k + j;
            }
            k++;
        }
    }
#pragma omp parallel
#pragma omp single
#pragma omp taskloop collapse(2) grainsize(3)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j += 2)
            b[i][j] += i + j;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            bad += c[i][j] != i * 3 + j;
    bad = CHECK(triangle(a) == 0) + CHECK(triangle(b) == 0) + CHECK(bad == 0) + CHECK(last == 4 * (N - 1));

    int wrong = 0, of_team = 0;
#pragma omp target teams distribute parallel for reduction(+ : wrong)
    for (int i = 0; i < 100; i++) {
        _Alignas(128) double v[n + i % 3];
        double *p = __builtin_alloca_with_align(n * sizeof *p, 1024),
               *q = __builtin_alloca_uninitialized(n * sizeof *q);
        for (int k = 0; k < n; k++) {
            v[k] = i + k;
            p[k] = i;
            q[k] = k;
        }
        for (int k = 0; k < n; k++)
            wrong += v[k] != p[k] + q[k];
        wrong += (uintptr_t)v % 128 != 0 || (uintptr_t)p % 128 != 0;
    }
#pragma omp target map(of_team)
    {
        _Alignas(256) int m[n][n];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                m[i][j] = i * j;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                of_team += m[i][j] != i * j;
        of_team += (uintptr_t)m % 256 != 0;
    }
    return bad + CHECK(wrong == 0) + CHECK(of_team == 0) + (omp_get_num_devices() ? 0 : CHECK(copies() == 0));
}
