/* As far_away.c, for stores: by int indices in a small array between larger ones.
   fault 1 bounds small: the store lands far above, in one of the large arrays
   fault 2 bounds small: it lands below
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 300000, FEW = 100 };
    float *low = calloc(N, sizeof *low), *small = calloc(FEW, sizeof *small), *high = calloc(N, sizeof *high);
#pragma omp target data map(tofrom: low[:N], small[:FEW], high[:N])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            low[i] = high[i] = 1;
#pragma omp target parallel for
        for (int i = 0; i < FEW; i++)
            small[i + (i == 57 ? PICK(1, 150000, 0) - PICK(2, 150000, 0) : 0)] = 2; /* HERE 1 2 */
    }
    for (int i = 0; i < FEW; i++)
        MUST(small[i] == 2);
    for (int i = 0; i < N; i++)
        if (low[i] != 1 || high[i] != 1)
            MUST(!"a store went elsewhere");
    free(low);
    free(small);
    free(high);
    return DONE;
}
