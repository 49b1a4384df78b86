/* The host's memory stays as long as it is mapped.
   fault 1 misuse a: it is freed before
   fault 2 misuse a: realloc moves it before
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 1000;
    int *a = malloc(n * sizeof *a), sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = 1;
#pragma omp target enter data map(to: a[:n]) /* ALSO 1 2 */
#pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
#if FAULT == 1
    int *old = a;
    free(a); /* HERE 1 */
#pragma omp target exit data map(release: old[:n]) /* ALSO 1 */
#elif FAULT == 2
    int *old = a;
    a = realloc(a, 100 * n * sizeof *a); /* HERE 2 */
#pragma omp target exit data map(release: old[:n]) /* ALSO 2 */
    free(a);
#else
#pragma omp target exit data map(release: a[:n])
    free(a);
#endif
    MUST(sum == n);
    return DONE;
}
