// Right: bit-fields. Wrong: a neighbour is read.
// FAULT: 11 'x'
#include <stdio.h>
struct bits { unsigned a : 3; int b : 9; unsigned : 4; unsigned long c : 40; _Bool d : 1; };
int main(void)
{
    static struct bits x[40];
    int n = 0;
    for (int i = 0; i < 40; i++)
        x[i].a = i, x[i].b = -i, x[i].c = 1ul << (i % 40), x[i].d = i & 1;
#pragma omp target teams distribute parallel for map(tofrom: x) map(tofrom: n)
    for (int i = 0; i < 40; i++) {
        x[i].a += x[i].d;
        x[i].b *= 2;
#ifdef FAULT
        x[i].c += i ? x[i - 1].c : 0;
#else
        x[i].c += 7;
#endif
#pragma omp atomic
        n += x[i].a;
    }
    printf("%d %d %lu %d\n", x[9].a, x[9].b, (unsigned long)x[9].c, n);
}
