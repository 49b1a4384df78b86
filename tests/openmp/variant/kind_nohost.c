// ROW: metadirective when(device={kind(nohost)}:)
// SPEC: 5.0 7.2
/* In a region: what holds depends on where the region runs. */
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0, on_host = -1;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count) map(from: on_host)
    {
        on_host = omp_is_initial_device();
#pragma omp metadirective when(device={kind(nohost)}: parallel num_threads(2)) default(nothing)
        {
#pragma omp atomic
            count++;
        }
    }
    CHECK_INT(count, !on_host ? 2 : 1, "threads");
    return check_end();
}
