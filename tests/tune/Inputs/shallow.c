/* Nests that stay as deep as their clauses say: what is missing to the proof stands beside each. */
#include <omp.h>
static int bound;
#define REGION _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m])")
void may_overlap(int n, int m, double *a, const double *b) /* a test at run time would be necessary */
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] = b[i * m + j];
}
void carried(int n, int m, double *restrict a, const double *restrict b)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i * m + j] = a[i * m + j - 1] + b[j];
}
void one_place(int n, int m, double *restrict a, const double *restrict b)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i] += b[i * m + j];
}
void by_data(int n, int m, double *restrict a, const double *restrict b, const int *restrict k)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m], k[0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + k[j]] = b[i * m + j];
}
void imperfect(int n, int m, double *restrict a, const double *restrict b)
{
    REGION
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int j = 0; j < m; j++)
            a[i * m + j] = s;
    }
}
void triangle(int n, int m, double *restrict a, const double *restrict b)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i * m + j] = b[j];
}
void global_bound(int n, int m, double *restrict a, const double *restrict b)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < bound; j++)
            a[i * m + j] = b[j];
}
void scheduled(int n, int m, double *restrict a, const double *restrict b)
{
    #pragma omp target teams distribute parallel for schedule(static, 2) map(tofrom: a[0:n*m]) map(to: b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] = b[j];
}
void who(int n, int m, double *restrict a, const double *restrict b)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] = omp_get_thread_num() + b[j];
}
void ends(int n, int m, double *restrict a, const double *restrict b)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (b[j] < 0)
                break;
            a[i * m + j] = b[j];
        }
}
void last(int n, int m, double *restrict a, const double *restrict b)
{
    double t;
    #pragma omp target teams distribute parallel for lastprivate(t) map(tofrom: a[0:n*m]) map(to: b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] = t = b[j];
    a[0] += t;
}
void kept(int n, int m, double *restrict a, const double *restrict b)
{
    double t = 0;
    #pragma omp target teams distribute parallel for firstprivate(t) map(tofrom: a[0:n*m]) map(to: b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            a[i * m + j] = t;
            t = b[j];
        }
}
void lanes(int n, int m, double *restrict a, const double *restrict b)
{
    REGION
    for (int i = 0; i < n; i++)
        #pragma omp simd
        for (int j = 0; j < m; j++)
            a[i * m + j] = b[j];
}
void many(int m, double *restrict a, const double *restrict b) /* enough for any device, and neighbours are the outer loop's */
{
    enum { n = 1 << 22 };
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[j * n + i] = b[i];
}
/* strides that may be 0 */
void still(int n, int m, int st, double *restrict a, const double *restrict b)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j * st] = b[j];
}
void turned(int n, int m, int k, double *restrict a, const double *restrict b)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j * k + j] = b[j];
}
void nothing(int n, int m, int k, double *restrict a, const double *restrict b)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j * (k - k)] = b[j];
}
double table[100][100];
void in_rows(int n, int m, int k)
{
    #pragma omp target teams distribute parallel for map(tofrom: table)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            table[i][j * k] = i + j;
}
void by_product(int n, int m, int k, double *restrict a, const double *restrict b)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[(i * m + j) * k] = b[j];
}
long hidden(int n, int m) /* the inner variable has the outer one's name */
{
    long r = 0;
    #pragma omp target teams distribute parallel for reduction(+: r)
    for (int i = 0; i < m; i++)
        for (int i = 0; i < n; i++)
            r += i;
    return r;
}
