/* new_locks.c: OpenMP's locks are made, and are no more (include/gantry_check_wraps.def). Taken by programs that call
 * one of these, which need libomp for it: the names of its functions are no weak ones here. */
#include "strands.h"

#define BEGINS(NAME, PARAMS, ARGS)                                                                                     \
    void __real_##NAME PARAMS;                                                                                         \
    void __wrap_##NAME PARAMS;                                                                                         \
    void __wrap_##NAME PARAMS                                                                                          \
    {                                                                                                                  \
        lock_begins(lock);                                                                                             \
        __real_##NAME ARGS;                                                                                            \
    }
BEGINS(omp_init_lock, (void *lock), (lock))
BEGINS(omp_init_nest_lock, (void *lock), (lock))
BEGINS(omp_init_lock_with_hint, (void *lock, int hint), (lock, hint))
BEGINS(omp_init_nest_lock_with_hint, (void *lock, int hint), (lock, hint))
BEGINS(omp_destroy_lock, (void *lock), (lock))
BEGINS(omp_destroy_nest_lock, (void *lock), (lock))
