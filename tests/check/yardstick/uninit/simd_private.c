/* A private variable of the lanes.
   fault 1 uninit t: it is set for odd iterations only
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 96 };
    float a[N], t;
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target map(tofrom: a)
#pragma omp simd private(t) /* ALSO 1 */
    for (int i = 0; i < N; i++) {
        if (i % 2 || !PICK(1, 1, 0))
            t = a[i] * 2;
        a[i] = t + 1; /* HERE 1 */
    }
    for (int i = 0; i < N; i++)
        MUST(a[i] == 2 * i + 1); /* ALSO 1 */
    return DONE;
}
