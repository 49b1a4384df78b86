/* gantry_device.h: what generated device C may call; implemented once in runtime/device for every target.
 *
 * Included by generated device C and by the device runtime. Freestanding: no libc header may be needed. Names begin
 * with __gd_ so that they cannot meet the user's. "Thread" is an OpenMP thread (a SIMD group of lanes), "team" a
 * thread block. Everything is built with -fconvergent-functions.
 *
 * Levels. A kernel is SPMD (every thread of every team enters the region's code) or generic (one main thread per
 * team runs it, workers wait in the state machine). The mode word is a constant, <kernel>__mode, that only the device
 * link defines, so that it can be fixed where all callees are known. */
#ifndef GANTRY_DEVICE_H
#define GANTRY_DEVICE_H

#if defined(__NVPTX__)
#define __GD_KERNEL __attribute__((nvptx_kernel, used)) void
#define __GD_SHARED __attribute__((address_space(3), loader_uninitialized))
#elif defined(__GANTRY_EMULATED__)
#define __GD_KERNEL __attribute__((used)) void
#define __GD_SHARED _Thread_local
#else
#error "gantry_device.h is for device code: nvptx64, or the host with -D__GANTRY_EMULATED__"
#endif
/* What these do is the line's that calls them; the emulated device finds that line by itself. */
#if defined(__NVPTX__)
#define __GD_INLINE static __inline__ __attribute__((always_inline, unused, nodebug))
#else
#define __GD_INLINE static __inline__ __attribute__((always_inline, unused))
#endif

#include "gantry_numbers.h"

typedef unsigned char __gd_u8;
typedef unsigned int __gd_u32;
typedef unsigned long __gd_u64; /* LP64 on every target */
typedef long __gd_i64;

/* same layout as struct gantry_env in gantry_abi.h; asserted in runtime/device */
struct __gd_env {
    __gd_u64 scratch;
    __gd_i64 trip;
    __gd_u32 threads, thread_limit;
    int device, num_devices;
    __gd_u32 flags, lanes;
    __gd_u64 space, space_bytes;
    int num_threads, max_teams, teams_thread_limit, schedule, chunk, default_device, inactive, allocator;
};

#define __GD_ENV_APART 2u /* env.flags: what rows with GANTRY_MAP_APART map lies apart from all that is stored to */

/* ---- SIMD groups. An OpenMP thread is a group of 1, 2, 4 … 64 neighbouring lanes of one warp (never more than its
 * width); thread number = lane number in the team / size. A "crew word" says how the threads of a parallel region
 * run: the size of a group, and who runs the code between simd loops: all lanes of a group, together and with the same
 * values (1, 2, 4 …), or its first lane alone while the others wait in the state machine of simd loops (with
 * __GD_LEADERS). It is a constant wherever the region is known; 1 is a thread without lanes to share, and then nothing
 * below costs an instruction. With leaders the upper half gives the size of each thread's lane stack, in units of 16
 * bytes: memory after its group space for functions whose simd loops use its lanes. The bits: gantry_numbers.h. ---- */

/* ---- functions that the host's pointers may name (declare target indirect): same layout as struct
 * gantry_indirect_row, sorted by host; filled in by the host runtime when the image is loaded ---- */
