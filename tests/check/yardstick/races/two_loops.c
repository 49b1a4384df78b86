/* Two loops of one parallel region without a barrier in between. The same static schedule gives the same iterations to the same
   threads in both.
   fault 1 races a: the second loop has another chunk size
   fault 2 races a: it reads the neighbour's element
   fault 3 races a: its schedule is dynamic
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 512 };
    int a[N], b[N];
#pragma omp target map(from: a, b)
#pragma omp parallel num_threads(32)
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < N; i++)
            a[i] = i; /* HERE 1 2 3 */
#if FAULT == 1
#pragma omp for schedule(static, 3) nowait
#elif FAULT == 3
#pragma omp for schedule(dynamic) nowait
#else
#pragma omp for schedule(static) nowait
#endif
        for (int i = 0; i < N; i++)
            b[i] = 2 * a[PICK(2, i > 0 ? i - 1 : 0, i)]; /* HERE 1 2 3 */
    }
    for (int i = 0; i < N; i++)
        MUST(a[i] == i && b[i] == 2 * i);
    return DONE;
}
