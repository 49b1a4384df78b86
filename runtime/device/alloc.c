/* alloc.c: allocators and memory of allocators on a device (OpenMP 5.2, 6.1, 6.2 and 18.13).
 *
 * A predefined allocator is a small number, one made by omp_init_allocator the address of a struct. Memory that only
 * one team may access, or of the low-latency space, comes from a pool in team-shared memory while that has room, all
 * other from the device's heap. A header before each block says how to free it. */
#include "icv.h"
#include "told.h"

typedef __SIZE_TYPE__ size_t;
#if defined(__NVPTX__) /* all blocks of a module are as users' are: mem.c */
#define malloc __gd_malloc
#define free __gd_free
#endif
void *malloc(size_t size);
void free(void *p);

#include "gantry_allocator.h"

enum { PREDEFINED = __GD_THREAD_MEM_ALLOC + 1 }; /* handles from here on are addresses */
enum { LOW_LAT_SPACE = 4 };

/* ---- blocks ---- */
struct block { /* the header before what the user gets */
    void *begin;
    u64 size;
    u64 allocator;
    u32 pool_first, pool_blocks; /* its place in the pool; 0 blocks: it is on the heap */
};
enum { LEAST_ALIGNMENT = __GD_HEAP_ALIGN };
_Static_assert(sizeof(struct block) % LEAST_ALIGNMENT == 0, "keeps the user's alignment");

enum { POOL_BLOCK = 64, POOL_BLOCKS = 64 };
static HW_SHARED _Alignas(POOL_BLOCK) u8 pool[POOL_BLOCK * POOL_BLOCKS];

static u64 run_of(u32 n) { return n >= POOL_BLOCKS ? ~0ul : (1ul << n) - 1; }

