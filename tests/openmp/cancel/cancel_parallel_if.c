// ROW: cancel parallel if()
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int reached[2] = {0, 0}, on = 0, threads = 0;
#pragma omp target map(tofrom: reached, on, threads)
    {
        on = omp_get_cancellation();
        for (int k = 0; k < 2; k++) {
#pragma omp parallel num_threads(3)
            {
#pragma omp atomic write
                threads = omp_get_num_threads();
#pragma omp cancel parallel if(cancel: k == 1 && omp_get_thread_num() == omp_get_num_threads() - 1)
#pragma omp barrier
#pragma omp atomic
                reached[k]++;
            }
        }
    }
    CHECK_INT(reached[0], threads, "the condition is false");
    CHECK_INT(reached[1], on ? 0 : threads, "the condition is true in one thread");
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
