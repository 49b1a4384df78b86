/* kernels.c: device code written by hand the way the generator writes it, one kernel for each function of
 * gantry_device.h. device_test.c launches them and checks what they leave in memory. */
#include "gantry_device.h"
#include "hw.h"
#include "kernels.h"

#define MODE(name, mode) enum { name##__mode = (mode) };
TEST_KERNELS(MODE)

/* What the device link knows of the image: every thread has one lane. Other values must do as well. */
#ifndef MOST_LANES
#define MOST_LANES 1
#endif
const u32 __gd_most_lanes = MOST_LANES, __gd_lane_stacks = 0, __gd_large_reductions = 1, __gd_frames = 0, __gd_cancels = 0, __gd_virtual_teams = 0, __gd_tells = 0;

#if defined(__NVPTX__)
#define ENTRY(name, mode)
#else /* what the device link makes for the emulated GPU */
#define ENTRY(name, mode)                                                                                    \
    void name(struct __gd_env env, struct test_args a);                                                      \
    void name##__entry(void **args);                                                                         \
    void name##__entry(void **args) { name(*(struct __gd_env *)args[0], *(struct test_args *)args[1]); }
#endif
TEST_KERNELS(ENTRY)
#define KERNEL(name) __GD_KERNEL name(struct __gd_env env, struct test_args a)

int omp_get_thread_num(void), omp_get_num_threads(void), omp_get_team_num(void), omp_get_num_teams(void);
int omp_get_level(void), omp_get_active_level(void), omp_in_parallel(void), omp_get_max_threads(void);
int omp_get_thread_limit(void), omp_get_ancestor_thread_num(int), omp_get_team_size(int),
    omp_get_device_num(void);
int omp_get_num_devices(void), omp_get_initial_device(void);
void omp_init_lock(void *), omp_set_lock(void *), omp_unset_lock(void *), omp_set_nest_lock(void *);
void omp_unset_nest_lock(void *);
int omp_test_nest_lock(void *);
void *malloc(unsigned long), *calloc(unsigned long, unsigned long);
void free(void *);

static void no_regions(u32 id, __gd_region *fn, void *payload, u32 crew)
{
    (void)id;
    fn(payload, crew);
}

/* ---- primitives: out holds 8 words per lane ---- */
KERNEL(k_primitives)
{
    if (!__gd_spmd_begin(&env, k_primitives__mode, 1))
        return;
    u32 me = __gd_spmd_thread(1), all = __gd_spmd_nthreads(&env), first = me - hw_lane();
    u32 live = all - first < hw_width() ? all - first : hw_width();
    u64 mask = hw_mask(live);
    u64 *out = (u64 *)a.out + ((u64)hw_team() * all + me) * 8;
    out[0] = hw_shuffle(mask, (u64)me << 33 | 5, (hw_lane() + 1) % live) >> 33;
    out[1] = hw_shuffle_down(mask, ~(u64)me, 2, live);
    out[2] = hw_ballot(mask, me % 3 == 0);
    out[3] = hw_shuffle_down32(hw_whole_mask(live), me * 7, 1, live);
    static __GD_SHARED u32 box[1024];
    box[me] = me * 3;
    hw_barrier_team_together();
    out[4] = box[(me + 37) % all];
    hw_warp_sync(mask);
    hw_barrier_team();
    hw_fence_team();
    hw_fence_device();
    hw_fence_system();
    u32 *flag = (u32 *)a.in + 2 * hw_team();
    if (me == all - 1) /* release a value to the others */
        ((volatile u32 *)flag)[1] = 77, hw_store_release(flag, 1);
    for (u32 n = 0; hw_load_acquire(flag) == 0; n++)
        hw_pause(n);
    out[5] = ((volatile u32 *)flag)[1];
    out[6] = hw_nanoseconds() != 0;
    out[7] = hw_lane() | hw_width() << 8 | hw_ntid() << 16;
    __gd_spmd_end();
}

/* ---- loops: ranges are recorded, so that trip counts near 2^64 can be tested ---- */
static void record(const struct test_args *a, u64 lo, u64 hi, u64 stride, u32 thread)
{
    u32 *count = (u32 *)a->out;
    u32 k = __atomic_fetch_add(count, 1u, __ATOMIC_RELAXED);
    if (k < TEST_RANGES)
        ((struct test_range *)(a->out + 64))[k] = (struct test_range){lo, hi, stride, hw_team(), thread};
}

