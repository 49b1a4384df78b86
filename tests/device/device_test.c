/* device_test.c: the device runtime on a device, function by function: launches the kernels of kernels.c
 * through a plug-in at odd shapes and compares what they leave in memory with what plain C computes here.
 *
 *   device_test KIND [ONLY]      KIND: emulated, or cuda with the PTX of kernels.c in the file $KERNELS_PTX */
#include "kernels.h"

#include "harness.h"

enum { TEAMS, THREADS, ALL, SPMD_THREADS, SPMD_ALL, ONE };
enum { CYCLIC, STATIC, DYNAMIC, GUIDED };

static void launch(const char *name, uint32_t teams, uint32_t threads, const struct test_args *a,
                   uint64_t scratch)
{
    struct gantry_env env = {.scratch = scratch,
                             .trip = -1,
                             .threads = threads,
                             .lanes = threads,
                             .thread_limit = threads,
                             .device = 2,
                             .num_devices = 3};
    launch_env(name, teams, threads, 0, &env, a, sizeof *a);
}

static const uint32_t shapes[] = {1, 2, 31, 32, 33, 63, 64, 65, 100, 128, 130};
#define EACH_SHAPE(n)                                                                                        \
    for (uint32_t i_##n = 0, n; i_##n < sizeof shapes / sizeof *shapes && (n = shapes[i_##n]); i_##n++)

/* ---- primitives ---- */
static void test_primitives(void)
{
    static uint64_t out[130 * 3 * 8];
    EACH_SHAPE (n) {
        struct test_args a = {.out = device_alloc(sizeof out), .in = device_alloc(64)};
        launch("k_primitives", 3, n, &a, 0);
        fetch(out, a.out, sizeof out);
        for (uint32_t t = 0; t < 3 * n; t++) {
            uint32_t me = t % n, lane = me % props.warp, first = me - lane;
            uint32_t live = n - first < props.warp ? n - first : props.warp;
            uint64_t *o = out + 8 * t, ballot = 0;
            for (uint32_t i = 0; i < live; i++)
                ballot |= (uint64_t)((first + i) % 3 == 0) << i;
            CHECK(o[0] == first + (lane + 1) % live, "shuffle %u of %u: %lu", me, n, o[0]);
            CHECK(lane + 2 >= live || o[1] == ~(uint64_t)(me + 2), "shuffle down 8 bytes, %u of %u", me, n);
            CHECK(o[2] == ballot, "ballot %u of %u: %lx", me, n, o[2]);
            CHECK(lane + 1 >= live || o[3] == (me + 1) * 7, "shuffle down 4 bytes, %u of %u", me, n);
            CHECK(o[4] == (me + 37) % n * 3, "shared memory and barrier, %u of %u", me, n);
            CHECK(o[5] == 77, "release and acquire, %u of %u: %lu", me, n, o[5]);
            CHECK(o[6] == 1, "clock");
            CHECK(o[7] >> 16 >= n && o[7] >> 16 < n + props.warp && (o[7] & 255) == lane &&
                      (o[7] >> 8 & 255) == props.warp,
                  "lane ids, %u of %u: %lx", me, n, o[7]);
        }
        device_free(a.out);
        device_free(a.in);
    }
}

/* ---- loops ---- */
static const char *const level_names[] = {"TEAMS", "THREADS", "ALL", "SPMD_THREADS", "SPMD_ALL", "ONE"};
static const char *const sched_names[] = {"CYCLIC", "STATIC", "DYNAMIC", "GUIDED"};

static struct test_range ranges[TEST_RANGES];

/* For small n: each iteration as often as there are takers of the whole (teams, where only threads share). */
static void check_counts(const struct test_args *a, uint32_t nranges, uint32_t times, const char *what)
{
    static uint32_t seen[5000];
    memset(seen, 0, sizeof seen);
    for (uint32_t r = 0; r < nranges; r++)
        for (uint64_t k = ranges[r].lo; k < ranges[r].hi && k < 5000 && ranges[r].stride;
             k += ranges[r].stride)
            seen[k]++;
    for (uint64_t k = 0; k < a->n + 10 && k < 5000; k++)
        CHECK(seen[k] == (k < a->n ? times : 0),
              "%s: iteration %lu of %lu, chunk %lu: %u times instead of %u", what, k, a->n, a->chunk, seen[k],
              times);
}

/* For any n: who owns what, and nothing wraps. Threads of one team (or all) are numbered me of all. */
static void check_owner(const struct test_args *a, const struct test_range *r, uint64_t me, uint64_t all,
                        const char *what)
{
    uint64_t n = a->n, chunk = a->chunk, last = r->hi - 1;
    CHECK(r->lo < r->hi && r->hi <= n, "%s: range %lu..%lu of %lu", what, r->lo, r->hi, n);
    CHECK(r->stride == 1 || last <= ~0ul - r->stride, "%s: range %lu..%lu step %lu wraps", what, r->lo, r->hi,
          r->stride);
    if (a->sched == CYCLIC) {
        CHECK(r->lo % all == me, "%s: %lu starts at %lu", what, me, r->lo);
        CHECK(r->stride == all || r->hi == r->lo + 1, "%s: stride %lu", what, r->stride);
    } else if (chunk == 0 && a->sched == STATIC) {
        uint64_t size = n / all, rest = n % all, lo = me * size + (me < rest ? me : rest);
        CHECK(r->lo == lo && r->hi == lo + size + (me < rest), "%s: block %lu..%lu of thread %lu", what,
              r->lo, r->hi, me);
    } else {
        uint64_t c = chunk ? chunk : 1;
        CHECK(r->lo % c == 0 && r->lo / c % all == me, "%s: chunk at %lu for %lu", what, r->lo, me);
        CHECK(r->hi == (n - r->lo < c ? n : r->lo + c), "%s: chunk %lu..%lu", what, r->lo, r->hi);
    }
}

/* The number of ranges that all takers together must have been given. */
static uint64_t expected_ranges(const struct test_args *a, uint64_t all)
{
    uint64_t c = a->chunk ? a->chunk : 1;
    if (a->sched == CYCLIC) {
        uint64_t takers = a->n < all ? a->n : all;
        return (int64_t)a->n < 0 ? 2 * takers : takers;
    }
    if (a->sched == STATIC && a->chunk == 0)
        return a->n < all ? a->n : all;
    return a->n / c + (a->n % c != 0);
}

static void run_loop_case(const char *kernel, uint32_t teams, uint32_t threads, uint32_t region,
                          struct test_args a)
{
    char what[200];
    static uint64_t buffer; /* one for all cases */
    if (!buffer)
        buffer = device_alloc(64 + sizeof ranges);
    must(plugin->fill(device, buffer, 0, 64, &err), "fill");
    a.out = buffer;
    a.threads = region;
    launch(kernel, teams, threads, &a, 0);
    uint32_t n, team_threads = region ? region : threads;
    fetch(&n, buffer, 4);
    fetch(ranges, buffer + 64, (n < TEST_RANGES ? n : TEST_RANGES) * sizeof *ranges);
    snprintf(what, sizeof what, "%s %s %s n=%lu chunk=%lu, %u x %u", kernel, level_names[a.level],
             sched_names[a.sched], a.n, a.chunk, teams, team_threads);
    CHECK(n < TEST_RANGES, "%s: %u ranges", what, n);
    if (n >= TEST_RANGES)
        return;
    int by_team = a.level == TEAMS, by_thread = a.level == THREADS || a.level == SPMD_THREADS;
    uint64_t all = a.level == ONE
    ? 1 : by_team ? teams : by_thread ? team_threads : (uint64_t)teams *team_threads;
    uint32_t times = a.level == ONE
    ? teams *team_threads : by_team ? team_threads : by_thread ? teams : 1;
    int on_demand = (a.sched == DYNAMIC || a.sched == GUIDED) && by_thread && team_threads > 1;
    if (a.level == ONE) {
        CHECK(n == (a.n ? times : 0), "%s: %u ranges", what, n);
        CHECK(n == 0 || (ranges[0].lo == 0 && ranges[0].hi == a.n && ranges[0].stride == 1), "%s", what);
    } else if (!on_demand && !(by_thread && team_threads == 1 && a.sched >= DYNAMIC)) {
        CHECK(n == expected_ranges(&a, all) * times, "%s: %u ranges", what, n);
        for (uint32_t i = 0; i < n; i++) {
            uint64_t me = by_team     ? ranges[i].team
                          : by_thread ? ranges[i].thread
                                      : (uint64_t)ranges[i].team * team_threads + ranges[i].thread;
            check_owner(&a, &ranges[i], me, all, what);
        }
    }
    if (a.n <= 4096)
        check_counts(&a, n, times, what);
}

static void test_loops_of(const char *kernel, const int *levels, uint32_t region)
{
    static const uint64_t sizes[] = {0, 1, 31, 33, 127, 128, 1003};
    static const uint64_t chunks[] = {0, 1, 3, 64, 2000, ~0ul};
    static const uint64_t huge[] = {1000003,  1ul << 31, (1ul << 32) + 1, ~0ul >> 1, 1ul << 63,
                                    ~0ul - 5, ~0ul};
    static const uint32_t teams[] = {1, 3}, threads[] = {1, 33, 64, 100};
    for (int l = 0; levels[l] >= 0; l++)
        for (int t = 0; t < 8; t++) {
            uint32_t nteams = teams[t & 1], nthreads = threads[t / 2];
            if (region > nthreads)
                continue;
            for (uint32_t s = CYCLIC; s <= GUIDED; s++) {
                for (int i = 0; i < 7; i++)
                    for (int c = 0; c < (t == 5 ? 6 : 3); c++)
                        run_loop_case(
                            kernel, nteams, nthreads, region,
                            (struct test_args){
                                .level = (uint32_t)levels[l], .sched = s, .n = sizes[i], .chunk = chunks[c]});
                for (int i = 0; i < 7 && t >= 3 && t <= 5; i++) {
                    struct test_args a = {.level = (uint32_t)levels[l], .sched = s, .n = huge[i]};
                    if (s == CYCLIC || (s == STATIC && (a.chunk = 0, 1)))
                        run_loop_case(kernel, nteams, nthreads, region, a);
                    a.chunk = huge[i] / 1000 + 7;
                    if (s != CYCLIC)
                        run_loop_case(kernel, nteams, nthreads, region, a);
                    a.chunk = huge[i] - 1;
                    if (s != CYCLIC)
                        run_loop_case(kernel, nteams, nthreads, region, a);
                }
            }
        }
}

static void test_loops_spmd(void)
{
    test_loops_of(
        "k_loop_spmd",
        (const int[]) {
            TEAMS, SPMD_THREADS, SPMD_ALL, ONE
            , -1
        },
        0);
}
static void test_loops_state(void) { test_loops_of("k_loop_state", (const int[]){THREADS, ALL, -1}, 0); }
static void test_loops_generic(void)
{
    test_loops_of("k_loop_generic", (const int[]){THREADS, ALL, -1}, 0);
    test_loops_of("k_loop_generic", (const int[]){THREADS, ALL, -1}, 45);
    struct test_args a = {.level = THREADS, .sched = DYNAMIC, .n = 100, .chunk = 7, .flag = 1};
    run_loop_case("k_loop_generic", 2, 40, 1, a); /* if(0): one thread has all */
}

static void test_dynamic(void)
{
    static uint32_t hits[2 * 1003 + 1];
    EACH_SHAPE (n) {
        struct test_args a = {.out = device_alloc(sizeof hits), .n = 1003, .chunk = n % 5, .threads = n};
        launch("k_dynamic_twice", 1, 130, &a, 0);
        fetch(hits, a.out, sizeof hits);
        for (int i = 0; i < 2006; i++)
            CHECK(hits[i] == 1, "iteration %d of two loops with %u threads: %u times", i, n, hits[i]);
        CHECK(hits[2006] == 3, "nested loop: %u", hits[2006]);
        device_free(a.out);
    }
}

/* ---- ids ---- */
static void check_ids(const char *what, const struct test_ids *got, struct test_ids want)
{
    static const char *const names[] = {"thread",    "nthreads",    "team",        "nteams", "level",
                                        "active",    "in_parallel", "max_threads", "limit",  "ancestor0",
                                        "ancestor1", "ancestor2",   "ancestor3",   "size0",  "size1",
                                        "size2",     "device",      "ndevices",    "initial"};
    want.device = 2, want.ndevices = 3, want.initial = 3;
    want.ancestor3 = -1;
    want.size0 = 1;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(((const int *)got)[i] == ((const int *)&want)[i], "%s: %s is %d instead of %d", what, names[i],
              ((const int *)got)[i], ((const int *)&want)[i]);
}
static struct test_ids ids_at(int team, int nteams, int thread, int n, int limit)
{
    return (struct test_ids){.thread = thread,
                             .nthreads = n,
                             .team = team,
                             .nteams = nteams,
                             .level = 1,
                             .active = n > 1,
                             .in_parallel = n > 1,
                             .max_threads = 1,
                             .limit = limit,
                             .ancestor1 = thread,
                             .ancestor2 = -1,
                             .size1 = n,
                             .size2 = -1};
}
static struct test_ids nested_in(struct test_ids i)
{
    i.level = 2, i.thread = 0, i.nthreads = 1, i.ancestor2 = 0, i.size2 = 1;
    return i;
}

static void test_ids(void)
{
    static struct test_ids ids[2 * 3 * 130 + 4];
    EACH_SHAPE (n) {
        struct test_args a = {.out = device_alloc(sizeof ids), .threads = n};
        launch("k_ids_spmd", 3, n, &a, 0);
        fetch(ids, a.out, sizeof ids);
        for (int t = 0; t < (int)(3 * n); t++) {
            struct test_ids want = ids_at(t / (int)n, 3, t % (int)n, (int)n, (int)n);
            check_ids("spmd", &ids[2 * t], want);
            check_ids("spmd nested", &ids[2 * t + 1], nested_in(want));
        }
        launch("k_ids_generic", 1, 130, &a, 0);
        fetch(ids, a.out, sizeof ids);
        struct test_ids seq = {.nthreads = 1,
                               .nteams = 1,
                               .max_threads = 130,
                               .limit = 130,
                               .ancestor1 = -1,
                               .ancestor2 = -1,
                               .size1 = -1,
                               .size2 = -1};
        check_ids("sequential", &ids[0], seq);
        check_ids("sequential again", &ids[2], seq);
        check_ids("if(0)", &ids[1], ids_at(0, 1, 0, 1, 130));
        check_ids("num_threads(1)", &ids[3], ids_at(0, 1, 0, 1, 130));
        for (int t = 0; t < (int)n; t++) {
            struct test_ids want = ids_at(0, 1, t, (int)n, 130);
            check_ids("region", &ids[4 + 2 * t], want);
            check_ids("region nested", &ids[5 + 2 * t], nested_in(want));
        }
        device_free(a.out);
    }
    struct test_args a = {.out = device_alloc(sizeof ids)};
    launch("k_ids_serial", 1, 1, &a, 0);
    fetch(ids, a.out, sizeof ids);
    struct test_ids seq = {.nthreads = 1,
                           .nteams = 1,
                           .max_threads = 1,
                           .limit = 1,
                           .ancestor1 = -1,
                           .ancestor2 = -1,
                           .size1 = -1,
                           .size2 = -1};
    check_ids("serial", &ids[0], seq);
    check_ids("serial nested", &ids[1], ids_at(0, 1, 0, 1, 1));
    device_free(a.out);
}

/* ---- barriers ---- */
static void test_barriers(void)
{
    EACH_SHAPE (n) {
        struct test_args a = {.out = device_alloc(64), .in = device_alloc(4096), .threads = n, .count = 3};
        uint32_t out[3], sum = 0, regions = 0;
        for (uint32_t r = 1; r <= n; r += r < 4 || r > n - 4 ? 1 : 3)
            sum += r, regions++;
        launch("k_barriers", 1, n, &a, 0);
        fetch(out, a.out, sizeof out);
        CHECK(out[0] == sum, "%u threads of %u got the right sums, team of %u", out[0], sum, n);
        CHECK(out[1] == regions, "single: %u of %u", out[1], regions);
        CHECK(out[2] == regions, "masked: %u of %u", out[2], regions);
        device_free(a.out);
        device_free(a.in);
    }
}

static void test_share(void)
{
    for (uint32_t depth = 0; depth <= 9; depth++)
        for (uint32_t teams = 1; teams <= 151; teams += 75) {
            struct test_args a = {.out = device_alloc(64), .count = depth};
            uint32_t out;
            launch("k_share", teams, 33, &a, 0);
            fetch(&out, a.out, 4);
            CHECK(out == 33 * teams * (depth + 1), "blocks to depth %u in %u teams: %u right", depth, teams,
                  out);
            device_free(a.out);
        }
}

/* ---- reductions ---- */
struct totals {
    uint64_t out[8];
};
static const uint32_t sizes[] = {1, 3, 8, 12, 40, 120, 1000};

/* contributions 0 … n-1; returns the bits of the result for comparison between runs */
static uint64_t check_total(const struct totals *t, uint32_t size, uint64_t n, uint32_t times,
                            const char *what)
{
    uint64_t sum = n * (n - 1) / 2;
    uint32_t parts = size == 3 ? 3 : size / 8;
    CHECK(t->out[2] == times, "%s, %u bytes: %lu totals instead of %u", what, size, t->out[2], times);
    if (size == 1) {
        CHECK((uint8_t)t->out[0] == (uint8_t)sum, "%s: %lu", what, t->out[0]);
    } else if (size == 8) {
        double want = 0, got;
        for (uint64_t i = n; i > 0; i--)
            want += 1.0 / (double)i;
        memcpy(&got, &t->out[0], 8);
        CHECK(got > want * (1 - 1e-13) && got < want * (1 + 1e-13), "%s: %.17g instead of %.17g", what, got,
              want);
    } else if (size == 12) {
        CHECK(t->out[0] == (uint32_t)sum && t->out[1] == n - 1, "%s: %lu %lx", what, t->out[0], t->out[1]);
    } else if (size == 3) {
        CHECK(t->out[0] == (uint8_t)sum && t->out[1] == (uint8_t)(sum + 2 * n), "%s: %lu", what, t->out[0]);
    } else {
        CHECK(t->out[0] == sum && t->out[1] == sum + (parts - 1) * n, "%s, %u bytes, n %lu: %lu %lu", what,
              size, n, t->out[0], t->out[1]);
    }
    return t->out[0];
}

static void test_reduce_team(void)
{
    EACH_SHAPE (n)
        for (int s = 0; s < 7; s++)
            for (int spmd = 0; spmd < 2; spmd++) {
                struct totals t[2];
                struct test_args a = {.out = device_alloc(sizeof t), .threads = n, .size = sizes[s]};
                launch(spmd ? "k_reduce_spmd_team" : "k_reduce_team", 2, spmd ? n : 130, &a, 0);
                fetch(t, a.out, sizeof t);
                uint64_t first = check_total(&t[0], sizes[s], n, 3, spmd ? "spmd team" : "team");
                for (uint64_t k = 0; sizes[s] >= 12 && k < 3; k++)
                    CHECK(t[0].out[3 + k] == n * (n - 1) / 2 + (2 - k) * 17 * n, "%u bytes, repetition %lu: %lu",
                          sizes[s], k, t[0].out[3 + k]);
                CHECK(check_total(&t[1], sizes[s], n, 3, "second team") == first,
                      "other bits in another team");
                device_free(a.out);
            }
}

static void test_reduce_league(void)
{
    static const uint32_t teams[] = {1, 2, 7, 33, 50};
    uint64_t scratch = device_alloc(64 + 50 * 1000);
    for (int k = 0; k < 5; k++)
        EACH_SHAPE (n)
            for (int s = 0; s < 7; s++) {
                uint64_t first = 0;
                for (int again = 0; again < 2; again++) {
                    struct totals t;
                    struct test_args a = {.out = device_alloc(sizeof t), .size = sizes[s]};
                    launch("k_reduce_league", teams[k], n, &a, scratch);
                    fetch(&t, a.out, sizeof t);
                    uint64_t bits = check_total(&t, sizes[s], (uint64_t)teams[k] * n, 1, "league");
                    CHECK(again == 0 || bits == first, "other bits in the second launch");
                    first = bits;
                    device_free(a.out);
                }
            }
    for (int k = 0; k < 5; k++)
        for (int s = 0; s < 7; s++)
            for (int serial = 0; serial < 2; serial++) {
                struct totals t;
                struct test_args a = {.out = device_alloc(sizeof t), .size = sizes[s]};
                launch(serial ? "k_reduce_serial" : "k_reduce_teams", teams[k], serial ? 1 : 40, &a, scratch);
                fetch(&t, a.out, sizeof t);
                check_total(&t, sizes[s], teams[k], 1, serial ? "serial teams" : "teams");
                device_free(a.out);
            }
    device_free(scratch);
}

static void test_sum(void)
{
    static const uint64_t sizes_of[] = {0, 1, 31, 33, 127, 128, 1000003};
    uint64_t scratch = device_alloc(64 + 100 * 8), in = device_alloc(1000003 * 8), out = device_alloc(8);
    double *x = malloc(1000003 * sizeof *x);
    for (int i = 0; i < 1000003; i++)
        x[i] = i % 1000;
    must(plugin->copy_to(device, in, x, 1000003 * 8, &err), "copy");
    for (int s = 0; s < 7; s++) {
        double want = 0, got = 5;
        for (uint64_t i = 0; i < sizes_of[s]; i++)
            want += x[i];
        must(plugin->copy_to(device, out, &got, 8, &err), "copy");
        launch("k_sum", 100, 96, &(struct test_args){.out = out, .in = in, .n = sizes_of[s]}, scratch);
        fetch(&got, out, 8);
        CHECK(got == want + 5, "sum of %lu: %g instead of %g", sizes_of[s], got, want + 5);
    }
    free(x);
    device_free(scratch);
    device_free(in);
    device_free(out);
}

/* ---- atomics, locks, memory ---- */
struct atomics { /* as in kernels.c */
    uint8_t c;
    _Bool b;
    short h;
    int i;
    long l;
    float f;
    double d;
    double _Complex z;
    uint64_t p;
    int vi;
    float fd;
    long captured_sum, exchanged, before;
    uint8_t or8;
    double least;
};

static void test_atomics(void)
{
    EACH_SHAPE (threads) {
        long n = 3L * threads;
        struct atomics t = {.l = 7, .least = 1e9, .p = 4096};
        int bad = 0;
        struct test_args a = {.out = device_alloc(sizeof t), .in = device_alloc(64)};
        must(plugin->copy_to(device, a.out, &t, sizeof t, &err), "copy");
        launch("k_atomics", 3, threads, &a, 0);
        fetch(&t, a.out, sizeof t);
        fetch(&bad, a.in, 4);
        CHECK(t.c == (uint8_t)n && t.h == (short)(3 * n) && t.i == n && t.l == 7 - 2 * n,
              "integers, %ld lanes", n);
        CHECK(t.f == (float)n && t.d == 0.5 * (double)n && t.fd == (float)n && t.vi == n, "floats, %ld lanes",
              n);
        CHECK(__real__ t.z == (double)n && __imag__ t.z == 2.0 * (double)n, "complex, %ld lanes: %g", n,
              __real__ t.z);
        CHECK(t.p == 4096 + 4 * (uint64_t)n, "pointer: %lu", t.p);
        CHECK(t.b == n % 2, "bool: %d", t.b);
        CHECK(t.or8 == (n >= 8 ? 255 : (1 << n) - 1), "or: %d", t.or8);
        CHECK(t.least == 0, "minimum: %g", t.least);
        CHECK(t.before == n && t.captured_sum == n * (n - 1) / 2, "capture: %ld, %ld", t.before,
              t.captured_sum);
        CHECK(t.exchanged >= 1 && t.exchanged <= n, "exchange: %ld", t.exchanged);
        CHECK(!bad, "values seen on the way");
        device_free(a.out);
        device_free(a.in);
    }
}

static void test_locks(void)
{
    struct {
        uint32_t critical, pad;
        void *lock;
        uint64_t nest;
        long a, b, c;
    } t = {0};
    struct test_args a = {.out = device_alloc(sizeof t), .count = 5};
    launch("k_locks", 4, 65, &a, 0);
    fetch(&t, a.out, sizeof t);
    CHECK(t.a == 4 * 65 * 5 && t.b == t.a && t.c == t.a, "critical %ld, lock %ld, nested lock %ld", t.a, t.b,
          t.c);
    CHECK(t.critical == 0 && t.nest == 0, "locks are free again");
    device_free(a.out);
}

static void test_memory(void)
{
    uint32_t out[100];
    struct test_args a = {.out = device_alloc(sizeof out)};
    launch("k_memory", 1, 100, &a, 0);
    fetch(out, a.out, sizeof out);
    for (int i = 0; i < 100; i++)
        CHECK(out[i] == 1, "malloc in lane %d: %u", i, out[i]);
    device_free(a.out);
}

int main(int argc, char **argv)
{
    static const struct test_group groups[] = {
        {"primitives", test_primitives},
        {"loops_spmd", test_loops_spmd},
        {"loops_state", test_loops_state},
        {"ids", test_ids},
        {"barriers", test_barriers},
        {"loops_generic", test_loops_generic},
        {"dynamic", test_dynamic},
        {"share", test_share},
        {"reduce_team", test_reduce_team},
        {"reduce_league", test_reduce_league},
        {"sum", test_sum},
        {"atomics", test_atomics},
        {"locks", test_locks},
        {"memory", test_memory},
    };
    return run_groups(argc, argv, groups, sizeof groups / sizeof *groups);
}
