// ROW: C: static variables in device functions
// SPEC: 4.0 1.7
/* One object for all calls, on the device; initialised once. */
#include "check.h"

#pragma omp declare target
static int next(void)
{
    static int count = 5;
    int now;
#pragma omp atomic capture
    now = ++count;
    return now;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int low = 1000, high = 0, more = 0;
#pragma omp target teams distribute parallel for reduction(min: low) reduction(max: high)
    for (int i = 0; i < 40; i++) {
        int n = next();
        low = n < low ? n : low;
        high = n > high ? n : high;
    }
    CHECK_INT(low, 6, "first");
    CHECK_INT(high, 45, "last");
#pragma omp target map(from: more)
    more = next();
    CHECK_INT(more, 46, "in the next region");
    return check_end();
}