static inline void run_loop(const struct test_args *a, u32 thread)
{
    struct __gd_loop l;
    for (__gd_loop_begin(&l, a->level, a->sched, a->n, a->chunk, 1); __gd_loop_more(&l); __gd_loop_next(&l, 1))
        record(a, l.lo, l.hi, l.stride, thread);
}

KERNEL(k_loop_spmd)
{
    if (!__gd_spmd_begin(&env, k_loop_spmd__mode, 1))
        return;
    run_loop(&a, hw_tid());
    __gd_spmd_end();
}
KERNEL(k_loop_state)
{
    if (!__gd_spmd_begin(&env, k_loop_state__mode, 1))
        return;
    run_loop(&a, hw_tid());
    __gd_spmd_end();
}
static void loop_region(void *payload, u32 crew)
{
    (void)crew;
    run_loop(payload, __gd_thread());
}
static void loop_dispatch(u32 id, __gd_region *fn, void *payload, u32 crew)
{
    if (id == 1)
        loop_region(payload, 1);
    else
        fn(payload, crew);
}
KERNEL(k_loop_generic)
{
    if (!__gd_generic_begin(&env, k_loop_generic__mode, loop_dispatch))
        return;
    struct test_args local, *p = __gd_share_push(sizeof local, &local);
    *p = a;
    __gd_main_parallel(1, loop_region, p, (int)a.threads, !a.flag, 1);
    __gd_share_pop(p, &local);
    __gd_generic_end();
}

/* two loops on demand, one after the other without a barrier; then one in a nested region */
static void nested_loop(void *payload, u32 crew)
{
    (void)crew;
    struct test_args a = *(struct test_args *)payload;
    u32 *hits = (u32 *)a.out;
    struct __gd_loop l;
    for (__gd_loop_begin(&l, __GD_THREADS, __GD_DYNAMIC, 3, 1, 1); __gd_loop_more(&l); __gd_loop_next(&l, 1))
        for (u64 k = l.lo; k < l.hi; k += l.stride)
            __GD_ATOMIC_ADD(hits[2 * a.n], 1);
}
static void dynamic_region(void *payload, u32 crew)
{
    (void)crew;
    struct test_args a = *(struct test_args *)payload;
    u32 *hits = (u32 *)a.out;
    struct __gd_loop l;
    for (__gd_loop_begin(&l, __GD_THREADS, __GD_DYNAMIC, a.n, a.chunk, 1); __gd_loop_more(&l);
         __gd_loop_next(&l, 1))
        for (u64 k = l.lo; k < l.hi; k += l.stride) {
            __GD_ATOMIC_ADD(hits[k], 1);
            if (k == 5)
                __gd_parallel(0, nested_loop, payload, 4, 1, 1);
        }
    for (__gd_loop_begin(&l, __GD_THREADS, __GD_GUIDED, a.n, 0, 1); __gd_loop_more(&l); __gd_loop_next(&l, 1))
        for (u64 k = l.lo; k < l.hi; k += l.stride)
            __GD_ATOMIC_ADD(hits[a.n + k], 1);
}
KERNEL(k_dynamic_twice)
{
    if (!__gd_generic_begin(&env, k_dynamic_twice__mode, no_regions))
        return;
    struct test_args local, *p = __gd_share_push(sizeof local, &local);
    *p = a;
    __gd_parallel(0, dynamic_region, p, (int)a.threads, 1, 1);
    __gd_share_pop(p, &local);
    __gd_generic_end();
}

/* ---- ids ---- */
static void ask(struct test_ids *r)
{
    *r = (struct test_ids){omp_get_thread_num(),
                           omp_get_num_threads(),
                           omp_get_team_num(),
                           omp_get_num_teams(),
                           omp_get_level(),
                           omp_get_active_level(),
                           omp_in_parallel(),
                           omp_get_max_threads(),
                           omp_get_thread_limit(),
                           omp_get_ancestor_thread_num(0),
                           omp_get_ancestor_thread_num(1),
                           omp_get_ancestor_thread_num(2),
                           omp_get_ancestor_thread_num(3),
                           omp_get_team_size(0),
                           omp_get_team_size(1),
                           omp_get_team_size(2),
                           omp_get_device_num(),
                           omp_get_num_devices(),
                           omp_get_initial_device()};
}
static void ask_nested(void *payload, u32 crew)
{
    (void)crew;
    ask(payload);
}

