// ROW: allocate(a user's allocator: reduced array and scalar) on parallel and for
// SPEC: 5.0 6.6
/* Copies of arrays in memory of an allocator that aligns them. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    const omp_alloctrait_t traits[] = {{omp_atk_alignment, 64}};
    omp_allocator_handle_t my = omp_null_allocator;
    int wrong = 0, s = 0, a[13];
    for (int k = 0; k < 13; k++)
        a[k] = k;
#pragma omp target uses_allocators(my(traits)) map(tofrom : wrong, a, s)
#pragma omp parallel num_threads(6)
#pragma omp for reduction(+ : a, s, wrong) allocate(my : a, s)
    for (int i = 0; i < 100; i++) {
        wrong += (uintptr_t)a % 64 != 0;
        wrong += (uintptr_t)&s % 64 != 0;
        a[i % 13] += i;
        s++;
    }
    CHECK_INT(wrong, 0, "wrong places");
    CHECK_INT(s, 100, "scalar");
    for (int k = 0; k < 13; k++) {
        int want = k;
        for (int i = k; i < 100; i += 13)
            want += i;
        CHECK_INT(a[k], want, "a[%d]", k);
    }
    return check_end();
}
