// The answer does not depend on how many calls stand between a region and the routine that it asks: the region depends on
// its numbers of teams and threads, also in place.
// RUN: for n in 1 11 21 100 500; do awk -v n=$n 'BEGIN { for (i = 1; i < n; i++) printf "static int f%%d(void) { return f%%d(); }\n", i, i - 1; printf "#define LAST f%%d\n", n - 1 }' > chain.h; %gantry cc %O --offload-arch=emulated -I. %s -o %t || exit 1; %run_host %t || exit 1; %run_emulated32 %t || exit 1; done
#include <omp.h>
#include <stdio.h>

static int f0(void) { return omp_get_thread_num(); }
#include "chain.h"

enum { TEAMS = 32, THREADS = 64, N = TEAMS * THREADS };

int main(void)
{
    static int a[N];
    int good = 0;
#pragma omp target teams num_teams(TEAMS) thread_limit(THREADS) map(tofrom: a)
    {
#pragma omp parallel num_threads(THREADS)
        {
            a[omp_get_team_num() * THREADS + LAST()] = 1;
        }
    }
    for (int i = 0; i < N; i++)
        good += a[i];
    printf("%d of %d\n", good, N);
    return good != N;
}
