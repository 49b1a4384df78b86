/* Two regions in one data region: the first begins the sums, the second adds to them.
   fault 1 uninit sums: the first region is left out
   fault 2 uninit sums: it begins all but the last
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 60 };
    double sums[N], in[N];
    for (int i = 0; i < N; i++)
        in[i] = i;
#pragma omp target data map(to: in) map(from: sums) /* ALSO 1 2 */
    {
#if FAULT != 1
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N - PICK(2, 1, 0); i++)
            sums[i] = 1;
#endif
        for (int turn = 0; turn < 3; turn++) {
#pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                sums[i] += in[i]; /* HERE 1 2 */
        }
    } /* ALSO 1 2 */
    for (int i = 0; i < N; i++)
        MUST(sums[i] == 1 + 3 * i); /* ALSO 1 2 */
    return DONE;
}
