/* Every primitive, at warp widths 32 and 64, in the round-robin, random and lockstep schedules, on one and
 * several OS threads, at block sizes from 1 to 1024. */
#include "emulated_test.h"

enum { NTEAMS = 7 };
static const u32 sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 96, 127, 128, 256, 1000, 1024};

static u64 warp_mask(void) /* the lanes that this warp has */
{
    u32 first = SELF->tid - SELF->lane, n = SELF->ntid - first;
    n = n < SELF->width ? n : SELF->width;
    return n >= 64 ? ~0ull : (1ull << n) - 1;
}
static u32 in_warp(void) {
    return (u32)__builtin_popcountll(warp_mask());
}

/* The compiler is not to make two calls of one by what it knows of x: lanes would part (lockstep). */
static u32 opaque(u32 x) {
    __asm__("" : "+r"(x));
    return x;
}

/* ---- ids ---- */
static void k_ids(void **a) {
    u32 *out = arg_u32(a, 0) + 6 * (SELF->team * SELF->ntid + SELF->tid);
    out[0] = SELF->tid;
    out[1] = SELF->ntid;
    out[2] = SELF->team;
    out[3] = SELF->nteams;
    out[4] = SELF->lane;
    out[5] = SELF->width;
}

static void test_ids(struct test_device *t, u32 n, u32 width) {
    u32 count = NTEAMS * n;
    u32 *h = malloc(24 * count);
    u64 d = test_alloc(t, 24 * count, "out");
    LAUNCH(t, k_ids, NTEAMS, n, d);
    test_from(t, h, d, 24 * count);
    for (u32 i = 0; i < count; i++) {
        u32 want[6] = {i % n, n, i / n, NTEAMS, i % n % width, width};
        CHECK(memcmp(h + 6 * i, want, sizeof want) == 0, "lane %u of %u", i, n);
    }
    test_free(t, d);
    free(h);
}

/* ---- team barrier: reverse through team-shared memory, many times ---- */
static _Thread_local u32 shared[1024];

static void k_reverse(void **a) {
    u32 *out = arg_u32(a, 0) + SELF->team * SELF->ntid, me = SELF->tid, n = SELF->ntid, v = me + SELF->team;
    for (int round = 0; round < 5; round++) {
        shared[me] = v;
        __gd_emu_barrier(0, 0);
        v = shared[n - 1 - me] + 1;
        __gd_emu_barrier(0, 0);
    }
    out[me] = v;
}

static void test_barrier(struct test_device *t, u32 n) {
    u32 *h = malloc(4 * NTEAMS * n);
    u64 d = test_alloc(t, 4 * NTEAMS * n, "out");
    LAUNCH(t, k_reverse, NTEAMS, n, d);
    test_from(t, h, d, 4 * NTEAMS * n);
    for (u32 i = 0; i < NTEAMS * n; i++)
        CHECK(h[i] == n - 1 - i % n + i / n + 5, "n %u, lane %u: %u", n, i, h[i]);
    test_free(t, d);
    free(h);
}

/* ---- some lanes end early; the others go on meeting at barriers ---- */
static void k_early(void **a) {
    u32 *out = arg_u32(a, 0) + SELF->team * SELF->ntid, me = SELF->tid;
    out[me] = 0;
    for (u32 round = 0; round < 4; round++) {
        if (me % 4 < round)
            return;
        __gd_emu_barrier(0, 0);
        out[me]++;
    }
}

static void test_early(struct test_device *t, u32 n) {
    u32 *h = malloc(4 * NTEAMS * n);
    u64 d = test_alloc(t, 4 * NTEAMS * n, "out");
    LAUNCH(t, k_early, NTEAMS, n, d);
    test_from(t, h, d, 4 * NTEAMS * n);
    for (u32 i = 0; i < NTEAMS * n; i++)
        CHECK(h[i] == i % n % 4 + 1, "n %u, lane %u: %u", n, i, h[i]);
    test_free(t, d);
    free(h);
}

/* ---- one lane goes on when all have come, and alone until it releases the others; some have ended early ---- */
static _Thread_local u32 chosen, seen;

static void k_elect(void **a) {
    u32 *out = arg_u32(a, 0) + SELF->team * SELF->ntid, me = SELF->tid;
    shared[me] = 0;
    chosen = 0;
    __gd_emu_barrier(0, 0);
    for (u32 round = 1; round <= 4; round++) {
        shared[me] = round;
        if (__gd_emu_elect()) {
            chosen++;
            seen = 0;
            for (u32 i = 0; i < SELF->ntid; i++)
                seen += shared[i] == round;
            __gd_emu_release();
        }
        out[me] = 100 * seen + chosen;
        if (me % 4 < round)
            return;
    }
}

