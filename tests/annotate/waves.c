// Nests of two serial loops that run in waves, and those that must not; by threads that wait for each other; not at all.
// RUN: sed '/CHECK\|RUN\|SAID\|ACROSS/d' %s > source.c
// RUN: %gantry annotate -w --no-data --least-work=300 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gantry annotate -w --no-data --explain source.c | %FileCheck %s --check-prefix=SAID
// RUN: %gantry annotate -w --waves=doacross --no-data source.c -o doacross.c
// RUN: %FileCheck %s --check-prefix=ACROSS < doacross.c
// RUN: test $(%gantry annotate -w --waves=no --explain --least-work=0 source.c | grep -c 'waves  ') = 0
// RUN: test $(%gantry annotate -w --json --least-work=0 source.c | grep -c '"waves": {"id": "GL106"') = 7
// RUN: %not %gantry annotate --waves=some source.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %gcc -O1 -fopenmp -foffload=disable doacross.c -o gcc && OMP_NUM_THREADS=2 ./gcc | cmp - want
// RUN: %clang -fopenmp -fsyntax-only written.c
// RUN: %clang -fopenmp -fsyntax-only doacross.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %run_emulated32 env GANTRY_SINGLE_LAUNCH=0 ./gantry | cmp - want
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, M = 34 };
static double g[N][M], h[N][M];
static int t[N][M];

// the longest common subsequence
static int lcs(int n, int m, const char *restrict a, const char *restrict b, int *restrict c)
{
    const int w = m + 1;
    // CHECK: const long rows = n, columns = m;
    // CHECK: if (rows > [[#]] && columns > [[#]]) {
    // CHECK-NEXT: #pragma omp target data
    // CHECK: #ifdef __GANTRY__
    // CHECK-NEXT: #pragma ompx single_launch
    // CHECK-NEXT: #endif
    // CHECK-NEXT: for (long wave = 0; wave < rows + columns - 1; wave++) {
    // CHECK-NEXT: const long from = wave < columns ? 0 : wave - columns + 1, to = wave < rows ? wave + 1 : rows;
    // CHECK-NEXT: #pragma omp target teams distribute parallel for
    // CHECK: for (long row = from; row < to; row++) {
    // CHECK-NEXT: const int i = 1 + (int)row;
    // CHECK-NEXT: const int j = 1 + (int)(wave - row);
    // CHECK-NEXT: if (a[i - 1] == b[j - 1])
    // CHECK: } else { /* waves are too small, or memory overlaps */
    // SAID: waves     i + j: {{.*}}[GL106]
    // SAID-NEXT: directive target teams distribute parallel for map(
    // SAID-NEXT: if        rows > [[#]] && columns > [[#]]
    // ACROSS: #pragma omp parallel for ordered(2) schedule(static, 1)
    // ACROSS-NEXT: for (int i = 1; i <= n; i++)
    // ACROSS-NEXT: for (int j = 1; j <= m; j++) {
    // ACROSS-NEXT: #pragma omp ordered depend(sink: i - 1, j){{$}}
    // ACROSS: #pragma omp ordered depend(source)
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            if (a[i - 1] == b[j - 1])
                c[i * w + j] = c[(i - 1) * w + j - 1] + 1;
            else
                c[i * w + j] = c[(i - 1) * w + j] > c[i * w + j - 1] ? c[(i - 1) * w + j] : c[i * w + j - 1];
    return c[n * w + m];
}

// a sweep upwards, with the greatest change; comments stay
static double sweep(int n, int m)
{
    double most = 0;
    // CHECK-LABEL: static double sweep
    // CHECK: const int i_first = n - 2;
    // CHECK: // rows
    // CHECK: parallel for reduction(max: most)
    // CHECK: const int i = i_first - (int)row;
    // CHECK: /* done */
    // SAID: waves     j - i: {{.*}}[GL106]
    // ACROSS: ordered(2) schedule(static, 1) reduction(max: most)
    // ACROSS: ordered depend(sink: i + 1, j)
    for (int i = n - 2; i >= 1; i--) { // rows
        for (int j = 1; j < m - 1; ++j) {
            double old = g[i][j];
            g[i][j] = (g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1]) / 4 + h[i][j];
            double d = old > g[i][j] ? old - g[i][j] : g[i][j] - old;
            if (d > most)
                most = d;
        }
        /* done */
    }
    return most;
}

// nine points: an iteration counts twice; too small for waves as the numbers say, but for --least-work
static void nine(void)
{
    int i, j;
    // CHECK-LABEL: static void nine
    // CHECK: const long rows = 38, columns = 32;
    // CHECK: parallel for private(i, j)
    // CHECK: {{^}}            i = 1 + (int)row;
    // CHECK-NEXT: {{^}}            j = 1 + (int)(wave - 2 * row);
    // SAID: waves     2 * i + j: {{.*}}[GL106]
    // SAID-NEXT: none      {{.*}}[GL501]
    // ACROSS: ordered depend(sink: i - 1, j) depend(sink: i - 1, j + 1){{$}}
    for (i = 1; i < N - 1; i++)
        for (j = 1; j < M - 1; j++)
            g[i][j] = (g[i - 1][j - 1] + g[i - 1][j] + g[i - 1][j + 1] + g[i][j - 1] + g[i][j] + g[i][j + 1] + g[i + 1][j - 1] + g[i + 1][j] + g[i + 1][j + 1]) / 9;
}

