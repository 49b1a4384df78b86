// ROW: omp_get_num_places, omp_get_place_num, omp_get_place_num_procs
// SPEC: 4.5 18.3.2
/* Places and their processors fit together, on the host and in a region. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int n = -1, mine = -2, procs = -1, parts = -1, host = omp_get_num_places();
#pragma omp target map(from : n, mine, procs, parts)
    {
        n = omp_get_num_places();
        mine = omp_get_place_num();
        procs = n > 0 ? omp_get_place_num_procs(0) : 0;
        parts = omp_get_partition_num_places();
    }
    CHECK(n >= 0, "places: %d", n);
    CHECK(mine >= -1 && mine < (n > 0 ? n : 1), "place %d of %d", mine, n);
    CHECK(procs >= 0 && parts >= 0 && parts <= n, "%d processors, partition of %d", procs, parts);
    CHECK(host >= 0 && omp_get_place_num() >= -1, "on the host: %d", host);
    return check_end();
}
