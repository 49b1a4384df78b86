// ROW: schedule(simd: static, n)
// SPEC: 4.5 11.5.3
/* Chunks may grow for the lanes' sake: each iteration is still run once, by whoever. */
#include "check.h"

enum { N = 103, M = 9 };
static int once[N], two[N][M], late[N];

int main(int argc, char **argv)
{
    int sum = 0, last = -1;
    check_begin(argc, argv);
#pragma omp target parallel map(tofrom: once, two, late, sum, last) num_threads(3)
    {
#pragma omp for simd schedule(simd: static, 7) reduction(+: sum) lastprivate(last)
        for (int i = 0; i < N; i++) {
            once[i]++;
            sum += i;
            last = i;
        }
#pragma omp for simd collapse(2) schedule(simd, monotonic: static, 3) simdlen(4)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                two[i][j]++;
#pragma omp for schedule(simd, nonmonotonic: dynamic, 5)
        for (int i = N; i > 0; i--)
            late[i - 1]++;
    }
#pragma omp target teams distribute parallel for simd schedule(simd: static, 4) map(tofrom: once)
    for (int i = 0; i < N; i++)
        once[i]++;
    CHECK_INT(sum, N * (N - 1) / 2, "sum");
    CHECK_INT(last, N - 1, "last");
    for (int i = 0; i < N; i++) {
        CHECK_INT(once[i], 2, "once[%d]", i);
        CHECK_INT(late[i], 1, "late[%d]", i);
        for (int j = 0; j < M; j++)
            CHECK_INT(two[i][j], 1, "two[%d][%d]", i, j);
    }
    return check_end();
}
