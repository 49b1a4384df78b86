// ROW: OMP_STACKSIZE_DEV
// SPEC: 5.1 21.2.2
// ENV: OMP_STACKSIZE_DEV=2M
/* Stack enough for what would not fit otherwise. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double sum = 0;
#pragma omp target parallel num_threads(4) map(tofrom : sum) reduction(+ : sum)
    {
        volatile double big[100000];
        for (int i = 0; i < 100000; i += 1000)
            big[i] = i;
        sum += big[99000];
    }
    CHECK(sum == 99000 || sum == 2 * 99000 || sum == 3 * 99000 || sum == 4 * 99000, "sum: %g", sum);
    return check_end();
}
