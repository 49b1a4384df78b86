// RUN: %gantry cc -w %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t
/* A private copy whose address is taken, of a parallel construct in another: the inner one is a function of its own, which
 * does not reach the group space of the outer one's threads. */
#include <stdio.h>
#include <string.h>

struct s {
    long x;
    int y;
};

int main(void)
{
    long sums[8] = {0}, bad = 0;
#pragma omp target teams distribute parallel for num_threads(8) map(tofrom : sums)
    for (int i = 0; i < 8; i++) {
        struct s c = {i, i};
#pragma omp parallel num_threads(1) private(c)
        {
            memset(&c, 0, sizeof c);
            c.x = 10 * i;
#pragma omp atomic
            sums[i] += c.x;
        }
        long more = 0;
#pragma omp simd reduction(+ : more)
        for (int j = 0; j < 5; j++)
            more += c.y + j;
        sums[i] += c.x + more;
    }
    for (int i = 0; i < 8; i++)
        bad += sums[i] != 10 * i + i + 5 * i + 10;
    if (bad)
        printf("%ld wrong\n", bad);
    return bad != 0;
}
