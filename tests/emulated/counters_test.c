/* counters_test.c: what is counted of an image linked with --count, with kernels whose numbers are known. The
 * calls that the device link would insert are written here by hand; tests/run/counters.c has the real ones.
 * Everything is checked on warps of both widths and under round-robin, random and lockstep schedules. */
#include "emulated_test.h"

enum { BEGIN, LEFT, RIGHT, LOOP, AFTER, BLOCKS };
enum { READ, WRITE, ADD, OTHER, SITES };
static const struct __gd_emu_count_block block_sizes[BLOCKS] = {{3, 0, 0}, {10, 1, 0}, {20, 0, 2}, {7, 3, 1}, {5, 0, 0}};
static const struct __gd_emu_site sites[SITES] = {
    {"k.c", "k", 1, 1, 0, 8}, {"k.c", "k", 2, 1, 1, 8}, {"k.c", "k", 3, 1, 2, 4}, {"k.c", "k", 4, 1, 0, 8}};
static void mixed(void **args);
static const struct __gd_emu_count_kernel kernels[] = {{mixed, 512}};
static struct __gd_emu_count_table table = {BLOCKS, SITES, 1, 0, block_sizes, sites, kernels};

#define BLOCK(K) ((void)(SELF->visits[K]++ ? 0 : (__gd_emu_count_first(K), 0)))
#define TOUCH(P, SITE) __gd_emu_count_access(P, sizeof *(P), SITE)

static struct test_device *t;
static u32 width;
static const char *schedule;
static double *data;

static struct test_device *open_counted(bool counted) {
    static const struct gantry_symbol symbols[] = {{__GD_EMU_COUNTS, &table, 0}};
    struct test_device *d = test_open(0);
    struct gantry_err err = {0};
    EMU->unload(d->dev, d->module);
    d->image.symbols = symbols;
    d->image.nsymbols = counted;
    if (EMU->load(d->dev, &d->image, &d->module, &err))
        give_up(&err);
    return d;
}

static struct gantry_emu_counters counters(void) {
    struct gantry_emu_counters c;
    CHECK(gantry_emulated_counters(0, &c) == 0);
    return c;
}

