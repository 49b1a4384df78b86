// ROW: omp_get_max_task_priority
// SPEC: 4.5 18.5.1
/* OMP_MAX_TASK_PRIORITY is not set. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int inside = -1;
#pragma omp target map(from : inside)
    inside = omp_get_max_task_priority();
    CHECK_INT(inside, 0, "in a region");
    CHECK_INT(omp_get_max_task_priority(), 0, "outside");
    return check_end();
}
