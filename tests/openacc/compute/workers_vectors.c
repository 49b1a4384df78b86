// ROW: num_workers, vector_length, worker(num:), vector(length:)
// SPEC: 3.3 2.5.11
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 48 };
    static int a[N][N], b[N];
    int w = 4, v = 8;
#pragma acc parallel loop gang num_workers(w) vector_length(v) copyout(a)
    for (int i = 0; i < N; i++)
#pragma acc loop worker vector
        for (int j = 0; j < N; j++)
            a[i][j] = i - j;
#pragma acc parallel vector_length(2 * v) copyin(a) copyout(b)
    {
#pragma acc loop gang
        for (int i = 0; i < N; i++) {
            int s = 0;
#pragma acc loop vector reduction(+: s)
            for (int j = 0; j < N; j++)
                s += a[i][j];
            b[i] = s;
        }
    }
#pragma acc kernels copy(b)
#pragma acc loop gang(num: w) worker(num: w) vector(length: 4) independent
    for (int i = 0; i < N; i++)
        b[i]++;
    for (int i = 0; i < N; i++)
        CHECK_INT(b[i], N * i - N * (N - 1) / 2 + 1, "b[%d]", i);
    return check_end();
}
