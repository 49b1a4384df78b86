// ROW: cancel for, cancel parallel on the host
// SPEC: 4.0 16.1
// DEVICES: host
// ENV: OMP_CANCELLATION=true
/* Other loops and reductions come after and beside what is cancelled; of its own reductions the values are undefined. */
#include "check.h"
#include "teams_of_sizes.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
        for (int round = 0; round < 20; round++) {
            int found = 0, done = 0, all = 0, left = 0, sum = 0;
#pragma omp parallel for schedule(dynamic, 2) reduction(+: done)
            for (int i = 0; i < 1000; i++) {
#pragma omp cancellation point for
                if (i == 77) {
#pragma omp atomic write
                    found = 1;
#pragma omp cancel for
                }
                done++;
            }
#pragma omp parallel sections reduction(+: done)
            {
#pragma omp section
                {
                    done++;
#pragma omp cancel sections
                    done++;
                }
#pragma omp section
                done++;
            }
#pragma omp parallel for schedule(dynamic) reduction(+: all)
            for (int i = 0; i < 10; i++)
                all++;
#pragma omp parallel reduction(+: left)
            {
                if (omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp cancel parallel
                }
#pragma omp cancellation point parallel
#pragma omp for reduction(+: sum)
                for (int i = 0; i < 10; i++)
                    sum++;
                left++;
            }
            CHECK_INT(found, 1, "the iteration that cancels");
            CHECK_INT(all, 10, "the loop after it");
        }
    return check_end();
}
