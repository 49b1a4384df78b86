// ROW: kernels on memory that may overlap
// SPEC: 3.3 2.5.3
#include "check.h"

static void shift(int n, const double *from, double *to)
{
#pragma acc kernels present(from[0:n], to[0:n])
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}

static void nest(int n, int m, double *from, double *to)
{
#pragma acc kernels loop present(from[0:n * m], to[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i * m + j] += from[i * m + j];
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 300 };
    static double a[2 * N];
#pragma acc data copy(a)
    {
        shift(N - 1, a, a + 1); /* each reads what the one before stored */
        shift(N, a, a + N);
        nest(10, 30, a, a + N);
        nest(10, 20, a, a + 1);
    }
    double want[2 * N] = {0};
    for (int i = 0; i < N; i++)
        want[i] = i;
    for (int i = 0; i < N; i++)
        want[N + i] = 2 * i + 1;
    for (int i = 0; i < 200; i++)
        want[i + 1] += want[i];
    for (int i = 0; i < 2 * N; i++)
        CHECK_REAL(a[i], want[i], 0, "a[%d]", i);
    return check_end();
}
