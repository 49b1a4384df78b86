// ROW: declare variant, called in a declare target function
// SPEC: 5.0 7.5
/* A function that a region calls is called from a target construct on a device. */
#include "check.h"

#pragma omp declare target
int other(int x) { return x + 100; }
#pragma omp declare variant(other) match(device={kind(nohost)})
int base(int x) { return x; }
int through(int x) { return base(x) + 1; }
#pragma omp end declare target

int main(int argc, char **argv)
{
    int v[4] = {-1, -1, -1, -1}, on_host = -1;
    check_begin(argc, argv);
#pragma omp target map(from: v, on_host)
    {
        on_host = omp_is_initial_device();
        v[0] = through(7);
    }
    CHECK_INT(v[0], on_host ? 8 : 108, "in a region");
    CHECK_INT(through(8), 9, "on the host");
    return check_end();
}
