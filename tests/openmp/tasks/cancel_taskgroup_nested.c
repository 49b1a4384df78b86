// ROW: cancel taskgroup, cancellation point in a task around
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int outer = 0, inner = 0, others = 0, on = 0;
#pragma omp target map(tofrom: outer, inner, others, on)
    {
        on = omp_get_cancellation();
#pragma omp taskgroup
        {
#pragma omp task shared(others)
            {
#pragma omp taskgroup
                {
#pragma omp task shared(others)
                    {
#pragma omp cancel taskgroup
#pragma omp atomic
                        others += 100;
                    }
                }
#pragma omp atomic
                others++;
            }
#pragma omp taskwait
#pragma omp task shared(outer, inner) if(0)
            {
#pragma omp task shared(inner) if(0)
                {
#pragma omp cancel taskgroup
#pragma omp atomic
                    inner++;
                }
#pragma omp cancellation point taskgroup
#pragma omp atomic
                outer++;
            }
        }
    }
    CHECK_INT(others, on ? 1 : 101, "a task group inside");
    CHECK_INT(inner, on ? 0 : 1, "the task that cancels");
    CHECK_INT(outer, on ? 0 : 1, "the task around it");
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
