// ROW: schedule(simd: ...) on the host
// SPEC: 4.5 11.5.3
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
        for (int n = 1; n < 70; n += 3) {
            int a[70] = {0};
#pragma omp parallel for simd schedule(simd: static, 5)
            for (int i = 0; i < n; i++)
                a[i]++;
#pragma omp parallel for simd schedule(monotonic, simd: dynamic, 5)
            for (int i = 0; i < n; i++)
                a[i]++;
            for (int i = 0; i < n; i++)
                CHECK_INT(a[i], 2, "iteration %d of %d", i, n);
        }
    return check_end();
}
