// ROW: sections nowait
// SPEC: 1.0 15.6
// MAY: one thread can be all there is
/* A thread without a section passes the construct while another is still in one, and tells it so. */
#include "check.h"

int main(int argc, char **argv)
{
    int passed = 0, seen = 0, threads = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: passed, seen, threads)
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp sections nowait
        {
#pragma omp section
            if (threads == 2)
                while (!seen) {
#pragma omp atomic read
                    seen = passed;
                }
        }
        int done;
#pragma omp atomic capture
        done = passed++;
        (void)done;
    }
    CHECK_INT(passed, threads, "all threads");
    if (threads == 2)
        CHECK_INT(seen, 1, "passed before the section had ended");
    else
        check_no_effect("one thread");
    return check_end();
}
