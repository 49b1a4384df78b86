// ROW: declare variant match(user={condition()})
// SPEC: 5.0 7.5
/* A condition that is known when compiling. */
#include "check.h"

int yes(int x) { return x + 100; }
int no(int x) { return x + 200; }
#pragma omp declare variant(no) match(user={condition(0)})
#pragma omp declare variant(yes) match(user={condition(1)})
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
    CHECK_INT(v[0], 107, "in a region");
    CHECK_INT(base(8), 108, "outside");
    return check_end();
}