static void nine_of(int n, int m)
{
    // CHECK: for (long wave = 0; wave < 2 * (rows - 1) + columns; wave++) {
    // CHECK-NEXT: const long from = wave < columns ? 0 : (wave - columns) / 2 + 1, to = wave / 2 < rows ? wave / 2 + 1 : rows;
    // CHECK: const int j = 1 + (int)(wave - 2 * row);
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m - 1; j++)
            g[i][j] += (g[i - 1][j - 1] - g[i - 1][j + 1] - g[i][j - 1] + g[i][j + 1]) / 9;
}

// intervals: a triangle, from below
static void intervals(int n)
{
    // CHECK-LABEL: static void intervals
    // CHECK: for (long wave = 1; wave <= n - 1; wave++) {
    // CHECK: for (long row = 0; row < rows; row++) {
    // CHECK: const long at = wave + (long)i;
    // CHECK-NEXT: if (at >= (long)(i + 1) && at < (long)n) {
    // CHECK-NEXT: const int j = (int)at;
    // SAID: waves     j - i: {{.*}}[GL106]
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) {
            int best = 1 << 20;
            for (int k = i; k < j; k++) {
                int x = t[i][k] + t[k + 1][j] + (i * 7 + j * 3 + k) % 11;
                if (x < best)
                    best = x;
            }
            t[i][j] = best;
        }
    }
}

// elements that rows add to, in order too
static void rows_add(int n, int m)
{
    // CHECK-LABEL: static void rows_add
    // CHECK: parallel for map(tofrom: t, g)
    // SAID: waves     i + j: {{.*}}[GL106]
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m; j++) {
            t[i + 1][j] += 1;
            t[i][j] += 2;
            g[i][j] = (g[i - 1][j] + g[i][j - 1]) / 2;
        }
}

// the last wave is one of two numbers
static void steps(int n, int m)
{
    // CHECK-LABEL: static void steps
    // CHECK: for (long wave = 5; wave <= ({{.*}} ? {{.*}} : {{.*}}); wave++) {
    // SAID: waves     i + j: {{.*}}[GL106]
    for (int i = 3; i < n; ++i)
        for (int j = (i > 5 ? 4 : 2); j < m; j++)
            t[i][j] = (t[i][j - 1] + t[i - 1][j] + t[i - 1][j - 1]) % 1000 + 1;
}

// none: unsigned numbers bound a triangle, of which the sums would be huge where it has no iterations
static void triangle(unsigned n, int m)
{
    // CHECK-LABEL: static void triangle
    // CHECK-NOT: wave
    for (unsigned i = 2; i < n; i++)
        for (int j = m - 1; j >= (i > 5 ? 4 : 2); j--)
            t[i][j] = (t[i][j + 1] + t[i - 1][j]) % 1000 + 1;
}

// none: what an iteration needs is in the row above, to the right without end; a value goes from column to column; an
// array of a row; what the inner loop's head reads is stored to; a loop inside is parallel
static int none(int n, int m)
{
    int carried = 0, length[N], buffer[4];
    // CHECK-LABEL: static int none
    // CHECK-NOT: wave
    // SAID-NOT: waves
    // ACROSS-LABEL: static int none
    // ACROSS-NOT: ordered
    // CHECK-LABEL: int main
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            t[i][j] = t[i - 1][m - 1 - j] + t[i][j > 0 ? j - 1 : 0];
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++) {
            carried = carried * 3 + t[i - 1][j];
            t[i][j] = t[i - 1][j] + t[i][j - 1] + carried;
        }
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++) {
            if (j == 1)
                buffer[i & 3] = i;
            t[i][j] = t[i - 1][j] + t[i][j - 1] + buffer[i & 3];
        }
    for (int i = 0; i < n; i++)
        length[i] = m - i % 3;
    for (int i = 1; i < n; i++)
        for (int j = 1; j < length[i]; j++) {
            t[i][j] = t[i - 1][j] + t[i][j - 1];
            length[i - 1] = j;
        }
    for (int k = 1; k < n; k++)
        for (int i = 1; i < n; i++)
            for (int j = 1; j < m; j++)
                t[i][j] += t[i - 1][j] + k;
    return carried;
}

int main(void)
{
    static char a[30], b[25];
    int *c = calloc(31 * 26, sizeof *c), x = 0;
    for (int i = 0; i < 30; i++)
        a[i] = "acgt"[i * i % 7 % 4];
    for (int i = 0; i < 25; i++)
        b[i] = "acgt"[i * 5 % 11 % 4];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            g[i][j] = i * 31 % 17 + j;
            h[i][j] = (i - j) * .01;
            t[i][j] = i + j;
        }
    printf("%d %d\n", lcs(30, 25, a, b, c), lcs(3, 2, a, b, c));
    double d = sweep(12, 9) + sweep(3, M) + sweep(2, M);
    nine();
    nine_of(N, 30);
    nine_of(9, M);
    intervals(M);
    intervals(1);
    rows_add(N, M);
    steps(N, M);
    steps(6, 3);
    triangle(1, 1);
    triangle(N, M - 1);
    x = none(N, M);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            d += g[i][j] * (i + 2 * j);
            x = x * 31 + t[i][j];
        }
    printf("%.17g %d\n", d, x);
    free(c);
    return 0;
}
