// ROW: declare target device_type(any)
// SPEC: 5.0 7.8.1
#include "check.h"

int counter = 5;
static int f(int i) { return i + counter; }
#pragma omp declare target enter(counter, f) device_type(any)

int main(int argc, char **argv)
{
    int seen = 0;
    check_begin(argc, argv);
#pragma omp target map(from: seen)
    seen = f(3);
    CHECK_INT(seen, 8, "on the device");
    CHECK_INT(f(4), 9, "on the host");
    return check_end();
}
