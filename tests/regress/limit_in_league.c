// RUN: %gantry cc %O --offload-arch=emulated %s -o %t
// RUN: %run_host %t && %run_emulated32 %t
/* Teams whose numbers the program depends on run one after the other in place. No parallel region in them has more
 * threads than thread_limit says, be it on the target construct or on the teams construct, whatever num_threads asks
 * for. */
#include <omp.h>
#include <stdio.h>

static int wrong;
#define REGION(LIMIT, TARGET, TEAMS, PARALLEL)                                                                         \
    {                                                                                                                  \
        int met[64] = {0}, most = 0;                                                                                   \
        _Pragma(TARGET) _Pragma(TEAMS) _Pragma(PARALLEL)                                                               \
        {                                                                                                              \
            int threads = omp_get_num_threads();                                                                       \
            _Pragma("omp critical") most = threads > most ? threads : most;                                            \
            met[omp_get_team_num() * 8 + omp_get_thread_num()] = 1;                                                    \
        }                                                                                                              \
        if (most > LIMIT || !met[0] || !met[8]) {                                                                      \
            printf("%s / %s / %s: %d threads\n", TARGET, TEAMS, PARALLEL, most);                                       \
            wrong = 1;                                                                                                 \
        }                                                                                                              \
    }

int main(void)
{
    REGION(2, "omp target thread_limit(2) map(tofrom: met, most)", "omp teams num_teams(2)", "omp parallel num_threads(8)")
    REGION(2, "omp target map(tofrom: met, most)", "omp teams num_teams(2) thread_limit(2)", "omp parallel num_threads(8)")
    REGION(3, "omp target thread_limit(2) map(tofrom: met, most)", "omp teams num_teams(2) thread_limit(3)", "omp parallel num_threads(8)")
    REGION(2, "omp target thread_limit(2) map(tofrom: met, most)", "omp teams num_teams(2)", "omp parallel")
    int threads = 0;
#pragma omp parallel num_threads(4)
#pragma omp critical
    threads = omp_get_num_threads();
    if (threads > 4 || (threads < 4 && !omp_get_dynamic() && omp_get_thread_limit() >= 4)) {
        printf("after the regions: %d threads\n", threads);
        wrong = 1;
    }
    return wrong;
}
