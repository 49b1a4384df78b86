// ROW: target parallel
// SPEC: 4.5 17.3
/* Every thread runs the block; their numbers are those that there are. */
#include "check.h"

int main(int argc, char **argv)
{
    int seen[64] = {0}, threads = 0, n = 5;
    check_begin(argc, argv);
#pragma omp target parallel num_threads(n) map(tofrom: seen, threads)
    {
        seen[omp_get_thread_num()]++;
#pragma omp master
        threads = omp_get_num_threads();
    }
    CHECK(threads >= 1 && threads <= 5, "%d threads", threads);
    for (int i = 0; i < 64; i++)
        CHECK_INT(seen[i], i < threads, "thread %d", i);
    return check_end();
}
