/* Strict mode at a barrier of all teams: what each of 800 teams learns of all others there is joined once, not once for
 * each lane of each team, which took a hundred times as long. */
// RUN: %gantry cc -O2 --offload-arch=sm_70 %s -o %t && GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED=0 GANTRY_SOFTGPU_COUNTS=counts GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so OMP_TARGET_OFFLOAD=MANDATORY %t && grep -q ', 1 launch,' counts && grep -qE '^ *teams +800$' counts
// TIMEOUT: 60
#include <stdio.h>
#include <stdlib.h>

enum { TEAMS = 800, N = TEAMS * 128, TURNS = 6 };

int main(void)
{
    long *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *want = malloc(N * sizeof *want),
         *next = malloc(N * sizeof *next), *w;
    for (int i = 0; i < N; i++)
        a[i] = want[i] = i, b[i] = 0;
/* each turn needs what another team has stored in the one before */
#pragma ompx single_launch
    for (int k = 1; k <= TURNS; k++) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N], b[0 : N])
        for (int i = 0; i < N; i++)
            b[i] = 3 * a[N - 1 - i] + k;
        w = a;
        a = b;
        b = w;
    }
    for (int k = 1; k <= TURNS; k++) {
        for (int i = 0; i < N; i++)
            next[i] = 3 * want[N - 1 - i] + k;
        w = want;
        want = next;
        next = w;
    }
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += a[i] != want[i];
    if (wrong)
        printf("%d elements are wrong\n", wrong);
    return wrong != 0;
}
