// ROW: parallel, teams: default(shared)
// SPEC: 4.0 5.4.1
#include "check.h"

int main(int argc, char **argv)
{
    int sum = 0, many = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: sum, many)
    {
        int local = 3;
#pragma omp parallel default(shared) num_threads(4)
        {
#pragma omp atomic
            local += 2;
#pragma omp atomic
            many++;
        }
        sum = local;
    }
    CHECK_INT(sum, 3 + 2 * many, "one variable for all threads");
#pragma omp target teams default(shared) map(tofrom: sum) num_teams(3)
#pragma omp atomic
    sum++;
    CHECK(sum >= 4 + 2 * many && sum <= 6 + 2 * many, "one variable for all teams");
    return check_end();
}
