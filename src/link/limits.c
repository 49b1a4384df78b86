/* limits.c: how many lanes a team of a kernel may have on NVIDIA GPUs, and how many registers a lane.
 * needs: summary decided. */
#include "summary.h"

#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"
#include "gantry_numbers.h"

/* A launch bound tells ptxas how many registers a lane may take, so that every launch that clauses ask for fits. 0: no
 * clause gives a number. Then there is no bound, a lane gets the registers it needs, and the runtime launches as many
 * lanes as fit: with a bound of 1024 ptxas spills registers. */
uint32_t kernel_bound(const struct kernel *k)
{
    uint64_t lanes = (uint64_t)k->max_threads * kernel_group(k, __GD_WARP_NVIDIA);
    if (k->final_mode == GANTRY_MODE_SERIAL)
        return __GD_WARP_NVIDIA;
    if (lanes == 0)
        return 0;
    lanes = (lanes + __GD_WARP_NVIDIA - 1) / __GD_WARP_NVIDIA * __GD_WARP_NVIDIA;
    if (k->final_mode == GANTRY_MODE_GENERIC)
        lanes += __GD_WARP_NVIDIA; /* the main thread's */
    return lanes < __GD_MOST_LANES ? (uint32_t)lanes : __GD_MOST_LANES;
}

/* How many registers each lane of a team of so many can have: they are given by the warp, in eights for a lane, and
 * each quarter of a multiprocessor has a quarter of them. */
static uint32_t registers_of(uint32_t lanes)
{
    enum { REGISTERS = 65536, QUARTERS = 4, UNIT = 8 };
    uint32_t warps = (lanes + __GD_WARP_NVIDIA - 1) / __GD_WARP_NVIDIA, of_quarter = (warps + QUARTERS - 1) / QUARTERS;
    return REGISTERS / QUARTERS / of_quarter / __GD_WARP_NVIDIA / UNIT * UNIT;
}

/* A limit that is larger than the launch bound allows would undo the bound: ptxas heeds the limit alone. */
uint32_t kernel_registers(const struct kernel *k)
{
    uint32_t bound = kernel_bound(k), fit = bound ? registers_of(bound) : k->registers;
    return k->registers < fit ? k->registers : fit;
}

void limits_advise(const struct summary *s)
{
    for (size_t i = 0; i < s->kernels.n; i++) {
        const struct kernel *k = s->kernels.v[i];
        if (kernel_registers(k) < k->registers)
            diag(
                s->d, DIAG_WARNING, (struct loc){.file = k->file, .line = k->line}, "GN0923",
                "a lane of this region gets at most %u registers, not %u: its clauses ask for teams of %u lanes, which "
                "must fit on a multiprocessor",
                kernel_registers(k), k->registers, kernel_bound(k));
    }
}
