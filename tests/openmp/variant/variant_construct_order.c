// ROW: declare variant match(construct={target, teams, parallel})
// SPEC: 5.0 7.5
/* Several constructs, in their order; of two variants the one with more of them. */
#include "check.h"

int teams(int x) { return x + 100; }
int all(int x) { return x + 200; }
#pragma omp declare variant(teams) match(construct={target, teams})
#pragma omp declare variant(all) match(construct={target, teams, parallel})
int base(int x) { return x; }

int main(int argc, char **argv)
{
    int v[4] = {-1, -1, -1, -1}, on_host = -1;
    check_begin(argc, argv);
#pragma omp target teams num_teams(1) map(from: v)
    {
        v[0] = base(7);
#pragma omp parallel num_threads(1)
        v[1] = base(8);
    }
    CHECK_INT(v[0], 107, "in teams");
    CHECK_INT(v[1], 208, "in parallel");
#pragma omp target parallel num_threads(1) map(tofrom: v)
    v[2] = base(9);
    CHECK_INT(v[2], 9, "without teams");
    (void)on_host;
    return check_end();
}
