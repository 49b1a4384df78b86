// ROW: omp_init_allocator, omp_destroy_allocator (alignment)
// SPEC: 5.0 18.13.1
/* The alignment trait, in a region and on the host. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, host = 0;
#pragma omp target map(tofrom : wrong)
    {
        omp_alloctrait_t traits[2] = {{omp_atk_alignment, 512}, {omp_atk_access, omp_atv_all}};
        omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 2, traits);
        wrong += a == omp_null_allocator;
        for (int i = 1; i < 6; i++) {
            char *p = omp_alloc((size_t)i * 10, a);
            wrong += !p || (uintptr_t)p % 512;
            if (p)
                p[i * 10 - 1] = 1;
            omp_free(p, a);
        }
        omp_destroy_allocator(a);
    }
    omp_alloctrait_t traits[1] = {{omp_atk_alignment, 256}};
    omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 1, traits);
    char *p = omp_alloc(100, a);
    host = !p || (uintptr_t)p % 256;
    omp_free(p, a);
    omp_destroy_allocator(a);
    CHECK_INT(wrong, 0, "in a region");
    CHECK_INT(host, 0, "on the host");
    return check_end();
}
