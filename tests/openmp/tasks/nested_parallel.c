// ROW: parallel in a task
// SPEC: 3.0 12.5
/* Threads of a region that a task opens share the task's copies. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, got = 0;
#pragma omp target map(tofrom: wrong, got)
    {
        int x = 1, shared_by = 0;
#pragma omp task shared(shared_by)
        {
            x = 2;
#pragma omp parallel num_threads(3) shared(x, shared_by)
            {
#pragma omp atomic
                shared_by += x;
#pragma omp barrier
#pragma omp single
                x = 5;
            }
            wrong += x != 5;
        }
#pragma omp taskwait
        wrong += x != 1;
        got = shared_by;
    }
    CHECK_INT(wrong, 0, "variables");
    CHECK(got == 2 || got == 4 || got == 6, "%d: twice the threads", got);
    return check_end();
}
