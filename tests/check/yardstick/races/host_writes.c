/* The host goes on while a region runs.
   fault 1 races a: it sets the input of the region
   fault 2 races a: it frees it
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 3000, other = 0;
    int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target teams distribute parallel for nowait map(to: a[:n]) map(from: b[:n]) depend(out: b[0]) /* HERE 1 2 */
    for (int i = 0; i < n; i++)
        b[i] = a[i]; /* ALSO 1 2 */
#if FAULT == 1
    a[100] = -1; /* HERE 1 */
#elif FAULT == 2
    free(a); /* HERE 2 */
#else
    other = 1;
#endif
#pragma omp taskwait depend(in: b[0])
    MUST(other && b[100] == 100);
    if (FAULT != 2)
        free(a);
    free(b);
    return DONE;
}
