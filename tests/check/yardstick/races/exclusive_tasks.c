/* Regions that add to the same, in any order, but not at the same time.
   fault 1 races sum: they depend on it as readers
   fault 2 races sum: one of them names another list item
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 32 };
    int sum = 0, other = 0;
#pragma omp target enter data map(to: sum)
#pragma omp target nowait map(alloc: sum) depend(PICK(1, in, mutexinoutset): sum)
    for (int i = 0; i < N; i++)
        sum += i; /* HERE 1 2 */
#pragma omp target nowait map(alloc: sum) depend(PICK(1, in, mutexinoutset): PICK(2, other, sum))
    for (int i = 0; i < N; i++)
        sum += 2 * i; /* HERE 1 2 */
#pragma omp taskwait
#pragma omp target exit data map(from: sum)
    MUST(sum == 3 * N * (N - 1) / 2 && other == 0);
    return DONE;
}
