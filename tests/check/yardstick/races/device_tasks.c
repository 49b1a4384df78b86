/* Tasks within a region.
   fault 1 races x: the second task does not depend on the first
   fault 2 races y: nobody waits for the task
   fault 3 races x: the second task says that it only reads, and writes
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int x = 0, y = 0, out = 0;
#pragma omp target map(tofrom: x, y, out)
#pragma omp parallel num_threads(8)
#pragma omp single
    {
#pragma omp task shared(x) depend(PICK(3, in, out): x)
        x = 1; /* HERE 1 3 */
#pragma omp task shared(x) PICK(1, , depend(PICK(3, in, inout): x))
        x += 2; /* HERE 1 3 */
#pragma omp task shared(y)
        y = 4; /* HERE 2 */
#pragma omp taskwait PICK(2, depend(in: x), )
        out = x + y; /* HERE 2 */
    }
    MUST(out == 7);
    return DONE;
}
