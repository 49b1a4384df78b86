// ROW: declare variant match(device={kind(gpu)})
// SPEC: 5.0 7.5
/* A call takes it where the call runs on such a device. */
#include "check.h"

int other(int x) { return x + 100; }
#pragma omp declare variant(other) match(device={kind(gpu)})
int base(int x) { return x; }

int main(int argc, char **argv)
{
    int v[4] = {-1, -1, -1, -1}, on_host = -1;
    check_begin(argc, argv);
#pragma omp target map(from: v, on_host)
    {
        on_host = omp_is_initial_device();
        v[0] = base(7);
    }
    CHECK_INT(v[0], !on_host ? 107 : 7, "in a region");
    CHECK_INT(base(8), 8, "on the host");
    return check_end();
}