/* Takes n neighbouring free blocks of the pool and returns the first; POOL_BLOCKS where there are none. */
static u32 pool_take(u32 n)
{
    u64 taken = __atomic_load_n(&__gd_icvs.pool, __ATOMIC_RELAXED);
    for (;;) {
        u32 first = 0;
        while (first + n <= POOL_BLOCKS && (taken & run_of(n) << first))
            first++;
        if (first + n > POOL_BLOCKS)
            return POOL_BLOCKS;
        if (__atomic_compare_exchange_n(&__gd_icvs.pool, &taken, taken | run_of(n) << first, 0, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return first;
    }
}

static void pool_give(const struct block *b)
{
    __atomic_fetch_and(&__gd_icvs.pool, ~(run_of(b->pool_blocks) << b->pool_first), __ATOMIC_RELAXED);
}

static u64 round_up(u64 n, u64 to) { return (n + to - 1) & ~(to - 1); }

/* Puts a header and the user's block into the memory from `begin` on, which is large enough for both and the
 * alignment. */
static void *block_at(u8 *begin, u64 alignment, u64 size, u64 allocator, u32 first, u32 blocks)
{
    u8 *p = (u8 *)round_up((u64)begin + sizeof(struct block), alignment);
    struct block *b = (struct block *)p - 1;
    b->begin = begin;
    b->size = size;
    b->allocator = allocator;
    b->pool_first = first;
    b->pool_blocks = blocks;
    hw_narrow(begin, p, size);
    return p;
}

static void *from_pool(u64 alignment, u64 size, u64 allocator)
{
    TELL(return 0); /* each block of the heap is watched for itself */
    u64 bytes = size + sizeof(struct block) + (alignment > LEAST_ALIGNMENT ? alignment : 0);
    if (bytes < size || bytes > sizeof pool)
        return 0;
    u32 blocks = (u32)((bytes + POOL_BLOCK - 1) / POOL_BLOCK), first = pool_take(blocks);
    return first < POOL_BLOCKS ? block_at((u8 *)pool + first * POOL_BLOCK, alignment, size, allocator, first, blocks)
                               : 0;
}

static void *from_heap(u64 alignment, u64 size, u64 allocator)
{
    u64 bytes;
    if (__builtin_add_overflow(size, sizeof(struct block) + alignment, &bytes))
        return 0;
    u8 *begin = malloc(bytes);
    return begin ? block_at(begin, alignment, size, allocator, 0, 0) : 0;
}

/* ---- allocators ---- */
static _Bool is_power_of_2(u64 n) { return n && !(n & (n - 1)); }

u64 omp_init_allocator(u64 space, int n, const struct gantry_trait traits[])
{
    struct gantry_allocator a, *made = 0;
    if (gantry_allocator_fill(&a, space, n, traits) && (made = malloc(sizeof *made)) != 0)
        *made = a;
    return (u64)made;
}

void omp_destroy_allocator(u64 allocator)
{
    if (allocator >= PREDEFINED)
        free((void *)allocator);
}

static _Bool reserve(struct gantry_allocator *a, u64 size)
{
    if (a->pool_size == ~0ul)
        return 1;
    u64 used = __atomic_load_n(&a->used, __ATOMIC_RELAXED);
    do
        if (size > a->pool_size - used)
            return 0;
    while (!__atomic_compare_exchange_n(&a->used, &used, used + size, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return 1;
}

static void unreserve(struct gantry_allocator *a, u64 size)
{
    if (a->pool_size != ~0ul)
        __atomic_fetch_add(&a->used, -size, __ATOMIC_RELAXED);
}

static void *near_or_heap(_Bool near, u64 alignment, u64 size, u64 allocator)
{
    void *p = near ? from_pool(alignment, size, allocator) : 0;
    return p ? p : from_heap(alignment, size, allocator);
}

static void *take(u64 alignment, u64 size, u64 allocator)
{
    enum { MOST_FALLBACKS = 16 }; /* allocators that fall back on each other in a circle */
    for (int tries = 0; allocator >= PREDEFINED && tries < MOST_FALLBACKS; tries++) {
        struct gantry_allocator *a = (struct gantry_allocator *)allocator;
        u64 aligned = a->alignment > alignment ? a->alignment : alignment;
        void *p = 0;
        if (reserve(a, size)) {
            _Bool near = a->space == LOW_LAT_SPACE || a->access == GANTRY_ATV_PTEAM || a->access == GANTRY_ATV_CGROUP;
            p = near_or_heap(near && a->access != GANTRY_ATV_ALL, aligned, size, allocator);
            if (p)
                return p;
            unreserve(a, size);
        }
        if (a->fallback == GANTRY_ATV_ABORT_FB)
            __gd_trap("an allocator whose fallback is omp_atv_abort_fb has no memory left", 0, 0);
        if (a->fallback == GANTRY_ATV_NULL_FB)
            return 0;
        allocator = a->fallback == GANTRY_ATV_ALLOCATOR_FB ? a->fb_data : __GD_DEFAULT_MEM_ALLOC;
    }
    _Bool near = allocator >= __GD_CGROUP_MEM_ALLOC && allocator <= __GD_PTEAM_MEM_ALLOC;
    return near_or_heap(near, alignment, size, allocator);
}

INLINE u64 or_default(u64 allocator)
{
    u64 omp_get_default_allocator(void);
    return allocator ? allocator : omp_get_default_allocator();
}

void *omp_aligned_alloc(size_t alignment, size_t size, u64 allocator)
{
    if (!size || !is_power_of_2(alignment))
        return 0;
    return take(alignment > LEAST_ALIGNMENT ? alignment : LEAST_ALIGNMENT, size, or_default(allocator));
}
void *omp_alloc(size_t size, u64 allocator) { return omp_aligned_alloc(1, size, allocator); }

void *omp_aligned_calloc(size_t alignment, size_t n, size_t size, u64 allocator)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes))
        return 0;
    u8 *p = omp_aligned_alloc(alignment, bytes, allocator);
    for (size_t i = 0; p && i < bytes; i++)
        p[i] = 0;
    return p;
}
void *omp_calloc(size_t n, size_t size, u64 allocator) { return omp_aligned_calloc(1, n, size, allocator); }

void omp_free(void *p, u64 allocator)
{
    (void)allocator; /* the block's header knows */
    if (!p)
        return;
    struct block *b = (struct block *)p - 1;
    if (b->allocator >= PREDEFINED)
        unreserve((struct gantry_allocator *)b->allocator, b->size);
    if (b->pool_blocks)
        pool_give(b);
    else
        free(b->begin);
}

void *omp_realloc(void *p, size_t size, u64 allocator, u64 free_allocator)
{
    if (!p)
        return omp_alloc(size, allocator);
    if (!size) {
        omp_free(p, free_allocator);
        return 0;
    }
    struct block *b = (struct block *)p - 1;
    u8 *now = omp_alloc(size, allocator ? allocator : b->allocator);
    for (size_t i = 0; now && i < b->size && i < size; i++)
        now[i] = ((u8 *)p)[i];
    if (now)
        omp_free(p, free_allocator);
    return now;
}

/* ---- private variables ---- */
void __gd_check_place(const void *p, u64 allocator)
{
    if (allocator >= PREDEFINED && (u64)p % ((const struct gantry_allocator *)allocator)->alignment)
        __gd_trap(
            "an allocator asks for an alignment that a firstprivate copy of 'target' has not: more than 256 bytes", 0,
            0);
}

void *__gd_allocate(u64 alignment, u64 size, u64 allocator)
{
    void *p = omp_aligned_alloc(alignment ? alignment : 1, size ? size : 1, allocator);
    if (!p)
        __gd_trap("there is no memory for a variable of an allocate clause", 0, 0);
    return p;
}

void __gd_release(void *pointer) { omp_free(*(void **)pointer, 0); }
