/* Mapping that goes on by itself.
   fault 1 races a: the region does not wait for the copy to the device
   fault 2 races a: the host does not wait for the update from it
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 2000;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target enter data map(alloc: a[:n])
#pragma omp target update to(a[:n]) nowait depend(out: a[0]) /* HERE 1 */
#pragma omp target teams distribute parallel for PICK(1, , depend(inout: a[0])) nowait
    for (int i = 0; i < n; i++)
        a[i] += 1; /* HERE 1 */
#pragma omp taskwait
#pragma omp target update from(a[:n]) nowait depend(inout: a[0]) /* HERE 2 */
#if FAULT != 2
#pragma omp taskwait
#endif
    int last = a[n - 1]; /* HERE 2 */
#pragma omp taskwait
#pragma omp target exit data map(delete: a[:n])
    MUST(last == n);
    free(a);
    return DONE;
}
