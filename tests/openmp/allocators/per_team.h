/* per_team.h: memory of ALLOCATOR in the teams of a region, written and read by the threads of each. */

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, n = 0;
#pragma omp target teams num_teams(3) thread_limit(8) uses_allocators(ALLOCATOR) map(tofrom : wrong, n)
    {
        int *p = omp_alloc(37 * sizeof *p, ALLOCATOR), bad = p == NULL;
        if (p) {
#pragma omp parallel for
            for (int i = 0; i < 37; i++)
                p[i] = i * 3 + omp_get_team_num();
#pragma omp parallel for reduction(+ : bad)
            for (int i = 0; i < 37; i++)
                bad += p[36 - i] != (36 - i) * 3 + omp_get_team_num();
        }
        omp_free(p, ALLOCATOR);
#pragma omp atomic
        wrong += bad;
#pragma omp atomic
        n++;
    }
    CHECK(n > 0, "no team ran");
    CHECK_INT(wrong, 0, "wrong elements");
    return check_end();
}
