/* rank.c: two tests by ranks. Of Wilcoxon, for pairs: below. Of Mann and Whitney, for two samples: how probable it is
 * that two samples of one distribution lie so far apart or further, whatever that distribution is. Small samples
 * without ties exactly, by counting all orders; others by the normal approximation with corrections for ties and for
 * continuity. */
#include "base.h"

#include <math.h>
#include <stdlib.h>

enum { EXACT = 20 }; /* up to so many numbers a side */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

double rank_median(double *v, size_t n)
{
    if (n == 0)
        return 0;
    qsort(v, n, sizeof *v, by_value);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* pairs (a, b) with a > b; equal ones are halves */
static double wins(const double *a, size_t na, const double *b, size_t nb, bool *ties)
{
    double u = 0;
    *ties = false;
    for (size_t i = 0; i < na; i++)
        for (size_t k = 0; k < nb; k++) {
            u += a[i] > b[k] ? 1 : a[i] == b[k] ? 0.5 : 0;
            *ties |= a[i] == b[k];
        }
    return u;
}

/* The number of orders of na + nb numbers with at most u wins, over that of all: count[i][k][w] of i and k numbers is
 * that where the largest is an a (it wins k times) and that where it is a b. */
static double exact(size_t na, size_t nb, double u)
{
    enum { WINS = EXACT * EXACT + 1 };
    static double count[EXACT + 1][EXACT + 1][WINS];
    double below = 0, all = 0;
    for (size_t i = 0; i <= na; i++)
        for (size_t k = 0; k <= nb; k++)
            for (size_t w = 0; w <= i * k; w++) {
                double with_a = i && w >= k && w - k <= (i - 1) * k ? count[i - 1][k][w - k] : 0;
                double with_b = k && w <= i * (k - 1) ? count[i][k - 1][w] : 0;
                count[i][k][w] = i == 0 || k == 0 ? w == 0 : with_a + with_b;
            }
    for (size_t w = 0; w <= na * nb; w++) {
        all += count[na][nb][w];
        below += (double)w <= u ? count[na][nb][w] : 0;
    }
    return below / all;
}

/* the sum of t^3 - t over groups of t equal numbers */
static double tied(const double *a, size_t na, const double *b, size_t nb)
{
    size_t n = na + nb;
    double sum = 0, *all = malloc(n * sizeof *all);
    if (!all)
        return 0;
    for (size_t i = 0; i < n; i++)
        all[i] = i < na ? a[i] : b[i - na];
    qsort(all, n, sizeof *all, by_value);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && all[end] == all[i];)
            end++;
        double t = (double)(end - i);
        sum += t * t * t - t;
    }
    free(all);
    return sum;
}

double rank_probability(const double *a, size_t na, const double *b, size_t nb)
{
    bool ties;
    if (na == 0 || nb == 0)
        return 1;
    double x = (double)na, y = (double)nb, u = wins(a, na, b, nb, &ties), least = fmin(u, x * y - u);
    if (!ties && na <= EXACT && nb <= EXACT)
        return fmin(1, 2 * exact(na, nb, least));
    double variance = x * y / 12 * (x + y + 1 - tied(a, na, b, nb) / ((x + y) * (x + y - 1)));
    if (variance <= 0)
        return 1;
    double z = fmax(0, x * y / 2 - least - 0.5) / sqrt(variance);
    return fmin(1, erfc(z / sqrt(2)));
}

/* ---- pairs: Wilcoxon's test by signed ranks ---- */
static int by_size(const void *a, const void *b)
{
    double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return x < y ? -1 : x > y;
}

/* Twice the rank of each of d[0..n), sorted by size: a whole number where equal ones share the mean of their ranks.
 * Their sum; *up: that of the positive ones */
static size_t ranks_of(const double *d, size_t n, size_t *rank, size_t *up)
{
    size_t sum = 0;
    *up = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && fabs(d[end]) == fabs(d[i]);)
            end++;
        for (size_t k = i; k < end; k++) {
            rank[k] = i + end + 1;
            sum += rank[k];
            *up += d[k] > 0 ? rank[k] : 0;
        }
    }
    return sum;
}

double rank_pairs_probability(const double *difference, size_t n)
{
    size_t m = 0, up, sum;
    double *d = malloc((n + 1) * sizeof *d), *ways = NULL, below = 0;
    size_t *rank = malloc((n + 1) * sizeof *rank);
    for (size_t i = 0; d && i < n; i++)
        if (difference[i] != 0)
            d[m++] = difference[i];
    if (d && rank && m) {
        qsort(d, m, sizeof *d, by_size);
        sum = ranks_of(d, m, rank, &up);
        up = up < sum - up ? up : sum - up;
        ways = calloc(sum + 1, sizeof *ways); /* the part of all choices of signs with that sum of the positive ones */
    }
    if (ways) {
        ways[0] = 1;
        for (size_t i = 0; i < m; i++)
            for (size_t w = sum + 1; w-- > 0;)
                ways[w] = (ways[w] + (w >= rank[i] ? ways[w - rank[i]] : 0)) / 2;
        for (size_t w = 0; w <= up; w++)
            below += ways[w];
    }
    double p = ways ? fmin(1, 2 * below) : 1;
    free(d);
    free(rank);
    free(ways);
    return p;
}
