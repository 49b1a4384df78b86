// ROW: taskloop if(), final(), priority(), untied, mergeable, allocate()
// SPEC: 4.5 12.6
/* What is said to the scheduler changes no result. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[37] = {0}, final = 0;
#pragma omp target parallel num_threads(4) map(tofrom: a, final)
#pragma omp single
    {
        int by = 3;
#pragma omp taskloop if(taskloop: by > 4) final(by > 2) priority(by) untied mergeable firstprivate(by) \
    allocate(omp_default_mem_alloc: by)
        for (int i = 0; i < 37; i++) {
            a[i] = by * i;
#pragma omp atomic
            final += omp_in_final() != 0;
        }
    }
    CHECK_INT(final, 37, "iterations in final tasks");
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], 3 * i, "a[%d]", i);
    return check_end();
}
