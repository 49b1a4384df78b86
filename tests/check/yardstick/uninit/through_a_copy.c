/* Copies alone are no use: the copy of what nobody set matters where it decides.
   fault 1 uninit b: the last element was never set, and is copied along, and then looked at
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 100 };
    int a[N], b[N], positive = 0;
#pragma omp target data map(alloc: a, b) /* ALSO 1 */
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N - 1; i++)
            a[i] = i - 10;
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++) /* the element that is not set is copied too: no fault in itself */
            b[i] = a[i]; /* ALSO 1 */
#pragma omp target teams distribute parallel for map(tofrom: positive)
        for (int i = 0; i < N - PICK(1, 0, 1); i++)
            if (b[i] > 0) { /* HERE 1 */
#pragma omp atomic
                positive++;
            }
    }
    MUST(positive == N - 12);
    return DONE;
}
