// ROW: for nowait
// SPEC: 1.0 15.6
// MAY: one thread can be all there is
/* Threads pass its end while another is still inside. */
#include "check.h"

int main(int argc, char **argv)
{
    int passed = 0, seen = 0, threads = 0, a[40] = {0};
    check_begin(argc, argv);
#pragma omp target map(tofrom: passed, seen, threads, a)
#pragma omp parallel num_threads(4)
    {
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp for schedule(static, 1) nowait
        for (int i = 0; i < threads; i++) {
            a[i]++;
            while (i == 0 && seen < threads - 1) {
#pragma omp atomic read
                seen = passed;
            }
        }
#pragma omp atomic
        passed++;
    }
    CHECK_INT(passed, threads, "all threads");
    for (int i = 0; i < 40; i++)
        CHECK_INT(a[i], i < threads, "a[%d]", i);
    if (threads > 1)
        CHECK_INT(seen, threads - 1, "passed before");
    else
        check_no_effect("one thread");
    return check_end();
}
