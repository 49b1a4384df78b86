/* Who decides where a construct runs, and when: OMP_TARGET_OFFLOAD, GANTRY_DEVICES, knobs with bad values,
 * laziness, fork. Every case is a process of its own, made by fork before the runtime starts. */
#include <fcntl.h>

#include "fake.h"

static struct gantry_region region = REGION(GANTRY_TARGET_DATA, NULL, 0, NULL);

static int decide(void) {
    return __gantry_device(&region, GANTRY_DEVICE_DEFAULT, 1);
}

#define EXPECT_QUIET(FN) expect_text(#FN, FN, NULL)
#define EXPECT_TEXT(FN, TEXT) expect_text(#FN, FN, TEXT)
static void expect_text(const char *name, void (*fn)(void), const char *text) {
    static char out[65536];
    int status = in_child(fn, out, sizeof out);
    CHECK(status == 0, "%s: exit status %d, %s", name, status, out);
    CHECK(text ? strstr(out, text) != NULL : !*out, "%s: %s", name, out);
}
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_leaks=0";
} /* children end early on purpose */

#define REQUIRE(cond)                                                                                        \
    do {                                                                                                     \
        if (!(cond)) {                                                                                       \
            fprintf(stderr, "line %d: %s\n", __LINE__, #cond);                                               \
            _exit(9);                                                                                        \
        }                                                                                                    \
    } while (0)

static void offload(const char *v) {
    setenv("OMP_TARGET_OFFLOAD", v, 1);
}
static void devices(const char *v) {
    setenv("GANTRY_DEVICES", v, 1);
}

static void device_there(void) {
    REQUIRE(decide() == 0);
}
static void nothing_before_use(void) {
    REQUIRE(fake.opened == 0);
    REQUIRE(omp_get_num_devices() == 1);
    REQUIRE(fake.opened == 0); /* opened by use, not by counting */
    REQUIRE(decide() == 0 && fake.opened == 1);
    REQUIRE(fake.loads == 0);
}
static void disabled(void) {
    offload("disabled");
    REQUIRE(decide() < 0 && omp_get_num_devices() == 0 && omp_get_initial_device() == 0);
}
static void kinds_none(void) {
    offload("default");
    devices("none");
    REQUIRE(decide() < 0);
    REQUIRE(__gantry_device(&region, 3, 1) == GANTRY_IN_PLACE_NONE); /* without any device all numbers mean the host */
}
static void mandatory_none(void) {
    devices("none");
    decide();
}
static void mandatory_no_device(void) {
    fake.count = 0;
    decide();
}
static void mandatory_but_host_wanted(void) {
    fake.count = 0;
    REQUIRE(__gantry_device(&region, omp_initial_device, 1) == GANTRY_IN_PLACE_CHOSEN &&
          __gantry_device(&region, 0, 0) == GANTRY_IN_PLACE_IF);
}
static void falls_back(void) {
    offload("DEFAULT");
    fake.count = 0;
    REQUIRE(decide() < 0);
}
static void bad_policy(void) {
    offload("mandatroy");
    decide();
}
static void kind_twice(void) {
    devices("fake, fake");
    decide();
}
static void bad_kind(void) {
    devices("fake,cuba");
    decide();
}
static void asked_without_image(void) { /* said, and the rest is used */
    offload("default");
    devices("emulated,fake");
    REQUIRE(decide() == 0);
}
static void asked_without_image_mandatory(void) {
    devices("emulated");
    decide();
}
static void default_without_image(void) { /* nobody asked: no message */
    offload("default");
    unsetenv("GANTRY_DEVICES");
    REQUIRE(decide() < 0);
}
static void default_without_image_mandatory(void) {
    unsetenv("GANTRY_DEVICES");
    decide();
}
static void default_device_out_of_range(void) {
    omp_set_default_device(4);
    decide();
}
static void bad_number(void) {
    setenv("OMP_NUM_TEAMS", "many", 1);
    REQUIRE(decide() == 0);
}
static void bad_gantry_number(void) {
    setenv("GANTRY_TEAMS", "12x", 1);
    REQUIRE(decide() == 0);
}

static void bad_space(void) {
    setenv("GANTRY_SPACE", "chip", 1);
    REQUIRE(decide() == 0);
}

/* a library with images of its own for another kind of device */
static void library_without_image(void) {
    static struct gantry_image image = {GANTRY_MAGIC,
                                        GANTRY_ABI_VERSION,
                                        sizeof(struct gantry_image),
                                        0,
                                        "cuda",
                                        "sm_90",
                                        NULL,
                                        0,
                                        NULL,
                                        NULL,
                                        0,
                                        NULL,
                                        NULL};
    static const struct gantry_image *const images[] = {&image};
    static struct gantry_module m = {
        GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof(struct gantry_module), 1, images, "libother.so", NULL};
    struct gantry_region r = REGION(GANTRY_TARGET, "k", 0, NULL);
    struct gantry_launch l = {.trip = 1};
    r.module = &m;
    REQUIRE(decide() == 0);
    __gantry_register_module(&m);
    __gantry_target(&r, __gantry_device(&r, GANTRY_DEVICE_DEFAULT, 1), NULL, &l);
}

/* ---- fork ---- */
static void fork_before_use(void) {
    int status;
    pid_t pid = fork();
    if (pid == 0)
        _exit(decide() == 0 ? 0 : 9);
    waitpid(pid, &status, 0);
    REQUIRE(WIFEXITED(status) && WEXITSTATUS(status) == 0 && decide() == 0);
}
static void fork_after_use(void) {
    int status;
    REQUIRE(decide() == 0);
    pid_t pid = fork();
    if (pid == 0) {
        decide();
        exit(0);
    }
    waitpid(pid, &status, 0);
    exit(WEXITSTATUS(status));
}
static void fork_after_use_quiet_child(void) { /* a child that uses no device is left alone */
    int status;
    REQUIRE(decide() == 0);
    pid_t pid = fork();
    if (pid == 0)
        exit(0);
    waitpid(pid, &status, 0);
    REQUIRE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
static void fork_on_host(void) {
    int status;
    devices("none");
    offload("default");
    REQUIRE(decide() < 0);
    pid_t pid = fork();
    if (pid == 0)
        exit(decide() < 0 ? 0 : 9);
    waitpid(pid, &status, 0);
    REQUIRE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* ---- environment to launch ---- */
static const struct gantry_kernel_info kernels[] = {
    {"k", "test.c", "main", 1, GANTRY_MODE_SPMD, 1, 0, 0, 0, 0, 0, NULL},
    {"wide", "test.c", "main", 1, GANTRY_MODE_SPMD, 8, 0, 0, 0, 0, 32, NULL},
};
static void launch_kernel(const char *kernel, int teams, int limit) {
    struct gantry_region r = REGION(GANTRY_TARGET, kernel, 0, NULL);
    struct gantry_launch l = {.trip = 100000, .num_teams = teams, .thread_limit = limit};
    __gantry_target(&r, __gantry_device(&r, GANTRY_DEVICE_DEFAULT, 1), NULL, &l);
}
static void launch(int teams, int limit) {
    launch_kernel("k", teams, limit);
}
static void icv_teams(void) {
    setenv("OMP_NUM_TEAMS", "5", 1);
    setenv("OMP_TEAMS_THREAD_LIMIT", "32", 1);
    launch(0, 0);
    REQUIRE(fake.grid.teams == 5 && fake.grid.threads == 32);
    launch(9, 64);
    REQUIRE(fake.grid.teams == 9 && fake.grid.threads == 64);
}
static void icv_device(void) {
    setenv("OMP_NUM_TEAMS", "5", 1);
    setenv("OMP_NUM_TEAMS_DEV", "6", 1);
    setenv("OMP_NUM_TEAMS_DEV_0", "7", 1);
    setenv("OMP_THREAD_LIMIT", "2", 1);
    setenv("OMP_THREAD_LIMIT_ALL", "96", 1);
    launch(0, 0);
    REQUIRE(fake.grid.teams == 7 && fake.grid.threads == 96);
}
static void knobs(void) {
    setenv("GANTRY_TEAMS", "3", 1);
    setenv("GANTRY_THREADS", "1k", 1);
    launch(0, 0);
    REQUIRE(fake.grid.teams == 3 && fake.grid.threads == 1024);
    launch(2, 32);
    REQUIRE(fake.grid.teams == 2 && fake.grid.threads == 32);
}

/* ---- trace and counters ---- */
static void trace(void) {
    static int a[2];
    setenv("GANTRY_TRACE", "1", 1);
    construct1(GANTRY_ENTER_DATA, "a[0:2]", GANTRY_MAP_TO, a, 8);
    launch(2, 32);
    char *p = strdup("x");
    free(p);
}
static char stats_file[64];
static void stats(void) {
    static int a[2];
    setenv("GANTRY_STATS", stats_file, 1);
    construct1(GANTRY_ENTER_DATA, "a[0:2]", GANTRY_MAP_TO, a, 8);
}
static void stats_on_failure(void) {
    stats();
    construct1(GANTRY_UPDATE, "b", GANTRY_MAP_TO | GANTRY_MAP_PRESENT, stats_file, 8);
}
static void stats_file_has(const char *text) {
    char content[4096];
    int fd = open(stats_file, O_RDONLY);
    CHECK(fd >= 0);
    fake_read(fd, content, sizeof content);
    close(fd);
    unlink(stats_file);
    CHECK(strstr(content, text) != NULL, "%s", content);
}

static void used_in_atexit(void) {
    static int a[2];
    construct1(GANTRY_EXIT_DATA, "a", GANTRY_MAP_DELETE, a, 8);
    launch(1, 1);
}
static void regions_at_exit(void) {
    atexit(used_in_atexit);
    launch(1, 1);
}

static void trace_space(void) {
    setenv("GANTRY_TRACE", "1", 1);
    launch_kernel("wide", 2, 4);
}
static void trace_global(void) {
    setenv("GANTRY_SPACE", "global", 1);
    trace_space();
}

int main(void) {
    fake_kernels = kernels;
    fake_image.nkernels = 2;
    fake_start();
    EXPECT_QUIET(device_there);
    EXPECT_QUIET(nothing_before_use);
    EXPECT_QUIET(disabled);
    EXPECT_QUIET(kinds_none);
    EXPECT_QUIET(mandatory_but_host_wanted);
    EXPECT_QUIET(falls_back);
    EXPECT_ERROR(mandatory_none, "mandatory, but there is no device: GANTRY_DEVICES: none");
    EXPECT_ERROR(mandatory_no_device, "fake: the test has none", "test.c:");
    EXPECT_ERROR(bad_policy, "OMP_TARGET_OFFLOAD=mandatroy");
    EXPECT_ERROR(bad_kind, "'cuba' is no kind of device");
    EXPECT_ERROR(kind_twice, "'fake' is there twice");
    EXPECT_TEXT(asked_without_image, "GANTRY_DEVICES asks for 'emulated'");
    EXPECT_ERROR(asked_without_image_mandatory, "emulated: this program has no code for it");
    EXPECT_QUIET(default_without_image);
    EXPECT_ERROR(default_without_image_mandatory, "cuda: this program has no code for it",
                 "hip: not supported");
    EXPECT_ERROR(default_device_out_of_range,
                 "the default device is 4: devices are numbered 0 to 0, and 1 is the host");
    EXPECT_TEXT(bad_number, "OMP_NUM_TEAMS=many");
    EXPECT_TEXT(bad_space, "GANTRY_SPACE=chip is none of auto, shared, global; auto is used instead");
    EXPECT_TEXT(bad_gantry_number, "GANTRY_TEAMS=12x is not a number");
    EXPECT_ERROR(library_without_image, "'libother.so' has no code for device 0 (fake, fake); it has sm_90");
    EXPECT_QUIET(fork_before_use);
    EXPECT_ERROR(fork_after_use, "forked after its parent had used a device");
    EXPECT_QUIET(fork_after_use_quiet_child);
    EXPECT_QUIET(fork_on_host);
    EXPECT_QUIET(icv_teams);
    EXPECT_QUIET(icv_device);
    EXPECT_QUIET(knobs);
    EXPECT_TEXT(trace, "copy to                8 bytes  a[0:2]  test.c:7");
    EXPECT_TEXT(trace, "teams 2 x threads 32 x lanes 1  spmd  k  test.c:");
    EXPECT_TEXT(trace_space, "teams 2 x threads 4 x lanes 8  spmd  space 1024 shared  wide");
    EXPECT_TEXT(trace_global, "teams 2 x threads 4 x lanes 8  spmd  space 1024 global  wide");
    snprintf(stats_file, sizeof stats_file, "/tmp/gantry-stats-%d", (int)getpid());
    EXPECT_QUIET(stats);
    stats_file_has("0\ta[0:2]\t1\t8\t0\t0\t1\t8\t0\t0\n");
    EXPECT_ERROR(stats_on_failure, "'b'");
    stats_file_has("0\t(total)\t1\t8");
    EXPECT_QUIET(regions_at_exit);
    printf(failures ? "FAILED\n" : "ok\n");
    return failures != 0;
}
