// Right: variables of declare target, link, functions that use them. Wrong: one is missing in an update.
// FAULT: 22 'r'
#include <stdio.h>
#pragma omp begin declare target
double table[32], scale = 1;
static int calls;
static double at(int i) { return table[i & 31] * scale; }
#pragma omp end declare target
double linked[32];
#pragma omp declare target link(linked)
int main(void)
{
    double r[32], s = 0;
    for (int i = 0; i < 32; i++)
        table[i] = i, linked[i] = -i;
    scale = 0.5;
#ifdef FAULT
#pragma omp target update to(table)
#else
#pragma omp target update to(table, scale)
#endif
#pragma omp target teams distribute parallel for map(from: r) map(to: linked) map(always, tofrom: calls)
    for (int i = 0; i < 32; i++) {
        r[i] = at(i) + linked[i];
#pragma omp atomic
        calls++;
    }
    for (int i = 0; i < 32; i++)
        s += r[i];
    printf("%g %d\n", s, calls);
}
