// ROW: omp_set_schedule, followed by schedule(runtime)
// SPEC: 4.5 18.2.11
/* static with a chunk fixes who runs which iteration; dynamic and guided run each once. */
#include "check.h"

int main(int argc, char **argv)
{
    int who[101], threads = 0, ran[3][101];
    check_begin(argc, argv);
    memset(ran, 0, sizeof ran);
#pragma omp target map(from : who) map(tofrom : threads, ran)
    {
        omp_set_schedule(omp_sched_static, 3);
#pragma omp parallel num_threads(5)
        {
#pragma omp single
            threads = omp_get_num_threads();
#pragma omp for schedule(runtime)
            for (int i = 0; i < 101; i++)
                who[i] = omp_get_thread_num();
        }
        for (int k = 0; k < 3; k++) {
            omp_set_schedule(k == 0 ? omp_sched_dynamic : k == 1 ? omp_sched_guided : omp_sched_auto, k == 2 ? 0 : 4);
#pragma omp parallel for num_threads(5) schedule(runtime)
            for (int i = 0; i < 101; i++)
                ran[k][i]++;
        }
    }
    for (int i = 0; i < 101; i++)
        CHECK_INT(who[i], i / 3 % (threads ? threads : 1), "thread of iteration %d", i);
    for (int i = 0; i < 3 * 101; i++)
        CHECK_INT(ran[i / 101][i % 101], 1, "iteration %d of kind %d", i % 101, i / 101);
    return check_end();
}
