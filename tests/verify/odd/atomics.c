// Right: atomics of all kinds: here nothing can be compared, as one value is that of who comes first. Wrong: one left out.
// FAULT: 9 'n'
#include <stdio.h>
int main(void)
{
    int n = 0, big = -1, small = 1 << 30, x = -1, bits = 0, order[64], last = 0;
    double d = 1;
    unsigned char c = 0;
#pragma omp target teams distribute parallel for map(tofrom: n, big, small, x, bits, d, c, last) map(from: order)
    for (int i = 0; i < 64; i++) {
        int k;
#ifndef FAULT
#pragma omp atomic capture
#endif
        k = n++;
        order[k & 63] = i;
#pragma omp atomic compare
        if (big < i) { big = i; }
#pragma omp atomic compare
        if (small > i) { small = i; }
#pragma omp atomic compare
        if (x == -1) { x = i; }
#pragma omp atomic
        bits |= 1 << (i & 7);
#pragma omp atomic
        d *= 1.01;
#pragma omp atomic
        c += 3;
#pragma omp atomic write
        last = 5;
#pragma omp atomic read
        k = last;
        if (k > 5)
            order[0] = -1;
    }
    printf("%d %d %d %d %g %d\n", n, big, small, bits, d, c);
}
