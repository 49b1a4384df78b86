// ROW: zero with async and wait, of sections to the end, in declare
// SPEC: 3.3 2.7.9
#include "check.h"

enum { N = 20 };

static int local(void)
{
    int x[N], sum = 0;
    for (int i = 0; i < N; i++)
        x[i] = 3;
#pragma acc declare create(zero: x)
#pragma acc parallel loop reduction(+: sum)
    for (int i = 0; i < N; i++)
        sum += x[i];
    return sum;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int *z = check_alloc(N * sizeof *z), w[N];
    for (int i = 0; i < N; i++)
        z[i] = w[i] = 5;
#pragma acc parallel loop copyout(zero: z[0:N]) async(3)
    for (int i = 0; i < N / 2; i++)
        z[i] += i;
#pragma acc wait(3)
    CHECK_INT(z[2], check_device ? 2 : 7, "copyout");
    CHECK_INT(z[N - 1], check_device ? 0 : 5, "copyout, not stored to");
    for (int i = 0; i < N; i++)
        z[i] = 5;
#pragma acc enter data create(zero: z[0:N]) async(1) wait(3)
#pragma acc parallel loop present(z[0:N]) async(1)
    for (int i = 0; i < N; i++)
        z[i] += i;
#pragma acc exit data copyout(z[0:N]) async(1)
#pragma acc wait
    CHECK_INT(z[4], check_device ? 4 : 9, "enter data");
    for (int i = 0; i < N; i++)
        z[i] = 1;
#pragma acc data create(zero: z[0:N]) async(4) wait(1)
    {
#pragma acc parallel loop async(4)
        for (int i = 0; i < N; i++)
            z[i] += i;
#pragma acc update self(z[0:N]) async(4)
    }
#pragma acc wait
    CHECK_INT(z[4], check_device ? 4 : 5, "data");
#pragma acc data copyout(zero: w[5:])
    {
    }
    CHECK_INT(w[7], check_device ? 0 : 5, "to the end");
    CHECK_INT(w[4], 5, "before it");
    CHECK_INT(local(), check_device ? 0 : 3 * N, "declare");
    return check_end();
}
