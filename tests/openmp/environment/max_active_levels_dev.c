// ROW: OMP_MAX_ACTIVE_LEVELS_DEV
// SPEC: 5.1 21.1.4
// ENV: OMP_MAX_ACTIVE_LEVELS_DEV=0
/* With 0 no parallel region on a device has more than one thread. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 0, most = -1, own = 0;
#pragma omp target map(tofrom : n, most, own)
    {
        most = omp_get_max_threads();
#pragma omp parallel
        {
#pragma omp atomic
            n++;
        }
    }
#pragma omp target parallel map(tofrom : own)
    {
#pragma omp atomic
        own++;
    }

    if (check_device)
        CHECK(n == 1 && own == 1, "threads: %d and %d", n, own);
    CHECK(most >= 1 && n >= 1 && own >= 1, "threads: %d and %d of %d", n, own, most);
    return check_end();
}
