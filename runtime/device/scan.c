/* scan.c: prefixes over the threads of a team (OpenMP 5.2, 5.6). A loop with a scan directive goes through blocks of as
 * many iterations as there are threads. In each, every thread brings what its iteration adds and gets the prefix.
 *
 * The order of combination is that of the threads' numbers: earlier op later, the same bits every time. */
#include "check.h"
#include "simd.h"

enum {
    SLOT_BYTES = 4096, /* totals of 32 warps, of __GD_SCAN_BYTES each */
};
static HW_SHARED _Alignas(16) u8 totals[SLOT_BYTES];

INLINE void scan_barrier(const struct __gd_scan *s, u32 crew)
{
    if (s->spmd)
        __gd_spmd_plain_barrier(own_group(crew));
    else
        __gd_plain_barrier(own_group(crew));
}

/* into = before op into */
INLINE void put_before(void *into, const void *before, u32 size, __gd_combine *f)
{
    _Alignas(16) u8 sum[__GD_SCAN_BYTES];
    __builtin_memcpy(sum, before, size);
    f(sum, into);
    __builtin_memcpy(into, sum, size);
}

HOT void __gd_scan_begin(struct __gd_scan *s, _Bool spmd, u32 crew)
{
    s->spmd = spmd;
    s->me = spmd ? lane_thread(crew) : __gd_thread();
    s->threads = spmd ? spmd_threads() : __gd_nthreads();
}

/* of a region with one thread, whose data is all there is */
static void scan_alone(u8 *data, u8 *carry, u8 *spare, u32 size, __gd_combine *f, _Bool exclusive)
{
    if (exclusive) {
        __builtin_memcpy(spare, data, size);
        __builtin_memcpy(data, carry, size);
        f(carry, spare);
    } else {
        f(carry, data);
        __builtin_memcpy(data, carry, size);
    }
}

/* Objects that are too large for shuffles lie side by side in the heap, where one thread goes through them. */
typedef u8 *bytes;
static HW_SHARED bytes side_by_side;

static void scan_large(const struct __gd_scan *s, u8 *data, u8 *carry, u32 size, __gd_combine *f, _Bool exclusive,
                       u32 crew)
{
    _Bool one = crew & __GD_LEADERS || lane_in_group(crew) == 0, first = one && s->me == 0;
    if (first)
        side_by_side = __gd_copies_take((u64)(s->threads + 1) * size, 1);
    scan_barrier(s, crew);
    u8 *own = side_by_side + (u64)s->me * size, *spare = side_by_side + (u64)s->threads * size;
    if (one)
        __builtin_memcpy(own, data, size);
    scan_barrier(s, crew);
    if (first) {
        for (u32 t = 0; t < s->threads; t++)
            scan_alone(side_by_side + (u64)t * size, carry, spare, size, f, exclusive);
        __builtin_memcpy(spare, carry, size);
    }
    scan_barrier(s, crew);
    __builtin_memcpy(data, own, size);
    __builtin_memcpy(carry, spare, size);
    scan_barrier(s, crew);
    if (first)
        __gd_copies_give(side_by_side, 1);
}

/* Not inlined: lanes without an iteration come from another branch, and must meet the others in one place. */
static __attribute__((noinline)) void meet_threads(void) { hw_reconverge(1); }

void __gd_scan(const struct __gd_scan *s, void *data, void *carry, u32 size, __gd_combine *f, _Bool exclusive, u32 crew)
{
    _Alignas(16) u8 from[__GD_SCAN_BYTES], before[__GD_SCAN_BYTES];
    ASSERT(data && carry && f && s->me < s->threads);
    if (s->threads == 1) { /* also in a nested region: it has one thread */
        u8 *spare = size > __GD_SCAN_BYTES ? __gd_copies_take(size, 1) : before;
        scan_alone(data, carry, spare, size, f, exclusive);
        if (spare != before)
            __gd_copies_give(spare, 1);
        return;
    }
    meet_threads();
    if (size > __GD_SCAN_BYTES) {
        scan_large(s, data, carry, size, f, exclusive, crew);
        return;
    }
    u32 group = group_size(crew), width = hw_width(), per_warp = width / group;
    u32 warp = s->me / per_warp, first = warp * per_warp, place = s->me - first;
    u32 n = s->threads - first < per_warp ? s->threads - first : per_warp;
    u32 warps = (s->threads + per_warp - 1) / per_warp;
    u64 mask = callers(n * group == width ? hw_whole_mask(width) : hw_mask(n * group), crew);
    u32 self = hw_lane();
    for (u32 distance = 1; distance < per_warp; distance *= 2) {
        __builtin_memcpy(from, data, size);
        fetch_from(from, size, mask, place >= distance ? self - distance * group : self);
        if (place >= distance)
            put_before(data, from, size, f);
    }
    __builtin_memcpy(before, data, size);
    fetch_from(before, size, mask, place ? self - group : self);
    scan_barrier(s, crew); /* the totals of the block before have been read */
    if (place == n - 1 && (crew & __GD_LEADERS || lane_in_group(crew) == 0))
        __builtin_memcpy((u8 *)totals + warp * __GD_SCAN_BYTES, data, size);
    scan_barrier(s, crew);
    _Bool any = !exclusive || place;
    if (exclusive && place)
        __builtin_memcpy(data, before, size);
    for (u32 w = 0; w < warps; w++) {
        if (w == warp) {
            if (any)
                put_before(data, carry, size, f);
            else
                __builtin_memcpy(data, carry, size);
        }
        __builtin_memcpy(from, (const u8 *)totals + w * __GD_SCAN_BYTES, size);
        f(carry, from);
    }
}
