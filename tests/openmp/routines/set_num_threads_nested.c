// ROW: omp_set_num_threads (by a thread of a parallel region)
// SPEC: 4.5 18.2.1
/* Each implicit task has variables of its own; they end with the region. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int wrong = 0, after = -1;
#pragma omp target map(tofrom : wrong, after)
    {
        omp_set_num_threads(4);
#pragma omp parallel num_threads(3)
        {
            omp_set_num_threads(5 + omp_get_thread_num());
#pragma omp barrier
            if (omp_get_max_threads() != 5 + omp_get_thread_num()) {
#pragma omp atomic
                wrong++;
            }
        }
        after = omp_get_max_threads();
    }
    CHECK_INT(wrong, 0, "threads that have another's value");
    CHECK_INT(after, 4, "after the region");
    return check_end();
}
