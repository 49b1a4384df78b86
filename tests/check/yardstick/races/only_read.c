/* All iterations read the same elements, and write their own.
   fault 1 races table: one iteration in a hundred also mends the table
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 500, M = 10 };
    int table[M], out[N];
    for (int i = 0; i < M; i++)
        table[i] = i;
#pragma omp target teams distribute parallel for simd map(to: table) map(from: out)
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int k = 0; k < M; k++)
            sum += table[k]; /* HERE 1 */
#if FAULT == 1
        if (i % 100 == 50)
            table[3] = 3; /* HERE 1 */
#endif
        out[i] = sum;
    }
    for (int i = 0; i < N; i++)
        MUST(out[i] == 45);
    return DONE;
}
