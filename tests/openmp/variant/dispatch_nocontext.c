// ROW: dispatch nocontext()
// SPEC: 5.1 7.6.2
/* Without the variant for the construct dispatch. */
#include "check.h"

int other(int x) { return x + 100; }
#pragma omp declare variant(other) match(construct={dispatch})
int base(int x) { return x; }

int main(int argc, char **argv)
{
    int v[4] = {-1, -1, -1, -1}, on_host = -1;
    check_begin(argc, argv);
#pragma omp target map(from: v, on_host)
    {
        on_host = omp_is_initial_device();
#pragma omp dispatch nocontext(1)
        v[0] = base(7);
#pragma omp dispatch nocontext(0)
        v[1] = base(8);
    }
    CHECK_INT(v[0], 7, "in a region");
    CHECK_INT(v[1], 108, "in a region");
#pragma omp dispatch nocontext(1)
    v[2] = base(9);
    CHECK_INT(v[2], 9, "on the host");
    return check_end();
}
