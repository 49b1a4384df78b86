// Right: scans. Wrong: one of them is a plain loop.
// FAULT: 17 'ex'
#include <stdio.h>
int main(void)
{
    int a[100], in[100], ex[100], x = 0;
    for (int i = 0; i < 100; i++)
        a[i] = (i * 7) % 11;
#pragma omp target parallel for reduction(inscan, +: x) map(to: a) map(from: in)
    for (int i = 0; i < 100; i++) {
        x += a[i];
#pragma omp scan inclusive(x)
        in[i] = x;
    }
    int y = 0;
#ifdef FAULT
#pragma omp target parallel for map(to: a) map(from: ex) map(tofrom: y)
    for (int i = 0; i < 100; i++) {
        ex[i] = y;
        y += a[i];
    }
#else
#pragma omp target parallel for reduction(inscan, +: y) map(to: a) map(from: ex)
    for (int i = 0; i < 100; i++) {
        ex[i] = y;
#pragma omp scan exclusive(y)
        y += a[i];
    }
#endif
    printf("%d %d %d %d\n", x, in[50], ex[99], y);
}
