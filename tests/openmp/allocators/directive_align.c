// ROW: allocate directive: align
// SPEC: 5.1 6.5
/* A local array of a thread and one that a team shares. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0;
#pragma omp target teams num_teams(2) thread_limit(8) uses_allocators(omp_default_mem_alloc) map(tofrom : wrong)
    {
        char shared[20];
#pragma omp allocate(shared) allocator(omp_default_mem_alloc) align(128)
        int bad = 0;
#pragma omp parallel num_threads(3) reduction(+ : bad)
        {
            char own[7];
#pragma omp allocate(own) allocator(omp_default_mem_alloc) align(64)
            own[0] = shared[omp_get_thread_num()] = (char)omp_get_thread_num();
            bad += (uintptr_t)own % 64 != 0 || (uintptr_t)shared % 128 != 0 || own[0] != omp_get_thread_num();
        }
#pragma omp atomic
        wrong += bad;
    }
    CHECK_INT(wrong, 0, "wrong places");
    return check_end();
}
