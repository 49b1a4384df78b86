// ROW: teams num_teams(n), of more teams than any device runs at once
// SPEC: 5.1 10.2
/* Each team counts itself, has copies of its own and a number of its own; `distribute` inside is shared by all. */
#include "check.h"

enum { TEAMS = 100000, N = 1000 };
static unsigned char seen[TEAMS];
static int owner[N];

static void count(int n)
{
    int teams = 0, wrong = 0, first = 7;
    long sum = 0;
    for (int k = 0; k < n; k++)
        seen[k] = 0;
#pragma omp target teams num_teams(n) map(tofrom: teams, wrong, seen) firstprivate(first) reduction(+: sum)
    {
        int me = omp_get_team_num();
        if (omp_get_num_teams() != n || first != 7 || sum != 0 || me < 0 || me >= n || seen[me]) {
#pragma omp atomic write
            wrong = 1;
        } else {
            seen[me] = 1;
        }
        first += me;
        sum += me;
#pragma omp atomic
        teams++;
    }
    CHECK_INT(teams, n, "num_teams(%d)", n);
    CHECK_INT(wrong, 0, "teams of num_teams(%d)", n);
    CHECK_INT(sum, (long)n * (n - 1) / 2, "sum of the numbers of %d teams", n);
    for (int k = 0; k < n; k++)
        CHECK_INT(seen[k], 1, "team %d of %d", k, n);
}

/* chunks go round by the teams' numbers, in every form of distribute */
static void share(int n)
{
    int twice = 0, before = 0;
#pragma omp target map(tofrom: before, twice) map(from: owner)
#pragma omp teams num_teams(n)
    {
#pragma omp atomic
        before++;
#pragma omp distribute dist_schedule(static, 3)
        for (int i = 0; i < N; i++)
            owner[i] = omp_get_team_num();
#pragma omp distribute parallel for dist_schedule(static, 3)
        for (int i = 0; i < N; i++)
            if (owner[i] != omp_get_team_num() || owner[i] != i / 3 % n) {
#pragma omp atomic
                twice++;
            }
#pragma omp distribute simd dist_schedule(static, 3)
        for (int i = 0; i < N; i++)
            owner[i]++;
#pragma omp distribute dist_schedule(static, 3)
        for (int i = 0; i < N; i++) {
            int own = 0, me = omp_get_team_num();
#pragma omp simd reduction(+: own)
            for (int j = 0; j < 4; j++)
                own += j;
#pragma omp parallel for reduction(+: own)
            for (int j = 0; j < 4; j++)
                own += omp_get_team_num() - me + j;
            owner[i] += own;
        }
    }
    CHECK_INT(before, n, "num_teams(%d) around distribute", n);
    CHECK_INT(twice, 0, "iterations of another team of %d", n);
    for (int i = 0; i < N; i++)
        CHECK_INT(owner[i], i / 3 % n + 13, "iteration %d, %d teams", i, n);
}

static void combined(int n)
{
    int x = -1, sum = 0;
#pragma omp target teams distribute num_teams(n) dist_schedule(static, 1) map(from: owner) map(tofrom: sum, x) \
    reduction(+: sum) lastprivate(x)
    for (int i = 0; i < N; i++) {
        owner[i] = omp_get_num_teams();
        sum += i;
        x = i;
    }
    CHECK_INT(sum, N * (N - 1) / 2, "sum, %d teams", n);
    CHECK_INT(x, N - 1, "last of %d teams", n);
    for (int i = 0; i < N; i++)
        CHECK_INT(owner[i], n, "teams of iteration %d", i);
#pragma omp target teams distribute parallel for num_teams(n) dist_schedule(static, 7) map(from: owner)
    for (int i = 0; i < N; i++)
        owner[i] = omp_get_team_num();
    for (int i = 0; i < N; i++)
        CHECK_INT(owner[i], i / 7 % n, "combined, iteration %d, %d teams", i, n);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    count(1);
    count(300);
    count(TEAMS);
    share(5);
    share(250);
    share(3000);
    combined(6);
    combined(2000);
    return check_end();
}
