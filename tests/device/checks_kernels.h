/* checks_kernels.h: what the kernels with faults (checks_kernels.c) and their checker (checks_test.c) share. */
#ifndef GANTRY_TEST_CHECKS_KERNELS_H
#define GANTRY_TEST_CHECKS_KERNELS_H

struct test_args {
    unsigned long unused;
};

/* KERNEL(name, mode bits) */
#define TEST_KERNELS(KERNEL)                                                                                           \
    KERNEL(k_good, __GD_GENERIC | __GD_NEEDS_STATE)                                                                    \
    KERNEL(k_crew_word, __GD_SPMD)                                                                                     \
    KERNEL(k_mode_word, __GD_SPMD)                                                                                     \
    KERNEL(k_without_state, __GD_SPMD)                                                                                 \
    KERNEL(k_not_main, __GD_GENERIC | __GD_NEEDS_STATE)                                                                \
    KERNEL(k_share_left, __GD_GENERIC | __GD_NEEDS_STATE)                                                              \
    KERNEL(k_share_order, __GD_GENERIC | __GD_NEEDS_STATE)                                                             \
    KERNEL(k_task_left, __GD_SPMD | __GD_NEEDS_STATE)                                                                  \
    KERNEL(k_task_end, __GD_SPMD | __GD_NEEDS_STATE)                                                                   \
    KERNEL(k_unlock, __GD_SPMD)                                                                                        \
    KERNEL(k_loop_level, __GD_SPMD)                                                                                    \
    KERNEL(k_reduce_nothing, __GD_SPMD)                                                                                \
    KERNEL(k_ordered_back, __GD_SPMD)                                                                                  \
    KERNEL(k_scan_nothing, __GD_SPMD)                                                                                  \
    KERNEL(k_group_space, __GD_SPMD)                                                                                   \
    KERNEL(k_payload, __GD_SPMD)

#endif
