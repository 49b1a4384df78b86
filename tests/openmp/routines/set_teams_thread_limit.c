// ROW: omp_set_teams_thread_limit, omp_get_teams_thread_limit
// SPEC: 5.1 18.4.5
// DEVICES: host
/* Of the host: no contention group of a teams region has more threads. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int threads = 0;
    omp_set_teams_thread_limit(1);
    CHECK_INT(omp_get_teams_thread_limit(), 1, "omp_get_teams_thread_limit");
#pragma omp teams num_teams(1) reduction(+ : threads)
    {
#pragma omp parallel num_threads(4) reduction(+ : threads)
        threads++;
    }
    CHECK_INT(threads, 1, "threads");
    return check_end();
}
