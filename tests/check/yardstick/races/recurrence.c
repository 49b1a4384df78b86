/* Each element from the one before: a chain, which no loop of many threads can go along.
   fault 1 races a: teams loop
   fault 2 races a: the threads of one team
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 600 };
    long a[N];
    for (int i = 0; i < N; i++)
        a[i] = 1;
#if FAULT == 1
#pragma omp target teams loop map(tofrom: a)
#elif FAULT == 2
#pragma omp target parallel for schedule(static) map(tofrom: a)
#else
#pragma omp target map(tofrom: a)
#endif
    for (int i = 1; i < N; i++)
        a[i] += a[i - 1]; /* HERE 1 2 */
    MUST(a[N - 1] == N);
    return DONE;
}
