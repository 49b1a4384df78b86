// ROW: omp_get_teams_thread_limit
// SPEC: 5.1 18.4.6
/* In a region: 0 where nothing bounds threads, else a bound. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int limit = -1, counted = 0;
#pragma omp target teams num_teams(1) map(tofrom : limit, counted)
    {
        limit = omp_get_teams_thread_limit();
#pragma omp parallel
        {
#pragma omp atomic
            counted++;
        }
    }
    CHECK(limit >= 0, "omp_get_teams_thread_limit: %d", limit);
    CHECK(limit == 0 || counted <= limit, "%d threads of %d", counted, limit);
    return check_end();
}