static void test_elect(struct test_device *t, u32 n) {
    u32 *h = malloc(4 * NTEAMS * n);
    u64 d = test_alloc(t, 4 * NTEAMS * n, "out");
    LAUNCH(t, k_elect, NTEAMS, n, d);
    test_from(t, h, d, 4 * NTEAMS * n);
    for (u32 i = 0; i < NTEAMS * n; i++) {
        u32 ended = i % n % 4, left = 0;
        for (u32 k = 0; k < n; k++)
            left += k % 4 >= ended;
        CHECK(h[i] == 100 * left + ended + 1, "n %u, lane %u: %u", n, i, h[i]);
    }
    test_free(t, d);
    free(h);
}

/* ---- barriers for part of the team's warps ---- */
static void k_named(void **a) {
    u32 *out = arg_u32(a, 0) + SELF->team * SELF->ntid, me = SELF->tid, w = SELF->width,
        half = SELF->ntid / (2 * w) * w;
    u32 id = me < half ? 1 : 2, lanes = me < half ? half : SELF->ntid - half, base = me < half ? 0 : half;
    shared[me] = me;
    for (u32 r = 0; r < (me < half ? 3u : 6u); r++)
        __gd_emu_barrier(id, lanes);
    out[me] = shared[base + (lanes - 1 - (me - base))];
    __gd_emu_barrier(0, 0);
}

static void test_named(struct test_device *t, u32 n, u32 width) {
    u32 *h = malloc(4 * n), half = n / (2 * width) * width;
    u64 d = test_alloc(t, 4 * n, "out");
    if (half) {
        LAUNCH(t, k_named, 1, n, d);
        test_from(t, h, d, 4 * n);
        for (u32 i = 0; i < n; i++)
            CHECK(h[i] == (i < half ? half - 1 - i : n - 1 - (i - half)), "n %u, lane %u: %u", n, i, h[i]);
    }
    test_free(t, d);
    free(h);
}

/* ---- shuffles, votes, warp syncs ---- */
static void k_warp(void **a) {
    u64 *out = (u64 *)arg(a, 0) + 5 * (SELF->team * SELF->ntid + SELF->tid), mask = warp_mask();
    u32 lane = SELF->lane, n = in_warp();
    u64 sum = SELF->tid;
    out[0] = __gd_emu_shuffle(mask, 1000 + lane, (lane + 1) % n);
    out[1] = __gd_emu_ballot(mask, lane % 3 == 1);
    for (u32 d = SELF->width / 2; d; d /= 2) {
        u32 in = opaque(lane + d < n);
        sum += in * __gd_emu_shuffle(mask, sum, lane + in * d);
    }
    out[2] = __gd_emu_shuffle(mask, sum, 0);
    shared[SELF->tid] = lane;
    __gd_emu_warp_sync(mask);
    out[3] = shared[SELF->tid - lane + n - 1 - lane];
    out[4] = __gd_emu_active() >> lane & 1;
}

static u64 expected_votes(u32 n) {
    u64 m = 0;
    for (u32 i = 1; i < n; i += 3)
        m |= 1ull << i;
    return m;
}

static void test_warp(struct test_device *t, u32 n, u32 width) {
    u64 *h = malloc(40 * NTEAMS * n), d = test_alloc(t, 40 * NTEAMS * n, "out");
    LAUNCH(t, k_warp, NTEAMS, n, d);
    test_from(t, h, d, 40 * NTEAMS * n);
    for (u32 i = 0; i < NTEAMS * n; i++) {
        u32 tid = i % n, first = tid / width * width, lanes = n - first < width ? n - first : width,
            lane = tid - first;
        u64 sum = (u64)lanes * first + (u64)lanes * (lanes - 1) / 2;
        u64 want[5] = {1000 + (lane + 1) % lanes, expected_votes(lanes), sum, lanes - 1 - lane, 1};
        for (int k = 0; k < 5; k++)
            CHECK(h[5 * i + k] == want[k], "n %u lane %u item %d: %llu, not %llu", n, i, k, h[5 * i + k],
                  want[k]);
    }
    test_free(t, d);
    free(h);
}

/* ---- groups of 1, 2, 4 … lanes, each with its own mask, and different numbers of rounds ---- */
static void k_groups(void **a) {
    u32 *out = arg_u32(a, 0) + SELF->team * SELF->ntid, g = (u32)arg(a, 1), first = SELF->lane / g * g;
    u64 mask = (g == 64 ? ~0ull : (1ull << g) - 1) << first, v = SELF->lane;
    for (u32 r = 0; r <= SELF->tid / g % 5; r++)
        v = __gd_emu_shuffle(mask, v, first + (SELF->lane + 1 - first) % g);
    out[SELF->tid] = (u32)v;
}

