// ROW: omp_get_level (in teams)
// SPEC: 4.5 18.2.17
/* A teams region is no parallel region. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int wrong = 0;
#pragma omp target teams num_teams(3) map(tofrom : wrong)
    {
        int bad = omp_get_level() != 0 || omp_get_active_level() != 0;
#pragma omp atomic
        wrong += bad;
    }
    CHECK_INT(wrong, 0, "teams with another level");
    return check_end();
}
