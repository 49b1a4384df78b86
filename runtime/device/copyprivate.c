/* copyprivate.c: copyprivate: one thread of a team broadcasts variables to all others. */
#include "check.h"
#include "simd.h"

enum { PIECE_BYTES = 1024 };
static HW_SHARED _Alignas(16) u8 piece[PIECE_BYTES];

INLINE void meet(_Bool spmd, struct __gd_group *g)
{
    if (spmd)
        __gd_spmd_plain_barrier(g);
    else
        __gd_plain_barrier(g);
}

/* In pieces, each between two barriers; the last barrier is the one after the construct. */
INLINE void broadcast(u8 *data, u64 size, _Bool mine, _Bool spmd, struct __gd_group *g, u32 crew)
{
    ASSERT(data || !size);
    __gd_tasks_done();
    _Bool first = !together(crew) || lane_in_group(crew) == 0;
    for (u64 at = 0; at < size; at += PIECE_BYTES) {
        u64 n = size - at < PIECE_BYTES ? size - at : PIECE_BYTES;
        if (mine && first)
            __builtin_memcpy((void *)piece, data + at, n);
        meet(spmd, g);
        if (!mine)
            __builtin_memcpy(data + at, (const void *)piece, n);
        meet(spmd, g);
    }
}

void __gd_copyprivate(void *data, u64 size, _Bool mine, struct __gd_group *g, u32 crew)
{
    if (!depth() && TEAM->in_parallel) /* elsewhere the thread is alone */
        broadcast(data, size, mine, 0, g, crew);
}

void __gd_spmd_copyprivate(void *data, u64 size, _Bool mine, struct __gd_group *g, u32 crew)
{
    broadcast(data, size, mine, 1, g, crew);
}
