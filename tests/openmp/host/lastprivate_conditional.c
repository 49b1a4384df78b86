// ROW: lastprivate(conditional:) on the host: for, parallel for, simd
// SPEC: 5.0 5.4.5
// DEVICES: host
/* The value of the last iteration that assigns, whoever runs it; the one before the loop where none does. */
#include "check.h"
#include "teams_of_sizes.h"

static int global;

static void loops(int n, int key)
{
    int x = -5, first = -4, in_simd = -3, in_both = -2, expected = -5;
    double real = 2.5;
    global = -1;
#pragma omp parallel
    {
#pragma omp for lastprivate(conditional: x, first)
        for (int i = 0; i < n; i++) {
            if (i <= key && i % 3 == 1)
                x = 10 * i;
            if (i == 0)
                first = i;
        }
    }
#pragma omp parallel for schedule(dynamic, 3) lastprivate(conditional: real, global)
    for (int i = 0; i < n; i++) {
        if (i <= key && i % 3 == 1)
            real = i + 0.5;
        if (i == 5)
            global = i;
    }
#pragma omp simd lastprivate(conditional: in_simd)
    for (int i = 0; i < n; i++)
        if (i <= key && i % 3 == 1)
            in_simd = 10 * i;
#pragma omp parallel for simd lastprivate(conditional: in_both)
    for (int i = 0; i < n; i++)
        if (i <= key && i % 3 == 1)
            in_both = 10 * i;
    for (int i = 0; i < n; i++)
        if (i <= key && i % 3 == 1)
            expected = 10 * i;
    CHECK_INT(x, expected, "for, %d iterations", n);
    CHECK_INT(first, n ? 0 : -4, "an assignment in the first of %d iterations", n);
    CHECK_REAL(real, expected < 0 ? 2.5 : expected / 10 + 0.5, 0, "parallel for, %d iterations", n);
    CHECK_INT(global, n > 5 ? 5 : -1, "a variable of file scope, %d iterations", n);
    CHECK_INT(in_simd, expected < 0 ? -3 : expected, "simd, %d iterations", n);
    CHECK_INT(in_both, expected < 0 ? -2 : expected, "parallel for simd, %d iterations", n);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
        for (int n = 0; n < 60; n += 7)
            loops(n, n / 2);
    return check_end();
}
