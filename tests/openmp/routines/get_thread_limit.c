// ROW: omp_get_thread_limit
// SPEC: 4.5 18.2.13
/* No parallel region has more threads; a thread_limit clause bounds it. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int limit = -1, counted = 0;
#pragma omp target teams num_teams(1) thread_limit(5) map(tofrom : limit, counted)
    {
        limit = omp_get_thread_limit();
#pragma omp parallel num_threads(50)
        {
#pragma omp atomic
            counted++;
        }
    }
    CHECK(limit >= 1 && limit <= 5, "omp_get_thread_limit: %d", limit);
    CHECK(counted >= 1 && counted <= limit, "%d threads of %d", counted, limit);
    return check_end();
}
