/* gantry_numbers.h: numbers that compiler, device link and device runtime must agree on, each written here alone.
 * Part of gantry_device.h; freestanding, and names begin with __GD_ so that they cannot meet the user's. */
#ifndef GANTRY_NUMBERS_H
#define GANTRY_NUMBERS_H

/* crew word (docs/architecture.md, Crew words): lanes of a thread, who runs the code between its simd loops, and how
 * many units its lane stack has */
enum { __GD_SIZE_MASK = 0xff, __GD_LEADERS = 0x100, __GD_LANE_STACK_SHIFT = 16, __GD_LANE_STACK_UNIT = 16 };
enum { __GD_MOST_LANE_STACK = 0xffff * __GD_LANE_STACK_UNIT };

/* mode word: enum gantry_mode in bits 0..1 */
enum { __GD_GENERIC = 0, __GD_SPMD = 1, __GD_SERIAL = 2, __GD_MODE_MASK = 3 };
enum { __GD_NEEDS_STATE = 4 }; /* somebody asks omp_get_thread_num and the like, or opens a parallel region */

enum { __GD_WARP_NVIDIA = 32, __GD_WARP_EMULATED = 64 }; /* lanes of a warp; of an emulated one at most */
enum { __GD_MOST_LANES = 1024 };                         /* of a team, on all hardware */

enum { __GD_SPACE_ALIGN = 16 };   /* of group space, lane stacks, frames and payloads */
enum { __GD_CONTROL_BYTES = 32 }; /* struct __gd_group, with which a leader's group space begins */
enum { __GD_HEAP_ALIGN = 16 };    /* of blocks of the device's heap */

/* handles of predefined allocators that are asked for by number, as in omp.h; those of other allocators are addresses
 */
enum {
    __GD_DEFAULT_MEM_ALLOC = 1,
    __GD_CGROUP_MEM_ALLOC = 6,
    __GD_PTEAM_MEM_ALLOC = 7,
    __GD_THREAD_MEM_ALLOC = 8, /* the last */
};

enum { __GD_SHUFFLED_BYTES = 128 }; /* copies of a reduction up to this size travel by shuffles */
enum { __GD_SCAN_BYTES = 128 };     /* larger copies of a scan go through the heap */

#endif
