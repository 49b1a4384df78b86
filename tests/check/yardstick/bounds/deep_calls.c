/* Recursion in a region: as deep as the data says.
   fault 1 bounds frame: so deep that the stack of a lane ends
   clean: status 0 */
#include "fault.h"

#pragma omp begin declare target
static long depth(const int *next, int at) /* HERE 1 */
{
    volatile int frame[64]; /* HERE 1 */
    for (int k = 0; k < 64; k++)
        frame[k] = next[at]; /* HERE 1 */
    return frame[at % 64] < 0 ? 1 : 1 + depth(next, frame[63]); /* HERE 1 */
}
#pragma omp end declare target

int main(void)
{
    enum { N = 5000, LENGTH = PICK(1, N, 4) };
    int next[N];
    long found = 0;
    for (int i = 0; i < N; i++)
        next[i] = i + 1 < LENGTH ? i + 1 : -1;
#pragma omp target map(to: next) map(from: found)
    found = depth(next, 0); /* HERE 1 */
    MUST(found == LENGTH);
    return DONE;
}
