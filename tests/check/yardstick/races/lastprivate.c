/* The value of the last iteration.
   fault 1 races last: it is shared, each iteration sets it
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 128 };
    int last = -1, out[N];
#pragma omp target map(tofrom: last) map(from: out)
#pragma omp parallel for PICK(1, shared, lastprivate)(last)
    for (int i = 0; i < N; i++) {
        last = 3 * i; /* HERE 1 */
        out[i] = i;
    }
    MUST(last == 3 * (N - 1) && out[5] == 5);
    return DONE;
}
