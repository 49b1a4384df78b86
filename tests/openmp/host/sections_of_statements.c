// ROW: sections of several statements on the host
// SPEC: 5.1 11.3
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        int sum = 0, last = -1, first = 3;
#pragma omp parallel sections reduction(+: sum) lastprivate(last) firstprivate(first)
        {
            sum += first;
            last = 1;
#pragma omp section
            sum += 2 * first;
            last = 2;
#pragma omp section
            {
                sum += 10;
            }
            last = 3;
        }
        CHECK_INT(sum, 19, "sum");
        CHECK_INT(last, 3, "lastprivate");
    }
    return check_end();
}
