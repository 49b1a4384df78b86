/* Those that are chosen are put one behind the other.
   fault 1 races count: the place is read and then counted up, not in one
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 300 };
    int chosen[N] = {0}, count = 0;
#pragma omp target teams distribute parallel for map(tofrom: chosen, count)
    for (int i = 0; i < N; i++)
        if (i % 7 == 0) {
            int at;
#if FAULT == 1
#pragma omp atomic read
            at = count;
#pragma omp atomic
            count++;
#else
#pragma omp atomic capture
            at = count++;
#endif
            chosen[at] = i; /* HERE 1 */
        }
    int sum = 0;
    for (int k = 0; k < count; k++)
        sum += chosen[k];
    MUST(count == 43 && sum == 7 * 43 * 42 / 2);
    return DONE;
}
