// ROW: cancel parallel beside worksharing constructs
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
/* Threads that have left do not come to the constructs after it: all of the team go to the end. */
#include "check.h"

enum { N = 100 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int before = 0, loop = 0, single = 0, sections = 0, on = 0;
#pragma omp target map(tofrom: before, loop, single, sections, on)
    {
        on = omp_get_cancellation();
#pragma omp parallel num_threads(4)
        {
#pragma omp for reduction(+: before) nowait
            for (int i = 0; i < N; i++)
                before++;
#pragma omp cancel parallel if(omp_get_thread_num() == 0)
#pragma omp single
            single++;
#pragma omp for schedule(dynamic) reduction(+: loop)
            for (int i = 0; i < N; i++)
                loop++;
#pragma omp sections reduction(+: sections)
            {
#pragma omp section
                sections++;
#pragma omp section
                sections++;
            }
        }
    }
    CHECK_INT(before, N, "before the cancel");
    CHECK_INT(loop, on ? 0 : N, "the loop");
    CHECK_INT(single, on ? 0 : 1, "the single construct");
    CHECK_INT(sections, on ? 0 : 2, "the sections");
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