struct __gd_indirect {
    __gd_u64 n;
    const struct __gd_indirect_row {
        __gd_u64 host, device;
    } *rows;
};
/* the device's version of a function that the host's p names; p itself where it is none */
__GD_INLINE void *__gd_indirect(const struct __gd_indirect *t, void *p)
{
    __gd_u64 lo = 0, hi = t->n;
    while (lo < hi) {
        __gd_u64 mid = lo + (hi - lo) / 2;
        if (t->rows[mid].host < (__gd_u64)p)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < t->n && t->rows[lo].host == (__gd_u64)p ? (void *)t->rows[lo].device : p;
}

/* ---- entry.c. Lanes of a team: SPMD kernels run with env.lanes = env.threads times their group size, or more up to
 * whole warps; generic ones with env.lanes workers rounded up to whole warps, plus one warp for the main thread; SERIAL
 * ones with one lane or more. Surplus lanes leave at the beginning. ---- */
/* false in lanes that take no part: the kernel returns at once. State is written only with __GD_NEEDS_STATE, which
 * everything below marked [state] needs. `crew`: the crew word of the kernel's own parallel region. */
_Bool __gd_spmd_begin(const struct __gd_env *env, __gd_u32 mode, __gd_u32 crew);
void __gd_spmd_end(void);
/* A kernel with sequential code between its parallel regions begins one of them: it sets what routines and device
 * functions read. By all lanes of the team, together; a barrier has gone before. */
void __gd_spmd_region(const struct __gd_env *env, __gd_u32 mode, __gd_u32 crew);
/* The team of the launch begins to be team number `team` of `nteams`, as the program sees it, until the end: a phase of
 * a single launch whose region has teams of its own number, of which each team of the launch is some, one after the
 * other. By all lanes of the team, together. */
void __gd_virtual_team(const struct __gd_env *env, __gd_u32 mode, __gd_u32 crew, __gd_u32 team, __gd_u32 nteams);
void __gd_virtual_teams_end(void);
/* An outlined parallel region: run by all lanes of its groups (in a LEADERS region __gd_group_begin separates leaders
 * from the other lanes). */
typedef void __gd_region(void *payload, __gd_u32 crew);
/* Runs one published parallel region: the kernel's own switch over the regions it knows, fn for all others. */
typedef void __gd_dispatch(__gd_u32 id, __gd_region *fn, void *payload, __gd_u32 crew);
/* true in the main thread of the team; workers run the state machine and return false when the kernel is over.
 * In SERIAL mode there are no workers. */
_Bool __gd_generic_begin(const struct __gd_env *env, __gd_u32 mode, __gd_dispatch *dispatch);
void __gd_generic_end(void); /* main thread only, at the end of the kernel */

/* ---- a kernel that is a whole loop of the host (#pragma ompx single_launch) ---- */
/* same layout as struct gantry_places: what is mapped, by the host's addresses */
struct __gd_places {
    __gd_u64 n;
    struct __gd_place {
        __gd_u64 begin, size, dev;
    } at[16];
};
/* where the host's pointer p leads to on the device; p itself where nothing is mapped */
__GD_INLINE void *__gd_placed(const struct __gd_places *t, const void *p)
{
    for (__gd_u64 i = 0; i < t->n; i++)
        if ((__gd_u64)p - t->at[i].begin < t->at[i].size)
            return (void *)(t->at[i].dev + ((__gd_u64)p - t->at[i].begin));
    return (void *)p;
}
/* sync.c: all lanes of all teams of an SPMD kernel; what was stored before is seen by all after it. The launch has
 * scratch memory, and all its teams are resident. */
void __gd_league_barrier(const struct __gd_env *env);
/* … by the one thread of each team of a generic or serial kernel that runs its sequential code */
void __gd_teams_barrier(const struct __gd_env *env);
/* The same, and each team leaves the caller's data: returns the data of all teams, one after the other, which stays
 * until the caller comes to the next of these calls but one, or barrier. before, room: bytes for each team that the
 * launch's scratch memory has for other things in front, and that the kernel's largest such data takes */
const void *__gd_league_gather(const struct __gd_env *env, const void *data, __gd_u32 size, __gd_u32 before,
                               __gd_u32 room);
const void *__gd_teams_gather(const struct __gd_env *env, const void *data, __gd_u32 size, __gd_u32 before,
                              __gd_u32 room);

/* ---- parallel.c [state] ---- */
/* Run fn(payload, crew) on the threads of the team: at most env.lanes / size of them, and at most env.thread_limit;
 * num_threads 0 = all; cond 0 = one thread. One thread of a size above 1 still is a whole group of workers. From inside
 * a parallel region (or any SPMD kernel) it is nested: fn runs on the calling lane alone, with level + 1 and crew 1.
 * id 0 = no switch entry. */
void __gd_parallel(__gd_u32 id, __gd_region *fn, void *payload, int num_threads, int cond, __gd_u32 crew);
/* The same from the sequential part of a generic kernel's own code: it cannot be nested, and an id other than 0 has an
 * entry in the kernel's own switch. */
void __gd_main_parallel(__gd_u32 id, __gd_region *fn, void *payload, int num_threads, int cond, __gd_u32 crew);
/* Memory that all threads of the next __gd_parallel see. Returns `local` (the caller's own variable of that size)
 * where that parallel would be nested. Stack discipline; what does not fit the sharing space
 * (2,048 bytes per team) is taken from a preallocated arena (64 KiB per team). Called by the leader of a waiting group
 * it is __gd_lane_stack_push: memory that the lanes of the group see. */
void *__gd_share_push(__gd_u32 size, void *local);
void __gd_share_pop(void *p, void *local);
/* The same for variables of a device function that its parallel regions share, or those of functions it calls. Returns
 * `local` in images where no function opens a parallel region (__gd_frames). [state] in images with such functions, or
 * where some region has lane stacks. */
void *__gd_frame_push(__gd_u32 size, void *local);
void __gd_frame_pop(void *p, void *local);

/* ---- ids: values in the current context; a team's are the program's, in a phase with teams of its own number, too
 * ---- */
__gd_u32 __gd_team(void), __gd_nteams(void);
__gd_u32 __gd_thread(void), __gd_nthreads(void); /* [state] 0 and 1 in sequential code of a team */
/* in an SPMD kernel's own code: no state read */
__gd_u32 __gd_spmd_thread(__gd_u32 crew), __gd_spmd_nthreads(const struct __gd_env *env);

/* ---- simd.c: the lanes of a group. Unless said otherwise all lanes of the group call, together. ---- */
__gd_u32 __gd_lane(__gd_u32 crew); /* of the calling lane in its group: 0 … size-1; 0 is the leader */
/* all lanes have come, and see what the others stored before */
void __gd_group_sync(__gd_u32 crew);
/* data (any size) of lane `from` to all lanes of the group; a synchronisation too */
void __gd_group_broadcast(void *data, __gd_u32 size, __gd_u32 from, __gd_u32 crew);
/* The same of the leader's data, without a synchronisation of memory: data is each lane's own. */
void __gd_group_fetch(void *data, __gd_u32 size, __gd_u32 crew);
/* the first lane where p holds; the size where there is none */
__gd_u32 __gd_group_find(_Bool p, __gd_u32 crew);
/* every lane's data becomes the total of the group, in a fixed order: the same bits in all lanes, every time */
void __gd_group_reduce(void *data, __gd_u32 size, void (*combine)(void *into, const void *from), __gd_u32 crew);
/* the same of arrays: each lane has its own parts */
struct __gd_part;
void __gd_group_reduce_parts(const struct __gd_part *p, __gd_u32 n, __gd_u32 crew);
/* Group space: `bytes` (a multiple of 16, the same constant for a whole region) of memory of each thread that all its
 * lanes reach, uninitialised. In dynamic team-shared memory where the launch found room, else in global memory
 * (env.space: env.space_bytes for each team). */
void *__gd_group_space(__gd_u32 bytes, __gd_u32 crew); /* [state] */
void *__gd_spmd_group_space(const struct __gd_env *env, __gd_u32 bytes,
                            __gd_u32 crew); /* in an SPMD kernel's own code */

/* LEADERS: the group's control block is the beginning of its group space. */
struct __gd_group {
    __gd_u32 command;            /* private to simd.c, as the next two */
    unsigned short used, beyond; /* of the thread's lane stack: units in use; pushes for which it was too small */
    void (*fn)(void *payload, __gd_u32 crew);
    void *payload;
    __gd_u64 mask; /* of its lanes */
};
/* Runs one published simd loop: the region's own switch over those it knows, whose payloads follow the control block;
 * __gd_published for all others. */
typedef void __gd_simd_dispatch(__gd_u32 id, void *payloads, __gd_u32 crew);
void __gd_published(void *payloads, __gd_u32 crew);
/* true in the leader; the other lanes serve its simd loops and barriers, and return false after __gd_group_end */
_Bool __gd_group_begin(struct __gd_group *g, __gd_simd_dispatch *dispatch, __gd_u32 crew);
/* by the leader: fn(payload, size) on all lanes of the group, itself among them; memory is in step at both ends. An id
 * other than 0 has an entry in `dispatch`, and its payload follows g (a thread of one lane has no g). */
void __gd_simd(struct __gd_group *g, __gd_simd_dispatch *dispatch, __gd_u32 id, void (*fn)(void *, __gd_u32),
               void *payload, __gd_u32 crew);
void __gd_group_end(struct __gd_group *g, __gd_u32 crew);
/* [state] in device functions, which are called by sequential code, by threads that are one lane, or by the leader of a
 * group: the crew word for loops and reductions (1, or the region's with __GD_LEADERS), and the control block or 0 */
__gd_u32 __gd_current_crew(void);
struct __gd_group *__gd_current_group(void);

/* ---- simd loops of device functions [state, in images where some region has lane stacks]. Any lane may call them. The
 * lanes of a group take part where the caller is their leader and they wait for it, and everything that it shares with
 * them is in its thread's lane stack: variables of the functions called on the way, and the payload. ---- */
/* Memory in the caller's lane stack, or `local` where that is too small or there is none; then, until the pop, simd
 * loops run on the caller alone. Stack discipline. */
void *__gd_lane_stack_push(__gd_u32 size, void *local);
void __gd_lane_stack_pop(void *p, void *local);
/* From enter to leave simd loops run on the caller alone, because some variable cannot be moved to a lane stack. enter
 * returns the value that leave takes. */
_Bool __gd_alone_enter(void);
void __gd_alone_leave(_Bool *entered);
/* the crew word of a simd loop with a payload of so many bytes, for groups of at most `limit` lanes (0: of any size): 1
 * where the calling lane runs it in order, else what the next takes */
__gd_u32 __gd_simd_crew(__gd_u32 payload, __gd_u32 limit);
/* fn(payload, size) on all lanes of the caller's group */
void __gd_called_simd(void (*fn)(void *payload, __gd_u32 crew), void *payload, __gd_u32 crew);

/* ---- tasks.c: around an explicit task, by the lane that runs it; end takes what begin returned ---- */
__gd_u64 __gd_task_begin(_Bool final);
void __gd_task_end(__gd_u64 outer);
_Bool __gd_task_runs(void); /* false: its task group has been cancelled */
struct __gd_group_of_tasks {
    __gd_u64 outer; /* private to tasks.c */
    __gd_u32 since;
};
struct __gd_group_of_tasks __gd_taskgroup_begin(void);
void __gd_taskgroup_end(struct __gd_group_of_tasks g);
void __gd_taskwait(void);
_Bool __gd_cancel_tasks(_Bool now); /* [state] true: go to the end of the task. now: cancel the group; else only look */
/* events.c */
__gd_u64 __gd_event(void); /* the event of the detached task that comes next; called before __gd_task_begin */

/* ---- loops.c: worksharing. Iterations are numbered 0..n-1; the caller maps numbers to loop variables.
 *   struct __gd_loop l;
 *   for (__gd_loop_begin(&l, LEVEL, SCHED, n, chunk, crew); __gd_loop_more(&l); __gd_loop_next(&l))
 *       for (__gd_u64 k = l.lo; k < l.hi; k += l.stride) { … body … }
 * Always inlined; LEVEL and SCHED are constants. ---- */
enum __gd_level {
    __GD_TEAMS,        /* distribute: over the teams */
    __GD_THREADS,      /* [state] for: over the threads of the current parallel region */
    __GD_ALL,          /* [state] distribute parallel for: over all threads of all teams */
    __GD_SPMD_THREADS, /* as __GD_THREADS / __GD_ALL in an SPMD kernel's own code: from hardware registers */
    __GD_SPMD_ALL,
    __GD_ONE, /* sequential: lo = 0, hi = n, stride = 1 */
};
enum __gd_sched {
    __GD_CYCLIC,  /* no schedule clause: neighbouring iterations on neighbouring threads */
    __GD_STATIC,  /* contiguous blocks of nearly equal size (chunk 0), else chunks round-robin */
    __GD_DYNAMIC, /* chunks on demand; chunk 0 = 1. Over more than one team: chunks round-robin */
    __GD_GUIDED,  /* the same with shrinking chunks. Both wait for all threads at the beginning */
};
struct __gd_loop {
    __gd_u64 lo, hi, stride; /* current range */
    __gd_u64 n, chunk, jump; /* private to loops.c */
    __gd_u32 level, sched;
};
/* For loops of at most 2^31 iterations, which may be numbered with 32 bits: a stride that is longer ends the loop in
 * any case. */
#define __GD_FEW(N) __builtin_assume((N) <= 1ul << 31)
#define __GD_NARROW(STRIDE) ((STRIDE) < 1ul << 31 ? (unsigned)(STRIDE) : 1u << 31)
/* `crew` says who calls: all lanes of each group get the same ranges; with __GD_LEADERS only the leaders call. (In the
 * sequential code of a team that is 1.) */
void __gd_loop_begin(struct __gd_loop *l, enum __gd_level level, enum __gd_sched sched, __gd_u64 n, __gd_u64 chunk,
                     __gd_u32 crew);
_Bool __gd_loop_more(struct __gd_loop *l);
void __gd_loop_next(struct __gd_loop *l, __gd_u32 crew);
/* schedule(runtime): run-sched-var of the current task (icv.c) [state]; in_ranges: lanes divide what a thread gets,
 * which therefore is neighbouring iterations */
enum __gd_sched __gd_run_sched(_Bool in_ranges);
__gd_u64 __gd_run_chunk(void);

/* ---- reduce.c: data holds the caller's private copies (any size), combine does *into = *into op *from. Returns true
 * in exactly one thread, whose data then is the total of all. Fixed order: the same bits for the same shape. ---- */
typedef void __gd_combine(void *into, const void *from);
/* With SIMD groups all lanes of a group hold the same data (with __GD_LEADERS only leaders call); a thread counts once,
 * and true is returned in one lane of one thread. */
_Bool __gd_reduce_team(void *data, __gd_u32 size, __gd_combine *f,
                       __gd_u32 crew); /* [state] by all threads of a region */
_Bool __gd_spmd_reduce_team(void *data, __gd_u32 size, __gd_combine *f,
                            __gd_u32 crew); /* in an SPMD kernel's own code */
/* By all threads of an SPMD kernel; size = the kernel's scratch. At most one call of this and the next in a kernel:
 * several reduction variables travel in one structure. */
_Bool __gd_reduce_league(const struct __gd_env *env, void *data, __gd_u32 size, __gd_combine *f, __gd_u32 crew);
/* by one thread per team of a generic or serial kernel */
_Bool __gd_reduce_teams(const struct __gd_env *env, void *data, __gd_u32 size, __gd_combine *f);

/* The same of arrays, or of more than shuffles carry: element by element, so that memory grows with the arrays alone.
 * The data of the thread for which they return true are the totals then. `room`: bytes of the kernel's scratch for each
 * team (8 at least); where the parts need more, the device heap serves. All threads give the same counts. */
struct __gd_part {
    void *data;
    __gd_u64 count;
    __gd_u32 size; /* of an element */
    __gd_combine *combine;
};
_Bool __gd_reduce_team_parts(const struct __gd_part *p, __gd_u32 n, __gd_u32 room, __gd_u32 crew);
_Bool __gd_spmd_reduce_team_parts(const struct __gd_part *p, __gd_u32 n, __gd_u32 room, __gd_u32 crew);
_Bool __gd_reduce_league_parts(const struct __gd_env *env, const struct __gd_part *p, __gd_u32 n, __gd_u32 room,
                               __gd_u32 crew);
_Bool __gd_reduce_teams_parts(const struct __gd_env *env, const struct __gd_part *p, __gd_u32 n, __gd_u32 room);
/* Memory from the device heap for private copies that other threads or lanes reach, or that are too large for a lane's
 * stack. Called for a thread's copies by the lanes that run its code; for a team's (spmd) by all threads of an SPMD
 * kernel. */
void *__gd_copies_take(__gd_u64 bytes, __gd_u32 crew);
void __gd_copies_give(void *p, __gd_u32 crew);
void *__gd_spmd_copies_take(__gd_u64 bytes);
void __gd_spmd_copies_give(void *p);

/* ---- scan.c: prefixes over the threads of a region, block after block of as many iterations. data: in, what the
 * caller's iteration adds (the identity, if the thread has no iteration); out, its prefix. carry: in, the total of all
 * blocks before this one, the same in all threads; out, with this block added. By all threads; lanes of a group have
 * the same data. Objects of more than 128 bytes are slower. ---- */
struct __gd_scan {
    __gd_u32 me, threads;
    _Bool spmd; /* in an SPMD kernel's own code */
};
void __gd_scan_begin(struct __gd_scan *s, _Bool spmd, __gd_u32 crew);
void __gd_scan(const struct __gd_scan *s, void *data, void *carry, __gd_u32 size, __gd_combine *f, _Bool exclusive,
               __gd_u32 crew);

/* ---- sync.c ---- */
/* [state] omp barrier: threads of the current parallel region; nothing in sequential code. In a LEADERS region the
 * leader calls, with its control block (NULL otherwise), and its group comes along. */
void __gd_barrier(struct __gd_group *g);
/* the same in an SPMD kernel's own code; g == NULL: all lanes arrive together */
void __gd_spmd_barrier(struct __gd_group *g);
_Bool __gd_single(void);       /* [state] true in one thread; no barrier of its own */
_Bool __gd_masked(int filter); /* [state] true in the thread with that number */
/* [state] copyprivate: broadcasts the data of the thread that passes mine = 1 to all others, then a barrier; by all
 * threads of a region */
void __gd_copyprivate(void *data, __gd_u64 size, _Bool mine, struct __gd_group *g, __gd_u32 crew);
void __gd_spmd_copyprivate(void *data, __gd_u64 size, _Bool mine, struct __gd_group *g, __gd_u32 crew);
void __gd_lock(__gd_u32 *lock); /* critical; device-wide, 0 = free */
void __gd_unlock(__gd_u32 *lock);
/* Code that waits for its group while it holds a lock: threads whose lanes share a program counter enter it in turn,
 * because one that waits for the lock would keep the holder from going on:
 *     for (__gd_u32 t = 0; __gd_more_turns(t, crew); t++) if (__gd_my_turn(t, crew)) { lock … unlock }
 * Where lanes have program counters of their own there is one turn, for all. */
_Bool __gd_more_turns(__gd_u32 turn, __gd_u32 crew);
_Bool __gd_my_turn(__gd_u32 turn, __gd_u32 crew);
void __gd_flush(void);
void __gd_relax(void); /* before an atomic read, since that may spin in a loop: lets other lanes run */

/* ---- cancel.c [state]. Called by the threads of the current parallel region; in a LEADERS region by the leaders, with
 * their control block (else NULL). Nothing is cancelled, and nobody waits, where cancel-var is false. ---- */
enum { __GD_CANCEL_PARALLEL = 1, __GD_CANCEL_WORK = 2 }; /* WORK: the work-sharing construct that the team is in */
_Bool __gd_cancel(__gd_u32 what, _Bool now); /* true: go to the end of the construct. now: cancel; else only look */
/* In a parallel region that may be cancelled: a barrier, and what all threads call before a work-sharing construct.
 * Both return the same in all threads; true: the region is cancelled. */
_Bool __gd_cancel_barrier(struct __gd_group *g);
_Bool __gd_cancel_agree(struct __gd_group *g);
void __gd_cancel_join(struct __gd_group *g); /* at the region's end: waits until all threads are there */
void __gd_cancel_work_end(
    struct __gd_group *g); /* after the iterations of a work-sharing construct that may be cancelled */

/* ---- ordered.c. LEVEL: __GD_THREADS [state] or __GD_SPMD_THREADS. By all threads of the loop; begin has barriers.
 * ---- */
struct __gd_ordered {
    __gd_u64 k;          /* the iteration */
    _Bool alone, passed; /* one thread; its turn has been passed on */
};
void __gd_ordered_begin(struct __gd_ordered *o, enum __gd_level level, __gd_u32 crew);
void __gd_ordered_iteration(struct __gd_ordered *o, __gd_u64 k);
void __gd_ordered_enter(struct __gd_ordered *o); /* waits until all iterations before have passed on the turn */
void __gd_ordered_leave(struct __gd_ordered *o, __gd_u32 crew);
void __gd_ordered_end(struct __gd_ordered *o, __gd_u32 crew); /* of the iteration: passes the turn on if nobody did */

/* Doacross loops: static schedules only, over n iterations of `inner` points each. */
struct __gd_doacross {
    __gd_u64 n, chunk, inner;
    __gd_u32 me, all;
};
void __gd_doacross_begin(struct __gd_doacross *d, enum __gd_level level, enum __gd_sched sched, __gd_u64 n,
                         __gd_u64 chunk, __gd_u64 inner, __gd_u32 crew);
void __gd_doacross_post(struct __gd_doacross *d, __gd_u64 k, __gd_u64 inner, __gd_u32 crew);        /* source */
void __gd_doacross_wait(struct __gd_doacross *d, __gd_u64 k, __gd_u64 inner, __gd_u32 crew);        /* sink */
void __gd_doacross_wait_before(struct __gd_doacross *d, __gd_u64 k, __gd_u64 inner, __gd_u32 crew); /* the one before */

/* ---- atomics: __GD_ATOMIC_READ(v, x), WRITE(x, e), UPDATE(x, old, expr), and the capture forms. `old` names the
 * value that expr computes the new one from. 1- to 8-byte types by compare-and-swap or better, others by a lock.
 * See gantry_device_atomic.h, included below. ---- */
#include "gantry_device_atomic.h"

/* ---- mem.c: memory of the device's heap, which every thread reaches; stops the kernel where there is none left ----
 */
void *__gd_heap(__gd_u64 bytes);
void __gd_heap_free(void *p);
/* The storage of a variable-length array, until its block is left. */
struct __gd_vla {
    void *at;
};
struct __gd_vla __gd_vla_enter_at(__gd_u64 bytes, const char *file, int line);
#define __gd_vla_enter(bytes) __gd_vla_enter_at(bytes, __FILE__, __LINE__)
__GD_INLINE void __gd_vla_leave(struct __gd_vla *v) { __gd_heap_free(v->at); }
/* alloca: the blocks of one call of a function, each after a link to the block before */
struct __gd_allocas {
    void *last;
};
void *__gd_alloca_at(struct __gd_allocas *a, __gd_u64 bytes, __gd_u64 align, const char *file, int line);
#define __gd_alloca(a, bytes) __gd_alloca_at(a, bytes, __GD_HEAP_ALIGN, __FILE__, __LINE__)
/* as Clang has it: the alignment in bits */
#define __gd_alloca_aligned(a, bytes, bits) __gd_alloca_at(a, bytes, (bits) / 8, __FILE__, __LINE__)
__GD_INLINE void __gd_allocas_leave(struct __gd_allocas *a)
{
    for (void **p = (void **)a->last; p;) {
        void **before = (void **)*p;
        __gd_heap_free(p);
        p = before;
    }
}

/* ---- alloc.c [state]: memory of an allocator for a private variable; __gd_release frees it when the pointer goes out
 * of scope (cleanup)
 * ---- */
void *__gd_allocate(__gd_u64 alignment, __gd_u64 size, __gd_u64 allocator);
void __gd_release(void *pointer);
void __gd_check_place(const void *p,
                      __gd_u64 allocator); /* stops the kernel where p is aligned to less than that asks for */

void __gd_warn(const char *what, const char *file, int line);           /* prints */
_Noreturn void __gd_trap(const char *what, const char *file, int line); /* prints, then stops the kernel */

#endif
