// ROW: declare variant match(construct={target})
// SPEC: 5.0 7.5
/* Calls in regions, on whatever device. */
#include "check.h"

int other(int x) { return x + 100; }
#pragma omp declare variant(other) match(construct={target})
int base(int x) { return x; }

int main(int argc, char **argv)
{
    int v[4] = {-1, -1, -1, -1}, on_host = -1;
    check_begin(argc, argv);
#pragma omp target map(from: v, on_host)
    {
        on_host = omp_is_initial_device();
        v[0] = base(7);
#pragma omp parallel num_threads(1)
        v[1] = base(8);
    }
    CHECK_INT(v[0], 107, "in a region");
    CHECK_INT(v[1], 108, "deeper in a region");
    CHECK_INT(base(8), 8, "outside");
    return check_end();
}
