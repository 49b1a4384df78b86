// ROW: loop: conditions with != and a step other than 1
// SPEC: 3.3 2.9
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 48, THREE = 3 };
    static int a[N], b[N][N];
    int n = N, *end = a + N;
    long sum = 0;
#pragma acc parallel loop copy(a)
    for (int i = 0; i != n; i += 2)
        a[i] = i + 1;
#pragma acc parallel loop gang worker vector copy(a)
    for (unsigned i = N + 1; (i) != 1u; i -= 2)
        a[i - 2] = (int)i - 1;
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], i + 1, "%d", i);
#pragma acc parallel loop copy(a)
    for (int i = n - 1; -1 != i; i = i - THREE)
        a[i] = -i;
    for (int i = 2; i < N; i += 3)
        CHECK_INT(a[i], -i, "from the end, %d", i);
#pragma acc parallel loop collapse(2) copy(b)
    for (int i = 0; i != n; i += 4)
        for (int j = 0; j != (n != 0 ? n : 1); j += THREE)
            b[i][j] = i + j + 1;
#pragma acc parallel loop tile(2, 2) copy(b)
    for (int i = 1; i != n + 1; i += 4)
        for (int j = 0; j != n; j += 3)
            b[i][j] = i + j + 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK_INT(b[i][j], i % 4 < 2 && j % 3 == 0 ? i + j + 1 : 0, "%d, %d", i, j);
#pragma acc parallel loop copy(a[0:N]) firstprivate(end)
    for (int *p = a; p != a + N; p += 2)
        *p = 5;
    CHECK(a[0] == 5 && a[N - 2] == 5 && a[1] != 5 && end == a + N, "a pointer");
#pragma acc parallel copy(sum) copyin(b)
    {
#pragma acc loop gang reduction(+: sum)
        for (int i = 0; i != n; i += 4) {
            long part = 0;
#pragma acc loop vector reduction(+: part)
            for (int j = N - 3; j != -3; j -= 3)
                part += b[i][j];
            sum += part;
            for (unsigned char wraps = 1; wraps != 0; wraps += 3) /* a loop of nobody's: 85 iterations */
                sum++;
        }
    }
    long expected = 0;
    for (int i = 0; i < N; i += 4)
        for (int j = 0; j < N; j += 3)
            expected += b[i][j];
    CHECK_INT(sum, expected + 85 * (N / 4), "levels");
#pragma acc kernels copy(a)
    for (int i = 0; i != n; i += 2)
        a[i] = 2 * i;
    CHECK(a[2] == 4 && a[N - 2] == 2 * N - 4, "kernels");
    return check_end();
}
