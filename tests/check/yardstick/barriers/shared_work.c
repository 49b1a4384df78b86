/* Worksharing is for all threads of the team.
   fault 1 barriers for: only some threads come to the loop
   fault 2 barriers single: only some come to the single construct
   clean: status 0 */
#include <omp.h>
#include "fault.h"

#pragma omp begin declare target
static void fill(int *a, int n)
{
#pragma omp for /* HERE 1 */
    for (int i = 0; i < n; i++)
        a[i] = i; /* ALSO 1 */
}
static void finish(int *done)
{
#pragma omp single /* HERE 2 */
    *done += 1;
}
#pragma omp end declare target

int main(void)
{
    enum { N = 200 };
    int a[N], done = 0;
#pragma omp target map(from: a) map(tofrom: done)
#pragma omp parallel num_threads(16)
    {
        int t = omp_get_thread_num();
        if (t < PICK(1, 5, 1000))
            fill(a, N); /* HERE 1 */
        if (t % 2 == 0 || !PICK(2, 1, 0))
            finish(&done); /* HERE 2 */
    } /* ALSO 1 2 */
    for (int i = 0; i < N; i++)
        MUST(a[i] == i);
    MUST(done == 1);
    return DONE;
}
