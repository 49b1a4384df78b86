/* Arrays of pointers to rows: ragged, with a row used twice, exchanged, and as three dimensions. */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 30, WIDTH = 50 };

static void *get(size_t n)
{
    void *p = calloc(n, 1);
    if (!p)
        exit(1);
    return p;
}

/* Each row is a block of its own: they cannot overlap, but only this function sees it. */
static int **table_new(int rows, int width)
{
    int **t = get(rows * sizeof *t);
    /* truth: parallel -- calloc() may be called by several threads */
    for (int i = 0; i < rows; i++)
        t[i] = get(width * sizeof **t);
    return t;
}

static void table_free(int **t, int rows)
{
    /* truth: parallel */
    for (int i = 0; i < rows; i++)
        free(t[i]);
    free(t);
}

static void add_to_rows(int **t, int rows, int width, int by)
{
    /* truth: guarded alias(t[]) calls(fail) -- right only if no two rows are the same memory; one call has such rows */
    for (int i = 0; i < rows; i++)
        /* truth: parallel */
        for (int j = 0; j < width; j++)
            t[i][j] += by * (i + 1);
}

/* Downwards: row i - 1 is another row, unless it is the same. */
static void cascade(int **t, int rows, int width)
{
    /* truth: serial flow(t) distance 1 */
    for (int i = 1; i < rows; i++)
        /* truth: guarded alias(t[]) calls(pass) -- the two rows could overlap, shifted */
        for (int j = 0; j < width; j++)
            t[i][j] += t[i - 1][j] / 2;
}

/* Ragged: row i has i + 1 elements, all in one block. */
static long ragged(int n)
{
    long *all = get(n * (n + 1) / 2 * sizeof *all), **row = get(n * sizeof *row), sum = 0, *free_place = all;
    /* truth: parallel induction(free_place) */
    for (int i = 0; i < n; i++) {
        row[i] = free_place;
        free_place += i + 1;
    }
    /* truth: parallel -- rows as laid out above */
    for (int i = 0; i < n; i++)
        /* truth: parallel */
        for (int j = 0; j <= i; j++)
            row[i][j] = (long)i * i - j;
    /* truth: reduction(+: sum) */
    for (int i = 0; i < n; i++)
        /* truth: reduction(+: sum) */
        for (int j = 0; j <= i; j++)
            sum += row[i][j];
    free(row);
    free(all);
    return sum;
}

/* A ring of rows: the oldest is overwritten. */
static long ring(int steps)
{
    int *keep[3] = {get(WIDTH * sizeof(int)), get(WIDTH * sizeof(int)), get(WIDTH * sizeof(int))};
    long sum = 0;
    /* truth: parallel */
    for (int j = 0; j < WIDTH; j++) {
        keep[0][j] = j % 7;
        keep[1][j] = j % 5;
    }
    /* truth: serial flow(keep) distance 1 */
    for (int s = 0; s < steps; s++) {
        int *oldest = keep[0];
        /* truth: parallel -- three blocks, whatever their order */
        for (int j = 0; j < WIDTH; j++)
            oldest[j] = (keep[1][j] + keep[2][j] + 1) % 1000;
        keep[0] = keep[1];
        keep[1] = keep[2];
        keep[2] = oldest;
    }
    /* truth: reduction(+: sum) */
    for (int k = 0; k < 3; k++)
        /* truth: reduction(+: sum) */
        for (int j = 0; j < WIDTH; j++)
            sum += keep[k][j] * (k + j);
    /* truth: parallel */
    for (int k = 0; k < 3; k++)
        free(keep[k]);
    return sum;
}

static long cube(int n)
{
    int ***c = get(n * sizeof *c);
    long sum = 0;
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        c[i] = table_new(n, n);
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        /* truth: parallel */
        for (int j = 0; j < n; j++)
            /* truth: parallel */
            for (int k = 0; k < n; k++)
                c[i][j][k] = i * j - k;
    /* truth: serial flow(c) distance 1 */
    for (int i = 1; i < n; i++)
        /* truth: parallel */
        for (int j = 0; j < n; j++)
            /* truth: parallel */
            for (int k = 0; k < n; k++)
                c[i][j][k] += c[i - 1][n - 1 - j][k] % 10;
    /* truth: reduction(+: sum) */
    for (int i = 0; i < n; i++) {
        /* truth: reduction(+: sum) */
        for (int j = 0; j < n; j++)
            /* truth: reduction(+: sum) */
            for (int k = 0; k < n; k++)
                sum += c[i][j][k];
        table_free(c[i], n);
    }
    free(c);
    return sum;
}

static long total(int **t, int rows, int width)
{
    long s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < rows; i++)
        /* truth: reduction(+: s) */
        for (int j = 0; j < width; j++)
            s += (long)t[i][j] * (j % 4 + 1);
    return s;
}

int main(void)
{
    int **t = table_new(ROWS, WIDTH), *twice[6];
    add_to_rows(t, ROWS, WIDTH, 3);
    cascade(t, ROWS, WIDTH);
    /* truth: parallel */
    for (int i = 0; i < 6; i++)
        twice[i] = t[i / 2];
    add_to_rows(twice, 6, WIDTH, 5);
    printf("%ld %ld %ld %ld\n", total(t, ROWS, WIDTH), ragged(25), ring(40), cube(9));
    table_free(t, ROWS);
    return 0;
}
