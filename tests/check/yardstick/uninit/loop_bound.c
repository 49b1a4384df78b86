/* The bound of a loop is data.
   fault 1 uninit rows: it was never copied
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 12 };
    int start[N + 1], value[N * 3], sum[N];
    for (int i = 0; i <= N; i++)
        start[i] = 3 * i;
    for (int i = 0; i < 3 * N; i++)
        value[i] = 1;
#pragma omp target data map(to: value) map(PICK(1, alloc, to): start) map(from: sum) /* ALSO 1 */
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++) {
        int s = 0;
        for (int k = start[i]; k < start[i + 1]; k++) /* HERE 1 */
            s += value[k]; /* ALSO 1 */
        sum[i] = s; /* ALSO 1 */
    }
    for (int i = 0; i < N; i++)
        MUST(sum[i] == 3);
    return DONE;
}
