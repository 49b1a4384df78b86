// ROW: C: variable-length array in a device function
// SPEC: 4.0 1.7
/* Parameters, locals, locals shared by a parallel region of the function, and simd loops over them. */
#include "check.h"

#pragma omp declare target
static double total(int n, int m, double a[n][m])
{
    double sum = 0;
    m = 0; /* the type keeps its length */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < (int)(sizeof a[0] / sizeof a[0][0]); j++)
            sum += a[i][j];
    return sum + m;
}
static void swap_rows(int m, double (*a)[m], int i, int j)
{
    double t[m];
    memcpy(t, a[i], sizeof t);
    memcpy(a[i], a[j], sizeof *a);
    memcpy(a[j], t, sizeof(double[m]));
}
static double in_parallel(int n, int m)
{
    double w[n][m], sum = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            w[i][j] = i + 2 * j;
#pragma omp parallel for reduction(+: sum) collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += w[i][j];
    return sum;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 9, m = 4;
    double v[n][m], sum = 0, inner = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            v[i][j] = i * 10 + j;
#pragma omp target map(tofrom: v) map(from: sum, inner)
    {
        swap_rows(m, v, 1, 3);
        sum = total(n, m, v);
        inner = in_parallel(n, m);
    }
    double want = 0, want_inner = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int from = i == 1 ? 3 : i == 3 ? 1 : i;
            CHECK_REAL(v[i][j], from * 10 + j, 0, "v[%d][%d]", i, j);
            want += i * 10 + j;
            want_inner += i + 2 * j;
        }
    CHECK_REAL(sum, want, 0, "total");
    CHECK_REAL(inner, want_inner, 0, "in_parallel");
    return check_end();
}
