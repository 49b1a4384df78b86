/* Critical sections of the same name exclude each other.
   fault 1 races total: the two have different names
   fault 2 races total: one of them is left out
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 100 };
    long total = 0, steps = 0;
#pragma omp target parallel for map(tofrom: total, steps) num_threads(32)
    for (int i = 0; i < N; i++) {
#pragma omp critical(sums)
        {
            total += i; /* HERE 1 2 */
            steps++;
        }
#if FAULT == 1
#pragma omp critical(others)
#elif FAULT == 0
#pragma omp critical(sums)
#endif
        total -= 1; /* HERE 1 2 */
    }
    MUST(total == N * (N - 1) / 2 - N && steps == N);
    return DONE;
}
