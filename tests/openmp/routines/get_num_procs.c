// ROW: omp_get_num_procs
// SPEC: 4.5 18.7.1
/* Of the device that is asked. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int inside = -1;
#pragma omp target map(from : inside)
    inside = omp_get_num_procs();
    CHECK(inside >= 1, "in a region: %d", inside);
    CHECK(omp_get_num_procs() >= 1, "outside: %d", omp_get_num_procs());
    return check_end();
}
