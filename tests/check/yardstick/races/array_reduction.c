/* All iterations add to all elements of a small array.
   fault 1 races force: without reduction
   fault 2 races force: the reduction is of a shorter section
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 300 };
    double force[3] = {0, 0, 0};
#if FAULT == 1
#pragma omp target teams distribute parallel for map(tofrom: force)
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            force[k] += i; /* HERE 1 */
#else
    double *all = force + 2;
#pragma omp target teams distribute parallel for map(tofrom: force) map(tofrom: all[:1]) PICK(2, reduction(+: force[:2]), reduction(+: force[:3]))
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            *(PICK(2, k == 2, 0) ? all : &force[k]) += i; /* HERE 2 */
#endif
    for (int k = 0; k < 3; k++)
        MUST(force[k] == N * (N - 1) / 2);
    return DONE;
}
