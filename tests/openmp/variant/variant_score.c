// ROW: declare variant match(user={condition(score():)})
// SPEC: 5.0 7.3
/* The higher score. */
#include "check.h"

int low(int x) { return x + 100; }
int high(int x) { return x + 200; }
#pragma omp declare variant(low) match(user={condition(score(3): 1)})
#pragma omp declare variant(high) match(user={condition(score(40): 1)})
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
    CHECK_INT(v[0], 207, "in a region");
    CHECK_INT(base(8), 208, "outside");
    return check_end();
}
