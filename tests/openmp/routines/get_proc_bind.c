// ROW: omp_get_proc_bind
// SPEC: 4.5 18.3.1
/* A policy that the standard knows. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int inside = -1;
#pragma omp target map(from : inside)
    inside = omp_get_proc_bind();
    CHECK(inside >= omp_proc_bind_false && inside <= omp_proc_bind_spread, "in a region: %d", inside);
    return check_end();
}
