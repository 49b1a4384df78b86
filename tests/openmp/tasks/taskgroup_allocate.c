// ROW: taskgroup allocate()
// SPEC: 5.0 6.6
/* An allocator for what is reduced. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int sum = 1;
#pragma omp target parallel num_threads(4) map(tofrom: sum)
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+: sum) allocate(omp_default_mem_alloc: sum)
        for (int i = 0; i < 9; i++)
#pragma omp task in_reduction(+: sum)
            sum += i;
    }
    CHECK_INT(sum, 37, "sum");
    return check_end();
}