/* per thread: in the region, and in a region nested in it */
KERNEL(k_ids_spmd)
{
    if (!__gd_spmd_begin(&env, k_ids_spmd__mode, 1))
        return;
    struct test_ids *out = (struct test_ids *)a.out + 2 * ((u64)hw_team() * env.threads + hw_tid());
    ask(out);
    __gd_parallel(0, ask_nested, out + 1, 0, 1, 1);
    __gd_spmd_end();
}
static void ids_region(void *payload, u32 crew)
{
    (void)crew;
    struct test_args *a = payload;
    struct test_ids *out = (struct test_ids *)a->out + 4 + 2 * __gd_thread();
    ask(out);
    __gd_parallel(0, ask_nested, out + 1, 3, 1, 1);
}
/* sequential part; a region with if(0); sequential part after all; then as above for the region's threads */
KERNEL(k_ids_generic)
{
    if (!__gd_generic_begin(&env, k_ids_generic__mode, no_regions))
        return;
    struct test_ids *out = (struct test_ids *)a.out;
    struct test_args local, *p = __gd_share_push(sizeof local, &local);
    *p = a;
    ask(out);
    __gd_parallel(0, ask_nested, out + 1, 0, 0, 1);
    __gd_parallel(0, ids_region, p, (int)a.threads, 1, 1);
    ask(out + 2);
    __gd_parallel(0, ask_nested, out + 3, 1, 1, 1);
    __gd_share_pop(p, &local);
    __gd_generic_end();
}
KERNEL(k_ids_serial)
{
    if (!__gd_generic_begin(&env, k_ids_serial__mode, no_regions))
        return;
    struct test_ids *out = (struct test_ids *)a.out;
    ask(out);
    __gd_parallel(0, ask_nested, out + 1, 0, 1, 1);
    __gd_generic_end();
}

/* ---- barriers: threads pass numbers around a ring; regions of all sizes in one kernel ---- */
struct ring {
    struct test_args a;
    u32 n;
};
static void ring_region(void *payload, u32 crew)
{
    (void)crew;
    struct ring *r = payload;
    u32 *box = (u32 *)r->a.in, me = __gd_thread(), n = __gd_nthreads(), sum = 0;
    for (u32 round = 0; round < r->a.count; round++) {
        box[me] = me * 10 + round;
        __gd_barrier(0);
        sum += box[(me + 1) % n];
        __gd_barrier(0);
    }
    u32 want = 0;
    for (u32 round = 0; round < r->a.count; round++)
        want += (me + 1) % n * 10 + round;
    if (sum == want && n == r->n)
        __GD_ATOMIC_ADD(*(u32 *)r->a.out, 1);
    if (__gd_single())
        __GD_ATOMIC_ADD(((u32 *)r->a.out)[1], 1);
    if (__gd_masked((int)n - 1) && me == n - 1)
        __GD_ATOMIC_ADD(((u32 *)r->a.out)[2], 1);
}
KERNEL(k_barriers)
{
    if (!__gd_generic_begin(&env, k_barriers__mode, no_regions))
        return;
    struct ring local, *r = __gd_share_push(sizeof local, &local);
    for (u32 n = 1; n <= a.threads; n += n < 4 || n > a.threads - 4 ? 1 : 3) {
        *r = (struct ring){a, n};
        __gd_parallel(0, ring_region, r, (int)n, 1, 1);
    }
    __gd_share_pop(r, &local);
    __gd_generic_end();
}

