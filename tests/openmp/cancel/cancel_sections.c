// ROW: cancel sections, cancellation point sections
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

int main(int argc, char **argv)
{
    int ran[3] = {0}, cut = 0, on = 0, after = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: ran, cut, on, after)
    {
        on = omp_get_cancellation();
#pragma omp parallel num_threads(1)
        {
#pragma omp sections
            {
#pragma omp section
                {
                    ran[0] = 1;
#pragma omp cancel sections
                    cut = 1;
                }
#pragma omp section
                {
#pragma omp cancellation point sections
                    ran[1] = 1;
                }
#pragma omp section
                ran[2] = 1;
            }
            after = 1;
        }
    }
    CHECK_INT(after, 1, "behind the construct");
    CHECK_INT(ran[0], 1, "up to the directive");
    if (on) {
        CHECK_INT(cut + ran[1] + ran[2], 0, "cancelled");
    } else {
        CHECK_INT(cut + ran[1] + ran[2], 3, "not cancelled");
        check_no_effect("cancel-var is false");
    }
    return check_end();
}
