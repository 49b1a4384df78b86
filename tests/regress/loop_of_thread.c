// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* A `loop` in an iteration of a loop that threads share binds to the thread, also where threads in place work out their
 * shares themselves: nobody shares it. */
#include <stdio.h>

int main(void)
{
    enum { N = 101, M = 7 };
    int sums[N], count = 0, wrong = 0;
#pragma omp target teams num_teams(1) map(from: sums) map(tofrom: count)
#pragma omp parallel loop num_threads(4) reduction(+: count)
    for (int i = 0; i < N; i++) {
        int sum = 0;
#pragma omp loop reduction(+: sum)
        for (int j = 0; j < M; j++) {
            int inner = 0;
#pragma omp loop collapse(2) reduction(+: inner)
            for (int k = 0; k < 2; k++)
                for (int l = 0; l < 3; l++)
                    inner += k + l;
            sum += i * j + inner;
        }
        sums[i] = sum;
        count++;
    }
    for (int i = 0; i < N; i++)
        wrong += sums[i] != i * (M * (M - 1) / 2) + M * 9;
    if (wrong || count != N)
        printf("%d sums are wrong, %d iterations\n", wrong, count);
    return wrong != 0 || count != N;
}
