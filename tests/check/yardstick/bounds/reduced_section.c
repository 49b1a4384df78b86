/* A section is reduced: each thread adds to a copy that is as long as the section.
   fault 1 bounds h: the section is shorter than what is added to
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 1024, BINS = 8 };
    int h[BINS] = {0};
#pragma omp target parallel for reduction(+: h[:BINS - PICK(1, 1, 0)]) map(tofrom: h) num_threads(40) /* ALSO 1 */
    for (int i = 0; i < N; i++)
        h[i % BINS]++; /* HERE 1 */
    for (int b = 0; b < BINS; b++)
        MUST(h[b] == N / BINS);
    return DONE;
}
