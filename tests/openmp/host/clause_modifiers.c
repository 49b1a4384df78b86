// ROW: linear(x: step(n)), allocate(align(n): x), allocate(allocator(a): x) on the host
// SPEC: 5.2 5.4.6
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        int x = 0, y = 1, o[50], misplaced = 0, start = 0;
#pragma omp parallel for linear(x: step(3))
        for (int i = 0; i < 50; i++) {
            o[i] = x;
            x += 3;
        }
#pragma omp simd linear(start: val, step(2))
        for (int i = 0; i < 50; i++) {
            o[i] += start;
            start += 2;
        }
        for (int i = 0; i < 50; i++)
            CHECK_INT(o[i], 5 * i, "linear, %d", i);
        CHECK_INT(x, 150, "the last value");
        CHECK_INT(start, 100, "the last value of simd");
#pragma omp parallel firstprivate(y) allocate(align(128): y) shared(misplaced)
        if ((uintptr_t)&y % 128 || y != 1) {
#pragma omp atomic
            misplaced++;
        }
#pragma omp parallel for private(x) allocate(allocator(omp_default_mem_alloc), align(64): x)
        for (int i = 0; i < 9; i++) {
            x = i;
            if ((uintptr_t)&x % 64) {
#pragma omp atomic
                misplaced++;
            }
        }
        CHECK_INT(misplaced, 0, "aligned");
    }
    return check_end();
}
