/* Memory that a region takes by malloc, of odd sizes.
   fault 1 bounds p: a store one byte beyond
   fault 2 bounds p: a load after free
   fault 3 bounds p: a load below
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 100 };
    int out[N];
#pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < N; i++) {
        int size = i % 13 + 1, sum = 0;
        char *p = malloc(size);
        for (int k = 0; k < size + PICK(1, (i == 50), 0); k++)
            p[k] = k; /* HERE 1 */
        for (int k = PICK(3, -1, 0); k < size; k++)
            sum += p[k]; /* HERE 3 */
#if FAULT == 2
        free(p); /* ALSO 2 */
        sum += p[0]; /* HERE 2 */
#else
        sum += p[0];
        free(p);
#endif
        out[i] = sum;
    }
    for (int i = 0; i < N; i++)
        MUST(out[i] == (i % 13 + 1) * (i % 13) / 2);
    return DONE;
}
