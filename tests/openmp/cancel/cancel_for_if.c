// ROW: cancel for if(cancel: )
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

enum { N = 500 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int done = 0, again = 0, on = 0, threads = 0;
#pragma omp target map(tofrom: done, again, on, threads)
    {
        on = omp_get_cancellation();
#pragma omp parallel num_threads(4)
        {
#pragma omp single
            threads = omp_get_num_threads();
#pragma omp for schedule(static)
            for (int i = 0; i < N; i++) {
#pragma omp cancel for if(cancel: i >= N)
#pragma omp atomic
                again++;
            }
#pragma omp for schedule(static)
            for (int i = 0; i < N; i++) {
#pragma omp cancel for if(i >= 0)
#pragma omp atomic
                done++;
            }
        }
    }
    CHECK_INT(again, N, "the condition is false");
    CHECK(threads > 0, "threads");
    CHECK_INT(done, on ? 0 : N, "the condition is true");
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
