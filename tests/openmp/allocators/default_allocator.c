// ROW: omp_set_default_allocator, omp_get_default_allocator
// SPEC: 5.0 18.13.3
/* Of the task: omp_null_allocator means it; the encountering task keeps its own. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    omp_allocator_handle_t before = omp_get_default_allocator(), first = omp_null_allocator, then = omp_null_allocator;
    int wrong = 0;
#pragma omp target map(tofrom : wrong, first, then)
    {
        omp_alloctrait_t traits[1] = {{omp_atk_alignment, 256}};
        omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 1, traits);
        first = omp_get_default_allocator();
        omp_set_default_allocator(a);
        wrong += omp_get_default_allocator() != a;
        char *p = omp_alloc(33, omp_null_allocator);
        wrong += !p || (uintptr_t)p % 256;
        omp_free(p, omp_null_allocator);
        omp_set_default_allocator(first);
        then = omp_get_default_allocator();
        omp_destroy_allocator(a);
    }
    CHECK_INT(wrong, 0, "in a region");
    CHECK_INT(first, omp_default_mem_alloc, "before");
    CHECK_INT(then, first, "after");
    CHECK(omp_get_default_allocator() == before, "of the encountering task");
    return check_end();
}
