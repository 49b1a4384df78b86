// Right: lastprivate, linear, half precision in structures. Wrong: a neighbour is read.
// FAULT: 11 'v'
#include <stdio.h>
typedef struct { short a; double b; _Float16 h; } odd;
int main(void)
{
    static odd v[30];
    int last = -1, lin = 3;
    for (int i = 0; i < 30; i++)
        v[i].a = i, v[i].b = i * 0.1, v[i].h = i;
#pragma omp target teams distribute parallel for map(tofrom: v) lastprivate(last)
    for (int i = 0; i < 30; i++) {
        v[i].a = -v[i].a;
#ifdef FAULT
        v[i].h += v[(i + 29) % 30].h;
#else
        v[i].h += (_Float16)0.5;
#endif
        last = i;
    }
#pragma omp target parallel for simd linear(lin: 2) map(tofrom: v)
    for (int i = 0; i < 30; i++) {
        v[i].a += lin;
        lin += 2;
    }
    printf("%d %d %d %g\n", last, lin, v[7].a, (double)v[7].h);
}
