/* What is copied back is a count; the elements only decide a branch.
   fault 1 uninit mask: alloc where to was meant
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 300 };
    char mask[N];
    int count = 0;
    for (int i = 0; i < N; i++)
        mask[i] = i % 3 == 0;
#pragma omp target teams distribute parallel for map(PICK(1, alloc, to): mask) map(tofrom: count) /* ALSO 1 */
    for (int i = 0; i < N; i++)
        if (mask[i]) { /* HERE 1 */
#pragma omp atomic
            count++; /* ALSO 1 */
        }
    MUST(count == N / 3);
    return DONE;
}
