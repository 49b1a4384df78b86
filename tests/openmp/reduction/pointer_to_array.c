// ROW: target parallel for reduction(+: pointer[0:n][0:3])
// SPEC: 4.5 5.5.8
/* A section of two dimensions of what a pointer to arrays points to. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        int rows = 5;
        long(*t)[3] = check_alloc(sizeof *t * (size_t)rows);
#pragma omp target parallel for reduction(+: t[1:rows - 1][0:3])
        for (long i = 0; i < n; i++)
            t[1 + i % (rows - 1)][i % 3] += i;
        long want[5][3] = {{0}};
        for (long i = 0; i < n; i++)
            want[1 + i % 4][i % 3] += i;
        for (int k = 0; k < 15; k++)
            CHECK_INT(t[k / 3][k % 3], want[k / 3][k % 3], "%d, n=%ld", k, n);
        free(t);
    }
    return check_end();
}
