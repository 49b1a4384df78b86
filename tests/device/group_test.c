/* group_test.c: SIMD groups on a device: launches the kernels of group_kernels.c with groups of every size, in every
 * form, and checks which lanes ran what.
 *
 *   group_test KIND [ONLY]      KIND: emulated, or cuda with the PTX of group_kernels.c in the file $KERNELS_PTX */
#include "groups.h"

#include "harness.h"

enum { TEAMS, THREADS, ALL, SPMD_THREADS, SPMD_ALL, ONE };
enum { CYCLIC, STATIC, DYNAMIC, GUIDED };

/* Lanes that share one program counter cannot wait for each other at different places. */
static int with_leaders(void)
{
    const char *lockstep = getenv("GANTRY_EMULATED_LOCKSTEP");
    return !lockstep || strcmp(lockstep, "0") == 0;
}

/* ---- one launch ---- */
struct form {
    const char *kernel;
    int own; /* an SPMD kernel's own code */
    int generic, main_only;
};
static const struct form forms[] = {{"g_spmd", 1, 0, 0},
                                    {"g_state", 0, 0, 0},
                                    {"g_generic", 0, 1, 0},
                                    {"g_generic", 0, 1, 1},
                                    {"g_constant", 1, 0, 0}};
enum { G_SPMD, G_STATE, G_GENERIC, G_GENERIC_MAIN, G_CONSTANT };

static uint64_t results; /* device memory for all regions of a launch */
static struct group_result result;

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void run(const struct form *f, struct group_case *c, uint32_t teams, uint32_t lanes, uint32_t threads,
                uint32_t limit, int global_space)
{
    static uint64_t global;
    uint64_t space = (uint64_t)lanes * GROUP_SPACE; /* enough where every lane is a thread */
    if (!results)
        results = device_alloc(GROUP_REGIONS * sizeof result);
    if (!global)
        global = device_alloc((uint64_t)3 * 1024 * GROUP_SPACE);
    must(plugin->fill(device, results, 0, GROUP_REGIONS * sizeof result, &err), "fill");
    for (uint32_t i = 0; i < c->nregions; i++)
        c->regions[i].out = results + i * sizeof result;
    c->main_only = (unsigned)f->main_only;
    struct gantry_env env = {.trip = -1, .threads = threads, .thread_limit = limit, .lanes = lanes};
    if (space > props.shared)
        global_space = 1;
    if (global_space) {
        env.space = global;
        env.space_bytes = space;
    }
    launch_env(f->kernel, teams, lanes, global_space ? 0 : (uint32_t)space, &env, c, sizeof *c);
}

/* ---- what a region must have done ---- */
static uint64_t taken_by(const struct group_args *a, uint64_t k, uint64_t all)
{
    if (a->sched == CYCLIC)
        return k % all;
    if (a->sched == STATIC && a->chunk == 0) {
        uint64_t size = a->n / all, rest = a->n % all;
        return k < rest * (size + 1) ? k / (size + 1) : rest + (k - rest * (size + 1)) / (size ? size : 1);
    }
    return k / (a->chunk ? a->chunk : 1) % all;
}

static void check_hits(const struct group_args *a, uint32_t teams, uint32_t n, const char *what)
{
    uint32_t size = a->crew & 0xff;
    int over_teams = a->level == ALL || a->level == SPMD_ALL;
    int on_demand = a->sched >= DYNAMIC && !over_teams;
    uint32_t times = over_teams ? 1 : teams;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t k = 0; k < a->n; k++)
            for (uint32_t lane = 0; lane < 64; lane++) {
                const struct group_hit *h = &result.hits[pass][k * 64 + lane], *first = h - lane;
                CHECK(h->count == (lane < size ? times : 0), "%s: iteration %u, lane %u: %u times instead of %u", what,
                      k, lane, h->count, times);
                if (lane >= size)
                    continue;
                if (teams == 1 || over_teams)
                    CHECK(h->owner == first->owner, "%s: iteration %u: lane %u of thread %u, lane 0 of thread %u", what,
                          k, lane, h->owner, first->owner);
                uint64_t me = over_teams ? h->owner - 1 : (h->owner - 1) % n, all = over_teams ? teams * n : n;
                CHECK(on_demand || me == taken_by(a, k, all), "%s: iteration %u is thread %lu's", what, k, me);
            }
}

/* the sum in the order that the header promises */
static uint64_t sum_of_lanes(uint32_t size)
{
    double x[64];
    uint64_t bits;
    for (uint32_t i = 0; i < size; i++)
        x[i] = 1.0 / (3 + i);
    for (uint32_t distance = size / 2; distance; distance /= 2)
        for (uint32_t i = 0; i < distance; i++)
            x[i] += x[i + distance];
    memcpy(&bits, x, sizeof bits);
    return bits;
}

