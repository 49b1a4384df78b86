// ROW: begin declare variant match(device={kind(nohost)})
// SPEC: 5.1 7.5.5
/* Functions of the block are variants of those of their name. */
#include "check.h"

static int base(int x) { return x; }
#pragma omp begin declare variant match(device={kind(nohost)})
static int base(int x) { return x + 100; }
#pragma omp end declare variant

int main(int argc, char **argv)
{
    int v[4] = {-1, -1, -1, -1}, on_host = -1;
    check_begin(argc, argv);
#pragma omp target map(from: v, on_host)
    {
        on_host = omp_is_initial_device();
        v[0] = base(7);
    }
    CHECK_INT(v[0], on_host ? 7 : 107, "in a region");
    CHECK_INT(base(8), 8, "on the host");
    return check_end();
}