#define SAME(A, B)                                                                                           \
    do {                                                                                                     \
        u64 a_ = (A), b_ = (B);                                                                              \
        CHECK(a_ == b_, "%s is %llu, must be %llu (warps of %u, %s)", #A, a_, b_, width, schedule);          \
    } while (0)

/* ---- transactions ---- */

static void strided(void **args) {
    double *p = (double *)arg(args, 0);
    BLOCK(BEGIN);
    TOUCH(&p[SELF->tid * arg(args, 1)], READ);
}

static void check_stride(u64 stride, u64 offset, u64 sectors, u64 least) {
    LAUNCH(t, strided, 1, width, (u64)(data + offset), stride);
    struct gantry_emu_counters c = counters();
    SAME(c.loads, width);
    SAME(c.load_requests, 1);
    SAME(c.load_bytes, 8 * width);
    SAME(c.load_sectors, sectors);
    SAME(c.load_least, least);
    SAME(c.stores, 0);
    SAME(c.warp_instructions, 3);
    SAME(c.lane_instructions, 3 * width);
    SAME(c.idle_lanes, 0);
}

static void test_strides(void) {
    check_stride(1, 0, width / 4, width / 4);
    check_stride(1, 1, width / 4 + 1, width / 4); /* begins inside a sector */
    check_stride(2, 0, width / 2, width / 4);
    check_stride(16, 0, width, width / 4);
    check_stride(0, 0, 1, 1); /* all read one place */
}

static void reversed(void **args) {
    double *p = (double *)arg(args, 0);
    BLOCK(BEGIN);
    TOUCH(&p[SELF->ntid - 1 - SELF->tid], WRITE);
    __gd_emu_count_access(p + 4 * SELF->lane, 32, OTHER); /* a block copy: a sector and no more */
    __gd_emu_count_access((u32 *)p + 8 * SELF->tid, 4, ADD);
}

static void test_kinds(void) {
    LAUNCH(t, reversed, 1, width, (u64)data);
    struct gantry_emu_counters c = counters();
    SAME(c.store_sectors, width / 4);
    SAME(c.store_requests, 1);
    SAME(c.loads, width);
    SAME(c.load_bytes, 32 * width);
    SAME(c.load_sectors, width);
    SAME(c.atomics, width);
    SAME(c.atomic_requests, 1);
    SAME(c.atomic_sectors, width);
    SAME(c.atomic_least, width / 8);
}

static _Thread_local double tile[64];

static void elsewhere(void **args) {
    double own[4];
    BLOCK(BEGIN);
    TOUCH(&tile[SELF->lane], READ);
    TOUCH(&tile[0], WRITE);
    TOUCH(&own[1], WRITE);
    TOUCH((u64 *)args[1], READ);                                /* a parameter */
    TOUCH((double *)test_globals + SELF->lane % 16, READ);      /* a variable of the image */
    TOUCH(&SELF->tid, READ);                                    /* none of the kernel's memory */
    __gd_emu_count_access(&((double *)arg(args, 0))[0], 0, READ); /* nothing */
}

static void test_elsewhere(void) {
    LAUNCH(t, elsewhere, 2, width, (u64)data);
    struct gantry_emu_counters c = counters();
    SAME(c.shared_accesses, 4 * width);
    SAME(c.local_accesses, 2 * width);
    SAME(c.parameter_reads, 2 * width);
    SAME(c.loads, 2 * width);
    SAME(c.load_sectors, 8 + 2 * ((uintptr_t)test_globals % 32 != 0));
    SAME(c.stores, 0);
}

/* ---- divergence ---- */

static void two_ways(void **args) {
    BLOCK(BEGIN);
    if (SELF->lane < arg(args, 0))
        BLOCK(LEFT);
    else
        BLOCK(RIGHT);
    BLOCK(AFTER);
}

static void test_two_ways(void) {
    for (u64 left = 0; left <= width; left += 5) {
        u64 issued = 3 + 5 + (left ? 10 : 0) + (left < width ? 20 : 0);
        u64 idle = (left ? 10 * (width - left) : 0) + (left < width ? 20 * left : 0);
        LAUNCH(t, two_ways, 3, 2 * width, left);
        struct gantry_emu_counters c = counters();
        SAME(c.warp_instructions, 6 * issued);
        SAME(c.idle_lanes, 6 * idle);
        SAME(c.lane_instructions, 6 * (issued * width - idle));
        SAME(c.empty_lanes, 0);
        SAME(c.segments, 6);
    }
}

/* lane k goes round k times and reads the k-th row of what is as wide as the warp; after a barrier the other
 * way round: what is before and after it is not counted as one */
static void triangle(void **args) {
    double *p = (double *)arg(args, 0);
    u32 w = SELF->width;
    BLOCK(BEGIN);
    for (u32 i = 0; i < SELF->lane; i++) {
        BLOCK(LOOP);
        TOUCH(&p[i * w + SELF->lane], READ);
    }
    if (arg(args, 1))
        __gd_emu_barrier(0, 0);
    for (u32 i = SELF->lane; i < w; i++) {
        BLOCK(LOOP);
        TOUCH(&p[(i - SELF->lane) * w + SELF->lane], READ);
    }
}

static u64 triangle_sectors(u32 from, u32 to) { /* lanes from … to - 1, rows begin at sectors */
    return (to + 3) / 4 - from / 4;
}

static void test_triangle(void) {
    u64 w = width, sectors = 0;
    for (u32 i = 0; i < w; i++)
        sectors += (i + 1 < w ? triangle_sectors(i + 1, (u32)w) : 0) + triangle_sectors(0, (u32)(w - i));
    LAUNCH(t, triangle, 2, width, (u64)data, 1);
    struct gantry_emu_counters c = counters();
    SAME(c.warp_instructions, 2 * (3 + 7 * (w - 1) + 7 * w));
    SAME(c.lane_instructions, 2 * (3 * w + 7 * w * w));
    SAME(c.idle_lanes, 2 * (7 * w * (w - 1) / 2 + 7 * w * (w - 1) / 2));
    SAME(c.load_requests, 2 * (w - 1 + w));
    SAME(c.load_sectors, 2 * sectors);
    SAME(c.barriers, 2 * w);
    SAME(c.warp_barriers, 2);
    SAME(c.segments, 4);
    LAUNCH(t, triangle, 2, width, (u64)data, 0);
    c = counters(); /* nothing parts the loops: all go round equally often */
    SAME(c.warp_instructions, 2 * (3 + 7 * w));
    SAME(c.idle_lanes, 0);
    SAME(c.load_requests, 2 * w);
}

static void short_team(void **args) {
    (void)args;
    BLOCK(BEGIN);
    if (SELF->tid % 2)
        return;
    __gd_emu_barrier(0, 0);
    BLOCK(LEFT);
}

static void test_short_team(void) {
    u64 w = width, lanes = w + 8;
    LAUNCH(t, short_team, 1, (u32)lanes, 0);
    struct gantry_emu_counters c = counters();
    SAME(c.warp_instructions, 2 * 13);
    SAME(c.lane_instructions, 3 * lanes + 10 * lanes / 2);
    SAME(c.idle_lanes, 0); /* who has ended is not idle: */
    SAME(c.empty_lanes, 3 * (w - 8) + 10 * (w / 2 + w - 4));
}

/* ---- warp operations ---- */

static void halves(void **args) {
    u32 half = SELF->width / 2;
    u64 mask = ~0ull >> (64 - half) << (SELF->lane < half ? 0 : half);
    (void)args;
    BLOCK(BEGIN);
    for (u32 i = 0; i < 4; i++) { /* within a half: the warp does not come together */
        __gd_emu_shuffle(mask, i, 0);
        BLOCK(SELF->lane < half ? LEFT : RIGHT);
    }
    __gd_emu_warp_sync(~0ull);
    BLOCK(AFTER);
}

static void test_halves(void) {
    LAUNCH(t, halves, 1, width, 0);
    struct gantry_emu_counters c = counters();
    SAME(c.warp_instructions, 3 + 40 + 80 + 5);
    SAME(c.idle_lanes, (40 + 80) * width / 2);
    if (strcmp(schedule, "lockstep") != 0)
        SAME(c.segments, 2);
}

/* ---- logs that fill up ---- */

enum { LONG = 5000 };

/* All lanes read rows one after the other; some stop early, or wait meanwhile for each other. */
static void long_loop(void **args) {
    double *p = (double *)arg(args, 0);
    u32 w = SELF->width, trips = arg(args, 1) && SELF->lane % 4 == 3 ? 10 : LONG;
    u64 mask = 0x1111111111111111ull << SELF->lane % 4; /* every fourth lane */
    BLOCK(BEGIN);
    for (u32 i = 0; i < trips; i++) {
        BLOCK(LOOP);
        TOUCH(&p[i % 8 * w + SELF->lane], READ);
        if (arg(args, 1) && i % 1000 == 0)
            __gd_emu_warp_sync(mask);
    }
    if (arg(args, 1) == 2)
        __gd_emu_barrier(0, 0);
    BLOCK(AFTER);
}

static void test_long(void) {
    u64 w = width;
    for (u64 how = 0; how < 3; how++) {
        if (how && strcmp(schedule, "lockstep") == 0)
            break; /* comes together more often there */
        LAUNCH(t, long_loop, 3, 2 * width, (u64)data, how);
        struct gantry_emu_counters c = counters();
        u64 executed = how ? LONG * w - (LONG - 10) * w / 4 : LONG * w;
        SAME(c.load_requests, 6 * LONG);
        SAME(c.loads, 6 * executed);
        SAME(c.load_sectors, 6 * LONG * w / 4); /* each sector is wanted by three other lanes */
        /* who ended before the first log was full has done so for the model before the others */
        SAME(c.warp_instructions, 6 * (3 + 7 * LONG + 5 + (how == 1 ? 5 : 0)));
        SAME(c.lane_instructions + c.idle_lanes + c.empty_lanes, c.warp_instructions * w);
    }
}

/* ---- the schedule must not matter ---- */

static u32 hash(u32 x) {
    x = (x ^ x >> 16) * 0x45d9f3bu;
    return x ^ x >> 15;
}

/* No races: reads are spread over shared data, writes go to the lane's own. */
static void mixed(void **args) {
    double *p = (double *)arg(args, 0);
    u32 me = SELF->team * SELF->ntid + SELF->tid;
    BLOCK(BEGIN);
    for (u32 round = 0; round < 6; round++) {
        u32 trips = hash(me + round * 977) % (round == 3 ? 4000 : 40);
        for (u32 i = 0; i < trips; i++) {
            BLOCK(hash(me ^ i) % 3 ? LOOP : LEFT);
            TOUCH(&p[hash(i + round) % 4000], hash(i) % 2 ? READ : OTHER);
        }
        if (hash(round ^ me) % 11 == 0)
            return; /* others wait for it no longer */
        if (round % 3 == 0)
            __gd_emu_barrier(0, 0);
        else if (round % 3 == 1)
            __gd_emu_warp_sync(~0ull);
        else
            __gd_emu_shuffle(~0ull << (SELF->lane / 8 * 8) & 0xffull << (SELF->lane / 8 * 8), 1, 0);
        BLOCK(RIGHT);
        TOUCH(&p[me], WRITE);
    }
    BLOCK(AFTER);
}

static struct gantry_emu_counters mixed_numbers(void) {
    LAUNCH(t, mixed, 5, 3 * width + 7, (u64)data);
    struct gantry_emu_counters c = counters();
    c.switches = c.stacks = c.workers = 0;
    return c;
}

static void check_same(const struct gantry_emu_counters *a, const struct gantry_emu_counters *b) {
    const u64 *x = (const u64 *)a, *y = (const u64 *)b;
    for (size_t i = 0; i < sizeof *a / 8; i++)
        CHECK(x[i] == y[i], "number %zu is %llu, was %llu in order (warps of %u, %s)", i, x[i], y[i], width,
              schedule);
}

/* ---- running all ---- */

static void begin(const char *name, const char *seed, const char *threads, const char *lockstep) {
    char text[8];
    snprintf(text, sizeof text, "%u", width);
    setenv("GANTRY_EMULATED_WARP", text, 1);
    setenv("GANTRY_EMULATED_SEED", seed, 1);
    setenv("GANTRY_EMULATED_THREADS", threads, 1);
    setenv("GANTRY_EMULATED_LOCKSTEP", lockstep, 1);
    schedule = name;
    t = open_counted(true);
    data = (double *)test_alloc(t, 64 * 64 * 16 * sizeof *data, "data");
}

static void end(void) {
    test_free(t, (u64)data);
    test_close(t);
}

static void known_numbers(void) {
    test_strides();
    test_kinds();
    test_elsewhere();
    test_two_ways();
    test_triangle();
    test_short_team();
    test_halves();
    test_long();
}

static void all_schedules(void) {
    struct gantry_emu_counters first, other;
    begin("in order", "", "1", "0");
    known_numbers();
    first = mixed_numbers();
    SAME(first.counted, 1);
    SAME(first.shared_bytes, 512);
    SAME(first.lane_instructions + first.idle_lanes + first.empty_lanes, first.warp_instructions * width);
    end();
    begin("four threads", "", "4", "0");
    known_numbers();
    other = mixed_numbers();
    check_same(&other, &first);
    end();
    for (int seed = 1; seed <= 12; seed++) {
        char text[16], name[32];
        snprintf(text, sizeof text, "%d", seed);
        snprintf(name, sizeof name, "seed %d", seed);
        begin(name, text, seed % 2 ? "1" : "4", "0");
        if (seed <= 3)
            known_numbers();
        other = mixed_numbers();
        check_same(&other, &first);
        end();
    }
    begin("lockstep", "", "1", "1");
    known_numbers();
    end();
}

static void plain(void **args) {
    (void)args;
    __gd_emu_barrier(0, 0);
}

static void test_not_counted(void) {
    unsetenv("GANTRY_EMULATED_LOCKSTEP");
    t = open_counted(false);
    LAUNCH(t, plain, 1, width, 0);
    struct gantry_emu_counters c = counters();
    SAME(c.counted, 0);
    SAME(c.barriers, width);
    SAME(c.warp_barriers + c.segments + c.warp_instructions, 0);
    test_close(t);
}

int main(void) {
    for (width = 32; width <= 64; width += 32)
        all_schedules();
    width = 64;
    test_not_counted();
    return failures != 0;
}
