// ROW: metadirective when(device={arch(x86_64)}:)
// SPEC: 5.0 7.2
/* The host's architecture is no GPU's. */
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0, on_host = -1;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count) map(from: on_host)
    {
        on_host = omp_is_initial_device();
#pragma omp metadirective when(device={arch(x86_64)}: parallel num_threads(2)) default(nothing)
        {
#pragma omp atomic
            count++;
        }
    }
    CHECK_INT(count, on_host ? 2 : 1, "threads in the region");
    count = 0;
#pragma omp metadirective when(device={arch(x86_64)}: parallel num_threads(3)) default(nothing)
    {
#pragma omp atomic
        count++;
    }
    CHECK_INT(count, 3, "threads of the host");
    return check_end();
}
