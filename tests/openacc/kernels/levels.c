// ROW: levels in kernels, without independent: auto
// SPEC: 3.3 2.9.7
// FLAGS: -Wno-gantry-level-unused
#include "check.h"

enum { N = 4000 };

/* Its levels count where its iterations are independent, which these are not. */
static void in_order(int *a)
{
#pragma acc kernels copy(a[0:N])
#pragma acc loop gang vector
    for (int i = 1; i < N; i++)
        a[i] += a[i - 1];
#pragma acc kernels loop gang worker copy(a[0:N])
    for (int i = N - 2; i >= 0; i--)
        a[i] -= a[i + 1];
#pragma acc kernels copy(a[0:N])
    {
#pragma acc loop device_type(nvidia) vector(32) device_type(*) gang
        for (int i = 1; i < N; i++)
            a[i] ^= a[i - 1];
#pragma acc loop worker
        for (int i = 0; i < N - 1; i++)
            a[i + 1] = a[i] % 1000 + 1;
    }
}

static void at_once(int *a, int (*m)[N / 10])
{
#pragma acc kernels copy(a[0:N], m[0:10])
    {
#pragma acc loop gang(16) vector(64)
        for (int i = 0; i < N; i++)
            a[i] = a[i] * 3 + i;
#pragma acc loop gang
        for (int i = 0; i < 10; i++)
#pragma acc loop device_type(nvidia) vector
            for (int j = 0; j < N / 10; j++)
                m[i][j] += i - j;
    }
#pragma acc kernels loop device_type(nvidia) gang vector copy(a[0:N])
    for (int i = 0; i < N; i++) {
        int t = a[i];
        a[i] = t - 1;
    }
#pragma acc parallel loop auto gang vector copy(a[0:N])
    for (int i = 0; i < N; i++)
        a[i] += 2;
#pragma acc parallel loop auto gang copy(a[0:N])
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1] + 1;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static int a[N], b[N], m[10][N / 10];
    int sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i % 7;
    in_order(a);
    for (int i = 1; i < N; i++)
        b[i] += b[i - 1];
    for (int i = N - 2; i >= 0; i--)
        b[i] -= b[i + 1];
    for (int i = 1; i < N; i++)
        b[i] ^= b[i - 1];
    for (int i = 0; i < N - 1; i++)
        b[i + 1] = b[i] % 1000 + 1;
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], b[i], "a[%d]", i);
    int first = a[0];
    at_once(a, m);
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], first * 3 + 1 + i, "a[%d]", i);
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < N / 10; j++)
            sum += m[i][j] == i - j;
    CHECK_INT(sum, N, "elements of m");
    return check_end();
}
