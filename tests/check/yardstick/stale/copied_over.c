/* What the host sets while an array is mapped.
   fault 1 stale flags: the copy at the end of the data region overwrites it
   fault 2 stale a: an update from the device overwrites it
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 50 };
    char flags[N];
    short a[N];
    for (int i = 0; i < N; i++)
        flags[i] = i % 2, a[i] = i;
#pragma omp target data map(PICK(1, tofrom, to): flags) map(tofrom: a) /* HERE 1 */
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] *= flags[i];
        flags[7] = 9; /* ALSO 1 */
        a[3] = -3; /* ALSO 2 */
#if FAULT != 2
#pragma omp target update to(a[3:1])
#endif
#pragma omp target update from(a) /* HERE 2 */
    } /* HERE 1 */
    MUST(flags[7] == 9 && a[3] == -3 && a[5] == 5); /* ALSO 1 2 */
    return DONE;
}
