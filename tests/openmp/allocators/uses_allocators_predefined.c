// ROW: uses_allocators(omp_..._mem_alloc)
// SPEC: 5.0 6.8
/* Predefined ones may be named; the region can use them. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0;
#pragma omp target uses_allocators(omp_default_mem_alloc, omp_high_bw_mem_alloc, omp_thread_mem_alloc) map(tofrom : wrong)
    {
        int *p = omp_alloc(sizeof *p, omp_high_bw_mem_alloc);
        wrong += !p;
        if (p)
            *p = 3;
        wrong += p && *p != 3;
        omp_free(p, omp_high_bw_mem_alloc);
    }
    CHECK_INT(wrong, 0, "in a region");
    return check_end();
}
