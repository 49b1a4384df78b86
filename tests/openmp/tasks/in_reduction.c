// ROW: task in_reduction()
// SPEC: 5.0 5.5.10
/* Tasks add to a task group's reduction: of scalars, arrays and sections. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 5;
    int count[3] = {1, 1, 1}, most = -3;
#pragma omp target parallel num_threads(4) map(tofrom: sum, count, most)
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+: sum, count) task_reduction(max: most)
        for (int i = 0; i < 31; i++) {
#pragma omp task in_reduction(+: sum, count) in_reduction(max: most)
            {
                sum += i;
                count[i % 3]++;
                if (i * 7 % 31 > most)
                    most = i * 7 % 31;
            }
        }
    }
    CHECK_INT(sum, 5 + 465, "sum");
    CHECK_INT(count[0], 12, "count[0]");
    CHECK_INT(count[1] + count[2], 22, "count[1] + count[2]");
    CHECK_INT(most, 30, "most");
    return check_end();
}
