/* An update in the wrong direction.
   fault 1 stale a: to where from was meant: the device's newer values are overwritten
   fault 2 stale b: from where to was meant: the host's are
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 44 };
    float a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = 0, b[i] = 0;
#pragma omp target data map(to: a, b)
    {
        for (int i = 0; i < N; i++)
            b[i] = i; /* ALSO 2 */
#pragma omp target update PICK(2, from, to)(b) /* HERE 2 */
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = b[i] + 1; /* ALSO 1 2 */
#pragma omp target update PICK(1, to, from)(a) /* HERE 1 */
        MUST(a[N - 1] == N); /* ALSO 1 */
    }
    return DONE;
}
