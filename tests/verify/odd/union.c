// Right: unions. Wrong: a neighbour is read.
// FAULT: 12 'a'
#include <stdio.h>
#include <string.h>
union u { double d; unsigned char b[8]; struct { int lo, hi; } w; };
int main(void)
{
    union u a[50];
    memset(a, 0, sizeof a);
    for (int i = 0; i < 50; i++)
        a[i].d = i * 1.25;
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 50; i++) {
        if (i % 3 == 0)
            a[i].w.lo = i;
        else if (i % 3 == 1)
            a[i].b[3] ^= 0x40;
        else
#ifdef FAULT
            a[i].d += a[i - 1].d;
#else
            a[i].d += 1;
#endif
    }
    printf("%g %d %d\n", a[2].d, a[3].w.lo, a[4].b[3]);
}
