/* A pointer whose target is not mapped at all.
   fault 1 bounds,misuse p: it keeps the host's address, or is NULL
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 64;
    int *p = malloc(n * sizeof *p), sum = 0;
    for (int i = 0; i < n; i++)
        p[i] = i;
#if FAULT != 1
#pragma omp target enter data map(to: p[:n])
#endif
#pragma omp target parallel for reduction(+: sum) map(tofrom: sum) /* ALSO 1 */
    for (int i = 0; i < n; i++)
        sum += p[i]; /* HERE 1 */
#if FAULT != 1
#pragma omp target exit data map(delete: p[:n])
#endif
    MUST(sum == n * (n - 1) / 2);
    free(p);
    return DONE;
}
