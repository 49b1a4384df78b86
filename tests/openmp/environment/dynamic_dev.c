// ROW: OMP_DYNAMIC_DEV
// SPEC: 5.1 21.1.1
// ENV: OMP_DYNAMIC_DEV=false
/* False: a device gives the threads that are asked for. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int on = -1, n = 0;
#pragma omp target map(tofrom : on, n)
    {
        on = omp_get_dynamic();
#pragma omp parallel num_threads(4)
        {
#pragma omp atomic
            n++;
        }
    }
    CHECK(!check_device || on == 0, "omp_get_dynamic: %d", on);
    CHECK(!check_device || n == 4, "threads: %d", n);
    return check_end();
}
