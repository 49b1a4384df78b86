// ROW: omp_atk_pool_size with omp_atv_null_fb
// SPEC: 5.0 6.2
/* No more than the pool at a time; what is freed can be had again. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0;
#pragma omp target map(tofrom : wrong)
    {
        omp_alloctrait_t traits[2] = {{omp_atk_pool_size, 8192}, {omp_atk_fallback, omp_atv_null_fb}};
        omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 2, traits);
        char *p = omp_alloc(5000, a), *q = omp_alloc(5000, a);
        wrong += !p;
        wrong += q != NULL;
        omp_free(p, a);
        q = omp_alloc(5000, a);
        wrong += !q;
        omp_free(q, a);
        omp_destroy_allocator(a);
    }
    CHECK_INT(wrong, 0, "in a region");
    return check_end();
}
