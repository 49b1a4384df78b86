#include "across.h"

int one(int x) { return 3 * x; }

void workers(int n, const int *from, int *to)
{
#pragma acc loop worker
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}

int vectors(int n, const int *x)
{
    int sum = 0;
#pragma acc loop vector reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

void gangs(int n, int *x)
{
#pragma acc loop gang
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}
