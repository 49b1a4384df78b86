/* A sum over all elements.
   fault 1 races sum: without reduction
   fault 2 races sum: the teams reduce, the threads of a team do not
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 2000;
    double *x = malloc(n * sizeof *x), sum = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
#if FAULT == 2
#pragma omp target teams map(to: x[:n]) map(tofrom: sum) reduction(+: sum)
#pragma omp distribute parallel for
#else
#pragma omp target teams distribute parallel for map(to: x[:n]) map(tofrom: sum) PICK(1, , reduction(+: sum))
#endif
    for (int i = 0; i < n; i++)
        sum += x[i]; /* HERE 1 2 */
    MUST(sum == n * (n - 1.) / 2);
    free(x);
    return DONE;
}
