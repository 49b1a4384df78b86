// ROW: sections, orphaned in a device function
// SPEC: 1.0 11.3
#include "check.h"

static int total(int *each, int base)
{
    int sum = 0;
#pragma omp sections
    {
#pragma omp section
        each[0] += base + 1;
#pragma omp section
        each[1] += base + 2;
#pragma omp section
        each[2] += base + 3;
    }
    for (int i = 0; i < 3; i++)
        sum += each[i];
    return sum;
}

int main(int argc, char **argv)
{
    int in_team[3] = {0}, alone[3] = {0}, wrong = 0, outside = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: in_team, alone, wrong, outside)
    {
        outside = total(alone, 100);
#pragma omp parallel num_threads(4)
        {
            int sum = total(in_team, 10);
            if (sum != 36) {
#pragma omp atomic
                wrong++;
            }
        }
    }
    CHECK_INT(wrong, 0, "each thread sees all sections");
    CHECK_INT(in_team[0] + in_team[1] + in_team[2], 36, "by a team");
    CHECK_INT(outside, 306, "by one thread");
    return check_end();
}
