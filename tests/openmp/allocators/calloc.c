// ROW: omp_calloc, omp_aligned_calloc
// SPEC: 5.1 18.13.7
/* Zeros, also in memory that was used before. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, host = 0;
#pragma omp target map(tofrom : wrong)
    for (int round = 0; round < 5; round++) {
        int *p = omp_calloc(77, sizeof *p, omp_default_mem_alloc);
        int *q = omp_aligned_calloc(64, 33, sizeof *q, omp_default_mem_alloc);
        wrong += !p || !q || (uintptr_t)q % 64;
        for (int i = 0; p && i < 77; i++) {
            wrong += p[i] != 0;
            p[i] = -1;
        }
        for (int i = 0; q && i < 33; i++) {
            wrong += q[i] != 0;
            q[i] = -1;
        }
        omp_free(p, omp_default_mem_alloc);
        omp_free(q, omp_default_mem_alloc);
    }
    int *p = omp_calloc(77, sizeof *p, omp_default_mem_alloc);
    for (int i = 0; p && i < 77; i++)
        host += p[i] != 0;
    omp_free(p, omp_default_mem_alloc);
    CHECK_INT(wrong, 0, "in a region");
    CHECK_INT(host, 0, "on the host");
    return check_end();
}
