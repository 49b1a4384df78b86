/* csr.h: two sparse matrices in compressed rows: row i has the entries offset[i] to offset[i + 1] - 1, which
 * are value[k] in column[k]. */
#ifndef CSR_H
#define CSR_H
#include "levels.h"

struct csr {
    long rows, entries, longest; /* longest: entries of the longest row */
    int *offset, *column;
    double *value;
};

static inline struct csr csr_make(long rows, long entries)
{
    struct csr m = {rows,
                    entries,
                    0,
                    get_memory(rows + 1, sizeof(int)),
                    get_memory(entries, sizeof(int)),
                    get_memory(entries, sizeof(double))};
    return m;
}

static inline void csr_free(struct csr *m)
{
    free(m->offset);
    free(m->column);
    free(m->value);
}

/* Each point of an n x n x n grid with itself and its up to 26 neighbours: 26 and -1. Per axis 18 of the
 * neighbours lie one step away, so a row is 9 h^2 times a second-order approximation of -(u_xx + u_yy +
 * u_zz), with u = 0 outside the grid. (3n - 2)^3 entries: per axis 3 for each point but 2 at either end. */
static inline struct csr csr_stencil(long n)
{
    long per_axis = n ? 3 * n - 2 : 0;
    struct csr m = csr_make(n * n * n, per_axis * per_axis * per_axis);
    int k = 0;
    for (long row = 0; row < m.rows; row++) {
        long z = row % n, y = row / n % n, x = row / n / n;
        for (long u = x - 1; u <= x + 1; u++)
            for (long v = y - 1; v <= y + 1; v++)
                for (long w = z - 1; w <= z + 1; w++)
                    if (u >= 0 && v >= 0 && w >= 0 && u < n && v < n && w < n) {
                        m.column[k] = (int)((u * n + v) * n + w);
                        m.value[k++] = u == x && v == y && w == z ? 26 : -1;
                    }
        m.offset[row + 1] = k;
        if (k - m.offset[row] > m.longest)
            m.longest = k - m.offset[row];
    }
    return m;
}

/* Rows of 1 to LONGEST_ROW entries, half as many of them at twice the length: about one row in r has r
 * entries or more. Columns are spread over the width, values lie between 1 and 2. */
enum { LONGEST_ROW = 300 };

static inline long varying_length(long row, long columns)
{
    long length = (long)(1 / (1 - number_at(row) * (1 - 1.0 / LONGEST_ROW)));
    return length < columns ? length : columns;
}

static inline struct csr csr_varying(long rows)
{
    long entries = 0;
    for (long i = 0; i < rows; i++)
        entries += varying_length(i, rows);
    struct csr m = csr_make(rows, entries);
    int k = 0;
    for (long i = 0; i < rows; i++) {
        long length = varying_length(i, rows);
        for (long j = 0; j < length; j++, k++) { /* one column of each of `length` equal parts */
            long from = j * rows / length, to = (j + 1) * rows / length;
            m.column[k] = (int)(from + (long)(number_at(3 * k) * (double)(to - from)));
            m.value[k] = 1 + number_at(3 * k + 1);
        }
        m.offset[i + 1] = k;
        if (length > m.longest)
            m.longest = length;
    }
    return m;
}
#endif
