// ROW: cancel with cancel-var false
// SPEC: 4.0 16.1
#include "check.h"

int main(int argc, char **argv)
{
    int done = 0, on = 1;
    check_begin(argc, argv);
#pragma omp target map(tofrom: done, on)
    {
        on = omp_get_cancellation();
#pragma omp parallel num_threads(3)
        {
#pragma omp for
            for (int i = 0; i < 100; i++) {
#pragma omp cancel for if(cancel: i == 3)
#pragma omp atomic
                done++;
            }
#pragma omp cancel parallel
        }
    }
    CHECK_INT(on, 0, "omp_get_cancellation()");
    CHECK_INT(done, 100, "all iterations");
    return check_end();
}
