/* Schedules: random ones are repeatable, differ from each other, and leave right programs right; the lockstep
 * schedule does what hardware with one program counter per warp does. Also many teams, devices and launching
 * threads. */
#include <pthread.h>

#include "emulated_test.h"

/* ---- a racy kernel: the order in which lanes of all teams come by ---- */
static void k_order(void **a) {
    u32 *next = arg_u32(a, 0), *out = next + 1;
    u32 me = SELF->team * SELF->ntid + SELF->tid, n = SELF->ntid * SELF->nteams;
    out[(*next)++ % n] = me;
    __gd_emu_barrier(0, 0);
    out[n + (*next)++ % n] = me;
}

enum { TEAMS = 5, LANES = 64, ALL = TEAMS * LANES };

static void order(struct test_device *t, u32 *out) {
    u32 h[1 + 2 * ALL] = {0};
    u64 d = test_alloc(t, sizeof h, "order");
    test_to(t, d, h, sizeof h);
    LAUNCH(t, k_order, TEAMS, LANES, d);
    test_from(t, h, d, sizeof h);
    test_free(t, d);
    memcpy(out, h + 1, 8 * ALL);
}

static struct test_device *open_seeded(const char *seed) {
    if (seed)
        setenv("GANTRY_EMULATED_SEED", seed, 1);
    else
        unsetenv("GANTRY_EMULATED_SEED");
    setenv("GANTRY_EMULATED_THREADS", "1", 1);
    return test_open(0);
}

static void orders(const char *seed, u32 (*out)[2 * ALL], int n) {
    struct test_device *t = open_seeded(seed);
    for (int i = 0; i < n; i++)
        order(t, out[i]);
    test_close(t);
}

static bool is_permutation(const u32 *v) {
    bool seen[ALL] = {false};
    for (u32 i = 0; i < ALL; i++) {
        if (v[i] >= ALL || seen[v[i]])
            return false;
        seen[v[i]] = true;
    }
    return true;
}

static void seeds(void) {
    static u32 plain[2][2 * ALL], one[3][2 * ALL], again[3][2 * ALL], other[3][2 * ALL];
    orders(NULL, plain, 2);
    CHECK(memcmp(plain[0], plain[1], sizeof plain[0]) == 0, "round-robin is always the same");
    for (u32 i = 0; i < LANES; i++)
        CHECK(plain[0][i] == i, "lane %u comes as number %u", plain[0][i], i);
    orders("1", one, 3);
    orders("1", again, 3);
    orders("2", other, 3);
    CHECK(memcmp(one, again, sizeof one) == 0, "a seed repeats its schedule");
    CHECK(memcmp(one[0], other[0], sizeof one[0]) != 0, "seeds differ");
    CHECK(memcmp(one[0], one[1], sizeof one[0]) != 0, "launches differ");
    CHECK(memcmp(one[0], plain[0], sizeof one[0]) != 0, "random is not round-robin");
    CHECK(memcmp(one[0], one[0] + ALL, 4 * ALL) != 0, "the order after a barrier is another one");
    for (int i = 0; i < 3; i++)
        CHECK(is_permutation(one[i]) && is_permutation(other[i] + ALL), "each lane comes once");
    u32 teams = 0; /* teams begin in another order as well */
    for (u32 i = 0; i < 3; i++)
        teams += one[i][0] / LANES != 0 || other[i][0] / LANES != 0;
    CHECK(teams > 0);
}

/* ---- a missing barrier is found by some seed, and never with the barrier ---- */
static _Thread_local u32 shared[256];
static void k_pass_on(void **a) {
    u32 *out = arg_u32(a, 0) + SELF->team * SELF->ntid;
    shared[SELF->tid] = SELF->tid + 1;
    if (arg(a, 1))
        __gd_emu_barrier(0, 0);
    u32 v = shared[SELF->tid ? SELF->tid - 1 : 0];
    __gd_emu_barrier(0, 0);
    shared[SELF->tid] = 0;
    __gd_emu_barrier(0, 0);
    out[SELF->tid] = v;
}