static void test_groups(struct test_device *t, u32 width) {
    u32 n = 4 * width, h[256];
    u64 d = test_alloc(t, sizeof h, "out");
    for (u32 g = 1; g <= width; g *= 2) {
        LAUNCH(t, k_groups, 1, n, d, g);
        test_from(t, h, d, 4 * n);
        for (u32 i = 0; i < n; i++) {
            u32 lane = i % width, first = lane / g * g, want = first + (lane - first + i / g % 5 + 1) % g;
            CHECK(h[i] == want, "group %u, lane %u: %u, not %u", g, i, h[i], want);
        }
    }
    test_free(t, d);
}

/* ---- lanes that have ended, or are not named, give a pattern ---- */
static void k_absent(void **a) {
    u64 *out = (u64 *)arg(a, 0) + SELF->tid;
    u32 w = SELF->width, lane = SELF->lane;
    u64 all = w == 64 ? ~0ull : 0xffffffffull, half = (1ull << (w / 2)) - 1;
    if (lane == w - 1)
        return;
    *out = __gd_emu_shuffle(all, lane, w - 1);
    if (lane < w / 2)
        *out = *out == 0x7ffa7ffa7ffa7ffaull ? __gd_emu_shuffle(half, lane, w - 2) : 1;
}

static void test_absent(struct test_device *t, u32 width) {
    u64 h[64], d = test_alloc(t, sizeof h, "out");
    LAUNCH(t, k_absent, 1, width, d);
    test_from(t, h, d, 8 * width);
    for (u32 i = 0; i < width - 1; i++)
        CHECK(h[i] == 0x7ffa7ffa7ffa7ffaull, "lane %u: %llx", i, h[i]);
    test_free(t, d);
}

