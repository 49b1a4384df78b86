// ROW: task default(shared)
// SPEC: 3.0 5.4.1
/* The thread's own variables are the task's too. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0;
#pragma omp target parallel num_threads(4) map(tofrom: wrong)
    {
        int x = 1;
#pragma omp task default(shared)
        x += 2;
#pragma omp taskwait
        if (x != 3) {
#pragma omp atomic
            wrong++;
        }
    }
    CHECK_INT(wrong, 0, "threads whose variable did not change");
    return check_end();
}