static bool passes_on(struct test_device *t, u64 barrier) {
    u32 h[3 * 256];
    u64 d = test_alloc(t, sizeof h, "out");
    bool good = true;
    LAUNCH(t, k_pass_on, 3, 256, d, barrier);
    test_from(t, h, d, sizeof h);
    for (u32 i = 0; i < 3 * 256; i++)
        good = good && h[i] == (i % 256 ? i % 256 : 1);
    test_free(t, d);
    return good;
}

static void missing_barrier(void) {
    struct test_device *t = open_seeded(NULL);
    CHECK(passes_on(t, 1));
    CHECK(passes_on(t, 0), "the lower lane runs first in the round-robin schedule");
    test_close(t);
    for (int seed = 0; seed < 20; seed++) {
        char text[12];
        snprintf(text, sizeof text, "%d", seed);
        t = open_seeded(text);
        CHECK(passes_on(t, 1), "seed %d", seed);
        CHECK(!passes_on(t, 0), "seed %d does not show the missing barrier", seed);
        test_close(t);
    }
}

/* ---- lockstep: a leader and its workers cannot meet at a warp sync in two branches ---- */
static void k_leader(void **a) {
    enum { ROUNDS = 3 };
    if (SELF->lane == 0) {
        shared[1] = 0;
        for (u32 r = 1; r <= ROUNDS; r++) {
            shared[0] = r;
            __gd_emu_warp_sync(0xffffffffu); /* the workers start */
            __gd_emu_warp_sync(0xffffffffu); /* and have finished */
        }
        arg_u32(a, 0)[0] = shared[1];
    } else {
        for (u32 r = 1; r <= ROUNDS; r++) {
            __gd_emu_warp_sync(0xffffffffu);
            __atomic_fetch_add(&shared[1], shared[0], __ATOMIC_RELAXED);
            __gd_emu_warp_sync(0xffffffffu);
        }
    }
}

static u32 leader_result(void) {
    struct test_device *t = test_open(0);
    u32 h;
    u64 d = test_alloc(t, 4, "out");
    LAUNCH(t, k_leader, 1, 32, d);
    test_from(t, &h, d, 4);
    return h;
}
static void leader(void) {
    CHECK(leader_result() == 31 * (1 + 2 + 3));
}
static void leader_in_lockstep(void) {
    CHECK(leader_result() != 31 * (1 + 2 + 3));
}

/* a loop that lanes leave at different times, and what follows it, in lockstep */
static void k_uneven(void **a) {
    u64 sum = 0, live = 0;
    for (u32 i = 0; i <= SELF->lane % 5; i++) {
        live = __gd_emu_ballot(~0ull >> (64 - SELF->width), 1);
        sum += (u64)__builtin_popcountll(live);
    }
    live = __gd_emu_ballot(~0ull >> (64 - SELF->width), SELF->lane & 1);
    arg_u32(a, 0)[SELF->tid] = (u32)sum * 100 + (u32)__builtin_popcountll(live);
}

static void uneven_in_lockstep(void) {
    struct test_device *t = test_open(0);
    u32 h[64], in_round[5] = {0}, sum = 0;
    u64 d = test_alloc(t, sizeof h, "out");
    LAUNCH(t, k_uneven, 1, 64, d);
    test_from(t, h, d, sizeof h);
    for (u32 lane = 0; lane < 32; lane++)
        for (u32 i = 0; i <= lane % 5; i++)
            in_round[i]++;
    for (u32 lane = 0; lane < 5; lane++) {
        sum += in_round[lane];
        CHECK(h[lane] == sum * 100 + 16, "lane %u: %u, not %u", lane, h[lane], sum * 100 + 16);
    }
}

/* ---- a branch that part of a warp takes, with synchronisations in it: the rest waits after it, whether the branch's
 * code lies before or after what follows ---- */
