// ROW: task in teams
// SPEC: 4.0 12.5
/* Tasks of each team's threads, and of its initial thread in a distributed loop. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[40] = {0}, b[40] = {0};
#pragma omp target teams distribute num_teams(5) map(tofrom: a, b)
    for (int i = 0; i < 40; i++) {
        int k = 3 * i;
#pragma omp task
        {
            b[i] = k + 1;
            k = 0;
        }
#pragma omp taskwait
#pragma omp parallel num_threads(3)
#pragma omp single
#pragma omp task
        a[i] = k + 2;
    }
    for (int i = 0; i < 40; i++) {
        CHECK_INT(b[i], 3 * i + 1, "b[%d]", i);
        CHECK_INT(a[i], 3 * i + 2, "a[%d]", i);
    }
    return check_end();
}
