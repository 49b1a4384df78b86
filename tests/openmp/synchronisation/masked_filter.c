// ROW: masked filter()
// SPEC: 5.1 10.5
#include "check.h"

int main(int argc, char **argv)
{
    int who = -1, count = 0, primary = -1, none = 0, n = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: who, count, primary, none, n)
#pragma omp parallel num_threads(5)
    {
#pragma omp single
        n = omp_get_num_threads();
        int chosen = n - 1;
#pragma omp masked filter(chosen)
        {
            who = omp_get_thread_num();
#pragma omp atomic
            count++;
        }
#pragma omp masked
        primary = omp_get_thread_num();
#pragma omp masked filter(n + 3)
        none = 1;
    }
    CHECK_INT(who, n - 1, "the thread of the filter");
    CHECK_INT(count, 1, "once");
    CHECK_INT(primary, 0, "without filter");
    CHECK_INT(none, 0, "no such thread");
    return check_end();
}
