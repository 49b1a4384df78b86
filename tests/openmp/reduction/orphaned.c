// ROW: for reduction(+:) in a declare target function
// SPEC: 4.5 5.5.8
/* The loop stands in a function that the threads of a region call; it reduces what its parameters lead to. */
#include "check.h"

#pragma omp declare target
static void add(long n, long *sum, int m, long *p)
{
#pragma omp for reduction(+: sum[0:1], p[0:m])
    for (long i = 0; i < n; i++) {
        sum[0] += i;
        p[i % m] += 1;
    }
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        long sum = 4, p[70] = {0};
        for (int m = 3; m <= 70; m += 67) {
#pragma omp target parallel map(tofrom: sum, p)
            add(n, &sum, m, p);
            for (int k = 0; k < m; k++) {
                CHECK_INT(p[k], (n + m - 1 - k) / m, "p[%d] of %d, n=%ld", k, m, n);
                p[k] = 0;
            }
        }
        CHECK_INT(sum, 4 + n * (n - 1), "sum, n=%ld", n);
    }
    return check_end();
}
