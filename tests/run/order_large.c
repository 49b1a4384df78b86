// LABELS: all
// TIMEOUT: 600
// RUN: %gantry cc -O3 --offload-arch=emulated %s -o %t -lm && %run_emulated32 %t
// RUN: %gantry explain %s | grep -c 'order .*changed: i varies' | grep -qx 2
/* Nests of more than 2^31 and more than 2^32 iterations: numbers of 32 bits, and of 64. */
#include "check.h"

static int hits[1024];

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    const long n = (1l << 31) + 7, m = (1l << 32) + 1030;
    long sum = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) map(tofrom: hits)
    for (long i = 0; i < n; i++)
        for (int j = 0; j < 1; j++) {
            sum += (i ^ j) & 3;
            if (i >= n - 5)
                hits[(i - n + 5) + j * 100]++;
        }
    CHECK_INT(sum, n / 8 * 12 + 0 + 1 + 2 + 3 + 0 + 1 + 2, "2^31 + 7");
    for (int i = 0; i < 1024; i++)
        CHECK_INT(hits[i], i < 5, "hit %d", i);
    sum = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) map(tofrom: hits)
    for (unsigned i = 0; i < 1030; i++)
        for (long j = 0; j < m / 1030; j++) {
            sum += (i ^ j) & 1;
            if (j == m / 1030 - 1 && i < 1024)
                hits[i + (j - m / 1030 + 1) * 1024]++;
        }
    CHECK_INT(sum, m / 1030 * 1030 / 2, "2^32 and more");
    for (int i = 0; i < 1024; i++)
        CHECK_INT(hits[i], 1 + (i < 5), "hit %d of the second", i);
    return check_end();
}