static void check_totals(const struct group_args *a, uint32_t teams, uint32_t n, const char *what)
{
    static const struct {
        uint32_t bytes, elements;
    } payloads[] = {{1, 1}, {2, 2}, {3, 3}, {4, 1}, {5, 5}, {8, 1}, {12, 3}, {13, 13}, {40, 5}, {120, 15}, {131, 131}, {200, 25}, {1000, 125}};
    for (unsigned i = 0; i < sizeof payloads / sizeof *payloads; i++)
        if (payloads[i].bytes == a->payload) {
            uint32_t bytes = payloads[i].bytes / payloads[i].elements;
            uint64_t mask = bytes == 8 ? ~0ul : (1ul << 8 * bytes) - 1, sum = (uint64_t)n * (n - 1) / 2;
            uint64_t last = sum + (uint64_t)n * (payloads[i].elements - 1);
            CHECK(result.trues == 2 * teams, "%s: %u totals", what, result.trues);
            CHECK(result.totals[0] == (sum & mask), "%s: total %lu instead of %lu", what, result.totals[0], sum & mask);
            CHECK(result.totals[1] == (last & mask), "%s: last total %lu", what, result.totals[1]);
        }
}

static void check_region(const struct group_args *a, uint32_t index, uint32_t teams, uint32_t n, const char *what)
{
    uint32_t size = a->crew & 0xff, simds = 0;
    fetch(&result, results + index * sizeof result, sizeof result);
    for (uint32_t me = 1; me < n; me += 2)
        simds += me % 4 * size * teams;
    CHECK(result.bad == 0, "%s: %u lanes found something wrong, one in line %u", what, result.bad, result.line);
    CHECK(result.threads == n * teams, "%s: %u threads", what, result.threads);
    CHECK(result.nthreads == n, "%s: %u threads in a team", what, result.nthreads);
    CHECK(result.simds == simds, "%s: %u lanes counted instead of %u", what, result.simds, simds);
    for (uint32_t lane = 0; lane < size && a->exchange; lane++)
        CHECK(result.bits[lane] == sum_of_lanes(size), "%s: another sum in lane %u", what, lane);
    check_hits(a, teams, n, what);
    check_totals(a, teams, n, what);
}

static const uint32_t crews[] = {1, 2, 4, 8, 16, 32, 64, 0x101, 0x102, 0x104, 0x108, 0x110, 0x120, 0x140};
enum { NCREWS = sizeof crews / sizeof *crews };

static int possible(uint32_t crew)
{
    return (crew & 0xff) <= props.warp && (!(crew & GROUP_LEADERS) || with_leaders());
}

static void describe(char *what, size_t room, const struct form *f, const struct group_args *a, uint32_t teams,
                     uint32_t lanes)
{
    snprintf(what, room, "%s crew %#x level %u sched %u n %u chunk %u payload %u num_threads %u, %u x %u lanes", f->kernel,
             a->crew, a->level, a->sched, a->n, a->chunk, a->payload, a->num_threads, teams, lanes);
}

/* One region of n threads in a team of so many lanes. */
static void run_one(const struct form *f, struct group_args a, uint32_t teams, uint32_t lanes, uint32_t limit,
                    int global_space)
{
    char what[300];
    struct group_case c = {.nregions = 1};
    uint32_t size = a.crew & 0xff, n = lanes / size;
    a.cond = 1;
    if (f->generic) {
        n = smaller(n, limit);
        n = a.num_threads ? smaller(n, a.num_threads) : n;
    }
    c.regions[0] = a;
    run(f, &c, teams, lanes, lanes / size, limit, global_space);
    describe(what, sizeof what, f, &a, teams, lanes);
    check_region(&c.regions[0], 0, teams, n, what);
}

static void test_primitives(void)
{
    for (uint32_t lanes = 1; lanes <= 130; lanes += 43) {
        struct group_case c = {.nregions = 1};
        c.regions[0].out = device_alloc(sizeof result);
        struct gantry_env env = {.threads = lanes, .thread_limit = lanes, .lanes = lanes};
        launch_env("g_primitives", 3, lanes, 4 * lanes, &env, &c, sizeof c);
        fetch(&result, c.regions[0].out, sizeof result);
        device_free(c.regions[0].out);
        CHECK(result.bad == 0 && result.threads == 3 * lanes, "%u lanes: %u bad, line %u", lanes, result.bad, result.line);
    }
}

