/* A loop with an ordered part.
   fault 1 races last: the part is not ordered
   fault 2 races last: what it carries is read outside of it
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 60 };
    int out[N], last = 0;
#pragma omp target parallel for ordered map(from: out) map(tofrom: last) num_threads(16)
    for (int i = 0; i < N; i++) {
        int before = 0;
#if FAULT == 2
        before = last > N; /* HERE 2 */
#endif
#if FAULT != 1
#pragma omp ordered
#endif
        {
            last += i; /* HERE 1 2 */
            before += last; /* HERE 1 */
        }
        out[i] = before;
    }
    for (int i = 0; i < N; i++)
        MUST(out[i] == i * (i + 1) / 2);
    return DONE;
}
