/* Iterations of a simd loop go together, as far as safelen lets them.
   fault 1 races a: the distance of what the loop carries is less than safelen
   fault 2 races b: there is no safelen, and the loop carries
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 256 };
    int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = 1;
#pragma omp target map(tofrom: a, b)
    {
#pragma omp simd safelen(8)
        for (int i = 16; i < N; i++)
            a[i] += a[i - PICK(1, 4, 16)]; /* HERE 1 */
#if FAULT == 2
#pragma omp simd
#endif
        for (int i = 1; i < N; i++)
            b[i] += b[i - 1]; /* HERE 2 */
    }
    MUST(a[N - 1] == N / 16 && b[N - 1] == N);
    return DONE;
}
