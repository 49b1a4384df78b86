/* A structure is mapped as a whole, updates move members.
   fault 1 stale s.y: the update is of another member than the one that is read
   fault 2 stale s.n: the device reads a member that the host has changed
   clean: status 0 */
#include "fault.h"

struct state {
    int n;
    double x, y;
};

int main(void)
{
    struct state s = {4, 1, 2};
#pragma omp target data map(tofrom: s)
    {
        s.n = 10; /* ALSO 2 */
#if FAULT != 2
#pragma omp target update to(s.n)
#endif
#pragma omp target
        {
            s.x += 1;
            s.y += s.n; /* HERE 2, ALSO 1 */
        }
#pragma omp target update from(s.PICK(1, x, y)) /* ALSO 1 */
        MUST(s.y == 12); /* HERE 1 */
    }
    MUST(s.n == 10 && s.x == 2);
    return DONE;
}
