// ROW: requires reverse_offload
// SPEC: 5.0 8.2.1
// REFUSED: GN0109
/* Devices of Gantry cannot call the host. */
#pragma omp requires reverse_offload
#include "check.h"

int main(int argc, char **argv)
{
    int n = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: n)
    n++;
    CHECK_INT(n, 1, "n");
    return check_end();
}
