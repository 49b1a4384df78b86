/* Sections of one construct may go at the same time.
   fault 1 races b: a section uses what another one computes
   fault 2 races c: both set the same
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int a = 1, b = 0, c = 0, d = 0;
#pragma omp target map(tofrom: a, b, c, d)
#pragma omp parallel sections num_threads(4)
    {
#pragma omp section
        b = a + 1; /* HERE 1 */
#pragma omp section
        c = PICK(1, b, a) + 2; /* HERE 1 2 */
#pragma omp section
        PICK(2, c, d) = a + 3; /* HERE 2 */
    }
    MUST(b == 2 && c == 3 && d == 4);
    return DONE;
}
