/* tridiagonal.c: many tridiagonal systems at once by Thomas's algorithm: row after row forward, then row after row back, all
 * systems at once in each. Systems are neighbours in memory, so that lanes read neighbours.
 *
 *     tridiagonal [rows [systems]]        default: 64 rows, 1000 systems
 *
 * System m has 4 + 1/(m+1) on the diagonal and -1 beside it; its solution is known beforehand: x = sin(row + m). */
#include "wavefront.h"

struct systems {
    long rows, count, all; /* all = rows * count; row k of system m is number k * count + m */
    double *diagonal;      /* after the way forward: the factor of the row above it in memory */
    double *x;             /* the right-hand sides, then the solutions */
};

static double diagonal_of(long m) { return 4 + 1.0 / (double)(m + 1); }
static double solution(long k, long m) { return sin((double)(k + m)); }

static void start(struct systems *s)
{
    for (long k = 0; k < s->rows; k++)
        for (long m = 0; m < s->count; m++) {
            double above = k ? solution(k - 1, m) : 0, below = k + 1 < s->rows ? solution(k + 1, m) : 0;
            s->diagonal[k * s->count + m] = diagonal_of(m);
            s->x[k * s->count + m] = diagonal_of(m) * solution(k, m) - above - below;
        }
}

static void serial(double *diagonal, double *x, long rows, long count)
{
    for (long k = 1; k < rows; k++)
        for (long p = k * count; p < (k + 1) * count; p++) {
            double factor = 1 / diagonal[p - count];
            diagonal[p] -= factor;
            x[p] += factor * x[p - count];
        }
    for (long p = (rows - 1) * count; p < rows * count; p++)
        x[p] /= diagonal[p];
    for (long k = rows - 2; k >= 0; k--)
        for (long p = k * count; p < (k + 1) * count; p++)
            x[p] = (x[p] + x[p + count]) / diagonal[p];
}

static void separate(double *diagonal, double *x, long rows, long count)
{
    for (long k = 1; k < rows; k++) {
#pragma omp target teams loop
        for (long p = k * count; p < (k + 1) * count; p++) {
            double factor = 1 / diagonal[p - count];
            diagonal[p] -= factor;
            x[p] += factor * x[p - count];
        }
    }
#pragma omp target teams loop
    for (long p = (rows - 1) * count; p < rows * count; p++)
        x[p] /= diagonal[p];
    for (long k = rows - 2; k >= 0; k--) {
#pragma omp target teams loop
        for (long p = k * count; p < (k + 1) * count; p++)
            x[p] = (x[p] + x[p + count]) / diagonal[p];
    }
}

/* The graph is kept: where the same systems come again, with other right-hand sides, their launches are repeated. */
static void graph(double *diagonal, double *x, long rows, long count)
{
    static struct gantry_graph *repeated;
    gantry_graph_begin(&repeated);
    separate(diagonal, x, rows, count);
    gantry_graph_end(&repeated);
}

static void single(double *diagonal, double *x, long rows, long count)
{
#pragma ompx single_launch
    for (long k = 1; k < rows; k++) {
#pragma omp target teams loop
        for (long p = k * count; p < (k + 1) * count; p++) {
            double factor = 1 / diagonal[p - count];
            diagonal[p] -= factor;
            x[p] += factor * x[p - count];
        }
    }
#pragma omp target teams loop
    for (long p = (rows - 1) * count; p < rows * count; p++)
        x[p] /= diagonal[p];
#pragma ompx single_launch
    for (long k = rows - 2; k >= 0; k--) {
#pragma omp target teams loop
        for (long p = k * count; p < (k + 1) * count; p++)
            x[p] = (x[p] + x[p + count]) / diagonal[p];
    }
}

static double error(const struct systems *s)
{
    double largest = 0;
    for (long k = 0; k < s->rows; k++)
        for (long m = 0; m < s->count; m++)
            largest = fmax(largest, fabs(s->x[k * s->count + m] - solution(k, m)));
    return largest;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(double *, double *, long, long);
    } forms[] = {{"serial", serial}, {"separate", separate}, {"graph", graph}, {"single", single}};
    long size[] = {64, 1000};
    read_sizes(argc, argv, "[rows [systems]]", size, 2, 100000000);
    struct systems s = {.rows = size[0], .count = size[1], .all = size[0] * size[1]};
    double *diagonal = s.diagonal = numbers(s.all), *x = s.x = numbers(s.all);
    bool good = true;
    heading("last solution");
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        double seconds;
        start(&s);
#pragma omp target data map(tofrom : diagonal[0 : s.all], x[0 : s.all]) if (k > 0)
        {
            double from = omp_get_wtime();
            forms[k].run(diagonal, x, s.rows, s.count);
            seconds = omp_get_wtime() - from;
        }
        good = row(forms[k].name, seconds, k ? 2 * s.rows - 1 : 0, error(&s), 1e-14, x[s.all - 1]) && good;
    }
    free(diagonal), free(x);
    return verdict(good);
}
