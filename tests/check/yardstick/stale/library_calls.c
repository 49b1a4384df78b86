/* The host's data is set by the C library.
   fault 1 stale a: memcpy into a mapped array, without an update
   fault 2 stale a: memset, without an update
   fault 3 stale a: the update comes before memmove
   clean: status 0 */
#include "fault.h"
#include <string.h>

int main(void)
{
    enum { N = 40 };
    int a[N], b[N], c[3] = {0};
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = 2 * i;
#pragma omp target data map(to: a)
    {
        memcpy(a, b, sizeof a); /* ALSO 1 */
#if FAULT != 1
#pragma omp target update to(a)
#endif
#pragma omp target map(tofrom: c)
        c[0] = a[10]; /* HERE 1 */
        memset(a, 0, 20 * sizeof *a); /* ALSO 2 */
#if FAULT != 2
#pragma omp target update to(a[:20])
#endif
#pragma omp target map(tofrom: c)
        c[1] = a[10]; /* HERE 2 */
#if FAULT == 3
#pragma omp target update to(a)
#endif
        memmove(a + 10, a + 20, 10 * sizeof *a); /* ALSO 3 */
#if FAULT != 3
#pragma omp target update to(a)
#endif
#pragma omp target map(tofrom: c)
        c[2] = a[10]; /* HERE 3 */
    }
    MUST(c[0] == 20 && c[1] == 0 && c[2] == 40);
    return DONE;
}
