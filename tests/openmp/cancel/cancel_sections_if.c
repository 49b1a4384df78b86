// ROW: cancel sections if()
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int ran = 0, cut = 0, on = 0;
#pragma omp target map(tofrom: ran, cut, on)
    {
        on = omp_get_cancellation();
        for (int k = 0; k < 2; k++) {
#pragma omp parallel sections num_threads(2)
            {
#pragma omp section
                {
#pragma omp cancel sections if(k)
#pragma omp atomic
                    ran++;
                }
#pragma omp section
                {
#pragma omp cancel sections if(cancel: k)
#pragma omp atomic
                    cut++;
                }
            }
        }
    }
    CHECK_INT(ran, on ? 1 : 2, "first section");
    CHECK_INT(cut, on ? 1 : 2, "second section");
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
