// ROW: cancel taskgroup if()
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

enum { N = 20 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int ran = 0, all = 0, on = 0, later = 0;
#pragma omp target map(tofrom: ran, all, on, later)
    {
        on = omp_get_cancellation();
#pragma omp taskgroup
        for (int i = 0; i < N; i++) {
#pragma omp task shared(all) firstprivate(i)
            {
#pragma omp cancel taskgroup if(i >= N)
#pragma omp atomic
                all++;
            }
        }
#pragma omp taskgroup
        for (int i = 0; i < N; i++) {
#pragma omp task shared(ran) firstprivate(i)
            {
#pragma omp cancel taskgroup if(cancel: i >= 0)
#pragma omp atomic
                ran++;
            }
        }
#pragma omp taskgroup
        {
#pragma omp task shared(later)
            later++;
        }
    }
    CHECK_INT(all, N, "the condition is false");
    CHECK_INT(later, 1, "the next group is another");
    CHECK_INT(ran, on ? 0 : N, "the condition is true");
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
