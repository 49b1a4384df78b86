/* What a region changes must be mapped so that it comes back.
   fault 1 stale a: to where tofrom was meant
   fault 2 stale n: the same for a scalar
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 70, count = 0;
    long *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target map(PICK(1, to, tofrom): a[:n]) map(PICK(2, to, tofrom): count) /* ALSO 1 2 */
    for (int i = 0; i < n; i++) {
        a[i] = -a[i]; /* ALSO 1 */
        count++; /* ALSO 2 */
    } /* ALSO 1 2 */
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i]; /* HERE 1 */
    MUST(count == n && sum == -n * (n - 1) / 2); /* HERE 2 */
    free(a);
    return DONE;
}
