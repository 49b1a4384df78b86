// ROW: cancel taskgroup, cancellation point taskgroup
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
/* Tasks that were cancelled did nothing after the point; without cancellation all go on. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int began = 0, behind = 0, cancels = 0;
#pragma omp target parallel num_threads(4) map(tofrom: began, behind, cancels)
#pragma omp single
    {
        cancels = omp_get_cancellation();
#pragma omp taskgroup
        for (int i = 0; i < 20; i++) {
#pragma omp task shared(began, behind)
            {
#pragma omp atomic
                began++;
#pragma omp cancellation point taskgroup
#pragma omp cancel taskgroup if(i >= 0)
#pragma omp atomic
                behind++;
            }
        }
    }
    CHECK(began > 0, "tasks began");
    CHECK_INT(behind, cancels ? 0 : 20, "tasks that went on");
    return check_end();
}
