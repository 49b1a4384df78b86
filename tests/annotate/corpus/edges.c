/* Rows that are left: subscripts that reach into the row before or behind, windows, tiles that overlap, halos, ghost columns. */
#include <stdio.h>
#include <string.h>

enum { ROWS = 20, COLS = 16 };

/* Column -1 of a row is the last of the row before. */
static void into_the_row_before(int *p, int n, int m)
{
    /* truth: serial flow(p) distance 1 */
    for (int i = 1; i < n; i++)
        /* truth: serial flow(p) distance 1 */
        for (int j = 0; j < m; j++)
            p[i * m + j] = p[i * m + j - 1] + 1;
}

/* From column one on, it is not. */
static void within_the_row(int *p, int n, int m)
{
    /* truth: parallel */
    for (int i = 1; i < n; i++)
        /* truth: serial flow(p) distance 1 */
        for (int j = 1; j < m; j++)
            p[i * m + j] = p[i * m + j - 1] + 1;
}

/* One column too many: the first of the next row is updated twice. */
static void one_too_many(int *p, int n, int m)
{
    /* truth: histogram(p[]) -- the element that two rows share is only added to */
    for (int i = 0; i < n - 1; i++)
        /* truth: parallel */
        for (int j = 0; j <= m; j++)
            p[i * m + j] += i - j;
}

/* The element up and to the right is written by this row's iteration before, if j is the last: (i - 1) m + m is i m. */
static void up_right(int *p, int n, int m)
{
    /* truth: serial flow(p) distance 1 */
    for (int i = 1; i < n; i++)
        /* truth: serial flow(p) -- the first column is written first and read by the last */
        for (int j = 0; j < m; j++)
            p[i * m + j] += p[(i - 1) * m + j + 1];
}

static void up_right_within(int *p, int n, int m)
{
    /* truth: serial flow(p) distance 1 */
    for (int i = 1; i < n; i++)
        /* truth: parallel */
        for (int j = 0; j < m - 1; j++)
            p[i * m + j] += p[(i - 1) * m + j + 1];
}

/* A column offset that the caller gives: it may lead out of the row. */
static void shifted_columns(int *p, int n, int m, int by)
{
    /* truth: guarded size(by == 0) calls(fail) -- by == m is the row below; by == 0 stays in place */
    for (int i = 0; i < n; i++)
        /* truth: guarded size(by == 0 || by >= m || by <= 0 - m) calls(fail) */
        for (int j = 0; j < m; j++)
            p[i * m + j] = 2 * p[i * m + j + by] % 1009;
}

/* Tiles with a halo: each reads beyond its own, all stores stay within. */
static void tiles(const int *restrict from, int *restrict to, int n, int size)
{
    /* truth: parallel */
    for (int t = 0; t < n; t += size) {
        int halo[24], end = t + size < n ? t + size : n;
        /* truth: parallel */
        for (int k = t - 1; k <= end; k++)
            halo[k - t + 1] = k < 0 || k >= n ? 0 : from[k];
        /* truth: parallel */
        for (int k = t; k < end; k++)
            to[k] = halo[k - t] + 2 * halo[k - t + 1] + halo[k - t + 2];
    }
}

/* In place each tile reads what its neighbour has changed. */
static void tiles_in_place(int *p, int n, int size)
{
    /* truth: serial flow(p) distance 1 */
    for (int t = 0; t < n; t += size) {
        int halo[24], end = t + size < n ? t + size : n;
        /* truth: parallel */
        for (int k = t - 1; k <= end; k++)
            halo[k - t + 1] = k < 0 || k >= n ? 0 : p[k];
        /* truth: parallel */
        for (int k = t; k < end; k++)
            p[k] = (halo[k - t] + 2 * halo[k - t + 1] + halo[k - t + 2]) % 1009;
    }
}

/* Tiles that overlap by one, all storing the same value where they do: still two stores to one place. */
static void overlapping_tiles(int *restrict to, const int *restrict from, int n)
{
    /* truth: serial output(to) distance 1 -- equal values, but that is not for a dependence test to know */
    for (int t = 0; t + 8 < n; t += 8)
        /* truth: parallel */
        for (int k = t; k <= t + 8; k++)
            to[k] = from[k] * 3;
}

/* Row sums in a last column, column sums in a last row, of one array. */
static void margins(int *p, int n, int m)
{
    /* truth: guarded size(m >= 1) calls(pass) -- with m == 0 the sums are added to the rows of others */
    for (int i = 0; i < n - 1; i++) {
        p[i * m + m - 1] = 0;
        /* truth: reduction(+: p[]) -- the last column is summed, those before are read */
        for (int j = 0; j < m - 1; j++)
            p[i * m + m - 1] += p[i * m + j];
    }
    /* truth: parallel -- the last row is written, the rows before are read */
    for (int j = 0; j < m; j++) {
        int s = 0;
        /* truth: reduction(+: s) */
        for (int i = 0; i < n - 1; i++)
            s += p[i * m + j];
        p[(n - 1) * m + j] = s;
    }
}

/* Two triangles of one square: above the diagonal one matrix, below it another. */
static void two_in_one(int *p, int n)
{
    /* truth: parallel -- stores above the diagonal, reads below it and on it */
    for (int i = 0; i < n; i++)
        /* truth: parallel */
        for (int j = i + 1; j < n; j++)
            p[i * n + j] = p[j * n + i] - p[i * n + i];
}

static unsigned hash(const int *p, int n)
{
    unsigned h = 9;
    /* truth: serial flow(h) distance 1 */
    for (int i = 0; i < n; i++)
        h = h * 31 + (unsigned)p[i];
    return h;
}

int main(void)
{
    int p[ROWS * COLS + COLS], q[ROWS * COLS];
    /* truth: parallel */
    for (int i = 0; i < ROWS * COLS + COLS; i++)
        p[i] = i * 29 % 53;
    into_the_row_before(p, ROWS, COLS);
    within_the_row(p, ROWS, COLS);
    one_too_many(p, ROWS, COLS);
    printf("%08x ", hash(p, ROWS * COLS));
    up_right(p, ROWS, COLS);
    up_right_within(p, ROWS, COLS);
    shifted_columns(p, ROWS, COLS, 3);
    shifted_columns(p, ROWS, COLS, COLS);
    printf("%08x\n", hash(p, ROWS * COLS));
    memset(q, 0, sizeof q);
    tiles(p, q, ROWS * COLS, 17);
    tiles_in_place(p, ROWS * COLS, 17);
    printf("%08x %08x ", hash(p, ROWS * COLS), hash(q, ROWS * COLS));
    overlapping_tiles(q, p, ROWS * COLS);
    margins(p, ROWS, COLS);
    two_in_one(q, COLS);
    printf("%08x %08x\n", hash(p, ROWS * COLS), hash(q, ROWS * COLS));
    return 0;
}
