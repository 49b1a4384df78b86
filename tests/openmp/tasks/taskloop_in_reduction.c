// ROW: taskloop in_reduction()
// SPEC: 5.0 5.5.10
/* Its tasks take part in the group around. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 5;
#pragma omp target parallel num_threads(4) map(tofrom: sum)
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+: sum)
        {
#pragma omp taskloop in_reduction(+: sum) num_tasks(4)
            for (int i = 0; i < 37; i++)
                sum += i;
#pragma omp task in_reduction(+: sum)
            sum += 1000;
        }
    }
    CHECK_INT(sum, 1671, "sum");
    return check_end();
}
