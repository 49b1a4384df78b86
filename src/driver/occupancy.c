/* occupancy.c: see occupancy.h. */
#include "occupancy.h"

#include <string.h>

static const struct gpu_limits limits[] = {
    {"sm_70", 64, 32, 96 << 10, 256, 0},      {"sm_72", 64, 32, 96 << 10, 256, 0},
    {"sm_75", 32, 16, 64 << 10, 256, 0},      {"sm_80", 64, 32, 164 << 10, 128, 1024},
    {"sm_86", 48, 16, 100 << 10, 128, 1024},  {"sm_87", 48, 16, 164 << 10, 128, 1024},
    {"sm_89", 48, 24, 100 << 10, 128, 1024},  {"sm_90", 64, 32, 228 << 10, 128, 1024},
    {"sm_90a", 64, 32, 228 << 10, 128, 1024},
};

const struct gpu_limits *gpu_limits_of(const char *arch)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (strcmp(limits[i].arch, arch) == 0)
            return &limits[i];
    return NULL;
}

static uint32_t up_to(uint32_t n, uint32_t unit) { return (n + unit - 1) / unit * unit; }

static void bound(struct occupancy *o, uint32_t teams, unsigned by)
{
    if (teams < o->teams) {
        o->teams = teams;
        o->by = by;
    } else if (teams == o->teams) {
        o->by |= by;
    }
}

struct occupancy occupancy_of(const struct gpu_limits *gpu, uint32_t lanes, uint32_t registers, uint32_t shared)
{
    struct occupancy o = {.teams = UINT32_MAX};
    uint32_t warps = up_to(lanes, GPU_WARP) / GPU_WARP;
    bound(&o, gpu->warps / warps, BY_WARPS);
    bound(&o, gpu->teams, BY_TEAMS);
    if (registers) {
        uint32_t of_warp = up_to(registers * GPU_WARP, GPU_REGISTER_UNIT);
        uint32_t fit = GPU_REGISTERS / of_warp / GPU_WARPS_TOGETHER * GPU_WARPS_TOGETHER;
        bound(&o, registers > GPU_MOST_REGISTERS ? 0 : fit / warps, BY_REGISTERS);
    }
    if (shared)
        bound(&o, gpu->shared / up_to(shared + gpu->shared_taken, gpu->shared_unit), BY_SHARED);
    o.warps = o.teams * warps;
    return o;
}

const char *occupancy_reason(const struct gpu_limits *gpu, struct occupancy o)
{
    if (o.by & BY_WARPS) /* all that there is room for, or no multiple of a large team fits */
        return o.warps == gpu->warps ? "-" : "team size";
    return o.by & BY_REGISTERS ? "registers" : o.by & BY_SHARED ? "shared memory" : "teams";
}
