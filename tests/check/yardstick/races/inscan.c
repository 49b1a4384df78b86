/* Prefix sums.
   fault 1 races s: by a shared variable, without scan
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 200 };
    int out[N], s = 0;
#pragma omp target map(from: out) map(tofrom: s)
#if FAULT == 1
#pragma omp parallel for schedule(static)
    for (int i = 0; i < N; i++) {
        s += i; /* HERE 1 */
        out[i] = s; /* HERE 1 */
    }
#else
#pragma omp parallel for reduction(inscan, +: s)
    for (int i = 0; i < N; i++) {
        s += i;
#pragma omp scan inclusive(s)
        out[i] = s;
    }
#endif
    for (int i = 0; i < N; i++)
        MUST(out[i] == i * (i + 1) / 2);
    return DONE;
}
