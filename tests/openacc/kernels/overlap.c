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

/* loops that are counted, and `do`, whose pointers the test is about */
static int counted(int n, const double *from, double *to)
{
#pragma acc kernels
    while (n-- > 0)
        *to++ = *from++ + 1;
    return n;
}

static long last(int n, const double *from, double *to)
{
    int i = 0;
    double *begin = to;
#pragma acc kernels copyin(from[0:n]) copy(to[0:n])
    do {
        *to = 2 * from[i];
        i++;
        to++;
    } while (i < n);
    return (to - begin) * 1000 + i;
}

/* beside another loop: each is a construct of its own */
static int two(int n, const double *from, double *to, double *other)
{
    int i = 0;
#pragma acc kernels copyin(from[0:n]) copy(to[0:n], other[0:n])
    {
        do
            to[i] = from[i] + 3;
        while (++i < n);
        for (int k = 0; k < n; k++)
            other[k] = from[k];
    }
    return i;
}

static void counted_loops(void)
{
    enum { N = 200 };
    static double a[2 * N + 1], b[N];
    for (int i = 0; i < 2 * N; i++)
        a[i] = i;
#pragma acc data copy(a)
    {
        CHECK_INT(counted(N, a, a + 1), -1, "moved");
        CHECK_INT(counted(N, a, a + N + 1), -1, "moved");
        CHECK_INT(counted(0, a, a + 1), -1, "nothing");
    }
    for (int i = 0; i <= N; i++)
        CHECK_REAL(a[i], i, 0, "counted, a[%d]", i);
    for (int i = 0; i < N; i++)
        CHECK_REAL(a[N + 1 + i], i + 1, 0, "counted, apart, a[%d]", N + 1 + i);
    CHECK_INT(last(N, a, b), N * 1000 + N, "both have moved");
    CHECK_REAL(b[N - 1], 2 * (N - 1), 0, "do");
    CHECK_INT(last(1, a + 1, b), 1001, "once");
    for (int i = 0; i < 5; i++)
        b[10 + i] = i + 1;
#pragma acc data copy(b)
    CHECK_INT(last(4, b + 10, b + 11), 4004, "both have moved in order, too");
    CHECK_REAL(b[14], 16, 0, "do, in order");
    CHECK_REAL(b[0], 2, 0, "do, once");
    CHECK_INT(two(N, a, b, a + N), N, "beside another");
    CHECK_REAL(b[7], 10, 0, "do, beside another");
    CHECK_REAL(a[N + 7], 7, 0, "the other");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    counted_loops();
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
