// ROW: ordered doacross(source:), doacross(sink:), omp_cur_iteration on the host
// SPEC: 5.2 15.9.7
// DEVICES: host
/* The last nest waits for iterations just after the last of its inner loop, which there are not. */
#include "check.h"
#include "teams_of_sizes.h"

enum { N = 200, M = 20, MODULUS = 1000007 };

static void serial(long b[M][M], int right)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            b[i][j] = ((i && j + right < M ? b[i - 1][j + right] : 1) + (j ? b[i][j - 1] : 1)) % MODULUS;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        long a[N] = {0}, b[M][M] = {{0}}, c[M][M] = {{0}}, expected[M][M];
#pragma omp parallel for ordered(1)
        for (int i = 0; i < N; i++) {
#pragma omp ordered doacross(sink: omp_cur_iteration - 1)
            a[i] = i ? a[i - 1] + 1 : 1;
#pragma omp ordered doacross(source: omp_cur_iteration)
        }
#pragma omp parallel for ordered(2) schedule(dynamic, 1)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++) {
#pragma omp ordered doacross(sink: i - 1, j) doacross(sink: i, j - 1)
                b[i][j] = ((i ? b[i - 1][j] : 1) + (j ? b[i][j - 1] : 1)) % MODULUS;
#pragma omp ordered doacross(source:)
            }
#pragma omp parallel for ordered(2)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++) {
#pragma omp ordered depend(sink: i - 1, j + 1) depend(sink: i, j - 1)
                c[i][j] = ((i && j + 1 < M ? c[i - 1][j + 1] : 1) + (j ? c[i][j - 1] : 1)) % MODULUS;
#pragma omp ordered depend(source)
            }
        for (int i = 0; i < N; i++)
            CHECK_INT(a[i], i + 1, "one loop, %d", i);
        serial(expected, 0);
        for (int i = 0; i < M * M; i++)
            CHECK_INT(b[i / M][i % M], expected[i / M][i % M], "two loops, %d", i);
        serial(expected, 1);
        for (int i = 0; i < M * M; i++)
            CHECK_INT(c[i / M][i % M], expected[i / M][i % M], "after the last, %d", i);
    }
    return check_end();
}
