// ROW: canonical loop from INT_MIN to INT_MAX
// SPEC: 3.0 4.4.1
/* More iterations than int has values for; few are run, by large steps. */
#include "check.h"
#include <limits.h>

int main(int argc, char **argv)
{
    long n = 0, sum = 0, want = 0, count = 0, down = 0, up = 0;
    int step = 1 << 20, lo = INT_MIN, hi = INT_MAX;
    check_begin(argc, argv);
    for (long i = INT_MIN; i < INT_MAX; i += step) {
        count++;
        want += i;
    }
#pragma omp target teams distribute parallel for map(tofrom: n, sum) reduction(+: n, sum)
    for (int i = lo; i < hi - step; i += step) {
        n++;
        sum += i;
    }
    CHECK_INT(n, count - 1, "iterations");
    CHECK_INT(sum, want - ((long)INT_MAX - (step - 1)), "sum");
#pragma omp target parallel for map(tofrom: down) reduction(+: down)
    for (int i = hi; i > lo + step; i -= step)
        down++;
    CHECK_INT(down, 4095, "down");
#pragma omp target parallel for map(tofrom: up) reduction(+: up)
    for (unsigned i = 0; i <= UINT_MAX - (1u << 21); i += 1u << 21)
        up++;
    CHECK_INT(up, 2047, "2^32");
    return check_end();
}
