/* Arrays that are allocated once and filled by an update.
   fault 1 uninit,stale x: the update is left out
   fault 2 uninit,stale x: it brings half of it
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 128;
    int *x = malloc(n * sizeof *x), negative = 0;
#pragma omp target enter data map(alloc: x[:n]) /* ALSO 1 2 */
    for (int i = 0; i < n; i++)
        x[i] = i % 2 ? i : -i - 1; /* ALSO 1 2 */
#if FAULT != 1
#pragma omp target update to(x[:n / PICK(2, 2, 1)])
#endif
#pragma omp target teams distribute parallel for map(tofrom: negative) reduction(+: negative)
    for (int i = 0; i < n; i++)
        if (x[i] < 0) /* HERE 1 2 */
            negative++;
#pragma omp target exit data map(delete: x[:n])
    MUST(negative == n / 2);
    free(x);
    return DONE;
}
