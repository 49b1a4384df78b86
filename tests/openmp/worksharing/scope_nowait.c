// ROW: scope nowait
// SPEC: 5.1 15.6
// MAY: one thread can be all there is
#include "check.h"

int main(int argc, char **argv)
{
    int passed = 0, seen = 0, threads = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: passed, seen, threads)
#pragma omp parallel num_threads(3)
    {
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp scope nowait
        {
            if (omp_get_thread_num() == 0)
                while (seen < threads - 1) {
#pragma omp atomic read
                    seen = passed;
                }
        }
#pragma omp atomic
        passed++;
    }
    CHECK_INT(passed, threads, "all threads");
    if (threads > 1)
        CHECK_INT(seen, threads - 1, "passed before");
    else
        check_no_effect("one thread");
    return check_end();
}
