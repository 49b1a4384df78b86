// ROW: uses_allocators(allocator(traits)) with omp_alloc
// SPEC: 5.0 6.8
/* omp_alloc in the region from its allocator: one pool for all teams. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    const omp_alloctrait_t traits[3] = {
        {omp_atk_pool_size, 65536}, {omp_atk_fallback, omp_atv_null_fb}, {omp_atk_alignment, 128}};
    omp_allocator_handle_t mine = omp_null_allocator;
    int wrong = 0, got = 0;
#pragma omp target teams num_teams(4) uses_allocators(mine(traits)) map(tofrom : wrong, got)
    {
        char *p = omp_alloc(1000, mine), *big = omp_alloc(100000, mine);
        int bad = big != NULL || (p && (uintptr_t)p % 128);
        if (p) {
            p[999] = 1;
#pragma omp atomic
            got++;
        }
        omp_free(p, mine);
#pragma omp atomic
        wrong += bad;
    }
    CHECK(got >= 1, "no memory");
    CHECK_INT(wrong, 0, "wrong places, or more than the pool");
    return check_end();
}
