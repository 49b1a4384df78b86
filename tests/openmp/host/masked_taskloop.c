// ROW: masked taskloop, masked taskloop simd, with parallel and with master, on the host
// SPEC: 5.1 17.3
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

enum { N = 50 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        int a[N] = {0}, last = -1;
        long sum = 0;
#pragma omp parallel
        {
#pragma omp masked taskloop num_tasks(4) reduction(+: sum)
            for (int i = 0; i < N; i++) {
                a[i]++;
                sum += i;
            }
#pragma omp masked taskloop simd
            for (int i = 0; i < N; i++)
                a[i]++;
#pragma omp master taskloop
            for (int i = 0; i < N; i++)
                a[i]++;
#pragma omp master taskloop simd
            for (int i = 0; i < N; i++)
                a[i]++;
        }
#pragma omp parallel masked taskloop filter(omp_get_num_threads() - 1) lastprivate(last)
        for (int i = 0; i < N; i++) {
            a[i]++;
            last = i;
        }
#pragma omp parallel masked taskloop simd
        for (int i = 0; i < N; i++)
            a[i]++;
#pragma omp parallel master taskloop
        for (int i = 0; i < N; i++)
            a[i]++;
#pragma omp parallel master taskloop simd
        for (int i = 0; i < N; i++)
            a[i]++;
        for (int i = 0; i < N; i++)
            CHECK_INT(a[i], 8, "iteration %d", i);
        CHECK_INT(sum, N * (N - 1) / 2, "reduction");
        CHECK_INT(last, N - 1, "lastprivate");
    }
    return check_end();
}
