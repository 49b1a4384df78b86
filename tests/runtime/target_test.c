/* Launches: arguments, environment, shape, scratch, attached pointers, declare target variables, counters,
 * failures. */
#include "fake.h"

enum {
    TO = GANTRY_MAP_TO,
    FROM = GANTRY_MAP_FROM,
    LOOKUP = GANTRY_MAP_LOOKUP,
    ATTACH = GANTRY_MAP_ATTACH,
    ALWAYS = GANTRY_MAP_ALWAYS,
    IMPLICIT = GANTRY_MAP_IMPLICIT
};

/* ---- kernels: args[0] = environment, args[1..] = parameters ---- */
static uint64_t word(void **args, int i) {
    return *(uint64_t *)args[i];
}
static int *ints(void **args, int i) {
    return fake_host(word(args, i));
}

static void k_scale(void **args) { /* a[i] *= s, i < n: (a, n, s) */
    int n = *(int *)args[2];
    for (int i = 0; i < n; i++)
        ints(args, 1)[i] *= *(char *)args[3];
}
static uint64_t captured[8];
static void k_capture2(void **args) {
    captured[0] = word(args, 1), captured[1] = word(args, 2);
}
static bool scratch_zero;
static void k_scratch(void **args) {
    const struct gantry_env *env = args[0];
    scratch_zero = true;
    unsigned char *p = fake_host(env->scratch);
    for (int i = 0; i < 64; i++)
        scratch_zero &= p[i] == 0;
    memset(p + 64, 7, 16ull * fake.grid.teams); /* a kernel leaves the header as it was */
}
struct node {
    long tag;
    int *p, *q;
};
static void k_node(void **args) { /* s->p[1] += 10 through the attached pointer */
    struct node *s = fake_host(word(args, 1));
    int *p = fake_host((uint64_t)(uintptr_t)s->p);
    p[1] += 10;
    s->tag++;
}

#define KERNEL(NAME, MODE, GROUP, THREADS, ONE, SCRATCH, NPARAMS, ENTRY)                                     \
    { NAME, "test.c", "main", 1, MODE, GROUP, THREADS, ONE, SCRATCH, NPARAMS, 0, ENTRY }
#define SPACE_KERNEL(NAME, MODE, GROUP, SPACE)                                                               \
    { NAME, "test.c", "main", 1, MODE, GROUP, 0, 0, 0, 0, SPACE, NULL }
static const struct gantry_kernel_info kernels[] = {
    KERNEL("scale", GANTRY_MODE_SPMD, 1, 0, 0, 0, 3, k_scale),
    KERNEL("capture2", GANTRY_MODE_SPMD, 1, 0, 1, 0, 2, k_capture2),
    KERNEL("scratch", GANTRY_MODE_SPMD, 1, 0, 0, 16, 0, k_scratch),
    KERNEL("node", GANTRY_MODE_SERIAL, 1, 0, 1, 0, 1, k_node),
    KERNEL("spmd", GANTRY_MODE_SPMD, 1, 0, 0, 0, 0, NULL),
    KERNEL("spmd8", GANTRY_MODE_SPMD, 8, 0, 0, 0, 0, NULL),
    KERNEL("generic", GANTRY_MODE_GENERIC, 1, 0, 0, 0, 0, NULL),
    KERNEL("generic32", GANTRY_MODE_GENERIC, 32, 0, 0, 0, 0, NULL),
    KERNEL("serial", GANTRY_MODE_SERIAL, 1, 0, 0, 0, 0, NULL),
    KERNEL("one", GANTRY_MODE_SPMD, 1, 0, 1, 0, 0, NULL),
    KERNEL("sum", GANTRY_MODE_SPMD, 1, 0, 0, 8, 0, NULL),
    KERNEL("prefers256", GANTRY_MODE_SPMD, 1, 256, 0, 0, 0, NULL),
    KERNEL("wide", GANTRY_MODE_SPMD, 64, 0, 0, 0, 0, NULL),
    SPACE_KERNEL("space16", GANTRY_MODE_SPMD, 8, 16),
    SPACE_KERNEL("space48", GANTRY_MODE_GENERIC, 32, 48),
    SPACE_KERNEL("space2m", GANTRY_MODE_SPMD, 8, 2 << 20),
    SPACE_KERNEL("space16m", GANTRY_MODE_SPMD, 8, 16 << 20),
};

static const struct gantry_launch no_clauses = {.trip = -1};

