// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_emulated32 %t >%T/32 && for s in 1 2 3 4; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t | cmp - %T/32 || exit 1; done
// RUN: %run_emulated64 %t >%T/64 && for s in 5 6; do GANTRY_EMULATED_SEED=$s %run_emulated64 %t | cmp - %T/64 || exit 1; done
/* Sums of reals have the same bits whatever the order in which lanes, threads and teams come: prints them. Loops with a
 * dynamic schedule give other iterations to other threads, and are not meant. */
#include "check.h"

static void print(const char *what, const double *x, int n)
{
    for (int i = 0; i < n; i++)
        printf("%s[%d] = %a\n", what, i, x[i]);
}

struct mean {
    double sum, weight;
};
#pragma omp declare reduction(join : struct mean : omp_out.sum += omp_in.sum, omp_out.weight += omp_in.weight)

int main(int argc, char **argv)
{
    enum { N = 3001 };
    static double a[N];
    double sum = 0, teams = 0, lanes = 0, small[5] = {0}, *p = check_alloc(400 * sizeof *p);
    struct mean m = {0, 0};
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        a[i] = (i % 3 ? 1.0 : -1e3) / (1 + i);
#pragma omp target teams distribute parallel for map(to: a) num_teams(5) reduction(+: sum, small) reduction(join: m)
    for (int i = 0; i < N; i++) {
        sum += a[i];
        small[i % 5] += a[i];
        m.sum += a[i] * i;
        m.weight += 0.1 * i;
    }
#pragma omp target teams distribute parallel for map(to: a) num_teams(5) reduction(+: p[0:400])
    for (int i = 0; i < N; i++)
        p[i % 400] += a[i];
#pragma omp target teams map(to: a) map(tofrom: teams) num_teams(5) reduction(+: teams)
    {
        teams += 0.1 * omp_get_team_num();
#pragma omp distribute parallel for reduction(+: teams)
        for (int i = 0; i < N; i++)
            teams += a[i];
    }
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: lanes) num_teams(3) reduction(+: lanes)
    for (int h = 0; h < N; h += 100) {
        double mine = 0;
#pragma omp simd reduction(+: mine)
        for (int i = h; i < (h + 100 < N ? h + 100 : N); i++)
            mine += a[i];
        lanes += mine;
    }
    print("sum", &sum, 1);
    print("small", small, 5);
    print("mean", &m.sum, 2);
    print("large", p, 400);
    print("teams", &teams, 1);
    print("lanes", &lanes, 1);
    free(p);
    return check_failed != 0;
}
