/* Regions that tuning must treat with care: one asks for thread numbers, one never runs, one has no reference. */
#include <omp.h>
#include <stdio.h>

static void fill(int n, int *a)
{
#pragma omp target teams distribute parallel for map(from : a[0 : n])
    for (int i = 0; i < n; i++)
        a[i] = i ^ 1;
}

static int teams_of(void)
{
    int teams = 0;
#pragma omp target teams map(tofrom : teams)
    if (omp_get_team_num() == 0)
        teams = omp_get_num_teams();
    return teams;
}

static void never(int n, int *a)
{
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
    for (int i = 0; i < n; i++)
        a[i]++;
}

int main(int argc, char **argv)
{
    int a[500];
    (void)argv;
    fill(500, a);
    if (argc > 5)
        never(500, a);
    printf("%d %d\n", a[4], teams_of() > 0);
    return argc == 2;
}
