// ROW: omp_atk_fallback: omp_atv_default_mem_fb, omp_atv_allocator_fb
// SPEC: 5.0 6.2
/* Where the pool is full another allocator gives the memory. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0;
#pragma omp target map(tofrom : wrong)
    {
        omp_alloctrait_t small[1] = {{omp_atk_pool_size, 4096}};
        omp_alloctrait_t aligned[1] = {{omp_atk_alignment, 1024}};
        omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 1, small);
        omp_allocator_handle_t other = omp_init_allocator(omp_default_mem_space, 1, aligned);
        omp_alloctrait_t chain[3] = {{omp_atk_pool_size, 4096},
                                     {omp_atk_fallback, omp_atv_allocator_fb},
                                     {omp_atk_fb_data, (omp_uintptr_t)other}};
        omp_allocator_handle_t b = omp_init_allocator(omp_default_mem_space, 3, chain);
        char *p = omp_alloc(10000, a), *q = omp_alloc(10000, b);
        wrong += !p;
        wrong += !q || (uintptr_t)q % 1024;
        if (p && q)
            p[9999] = q[9999] = 1;
        omp_free(p, a);
        omp_free(q, b);
        omp_destroy_allocator(b);
        omp_destroy_allocator(other);
        omp_destroy_allocator(a);
    }
    CHECK_INT(wrong, 0, "in a region");
    return check_end();
}
