/* Sections of updates.
   fault 1 stale a: the section from the device is half of what the host reads
   fault 2 stale b: the section to the device is one short of what the host has set
   fault 3 stale a: it begins one late
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 64 };
    int a[N], b[N], sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = 0, b[i] = 0;
#pragma omp target data map(to: a, b)
    {
        for (int i = 0; i < N / 2; i++)
            b[i] = i; /* ALSO 2 */
#pragma omp target update to(b[0:N / 2 - PICK(2, 1, 0)]) /* ALSO 2 */
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = b[i] + 1; /* ALSO 1 3, HERE 2 */
#pragma omp target update from(a[PICK(3, 1, 0):N / PICK(1, 2, 1) - PICK(3, 1, 0)]) /* ALSO 1 3 */
        for (int i = 0; i < N; i++)
            sum += a[i]; /* HERE 1 3 */
    }
    MUST(sum == N + (N / 2) * (N / 2 - 1) / 2);
    return DONE;
}
