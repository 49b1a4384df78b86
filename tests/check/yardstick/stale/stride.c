/* An update of each second element.
   fault 1 stale a: the host reads one that lies between
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 40 };
    int a[N], sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = 0;
#pragma omp target data map(tofrom: a)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = i; /* ALSO 1 */
#pragma omp target update from(a[0:N / 2:2]) /* ALSO 1 */
        for (int i = 0; i < N; i += 2)
            sum += a[i + PICK(1, (i == 20), 0)]; /* HERE 1 */
    }
    MUST(sum == 380);
    return DONE;
}
