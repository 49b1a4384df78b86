// ROW: reductions of arrays of _Bool, of variable length, and of complex numbers on the host
// SPEC: 4.5 5.5.8
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"
#include <complex.h>

static void variable_length(int n)
{
    int a[n][3], sum = 0;
    for (int i = 0; i < 3 * n; i++)
        a[i / 3][i % 3] = 1;
#pragma omp parallel for reduction(+: a)
    for (int i = 0; i < 100; i++)
        a[i % n][i % 3]++;
    for (int i = 0; i < 3 * n; i++)
        sum += a[i / 3][i % 3];
    CHECK_INT(sum, 100 + 3 * n, "%d rows", n);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        _Bool any[3] = {0}, all[2] = {1, 1};
        double complex z = 0;
        variable_length(5);
#pragma omp parallel for reduction(+: any) reduction(&: all) reduction(+: z)
        for (int i = 0; i < 10; i++) {
            any[i % 2] += i > 0;
            all[0] &= i != 3;
            z += i;
        }
        CHECK_INT(any[0] + any[1] + any[2], 2, "any");
        CHECK_INT(all[0] + 2 * all[1], 2, "all");
        CHECK_REAL(creal(z), 45, 0, "complex");
    }
    return check_end();
}
