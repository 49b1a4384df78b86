// Correct: each thread has one lane, and gives its place in the guard behind the simd loop before all lanes of the team have taken
// that of the team's code. What a thread stores to a variable of the team is ordered by the end of the region.
// RUN: %gantry check %s
// RUN: %gantry check --simd-group=1 -O3 %s
// RUN: %gantry check --simd-group=4 %s
#include <stdio.h>
int main(void)
{
    int bad = 0;
    for (int size = 1; size < 200; size = size * 3 + 1) {
        int out = 0, count = 0;
#pragma omp target teams num_teams(1) map(tofrom: out, count)
        {
            int last = 0, n = 0;
#pragma omp parallel for
            for (int j = 0; j < size; j++) {
                int z = 0;
#pragma omp simd reduction(+: z)
                for (int k = 0; k < 8; k++)
                    z += k;
                if (j == size - 1)
                    last = z;
#pragma omp atomic
                n += z;
            }
            out = last;
            count = n;
        }
        bad += out != 28 || count != 28 * size;
    }
    printf("%d\n", bad);
    return bad;
}
