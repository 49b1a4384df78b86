// ROW: declare target device_type(nohost)
// SPEC: 5.0 7.8.1
#include "check.h"

static int f(int i);
#pragma omp declare target enter(f) device_type(nohost)
static int f(int i) { return 3 * i; }

int main(int argc, char **argv)
{
    int seen = 0;
    check_begin(argc, argv);
#pragma omp target map(from: seen)
    seen = f(3);
    CHECK_INT(seen, 9, "on the device");
    return check_end();
}
