/* declared_in_teams.h: an array of ALLOCATOR declared in a teams region: one per team, which its threads share. */

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, n = 0;
#pragma omp target teams num_teams(5) thread_limit(16) uses_allocators(ALLOCATOR) map(tofrom : wrong, n)
    {
        int tile[33], bad = 0;
#pragma omp allocate(tile) allocator(ALLOCATOR)
#pragma omp parallel for
        for (int i = 0; i < 33; i++)
            tile[i] = i + 1000 * omp_get_team_num();
#pragma omp parallel for reduction(+ : bad)
        for (int i = 0; i < 33; i++)
            bad += tile[32 - i] != 32 - i + 1000 * omp_get_team_num();
#pragma omp atomic
        wrong += bad;
#pragma omp atomic
        n++;
    }
    CHECK(n > 0, "no team ran");
    CHECK_INT(wrong, 0, "wrong elements");
    return check_end();
}
