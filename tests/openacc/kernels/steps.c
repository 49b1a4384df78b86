// ROW: kernels: a loop that runs in order around loops that do not
// SPEC: 3.3 2.5.3
#include "check.h"

#include <math.h>

enum { N = 40 };
static double a[N][N], b[N][N];

/* until it changes no more, or too often: the host decides, each sweep is launched */
static int relax(double tolerance, int most, double *left)
{
    double change = 2 * tolerance;
    int sweeps = 0;
#pragma acc kernels copy(a) create(b)
    while (change > tolerance && sweeps < most) {
        change = 0;
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++) {
                b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
                change = fmax(change, fabs(b[i][j] - a[i][j]));
            }
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                a[i][j] = b[i][j];
        sweeps++;
    }
    *left = change;
    return sweeps;
}

/* what stands between, and what a step leaves in variables */
static double march(int n, int steps, double *restrict x, double *restrict y)
{
    double last = 0, edge = 1;
#pragma acc kernels copy(x[0:n]) create(y[0:n])
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            y[i] = (x[i - 1] + x[i + 1]) / 2;
        for (int i = 1; i < n - 1; i++) {
            last = y[i] + t;
            x[i] = y[i];
        }
        x[0] = edge;
        edge += 0.5 * t;
    }
    return last + edge;
}

/* rows depend on those before; not worth a launch each */
static void solve(int n, double *restrict x)
{
#pragma acc kernels copyin(a) copy(x[0:n])
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < i; j++)
            sum += a[i][j] * x[j];
        x[i] = x[i] - sum / 8;
    }
}

/* What the construct's own clauses list has one value on the device: the host does not set it between two of its loops. */
static void listed(void)
{
    int c = 0, k = 3, w = N, at = -1, most = -1, last = 0, r[N] = {0}, x[N], y[N] = {0};
    for (int i = 0; i < N; i++)
        x[i] = i * 7 % N;
#pragma acc kernels copy(c, w, r)
    {
        for (int i = 0; i < N; i++)
            r[i] += 2;
        for (int i = 0; i < N; i++) {
            r[c] += i;
            c++;
        }
        while (w-- > 0)
            r[w] += 1;
        for (int i = 0; i < N; i++)
            r[i] += c;
    }
    CHECK_INT(c, N, "counted in copy");
    CHECK_INT(w, -1, "counted by while");
    for (int i = 0; i < N; i++)
        CHECK_INT(r[i], i + N + 3, "r[%d]", i);
#pragma acc kernels copy(at, most, last) copyin(k) copy(x, y)
    {
        for (int i = 0; i < N; i++)
            if (x[i] > most) {
                most = x[i];
                at = i;
            }
        for (int i = 0; i < N; i++) {
            last = x[i] * 3;
            y[i] = last + at;
        }
        for (int i = 0; i < N; i++) {
            y[i] += k;
            k += 2;
        }
        for (int i = 0; i < N; i++)
            y[i] += k + most;
    }
    CHECK(most == N - 1 && x[at] == N - 1, "an extreme in copy");
    CHECK_INT(last, x[N - 1] * 3, "a last value in copy");
    for (int i = 0; i < N; i++)
        CHECK_INT(y[i], x[i] * 3 + at + 3 + 2 * i + 3 + 2 * N + N - 1, "y[%d]", i);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double x[N], y[N], left, want_left = 2, want_a[N][N] = {{0}}, want_b[N][N] = {{0}}, want[N], row[N], last = 0, edge = 1;
    int want_sweeps = 0;
    for (int i = 0; i < N; i++)
        want_a[i][0] = a[i][0] = 1;
    int sweeps = relax(0.005, 30, &left);
    for (; want_left > 0.005 && want_sweeps < 30; want_sweeps++) {
        want_left = 0;
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++) {
                want_b[i][j] = 0.25 * (want_a[i - 1][j] + want_a[i + 1][j] + want_a[i][j - 1] + want_a[i][j + 1]);
                want_left = fmax(want_left, fabs(want_b[i][j] - want_a[i][j]));
            }
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                want_a[i][j] = want_b[i][j];
    }
    CHECK_INT(sweeps, want_sweeps, "sweeps");
    CHECK_REAL(left, want_left, 64, "change");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK_REAL(a[i][j], want_a[i][j], 64, "a[%d][%d]", i, j);
    for (int i = 0; i < N; i++)
        want[i] = x[i] = i * i % 7;
    double got = march(N, 5, x, y);
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < N - 1; i++)
            row[i] = (want[i - 1] + want[i + 1]) / 2;
        for (int i = 1; i < N - 1; i++) {
            last = row[i] + t;
            want[i] = row[i];
        }
        want[0] = edge;
        edge += 0.5 * t;
    }
    CHECK_REAL(got, last + edge, 64, "last values");
    for (int i = 0; i < N; i++)
        CHECK_REAL(x[i], want[i], 64, "x[%d]", i);
    solve(N, x);
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < i; j++)
            sum += want_a[i][j] * want[j];
        want[i] -= sum / 8;
        CHECK_REAL(x[i], want[i], 1e4, "solved[%d]", i);
    }
    listed();
    return check_end();
}