/* ---- spinning on a lock that a lane of the same warp holds, across a barrier in between ---- */
static void k_lock(void **a) {
    u32 *lock = arg_u32(a, 0), *count = lock + 1, seen = 0;
    while (!__atomic_compare_exchange_n(lock, &seen, 1u, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        seen = 0;
        __gd_emu_yield();
    }
    u32 v = *(volatile u32 *)count;
    __gd_emu_yield();
    *(volatile u32 *)count = v + 1;
    __atomic_store_n(lock, 0u, __ATOMIC_RELEASE);
}

static void test_lock(struct test_device *t, u32 n) {
    u32 h[2] = {0, 0};
    u64 d = test_alloc(t, 8, "lock");
    test_to(t, d, h, 8);
    LAUNCH(t, k_lock, NTEAMS, n, d);
    test_from(t, h, d, 8);
    CHECK(h[1] == NTEAMS * n, "%u entries, not %u", h[1], NTEAMS * n);
    test_free(t, d);
}

/* ---- a generic kernel: main warp and workers, as the device runtime does it ---- */
static _Thread_local u32 published;

static void k_generic(void **a) {
    u32 *out = arg_u32(a, 0) + SELF->team * 1024, threads = (u32)arg(a, 1), w = SELF->width;
    u32 main_tid = (SELF->ntid - 1) / w * w, me = SELF->tid;
    if (me == main_tid) {
        for (u32 r = 1; r <= 3; r++) {
            published = r;
            __gd_emu_barrier(0, 0);
            __gd_emu_barrier(0, 0);
        }
        published = 0;
        __gd_emu_barrier(0, 0);
        return;
    }
    if (me >= threads)
        return;
    for (;;) {
        __gd_emu_barrier(0, 0);
        if (!published)
            return;
        out[me] = published * 100 + me % 100;
        __gd_emu_barrier(0, 0);
    }
}

static void test_generic(struct test_device *t, u32 threads) {
    u32 *h = calloc(NTEAMS, 4096);
    u64 d = test_alloc(t, NTEAMS * 4096, "out");
    if (threads <= 1024 - 64) {
        test_run(t, &(struct test_launch){
                        k_generic, GANTRY_MODE_GENERIC, NTEAMS, threads, 1, 2, {d, threads}, NULL, 0});
        test_from(t, h, d, NTEAMS * 4096);
        for (u32 i = 0; i < NTEAMS * threads; i++)
            CHECK(h[i / threads * 1024 + i % threads] == 300 + i % threads % 100, "threads %u, %u", threads,
                  i);
    }
    test_free(t, d);
    free(h);
}

static void k_serial(void **a) {
    arg_u32(a, 0)[SELF->team] += SELF->ntid;
}

static void test_serial(struct test_device *t) {
    u32 h[NTEAMS] = {0};
    u64 d = test_alloc(t, sizeof h, "out");
    test_to(t, d, h, sizeof h);
    test_run(t, &(struct test_launch){k_serial, GANTRY_MODE_SERIAL, NTEAMS, 128, 1, 1, {d}, NULL, 0});
    test_from(t, h, d, sizeof h);
    for (u32 i = 0; i < NTEAMS; i++)
        CHECK(h[i] == 1, "%u", h[i]);
    test_free(t, d);
}

/* ---- memory for kernels, and the clock ---- */
static void k_malloc(void **a) {
    u32 *p = __gd_emu_malloc(4 * (SELF->tid + 1)), *out = arg_u32(a, 0);
    u64 before = __gd_emu_clock();
    for (u32 i = 0; i <= SELF->tid; i++)
        STORE(&p[i], i);
    __gd_emu_barrier(0, 0);
    u32 sum = 0;
    for (u32 i = 0; i <= SELF->tid; i++)
        sum += LOAD(&p[i]);
    STORE(&out[SELF->tid], sum + (__gd_emu_clock() < before));
    __gd_emu_free(p);
}

static void test_malloc(struct test_device *t) {
    u32 h[100];
    u64 d = test_alloc(t, sizeof h, "out");
    LAUNCH(t, k_malloc, 3, 100, d);
    test_from(t, h, d, sizeof h);
    for (u32 i = 0; i < 100; i++)
        CHECK(h[i] == i * (i + 1) / 2, "%u: %u", i, h[i]);
    test_free(t, d);
}

/* ---- what counters say ---- */
static void k_count(void **a) {
    (void)a;
    __gd_emu_barrier(0, 0);
    __gd_emu_ballot(warp_mask(), 1);
    __gd_emu_warp_sync(warp_mask());
}

static void test_counters(struct test_device *t) {
    struct gantry_emu_counters c;
    LAUNCH(t, k_count, 10, 96, 0);
    CHECK(gantry_emulated_counters(0, &c) == 0);
    CHECK(c.teams == 10 && c.lanes == 960 && c.barriers == 960 && c.votes == 960 && c.syncs == 960 &&
              !c.shuffles,
          "teams %llu lanes %llu barriers %llu votes %llu", c.teams, c.lanes, c.barriers, c.votes);
    CHECK(c.workers >= 1 && c.stacks >= 32 && c.switches > 960, "stacks %llu switches %llu", c.stacks,
          c.switches);
    LAUNCH(t, k_ids, 1000, 128, test_alloc(t, 24 * 128000, "out"));
    CHECK(gantry_emulated_counters(0, &c) == 0);
    CHECK(c.teams == 1000 && c.lanes == 128000 && c.switches == 0 && c.stacks == 1,
          "stacks %llu switches %llu", c.stacks, c.switches);
    CHECK(gantry_emulated_counters(5, &c) == -1);
}

static void all(void) {
    struct test_device *t = test_open(0);
    struct gantry_props p;
    EMU->props(t->dev, &p);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        test_ids(t, sizes[i], p.warp);
        test_barrier(t, sizes[i]);
        test_early(t, sizes[i]);
        test_elect(t, sizes[i]);
        test_named(t, sizes[i], p.warp);
        test_warp(t, sizes[i], p.warp);
        test_lock(t, sizes[i] > 128 ? 128 : sizes[i]);
        test_generic(t, sizes[i]);
    }
    test_groups(t, p.warp);
    test_absent(t, p.warp);
    test_serial(t);
    test_malloc(t);
    test_counters(t);
    test_close(t);
}

#define WARP(N) "GANTRY_EMULATED_WARP=" #N
#define SEED(N) "GANTRY_EMULATED_SEED=" #N
#define THREADS(N) "GANTRY_EMULATED_THREADS=" #N
#define LOCKSTEP "GANTRY_EMULATED_LOCKSTEP=1"

int main(int argc, char **argv) {
    static const struct scenario rows[] = {
        {"32", all, 0, {NULL}, {WARP(32)}},
        {"64", all, 0, {NULL}, {WARP(64)}},
        {"32, one OS thread", all, 0, {NULL}, {WARP(32), THREADS(1)}},
        {"32, 5 OS threads", all, 0, {NULL}, {WARP(32), THREADS(5)}},
        {"32, seed 1", all, 0, {NULL}, {WARP(32), SEED(1)}},
        {"64, seed 2", all, 0, {NULL}, {WARP(64), SEED(2)}},
        {"32, seed 3, 3 OS threads", all, 0, {NULL}, {WARP(32), SEED(3), THREADS(3)}},
        {"32, lockstep", all, 0, {NULL}, {WARP(32), LOCKSTEP}},
        {"64, lockstep", all, 0, {NULL}, {WARP(64), LOCKSTEP}},
        {"64, lockstep, seed 4", all, 0, {NULL}, {WARP(64), LOCKSTEP, SEED(4)}},
    };
    return scenarios_main(argc, argv, rows, sizeof rows / sizeof *rows);
}
