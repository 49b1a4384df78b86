// ROW: OMP_ALLOCATOR
// SPEC: 5.0 21.5.1
// ENV: OMP_ALLOCATOR=omp_default_mem_alloc
// DEVICES: host
/* The host's default allocator. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    CHECK_INT(omp_get_default_allocator(), omp_default_mem_alloc, "omp_get_default_allocator");
    return check_end();
}
