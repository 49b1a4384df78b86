// ROW: task allocate()
// SPEC: 5.0 6.6
/* Copies in memory of an allocator. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int got[9] = {0};
#pragma omp target parallel num_threads(4) map(tofrom: got)
#pragma omp single
    for (int i = 0; i < 9; i++) {
        int x = 3 * i;
#pragma omp task firstprivate(x) allocate(omp_default_mem_alloc: x)
        {
            x++;
            got[i] = x;
        }
    }
    for (int i = 0; i < 9; i++)
        CHECK_INT(got[i], 3 * i + 1, "task %d", i);
    return check_end();
}
