/* shared_by_team.h: the threads of a team share what one of them allocates with ALLOCATOR; more than fits on chip works too. */

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, n = 0;
#pragma omp target teams num_teams(3) thread_limit(16) uses_allocators(ALLOCATOR) map(tofrom : wrong, n)
    {
        int *shared = NULL, bad = 0;
        for (int size = 13; size <= 13000; size *= 10) {
#pragma omp parallel num_threads(9) shared(shared) reduction(+ : bad)
            {
#pragma omp single
                shared = omp_alloc((size_t)size * sizeof *shared, ALLOCATOR);
                if (shared) {
#pragma omp for
                    for (int i = 0; i < size; i++)
                        shared[i] = size - i;
#pragma omp for
                    for (int i = 0; i < size; i++)
                        bad += shared[size - 1 - i] != i + 1;
                } else {
                    bad++;
                }
#pragma omp barrier
#pragma omp single
                omp_free(shared, ALLOCATOR);
            }
        }
#pragma omp atomic
        wrong += bad;
#pragma omp atomic
        n++;
    }
    CHECK(n > 0, "no team ran");
    CHECK_INT(wrong, 0, "wrong elements");
    return check_end();
}