enum { TAKERS = 5, PASSES = 3 };
static __attribute__((noinline)) u32 taken_low(void) {
    u32 sum = 0;
    for (int i = 0; i < PASSES; i++) {
        sum += (u32)__builtin_popcountll(__gd_emu_ballot(~0ull >> (64 - TAKERS), 1));
        __gd_emu_yield();
    }
    return sum;
}
__attribute__((noinline)) u32 taken_high(void);
static __attribute__((cold)) void k_part(void **a) { /* cold: its code lies before that of taken_high */
    u32 sum = 0;
    shared[SELF->tid / SELF->width] = 0;
    __gd_emu_barrier(0, 0);
    for (u32 high = 0; high < 2; high++) {
        if (SELF->lane < TAKERS)
            sum += high ? taken_high() : taken_low();
        __gd_emu_reconverge(0);
        if (SELF->lane == 0)
            shared[SELF->tid / SELF->width] += high + 1;
        __gd_emu_barrier(0, 0);
        sum += 1000 * shared[SELF->tid / SELF->width];
        __gd_emu_barrier(0, 0);
    }
    arg_u32(a, 0)[SELF->tid] = sum;
}
__attribute__((noinline)) u32 taken_high(void) {
    u32 sum = 0;
    for (int i = 0; i < PASSES; i++)
        sum += (u32)__builtin_popcountll(__gd_emu_ballot(~0ull >> (64 - TAKERS), 1));
    return sum;
}

static void part_of_a_warp(void) {
    struct test_device *t = test_open(0);
    u32 h[100];
    u64 d = test_alloc(t, sizeof h, "out");
    LAUNCH(t, k_part, 1, 100, d);
    test_from(t, h, d, sizeof h);
    for (u32 i = 0; i < 100; i++) {
        u32 lane = i % 32, votes = i / 32 == 3 ? 4 : TAKERS;
        u32 want = 4000 + (lane < TAKERS ? 2 * PASSES * votes : 0);
        CHECK(h[i] == want, "lane %u: %u, not %u", i, h[i], want);
    }
    test_close(t);
}

/* ---- the same with nothing but a barrier after the branch: all come there first ---- */
static __attribute__((cold)) void k_before_barrier(void **a) {
    u32 sum = 0;
    shared[SELF->tid / SELF->width] = 0;
    __gd_emu_barrier(0, 0);
    for (u32 high = 0; high < 2; high++) {
        if (SELF->lane < TAKERS) {
            sum += high ? taken_high() : taken_low();
            if (SELF->lane == 0)
                shared[SELF->tid / SELF->width] += high + 1;
        }
        __gd_emu_barrier(0, 0);
        sum += 1000 * shared[SELF->tid / SELF->width];
        __gd_emu_barrier(0, 0);
    }
    arg_u32(a, 0)[SELF->tid] = sum;
}

static void before_a_barrier(void) {
    struct test_device *t = test_open(0);
    u32 h[96];
    u64 d = test_alloc(t, sizeof h, "out");
    LAUNCH(t, k_before_barrier, 1, 96, d);
    test_from(t, h, d, sizeof h);
    for (u32 i = 0; i < 96; i++) {
        u32 want = 4000 + (i % 32 < TAKERS ? 2 * PASSES * TAKERS : 0);
        CHECK(h[i] == want, "lane %u: %u, not %u", i, h[i], want);
    }
    test_close(t);
}

static void k_two_barriers(void **a) {
    (void)a;
    if (SELF->lane < TAKERS) {
        __gd_emu_barrier(0, 0);
        shared[0] = 1;
    } else {
        shared[0] = 2;
        __gd_emu_barrier(0, 0);
    }
}
static void two_barriers(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_two_barriers, 1, 32, 0);
    test_close(t);
}

