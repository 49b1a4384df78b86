// ROW: cancellation point parallel
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
/* A thread that would never end by itself sees that another one has cancelled the region. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int on = 0, behind = 0, flag = 0;
#pragma omp target map(tofrom: on, behind, flag)
    {
        on = omp_get_cancellation();
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
#pragma omp atomic
                behind++;
            } else {
                for (int i = 0; on || i < 1; i++) {
#pragma omp cancellation point parallel
                }
#pragma omp atomic
                behind++;
            }
        }
        flag = 1;
    }
    CHECK_INT(flag, 1, "behind the region");
    if (on)
        CHECK_INT(behind, 0, "behind the points");
    else
        check_no_effect("cancel-var is false");
    return check_end();
}
