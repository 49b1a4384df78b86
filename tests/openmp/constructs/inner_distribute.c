// ROW: distribute, in target teams
// SPEC: 4.0 17.3
/* Each iteration once, by a team there is; the last value comes out right. */
#include "check.h"
#include "nest.h"

int main(int argc, char **argv)
{
    static int count[N], square[ROWS][COLUMNS], where[N];
    int units = 0;
    long last = -1;
    check_begin(argc, argv);
#pragma omp target teams map(tofrom: count, where, units)
#pragma omp distribute
    COUNT_AT(omp_get_team_num(), omp_get_num_teams())
#pragma omp target teams map(tofrom: square, last)
#pragma omp distribute collapse(2) lastprivate(last)
    MULTIPLY(last = i * COLUMNS + j;)
    check_nest(count, square);
    check_places(where, units);
    CHECK_INT(last, LAST, "last");
    return check_end();
}
