// ROW: uses_allocators(memspace(), traits(): allocator)
// SPEC: 5.2 6.8
/* The modifiers of OpenMP 5.2. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    const omp_alloctrait_t traits[1] = {{omp_atk_alignment, 512}};
    omp_allocator_handle_t mine = omp_null_allocator;
    int wrong = 0;
#pragma omp target uses_allocators(memspace(omp_default_mem_space), traits(traits) : mine) map(tofrom : wrong)
    {
        char *p = omp_alloc(10, mine);
        wrong += !p || (uintptr_t)p % 512;
        omp_free(p, mine);
    }
    CHECK_INT(wrong, 0, "wrong places");
    return check_end();
}
