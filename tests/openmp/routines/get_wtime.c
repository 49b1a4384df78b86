// ROW: omp_get_wtime
// SPEC: 4.5 18.10.1
/* Time goes on in a region, as fast as outside. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    double begin = omp_get_wtime(), passed = -1;
#pragma omp target map(from : passed)
    {
        double from = omp_get_wtime(), now = from;
        while ((now = omp_get_wtime()) - from < 0.002)
            ;
        passed = now - from;
    }
    double all = omp_get_wtime() - begin;
    CHECK(passed >= 0.002, "%g s in the region", passed);
    CHECK(all >= passed * 0.99, "%g s in the region, %g s around it", passed, all);
    return check_end();
}
