/* Nests that the launch may share deeper than the clause says, at odd sizes, against the same loops of the host. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { MOST = 40000 };
static double grid[70][70], other[70][70];
static int table[MOST];

#define NEST(NAME, CLAUSES, OUTER, INNER, STATEMENT)                                                                   \
    static void NAME(int n, int m, const double *restrict x, double *restrict a)                                       \
    {                                                                                                                  \
        _Pragma(CLAUSES) for (OUTER) for (INNER) STATEMENT;                                                            \
    }                                                                                                                  \
    static void NAME##_serial(int n, int m, const double *restrict x, double *restrict a)                              \
    {                                                                                                                  \
        for (OUTER)                                                                                                    \
            for (INNER)                                                                                                \
                STATEMENT;                                                                                             \
    }
#define ALL "omp target teams distribute parallel for map(to: x[0:n*m+1]) map(tofrom: a[0:n*m+1])"
NEST(plain, ALL, int i = 0; i < n; i++, int j = 0; j < m; j++, a[i * m + j] += 2 * x[i * m + j])
NEST(down, ALL, int i = n - 1; i >= 0; i--, int j = m; j > 0; j--, a[i * m + j - 1] = x[i] - j)
NEST(steps, ALL, int i = 1; i < n; i += 3, long j = 2; j <= m - 2; j += 2, a[i * m + j] = i + 2 * j)
NEST(turned, ALL, unsigned j = 0; j < (unsigned)m; j++, int i = 0; i < n; i++, a[i * m + j] += x[j] * i)
NEST(teams, "omp target teams distribute parallel for num_teams(3) thread_limit(7) if(n != 2) map(to: x[0:n*m+1]) map(tofrom: a[0:n*m+1])",
     int i = 0; i < n; i++, int j = 0; j < m; j++, a[i * m + j] = x[i * m + j] + i)
NEST(loop, "omp target teams loop map(to: x[0:n*m+1]) map(tofrom: a[0:n*m+1])", int i = 0; i < n; i++,
     int j = 0; j < m; j++, a[i * m + j] = x[i * m + j] * j)
NEST(team, "omp target parallel for map(to: x[0:n*m+1]) map(tofrom: a[0:n*m+1])", int i = 0; i < n; i++,
     int j = 0; j < m; j++, { double t = x[i]; for (int k = 0; k < 3; k++) t += x[j] * k; a[i * m + j] = t; })

static double sum(int n, int m, const double *x)
{
    double s = 0;
    #pragma omp target teams distribute parallel for reduction(+: s) map(to: x[0:n*m+1])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += x[i * m + j];
    return s;
}
static void fields(int n, int m)
{
    if (n > 70 || m > 70)
        return;
    #pragma omp target data map(tofrom: grid, other)
    #pragma omp target teams distribute parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            other[i][j] = grid[i - 1][j] + grid[i][j - 1] + table[0];
}
static void if_else(int n, int m, int *restrict t)
{
    if (n == 5)
        #pragma omp target teams distribute parallel for map(tofrom: t[0:n*m+1]) nowait
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                t[i * m + j] += j - i;
    else
        t[0] += 1;
    #pragma omp taskwait
}
static double x[MOST], a[MOST], b[MOST];
static int check(int n, int m)
{
    static void (*const kernels[])(int, int, const double *restrict, double *restrict) = {
        plain, plain_serial, down, down_serial, steps, steps_serial, turned, turned_serial,
        teams, teams_serial, loop, loop_serial, team, team_serial};
    int wrong = 0;
    for (int i = 0; i < MOST; i++)
        a[i] = b[i] = i % 11, x[i] = i % 7;
    for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k += 2) {
        kernels[k](n, m, x, a);
        kernels[k + 1](n, m, x, b);
        if (memcmp(a, b, sizeof a) != 0)
            wrong++, printf("%u differs: %d x %d\n", k / 2, n, m);
    }
    double s = 0;
    for (int i = 0; i < n * m; i++)
        s += x[i];
    wrong += sum(n, m, x) != s;
    for (int i = 0; i < 70 * 70; i++)
        grid[i / 70][i % 70] = i % 23, other[i / 70][i % 70] = -1;
    fields(n, m);
    for (int i = 0; i < 70 * 70; i++) {
        int r = i / 70, c = i % 70, in = n <= 70 && m <= 70 && r > 0 && c > 0 && r < n - 1 && c < m - 1;
        wrong += other[r][c] != (in ? grid[r - 1][c] + grid[r][c - 1] + table[0] : -1);
    }
    memset(table + 1, 0, sizeof table - sizeof *table);
    if_else(n, m, table + 1);
    for (int i = 0; n == 5 && i < n * m; i++)
        wrong += table[1 + i] != i % m - i / m;
    return wrong;
}
int main(void)
{
    static const int sizes[][2] = {{0, 0}, {0, 9}, {9, 0}, {1, 1}, {5, 7}, {2, 333}, {333, 2}, {3, 129}, {33, 31}, {64, 65}, {1, 2000}, {190, 190}};
    int wrong = 0;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        wrong += check(sizes[i][0], sizes[i][1]);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
