/* kernels.c: the nests of nests.c lowered by hand, as SPMD at both levels, in the ways of broadcasting that
 * docs/broadcast.md compares. Built by run.sh through the device link, which also fixes the lanes of a thread.
 *
 * A nest is written once, over ho_…; what a way does is chosen by constants. `one` runs a statement in one lane of the
 * level; what it sets is v, which in ways (a) is each lane's own and in (b) and (c) one place for all. */
#ifdef DEVICE
#include "nests.h"
#include "simd.h" /* of runtime/device: shuffles without a synchronisation */

enum level { OF_THREAD, OF_TEAM };
enum way {
    EACH,       /* (a) each statement's value by itself: guard, store, barrier, load, barrier */
    BATCH,      /* (a) all statements up to the inner level together */
    BATCH1,     /* the same without the second barrier: the end of the inner level keeps the buffer */
    SHUFFLE,    /* (a) the same by shuffles, after one synchronisation; threads only */
    ADDRESSES,  /* (b) one allocates in each iteration, and shares the addresses */
    ADDRESSES1, /* (b) once, before the loop */
    SYNCED,     /* (c) all allocate, and get the same address */
};
struct ho {
    enum level level;
    enum way way;
    u32 crew;
    u8 *space; /* the level's: EACH…: buffer; ADDRESSES…: top of the stack, addresses, stack; SYNCED: stack */
    u32 nvars; /* addresses */
    u32 top;   /* SYNCED: of the stack; every lane's own */
    const struct __gd_env *env;
    u32 mode;
};

INLINE void ho_sync(const struct ho *h)
{
    if (h->level == OF_TEAM)
        __gd_spmd_barrier(0);
    else
        __gd_group_sync(h->crew);
}
INLINE _Bool ho_first(const struct ho *h) { return h->level == OF_TEAM ? __gd_spmd_thread(1) == 0 : __gd_lane(h->crew) == 0; }
INLINE _Bool ho_own(const struct ho *h) { return h->way <= SHUFFLE; }
INLINE _Bool ho_addresses(const struct ho *h) { return h->way == ADDRESSES || h->way == ADDRESSES1; }

/* ---- places ---- */
INLINE u64 *ho_top(const struct ho *h) { return (u64 *)h->space; }
INLINE u64 *ho_address(const struct ho *h, u32 k) { return (u64 *)h->space + 1 + k; }
INLINE void ho_begin(struct ho *h)
{
    if (ho_addresses(h) && ho_first(h))
        *ho_top(h) = (u64)(h->space + 8 + 8 * h->nvars);
}
/* variable number k; several are allocated, then shared between the same two barriers */
INLINE void ho_alloc(struct ho *h, u32 k, u32 size)
{
    if (ho_addresses(h) && ho_first(h)) {
        u64 p = *ho_top(h);
        *ho_top(h) = p + size;
        *ho_address(h, k) = p;
    }
}
INLINE void ho_share(struct ho *h)
{
    if (ho_addresses(h))
        ho_sync(h);
}
INLINE void *ho_place(struct ho *h, u32 k, u32 size, void *own)
{
    if (ho_own(h))
        return own;
    if (ho_addresses(h))
        return (void *)*ho_address(h, k);
    void *p = h->space + h->top;
    h->top += size;
    return p;
}
INLINE void ho_shared(struct ho *h)
{
    if (ho_addresses(h))
        ho_sync(h);
}
INLINE void ho_free(struct ho *h, u32 size)
{
    if (ho_addresses(h) && ho_first(h))
        *ho_top(h) -= size;
    h->top -= h->way == SYNCED ? size : 0;
}

/* ---- values: of variable v, `size` bytes, at `at` of the buffer ---- */
INLINE void ho_leave(struct ho *h, const void *v, u32 size, u32 at)
{
    if (h->way <= BATCH1)
        __builtin_memcpy(__builtin_assume_aligned(h->space + at, 8), v, size);
}
INLINE void ho_take(struct ho *h, void *v, u32 size, u32 at)
{
    if (h->way <= BATCH1)
        __builtin_memcpy(v, __builtin_assume_aligned(h->space + at, 8), size);
    else if (h->way == SHUFFLE && group_size(h->crew) > 1)
        fetch_from(v, size, group_mask(h->crew), leader_lane(h->crew));
}
#define ONE(h, ...) do { if (ho_first(h)) { __VA_ARGS__; } } while (0)
/* a statement that sets *v, and others after it that are broadcast with it or not */
#define STEP(h, v, at, ...)                                                                                  \
    do {                                                                                                     \
        if (ho_first(h)) {                                                                                   \
            __VA_ARGS__;                                                                                     \
            ho_leave(h, v, sizeof *(v), at);                                                                 \
        }                                                                                                    \
        if ((h)->way == EACH) {                                                                              \
            ho_sync(h);                                                                                      \
            ho_take(h, v, sizeof *(v), at);                                                                  \
            ho_sync(h);                                                                                      \
        }                                                                                                    \
    } while (0)
