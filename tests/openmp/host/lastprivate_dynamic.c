// ROW: lastprivate and linear with schedule(dynamic) and schedule(guided) on the host
// SPEC: 4.5 5.4.5
// DEVICES: host
/* Whoever runs the last iteration, its value goes back: often, since a race would lose it. */
#include "check.h"
#include "teams_of_sizes.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
        for (int round = 0; round < 1000; round++) {
            int x = -1, y = -1, z = -1, in_step = 5;
#pragma omp parallel for schedule(dynamic, 3) lastprivate(x)
            for (int i = 0; i < 50; i++)
                x = i;
#pragma omp parallel
            {
#pragma omp for schedule(guided, 2) lastprivate(y)
                for (int i = 0; i < 50; i++)
                    y = i;
#pragma omp for schedule(nonmonotonic: dynamic) lastprivate(z)
                for (int i = 0; i < 50; i++)
                    z = i;
            }
#pragma omp parallel for schedule(dynamic, 3) linear(in_step: 2)
            for (int i = 0; i < 50; i++)
                in_step += 2;
            CHECK_INT(x, 49, "dynamic, round %d", round);
            CHECK_INT(y, 49, "guided, round %d", round);
            CHECK_INT(z, 49, "nonmonotonic, round %d", round);
            CHECK_INT(in_step, 105, "linear, round %d", round);
        }
    return check_end();
}
