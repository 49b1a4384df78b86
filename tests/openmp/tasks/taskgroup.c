// ROW: taskgroup
// SPEC: 4.0 15.4
/* Waits for the tasks and those that they made. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int got = 0;
#pragma omp target parallel num_threads(4) map(tofrom: got)
#pragma omp single
    {
        int x = 0, y = 0;
#pragma omp taskgroup
        {
#pragma omp task shared(x, y)
            {
                x = 1;
#pragma omp task shared(y)
                y = 2;
            }
        }
        got = 10 * x + y;
    }
    CHECK_INT(got, 12, "what the tasks left");
    return check_end();
}
