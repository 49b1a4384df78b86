#include "inline.h"
int from_b(int x);
int from_b(int x)
{
    int r = 0;
#pragma omp target map(from: r)
    r = twice(x) + thrice(x);
    return r;
}
