/* Some iteration finds it, perhaps several do, and say so.
   fault 1 races found: by plain stores: a race, though all store the same
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 256 };
    int v[N], found = 0;
    for (int i = 0; i < N; i++)
        v[i] = i % 10;
#pragma omp target teams distribute parallel for map(to: v) map(tofrom: found)
    for (int i = 0; i < N; i++)
        if (v[i] == 7) {
#if FAULT != 1
#pragma omp atomic write
#endif
            found = 1; /* HERE 1 */
        }
    MUST(found == 1);
    return DONE;
}
