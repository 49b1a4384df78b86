/* groups.h: what the kernels with SIMD groups (group_kernels.c, on the device) and their checker (group_test.c, on
 * the host) share. */
#ifndef GANTRY_TEST_GROUPS_H
#define GANTRY_TEST_GROUPS_H

enum { GROUP_LEADERS = 0x100, GROUP_REGIONS = 4, GROUP_SPACE = 384, GROUP_MOST_N = 130 };

/* one parallel region */
struct group_args {
    unsigned long out; /* device address of a struct group_result */
    unsigned crew, num_threads, cond;
    unsigned level, sched, n, chunk; /* of its loops */
    unsigned payload;                /* of its reduction, bytes */
    unsigned exchange;               /* broadcasts and reductions in groups too */
};
/* the one parameter of every kernel */
struct group_case {
    struct group_args regions[GROUP_REGIONS];
    unsigned nregions, main_only; /* main_only: by __gd_main_parallel */
    unsigned long league;         /* device address for the total of all teams, 0 = no such reduction */
};

struct group_hit {
    unsigned count, owner; /* times; thread, counted from 1 over all teams */
};
struct group_result {
    unsigned bad;     /* whatever a lane found wrong */
    unsigned line;    /* where */
    unsigned threads; /* that came to the end, of all teams */
    unsigned trues;   /* who was told that it has the total */
    unsigned simds;   /* lanes in the loops that some threads run more often than others */
    unsigned nthreads;
    unsigned long totals[2]; /* first and last element of the payload */
    unsigned long bits[64];  /* a sum of doubles over thread 0's lanes, as each lane has it */
    unsigned ring[3 * 1024]; /* by thread, for 3 teams */
    struct group_hit hits[2][GROUP_MOST_N * 64]; /* two loops; iteration and lane */
};

/* KERNEL(name, mode bits) */
#define TEST_KERNELS(KERNEL)                                                                                 \
    KERNEL(g_primitives, __GD_SPMD)                                                                          \
    KERNEL(g_spmd, __GD_SPMD)                                                                                \
    KERNEL(g_constant, __GD_SPMD)                                                                            \
    KERNEL(g_state, __GD_SPMD | __GD_NEEDS_STATE)                                                            \
    KERNEL(g_generic, __GD_GENERIC | __GD_NEEDS_STATE)

#endif