INLINE void ho_meet(struct ho *h)
{
    if (h->way != EACH)
        ho_sync(h);
}
#define TAKE(h, v, at) ((h)->way != EACH ? ho_take(h, v, sizeof *(v), at) : (void)0)
INLINE void ho_done(struct ho *h)
{
    if (h->way == BATCH)
        ho_sync(h);
}

/* ---- the two loops ---- */
#define OUTER(h)                                                                                             \
    for (__gd_loop_begin(&l, (h)->level == OF_TEAM ? __GD_TEAMS : __GD_SPMD_ALL,                                \
                         (h)->level == OF_TEAM ? __GD_STATIC : __GD_CYCLIC, ROWS, 0, (h)->crew);                \
         __gd_loop_more(&l); __gd_loop_next(&l, (h)->crew))                                                  \
        for (u64 i = l.lo; i < l.hi; i += l.stride)
#define INNER(h, ...)                                                                                        \
    do {                                                                                                     \
        if ((h)->level == OF_TEAM) {                                                                            \
            __gd_spmd_region((h)->env, (h)->mode, 1);                                                        \
            struct __gd_loop n;                                                                              \
            for (__gd_loop_begin(&n, __GD_SPMD_THREADS, __GD_CYCLIC, (u64)m, 0, 1); __gd_loop_more(&n);      \
                 __gd_loop_next(&n, 1))                                                                      \
                for (u64 k0 = n.lo; k0 < n.hi; k0 += n.stride) {                                             \
                    long j = (long)k0;                                                                       \
                    __VA_ARGS__;                                                                             \
                }                                                                                            \
        } else {                                                                                             \
            for (u64 k0 = __gd_lane((h)->crew); k0 < (u64)m; k0 += group_size((h)->crew)) {                  \
                long j = (long)k0;                                                                           \
                __VA_ARGS__;                                                                                 \
            }                                                                                                \
        }                                                                                                    \
        ho_sync(h);                                                                                          \
    } while (0)

/* Where the addresses are shared once, the places are found before the loop, else in it. */
#define PLACES(h, when, bytes, ...)                                                                          \
    if (((h)->way == ADDRESSES) == (when)) {                                                                 \
        __VA_ARGS__                                                                                          \
    }

/* ---- the nests ---- */
enum { SCALAR_BYTES = 8, SCALAR_VARS = 1, ARRAY_BYTES = 64, ARRAY_VARS = 1, SEVERAL_BYTES = 24, SEVERAL_VARS = 3,
       CONDITIONAL_BYTES = 16, CONDITIONAL_VARS = 2 };

INLINE void scalar(struct ho *h, double *in, double *out, double *side, long m)
{
    struct __gd_loop l;
    double own, *v = &own;
#define FIND ho_alloc(h, 0, 8); ho_share(h); v = ho_place(h, 0, 8, &own); ho_shared(h);
    PLACES(h, 0, 8, FIND)
    OUTER(h)
    {
        PLACES(h, 1, 8, FIND)
        STEP(h, v, 0, *v = 0.5 * (side[i] += in[i]));
        ho_meet(h);
        TAKE(h, v, 0);
        ho_done(h);
        INNER(h, out[i * (u64)m + (u64)j] = *v * in[j]);
        PLACES(h, 1, 8, ho_free(h, 8);)
    }
#undef FIND
}

INLINE void array(struct ho *h, double *in, double *out, double *side, long m)
{
    struct __gd_loop l;
    typedef double many[ENTRIES];
    many own, *w = &own;
#define FIND ho_alloc(h, 0, sizeof own); ho_share(h); w = ho_place(h, 0, sizeof own, &own); ho_shared(h);
    PLACES(h, 0, sizeof own, FIND)
    OUTER(h)
    {
        PLACES(h, 1, sizeof own, FIND)
        STEP(h, w, 0, for (u64 k = 0; k < ENTRIES; k++) (*w)[k] = side[i * ENTRIES + k] += in[i + k]);
        ho_meet(h);
        TAKE(h, w, 0);
        ho_done(h);
        INNER(h, out[i * (u64)m + (u64)j] = (*w)[j % ENTRIES] * in[j]);
        PLACES(h, 1, sizeof own, ho_free(h, sizeof own);)
    }
#undef FIND
}

