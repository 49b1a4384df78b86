// ROW: cancel taskgroup in a taskloop
// SPEC: 4.5 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

enum { N = 100 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int done = 0, on = 0, behind = 0;
#pragma omp target map(tofrom: done, on, behind)
    {
        on = omp_get_cancellation();
#pragma omp taskloop num_tasks(10) shared(done, behind)
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            done++;
#pragma omp cancel taskgroup
#pragma omp atomic
            behind++;
        }
    }
    CHECK_INT(behind, on ? 0 : N, "behind the cancel");
    CHECK(on ? done >= 1 && done <= 10 : done == N, "%d iterations", done);
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
