// ROW: task default(firstprivate)
// SPEC: 5.1 5.4.1
/* Variables that the team shares are copied. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int x = 5, got = 0, after = 0;
#pragma omp target parallel num_threads(3) map(tofrom: x, got, after)
    {
#pragma omp single
        {
#pragma omp task default(firstprivate) shared(got)
            {
                x += 2;
                got = x;
            }
#pragma omp taskwait
            after = x;
        }
    }
    CHECK_INT(got, 7, "the task's copy");
    CHECK_INT(after, 5, "the team's variable");
    return check_end();
}
