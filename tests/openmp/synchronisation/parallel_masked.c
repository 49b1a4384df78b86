// ROW: parallel masked filter()
// SPEC: 5.1 17.3
#include "check.h"

int main(int argc, char **argv)
{
    int who = -1, count = 0, sum = 3;
    check_begin(argc, argv);
#pragma omp target map(tofrom: who, count, sum)
    {
        int filter = 0;
#pragma omp parallel masked filter(filter) num_threads(4) reduction(+: sum)
        {
            who = omp_get_thread_num();
            count++;
            sum += 4;
        }
    }
    CHECK_INT(who, 0, "thread");
    CHECK_INT(count, 1, "once");
    CHECK_INT(sum, 7, "reduction");
    return check_end();
}
