/* Who holds a lock must not wait for those that wait for the lock.
   fault 1 barriers lock: the barrier comes before the lock is unset
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    int sum = 0, threads = 0;
#pragma omp target map(tofrom: sum, threads)
    {
        omp_lock_t lock;
        omp_init_lock(&lock);
#pragma omp parallel num_threads(32)
        {
            omp_set_lock(&lock); /* HERE 1 */
            sum += omp_get_thread_num();
            threads = omp_get_num_threads();
#if FAULT == 1
#pragma omp barrier /* HERE 1 */
#endif
            omp_unset_lock(&lock);
#if FAULT != 1
#pragma omp barrier
#endif
        }
        omp_destroy_lock(&lock);
    }
    MUST(sum == threads * (threads - 1) / 2);
    return DONE;
}
