/* Down to zero, by an unsigned counter.
   fault 1 endless i: it is never below zero
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 10 };
    unsigned sums[N];
#pragma omp target teams distribute parallel for map(from: sums)
    for (int k = 0; k < N; k++) {
        unsigned s = 0;
        for (unsigned i = k; i PICK(1, >= 0, > 0); i--) { /* HERE 1 */
            s += i % 16; /* HERE 1 */
            sums[k] = s; /* HERE 1 */
        }
        sums[k] = s;
    }
    MUST(sums[4] == 10);
    return DONE;
}
