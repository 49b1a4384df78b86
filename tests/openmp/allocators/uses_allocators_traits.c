// ROW: uses_allocators(allocator(traits)) with allocate on target parallel
// SPEC: 5.0 6.8
/* An allocator of the region's own, with the alignment of its traits. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    const omp_alloctrait_t traits[] = {{omp_atk_alignment, 256}, {omp_atk_fallback, omp_atv_default_mem_fb}};
    omp_allocator_handle_t mine = omp_null_allocator;
    int wrong = 0, n = 0, x[4] = {0, 0, 0, 0};
#pragma omp target parallel num_threads(5) uses_allocators(mine(traits)) private(x) allocate(mine : x) map(tofrom : wrong, n)
    {
        int bad = (uintptr_t)x % 256 != 0;
        for (int i = 0; i < 4; i++)
            x[i] = omp_get_thread_num() + i;
#pragma omp barrier
        for (int i = 0; i < 4; i++)
            bad += x[i] != omp_get_thread_num() + i;
#pragma omp atomic
        wrong += bad;
#pragma omp atomic
        n++;
    }
    CHECK(n > 0, "no thread ran");
    CHECK_INT(wrong, 0, "wrong places or values");
    return check_end();
}
