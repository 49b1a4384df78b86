// ROW: task private()
// SPEC: 3.0 5.4.3
/* A task's own variable. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int x = 5, got[9] = {0};
#pragma omp target parallel num_threads(3) map(tofrom: x, got)
#pragma omp single
    for (int i = 0; i < 9; i++) {
#pragma omp task private(x)
        {
            x = i * i;
            got[i] = x;
        }
    }
    CHECK_INT(x, 5, "the original");
    for (int i = 0; i < 9; i++)
        CHECK_INT(got[i], i * i, "task %d", i);
    return check_end();
}