/* ---- dynamic team-shared memory: one block for each team, of the launch's size ---- */
static void k_dynamic(void **a) {
    u32 *box = (u32 *)SELF->dynamic_shared, *out = arg_u32(a, 0) + SELF->team;
    u64 off = SELF->dynamic_shared - __gd_emu_base;
    if (SELF->tid == 0) {
        bool shadow = __gd_emu_shadow[off >> 3] == 8 && __gd_emu_shadow[(off + 4 * SELF->ntid) >> 3] == 0;
        *out = (off & 15 ? 1u : 0) | (shadow ? 0 : 2u) | (box[0] == 0x7ffa7ffa ? 0 : 4u);
    }
    __gd_emu_barrier(0, 0);
    box[SELF->tid] = SELF->team * 1000 + SELF->tid;
    __gd_emu_barrier(0, 0);
    u32 next = (SELF->tid + 1) % SELF->ntid;
    if (box[next] != SELF->team * 1000 + next)
        __atomic_fetch_or(out, 8u, __ATOMIC_RELAXED);
}
static void k_no_dynamic(void **a) {
    arg_u32(a, 0)[SELF->team] = SELF->dynamic_shared != 0;
}

static void dynamic_shared(void) {
    struct test_device *t = test_open(0);
    struct gantry_err err;
    for (u32 lanes = 2; lanes <= 1024; lanes *= 8) {
        u32 h[20];
        u64 d = test_alloc(t, sizeof h, "out");
        struct test_launch l = {
            .entry = k_dynamic, .mode = GANTRY_MODE_SPMD, .teams = 20, .threads = lanes, .group = 1, .nargs = 1, .args = {d}};
        l.dynamic_shared = 4 * lanes;
        CHECK(test_try(t, &l, &err) == 0, "%s", err.text);
        test_from(t, h, d, sizeof h);
        for (u32 i = 0; i < 20; i++)
            CHECK(h[i] == 0, "%u lanes, team %u: %u", lanes, i, h[i]);
        LAUNCH(t, k_no_dynamic, 20, lanes, d);
        test_from(t, h, d, sizeof h);
        CHECK(h[3] == 0, "a launch that asks for none");
        l.dynamic_shared = 1 << 20;
        CHECK(test_try(t, &l, &err) != 0 && strstr(err.text, "GANTRY_EMULATED_SHARED"), "%s", err.text);
        test_free(t, d);
    }
    test_close(t);
}

/* ---- team-shared memory is as good as new in each team ---- */
static void poison_shared(void) {
    memset(shared, 0xa5, sizeof shared);
}

static void k_stale(void **a) {
    if (SELF->tid == 0)
        arg_u32(a, 0)[SELF->team] = shared[7];
    shared[7] = SELF->team;
}

static void stale(bool poison) {
    static const struct gantry_symbol symbol = {__GD_EMU_POISON_SHARED, (void *)poison_shared, 0};
    struct test_device *t = test_open(0);
    struct gantry_err err;
    u32 h[10];
    u64 d = test_alloc(t, sizeof h, "out");
    EMU->unload(t->dev, t->module);
    t->image.symbols = &symbol;
    t->image.nsymbols = 1;
    CHECK(EMU->load(t->dev, &t->image, &t->module, &err) == 0);
    LAUNCH(t, k_stale, 10, 1, d);
    test_from(t, h, d, sizeof h);
    for (u32 i = 0; i < 10; i++)
        CHECK(h[i] == (poison ? 0xa5a5a5a5 : i ? i - 1 : 0), "%u: %x", i, h[i]);
    test_close(t);
}
static void stale_poisoned(void) {
    stale(true);
}
static void stale_plain(void) {
    stale(false);
}

/* ---- many teams, each counted once ---- */
static void k_count(void **a) {
    if (SELF->tid == 0)
        arg_u32(a, 0)[SELF->team]++;
    if (arg(a, 1))
        __gd_emu_barrier(0, 0);
}

