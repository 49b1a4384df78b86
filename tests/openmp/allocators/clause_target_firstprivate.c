// ROW: allocate(allocator, align: firstprivate) on target
// SPEC: 5.0 6.6
/* The region's own copy, with the original's value, at the alignment that is asked for. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    const omp_alloctrait_t traits[] = {{omp_atk_alignment, 64}};
    omp_allocator_handle_t my = omp_null_allocator;
    int wrong = 0, x = 5, y[3] = {1, 2, 3}, z = 7, got = 0;
#pragma omp target uses_allocators(my(traits)) firstprivate(x, y) allocate(my : x, y) map(tofrom : wrong, got)
    {
        int *px = &x;
        wrong += (uintptr_t)px % 64 != 0;
        wrong += (uintptr_t)y % 64 != 0;
        *px += 1;
        y[1] += x;
        got = x * 100 + y[0] + y[1] + y[2];
    }
    CHECK_INT(wrong, 0, "user's allocator: wrong places");
    CHECK_INT(got, 612, "user's allocator");
#pragma omp target firstprivate(x, y) allocate(align(128) : x, y) map(tofrom : wrong, got)
    {
        wrong += (uintptr_t)&x % 128 != 0;
        wrong += (uintptr_t)y % 128 != 0;
        y[2] = ++x;
        got = x + y[0] + y[1] + y[2];
    }
    CHECK_INT(wrong, 0, "align: wrong places");
    CHECK_INT(got, 15, "align");
#pragma omp target firstprivate(z, y) allocate(omp_pteam_mem_alloc : z, y) uses_allocators(omp_pteam_mem_alloc) map(from : got)
    {
#pragma omp parallel num_threads(3)
        {
#pragma omp atomic
            z++;
#pragma omp single
            y[0] = 9;
        }
        got = (z > 7) * 100 + y[0];
    }
    CHECK_INT(got, 109, "for the team");
    CHECK(x == 5 && y[0] == 1 && y[1] == 2 && y[2] == 3 && z == 7, "originals");
    return check_end();
}
