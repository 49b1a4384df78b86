/* A barrier is for all threads of the team or for none.
   fault 1 barriers barrier: one thread passes it by
   fault 2 barriers barrier: only half of the threads come
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { THREADS = 32 };
    int s[THREADS] = {0}, threads = 0, sum = 0;
#pragma omp target map(tofrom: s, threads, sum) thread_limit(THREADS)
#pragma omp parallel num_threads(THREADS)
    {
        int t = omp_get_thread_num(), n = omp_get_num_threads();
        s[t] = t;
        if (t != PICK(1, 3, -1) && t < PICK(2, n / 2, n)) { /* ALSO 1 2 */
#pragma omp barrier /* HERE 1 2 */
        }
        if (t == 0) {
            threads = n;
            for (int k = 0; k < n; k++)
                sum += s[k];
        }
    } /* ALSO 1 2 */
    MUST(sum == threads * (threads - 1) / 2);
    return DONE;
}
