// ROW: allocate(list) without an allocator
// SPEC: 5.0 6.6
/* The default allocator: values as ever, for reduction and lastprivate too. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int last = -1, sum = 0;
#pragma omp target teams distribute parallel for lastprivate(last) allocate(last) reduction(+ : sum) allocate(omp_default_mem_alloc : sum) map(tofrom : last, sum) uses_allocators(omp_default_mem_alloc)
    for (int i = 0; i < 101; i++) {
        last = i;
        sum += i;
    }
    CHECK_INT(last, 100, "last");
    CHECK_INT(sum, 5050, "sum");
    return check_end();
}
