// ROW: cancellation point for
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int on = 0, cut = 0, threads = 0;
#pragma omp target map(tofrom: on, cut, threads)
    {
        on = omp_get_cancellation();
#pragma omp parallel num_threads(2)
        {
#pragma omp single
            threads = omp_get_num_threads();
#pragma omp for schedule(static, 1)
            for (int i = 0; i < 2; i++) {
                if (i == 0) {
#pragma omp cancel for
                } else {
                    for (int k = 0; (on && threads == 2) || k < 1; k++) {
#pragma omp cancellation point for
                    }
                }
#pragma omp atomic
                cut++;
            }
        }
    }
    CHECK_INT(cut, on ? 0 : 2, "behind the points");
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
