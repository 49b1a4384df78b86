/* kernels.h: what the test kernels (kernels.c, on the device) and their checker (device_test.c, on the host)
 * share. */
#ifndef GANTRY_TEST_KERNELS_H
#define GANTRY_TEST_KERNELS_H

/* the one parameter of every test kernel */
struct test_args {
    unsigned long out, in; /* device addresses */
    unsigned long n, chunk;
    unsigned level, sched, size, threads, count, flag;
};

/* one range that a thread was given by a loop */
struct test_range {
    unsigned long lo, hi, stride;
    unsigned team, thread;
};
enum { TEST_RANGES = 1 << 17 };

/* what the omp_* routines say at one place */
struct test_ids {
    int thread, nthreads, team, nteams, level, active, in_parallel, max_threads, limit;
    int ancestor0, ancestor1, ancestor2, ancestor3, size0, size1, size2, device, ndevices, initial;
};

/* KERNEL(name, mode bits) */
#define TEST_KERNELS(KERNEL)                                                                                 \
    KERNEL(k_primitives, __GD_SPMD)                                                                          \
    KERNEL(k_loop_spmd, __GD_SPMD)                                                                           \
    KERNEL(k_loop_state, __GD_SPMD | __GD_NEEDS_STATE)                                                       \
    KERNEL(k_loop_generic, __GD_GENERIC | __GD_NEEDS_STATE)                                                  \
    KERNEL(k_dynamic_twice, __GD_GENERIC | __GD_NEEDS_STATE)                                                 \
    KERNEL(k_ids_spmd, __GD_SPMD | __GD_NEEDS_STATE)                                                         \
    KERNEL(k_ids_generic, __GD_GENERIC | __GD_NEEDS_STATE)                                                   \
    KERNEL(k_ids_serial, __GD_SERIAL | __GD_NEEDS_STATE)                                                     \
    KERNEL(k_barriers, __GD_GENERIC | __GD_NEEDS_STATE)                                                      \
    KERNEL(k_share, __GD_GENERIC | __GD_NEEDS_STATE)                                                         \
    KERNEL(k_reduce_team, __GD_GENERIC | __GD_NEEDS_STATE)                                                   \
    KERNEL(k_reduce_spmd_team, __GD_SPMD | __GD_NEEDS_STATE)                                                 \
    KERNEL(k_reduce_league, __GD_SPMD)                                                                       \
    KERNEL(k_reduce_teams, __GD_GENERIC | __GD_NEEDS_STATE)                                                  \
    KERNEL(k_reduce_serial, __GD_SERIAL)                                                                     \
    KERNEL(k_sum, __GD_SPMD)                                                                                 \
    KERNEL(k_atomics, __GD_SPMD)                                                                             \
    KERNEL(k_locks, __GD_SPMD | __GD_NEEDS_STATE)                                                            \
    KERNEL(k_memory, __GD_SPMD)

#endif
