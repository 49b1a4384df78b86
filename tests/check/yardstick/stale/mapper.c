/* An update by a mapper moves what the mapper names.
   fault 1 stale v.data: the update is of the structure alone
   clean: status 0 */
#include "fault.h"

typedef struct {
    int n;
    short *data;
} list;
#pragma omp declare mapper(whole: list v) map(v, v.data[0:v.n])

int main(void)
{
    list v = {21, malloc(21 * sizeof(short))};
    for (int i = 0; i < v.n; i++)
        v.data[i] = i;
#pragma omp target data map(mapper(whole), tofrom: v)
    {
#pragma omp target
        for (int i = 0; i < v.n; i++)
            v.data[i] += 100; /* ALSO 1 */
#if FAULT == 1
#pragma omp target update from(v.n) /* ALSO 1 */
#else
#pragma omp target update from(mapper(whole): v)
#endif
        MUST(v.data[20] == 120); /* HERE 1 */
    }
    free(v.data);
    return DONE;
}
