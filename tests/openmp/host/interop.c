// ROW: interop on the host
// SPEC: 5.1 14.1
// DEVICES: host
#include "check.h"

int main(int argc, char **argv)
{
    omp_interop_t object = omp_interop_none;
    check_begin(argc, argv);
#pragma omp interop init(targetsync: object)
#pragma omp interop use(object)
#pragma omp interop destroy(object)
    CHECK(object == omp_interop_none, "destroyed");
    return check_end();
}