/* every schedule and trip count */
static void test_loops(void)
{
    static const uint32_t payloads[] = {1, 2, 3, 4, 5, 8, 12, 13, 40, 120, 131, 200, 1000};
    static const uint32_t sizes[] = {0, 1, 3, 31, 130};
    uint32_t k = 0;
    for (int f = 0; f <= G_CONSTANT; f++)
        for (uint32_t i = 0; i < NCREWS; i++)
            for (uint32_t sched = CYCLIC; sched <= GUIDED && possible(crews[i]); sched++)
                for (uint32_t s = 0; s < 5; s++) {
                    static const uint32_t threads[] = {1, 2, 3, 5};
                    uint32_t size = crews[i] & 0xff, lanes = k % 3 ? 96 / size * size : size * threads[k % 4];
                    struct group_args a = {.crew = crews[i], .sched = sched, .n = sizes[s], .payload = payloads[k % 13]};
                    a.exchange = s == sched;
                    if (f == G_CONSTANT && a.crew != 1 && a.crew != 32 && a.crew != 0x104)
                        continue;
                    lanes = lanes ? lanes : size;
                    a.chunk = (k & 1) * (1 + k % 7);
                    a.level = forms[f].own ? (k & 2 ? SPMD_ALL : SPMD_THREADS) : k & 2 ? ALL : THREADS;
                    run_one(&forms[f], a, k % 5 ? 1 : 3, lanes, 1024, k % 7 == 0);
                    k++;
                }
}

/* regions smaller than the team, which fill their last warp or do not */
static void test_shapes(void)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < NCREWS; i++)
        for (uint32_t lanes = 64; lanes <= 256 && possible(crews[i]); lanes += 64 + 33 * (k & 1)) {
            uint32_t size = crews[i] & 0xff, most = lanes / size;
            for (uint32_t n = 1; n <= most; n += n < 3 || n + 1 == most ? 1 : most / 4 + 1, k++) {
                struct group_args a = {.crew = crews[i], .sched = k % 4, .n = 70, .payload = k % 3 ? 40 : 200};
                a.level = THREADS;
                a.num_threads = n;
                a.exchange = k % 4 == 0;
                run_one(&forms[k % 2 ? G_GENERIC : G_GENERIC_MAIN], a, 1 + k % 2, lanes, 1024, k % 3 == 0);
            }
            struct group_args a = {.crew = crews[i], .sched = DYNAMIC, .n = 70, .payload = 8, .level = THREADS};
            run_one(&forms[G_GENERIC], a, 1, lanes, most / 2 + 1, 0); /* thread_limit */
        }
}

/* regions of different groups one after the other */
static void test_regions(void)
{
    for (uint32_t i = 0; i < NCREWS; i++)
        for (int f = G_GENERIC; f <= G_GENERIC_MAIN; f++) {
            struct group_case c = {.nregions = GROUP_REGIONS};
            uint32_t want[GROUP_REGIONS];
            for (uint32_t r = 0; r < GROUP_REGIONS; r++) {
                struct group_args *a = &c.regions[r];
                uint32_t crew = crews[(i + r * 5) % NCREWS];
                *a = (struct group_args){.crew = possible(crew) ? crew : 2, .sched = (i + r) % 4, .n = 40, .payload = 12, .exchange = 1};
                a->level = THREADS;
                a->num_threads = r == 2 ? 3 : 0;
                a->cond = r != 3;
                want[r] = 130 / (a->crew & 0xff);
                want[r] = r == 3 ? 1 : r == 2 ? smaller(3, want[r]) : want[r];
            }
            run(&forms[f], &c, 1, 130, 65, 1024, (int)(i & 1));
            for (uint32_t r = 0; r < GROUP_REGIONS; r++) {
                char what[300];
                describe(what, sizeof what, &forms[f], &c.regions[r], 1, 130);
                check_region(&c.regions[r], r, 1, want[r], what);
            }
        }
}

static void test_league(void)
{
    static const uint32_t teams[] = {1, 2, 40}, lanes[] = {64, 128};
    uint64_t scratch = device_alloc(64 + 40 * 40), total = device_alloc(40), got[5];
    for (uint32_t i = 0; i < NCREWS; i++)
        for (uint32_t k = 0; k < 6 && possible(crews[i]); k++) {
            struct group_case c = {.nregions = 1, .league = total};
            uint32_t size = crews[i] & 0xff, nteams = teams[k % 3], n = lanes[k / 3] / size;
            c.regions[0].crew = crews[i];
            must(plugin->fill(device, total, 0, 40, &err), "fill");
            struct gantry_env env = {.scratch = scratch, .threads = n, .thread_limit = n, .lanes = n * size};
            launch_env("g_spmd", nteams, n * size, crews[i] > 1 ? n * GROUP_SPACE : 0, &env, &c, sizeof c);
            fetch(got, total, sizeof got);
            for (uint32_t j = 0; j < 5; j++)
                CHECK(got[j] == (uint64_t)nteams * n * (j + 1), "crew %#x, %u x %u: element %u of the total is %lu", crews[i],
                      nteams, n, j, got[j]);
        }
    device_free(scratch);
    device_free(total);
}

int main(int argc, char **argv)
{
    static const struct test_group groups[] = {
        {"primitives", test_primitives}, {"loops", test_loops},   {"shapes", test_shapes},
        {"regions", test_regions},       {"league", test_league},
    };
    return run_groups(argc, argv, groups, sizeof groups / sizeof *groups);
}
