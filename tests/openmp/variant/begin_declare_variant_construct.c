// ROW: begin declare variant match(construct={target})
// SPEC: 5.1 7.5.5
/* Several functions, one that calls another. */
#include "check.h"

static int one(int x) { return x + 1; }
static int two(int x) { return one(x) + 1; }
#pragma omp begin declare variant match(implementation={vendor(llvm)}, construct={target})
static int one(int x) { return x + 100; }
static int two(int x) { return x + 200; }
#pragma omp end declare variant

int main(int argc, char **argv)
{
    int v[4] = {-1, -1, -1, -1}, on_host = -1;
    check_begin(argc, argv);
#pragma omp target map(from: v, on_host)
    {
        on_host = omp_is_initial_device();
        v[0] = one(7);
        v[1] = two(7);
    }
    CHECK_INT(v[0], 107, "one");
    CHECK_INT(v[1], 207, "two");
    CHECK_INT(one(8), 9, "one, outside");
    CHECK_INT(two(8), 10, "two, outside");
    return check_end();
}
