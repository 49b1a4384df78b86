// ROW: kernels: elements that iterations update, flags, last values
// SPEC: 3.3 2.5.3
#include "check.h"

enum { N = 500, BINS = 16 };

static void count(int n, const int *restrict x, int *restrict bins)
{
#pragma acc kernels copyin(x[0:n]) copy(bins[0:BINS])
    for (int i = 0; i < n; i++)
        bins[x[i] % BINS]++;
}

static void spread(int n, const int *restrict x, double *restrict w)
{
#pragma acc kernels loop copyin(x[0:n]) copy(w[0:BINS])
    for (int i = 0; i < n; i++) {
        if (x[i] & 1)
            w[x[i] % BINS] += 2;
        for (int k = 0; k < 3; k++)
            w[(x[i] + k) % BINS] += k;
    }
}

/* each row has an element of its own: no updates at once, where the outer loop is parallel */
static void rows(int n, const int (*restrict m)[BINS], int *restrict sums)
{
#pragma acc kernels copyin(m[0:n]) copy(sums[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < BINS; j++)
            sums[i] += m[i][j];
}

static int last_values(int n, const int *restrict x, int *restrict y)
{
    int last = -1, kept = -2, none = -3;
#pragma acc kernels copyin(x[0:n]) copyout(y[0:n])
    {
        for (int i = 0; i < n; i++) {
            last = 3 * x[i];
            y[i] = last + 1;
        }
        for (int i = 0; i < n; i++) {
            kept = x[i] + i;
            y[i] += kept;
        }
    }
#pragma acc kernels copyin(x[0:n])
    for (int i = n; i < n; i++)
        none = x[i];
    return last * 10000 + kept * 10 + none;
}

/* flags: whoever stores stores the same number */
static int flags(int n, const int *restrict x, int *restrict y, int limit)
{
    int above = 0, zero = -5, even = 3;
#pragma acc kernels copyin(x[0:n]) copyout(y[0:n])
    {
        for (int i = 0; i < n; i++) {
            y[i] = x[i];
            if (x[i] > limit)
                above = 1;
        }
        for (int i = 0; i < n; i++) {
            if (y[i] == 0)
                zero = 7;
            for (int k = 0; k < 2; k++)
                if ((y[i] + k) % 2 == 0)
                    even = 4;
        }
    }
    return above * 100 + zero * 10 + even;
}

/* `auto` in parallel: the construct's variables are copies, the host's keep their value */
static int copies(int n, const int *restrict x, int *restrict y)
{
    int t = 77;
#pragma acc parallel loop auto copyin(x[0:n]) copyout(y[0:n])
    for (int i = 0; i < n; i++) {
        t = x[i];
        y[i] = t * t;
    }
    return t;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static int x[N], y[N], bins[BINS], want_bins[BINS], m[N][BINS], sums[N];
    static double w[BINS], want_w[BINS];
    for (int i = 0; i < N; i++) {
        x[i] = i * 7 % 31;
        sums[i] = i;
        want_bins[x[i] % BINS]++;
        want_w[x[i] % BINS] += x[i] & 1 ? 2 : 0;
        for (int k = 0; k < 3; k++)
            want_w[(x[i] + k) % BINS] += k;
        for (int j = 0; j < BINS; j++)
            m[i][j] = i + j;
    }
    count(N, x, bins);
    spread(N, x, w);
    rows(N, m, sums);
    for (int i = 0; i < BINS; i++) {
        CHECK_INT(bins[i], want_bins[i], "bins[%d]", i);
        CHECK_REAL(w[i], want_w[i], 0, "w[%d]", i);
    }
    for (int i = 0; i < N; i++)
        CHECK_INT(sums[i], i + BINS * i + BINS * (BINS - 1) / 2, "sums[%d]", i);
    CHECK_INT(last_values(N, x, y), 3 * x[N - 1] * 10000 + (x[N - 1] + N - 1) * 10 - 3, "last values");
    for (int i = 0; i < N; i++)
        CHECK_INT(y[i], 3 * x[i] + 1 + x[i] + i, "y[%d]", i);
    CHECK_INT(flags(N, x, y, 29), 100 + 70 + 4, "flags");
    CHECK_INT(flags(N, x, y, 30), 70 + 4, "a flag that nobody sets");
    CHECK_INT(copies(N, x, y), 77, "a copy");
    CHECK_INT(y[N - 1], x[N - 1] * x[N - 1], "y");
    return check_end();
}
