/* A counter on the device, that regions count up and the host looks at.
   fault 1 uninit count: it begins with anything
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 500 };
    unsigned long count = 0;
#pragma omp target enter data map(PICK(1, alloc, to): count) /* ALSO 1 */
#pragma omp target teams distribute parallel for map(tofrom: count)
    for (int i = 0; i < N; i++)
        if (i % 5 == 0) {
#pragma omp atomic
            count++; /* HERE 1 */
        }
#pragma omp target exit data map(from: count) /* HERE 1 */
    MUST(count == N / 5); /* ALSO 1 */
    return DONE;
}
