/* Each element becomes its neighbour's.
   fault 1 races a: in place, from the next one
   fault 2 races a: in place, from one far away
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 4000, k = PICK(2, 1000, 1);
    int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = -1;
#pragma omp target teams distribute parallel for map(tofrom: a[:n], b[:n])
    for (int i = 0; i < n - k; i++)
        PICK(1, a, PICK(2, a, b))[i] = a[i + k]; /* HERE 1 2 */
    for (int i = 0; i < n - k; i++)
        MUST(b[i] == i + k);
    free(a);
    free(b);
    return DONE;
}
