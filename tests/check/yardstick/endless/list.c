/* A list by indices.
   fault 1 endless next: the last element leads back to the first
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 50 };
    int next[N], length = 0;
    for (int i = 0; i < N; i++)
        next[i] = i + 1;
    next[N - 1] = PICK(1, 0, -1);
#pragma omp target map(to: next) map(from: length)
    {
        length = 0; /* HERE 1 */
        for (int at = 0; at >= 0; at = next[at]) /* HERE 1 */
            length++; /* HERE 1 */
    }
    MUST(length == N);
    return DONE;
}
