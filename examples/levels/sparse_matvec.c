/* sparse_matvec.c: y = A x with a sparse matrix in compressed rows, whose inner loop is short and of changing
 * length.
 *
 *     sparse_matvec [--only VERSION] [--repeat N] [n]      n^3 rows (default 8)
 *
 * Two matrices: "stencil", 8 to 27 entries per row (csr.h), and "varying", 1 to 300 per row with many short
 * rows.
 *     rows          two levels: a row is one thread's; neighbouring threads read far apart
 *     row-team      two levels: a row is one team's, which has far more threads than the row has entries
 *     simd          three levels: a row is one thread's, and the lanes of the thread share it
 *     simd-atomic   the same for compilers without reductions on simd: the lanes add to one sum atomically
 *
 * Stated bytes: 12 per entry, 20 per row (offset, x, y). Stated operations: 2 per entry. */
#include "csr.h"

typedef void kernel(long rows, const int *offset, const int *column, const double *value, const double *x,
                    double *y);

static void serial(long rows, const int *offset, const int *column, const double *value, const double *x,
                   double *y)
{
    for (long i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static void rows_only(long rows, const int *offset, const int *column, const double *value, const double *x,
                      double *y)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static void row_team(long rows, const int *offset, const int *column, const double *value, const double *x,
                     double *y)
{
#pragma omp target teams distribute
    for (long i = 0; i < rows; i++) {
        double sum = 0;
#pragma omp parallel for reduction(+: sum)
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static void simd(long rows, const int *offset, const int *column, const double *value, const double *x,
                 double *y)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < rows; i++) {
        double sum = 0;
#pragma omp simd reduction(+: sum)
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

/* `sum` is the thread's, and all its lanes change it */
static void simd_atomic(long rows, const int *offset, const int *column, const double *value, const double *x,
                        double *y)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < rows; i++) {
        double sum = 0;
#pragma omp simd
        for (int k = offset[i]; k < offset[i + 1]; k++) {
#pragma omp atomic update
            sum += value[k] * x[column[k]];
        }
        y[i] = sum;
    }
}

static const struct {
    const char *name;
    kernel *run;
} version[] = {
    {"serial", serial}, {"rows", rows_only},          {"row-team", row_team},
    {"simd", simd},     {"simd-atomic", simd_atomic},
};

/* Two sums of one row in different order differ by at most the rounding of each addition and product, at most
 * half an epsilon of the sum of the magnitudes; twice that because both sums round. */
static double allowed_difference(const struct csr *m, const double *x)
{
    double largest = 0;
    for (long i = 0; i < m->rows; i++) {
        double magnitudes = 0;
        for (int k = m->offset[i]; k < m->offset[i + 1]; k++)
            magnitudes += fabs(m->value[k] * x[m->column[k]]);
        if (magnitudes > largest)
            largest = magnitudes;
    }
    return (double)(m->longest + 1) * 0x1p-52 * largest;
}

/* x is on the device already */
static int run_matrix(struct options *o, const char *matrix, struct csr *m, const double *x)
{
    long rows = m->rows, entries = m->entries;
    int wrong = 0, *offset = m->offset, *column = m->column;
    double *value = m->value, *y = get_memory(rows, sizeof *y), *expected = get_memory(rows, sizeof *expected);
    serial(rows, offset, column, value, x, expected);
    double allowed = allowed_difference(m, x);

#pragma omp target enter data map(to: offset[0:rows + 1], column[0:entries], value[0:entries]) \
    map(alloc: y[0:rows])
    for (size_t v = 0; v < sizeof version / sizeof *version; v++) {
        char name[32];
        snprintf(name, sizeof name, "%s:%s", matrix, version[v].name);
        if (!chosen(o, name))
            continue;
        struct timing t = {.repeat = o->repeat};
        spoil(rows, y);
#pragma omp target update to(y[0:rows]) if (version[v].run != serial)
        while (next_call(&t))
            version[v].run(rows, offset, column, value, x, y);
        if (version[v].run != serial) {
#pragma omp target update from(y[0:rows])
        }
        wrong += report(name, &t, 12.0 * (double)entries + 20.0 * (double)rows, 2.0 * (double)entries, rows,
                        y, expected, allowed);
    }
#pragma omp target exit data map(delete: offset[0:rows + 1], column[0:entries], value[0:entries], y[0:rows])
    free(y);
    free(expected);
    return wrong;
}

int main(int argc, char **argv)
{
    struct options o = {.program = "sparse_matvec",
                        .size_names = "[n]",
                        .sizes = 1,
                        .largest = 400,
                        .size = {8},
                        .repeat = 3};
    read_options(&o, argc, argv);
    long n = o.size[0];
    struct csr stencil = csr_stencil(n), varying = csr_varying(n * n * n);
    char what[128];
    snprintf(what, sizeof what, "%ld rows, %ld entries (stencil), %ld (varying, longest row %ld)", n * n * n,
             stencil.entries, varying.entries, varying.longest);
    heading(what, &o);
    long rows = stencil.rows;
    double *x = get_memory(rows, sizeof *x);
    for (long i = 0; i < rows; i++)
        x[i] = 1 + number_at(i);
#pragma omp target enter data map(to: x[0:rows])
    int wrong = run_matrix(&o, "stencil", &stencil, x) + run_matrix(&o, "varying", &varying, x);
#pragma omp target exit data map(delete: x[0:rows])
    free(x);
    csr_free(&stencil);
    csr_free(&varying);
    return verdict(&o, wrong);
}
