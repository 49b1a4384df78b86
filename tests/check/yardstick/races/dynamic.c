/* Loops whose iterations go to whom comes first.
   fault 1 races part: what belongs to a thread is taken from its number's neighbour
   fault 2 races next: a chunk counter of the program's own is not atomic
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { N = 320, THREADS = 32 };
    int part[THREADS + 1] = {0}, out[N] = {0}, next = 0, sum = 0;
#pragma omp target map(tofrom: part, out, next) thread_limit(THREADS)
#pragma omp parallel num_threads(THREADS)
    {
#pragma omp for schedule(dynamic, 2)
        for (int i = 0; i < N; i++)
            part[omp_get_thread_num() + PICK(1, i % 2, 0)] += 1; /* HERE 1 */
        for (;;) {
            int mine;
#if FAULT != 2
#pragma omp atomic capture
#endif
            mine = next++; /* HERE 2 */
            if (mine >= N)
                break;
            out[mine] += 1; /* ALSO 2 */
        }
    }
    for (int i = 0; i < THREADS + 1; i++)
        sum += part[i];
    for (int i = 0; i < N; i++)
        MUST(out[i] == 1);
    MUST(sum == N);
    return DONE;
}
