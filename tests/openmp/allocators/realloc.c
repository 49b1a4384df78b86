// ROW: omp_realloc
// SPEC: 5.1 18.13.8
/* Keeps what fits, from one allocator to another; of NULL it allocates, to 0 it frees. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0;
#pragma omp target map(tofrom : wrong)
    {
        int *p = omp_realloc(NULL, 10 * sizeof *p, omp_default_mem_alloc, omp_null_allocator);
        for (int i = 0; p && i < 10; i++)
            p[i] = i + 5;
        p = omp_realloc(p, 3000 * sizeof *p, omp_large_cap_mem_alloc, omp_default_mem_alloc);
        for (int i = 0; p && i < 10; i++)
            wrong += p[i] != i + 5;
        wrong += !p;
        if (p)
            p[2999] = 1;
        p = omp_realloc(p, 4 * sizeof *p, omp_null_allocator, omp_null_allocator);
        for (int i = 0; p && i < 4; i++)
            wrong += p[i] != i + 5;
        wrong += !p;
        p = omp_realloc(p, 0, omp_null_allocator, omp_null_allocator);
        wrong += p != NULL;
    }
    CHECK_INT(wrong, 0, "in a region");
    return check_end();
}
