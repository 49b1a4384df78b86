// ROW: omp_in_explicit_task
// SPEC: 5.1 18.5.2
/* Initial and implicit tasks are not explicit. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int wrong = 0;
#pragma omp target map(tofrom : wrong)
    {
        wrong += omp_in_explicit_task() != 0;
#pragma omp parallel num_threads(3) reduction(+ : wrong)
        wrong += omp_in_explicit_task() != 0;
    }
    CHECK_INT(wrong, 0, "tasks that say they are explicit");
    return check_end();
}
