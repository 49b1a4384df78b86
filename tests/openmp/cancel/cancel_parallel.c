// ROW: cancel parallel, cancellation point parallel
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

int main(int argc, char **argv)
{
    int reached = 0, on = 0, threads = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: reached, on, threads)
    {
        on = omp_get_cancellation();
#pragma omp parallel num_threads(4)
        {
#pragma omp atomic write
            threads = omp_get_num_threads();
#pragma omp cancel parallel if(omp_get_thread_num() == 0)
#pragma omp barrier
#pragma omp cancellation point parallel
#pragma omp atomic
            reached++;
        }
    }
    if (on) {
        CHECK_INT(reached, 0, "cancelled: nobody is behind the barrier");
    } else {
        CHECK_INT(reached, threads, "not cancelled");
        check_no_effect("cancel-var is false");
    }
    return check_end();
}
