// ROW: OMP_ALLOCATOR_DEV
// SPEC: 5.1 21.5.1
// ENV: OMP_ALLOCATOR_DEV=omp_high_bw_mem_alloc
/* What regions allocate from by default. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    omp_allocator_handle_t inside = omp_null_allocator;
    int got = -1;
#pragma omp target map(from : inside, got)
    {
        inside = omp_get_default_allocator();
        int *p = omp_alloc(30 * sizeof(int), omp_null_allocator);
        got = p != NULL;
        if (p)
            p[29] = 1;
        omp_free(p, omp_null_allocator);
    }
    CHECK_INT(inside, check_device ? omp_high_bw_mem_alloc : omp_get_default_allocator(), "omp_get_default_allocator");
    CHECK_INT(got, 1, "memory");
    return check_end();
}
