/* A function locks, and is called by one that has locked.
   fault 1 barriers lock: a simple lock, set twice by the same thread
   clean: status 0 */
#include <omp.h>
#include "fault.h"

#pragma omp begin declare target
static void add(omp_nest_lock_t *nested, omp_lock_t *simple, int *to)
{
    PICK(1, omp_set_lock(simple), omp_set_nest_lock(nested)); /* HERE 1 */
    *to += 1;
    PICK(1, omp_unset_lock(simple), omp_unset_nest_lock(nested));
}
static void add_twice(omp_nest_lock_t *nested, omp_lock_t *simple, int *to)
{
    PICK(1, omp_set_lock(simple), omp_set_nest_lock(nested)); /* ALSO 1 */
    add(nested, simple, to);
    add(nested, simple, to);
    PICK(1, omp_unset_lock(simple), omp_unset_nest_lock(nested));
}
#pragma omp end declare target

int main(void)
{
    int sum = 0, threads = 0;
#pragma omp target map(tofrom: sum, threads)
    {
        omp_nest_lock_t nested;
        omp_lock_t simple;
        omp_init_nest_lock(&nested);
        omp_init_lock(&simple);
#pragma omp parallel num_threads(8)
        {
            add_twice(&nested, &simple, &sum);
#pragma omp masked
            threads = omp_get_num_threads();
        }
        omp_destroy_nest_lock(&nested);
        omp_destroy_lock(&simple);
    }
    MUST(sum == 2 * threads);
    return DONE;
}
