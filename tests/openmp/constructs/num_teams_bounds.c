// ROW: teams num_teams(lower: upper)
// SPEC: 5.1 10.2
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int low = 1; low <= 9; low += 4) {
        int teams = 0;
#pragma omp target teams num_teams(low : low + 5) map(tofrom: teams)
#pragma omp atomic
        teams++;
        CHECK(teams >= low && teams <= low + 5, "%d teams for num_teams(%d: %d)", teams, low, low + 5);
        teams = 0;
#pragma omp target map(tofrom: teams)
#pragma omp teams num_teams(low : low)
#pragma omp atomic
        teams++;
        CHECK_INT(teams, low, "num_teams(%d: %d)", low, low);
    }
    return check_end();
}
