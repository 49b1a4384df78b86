/* group_kernels.c: kernels whose threads are SIMD groups, written by hand the way the generator writes them. What a
 * lane finds wrong it counts; which lanes ran which iterations group_test.c checks. */
#include "gantry_device.h"
#include "groups.h"
#include "hw.h"

#define MODE(name, mode) enum { name##__mode = (mode) };
TEST_KERNELS(MODE)

#if defined(__NVPTX__)
#define ENTRY(name, mode)
#else /* what the device link makes for the emulated GPU */
#define ENTRY(name, mode)                                                                                    \
    void name(struct __gd_env env, struct group_case a);                                                     \
    void name##__entry(void **args);                                                                         \
    void name##__entry(void **args) { name(*(struct __gd_env *)args[0], *(struct group_case *)args[1]); }
#endif
TEST_KERNELS(ENTRY)
#define KERNEL(name) __GD_KERNEL name(struct __gd_env env, struct group_case a)

const u32 __gd_most_lanes = 64, __gd_lane_stacks = 0, __gd_large_reductions = 1, __gd_frames = 0, __gd_cancels = 0, __gd_virtual_teams = 0, __gd_tells = 0;

int omp_get_thread_num(void), omp_get_num_threads(void), omp_get_level(void), omp_get_ancestor_thread_num(int);
int omp_get_team_size(int), omp_in_parallel(void), omp_get_max_threads(void);

/* ---- payloads of every kind of size: element i of x is x + i ---- */
#define EACH_PAYLOAD(P) P(u8, 1) P(u8, 2) P(u8, 3) P(u32, 1) P(u8, 5) P(u64, 1) P(u32, 3) P(u8, 13) P(u64, 5) P(u64, 15) \
    P(u8, 131) P(u64, 25) P(u64, 125) P(u64, 600)
