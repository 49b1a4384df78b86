// ROW: taskloop grainsize(strict: n) on the host
// SPEC: 5.1 12.6.1
// DEVICES: host
/* Each task has n iterations, the last one what is left. */
#include "check.h"
#include "teams_of_sizes.h"

enum { N = 40, SIZE = 7 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        int done = 0, most = 0, all[N] = {0};
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(strict: SIZE) firstprivate(done) shared(most, all)
        for (int i = 0; i < N; i++) {
            done++;
            all[i]++;
#pragma omp critical
            most = done > most ? done : most;
        }
        CHECK_INT(most, SIZE, "iterations of a task");
        for (int i = 0; i < N; i++)
            CHECK_INT(all[i], 1, "iteration %d", i);
    }
    return check_end();
}
