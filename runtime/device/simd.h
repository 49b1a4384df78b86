/* simd.h: the lanes of a group among those of their warp, for simd.c and for what whole groups do elsewhere. */
#ifndef GANTRY_SIMD_H
#define GANTRY_SIMD_H

#include "state.h"

/* ---- masks and lane numbers; constants where the crew word is constant ---- */
/* crew "together": all lanes of a group run the same code, with the same values. */
INLINE _Bool together(u32 crew) { return group_size(crew) > 1 && !(crew & __GD_LEADERS); }
INLINE u32 lane_in_group(u32 crew) { return hw_tid() & (group_size(crew) - 1); }
INLINE u32 leader_lane(u32 crew) { return hw_lane() & ~(group_size(crew) - 1); }
INLINE u64 group_mask(u32 crew)
{
    u32 size = group_size(crew);
    return size == hw_width() ? hw_whole_mask(size) : hw_mask(size) << leader_lane(crew);
}
/* Of a mask of lanes those that call for their threads: with LEADERS the first of each group, else all. */
INLINE u64 callers(u64 lanes, u32 crew)
{
    return crew & __GD_LEADERS ? lanes & ~0ul / hw_mask(group_size(crew)) : lanes;
}
/* The leader's value where all lanes of a group call; else the caller's own. */
INLINE u64 of_leader(u64 value, u32 crew)
{
    return together(crew) ? hw_shuffle(group_mask(crew), value, leader_lane(crew)) : value;
}

/* ---- group space. __gd_team_space: its address, where the launch put it into global memory; 0: it is in dynamic
 * shared memory. ---- */
HW_SHARED_EXTERN u64 __gd_team_space;
INLINE u64 space_of_team(const struct __gd_env *env)
{
    return env->space ? env->space + env->space_bytes * hw_team() : 0;
}
/* The group space of the region now running: each lane writes the same values before it reads them, so no barrier is
 * needed. */
struct space {
    u64 begin;
    u32 bytes; /* of a thread */
};
HW_SHARED_EXTERN struct space __gd_region_space;
/* bytes of a thread's lane stack, the last part of its group space */
INLINE u32 lane_stack_of(u32 crew)
{
    return lane_stacks_exist() ? (crew >> __GD_LANE_STACK_SHIFT) * __GD_LANE_STACK_UNIT : 0;
}

/* the control block of the calling leader's group; NULL where all lanes call */
INLINE struct __gd_group *own_group(u32 crew)
{
    if (!(crew & __GD_LEADERS))
        return 0;
    u64 offset = (u64)lane_thread(crew) * __gd_region_space.bytes;
    return (struct __gd_group *)(__gd_region_space.begin + offset);
}

/* ---- commands of a leader to its group ---- */
enum {
    GROUP_END,
    GROUP_LOOP,
    GROUP_BARRIER,
    GROUP_NOTHING, /* no command: the leader notes that no loop is under way */
    GROUP_WHAT = 3,
    GROUP_NUMBER = 2 /* shift: the number of the loop or the lanes of the barrier stand above the command */
};

/* A team barrier of `lanes` lanes, as hw_barrier_region counts them; 0 = all of the team. */
INLINE void barrier_of_lanes(u32 lanes)
{
    if (lanes)
        hw_barrier_region(lanes);
    else
        hw_barrier_team();
}
/* The same by a leader: barriers count whole warps, and so its group has to come along. g == NULL: all lanes call. */
void __gd_group_barrier(struct __gd_group *g, u32 lanes);

/* sync.c: barriers of our own, which wait for no tasks */
void __gd_plain_barrier(struct __gd_group *g);      /* [state] */
void __gd_spmd_plain_barrier(struct __gd_group *g); /* in an SPMD kernel's own code */
/* a barrier of all threads that share a loop at this level */
INLINE void barrier_of_level(enum __gd_level level, u32 crew)
{
    if (level == __GD_SPMD_THREADS)
        __gd_spmd_plain_barrier(own_group(crew));
    else
        __gd_plain_barrier(own_group(crew));
}

/* ---- payloads travel by shuffles, in words ---- */
/* into = data of the lane `distance` further on, where that is below n */
INLINE void fetch_down(u8 *into, const u8 *data, u32 size, u64 mask, u32 distance, u32 n)
{
    u32 at = 0;
    for (; at + 8 <= size; at += 8) {
        u64 word;
        __builtin_memcpy(&word, data + at, 8);
        word = hw_shuffle_down(mask, word, distance, n);
        __builtin_memcpy(into + at, &word, 8);
    }
    for (; at + 4 <= size; at += 4) {
        u32 word;
        __builtin_memcpy(&word, data + at, 4);
        word = hw_shuffle_down32(mask, word, distance, n);
        __builtin_memcpy(into + at, &word, 4);
    }
    for (; at < size; at++)
        into[at] = (u8)hw_shuffle_down32(mask, data[at], distance, n);
}

/* data = data of that lane */
INLINE void fetch_from(u8 *data, u32 size, u64 mask, u32 lane)
{
    u32 at = 0;
    for (; at + 8 <= size; at += 8) {
        u64 word;
        __builtin_memcpy(&word, data + at, 8);
        word = hw_shuffle(mask, word, lane);
        __builtin_memcpy(data + at, &word, 8);
    }
    for (; at + 4 <= size; at += 4) {
        u32 word;
        __builtin_memcpy(&word, data + at, 4);
        word = hw_shuffle32(mask, word, lane);
        __builtin_memcpy(data + at, &word, 4);
    }
    for (; at < size; at++)
        data[at] = (u8)hw_shuffle32(mask, data[at], lane);
}

#endif
