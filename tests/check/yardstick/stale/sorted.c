/* The host sorts, the device searches.
   fault 1 stale keys: the sorted keys are not sent
   clean: status 0 */
#include "fault.h"

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void)
{
    enum { N = 60 };
    int keys[N], at[N];
#pragma omp target data map(alloc: keys) map(from: at)
    {
        for (int i = 0; i < N; i++)
            keys[i] = i * 37 % N;
#pragma omp target update to(keys)
        qsort(keys, N, sizeof *keys, by_value); /* ALSO 1 */
#if FAULT != 1
#pragma omp target update to(keys)
#endif
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++) {
            int low = 0, high = N - 1;
            while (low < high) {
                int middle = (low + high) / 2;
                if (keys[middle] < i) /* HERE 1 */
                    low = middle + 1;
                else
                    high = middle;
            }
            at[i] = low;
        }
    }
    for (int i = 0; i < N; i++)
        MUST(at[i] == i);
    return DONE;
}
