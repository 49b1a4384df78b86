// ROW: allocate(allocator: private) on target
// SPEC: 5.0 6.6
/* A private copy of the target itself. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    const omp_alloctrait_t traits[1] = {{omp_atk_alignment, 128}};
    omp_allocator_handle_t mine = omp_null_allocator;
    int wrong = 0, x[3] = {7, 7, 7};
#pragma omp target uses_allocators(mine(traits)) private(x) allocate(mine : x) map(tofrom : wrong)
    {
        for (int i = 0; i < 3; i++)
            x[i] = i;
        wrong += (uintptr_t)x % 128 != 0;
        for (int i = 0; i < 3; i++)
            wrong += x[i] != i;
    }
    CHECK_INT(wrong, 0, "wrong places or values");
    CHECK_INT(x[1], 7, "the original");
    return check_end();
}
