/* asked.c: OpenMP routines in user code that give another answer on a device. A region whose reference calls one of
 * them cannot be compared: its launch is listed with that reason. */
#include "verify.h"

#define ASKED(RESULT, NAME, PARAMETERS, ARGUMENTS)                                                                     \
    RESULT __real_##NAME PARAMETERS;                                                                                   \
    RESULT __wrap_##NAME PARAMETERS;                                                                                   \
    RESULT __wrap_##NAME PARAMETERS                                                                                    \
    {                                                                                                                  \
        if (gantry_quiet)                                                                                              \
            gantry_asked_for = #NAME;                                                                                  \
        return __real_##NAME ARGUMENTS;                                                                                \
    }
ASKED(int, omp_get_thread_num, (void), ())
ASKED(int, omp_get_num_threads, (void), ())
ASKED(int, omp_get_max_threads, (void), ())
ASKED(int, omp_get_thread_limit, (void), ())
ASKED(int, omp_get_num_procs, (void), ())
ASKED(int, omp_get_team_num, (void), ())
ASKED(int, omp_get_num_teams, (void), ())
ASKED(int, omp_get_max_teams, (void), ())
ASKED(int, omp_get_teams_thread_limit, (void), ())
ASKED(int, omp_get_level, (void), ())
ASKED(int, omp_get_active_level, (void), ())
ASKED(int, omp_get_team_size, (int level), (level))
ASKED(int, omp_get_ancestor_thread_num, (int level), (level))
ASKED(int, omp_in_parallel, (void), ())
ASKED(int, omp_is_initial_device, (void), ())
ASKED(int, omp_get_device_num, (void), ())
ASKED(double, omp_get_wtime, (void), ())

ASKED(int, omp_get_dynamic, (void), ())
ASKED(int, omp_get_num_places, (void), ())
ASKED(int, omp_get_place_num, (void), ())
ASKED(int, omp_get_place_num_procs, (int place), (place))
ASKED(int, omp_get_partition_num_places, (void), ())
ASKED(int, omp_get_supported_active_levels, (void), ())
ASKED(void, omp_get_schedule, (int *kind, int *chunk), (kind, chunk))

/* The reference must not change settings of the task that it runs in. */
#define SET(NAME, PARAMETERS, ARGUMENTS)                                                                               \
    void __real_##NAME PARAMETERS;                                                                                     \
    void __wrap_##NAME PARAMETERS;                                                                                     \
    void __wrap_##NAME PARAMETERS                                                                                      \
    {                                                                                                                  \
        if (gantry_quiet)                                                                                              \
            gantry_asked_for = #NAME;                                                                                  \
        else                                                                                                           \
            __real_##NAME ARGUMENTS;                                                                                   \
    }
SET(omp_set_num_threads, (int n), (n))
SET(omp_set_dynamic, (int on), (on))
SET(omp_set_nested, (int on), (on))
SET(omp_set_max_active_levels, (int n), (n))
SET(omp_set_schedule, (int kind, int chunk), (kind, chunk))
SET(omp_set_default_device, (int n), (n))

/* Locks of device code are not locks of the host's library: the reference, which runs alone, needs none. */
#define LOCKED(NAME)                                                                                                   \
    void __real_##NAME(void *lock);                                                                                    \
    void __wrap_##NAME(void *lock);                                                                                    \
    void __wrap_##NAME(void *lock)                                                                                     \
    {                                                                                                                  \
        if (gantry_quiet)                                                                                              \
            gantry_asked_for = #NAME;                                                                                  \
        else                                                                                                           \
            __real_##NAME(lock);                                                                                       \
    }
LOCKED(omp_init_lock)
LOCKED(omp_init_nest_lock)
LOCKED(omp_destroy_lock)
LOCKED(omp_destroy_nest_lock)
LOCKED(omp_set_lock)
LOCKED(omp_set_nest_lock)
LOCKED(omp_unset_lock)
LOCKED(omp_unset_nest_lock)

#define TESTED(NAME)                                                                                                   \
    int __real_##NAME(void *lock);                                                                                     \
    int __wrap_##NAME(void *lock);                                                                                     \
    int __wrap_##NAME(void *lock)                                                                                      \
    {                                                                                                                  \
        if (!gantry_quiet)                                                                                             \
            return __real_##NAME(lock);                                                                                \
        gantry_asked_for = #NAME;                                                                                      \
        return 1;                                                                                                      \
    }
TESTED(omp_test_lock)
TESTED(omp_test_nest_lock)
