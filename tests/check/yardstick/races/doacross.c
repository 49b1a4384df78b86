/* A loop whose iterations wait for earlier ones.
   fault 1 races a: they wait for another one than they read
   fault 2 races a: they do not wait
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 64 };
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma omp target map(tofrom: a)
#pragma omp parallel for ordered(1) num_threads(8)
    for (int i = 1; i < N; i++) {
#if FAULT == 1
#pragma omp ordered doacross(sink: i - 2)
#elif FAULT == 0
#pragma omp ordered doacross(sink: i - 1)
#endif
        a[i] += a[i - 1]; /* HERE 1 2 */
#pragma omp ordered doacross(source:)
    }
    MUST(a[N - 1] == N);
    return DONE;
}
