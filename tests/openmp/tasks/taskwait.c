// ROW: taskwait
// SPEC: 3.0 15.5
/* After it the thread's tasks are done. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0;
#pragma omp target parallel num_threads(4) map(tofrom: wrong)
    {
        int x = 0;
        for (int i = 1; i <= 9; i++) {
#pragma omp task shared(x)
            x += i;
#pragma omp taskwait
            if (x != i * (i + 1) / 2) {
#pragma omp atomic
                wrong++;
            }
        }
    }
    CHECK_INT(wrong, 0, "values that came too late");
    return check_end();
}
