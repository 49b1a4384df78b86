/* occupancy.h: how many warps of a kernel fit on a multiprocessor of NVIDIA GPUs at the same time: theoretical
 * occupancy, from the limits of each compute capability (CUDA C Programming Guide, "Compute Capabilities"). */
#ifndef GANTRY_OCCUPANCY_H
#define GANTRY_OCCUPANCY_H

#include <stdbool.h>
#include <stdint.h>

#include "../tables/tables.h"

struct gpu_limits { /* of a multiprocessor */
    const char *arch;
    uint32_t warps, teams;              /* at the same time; teams are CUDA's blocks */
    uint32_t shared;                    /* bytes of team-shared memory, */
    uint32_t shared_unit, shared_taken; /* … given in units, and taken by the system for each team */
};
enum {
    GPU_WARP = 32,
    GPU_REGISTERS = 65536,               /* of a multiprocessor, 32 bits each, on all of them */
    GPU_REGISTER_UNIT = 256,             /* a warp gets them in units of this */
    GPU_WARPS_TOGETHER = 4,              /* warps get registers by one of four schedulers */
    GPU_MOST_REGISTERS = MOST_REGISTERS, /* of a lane */
    GPU_MOST_LANES = 1024                /* of a team */
};
const struct gpu_limits *gpu_limits_of(const char *arch); /* "sm_80"; NULL: unknown */

/* what bounds the number of teams, as bits */
enum { BY_WARPS = 1, BY_TEAMS = 2, BY_REGISTERS = 4, BY_SHARED = 8 };
struct occupancy {
    uint32_t teams, warps; /* at the same time on a multiprocessor; 0: the kernel cannot be launched so */
    unsigned by;
};
/* of teams of so many lanes that take so many registers each, and bytes of shared memory */
struct occupancy occupancy_of(const struct gpu_limits *gpu, uint32_t lanes, uint32_t registers, uint32_t shared);
/* "registers"; of several the first; "-": the multiprocessor is full */
const char *occupancy_reason(const struct gpu_limits *gpu, struct occupancy o);

#endif
