// ROW: kernels without loop directives
// SPEC: 3.3 2.5.3
#include "check.h"

enum { N = 70 };

static void triangle(int n, double (*m)[N], double *sums)
{
    int i, j;
#pragma acc kernels copy(m[0:n]) copyout(sums[0:n])
    for (i = 0; i < n; i++) {
        double s = 0;
        for (j = 0; j <= i; j++) {
            m[i][j] *= 2;
            s += m[i][j];
        }
        sums[i] = s;
    }
}

/* scratch memory, a reduction and a private variable that is declared outside */
static long scratch(const int *restrict x, int *restrict y)
{
    int t[4], k;
    long sum = 100, most = -1;
#pragma acc kernels copyin(x[0:N]) copyout(y[0:N])
    for (int i = 0; i < N; i++) {
        for (k = 0; k < 4; k++)
            t[k] = x[i] + k;
        y[i] = t[0] + t[3];
        sum += y[i];
        most = y[i] > most ? y[i] : most;
    }
    return sum * 1000 + most;
}

static void in_order(int *a, int *b)
{
    int last = 0;
#pragma acc kernels copy(a[0:N], b[0:N])
    {
        for (int i = 1; i < N; i++)
            a[i] += a[i - 1];
        for (int i = 0; i < N; i++)
            b[i % 7] = i;
        for (int i = 0; i < N; i++)
            last = a[i];
        a[0] = last;
    }
}

/* loops that are counted, and no `for` with a number of iterations: alone, beside others, in a nest */
static int backwards(int n, double *x, double v)
{
    double *p = x;
#pragma acc kernels copyout(x[0:n])
    while (n-- > 0)
        *p++ = v * n;
    return n * 1000 + (int)(p - x);
}

static int both_ends(int n, int *restrict to, const int *restrict from)
{
    int i = 0, j = n - 1, sum = 0;
#pragma acc kernels copy(to[0:n]) copyin(from[0:n])
    {
        while (i < j) {
            to[i] = from[j];
            to[j] = from[i];
            sum += from[i] - 2 * from[j];
            i++;
            j--;
        }
        for (i = 0, j = n; i < n; i++, j--)
            to[i] += j;
    }
    return sum * 10000 + i * 100 + j;
}

static void in_nest(int n, double (*m)[N])
{
#pragma acc kernels copy(m[0:n])
    for (int i = 0; i < n; i++) {
        int j = N;
        while (j > 0) {
            j--;
            m[i][j] -= i;
        }
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static double m[N][N], sums[N];
    static int x[N], y[N], a[N], b[N];
    for (int i = 0; i < N; i++) {
        x[i] = i;
        a[i] = 1;
        for (int j = 0; j < N; j++)
            m[i][j] = i - j;
    }
    triangle(N, m, sums);
    for (int i = 0; i < N; i++)
        CHECK_REAL(sums[i], i * (i + 1), 0, "row %d", i);
    CHECK_INT(scratch(x, y), (100 + N * (N - 1) + 3 * N) * 1000 + 2 * (N - 1) + 3, "sum and extreme");
    in_order(a, b);
    CHECK_INT(a[N - 1], N, "a sum of sums");
    CHECK_INT(a[0], N, "the last value");
    CHECK_INT(b[3], (N - 4) / 7 * 7 + 3, "the last store");
    CHECK_INT(backwards(N, sums, 0.5), -1000 + N, "variables that a loop has moved");
    int got = both_ends(N, y, x), sum = 0;
    for (int i = 0, j = N - 1; i < j; i++, j--)
        sum += x[i] - 2 * x[j];
    CHECK_INT(got, sum * 10000 + N * 100, "from both ends");
    double first = m[5][7];
    in_nest(N, m);
    CHECK(m[5][7] == first - 5, "counted in a nest");
    for (int i = 0; i < N; i++)
        CHECK(sums[i] == 0.5 * (N - 1 - i) && y[i] == x[N - 1 - i] + N - i, "counted, %d", i);
    return check_end();
}
