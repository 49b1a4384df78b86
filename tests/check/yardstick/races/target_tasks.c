/* Regions with nowait are tasks of the host: depend orders them.
   fault 1 races a: the second region depends on another variable
   fault 2 races a: in where out was meant
   fault 3 races a: the host reads before it waits
   fault 4 races a: the second region has no depend
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 5000 };
    static int a[N], b[N];
#pragma omp target data map(tofrom: a, b)
    {
#pragma omp target teams distribute parallel for nowait depend(PICK(2, in, out): a)
        for (int i = 0; i < N; i++)
            a[i] = i; /* HERE 1 2 4 */
#pragma omp target teams distribute parallel for nowait PICK(4, , depend(in: PICK(1, b, a)))
        for (int i = 0; i < N; i++)
            b[i] = a[i] + 1; /* HERE 1 2 4 */
#pragma omp taskwait
    }
#pragma omp target teams distribute parallel for nowait map(tofrom: a) /* ALSO 3 */
    for (int i = 0; i < N; i++)
        a[i] += b[0]; /* HERE 3 */
#if FAULT != 3
#pragma omp taskwait
#endif
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i]; /* HERE 3 */
#pragma omp taskwait
    MUST(b[N - 1] == N && sum == (long)N * (N - 1) / 2 + N * b[0]);
    return DONE;
}
