// ROW: parallel in declare target functions of another file
// SPEC: 4.5 10.1
// FILES: Inputs/parallel_other.c
/* Called by a team's initial thread, by each of several teams, and by a thread of a parallel region (nested: one thread). */
#include "check.h"

#pragma omp declare target
long sum_squares(int n);
int fill(int *a, int n, int from);
#pragma omp end declare target
enum { N = 333, TEAMS = 5, THREADS = 7 };

int main(int argc, char **argv)
{
    int a[TEAMS][N], used[TEAMS], nested[THREADS];
    long sum = 0;
    check_begin(argc, argv);
#pragma omp target map(from: sum)
    sum = sum_squares(N);
    CHECK_INT(sum, (long)N * (N - 1) * (2 * N - 1) / 6, "one team");
#pragma omp target teams distribute num_teams(TEAMS) map(from: a, used)
    for (int t = 0; t < TEAMS; t++)
        used[t] = fill(a[t], N, 1000 * t);
    for (int t = 0; t < TEAMS; t++) {
        CHECK(used[t] >= 1, "threads of team %d", t);
        for (int i = 0; i < N; i++)
            CHECK_INT(a[t][i], 1000 * t + i, "team %d, a[%d]", t, i);
    }
#pragma omp target parallel for num_threads(THREADS) map(from: nested, a)
    for (int i = 0; i < THREADS; i++)
        nested[i] = i < TEAMS ? fill(a[i], N, -1000 * i) : (int)sum_squares(i);
    for (int i = 0; i < THREADS; i++) {
        if (i >= TEAMS)
            CHECK_INT(nested[i], (i - 1) * i * (2 * i - 1) / 6, "nested sum %d", i);
        for (int k = 0; i < TEAMS && k < N; k++)
            CHECK_INT(a[i][k], -1000 * i + k, "nested, a[%d][%d]", i, k);
    }
    return check_end();
}