/* ---- sharing: deeper and deeper into the overflow arena; threads check what the main thread wrote ---- */
struct shared_block {
    struct test_args *a;
    u32 *words;
    u32 n, seed;
};
static void share_region(void *payload, u32 crew)
{
    (void)crew;
    struct shared_block *b = payload;
    u32 bad = 0;
    for (u32 i = __gd_thread(); i < b->n; i += __gd_nthreads())
        bad += b->words[i] != i * b->seed;
    if (!bad)
        __GD_ATOMIC_ADD(*(u32 *)b->a->out, 1);
}
static void share_deeper(const struct test_args *a, struct shared_block *b, u32 depth)
{
    u32 size = 40u << depth, local[4];
    u32 *words = __gd_share_push(size, local);
    for (u32 i = 0; i < size / 4; i++)
        words[i] = i * (depth + 3);
    if (depth < a->count)
        share_deeper(a, b, depth + 1);
    b->words = words;
    b->n = size / 4;
    b->seed = depth + 3;
    __gd_parallel(0, share_region, b, 0, 1, 1);
    __gd_share_pop(words, local);
}
KERNEL(k_share)
{
    if (!__gd_generic_begin(&env, k_share__mode, no_regions))
        return;
    struct test_args la, *pa = __gd_share_push(sizeof la, &la);
    struct shared_block lb, *pb = __gd_share_push(sizeof lb, &lb);
    *pa = a;
    pb->a = pa;
    share_deeper(pa, pb, 0);
    void *p = __gd_share_push(8, 0); /* everything was given back: this is in shared memory again */
    *(u64 *)p = 1;
    __gd_share_pop(p, 0);
    __gd_share_pop(pb, &lb);
    __gd_share_pop(pa, &la);
    __gd_generic_end();
}

/* ---- reductions of payloads of every kind of size ---- */
struct bytes3 {
    u8 v[3];
};
struct mixed12 {
    u32 sum, lo, hi;
};
struct wide40 {
    u64 v[5];
};
struct wide120 {
    u64 v[15];
};
struct huge1000 {
    u64 v[125];
};
#define EACH(T, n, field)                                                                                    \
    for (u32 i = 0; i < n; i++)                                                                              \
    ((T *)into)->field[i] += ((const T *)from)->field[i]
static void add_u8(void *into, const void *from) { *(u8 *)into += *(const u8 *)from; }
static void add_bytes3(void *into, const void *from) { EACH(struct bytes3, 3, v); }
static void add_double(void *into, const void *from) { *(double *)into += *(const double *)from; }
static void add_mixed(void *into, const void *from)
{
    struct mixed12 *x = into;
    const struct mixed12 *y = from;
    x->sum += y->sum;
    x->lo = x->lo < y->lo ? x->lo : y->lo;
    x->hi = x->hi > y->hi ? x->hi : y->hi;
}
static void add_wide40(void *into, const void *from) { EACH(struct wide40, 5, v); }
static void add_wide120(void *into, const void *from) { EACH(struct wide120, 15, v); }
static void add_huge1000(void *into, const void *from) { EACH(struct huge1000, 125, v); }

/* a thread's contribution is x; the sum of all goes to out[0], bytes to out[1] and so on, if all parts agree
 */
#define REDUCE_VALUES(T, n, add)                                                                             \
    do {                                                                                                     \
        T data;                                                                                              \
        for (u32 i = 0; i < n; i++)                                                                          \
            data.v[i] = (__typeof__(data.v[0]))(x + i);                                                      \
        if (REDUCE(&data, sizeof data, add)) {                                                               \
            out[0] = data.v[0];                                                                              \
            out[1] = data.v[n - 1];                                                                          \
            out[2]++;                                                                                        \
        }                                                                                                    \
    } while (0)
#define REDUCE_ALL_SIZES                                                                                     \
    switch (a.size) {                                                                                        \
    case 1: {                                                                                                \
        u8 data = (u8)x;                                                                                     \
        if (REDUCE(&data, 1, add_u8))                                                                        \
            out[0] = data, out[2]++;                                                                         \
        break;                                                                                               \
    }                                                                                                        \
    case 3:                                                                                                  \
        REDUCE_VALUES(struct bytes3, 3, add_bytes3);                                                         \
        break;                                                                                               \
    case 8: {                                                                                                \
        double data = 1.0 / (x + 1);                                                                         \
        if (REDUCE(&data, 8, add_double))                                                                    \
            *(double *)out = data, out[2]++;                                                                 \
        break;                                                                                               \
    }                                                                                                        \
    case 12: {                                                                                               \
        struct mixed12 data = {(u32)x, (u32)x, (u32)x};                                                      \
        if (REDUCE(&data, 12, add_mixed))                                                                    \
            out[0] = data.sum, out[1] = (u64)data.lo << 32 | data.hi, out[2]++;                              \
        break;                                                                                               \
    }                                                                                                        \
    case 40:                                                                                                 \
        REDUCE_VALUES(struct wide40, 5, add_wide40);                                                         \
        break;                                                                                               \
    case 120:                                                                                                \
        REDUCE_VALUES(struct wide120, 15, add_wide120);                                                      \
        break;                                                                                               \
    default:                                                                                                 \
        REDUCE_VALUES(struct huge1000, 125, add_huge1000);                                                   \
    }

