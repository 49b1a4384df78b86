// ROW: C: compound literals
// SPEC: 4.0 1.7
/* Objects without a name: as values, by address, arrays, and of a team whose threads read them. */
#include "check.h"

struct point {
    int x, y;
};
static int manhattan(const struct point *p) { return abs(p->x) + abs(p->y); }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[40], team = 0;
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 40; i++) {
        struct point p = (struct point){.y = i};
        r[i] = manhattan(&(struct point){i, -3}) + ((int[]){1, 2, 3})[i % 3] + p.x + p.y;
    }
    for (int i = 0; i < 40; i++)
        CHECK_INT(r[i], i + 3 + i % 3 + 1 + i, "iteration %d", i);
#pragma omp target map(tofrom: team)
    {
        const int *v = (int[]){10, 20, 30, 40};
#pragma omp parallel for reduction(+: team)
        for (int i = 0; i < 4; i++)
            team += v[i];
    }
    CHECK_INT(team, 100, "by the threads of a team");
    return check_end();
}
