/* state.h: what the lanes of a team know of their team, in shared memory.
 *
 * Written by entry.c (when a kernel begins) and parallel.c (by the main thread, between barriers); read by all lanes.
 * Kernels whose code cannot reach a reader pay neither memory nor instructions. */
#ifndef GANTRY_STATE_H
#define GANTRY_STATE_H

#include "hw.h"

enum { MAX_LANES = __GD_MOST_LANES };

struct team {
    u32 mode;    /* __GD_GENERIC … */
    u32 workers; /* lanes that may run parallel regions */
    u32 thread_limit;
    int device, num_devices;
    u32 nthreads;    /* of the region now running: 1 in sequential code */
    u32 in_parallel; /* 1 while the threads of the team run a parallel region; always in SPMD kernels */
    /* the published region; fn and id both 0: the kernel is over */
    u32 id;
    __gd_region *fn;
    void *payload;
    /* lanes: how many a hardware barrier of the region counts; 0: its last warp has other live lanes too, so barriers
     * count warps in `arrived` (sync.c). */
    u32 lanes, arrived;
    u32 crew; /* crew word of the region now running; kept only in images with groups */
};
HW_SHARED_EXTERN struct team __gd_team_state;
/* per lane: how many serialised parallel regions it is in */
HW_SHARED_EXTERN u8 __gd_depth[MAX_LANES];
/* per lane: TASK_ flags of the innermost explicit task that it is in */
HW_SHARED_EXTERN u8 __gd_tasks[MAX_LANES];
enum { TASK_EXPLICIT = 1, TASK_FINAL = 2, TASK_CANCELLED = 4, TASK_FLAG_BITS = 8 };

#define TEAM (&__gd_team_state)

/* The largest group in the image, 1 = no groups; defined by the device link, and then a constant. With 1, code for
 * groups is dropped. */
extern const u32 __gd_most_lanes;
/* Does the image cancel task groups? Also a constant of the device link. */
extern const u32 __gd_cancels;
INLINE _Bool cancels_exist(void) { return __gd_cancels != 0; }
_Bool __gd_cancel_var(void);                        /* cancel.c */
void __gd_cancel_begin(const struct __gd_env *env); /* empty in programs that cancel nothing */
void __gd_tasks_begin(void);                        /* by each lane of a kernel, first */
void __gd_tasks_done(void); /* before a barrier of the program: waits for the tasks that the caller has generated */
INLINE _Bool groups_exist(void) { return __gd_most_lanes != 1; }
/* 1: some region has lane stacks, for simd loops of functions that it calls; a constant of the device link */
extern const u32 __gd_lane_stacks;
/* 1: some reduction has copies larger than __GD_SHUFFLED_BYTES; a constant of the device link */
extern const u32 __gd_large_reductions;
/* 1: some function opens a parallel region; a constant of the device link */
extern const u32 __gd_frames;
/* 1: some loop that is one kernel has phases with teams of their own number; a constant of the device link */
extern const u32 __gd_virtual_teams;
INLINE _Bool lane_stacks_exist(void) { return __gd_lane_stacks != 0; }
INLINE u32 team_crew(void) { return groups_exist() ? TEAM->crew : 1; }

/* ---- crew words ---- */
INLINE u32 group_size(u32 crew) { return crew & __GD_SIZE_MASK; }
INLINE u32 size_shift(u32 crew) { return (u32)__builtin_ctz(crew); } /* the size is its lowest bit */
INLINE u32 lane_thread(u32 crew) { return hw_tid() >> size_shift(crew); }

/* Threads of an SPMD team. Every lane writes the value and reads what it wrote itself, so no barrier is
 * needed, and after inlining the kernel reads its parameter. The block may be larger: hardware may want whole
 * warps. */
HW_SHARED_EXTERN u32 __gd_spmd_team_size;
INLINE u32 spmd_threads(void) { return __gd_spmd_team_size; }

/* Which team of how many the program sees: the hardware's, or in a phase of a single launch (__gd_virtual_team) one of
 * those that its clause asks for. Written by every lane before it reads, as above. */
struct numbered {
    u32 team, nteams;
};
HW_SHARED_EXTERN struct numbered __gd_numbered;
INLINE u32 seen_team(void) { return __gd_virtual_teams ? __gd_numbered.team : hw_team(); }
INLINE u32 seen_nteams(void) { return __gd_virtual_teams ? __gd_numbered.nteams : hw_nteams(); }
INLINE void team_is_numbered(u32 team, u32 nteams)
{
    if (!__gd_virtual_teams)
        return;
    __gd_numbered.team = team;
    __gd_numbered.nteams = nteams;
}

/* the lane of a generic team that runs sequential code: the first of the last warp */
INLINE u32 main_lane(void) { return (hw_ntid() - 1) & ~(hw_width() - 1); }
INLINE u32 round_to_warps(u32 n) { return (n + hw_width() - 1) & ~(hw_width() - 1); }
INLINE void lane_begins(u32 lane) { __gd_depth[lane] = 0, __gd_tasks[lane] = 0; }
INLINE u32 depth(void) { return __gd_depth[hw_tid()]; }
INLINE u8 *task_flags(void) { return (u8 *)&__gd_tasks[hw_tid()]; }
/* tasks after one whose task group has been cancelled are not run */
INLINE _Bool task_runs(void) { return !cancels_exist() || !(*task_flags() & TASK_CANCELLED); }

#endif
