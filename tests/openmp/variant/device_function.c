// ROW: metadirective in a declare target function
// SPEC: 5.0 7.4
/* One function, called on the host and in regions. */
#include "check.h"

#pragma omp declare target
int threads(void)
{
    int count = 0;
#pragma omp metadirective when(device={kind(nohost)}: nothing) default(parallel num_threads(3))
    {
#pragma omp atomic
        count++;
    }
    return count;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    int count = 0, on_host = -1;
    check_begin(argc, argv);
#pragma omp target map(from: count, on_host)
    {
        on_host = omp_is_initial_device();
        count = threads();
    }
    CHECK_INT(count, on_host ? 3 : 1, "in a region");
    CHECK_INT(threads(), 3, "on the host");
    return check_end();
}
