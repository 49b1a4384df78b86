/* Each thread has a tile of its own.
   fault 1 races a: the tiles overlap by one
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { N = 640 };
    int *a = calloc(N + 1, sizeof *a);
#pragma omp target parallel num_threads(32) map(tofrom: a[:N + 1])
    {
        int threads = omp_get_num_threads(), t = omp_get_thread_num();
        int first = N * t / threads, last = N * (t + 1) / threads;
        for (int i = first; i < last + PICK(1, 1, 0); i++)
            a[i] += 1; /* HERE 1 */
    }
    for (int i = 0; i < N; i++)
        MUST(a[i] == 1);
    free(a);
    return DONE;
}