#define REDUCE(data, size, f) __gd_reduce_team(data, size, f, 1)
static void reduce_region(void *payload, u32 crew)
{
    (void)crew;
    struct test_args a = *(struct test_args *)payload;
    u64 *out = (u64 *)a.out;
    for (u32 again = 0; again < 3; again++) { /* one right after the other, with other values */
        u64 x = __gd_thread() + (2 - again) * 17;
        REDUCE_ALL_SIZES
        if (__gd_masked(0)) /* who has the total */
            out[3 + again] = out[0];
    }
}
KERNEL(k_reduce_team)
{
    if (!__gd_generic_begin(&env, k_reduce_team__mode, no_regions))
        return;
    struct test_args local, *p = __gd_share_push(sizeof local, &local);
    *p = a;
    p->out += (u64)hw_team() * 64;
    __gd_main_parallel(0, reduce_region, p, (int)a.threads, 1, 1);
    __gd_share_pop(p, &local);
    __gd_generic_end();
}
#undef REDUCE
#define REDUCE(data, size, f) __gd_spmd_reduce_team(data, size, f, 1)
KERNEL(k_reduce_spmd_team)
{
    if (!__gd_spmd_begin(&env, k_reduce_spmd_team__mode, 1))
        return;
    u64 *out = (u64 *)a.out + 8 * hw_team();
    for (u32 again = 0; again < 3; again++) {
        u64 x = hw_tid() + (2 - again) * 17;
        REDUCE_ALL_SIZES
        if (hw_tid() == 0)
            out[3 + again] = out[0];
    }
    __gd_spmd_end();
}
#undef REDUCE
#define REDUCE(data, size, f) __gd_reduce_league(&env, data, size, f, 1)
KERNEL(k_reduce_league)
{
    if (!__gd_spmd_begin(&env, k_reduce_league__mode, 1))
        return;
    u64 *out = (u64 *)a.out, x = (u64)hw_team() * env.threads + hw_tid();
    REDUCE_ALL_SIZES
    __gd_spmd_end();
}
#undef REDUCE
#define REDUCE(data, size, f) __gd_reduce_teams(&env, data, size, f)
KERNEL(k_reduce_teams)
{
    if (!__gd_generic_begin(&env, k_reduce_teams__mode, no_regions))
        return;
    u64 *out = (u64 *)a.out, x = hw_team();
    REDUCE_ALL_SIZES
    __gd_generic_end();
}
KERNEL(k_reduce_serial)
{
    if (!__gd_generic_begin(&env, k_reduce_serial__mode, no_regions))
        return;
    u64 *out = (u64 *)a.out, x = hw_team();
    REDUCE_ALL_SIZES
    __gd_generic_end();
}

/* what `target teams distribute parallel for reduction(+:s)` becomes */
KERNEL(k_sum)
{
    if (!__gd_spmd_begin(&env, k_sum__mode, 1))
        return;
    const double *x = (const double *)a.in;
    double s = 0;
    struct __gd_loop l;
    for (__gd_loop_begin(&l, __GD_SPMD_ALL, __GD_CYCLIC, a.n, 0, 1); __gd_loop_more(&l); __gd_loop_next(&l, 1))
        for (u64 k = l.lo; k < l.hi; k += l.stride)
            s += x[k];
    if (__gd_reduce_league(&env, &s, sizeof s, add_double, 1))
        *(double *)a.out += s;
    __gd_spmd_end();
}