static void many_teams(void) {
    struct test_device *t = test_open(0);
    enum { N = 70001 };
    static u32 h[N];
    u64 d = test_alloc(t, sizeof h, "count");
    for (u32 barrier = 0; barrier < 2; barrier++)
        for (u32 teams = 1; teams <= N; teams = teams * 3 + 1) {
            memset(h, 0, sizeof h);
            test_to(t, d, h, sizeof h);
            LAUNCH(t, k_count, teams, 3, d, barrier);
            test_from(t, h, d, sizeof h);
            for (u32 i = 0; i < N; i++)
                CHECK(h[i] == (i < teams), "team %u of %u ran %u times", i, teams, h[i]);
        }
    test_close(t);
}

/* ---- several host threads launch on one device ---- */
static struct test_device *common;
static void k_add(void **a) {
    u32 *p = arg_u32(a, 0) + SELF->tid;
    for (int i = 0; i < 3; i++) {
        *p += 1;
        __gd_emu_barrier(0, 0);
    }
}

static void *launch_often(void *arg) {
    u32 h[128];
    for (int i = 0; i < 200; i++) {
        u64 d = test_alloc(common, sizeof h, "h");
        memset(h, 0, sizeof h);
        test_to(common, d, h, sizeof h);
        LAUNCH(common, k_add, 1, 128, d);
        LAUNCH(common, k_add, 1, 100, d);
        test_from(common, h, d, sizeof h);
        for (u32 k = 0; k < 128; k++)
            CHECK(h[k] == (k < 100 ? 6 : 3), "%u", h[k]);
        test_free(common, d);
    }
    return arg;
}

static void host_threads(void) {
    pthread_t t[8];
    common = test_open(0);
    for (int i = 0; i < 8; i++)
        pthread_create(&t[i], NULL, launch_often, NULL);
    for (int i = 0; i < 8; i++)
        pthread_join(t[i], NULL);
    test_close(common);
}

/* ---- several devices: own memory, own variables of the image ---- */
static void k_variable(void **a) {
    u32 *v = (u32 *)test_globals;
    if (SELF->tid == 0)
        *v += (u32)arg(a, 0);
}

static u32 variable(struct test_device *t) {
    u32 v;
    test_from(t, &v, (u64)test_globals, 4);
    return v;
}

static void *add_often(void *arg) {
    struct test_device *t = arg;
    for (int i = 0; i < 500; i++)
        LAUNCH(t, k_variable, 1, 32, 1);
    return NULL;
}

