/* memcpy and memset of a region.
   fault 1 bounds to: memset is given the number of bytes of another type
   fault 2 bounds from: memcpy reads beyond
   clean: status 0 */
#include "fault.h"
#include <string.h>

int main(void)
{
    int n = 90;
    float *from = malloc(n * sizeof *from), *to = malloc(2 * n * sizeof *to);
    for (int i = 0; i < n; i++)
        from[i] = i;
#pragma omp target map(to: from[:n]) map(from: to[:n])
    {
        memset(to, 0, n * sizeof(PICK(1, double, float))); /* HERE 1 */
        memcpy(to, from + PICK(2, 10, 0), (n - 1) * sizeof *from); /* HERE 2 */
    }
    for (int i = 0; i < n - 1; i++)
        MUST(to[i] == i);
    MUST(to[n - 1] == 0);
    free(from);
    free(to);
    return DONE;
}
