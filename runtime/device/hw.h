/* hw.h: the hardware primitives of the current target. Each is static inline and has its own unit test
 * (tests/emulated/primitives_test.c); everything else in runtime/device is built on them alone.
 *
 *   hw_tid hw_ntid hw_team hw_nteams      lane number in the team, lanes of the team, team number, teams
 *   hw_lane hw_width                      lane number in the warp, lanes of a full warp
 *   hw_dynamic_shared                     the team's dynamic shared memory; the launch says how much there is
 *   hw_mask(n)                            mask of the first n lanes of a warp
 *   hw_whole_mask(n)                      the same, where lanes from n on have ended or do not exist
 *   hw_barrier_team                       all live lanes of the team, arriving from anywhere
 *   hw_barrier_team_together              the same where the lanes of a warp arrive at one instruction
 *   hw_barrier_team_elect()               the same in two halves: true in one lane, when all have come;
 *   hw_barrier_team_release(elected)      they go on when all have called this, that one with true
 *   hw_barrier_region(lanes)              whole warps counting `lanes` in all; every live lane of each arrives
 *   hw_reconverge(depth)                  after a branch: lanes of a warp that took it and lanes that did not go on
 *                                         together, where they share one program counter; nothing elsewhere. Branches
 *                                         of greater depth are within others, and end first
 *   hw_turns(size)                        how many groups of `size` lanes share a program counter; 1 where no lane
 *                                         has to wait for another's to go on, and in groups of one
 *   hw_warp_sync(mask) hw_ballot(mask, p) hw_active()
 *   hw_shuffle(mask, value, lane)         value of that lane; hw_shuffle_down(mask, value, distance, n) of the lane
 *                                         `distance` further on where that is below n, anything otherwise;
 *                                         hw_shuffle32, hw_shuffle_down32: the same for 4 bytes
 *   hw_fence_team hw_fence_device hw_fence_system
 *   hw_load_acquire hw_store_release      32-bit words, device scope
 *   hw_wait_while(p, v)                   waits until the word there is another, which another team stores; acquires
 *   hw_wake(p)                            after a store to a word that others may wait for
 *   hw_pause(n)                           a spinning lane lets others run; n = how often it has waited
 *   hw_nanoseconds                        a clock that all teams share
 *   hw_stop                               ends the kernel with an error
 *
 * Layers of runtime/device: a file uses files of the lines above its own, and of its line those to its left;
 * tests/house/rooms.py reads this list and holds it:
 *
 *   trap.c mem.c stdlib.c ctype.c math.c complex.c   the end of a kernel that cannot go on; C's own functions
 *   state.c                                          what the lanes of a team know of their team
 *   icv.c simd.c alloc.c                             control variables; groups of lanes; allocators
 *   events.c tasks.c                                 detached tasks; explicit tasks
 *   sync.c cancel.c                                  barriers, locks; cancellation
 *   parallel.c                                       parallel regions of generic kernels, what their threads share
 *   loops.c ordered.c reduce.c scan.c copyprivate.c  constructs that threads share
 *   entry.c api.c                                    the beginning and end of a kernel; omp_* routines */
#ifndef GANTRY_HW_H
#define GANTRY_HW_H

#include "gantry_device.h"

typedef __gd_u8 u8;
typedef __gd_u32 u32;
typedef __gd_u64 u64;
typedef __gd_i64 i64;

/* must vanish into the kernel: the device link inlines it there */
#define HOT __attribute__((always_inline))
#define INLINE static inline __attribute__((always_inline, unused))

#if defined(__NVPTX__)
#include "hw_nvptx.h"
#else
#include "hw_emulated.h"
#endif

#endif
