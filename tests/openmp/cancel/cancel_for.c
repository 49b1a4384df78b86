// ROW: cancel for, cancellation point for
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

enum { N = 2000 };

int main(int argc, char **argv)
{
    int done = 0, on = 0, after = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: done, on, after)
    {
        on = omp_get_cancellation();
#pragma omp parallel num_threads(2)
        {
#pragma omp for schedule(dynamic)
            for (int i = 0; i < N; i++) {
#pragma omp cancellation point for
                int before;
#pragma omp atomic capture
                before = done++;
#pragma omp cancel for if(before >= 99)
            }
#pragma omp atomic
            after++;
        }
    }
    CHECK(after >= 1, "the threads go on behind the loop");
    if (on) {
        CHECK(done < 200, "cancelled: %d of %d iterations", done, N);
    } else {
        CHECK_INT(done, N, "not cancelled");
        check_no_effect("cancel-var is false");
    }
    return check_end();
}
