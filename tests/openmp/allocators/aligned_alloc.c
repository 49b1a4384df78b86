// ROW: omp_aligned_alloc
// SPEC: 5.1 18.13.5
/* On the host and in a region. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, host = 0;
#pragma omp target map(tofrom : wrong)
    for (size_t align = 8; align <= 1024; align *= 2) {
        char *p = omp_aligned_alloc(align, 100, omp_default_mem_alloc);
        wrong += p == NULL || (uintptr_t)p % align != 0;
        if (p)
            p[99] = 1;
        omp_free(p, omp_default_mem_alloc);
    }
    for (size_t align = 8; align <= 1024; align *= 2) {
        char *p = omp_aligned_alloc(align, 128, omp_default_mem_alloc);
        host += p == NULL || (uintptr_t)p % align != 0;
        omp_free(p, omp_default_mem_alloc);
    }
    CHECK_INT(wrong, 0, "in a region");
    CHECK_INT(host, 0, "on the host");
    return check_end();
}
