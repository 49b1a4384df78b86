// ROW: allocate(align(64): private) on parallel
// SPEC: 5.1 6.6
/* Copies at the alignment that the modifier asks for. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, n = 0;
    char x[5] = "abcd";
#pragma omp target map(tofrom : wrong, n) map(to : x)
#pragma omp parallel num_threads(5) private(x) allocate(align(64) : x) reduction(+ : wrong)
    {
        wrong += (uintptr_t)x % 64 != 0;
        
        x[0] = (char)omp_get_thread_num();
#pragma omp barrier
        wrong += x[0] != omp_get_thread_num();
#pragma omp atomic
        n++;
    }
    CHECK(n > 0, "no thread ran");
    CHECK_INT(wrong, 0, "wrong places or values");
    return check_end();
}