static void devices(void) {
    struct test_device *t[3];
    struct gantry_err err;
    pthread_t threads[3];
    static struct gantry_image image;
    CHECK(EMU->count(&err) == 3);
    *(u32 *)test_globals = 5;
    for (int i = 0; i < 3; i++)
        t[i] = test_open(i);
    image = t[0]->image;
    for (int i = 0; i < 3; i++) { /* one image for all */
        EMU->unload(t[i]->dev, t[i]->module);
        CHECK(EMU->load(t[i]->dev, &image, &t[i]->module, &err) == 0);
    }
    for (u32 i = 0; i < 3; i++)
        LAUNCH(t[i], k_variable, 2, 32, 10 * i + 10);
    for (u32 i = 0; i < 3; i++)
        CHECK(variable(t[i]) == 5 + 2 * (10 * i + 10), "device %u: %u", i, variable(t[i]));
    u32 v = 1000;
    test_to(t[1], (u64)test_globals, &v, 4);
    for (u32 i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, add_often, t[i]);
    for (u32 i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    CHECK(variable(t[0]) == 525 && variable(t[1]) == 1500 && variable(t[2]) == 565, "%u %u %u",
          variable(t[0]), variable(t[1]), variable(t[2]));
    for (int i = 0; i < 3; i++)
        test_close(t[i]);
}

/* ---- the largest lanes × stacks: all 1024 wait, deep calls, printf from lanes ---- */
static __attribute__((noinline)) double deep(u32 n, volatile double *p) {
    volatile double pad[16];
    pad[n % 16] = *p;
    if (n == 0)
        __gd_emu_barrier(0, 0);
    return n == 0 ? 1 : deep(n - 1, p) + pad[n % 16];
}
static void k_deep(void **a) {
    double one = 1;
    char text[64];
    arg_u32(a, 0)[SELF->tid] = (u32)deep(SELF->tid % 100, &one);
    snprintf(text, sizeof text, "%f %s %u", one, "x", SELF->tid);
    if (SELF->tid % 256 == 0)
        printf("lane %u: %.3f %s\n", SELF->tid, one, text);
}
static void all_wait(void) {
    struct test_device *t = test_open(0);
    struct gantry_emu_counters c;
    u32 h[1024];
    u64 d = test_alloc(t, sizeof h, "out");
    LAUNCH(t, k_deep, 4, 1024, d);
    test_from(t, h, d, sizeof h);
    for (u32 i = 0; i < 1024; i++)
        CHECK(h[i] == 1 + i % 100, "%u: %u", i, h[i]);
    gantry_emulated_counters(0, &c);
    CHECK(c.stacks == 1024, "%llu", c.stacks);
    fflush(stdout);
}

#define LOCKSTEP "GANTRY_EMULATED_LOCKSTEP=1"
int main(int argc, char **argv) {
    static const struct scenario rows[] = {
        {"seeds", seeds, 0, {NULL}, {NULL}},
        {"missing barrier", missing_barrier, 0, {NULL}, {NULL}},
        {"leader and workers", leader, 0, {NULL}, {NULL}},
        {"leader and workers, lockstep", leader_in_lockstep, 0, {NULL}, {LOCKSTEP}},
        {"uneven loop, lockstep", uneven_in_lockstep, 0, {NULL}, {LOCKSTEP}},
        {"part of a warp", part_of_a_warp, 0, {NULL}, {NULL}},
        {"part of a warp, lockstep", part_of_a_warp, 0, {NULL}, {LOCKSTEP}},
        {"part of a warp, lockstep, seed", part_of_a_warp, 0, {NULL}, {LOCKSTEP, "GANTRY_EMULATED_SEED=3"}},
        {"before a barrier, lockstep", before_a_barrier, 0, {NULL}, {LOCKSTEP}},
        {"before a barrier, lockstep, seed", before_a_barrier, 0, {NULL}, {LOCKSTEP, "GANTRY_EMULATED_SEED=3"}},
        {"two barriers, lockstep", two_barriers, 1, {"lanes 0 and 31 of one warp, in lockstep, are at two team barriers"}, {LOCKSTEP}},
        {"stale shared memory", stale_poisoned, 0, {NULL}, {NULL}},
        {"stale shared memory, no poison",
         stale_plain,
         0,
         {NULL},
         {"GANTRY_EMULATED_POISON=0", "GANTRY_EMULATED_THREADS=1"}},
        {"dynamic shared memory", dynamic_shared, 0, {NULL}, {NULL}},
        {"dynamic shared memory, seed", dynamic_shared, 0, {NULL}, {"GANTRY_EMULATED_SEED=5"}},
        {"many teams", many_teams, 0, {NULL}, {NULL}},
        {"many teams, 7 OS threads", many_teams, 0, {NULL}, {"GANTRY_EMULATED_THREADS=7"}},
        {"many teams, seed", many_teams, 0, {NULL}, {"GANTRY_EMULATED_SEED=5"}},
        {"host threads", host_threads, 0, {NULL}, {NULL}},
        {"devices", devices, 0, {NULL}, {"GANTRY_EMULATED_DEVICES=3"}},
        {"all wait", all_wait, 0, {NULL}, {NULL}},
        {"all wait, 3 OS threads", all_wait, 0, {NULL}, {"GANTRY_EMULATED_THREADS=3"}},
    };
    return scenarios_main(argc, argv, rows, sizeof rows / sizeof *rows);
}
