/* Critical sections one in another.
   fault 1 barriers critical: of the same name
   clean: status 0 */
#include "fault.h"

#pragma omp begin declare target
static void inner(int *x)
{
#pragma omp critical(PICK(1, outer, inner)) /* HERE 1 */
    *x += 1;
}
#pragma omp end declare target

int main(void)
{
    enum { N = 20 };
    int x = 0;
#pragma omp target parallel for num_threads(4) map(tofrom: x)
    for (int i = 0; i < N; i++) {
#pragma omp critical(outer) /* ALSO 1 */
        inner(&x); /* ALSO 1 */
    }
    MUST(x == N);
    return DONE;
}
