/* Many iterations count in a few bins.
   fault 1 races bins: without atomic
   fault 2 races bins: one side is atomic, the other is not
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 3000, BINS = 16 };
    int bins[BINS] = {0};
#pragma omp target teams distribute parallel for map(tofrom: bins)
    for (int i = 0; i < N; i++) {
        if (i % 100) {
#if FAULT != 1
#pragma omp atomic
#endif
            bins[i % BINS]++; /* HERE 1 2 */
        } else {
#if FAULT == 0
#pragma omp atomic update
#endif
            bins[i % BINS] += 1; /* HERE 1 2 */
        }
    }
    int sum = 0;
    for (int i = 0; i < BINS; i++)
        sum += bins[i];
    MUST(sum == N);
    return DONE;
}
