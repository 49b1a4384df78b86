#include "fault.h"

#pragma omp begin declare target
int calls;
int square(int x);

int square(int x)
{
#if FAULT != 1
#pragma omp atomic
#endif
    calls++; /* HERE 1 */
    return x * x;
}
#pragma omp end declare target