INLINE void several(struct ho *h, double *in, double *out, double *side, long m)
{
    struct __gd_loop l;
    double own[3], *x = own, *y = own + 1, *z = own + 2;
#define FIND                                                                                                 \
    ho_alloc(h, 0, 8); ho_alloc(h, 1, 8); ho_alloc(h, 2, 8); ho_share(h);                                    \
    x = ho_place(h, 0, 8, own); y = ho_place(h, 1, 8, own + 1); z = ho_place(h, 2, 8, own + 2); ho_shared(h);
    PLACES(h, 0, 24, FIND)
    OUTER(h)
    {
        PLACES(h, 1, 24, FIND)
        STEP(h, x, 0, *x = side[i] += in[i]);
        STEP(h, y, 8, *y = side[i + 1 * ROWS] += *x);
        STEP(h, z, 16, *z = side[i + 2 * ROWS] += *y);
        ho_meet(h);
        TAKE(h, x, 0);
        TAKE(h, y, 8);
        TAKE(h, z, 16);
        ho_done(h);
        INNER(h, out[i * (u64)m + (u64)j] = *x * in[j] + *y + *z);
        STEP(h, x, 0, *x = side[i + 3 * ROWS] += out[i * (u64)m]);
        STEP(h, y, 8, *y = side[i + 4 * ROWS] += *x);
        STEP(h, z, 16, *z = side[i + 5 * ROWS] += *y);
        ho_meet(h);
        TAKE(h, x, 0);
        TAKE(h, y, 8);
        TAKE(h, z, 16);
        ho_done(h);
        INNER(h, out[i * (u64)m + (u64)j] += *y * in[j] + *x + *z);
        PLACES(h, 1, 24, ho_free(h, 24);)
    }
#undef FIND
}

INLINE void conditional(struct ho *h, double *in, double *out, double *side, long m)
{
    struct __gd_loop l;
    double own_best, *best = &own_best;
    int own_at, *at = &own_at;
#define FIND                                                                                                 \
    ho_alloc(h, 0, 8); ho_alloc(h, 1, 8); ho_share(h);                                                       \
    best = ho_place(h, 0, 8, &own_best); at = ho_place(h, 1, 8, &own_at); ho_shared(h);
    PLACES(h, 0, 16, FIND)
    OUTER(h)
    {
        PLACES(h, 1, 16, FIND)
        if (ho_own(h))
            *best = 0, *at = 0;
        else
            ONE(h, *best = 0, *at = 0);
        for (u64 k = 0; k < ENTRIES; k++) {
            if (ho_first(h)) {
                if (in[i + k] > *best) {
                    *best = in[i + k];
                    *at = (int)k;
                    side[i] += *best;
                }
                ho_leave(h, best, sizeof *best, 0);
                ho_leave(h, at, sizeof *at, 8);
            }
            ho_sync(h);
            ho_take(h, best, sizeof *best, 0);
            if (h->way == EACH) { /* as a value of its own */
                ho_sync(h);
                ho_sync(h);
            }
            ho_take(h, at, sizeof *at, 8);
            if (h->way <= BATCH)
                ho_sync(h);
            INNER(h, out[i * (u64)m + (u64)j] += *best * in[j] + *at);
        }
        PLACES(h, 1, 16, ho_free(h, 16);)
    }
#undef FIND
}

/* ---- a kernel of each nest, way and level; SPACE as in run.sh ---- */
#define SPACE(way, bytes, vars) \
    ((way) == SHUFFLE ? 0 : ((way) == ADDRESSES || (way) == ADDRESSES1 ? 8 + 8 * (vars) + (bytes) : (bytes)))
#ifdef __GANTRY_EMULATED__
#define ENTRY(name)                                                                                          \
    __attribute__((used)) void name##__entry(void **a)                                                       \
    {                                                                                                        \
        name(*(struct __gd_env *)a[0], *(double **)a[1], *(double **)a[2], *(double **)a[3], *(long *)a[4]);  \
    }
