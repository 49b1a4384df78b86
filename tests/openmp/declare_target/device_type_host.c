// ROW: declare target device_type(host)
// SPEC: 5.0 7.8.1
/* A function that no device gets: it may do what no device can. */
#include "check.h"

static int f(const char *name);
#pragma omp declare target enter(f) device_type(host)
static int f(const char *name) { return getenv(name) != 0; }

int main(int argc, char **argv)
{
    int seen = 0;
    check_begin(argc, argv);
#pragma omp target map(from: seen)
    seen = 1;
    CHECK_INT(seen + f("A_NAME_THAT_NOBODY_HAS"), 1, "on the host");
    return check_end();
}
