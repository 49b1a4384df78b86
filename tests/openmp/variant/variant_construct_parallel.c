// ROW: declare variant match(construct={parallel})
// SPEC: 5.0 7.5
/* Calls in parallel constructs, in regions and outside. */
#include "check.h"

int other(int x) { return x + 100; }
#pragma omp declare variant(other) match(construct={parallel})
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
    CHECK_INT(v[0], 7, "in a region");
    CHECK_INT(v[1], 108, "in its parallel construct");
#pragma omp parallel num_threads(1)
    v[2] = base(9);
    CHECK_INT(v[2], 109, "in a parallel construct of the host");
    CHECK_INT(base(8), 8, "outside");
    return check_end();
}
