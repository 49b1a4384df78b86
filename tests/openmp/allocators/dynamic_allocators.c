// ROW: requires dynamic_allocators
// SPEC: 5.0 8.2
/* Allocators made and used in a region that names none. */
#pragma omp requires dynamic_allocators
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0;
#pragma omp target map(tofrom : wrong)
    {
        omp_alloctrait_t traits[1] = {{omp_atk_alignment, 128}};
        omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 1, traits);
        int *p = omp_alloc(5 * sizeof *p, a);
        wrong += !p || (uintptr_t)p % 128;
        omp_free(p, a);
        omp_destroy_allocator(a);
    }
    CHECK_INT(wrong, 0, "in a region");
    return check_end();
}
