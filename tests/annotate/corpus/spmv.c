/* Sparse matrices: built as triples, turned into CSR, multiplied, transposed. */
#include <stdio.h>
#include <stdlib.h>

struct triple {
    int row, col;
    double value;
};

struct csr {
    int rows, cols;
    int *start, *col;
    double *value;
};

static void *need(size_t bytes)
{
    void *p = calloc(1, bytes ? bytes : 1);
    if (!p)
        exit(1);
    return p;
}

static struct csr from_triples(const struct triple *t, int count, int rows, int cols)
{
    struct csr m = {rows, cols, need((rows + 1) * sizeof(int)), need(count * sizeof(int)), need(count * sizeof(double))};
    int *fill = need(rows * sizeof(int));

    /* truth: histogram(m.start[]) */
    for (int k = 0; k < count; k++)
        m.start[t[k].row + 1]++;
    /* truth: serial flow(m.start) distance 1 -- a prefix sum */
    for (int i = 0; i < rows; i++)
        m.start[i + 1] += m.start[i];
    /* truth: serial flow(fill) -- each triple takes the next free place of its row */
    for (int k = 0; k < count; k++) {
        int at = m.start[t[k].row] + fill[t[k].row]++;
        m.col[at] = t[k].col;
        m.value[at] = t[k].value;
    }
    free(fill);
    return m;
}

/* y = A x: rows are independent whatever start[] holds, as long as y is apart from the rest. */
void multiply(const struct csr *m, const double *x, double *y)
{
    /* truth: guarded alias(y, x, m->value) calls(pass) */
    for (int i = 0; i < m->rows; i++) {
        double s = 0;
        /* truth: reduction(+: s) */
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            s += m->value[k] * x[m->col[k]];
        y[i] = s;
    }
}

/* y = A^T x by columns: different rows of A hit the same y. */
void multiply_transposed(const struct csr *m, const double *restrict x, double *restrict y)
{
    /* truth: parallel */
    for (int j = 0; j < m->cols; j++)
        y[j] = 0;
    /* truth: histogram(y[]) */
    for (int i = 0; i < m->rows; i++)
        /* truth: histogram(y[]) unobserved -- a row may hold a column twice; these rows do not */
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            y[m->col[k]] += m->value[k] * x[i];
}

/* Scales each row in place. start[] need not be monotonic as far as this function knows. */
void scale_rows(struct csr *m, const double *restrict by)
{
    /* truth: guarded index(m->start) calls(pass) -- rows must not overlap: start[] must not fall */
    for (int i = 0; i < m->rows; i++)
        /* truth: parallel */
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            m->value[k] *= by[i];
}

int main(void)
{
    enum { N = 200 };
    struct triple *t = need(5 * N * sizeof *t);
    double x[N], y[N], z[N], dot = 0, sum = 0;
    int count = 0;

    /* truth: serial flow(count) -- how many triples there are before is known only after the rows before */
    for (int i = 0; i < N; i++) {
        t[count++] = (struct triple){i, i, 4};
        if (i % 16)
            t[count++] = (struct triple){i, i - 1, -1};
        if (i + 16 < N)
            t[count++] = (struct triple){i, i + 16, -0.5 - i % 3};
    }
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        x[i] = i % 10 * 0.5;
    struct csr m = from_triples(t, count, N, N);
    multiply(&m, x, y);
    multiply_transposed(&m, y, z);
    /* truth: reduction(+: dot) */
    for (int i = 0; i < N; i++)
        dot += x[i] * z[i];
    scale_rows(&m, y);
    /* truth: reduction(+: sum) */
    for (int k = 0; k < count; k++)
        sum += m.value[k];
    printf("%d entries, dot %.4f, scaled %.4f\n", count, dot, sum);
    free(m.start);
    free(m.col);
    free(m.value);
    free(t);
    return 0;
}
