/* A variable that each thread has of its own, and begins with the value from outside.
   fault 1 uninit start: private where firstprivate was meant
   fault 2 uninit sum: each iteration adds to a private variable that nobody set
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 200 };
    int start = 5, sum = 0, out[N];
#pragma omp target parallel for PICK(1, private, firstprivate)(start) private(sum) map(from: out) /* ALSO 1 2 */
    for (int i = 0; i < N; i++) {
#if FAULT != 2
        sum = 0;
#endif
        for (int k = 0; k < 3; k++)
            sum += start + k; /* ALSO 1 2 */
        out[i] = sum; /* HERE 1 2 */
    }
    for (int i = 0; i < N; i++)
        MUST(out[i] == 18); /* ALSO 1 2 */
    return DONE;
}