#define DEFINE_PAYLOAD(T, n)                                                                                 \
    struct T##_##n {                                                                                         \
        T v[n];                                                                                              \
    };                                                                                                       \
    static void add_##T##_##n(void *into, const void *from)                                                  \
    {                                                                                                        \
        for (u32 i = 0; i < n; i++)                                                                          \
            ((struct T##_##n *)into)->v[i] += ((const struct T##_##n *)from)->v[i];                          \
    }
EACH_PAYLOAD(DEFINE_PAYLOAD)
static void add_double(void *into, const void *from) { *(double *)into += *(const double *)from; }

static void wrong(struct group_result *r, u32 line)
{
    __GD_ATOMIC_ADD(r->bad, 1);
    __GD_ATOMIC_WRITE(r->line, line);
}
#define EXPECT(r, cond)                                                                                      \
    do {                                                                                                     \
        if (!(cond))                                                                                         \
            wrong(r, __LINE__);                                                                              \
    } while (0)

/* ---- hw.h: what groups need ---- */
KERNEL(g_primitives)
{
    if (!__gd_spmd_begin(&env, g_primitives__mode, 1))
        return;
    struct group_result *r = (struct group_result *)a.regions[0].out;
    volatile u32 *box = hw_dynamic_shared();
    u32 me = hw_tid(), live = env.lanes - (me - hw_lane());
    live = live < hw_width() ? live : hw_width();
    EXPECT(r, (u64)box % 16 == 0);
    box[me] = me * 3;
    hw_barrier_team_together();
    EXPECT(r, box[(me + 5) % env.lanes] == (me + 5) % env.lanes * 3);
    EXPECT(r, hw_shuffle32(hw_mask(live), me * 7, (hw_lane() + 1) % live) ==
                  (me - hw_lane() + (hw_lane() + 1) % live) * 7);
    __GD_ATOMIC_ADD(r->threads, 1);
    __gd_spmd_end();
}

/* ---- what the lanes of a group do together; the payload of a simd loop, in the group space where leaders call ---- */
struct job {
    struct group_result *r;
    u32 pass, k, owner, thread;
    u32 box[64];
};
_Static_assert(sizeof(struct __gd_group) + sizeof(struct job) <= GROUP_SPACE, "");

static __attribute__((noinline)) void check_exchange(struct group_result *r, u32 seed, u32 size)
{
    u32 lane = __gd_lane(size), from = seed % size;
#define CHECK_PAYLOAD(T, n)                                                                                  \
    if (sizeof(T) * n <= 200) {                                                                              \
        struct T##_##n x, y;                                                                                 \
        for (u32 i = 0; i < n; i++)                                                                          \
            x.v[i] = y.v[i] = (T)(lane * 3 + seed + i);                                                      \
        __gd_group_broadcast(&x, sizeof x, from, size);                                                      \
        __gd_group_reduce(&y, sizeof y, add_##T##_##n, size);                                                \
        for (u32 i = 0; i < n; i++) {                                                                        \
            EXPECT(r, x.v[i] == (T)(from * 3 + seed + i));                                                   \
            EXPECT(r, y.v[i] == (T)(size * (size - 1) / 2 * 3 + size * (seed + i)));                         \
        }                                                                                                    \
    }
    EACH_PAYLOAD(CHECK_PAYLOAD)
}

static __attribute__((noinline)) void check_large_exchange(struct group_result *r, u32 size)
{
    struct u64_600 x;
    for (u32 i = 0; i < 600; i++)
        x.v[i] = __gd_lane(size) + i;
    __gd_group_reduce(&x, sizeof x, add_u64_600, size);
    EXPECT(r, x.v[599] == size * (size - 1) / 2 + size * 599);
}

static void mark(void *payload, u32 size)
{
    struct job *j = payload;
    u32 lane = __gd_lane(size), sum = lane + 1;
    struct group_hit *h = &j->r->hits[j->pass][j->k * 64 + lane];
    struct u32_1 s = {{sum}};
    __gd_group_reduce(&s, sizeof s, add_u32_1, size);
    EXPECT(j->r, s.v[0] == size * (size + 1) / 2);
    j->box[lane] = j->k + lane;
    __GD_ATOMIC_ADD(h->count, 1);
    __GD_ATOMIC_WRITE(h->owner, j->owner);
}

static void exchange(void *payload, u32 size)
{
    struct job *j = payload;
    double x = 1.0 / (3 + __gd_lane(size));
    check_exchange(j->r, j->thread, size);
    check_large_exchange(j->r, size);
    __gd_group_reduce(&x, sizeof x, add_double, size);
    if (j->owner == 1)
        __builtin_memcpy(&j->r->bits[__gd_lane(size)], &x, sizeof x);
}

static void count_lane(void *payload, u32 size)
{
    struct job *j = payload;
    (void)size;
    __GD_ATOMIC_ADD(j->r->simds, 1);
}

static void dispatch(u32 id, void *payload, u32 crew)
{
    switch (id) {
    case 1:
        mark(payload, crew);
        break;
    case 2:
        exchange(payload, crew);
        break;
    default:
        __gd_published(payload, crew);
    }
}

struct context {
    const struct group_args *a;
    struct __gd_group *g; /* NULL: all lanes run the region's code */
    struct job *job;
    u32 crew, size, me, all; /* thread of the team */
    _Bool own;               /* an SPMD kernel's own code, without state */
};

static inline void simd(struct context *c, u32 id, void (*fn)(void *, u32))
{
    if (c->g) {
        __gd_simd(c->g, dispatch, id, fn, c->job, c->crew);
    } else {
        fn(c->job, c->size);
        __gd_group_sync(c->crew);
    }
}

static inline void team_barrier(struct context *c)
{
    if (c->own)
        __gd_spmd_barrier(c->g);
    else
        __gd_barrier(c->g);
}

static inline void loop(struct context *c, u32 pass)
{
    const struct group_args *a = c->a;
    struct job *j = c->job;
    struct __gd_loop l;
    j->pass = pass;
    for (__gd_loop_begin(&l, a->level, a->sched, a->n, a->chunk, c->crew); __gd_loop_more(&l);
         __gd_loop_next(&l, c->crew))
        for (u64 k = l.lo; k < l.hi; k += l.stride) {
            u32 sum = 0;
            j->k = (u32)k;
            if (k % 3 == 0) /* published in both ways */
                simd(c, 1, mark);
            else
                simd(c, 0, mark);
            if (c->g)
                for (u32 i = 0; i < c->size; i++)
                    sum += j->box[i];
            EXPECT(j->r, !c->g || sum == c->size * k + c->size * (c->size - 1) / 2);
        }
}

/* Threads pass numbers around a ring, through the memory of the result. */
static inline void ring(struct context *c)
{
    volatile u32 *box = c->job->r->ring + hw_team() * 1024;
    for (u32 round = 0; round < 3; round++) {
        if (c->g || __gd_lane(c->crew) == 0)
            box[c->me] = c->me * 10 + round;
        team_barrier(c);
        u32 next = (c->me + 1) % c->all;
        EXPECT(c->job->r, box[next] == next * 10 + round);
        team_barrier(c);
    }
}

#define REDUCE_PAYLOAD(T, n)                                                                                 \
    if (c->a->payload == sizeof(T) * n) {                                                                    \
        struct T##_##n x;                                                                                    \
        for (u32 i = 0; i < n; i++)                                                                          \
            x.v[i] = (T)(c->me + i + again);                                                                 \
        if (c->own ? __gd_spmd_reduce_team(&x, sizeof x, add_##T##_##n, c->crew)                             \
                   : __gd_reduce_team(&x, sizeof x, add_##T##_##n, c->crew)) {                               \
            __GD_ATOMIC_ADD(c->job->r->trues, 1);                                                            \
            __GD_ATOMIC_WRITE(c->job->r->totals[0], (u64)x.v[0]);                                            \
            __GD_ATOMIC_WRITE(c->job->r->totals[1], (u64)x.v[n - 1]);                                        \
        }                                                                                                    \
    }
/* not inlined: there is much of it */
static __attribute__((noinline)) void reduce_threads(struct context *c)
{
    for (u32 again = 2; again-- > 0;) {
        EACH_PAYLOAD(REDUCE_PAYLOAD)
    }
}

/* the code of a region, by all lanes or by leaders */
static inline void body(struct context *c)
{
    struct group_result *r = c->job->r;
    c->job->thread = c->me;
    c->job->owner = hw_team() * c->all + c->me + 1;
    ring(c);
    loop(c, 0);
    loop(c, 1);
    team_barrier(c);
    if (c->a->exchange)
        simd(c, 2, exchange);
    reduce_threads(c);
    if (c->me % 2) /* threads of one warp run other numbers of loops */
        for (u32 i = 0; i < c->me % 4; i++)
            simd(c, 0, count_lane);
    if (c->g || __gd_lane(c->crew) == 0)
        __GD_ATOMIC_ADD(r->threads, 1);
    if (c->me == 0)
        __GD_ATOMIC_WRITE(r->nthreads, c->all);
}

/* by all lanes of all groups */
static inline void region(const struct group_args *a, u32 crew, const struct __gd_env *env)
{
    struct own {
        struct job job;
        u64 space[GROUP_SPACE / 8];
    } own;
    struct context c = {.a = a, .crew = crew, .size = crew & __GD_SIZE_MASK, .own = env != 0};
    c.me = env ? __gd_spmd_thread(crew) : __gd_thread();
    c.all = env ? __gd_spmd_nthreads(env) : __gd_nthreads();
    u8 *space = env ? __gd_spmd_group_space(env, GROUP_SPACE, crew) : __gd_group_space(GROUP_SPACE, crew);
    struct group_result *r = (struct group_result *)a->out;
    u32 lane = __gd_lane(crew);
    if (crew == 1) /* perhaps in the main thread, which has no space */
        space = (u8 *)own.space;
    else
        EXPECT(r, lane == hw_tid() % c.size && c.me == hw_tid() / c.size);
    volatile u32 *box = (volatile u32 *)(space + sizeof(struct __gd_group));
    EXPECT(r, c.me < c.all && (u64)space % 8 == 0);
    for (u32 round = 0; round < 3; round++) {
        box[lane] = lane + round;
        __gd_group_sync(crew);
        EXPECT(r, box[(lane + 1) % c.size] == (lane + 1) % c.size + round);
        __gd_group_sync(crew);
    }
    c.job = &own.job;
    if (crew & __GD_LEADERS) {
        c.g = (struct __gd_group *)space;
        c.job = (struct job *)(c.g + 1);
        if (!__gd_group_begin(c.g, dispatch, crew))
            return;
    }
    c.job->r = r;
    body(&c);
    if (c.g)
        __gd_group_end(c.g, crew);
}

/* What the league's reduction adds: each thread 1 for itself. */
static inline void reduce_all(const struct __gd_env *env, u64 total, u32 crew)
{
    struct u64_5 x = {{1, 2, 3, 4, 5}};
    if (total && __gd_reduce_league(env, &x, sizeof x, add_u64_5, crew))
        for (u32 i = 0; i < 5; i++)
            __GD_ATOMIC_ADD(((u64 *)total)[i], x.v[i]);
}

KERNEL(g_spmd)
{
    u32 crew = a.regions[0].crew;
    if (!__gd_spmd_begin(&env, g_spmd__mode, crew))
        return;
    if (!a.league)
        region(&a.regions[0], crew, &env);
    else if (!(crew & __GD_LEADERS))
        reduce_all(&env, a.league, crew);
    else {
        struct __gd_group *g = __gd_spmd_group_space(&env, GROUP_SPACE, crew);
        if (__gd_group_begin(g, dispatch, crew)) {
            reduce_all(&env, a.league, crew);
            __gd_group_end(g, crew);
        }
    }
    __gd_spmd_end();
}

/* the same, where the compiler knows the crew */
#define WITH_CREW(word)                                                                                      \
    case word:                                                                                               \
        if (!__gd_spmd_begin(&env, g_constant__mode, word))                                                  \
            return;                                                                                          \
        region(&a.regions[0], word, &env);                                                                   \
        break;
KERNEL(g_constant)
{
    switch (a.regions[0].crew) {
        WITH_CREW(1)
        WITH_CREW(32)
        WITH_CREW(4 | __GD_LEADERS)
    }
    __gd_spmd_end();
}

static void ask_alone(void *payload, u32 crew)
{
    const struct context *c = payload;
    struct group_result *r = c->job->r;
    EXPECT(r, crew == 1 && omp_get_thread_num() == 0 && omp_get_num_threads() == 1 && omp_get_level() == 2);
    EXPECT(r, omp_get_ancestor_thread_num(1) == (int)c->me && omp_get_team_size(1) == (int)c->all);
    EXPECT(r, __gd_lane(crew) == 0 && omp_get_max_threads() == 1);
    __gd_barrier(0);
}

static void any_region(void *payload, u32 crew)
{
    struct group_args a = *(struct group_args *)payload;
    struct job j = {.r = (struct group_result *)a.out};
    struct context c = {.job = &j, .me = __gd_thread(), .all = __gd_nthreads()};
    EXPECT(j.r, omp_get_thread_num() == (int)c.me && omp_get_num_threads() == (int)c.all);
    EXPECT(j.r, omp_get_level() == 1 && omp_in_parallel() == (c.all > 1));
    EXPECT(j.r, omp_get_ancestor_thread_num(1) == (int)c.me && crew == a.crew);
    __gd_parallel(0, ask_alone, &c, 3, 1, crew);
    region(&a, crew, 0);
}
static void regions(u32 id, __gd_region *fn, void *payload, u32 crew)
{
    if (id == 1)
        any_region(payload, crew);
    else
        fn(payload, crew);
}
KERNEL(g_state)
{
    u32 crew = a.regions[0].crew;
    if (!__gd_spmd_begin(&env, g_state__mode, crew))
        return;
    any_region(&a.regions[0], crew);
    __gd_spmd_end();
}
KERNEL(g_generic)
{
    if (!__gd_generic_begin(&env, g_generic__mode, regions))
        return;
    struct group_args local, *p = __gd_share_push(sizeof local, &local);
    for (u32 i = 0; i < a.nregions; i++) {
        *p = a.regions[i];
        if (a.main_only)
            __gd_main_parallel(1, any_region, p, (int)p->num_threads, (int)p->cond, p->crew);
        else
            __gd_parallel(i % 2, any_region, p, (int)p->num_threads, (int)p->cond, p->crew);
    }
    __gd_share_pop(p, &local);
    __gd_generic_end();
}
