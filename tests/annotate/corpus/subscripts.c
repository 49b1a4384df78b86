/* One loop, one pattern of subscripts: coupled, reversed, crossing, modulo, shifted rows, distances, parity. */
#include <stdio.h>
#include <string.h>

enum { N = 128, M = 16 };

static int a[4 * N], b[4 * N], s[M][M], t[M + 2][M + 2];

static void one_dimension(int n, int k)
{
    int i;
    /* truth: parallel -- even elements from odd ones */
    for (i = 0; i < N; i++)
        a[2 * i] = a[2 * i + 1] + 1;
    /* truth: serial anti(a) flow(a) -- 2 i and i + 64 cross at 64: before, elements are read first, behind it they are written first */
    for (i = 0; i < N; i++)
        a[2 * i] = a[i + 64] + 1;
    /* truth: serial flow(a) anti(a) -- crossing: what is read is written at the mirrored iteration */
    for (i = 0; i < N; i++)
        a[i] = a[N - 1 - i] + 2;
    /* truth: parallel -- up to the middle only */
    for (i = 0; i < N / 2; i++)
        a[i] = a[N - 1 - i] + 2;
    /* truth: serial flow(a) distance 5 */
    for (i = 5; i < N; i++)
        a[i] += a[i - 5];
    /* truth: parallel -- four times i and four times i + 2 differ */
    for (i = 0; i < N / 2; i++)
        a[4 * i] += a[4 * i + 2];
    /* truth: serial flow(a) -- 6 i and 4 i + 2 meet: 6 * 3 = 4 * 4 + 2 */
    for (i = 0; i < N / 2; i++)
        a[6 * i] = a[4 * i + 2] - 1;
    /* truth: parallel -- 6 i and 4 i + 1: one is even, the other odd */
    for (i = 0; i < N / 2; i++)
        a[6 * i] = a[4 * i + 1] - 1;
    /* truth: serial output(a) -- i / 2 takes each value twice */
    for (i = 0; i < N; i++)
        a[i / 2] = b[i];
    /* truth: serial output(a) distance 64 -- and i % 64 every 64 iterations */
    for (i = 0; i < N; i++)
        a[i % 64] = b[i] + 1;
    /* truth: parallel -- never so far */
    for (i = 0; i < 64; i++)
        a[i % 64] = b[i] + 3;
    /* truth: parallel -- a[k] is read only; i never is n + k, since both are not negative */
    for (i = 0; i < n; i++)
        a[i] = a[n + (k & 15)] + i;
    /* truth: guarded size(k < 0 || k >= n) calls(fail) -- a[k] is written on the way */
    for (i = 0; i < n; i++)
        a[i] = a[k] + i;
    /* truth: serial flow(a) distance 1 -- a[0] is written first and then read by all */
    for (i = 0; i < n; i++)
        a[i] = a[0] + b[i];
    /* truth: parallel -- from one on */
    for (i = 1; i < n; i++)
        a[i] = a[0] + b[i];
    /* truth: serial output(a) distance 1 -- the same element each time */
    for (i = 0; i < n; i++)
        a[k] = b[i];
    /* truth: parallel -- squares of different indices differ, while they are not negative */
    for (i = 0; i < 20; i++)
        b[i * i] += i;
    /* truth: histogram(b) -- with both signs they do not */
    for (i = -9; i < 10; i++)
        b[i * i] += i;
    /* truth: parallel -- i ^ 1 exchanges neighbours: each pair is done by its even one */
    for (i = 0; i < N; i++)
        if (!(i & 1)) {
            int x = b[i];
            b[i] = b[i ^ 1];
            b[i ^ 1] = x;
        }
    /* truth: serial flow(b) distance 1 anti(b) */
    for (i = 0; i < N; i++)
        b[i] = b[i ^ 1] + 1;
}

static void two_dimensions(void)
{
    int i, j;
    /* truth: parallel private(j) -- each i has a row */
    for (i = 0; i < M; i++)
        /* truth: serial flow(s) distance 1 */
        for (j = 1; j < M; j++)
            s[i][j] += s[i][j - 1];
    /* truth: serial flow(s) distance 1 private(j) */
    for (i = 1; i < M; i++)
        /* truth: parallel */
        for (j = 0; j < M; j++)
            s[i][j] += s[i - 1][j];
    /* truth: serial flow(s) distance 1 private(j) -- along the diagonal */
    for (i = 1; i < M; i++)
        /* truth: parallel */
        for (j = 1; j < M; j++)
            s[i][j] = s[i - 1][j - 1] + 1;
    /* truth: serial flow(s) distance 1 private(j) -- against it: (1, -1), so that the loops must not be exchanged */
    for (i = 1; i < M; i++)
        /* truth: parallel */
        for (j = 0; j < M - 1; j++)
            s[i][j] = s[i - 1][j + 1] + 1;
    /* truth: serial anti(s) distance 1 private(j) */
    for (i = 0; i < M - 1; i++)
        /* truth: parallel */
        for (j = 0; j < M; j++)
            s[i][j] = s[i + 1][j] - 1;
    /* truth: serial flow(s) private(j) -- a transposition in place that forgets to stop at the diagonal */
    for (i = 0; i < M; i++)
        /* truth: parallel -- (i, j) is written, (j, i) read: they meet at j == i only */
        for (j = 0; j < M; j++)
            s[i][j] = s[j][i];
    /* truth: parallel private(j) -- a border of one keeps stores inside and reads outside */
    for (i = 1; i <= M; i++)
        /* truth: parallel */
        for (j = 1; j <= M; j++)
            t[i][j] = s[i - 1][j - 1];
    /* truth: parallel private(j) -- both subscripts depend on i, one store per row */
    for (i = 0; i < M; i++)
        /* truth: parallel */
        for (j = 0; j < 2; j++)
            s[i][(i + 5 * j) % M] = j;
    /* truth: histogram(t) private(j) -- i + j */
    for (i = 0; i < M; i++)
        /* truth: parallel */
        for (j = 0; j < M / 4; j++)
            t[0][i / 2 + j] += i;
    /* truth: serial output(t) private(j) -- the last i wins */
    for (i = 0; i < M; i++)
        /* truth: parallel */
        for (j = 0; j < M; j++)
            t[j][M] = s[i][j];
    /* truth: parallel private(j) unobserved -- only row 3 is written, and only i = 3 has an inner loop */
    for (i = 0; i < M; i++)
        if (i == 3)
            /* truth: parallel */
            for (j = 0; j < M; j++)
                t[i][j] = t[i - 1][j] + t[i + 1][j];
    /* truth: serial flow(t) distance 2 private(j) */
    for (i = 2; i < M; i++)
        /* truth: parallel */
        for (j = 1; j < M; j++)
            t[i][j] += t[i - 2][j - 1];
}

static unsigned hash(const int *p, int n)
{
    unsigned h = 5;
    /* truth: serial flow(h) distance 1 */
    for (int i = 0; i < n; i++)
        h = h * 31 + (unsigned)p[i];
    return h;
}

int main(void)
{
    /* truth: parallel */
    for (int i = 0; i < 4 * N; i++) {
        a[i] = i * 7 % 31;
        b[i] = i * 11 % 37;
    }
    memcpy(s, b, sizeof s);
    one_dimension(100, 7);
    two_dimensions();
    printf("%08x %08x %08x %08x\n", hash(a, 4 * N), hash(b, 4 * N), hash(&s[0][0], M * M), hash(&t[0][0], (M + 2) * (M + 2)));
    return 0;
}
