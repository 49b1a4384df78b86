// RUN: %gantry cc -O1 -fcheck --offload-arch=emulated %s -o %t
// RUN: GANTRY_CHECK=all %run_emulated32 %t 2>%t.err && test ! -s %t.err
/* What a region leaves unwritten goes to the host without a value, and gets one there, whichever bytes it has: also those
 * that it had before, with the host's store between two maps of the array. */
#include <string.h>

enum { N = 64 };

int main(void)
{
    static unsigned short edge[N], unwritten = 0x7ffa; /* what new device memory holds */
    int high = 0;
    for (int round = 0; round < 3; round++) {
#pragma omp target teams distribute parallel for map(from : edge)
        for (int i = 1; i < N - 1; i++)
            edge[i] = (unsigned short)(i + round);
        edge[0] = edge[N - 1] = unwritten;
#pragma omp target teams distribute parallel for map(tofrom : edge) reduction(+ : high)
        for (int i = 0; i < N; i++)
            if (edge[i] > 1000)
                high++;
    }
    return high != 6;
}
