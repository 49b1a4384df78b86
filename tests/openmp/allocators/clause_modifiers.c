// ROW: allocate(allocator(omp_default_mem_alloc), align(128): private) on for
// SPEC: 5.1 6.6
/* Both modifiers. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, n = 0;
    double x = 1.5;
#pragma omp target parallel map(tofrom : wrong, n) num_threads(6) reduction(+ : wrong)
    {
#pragma omp for private(x) allocate(allocator(omp_default_mem_alloc), align(128) : x)
        for (int i = 0; i < 50; i++) {
            double *p = &x;
            x = i;
            wrong += (uintptr_t)p % 128 != 0 || *p != i;
#pragma omp atomic
            n++;
        }
    }
    CHECK_INT(n, 50, "iterations");
    CHECK_INT(wrong, 0, "wrong places or values");
    CHECK_REAL(x, 1.5, 0, "the original");
    return check_end();
}
