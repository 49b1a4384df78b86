// RUN: %gantry cc -w %O --offload-arch=emulated %s -o %t && %run_host %t && OMP_NUM_THREADS=1 %run_host %t && %run_emulated32 %t
/* A teams region that counts on its numbers of teams and threads, and calls a function whose `distribute` binds to it: on
 * the initial device its teams are those of the host's library, which that construct asks. */
#include <omp.h>
#include <stdio.h>

enum { N = 100 };

static void share(int *a, int n)
{
#pragma omp distribute
    for (int i = 0; i < n; i++)
        a[i] += i;
}

int main(void)
{
    int a[N] = {0}, first[8] = {0}, bad = 0, n = 0;
#pragma omp target teams num_teams(8) thread_limit(4) map(tofrom : a, first)
    {
        share(a, N);
#pragma omp parallel num_threads(4)
        if (omp_get_thread_num() == 0)
            first[omp_get_team_num()] = 1;
    }
    for (int i = 0; i < N; i++)
        bad += a[i] != i;
    for (int i = 0; i < 8; i++)
        n += first[i];
    if (bad || n != 8)
        printf("%d wrong, %d teams\n", bad, n);
    return bad || n != 8;
}
