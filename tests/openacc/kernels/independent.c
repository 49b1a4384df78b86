// ROW: loop independent and levels in kernels
// SPEC: 3.3 2.9.6
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 60 };
    static int a[N][N], b[N][N], c[N], sum = 5;
#pragma acc kernels loop independent collapse(2) copyout(a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i + j;
#pragma acc kernels copyout(b)
    {
#pragma acc loop gang independent
        for (int i = 0; i < N; i++)
#pragma acc loop vector independent
            for (int j = 0; j < N; j++)
                b[i][j] = i - j;
    }
#pragma acc kernels copyin(a, b) copyout(c)
    {
#pragma acc loop independent
        for (int i = 0; i < N; i++)
            c[i] = a[i][i] + b[i][i];
#pragma acc loop gang vector reduction(+: sum)
        for (int i = 0; i < N; i++)
            sum += c[i];
    }
    CHECK_INT(sum, 5 + N * (N - 1), "the sum");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(a[i][j] == i + j && b[i][j] == i - j, "[%d][%d]", i, j);
    int once[12] = {0}, total = 0;
#pragma acc kernels num_gangs(7) copy(once)
    {
#pragma acc loop worker
        for (int i = 0; i < 12; i++)
            once[i] += 1;
    }
#pragma acc kernels loop worker vector num_gangs(7) copy(once) reduction(+: total)
    for (int i = 0; i < 12; i++) {
        once[i] += 1;
        total += i;
    }
    CHECK(once[3] == 2 && once[11] == 2 && total == 66, "gangs do nothing twice");
    return check_end();
}
