// ROW: allocate(align(64): reduced array and scalar) on parallel and for
// SPEC: 5.1 6.6
/* Copies at the alignment that the modifier asks for, of whole arrays, of a section and of a scalar. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[3] = {0}, wrong = 0, s = 0;
    char c[77] = {0};
#pragma omp target map(tofrom : wrong, a, c, s)
#pragma omp parallel num_threads(5) reduction(+ : a, c[1 : 70], s) allocate(align(64) : a, c, s) reduction(+ : wrong)
    {
        wrong += (uintptr_t)a % 64 != 0;
        wrong += (uintptr_t)&s % 64 != 0;
        a[2] += 3;
        c[70]++;
        s++;
    }
    CHECK_INT(wrong, 0, "wrong places");
    CHECK(s > 0, "no thread ran");
    CHECK_INT(a[2], 3 * s, "a");
    CHECK_INT(c[70], s, "c");
    int b[4] = {0};
#pragma omp target teams distribute parallel for reduction(+ : b) allocate(align(32) : b) reduction(+ : wrong)
    for (int i = 0; i < 100; i++) {
        wrong += (uintptr_t)b % 32 != 0;
        b[i % 4]++;
    }
    CHECK_INT(wrong, 0, "combined: wrong places");
    CHECK(b[0] == 25 && b[1] == 25 && b[2] == 25 && b[3] == 25, "combined: %d %d %d %d", b[0], b[1], b[2], b[3]);
    return check_end();
}
