/* rank.c: two tests by ranks. Of Wilcoxon, for pairs: below. Of Mann and Whitney, for two samples: how probable it is
 * that two samples of one distribution lie so far apart or further, whatever that distribution is. Small samples
 * without ties exactly, by counting all orders; others by the normal approximation with corrections for ties and for
 * continuity. */
#include "base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* What two samples amount to: pairs (a, b) with a > b, of which equal ones are halves; and the sum of t^3 - t over
 * groups of t equal numbers of both, 0: there are none */
struct pairs {
    double wins, tied;
};

static struct pairs pairs_count(const double *a, size_t na, const double *b, size_t nb)
{
    struct pairs p = {0, 0};
    double *x = malloc((na + nb) * sizeof *x), *y = x + na;
    if (!x)
        return p;
    memcpy(x, a, na * sizeof *x);
    memcpy(y, b, nb * sizeof *y);
    qsort(x, na, sizeof *x, by_value);
    qsort(y, nb, sizeof *y, by_value);
    for (size_t i = 0, k = 0; i < na || k < nb;) {
        double least = k == nb || (i < na && x[i] < y[k]) ? x[i] : y[k];
        size_t below = k, i0 = i;
        while (i < na && x[i] == least)
            i++;
        while (k < nb && y[k] == least)
            k++;
        double here = (double)(i - i0), there = (double)(k - below), t = here + there;
        p.wins += here * ((double)below + there / 2);
        p.tied += t * t * t - t;
    }
    free(x);
    return p;
}

/* The number of orders of na + nb numbers with at most u wins, over that of all: count[i][k][w] of i and k numbers is
 * that where the largest is an a (it wins k times) and that where it is a b. */
static double (*orders(void))[EXACT + 1][EXACT * EXACT + 1]
{
    static double count[EXACT + 1][EXACT + 1][EXACT * EXACT + 1];
    if (count[0][0][0] > 0)
        return count;
    for (size_t i = 0; i <= EXACT; i++)
        for (size_t k = 0; k <= EXACT; k++)
            for (size_t w = 0; w <= i * k; w++) {
                double with_a = i && w >= k && w - k <= (i - 1) * k ? count[i - 1][k][w - k] : 0;
                double with_b = k && w <= i * (k - 1) ? count[i][k - 1][w] : 0;
                count[i][k][w] = i == 0 || k == 0 ? w == 0 : with_a + with_b;
            }
    return count;
}

static double exact(size_t na, size_t nb, double u)
{
    const double *count = orders()[na][nb];
    double below = 0, all = 0;
    for (size_t w = 0; w <= na * nb; w++) {
        all += count[w];
        below += (double)w <= u ? count[w] : 0;
    }
    return below / all;
}

double rank_probability(const double *a, size_t na, const double *b, size_t nb)
{
    if (na == 0 || nb == 0)
        return 1;
    struct pairs p = pairs_count(a, na, b, nb);
    double x = (double)na, y = (double)nb, least = fmin(p.wins, x * y - p.wins);
    if (p.tied == 0 && na <= EXACT && nb <= EXACT)
        return fmin(1, 2 * exact(na, nb, least));
    double variance = x * y / 12 * (x + y + 1 - p.tied / ((x + y) * (x + y - 1)));
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
