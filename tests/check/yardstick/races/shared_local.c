/* A variable of the region's sequential part, whose address the threads get.
   fault 1 races sum: they add by it without atomic
   clean: status 0 */
#include "fault.h"

#pragma omp begin declare target
static void add(int *sum, int x)
{
#if FAULT != 1
#pragma omp atomic
#endif
    *sum += x; /* HERE 1 */
}
#pragma omp end declare target

int main(void)
{
    enum { TEAMS = 2, N = 100 };
    int out[TEAMS] = {0};
#pragma omp target teams distribute num_teams(TEAMS) map(tofrom: out)
    for (int t = 0; t < TEAMS; t++) {
        int sum = 0;
#pragma omp parallel for num_threads(32)
        for (int i = 0; i < N; i++)
            add(&sum, i); /* ALSO 1 */
        out[t] = sum;
    }
    for (int t = 0; t < TEAMS; t++)
        MUST(out[t] == N * (N - 1) / 2);
    return DONE;
}
