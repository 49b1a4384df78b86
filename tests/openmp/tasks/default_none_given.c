// ROW: task without clauses: data-sharing attributes
// SPEC: 3.0 5.1.1
/* What the team shares is shared, what is private around the task is firstprivate: arrays and structures too. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct point {
        int x, y[3];
    };
    int team = 0, wrong = 0;
    static int everybody;
    everybody = 0;
#pragma omp target parallel num_threads(4) map(tofrom: team, wrong, everybody)
    {
        int own = 3, array[5] = {1, 2, 3, 4, 5};
        struct point p = {1, {2, 3, 4}};
#pragma omp task
        {
#pragma omp atomic
            team++;
#pragma omp atomic
            everybody++;
            own = array[4] = p.x = p.y[2] = -1;
        }
#pragma omp taskwait
        if (own != 3 || array[4] != 5 || p.x != 1 || p.y[2] != 4) {
#pragma omp atomic
            wrong++;
        }
#pragma omp task shared(own)
        {
#pragma omp task
            own = 77;
#pragma omp taskwait
            own += 1;
        }
#pragma omp taskwait
        if (own != 4) {
#pragma omp atomic
            wrong++;
        }
    }
    CHECK(team >= 1 && team <= 4, "%d tasks", team);
    CHECK_INT(everybody, team, "static");
    CHECK_INT(wrong, 0, "threads whose own variables changed");
    return check_end();
}
