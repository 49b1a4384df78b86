// ROW: omp_in_explicit_task in a task
// SPEC: 5.1 18.5.2
/* True in tasks of task and taskloop, not in what is parallel in them. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int in_task = 0, in_loop = 0, behind = 0, nested = 0;
#pragma omp target map(tofrom: in_task, in_loop, behind, nested)
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp task shared(in_task, nested)
        {
            in_task = omp_in_explicit_task();
#pragma omp parallel num_threads(2)
            {
#pragma omp atomic
                nested += omp_in_explicit_task();
            }
        }
#pragma omp taskloop shared(in_loop)
        for (int i = 0; i < 7; i++) {
#pragma omp atomic
            in_loop += omp_in_explicit_task();
        }
        behind = omp_in_explicit_task();
    }
    CHECK_INT(in_task, 1, "in a task");
    CHECK_INT(in_loop, 7, "in a taskloop");
    CHECK_INT(behind, 0, "behind them");
    CHECK_INT(nested, 0, "in a parallel region in a task");
    return check_end();
}
