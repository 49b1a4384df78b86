/* Loops that must stay as they are: nothing here is offered collapse, tile or nowait. */
#include <omp.h>
void unrestricted(int n, int m, const double *a, double *b) /* they may overlap */
{
    #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i * m + j] += a[i * m + j];
}
void carried(int n, int m, double *restrict b)
{
    #pragma omp target teams distribute parallel for map(tofrom: b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            b[i * m + j] += b[i * m + j - 1];
}
void one_place(int n, int m, const double *restrict a, double *restrict b)
{
    #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: b[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i] += a[i * m + j];
}
void triangle(int n, double *restrict b)
{
    #pragma omp target teams distribute parallel for map(tofrom: b[0:n*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            b[i * n + j] += 1;
}
void scheduled(int n, int m, double *restrict b)
{
    #pragma omp target teams distribute parallel for collapse(2) schedule(static, 4) map(tofrom: b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i * m + j] += 1;
}
void last(int n, int m, double *restrict b, int *at)
{
    int k = 0;
    #pragma omp target teams distribute parallel for collapse(2) lastprivate(k) map(tofrom: b[0:n*m], k)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i * m + j] += 1;
            k = i + j;
        }
    *at = k;
}
void who(int n, int m, int *restrict b)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i * m + j] = omp_get_thread_num();
}
void outside(int n, int m, double *restrict b)
{
    int i, j;
    #pragma omp target teams distribute parallel for collapse(2) private(i, j) map(tofrom: b[0:n*m])
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            b[i * m + j] += 1;
}
void goes_on(int n, double *restrict b, double *restrict c)
{
    #pragma omp target map(tofrom: b[0:n], c[0:n])
    #pragma omp parallel
    {
        #pragma omp for
        for (int i = 0; i < n; i++)
            b[i] += 1;
        c[omp_get_thread_num()] = b[n - 1];
    }
}
void meet(int n, double *restrict b, double *restrict c) /* the second loop reads what others have stored in the first */
{
    #pragma omp target map(tofrom: b[0:n], c[0:n])
    #pragma omp parallel
    {
        #pragma omp for
        for (int i = 0; i < n; i++)
            b[i] += 1;
        #pragma omp for
        for (int i = 0; i < n; i++)
            c[i] = b[n - 1 - i];
        #pragma omp single
        c[0] += 1;
    }
}
void may_meet(int n, double *b, double *c) /* they may overlap */
{
    #pragma omp target map(tofrom: b[0:n], c[0:n])
    #pragma omp parallel
    {
        #pragma omp for
        for (int i = 0; i < n; i++)
            b[i] += 1;
        #pragma omp for
        for (int i = 0; i < n; i++)
            c[i] += 1;
        #pragma omp single
        c[0] += 1;
    }
}
void sums(int n, double *restrict b, double *restrict c) /* c needs the sum */
{
    double s = 0;
    #pragma omp target map(tofrom: b[0:n], c[0:n], s)
    #pragma omp parallel
    {
        #pragma omp for reduction(+: s)
        for (int i = 0; i < n; i++)
            s += b[i];
        #pragma omp for
        for (int i = 0; i < n; i++)
            c[i] = 1;
        #pragma omp single
        c[0] += s;
    }
}
#pragma omp declare target
static double kept_between;
static double count_up(double x) { return x + kept_between++; }
#pragma omp end declare target
void through_functions(int n, double *restrict b, double *restrict c) /* both loops use a variable that they do not name */
{
    #pragma omp target map(tofrom: b[0:n], c[0:n])
    #pragma omp parallel
    {
        #pragma omp for
        for (int i = 0; i < n; i++)
            b[i] = count_up(i);
        #pragma omp for
        for (int i = 0; i < n; i++)
            c[i] = count_up(i);
        #pragma omp single
        c[0] += 1;
    }
}
#define ROW(i) for (int j = 0; j < m; j++) b[(i) * m + j] += b[(i) * m]
void of_macro(int n, int m, double *restrict b) /* nor unroll: two loops stand in its line */
{
    #pragma omp target teams distribute parallel for map(tofrom: b[0:n*m])
    for (int i = 0; i < n; i++) ROW(i);
}
