/* Memory of a region's malloc is not zero.
   fault 1 uninit p: the counts are not set to zero
   clean: status 0 */
#include "fault.h"
#include <string.h>

int main(void)
{
    enum { N = 40, KINDS = 6 };
    int most[N];
#pragma omp target teams distribute parallel for map(from: most)
    for (int i = 0; i < N; i++) {
        int *p = malloc(KINDS * sizeof *p); /* ALSO 1 */
#if FAULT != 1
        memset(p, 0, KINDS * sizeof *p);
#endif
        for (int k = 0; k < i; k++)
            p[k * k % KINDS]++; /* ALSO 1 */
        int m = 0;
        for (int k = 1; k < KINDS; k++)
            if (p[k] > p[m]) /* HERE 1 */
                m = k;
        most[i] = m;
        free(p);
    }
    MUST(most[0] == 0 && most[N - 1] > 0);
    return DONE;
}