static void run(const char *kernel, uint32_t n, const struct gantry_map *maps, const struct gantry_val *vals,
                const struct gantry_launch *l) {
    struct gantry_region r = REGION(GANTRY_TARGET, kernel, n, maps);
    int d = __gantry_device(&r, GANTRY_DEVICE_DEFAULT, 1);
    __gantry_target(&r, d, vals, l);
}

/* ---- arguments ---- */
static void arguments(void) {
    static int a[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    int n = 10;
    char s = 3;
    const struct gantry_map maps[] = {{"a", TO | FROM, GANTRY_PARAM_ADDRESS, 1, 1},
                                      {"n", 0, GANTRY_PARAM_VALUE, 1, 1},
                                      {"s", 0, GANTRY_PARAM_VALUE, 1, 1}};
    const struct gantry_val vals[] = {{a, a, sizeof a}, {&n, &n, sizeof n}, {&s, &s, sizeof s}};
    run("scale", 3, maps, vals, &no_clauses);
    CHECK(a[0] == 3 && a[9] == 30);
    CHECK(fake.used == 0);
    CHECK(fake.env.device == 0 && fake.env.num_devices == 1 && fake.env.trip == -1);
}

/* a[5:5] of a pointer: the parameter is where a[0] would be on the device */
static void shifted_section(void) {
    static int a[10];
    int x = 0;
    const struct gantry_map maps[] = {{"a[5:5]", TO, GANTRY_PARAM_ADDRESS, 1, 1},
                                      {"p", 0, GANTRY_PARAM_DEVPTR, 1, 1}};
    const struct gantry_val vals[] = {{a, a + 5, 20}, {&x, &x, 8}};
    construct1(GANTRY_ENTER_DATA, "a[5:5]", TO, a + 5, 20);
    run("capture2", 2, maps, vals, &no_clauses);
    CHECK(captured[0] + 20 == (uint64_t)(uintptr_t)omp_get_mapped_ptr(a + 5, 0));
    CHECK(captured[1] == (uint64_t)(uintptr_t)&x);
    construct1(GANTRY_EXIT_DATA, "a[5:5]", FROM, a + 5, 20);
}

/* a captured pointer: translated when its target is mapped, also by the same construct; else as it is */
static void lookups(void) {
    static int a[10], b[10];
    int *pa = a + 3, *pb = b;
    const struct gantry_map maps[] = {{"pa", LOOKUP, GANTRY_PARAM_ADDRESS, 1, 1},
                                      {"pb", LOOKUP, GANTRY_PARAM_ADDRESS, 1, 1},
                                      {"b", TO | IMPLICIT, GANTRY_PARAM_NONE, 1, 1}};
    const struct gantry_val vals[] = {{pa, pa, 0}, {pb, pb, 0}, {b, b, sizeof b}};
    run("capture2", 2, maps, vals, &no_clauses);
    CHECK(captured[0] == (uint64_t)(uintptr_t)pa && captured[1] == (uint64_t)(uintptr_t)pb);
    construct1(GANTRY_ENTER_DATA, "a", TO, a, sizeof a);
    run("capture2", 3, maps, vals, &no_clauses);
    CHECK(captured[0] == (uint64_t)(uintptr_t)omp_get_mapped_ptr(a + 3, 0));
    CHECK(captured[1] >= FAKE_SHIFT);
    construct1(GANTRY_EXIT_DATA, "a", FROM, a, sizeof a);
    const struct gantry_val nulls[] = {{NULL, NULL, 0}, {NULL, NULL, 0}};
    run("capture2", 2, maps, nulls, &no_clauses);
    CHECK(captured[0] == 0 && captured[1] == 0);
}

/* ---- attachment ---- */
static void attached(void) {
    static int data[4] = {1, 2, 3, 4}, other[4] = {5, 6, 7, 8};
    struct node s = {100, data, other};
    const struct gantry_map maps[] = {{"s", TO | FROM, GANTRY_PARAM_ADDRESS, 1, 1},
                                      {"s.p[0:4]", TO | FROM | ATTACH, 0, 1, 1}};
    const struct gantry_val vals[] = {{&s, &s, sizeof s}, {&s.p, data, sizeof data}};
    run("node", 2, maps, vals, &no_clauses);
    CHECK(data[1] == 12 && s.tag == 101 && s.p == data, "%d %ld", data[1], s.tag);

    /* both there already: the device pointer stays; updates leave it and the host's pointer alone */
    construct(GANTRY_ENTER_DATA, 2, maps, vals);
    s.tag = 7;
    construct1(GANTRY_UPDATE, "s", TO, &s, sizeof s);
    run("node", 2, maps, vals, &no_clauses);
    construct1(GANTRY_UPDATE, "s", FROM, &s, sizeof s);
    CHECK(s.tag == 8 && s.p == data && s.q == other);
    s.p = other; /* the host's pointer moves on: only always attaches again */
    const struct gantry_map next = {"s.p[0:4]", TO | ATTACH, 0, 1, 1},
                            again = {"s.p[0:4]", TO | ATTACH | ALWAYS, 0, 1, 1};
    const struct gantry_val to_other = {&s.p, other, sizeof other};
    construct1(GANTRY_ENTER_DATA, "other", TO, other, sizeof other);
    struct node on_dev;
    construct(GANTRY_ENTER_DATA, 1, &next, &to_other);
    omp_target_memcpy(&on_dev, omp_get_mapped_ptr(&s, 0), sizeof s, 0, 0, omp_initial_device, 0);
    CHECK(on_dev.p == omp_get_mapped_ptr(data, 0));
    construct(GANTRY_ENTER_DATA, 1, &again, &to_other);
    omp_target_memcpy(&on_dev, omp_get_mapped_ptr(&s, 0), sizeof s, 0, 0, omp_initial_device, 0);
    CHECK(on_dev.p == omp_get_mapped_ptr(other, 0));
    for (int i = 0; i < 3; i++)
        construct1(GANTRY_EXIT_DATA, "other", 0, other, sizeof other);
    construct(GANTRY_EXIT_DATA, 2, maps, vals);
    CHECK(s.p == other);
    construct1(GANTRY_EXIT_DATA, "data", 0, data, sizeof data);
    CHECK(fake.used == 0, "%d", (int)fake.used);
}

/* a pointer in the middle of what it points to; its pointee first in the list; many pointers in one array */
static void attached_array(void) {
    enum { N = 2000 };
    static struct node nodes[N];
    static int data[N][2];
    for (int i = 0; i < N; i++)
        nodes[i] = (struct node){i, data[i] + 1, NULL}, data[i][1] = i;
    construct1(GANTRY_ENTER_DATA, "nodes", TO, nodes, sizeof nodes);
    for (int k = 0; k < N; k++) {
        int i = (k * 1237) % N;
        struct gantry_map m = {"nodes[i].p[-1:2]", TO | ATTACH, 0, 1, 1};
        struct gantry_val v = {&nodes[i].p, data[i], sizeof data[i]};
        construct(GANTRY_ENTER_DATA, 1, &m, &v);
    }
    construct1(GANTRY_UPDATE, "nodes", TO | FROM, nodes, sizeof nodes);
    for (int i = 0; i < N; i++) {
        struct node n;
        int x;
        omp_target_memcpy(&n, omp_get_mapped_ptr(&nodes[i], 0), sizeof n, 0, 0, omp_initial_device, 0);
        omp_target_memcpy(&x, n.p, sizeof x, 0, 0, omp_initial_device, 0);
        CHECK(x == i && nodes[i].p == data[i] + 1 && n.tag == i);
        construct1(GANTRY_EXIT_DATA, "data", 0, data[i], sizeof data[i]);
    }
    construct1(GANTRY_EXIT_DATA, "nodes", FROM, nodes, sizeof nodes);
    CHECK(fake.used == 0);
}

/* ---- scratch ---- */
static void scratch(void) {
    struct gantry_launch l = {.trip = 1000, .num_teams = 5};
    uint64_t before = fake.used;
    for (int i = 0; i < 3; i++) {
        run("scratch", 0, NULL, NULL, &l);
        CHECK(scratch_zero && fake.grid.teams == 5);
    }
    CHECK(fake.used - before == 4096, "one block, used again");
}

/* ---- shapes ---- */
static void shape(const char *kernel, int64_t trip, int teams, int limit, int threads, uint32_t expect_teams,
                  uint32_t expect_threads, uint32_t expect_limit) {
    struct gantry_launch l = {
        .trip = trip, .num_teams = teams, .thread_limit = limit, .num_threads = threads};
    run(kernel, 0, NULL, NULL, &l);
    CHECK(fake.grid.teams == expect_teams && fake.grid.threads == expect_threads &&
              fake.env.threads == expect_threads && fake.env.thread_limit == expect_limit,
          "%s trip %ld: teams %u threads %u limit %u", kernel, (long)trip, fake.grid.teams, fake.grid.threads,
          fake.env.thread_limit);
}
static void shapes(void) {
    shape("spmd", 0, 0, 0, 0, 1, 128, 128);
    shape("spmd", 1, 0, 0, 0, 1, 128, 128);
    shape("spmd", 129, 0, 0, 0, 2, 128, 128);
    shape("spmd", 1000000, 0, 0, 0, 4 * 16 * 32, 128, 128); /* a bound: teams loop */
    shape("spmd", -1, 0, 0, 0, 64, 128, 128);
    shape("spmd", 1000, 7, 0, 0, 7, 128, 128);
    shape("spmd", 1000, 7, 64, 0, 7, 64, 64);
    shape("spmd", 1000, 7, 64, 256, 7, 64, 64);
    shape("spmd", 1000, 7, 512, 32, 7, 32, 512);
    shape("spmd", 1000, 7, 5000, 0, 7, 1024, 1024);
    shape("spmd", 1000, 100000, 0, 0, 65535, 128, 128);
    shape("spmd8", 1000, 0, 0, 0, 63, 16, 16);
    shape("spmd8", 1000, 3, 1024, 0, 3, 128, 128);
    shape("generic", 10, 0, 0, 0, 10, 128, 128);
    shape("generic", 10, 0, 1024, 0, 10, 992, 992);
    shape("generic", 10, 0, 256, 64, 10, 256, 256);
    shape("generic32", 10, 2, 0, 0, 2, 4, 128); /* regions of single lanes may have as many threads */
    CHECK(fake.env.lanes == 128);
    shape("generic32", 10, 2, 100, 0, 2, 31, 100);
    CHECK(fake.env.lanes == 992);
    shape("generic32", 10, 2, 3, 0, 2, 3, 3);
    CHECK(fake.env.lanes == 96);
    shape("serial", 10, 0, 64, 0, 10, 1, 1);
    shape("one", 100000, 0, 0, 0, 1, 512, 512);
    shape("one", 100000, 9, 0, 100, 1, 100, 100);
    shape("sum", 1000000, 0, 0, 0, 64, 128, 128);
    shape("prefers256", 1000, 0, 0, 0, 4, 256, 256);
}

/* ---- group space ---- */
static void space(const char *kernel, int teams, int limit, uint32_t shared, uint64_t bytes) {
    struct gantry_launch l = {.trip = -1, .num_teams = teams, .thread_limit = limit};
    run(kernel, 0, NULL, NULL, &l);
    CHECK(fake.grid.dynamic_shared == shared && fake.env.space_bytes == bytes &&
              (fake.env.space != 0) == (bytes != 0),
          "%s: %u shared, %lu at %#lx", kernel, fake.grid.dynamic_shared, (unsigned long)fake.env.space_bytes,
          (unsigned long)fake.env.space);
    CHECK(!bytes || fake_valid(&fake_devices[0], fake.env.space, fake.grid.teams * bytes));
}
static void spaces(void) {
    uint64_t before = fake.used;
    space("spmd8", 2, 0, 0, 0);
    space("space16", 2, 0, 2048, 0);
    space("space16", 2, 1024, 16384, 0);
    space("space48", 2, 25, 38400, 0);
    CHECK(fake.used == before);
    space("space48", 2, 27, 0, 41472); /* 8 KiB are left to the kernel */
    uint64_t block = fake.env.space, used = fake.used;
    space("space48", 2, 27, 0, 41472);
    CHECK(fake.env.space == block && fake.used == used, "used again");
    space("space48", 50, 31, 0, 47616);
    CHECK(fake.used - before == (50 * 47616 + 4095) / 4096 * 4096, "the smaller one makes room");
    space("space2m", 0, 1, 0, 16 << 20); /* 64 teams of 16 MiB are all that is allowed */
    CHECK(fake.grid.teams == 64);
    space("space2m", 0, 2, 0, 32 << 20);
    CHECK(fake.grid.teams == 32);
}
static void too_much_space(void) {
    space("space2m", 65, 1, 0, 0);
}
static void far_too_much_space(void) {
    space("space16m", 0, 9, 0, 0);
}
static void no_shared_space(void) {
    setenv("GANTRY_SPACE", "shared", 1);
    space("space16", 2, 0, 2048, 0);
    space("space48", 2, 27, 0, 0);
}
static void global_space(void) {
    setenv("GANTRY_SPACE", "global", 1);
    space("space16", 2, 0, 0, 2048);
    exit(failures);
}
static void wide_group(void) {
    space("wide", 2, 0, 0, 0);
}

/* ---- declare target variables ---- */
static int global[4] = {1, 2, 3, 4}, linked[8];
static int global_image[4] = {1, 2, 3, 4};
static uint64_t linked_image;
static const struct gantry_var vars[] = {{global, sizeof global, "global", GANTRY_VAR_TO, 3, "test.c"},
                                         {linked, sizeof linked, "linked", GANTRY_VAR_LINK, 4, "test.c"}};
static const struct gantry_symbol symbols[] = {{"global", global_image, sizeof global_image},
                                               {"linked", &linked_image, sizeof linked_image}};
static void declare_target(void) {
    int back[4];
    uint64_t entries;
    global[0] = 50;
    construct1(GANTRY_UPDATE, "global", TO, global, sizeof global);
    CHECK(omp_target_is_present(global, 0) && !omp_target_is_present(linked, 0));
    omp_target_memcpy(back, omp_get_mapped_ptr(global, 0), sizeof back, 0, 0, omp_initial_device, 0);
    CHECK(back[0] == 50 && back[3] == 4);
    construct1(GANTRY_ENTER_DATA, "global", TO, global, sizeof global); /* never counted, never removed */
    construct1(GANTRY_EXIT_DATA, "global", GANTRY_MAP_DELETE, global, sizeof global);
    CHECK(omp_target_is_present(global, 0));
    construct1(GANTRY_ENTER_DATA, "linked", TO, linked, sizeof linked);
    struct gantry_device *d = &fake_devices[0];
    for (struct fake_block *b = fake.blocks[d->ordinal]; b; b = b->next)
        if (b->size == sizeof linked_image && *(uint64_t *)fake_host(b->addr))
            CHECK(*(uint64_t *)fake_host(b->addr) == (uint64_t)(uintptr_t)omp_get_mapped_ptr(linked, 0));
    construct1(GANTRY_EXIT_DATA, "linked", 0, linked, sizeof linked);
    gantry_mapped_bytes(0, &entries);
    CHECK(entries == 1);
}

/* dlclose: its image, its variables and only these go away */
static void unload(void) {
    static int a[4];
    uint64_t entries;
    construct1(GANTRY_ENTER_DATA, "a", TO, a, sizeof a);
    __gantry_unregister_module(&fake_module);
    CHECK(fake.unloads == 1 && !omp_target_is_present(global, 0) && omp_target_is_present(a, 0));
    construct1(GANTRY_EXIT_DATA, "a", TO, a, sizeof a);
    __gantry_register_module(&fake_module);
    __gantry_register_module(&fake_module);
    shape("spmd", 129, 0, 0, 0, 2, 128, 128);
    gantry_mapped_bytes(0, &entries);
    CHECK(fake.loads == 2 && entries == 0);
}

/* ---- counters ---- */
static void counters(void) {
    static int a[100];
    struct gantry_stats s;
    gantry_reset_stats();
    construct1(GANTRY_ENTER_DATA, "a[0:50]", TO, a, 200);
    construct1(GANTRY_UPDATE, "a[0:10]", FROM, a, 40);
    construct1(GANTRY_UPDATE, "ab", TO, a, 4);
    shape("spmd", 1, 0, 0, 0, 1, 128, 128);
    construct1(GANTRY_EXIT_DATA, "a[0:50]", FROM, a, 200);
    gantry_get_stats(0, &s);
    CHECK(s.to_calls == 2 && s.to_bytes == 204 && s.from_calls == 2 && s.from_bytes == 240 &&
          s.launches == 1 && s.allocs == 1 && s.alloc_bytes == 200 && s.frees == 1);
    CHECK(gantry_get_variable_stats(GANTRY_ALL_DEVICES, "a", &s) == 2 && s.to_bytes == 200 &&
          s.from_bytes == 240);
    CHECK(gantry_get_variable_stats(0, "a[0:50]", &s) == 1 && s.from_bytes == 200);
    CHECK(gantry_get_variable_stats(0, "spmd", &s) == 1 && s.launches == 1);
    CHECK(gantry_get_variable_stats(1, "a", &s) == 0 && s.to_calls == 0);
}

/* ---- failures ---- */
static void kernel_fails(void) {
    static int b[4];
    int *p = b;
    const struct gantry_map maps[] = {{"p", LOOKUP, GANTRY_PARAM_ADDRESS, 1, 1},
                                      {"n", LOOKUP, GANTRY_PARAM_ADDRESS, 1, 1}};
    const struct gantry_val vals[] = {{p, p, 0}, {NULL, NULL, 0}};
    fake.launch_error = "illegal address";
    run("capture2", 2, maps, vals, &no_clauses);
}
static void missing_kernel(void) {
    run("nowhere", 0, NULL, NULL, &no_clauses);
}
static void wrong_count(void) {
    run("scale", 0, NULL, NULL, &no_clauses);
}
static void negative_teams(void) {
    struct gantry_launch l = {.trip = 1, .num_teams = -3};
    run("spmd", 0, NULL, NULL, &l);
}
static void old_object(void) {
    struct gantry_region r = REGION(GANTRY_TARGET, "spmd", 0, NULL);
    r.abi = 1;
    __gantry_device(&r, 0, 1);
}
static void old_module(void) {
    static struct gantry_module m = {GANTRY_MAGIC, 1, 8, 0, NULL, "old", NULL};
    __gantry_register_module(&m);
}
static void after_failure(void) {
    missing_kernel();
}
static void failing_atexit(void) { /* a handler that uses the device after the failure must not hang */
    atexit(after_failure);
    missing_kernel();
}
static pthread_barrier_t meet;
static void k_wait(void **args) {
    (void)args;
    pthread_barrier_wait(&meet);
    sleep(3);
}
static int shared_array[4];
static void *use_it(void *arg) {
    const struct gantry_map m = {"shared_array", TO, GANTRY_PARAM_ADDRESS, 1, 1};
    const struct gantry_val v = {shared_array, shared_array, sizeof shared_array};
    (void)arg;
    run("wait", 1, &m, &v, &no_clauses);
    return NULL;
}
static void released_in_use(void) {
    static struct gantry_kernel_info k[] = {KERNEL("wait", GANTRY_MODE_SERIAL, 1, 0, 1, 0, 1, k_wait)};
    pthread_t t;
    fake_image.kernels = k, fake_image.nkernels = 1;
    pthread_barrier_init(&meet, NULL, 2);
    pthread_create(&t, NULL, use_it, NULL);
    pthread_barrier_wait(&meet);
    construct1(GANTRY_EXIT_DATA, "shared_array", GANTRY_MAP_DELETE, shared_array, sizeof shared_array);
}
static void errors(void) {
    EXPECT_ERROR(kernel_fails,
                 "kernel 'capture2' on device 0 (fake device), 1 teams of 512 threads: illegal address",
                 "Captured pointers that are not mapped: 'p'", "is_device_ptr", "test.c:");
    EXPECT_ERROR(missing_kernel, "kernel 'nowhere' is not in the fake image of 'test program'");
    EXPECT_ERROR(wrong_count, "kernel 'scale' takes 3 parameters, but this construct passes 0");
    EXPECT_ERROR(negative_teams, "num_teams(-3)");
    char now[40];
    snprintf(now, sizeof now, "has version %u ", GANTRY_ABI_VERSION);
    EXPECT_ERROR(old_object, "version 1 ", now, "Compile it again");
    EXPECT_ERROR(old_module, "version 1 ", now);
    EXPECT_ERROR(failing_atexit, "'nowhere'");
    EXPECT_ERROR(too_much_space, "share 16777216 bytes in each of 65 teams", "1073741824 bytes in all");
    EXPECT_ERROR(far_too_much_space, "share 1207959552 bytes", "fewer threads");
    EXPECT_ERROR(no_shared_space, "GANTRY_SPACE=shared", "share 41472 bytes per team, 40960 are left on chip");
    EXPECT_ERROR(wide_group, "'wide' was linked for threads of 64 lanes", "GANTRY_EMULATED_WARP=64",
                 "--simd-group=32");
    char out[4096];
    CHECK(in_child(global_space, out, sizeof out) == 0, "%s", out);
    EXPECT_ERROR(released_in_use, "'shared_array' is released while a target region that uses it still runs");
}

int main(void) {
    fake_kernels = kernels;
    fake_image.nkernels = sizeof kernels / sizeof *kernels;
    fake_start();
    errors();
    arguments();
    shifted_section();
    lookups();
    attached();
    attached_array();
    scratch();
    shapes();
    spaces();
    fake_image.symbols = symbols, fake_image.nsymbols = 2;
    __gantry_unregister_module(&fake_module); /* loaded above without symbols */
    fake.loads = fake.unloads = 0;
    __gantry_register_module(&fake_module);
    __gantry_register_vars(&fake_module, vars, 2);
    declare_target();
    unload();
    counters();
    printf(failures ? "FAILED\n" : "ok\n");
    return failures != 0;
}
