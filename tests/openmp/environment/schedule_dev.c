// ROW: OMP_SCHEDULE_DEV
// SPEC: 5.1 21.2.1
// ENV: OMP_SCHEDULE_DEV=dynamic,7
/* What omp_get_schedule says in a region, and what schedule(runtime) follows. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    omp_sched_t kind = 0;
    int chunk = -1, ran[100];
    memset(ran, 0, sizeof ran);
#pragma omp target map(from : kind, chunk)
    omp_get_schedule(&kind, &chunk);
#pragma omp target parallel for schedule(runtime) map(tofrom : ran)
    for (int i = 0; i < 100; i++)
        ran[i]++;
    if (check_device) {
        CHECK_INT(kind & 0x7fffffff, omp_sched_dynamic, "kind");
        CHECK_INT(chunk, 7, "chunk");
    }
    for (int i = 0; i < 100; i++)
        CHECK_INT(ran[i], 1, "iteration %d", i);
    return check_end();
}