/* ---- atomics on every kind of type: a structure of counters, updated by all ---- */
struct atomics {
    u8 c;
    _Bool b;
    short h;
    int i;
    long l;
    float f;
    double d;
    double _Complex z;
    int *p;
    volatile int vi;
    float fd;
    long captured_sum, exchanged, before;
    unsigned char or8;
    double least;
};
static int once(int *calls)
{
    ++*calls;
    return 1;
}
KERNEL(k_atomics)
{
    if (!__gd_spmd_begin(&env, k_atomics__mode, 1))
        return;
    struct atomics *t = (struct atomics *)a.out;
    int calls = 0, me = (int)(hw_team() * env.threads + hw_tid());
    __GD_ATOMIC_ADD(t->c, 1);
    __GD_ATOMIC_ADD(t->h, 3);
    __GD_ATOMIC_ADD(t->i, once(&calls));
    __GD_ATOMIC_ADD(t->l, -2L);
    __GD_ATOMIC_ADD(t->f, 1);
    __GD_ATOMIC_ADD(t->d, 0.5f);
    __GD_ATOMIC_ADD(t->vi, 1u);
    __GD_ATOMIC_ADD(t->fd, 1.0); /* computed in double */
    __GD_ATOMIC_ADD(t->z, 1.0 + 2.0i);
    __GD_ATOMIC_ADD(t->p, 1);
    __GD_ATOMIC_UPDATE(t->b, old, !old);
    __GD_ATOMIC_UPDATE(t->or8, old, old | 1 << me % 8);
    __GD_ATOMIC_UPDATE(t->least, old, old < me ? old : me);
    int before, after;
    static int device_counter;
    __GD_ATOMIC_CAPTURE_OLD(before, t->before, x, x + 1);
    __GD_ATOMIC_ADD(t->captured_sum, before);
    __GD_ATOMIC_CAPTURE_NEW(after, device_counter, x, x + 1);
    long got, seen;
    __GD_ATOMIC_EXCHANGE(got, t->exchanged, me + 1L);
    if (me == 0)
        __GD_ATOMIC_READ(seen, t->exchanged);
    else
        seen = 1;
    double _Complex z;
    __GD_ATOMIC_READ(z, t->z);
    int *expect = (int *)a.in;
    if (calls != 1 || after < 1 || got < 0 || seen < 1 || __imag__ z != 2 * __real__ z)
        __GD_ATOMIC_WRITE(*expect, 1);
    __gd_spmd_end();
}

/* ---- locks: plain memory that only locks protect ---- */
struct locked {
    u32 critical, pad;
    void *lock;
    u64 nest;
    long a, b, c;
};
KERNEL(k_locks)
{
    if (!__gd_spmd_begin(&env, k_locks__mode, 1))
        return;
    struct locked *t = (struct locked *)a.out;
    for (u32 i = 0; i < a.count; i++) {
        __gd_lock(&t->critical);
        long value = *(volatile long *)&t->a;
        hw_pause(0); /* others get the chance to be in here too */
        *(volatile long *)&t->a = value + 1;
        __gd_unlock(&t->critical);
        omp_set_lock(&t->lock);
        value = *(volatile long *)&t->b;
        hw_pause(0);
        *(volatile long *)&t->b = value + 1;
        omp_unset_lock(&t->lock);
        omp_set_nest_lock(&t->nest);
        int depth = omp_test_nest_lock(&t->nest);
        value = *(volatile long *)&t->c;
        hw_pause(0);
        *(volatile long *)&t->c = value + depth - 1;
        omp_unset_nest_lock(&t->nest);
        omp_unset_nest_lock(&t->nest);
    }
    __gd_spmd_end();
}

KERNEL(k_memory)
{
    if (!__gd_spmd_begin(&env, k_memory__mode, 1))
        return;
    u32 *out = (u32 *)a.out + hw_tid(), good = 1;
    u32 *p = malloc(40 * sizeof *p), *q = calloc(10, sizeof *q);
    for (u32 i = 0; p && i < 40; i++)
        p[i] = i + hw_tid();
    for (u32 i = 0; q && i < 10; i++)
        good &= q[i] == 0;
    for (u32 i = 0; p && i < 40; i++)
        good &= p[i] == i + hw_tid();
    *out = p && q && p != q ? good : 2;
    free(p);
    free(q);
    free(0);
    __gd_spmd_end();
}
