// ROW: distribute parallel for schedule(static, 1) on the host
// SPEC: 4.5 11.6.1
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

enum { N = 100 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        int a[N] = {0};
#pragma omp teams distribute parallel for schedule(static, 1)
        for (int i = 0; i < N; i++)
            a[i]++;
#pragma omp teams num_teams(2)
#pragma omp distribute parallel for schedule(static, 1) dist_schedule(static, 9)
        for (int i = 0; i < N; i++)
            a[i]++;
#pragma omp teams distribute parallel for schedule(dynamic)
        for (int i = 0; i < N; i++)
            a[i]++;
        for (int i = 0; i < N; i++)
            CHECK_INT(a[i], 3, "iteration %d", i);
    }
    return check_end();
}
