/* The host's pointer that a section is of.
   fault 1 bounds p: it is NULL, with a section of 100 elements
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 100, sum = 0;
    int *p = PICK(1, NULL, malloc(n * sizeof *p));
    for (int i = 0; p && i < n; i++)
        p[i] = i;
#pragma omp target teams distribute parallel for reduction(+: sum) map(to: p[:n]) /* HERE 1 */
    for (int i = 0; i < n; i++)
        sum += p[i]; /* ALSO 1 */
    MUST(sum == n * (n - 1) / 2);
    free(p);
    return DONE;
}
