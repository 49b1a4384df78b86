// ROW: target with metadirective when(device={arch(nvptx64)}: teams)
// SPEC: 5.0 7.4
/* Nothing stands between target and the teams that is chosen. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[37], teams = 0, on_host = 1;
    check_begin(argc, argv);
#pragma omp target map(from: a, on_host, teams)
#pragma omp metadirective when(device={arch(nvptx64)}: teams num_teams(3)) \
    when(device={kind(nohost)}: teams num_teams(4)) default(parallel num_threads(2))
    {
        if (omp_get_team_num() == 0 && omp_get_thread_num() == 0) {
            on_host = omp_is_initial_device();
            teams = omp_get_num_teams();
        }
    }
    if (on_host)
        CHECK_INT(teams, 1, "one team on the host");
    else
        CHECK(teams == 3 || teams == 4, "%d teams on a device", teams);
#pragma omp target map(from: a)
#pragma omp metadirective when(device={arch(nvptx64)}: teams loop) default(parallel loop)
    for (int i = 0; i < 37; i++)
        a[i] = 3 * i;
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], 3 * i, "a[%d]", i);
    return check_end();
}
