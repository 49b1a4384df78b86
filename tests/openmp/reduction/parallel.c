// ROW: target parallel reduction(+:)
// SPEC: 4.5 5.5.8
/* Every thread adds to its own copy. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 5, threads = 0, a[3] = {1, 2, 3};
#pragma omp target parallel num_threads(7) map(tofrom: sum, threads, a) reduction(+: sum, threads, a)
    {
        sum += omp_get_thread_num();
        threads += 1;
        a[omp_get_thread_num() % 3] += 10;
    }
    CHECK(threads >= 1 && threads <= 7, "%ld threads", threads);
    CHECK_INT(sum, 5 + threads * (threads - 1) / 2, "sum of %ld threads", threads);
    for (int k = 0; k < 3; k++)
        CHECK_INT(a[k], 1 + k + 10 * ((threads + 2 - k) / 3), "a[%d] of %ld threads", k, threads);
    return check_end();
}