#else
#define ENTRY(name)
#endif
#define TEAM_KERNEL(nest, NEST, way)                                                                         \
    static __GD_SHARED _Alignas(16) u8 nest##_##way##_space[SPACE(way, NEST##_BYTES, NEST##_VARS)];          \
    extern const u32 gantry_k_team_##nest##_##way##__mode;                                                   \
    __GD_KERNEL gantry_k_team_##nest##_##way(struct __gd_env env, double *in, double *out, double *side, long m) \
    {                                                                                                        \
        if (!__gd_spmd_begin(&env, gantry_k_team_##nest##_##way##__mode, 1))                                 \
            return;                                                                                          \
        struct ho h = {OF_TEAM, way, 1, (u8 *)nest##_##way##_space, NEST##_VARS, 0, &env,                       \
                       gantry_k_team_##nest##_##way##__mode};                                                \
        ho_begin(&h);                                                                                        \
        nest(&h, in, out, side, m);                                                                          \
        __gd_spmd_end();                                                                                     \
    }                                                                                                        \
    ENTRY(gantry_k_team_##nest##_##way)
#define THREAD_KERNEL(nest, NEST, way)                                                                       \
    extern const u32 gantry_k_thread_##nest##_##way##__mode, thread_##nest##_##way##__crew;                  \
    __GD_KERNEL gantry_k_thread_##nest##_##way(struct __gd_env env, double *in, double *out, double *side, long m) \
    {                                                                                                        \
        const u32 crew = thread_##nest##_##way##__crew, bytes = SPACE(way, NEST##_BYTES, NEST##_VARS);       \
        if (!__gd_spmd_begin(&env, gantry_k_thread_##nest##_##way##__mode, crew))                            \
            return;                                                                                          \
        struct ho h = {OF_THREAD, way, crew, 0, NEST##_VARS, 0, &env, 0};                                       \
        if (bytes)                                                                                           \
            h.space = __gd_spmd_group_space(&env, (bytes + 15) / 16 * 16, crew);                             \
        ho_begin(&h);                                                                                        \
        nest(&h, in, out, side, m);                                                                          \
        __gd_spmd_end();                                                                                     \
    }                                                                                                        \
    ENTRY(gantry_k_thread_##nest##_##way)
/* Not in one program: where no thread has lanes, the runtime is another. */
#ifdef TEAM_LEVEL
#define BOTH TEAM_KERNEL
#undef THREAD_KERNEL
#define THREAD_KERNEL(nest, NEST, way)
#else
#define BOTH THREAD_KERNEL
#endif
#define WAYS(nest, NEST)                                                                                     \
    BOTH(nest, NEST, EACH)                                                                                   \
    BOTH(nest, NEST, BATCH)                                                                                  \
    BOTH(nest, NEST, BATCH1)                                                                                 \
    THREAD_KERNEL(nest, NEST, SHUFFLE)                                                                       \
    BOTH(nest, NEST, ADDRESSES)                                                                              \
    BOTH(nest, NEST, ADDRESSES1)                                                                             \
    BOTH(nest, NEST, SYNCED)
WAYS(scalar, SCALAR)
WAYS(array, ARRAY)
WAYS(several, SEVERAL)
WAYS(conditional, CONDITIONAL)
#endif

#ifdef HOST
#include "run.h"

#include "gantry_abi.h"

extern struct gantry_module GANTRY_MODULE;
#ifdef TEAM_LEVEL
enum { IS_TEAM = 1, THREADS = LANES };
#else
enum { IS_TEAM = 0 }; /* and THREADS of a team, by run.sh */
#endif

static const char *kernel;
static void launch(double *i, double *o, double *s, long m)
{
    static const struct gantry_map maps[] = {{"in", 0, GANTRY_PARAM_DEVPTR, 1, 1},
                                             {"out", 0, GANTRY_PARAM_DEVPTR, 1, 1},
                                             {"side", 0, GANTRY_PARAM_DEVPTR, 1, 1},
                                             {"m", 0, GANTRY_PARAM_VALUE, 1, 1}};
    struct gantry_region *r = calloc(1, sizeof *r); /* kept by the runtime */
    *r = (struct gantry_region){GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof *r, GANTRY_TARGET, &GANTRY_MODULE, kernel,
                                {"kernels.c", "launch", 1, 1}, 4, 0, maps, NULL, NULL};
    struct gantry_val vals[] = {{i, i, 0}, {o, o, 0}, {s, s, 0}, {&m, &m, sizeof m}};
    struct gantry_launch l = {.trip = ROWS, .num_teams = TEAMS, .thread_limit = THREADS, .num_threads = THREADS};
    int dev = __gantry_device(r, GANTRY_DEVICE_DEFAULT, 1);
    if (dev < 0)
        exit(2);
    __gantry_target(r, dev, vals, &l);
}

int main(void)
{
    static const char *const nests[] = {"scalar", "array", "several", "conditional"};
    static const char *const ways[] = {"EACH", "BATCH", "BATCH1", "SHUFFLE", "ADDRESSES", "ADDRESSES1", "SYNCED"};
    static char names[32][80];
    int n = 0;
    for (int k = 0; k < 4; k++)
        for (int w = 0; w < 7; w++) {
            if (IS_TEAM && strcmp(ways[w], "SHUFFLE") == 0)
                continue;
            snprintf(names[n], sizeof *names, "gantry_k_%s_%s_%s", IS_TEAM ? "team" : "thread", nests[k], ways[w]);
            kernel = names[n++];
            check(nests[k], launch);
        }
    return failed;
}
#endif
