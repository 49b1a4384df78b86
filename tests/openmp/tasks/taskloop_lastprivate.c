// ROW: taskloop lastprivate()
// SPEC: 4.5 5.4.5
/* The last iteration's values, and the loop variable's after the last. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int x = -1, both = 100, end = 0;
#pragma omp target parallel num_threads(4) map(tofrom: x, both, end)
#pragma omp single
    {
        int i, last = -1;
#pragma omp taskloop lastprivate(last, i) firstprivate(both) lastprivate(both) num_tasks(6)
        for (i = 0; i < 37; i++) {
            last = 2 * i;
            both = i == 36 ? 36 : both;
        }
        x = last;
        end = i;
    }
    CHECK_INT(x, 72, "last");
    CHECK_INT(both, 36, "firstprivate and lastprivate");
    CHECK_INT(end, 37, "the loop variable");
    return check_end();
}
