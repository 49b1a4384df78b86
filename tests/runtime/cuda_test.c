/* The CUDA plug-in against a driver library made for tests (fake_cuda.c): order of calls, shapes of launches,
 * every way a driver can be missing or fail. The library's path comes from the environment: FAKE_CUDA,
 * FAKE_CUDA_BROKEN. */
#include <dlfcn.h>

#include "fake.h"
#include "gantry_names.h"

static void *library;

static char *calls(void) {
    static char text[1 << 16];
    void (*take)(char *, size_t) = (void (*)(char *, size_t))dlsym(library, "fake_cuda_log");
    take(text, sizeof text);
    return text;
}

/* ---- a program with one image ---- */
static const char ptx[] = "fake ptx: scale generic serial spmd8 big glob space16 space96";
#define SPACE_KERNEL(NAME, MODE, GROUP, NPARAMS, SPACE)                                                      \
    { NAME, "test.c", "main", 1, MODE, GROUP, 0, 0, 0, NPARAMS, SPACE, NULL }
#define KERNEL(NAME, MODE, GROUP, NPARAMS) SPACE_KERNEL(NAME, MODE, GROUP, NPARAMS, 0)
static const struct gantry_kernel_info kernels[] = {
    KERNEL("scale", GANTRY_MODE_SPMD, 1, 2),    KERNEL("generic", GANTRY_MODE_GENERIC, 1, 0),
    KERNEL("serial", GANTRY_MODE_SERIAL, 1, 0), KERNEL("spmd8", GANTRY_MODE_SPMD, 8, 0),
    KERNEL("big", GANTRY_MODE_SPMD, 1, 2),      KERNEL("absent", GANTRY_MODE_SPMD, 1, 0),
    SPACE_KERNEL("space16", GANTRY_MODE_SPMD, 8, 0, 16),
    SPACE_KERNEL("space96", GANTRY_MODE_GENERIC, 32, 0, 96),
};
static struct gantry_image image = {GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof image, 8,    "cuda", "sm_70",
                                    ptx,          sizeof ptx,         kernels,      NULL, 0,      NULL,
                                    NULL};
static struct gantry_image newer = {
    GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof image, 8, "cuda", "sm_90", "newer", 6, kernels, NULL, 0, NULL,
    NULL};
static const struct gantry_image *const images[] = {&newer, &image};
static struct gantry_module module = {GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof module, 2,
                                      images,       "cuda test",        NULL};

/* a second one, whose code allocates */
static const char heap_ptx[] = "fake ptx: scale\n.extern .func  (.param .b64 func_retval0) malloc\n(\n)\n;\n";
static struct gantry_image heap_image = {GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof heap_image, 1, "cuda", "sm_70", heap_ptx,
                                         sizeof heap_ptx, kernels, NULL, 0, NULL, NULL};
static const struct gantry_image *const heap_images[] = {&heap_image};
static struct gantry_module heap_module = {GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof heap_module, 1,
                                           heap_images, "cuda heap test", NULL};

/* a third one, whose calls go to unknown depth */
static const char deep_ptx[] = "fake ptx: scale\n" GANTRY_PTX_DEEP;
static struct gantry_image deep_image = {GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof deep_image, 1, "cuda", "sm_70", deep_ptx,
                                         sizeof deep_ptx, kernels, NULL, 0, NULL, NULL};
static const struct gantry_image *const deep_images[] = {&deep_image};
static struct gantry_module deep_module = {GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof deep_module, 1,
                                           deep_images, "cuda stack test", NULL};

static struct gantry_module *run_module = &module;
static void run(const char *kernel, uint32_t n, const struct gantry_map *maps, const struct gantry_val *vals,
                struct gantry_launch l) {
    struct gantry_region r = REGION(GANTRY_TARGET, kernel, n, maps);
    r.module = run_module;
    int d = __gantry_device(&r, GANTRY_DEVICE_DEFAULT, 1);
    CHECK(d == 0);
    __gantry_target(&r, d, vals, &l);
}

static pthread_barrier_t meeting;
static void on_launch(const char *name, unsigned grid, unsigned block, void **params) {
    const struct gantry_env *env = params[0];
    (void)block;
    if (strcmp(name, "serial") == 0 && grid == 77)
        pthread_barrier_wait(&meeting);
    if (strcmp(name, "scale"))
        return;
    int *a = (int *)(uintptr_t)(*(uint64_t *)params[1] - 0x200000000000ull);
    for (int i = 0; i < *(int *)params[2]; i++)
        a[i] *= (int)env->threads;
}

static int a[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, ten = 10;
static const struct gantry_map scale_maps[] = {
    {"a", GANTRY_MAP_TO | GANTRY_MAP_FROM, GANTRY_PARAM_ADDRESS, 1, 1},
    {"n", 0, GANTRY_PARAM_VALUE, 1, 1},
};
static const struct gantry_val scale_vals[] = {{a, a, sizeof a}, {&ten, &ten, sizeof ten}};
static void scale(void) {
    run("scale", 2, scale_maps, scale_vals, (struct gantry_launch){.trip = 10, .num_threads = 32});
}

static void right_run(void) {
    CHECK(!*calls());
    CHECK(omp_get_num_devices() == 2);
    CHECK(strcmp(calls(), "init 0\n") == 0);
    scale();
    char *log = calls();
    CHECK(strcmp(log, "retain 0\n"
                      "alloc 40\nstream 1\nto 40\nsync\n"
                      "load fake ptx: sc\nfunction scale\n"
                      "launch scale grid 1 1 1 block 32 1 1 shared 0\nsync\n"
                      "from 40\nsync\nfree\n") == 0,
          "%s", log);
    CHECK(a[0] == 32 && a[9] == 320);
    scale();
    log = calls();
    CHECK(strcmp(log, "alloc 40\nto 40\nsync\nfunction scale\nlaunch scale grid 1 1 1 block 32 1 1 shared "
                      "0\nsync\nfrom 40\nsync\nfree\n") == 0,
          "%s", log);
    struct gantry_device_info info;
    CHECK(gantry_get_device_info(1, &info) == 0 && strcmp(info.name, "Fake GPU 1") == 0 &&
          strcmp(info.arch, "sm_80") == 0 && info.units == 108 && strcmp(info.driver, "CUDA 12.4") == 0);
}

static void shape(const char *kernel, struct gantry_launch l, const char *expect) {
    calls();
    run(kernel, 0, NULL, NULL, l);
    char *log = calls();
    CHECK(strstr(log, expect) != NULL, "%s: %s", kernel, log);
}
static void shapes(void) {
    shape("generic", (struct gantry_launch){.trip = 5, .thread_limit = 100}, "grid 5 1 1 block 160 1 1");
    shape("generic", (struct gantry_launch){.trip = 5, .thread_limit = 1024}, "block 1024 1 1");
    shape("serial", (struct gantry_launch){.num_teams = 9}, "grid 9 1 1 block 32 1 1");
    shape("spmd8", (struct gantry_launch){.trip = 5, .num_threads = 33}, "block 288 1 1");
    shape("spmd8", (struct gantry_launch){.trip = 5, .num_threads = 500}, "block 1024 1 1");
    shape("generic", (struct gantry_launch){.trip = 5}, "block 160 1 1");
    shape("generic", (struct gantry_launch){.trip = 5, .num_threads = 20}, "block 160 1 1");
    shape("generic", (struct gantry_launch){.trip = 5, .num_threads = 256}, "block 288 1 1");
    setenv("FAKE_CUDA_MAX_THREADS", "640", 1); /* the kernel's registers are too many for more */
    shape("generic", (struct gantry_launch){.trip = 5, .thread_limit = 1024}, "block 640 1 1");
    shape("spmd8", (struct gantry_launch){.trip = 5, .num_threads = 500}, "block 640 1 1");
    shape("spmd8", (struct gantry_launch){.trip = 5, .num_threads = 33}, "block 288 1 1");
    unsetenv("FAKE_CUDA_MAX_THREADS");
}

/* 992 lanes of 96 bytes need more than a kernel has without asking; what its code takes counts too */
static void spaces(void) {
    struct gantry_launch small = {.num_teams = 2, .thread_limit = 4},
                         large = {.num_teams = 2, .thread_limit = 1024};
    shape("space16", small, "launch space16 grid 2 1 1 block 32 1 1 shared 512\n");
    shape("space16", large, "launch space16 grid 2 1 1 block 1024 1 1 shared 16384\n");
    shape("space96", large, "attribute space96 8 166912\nlaunch space96 grid 2 1 1 block 1024 1 1 shared 95232\n");
    setenv("FAKE_CUDA_SHARED", "40000", 1);
    shape("space16", small, "function space16\nlaunch space16 grid 2 1 1 block 32 1 1 shared 512\n");
    shape("space16", large, "attribute space16 8 126912\nlaunch space16 grid 2 1 1 block 1024 1 1 shared 16384\n");
    setenv("FAKE_CUDA_SHARED", "72000", 1); /* no place on chip: 2 teams of 95232 bytes */
    shape("space96", large, "alloc 192512\nlaunch space96 grid 2 1 1 block 1024 1 1 shared 0\n");
    shape("space96", large, "function space96\nlaunch space96 grid 2 1 1 block 1024 1 1 shared 0\n");
    unsetenv("FAKE_CUDA_SHARED");
}

/* a stack that a thirty-second of the GPU's memory is enough for; the user's own wins */
static void deep_stack(void) {
    setenv("FAKE_CUDA_MEMORY", "42949672960", 1);
    __gantry_register_module(&deep_module);
    run_module = &deep_module;
    scale();
    fputs(calls(), stderr);
}
static void own_stack(void) {
    setenv("GANTRY_CUDA_STACK", "4k", 1);
    deep_stack();
}
static void stacks(void) {
    static char out[65536];
    CHECK(in_child(deep_stack, out, sizeof out) == 0 && strstr(out, "limit 0 5888\nload "), "%s", out);
    CHECK(in_child(own_stack, out, sizeof out) == 0 && strstr(out, "limit 0 4096\n") && !strstr(out, "limit 0 5888"), "%s", out);
}

/* code that allocates gets a larger heap before it is loaded, other code none */
static void heap(void) {
    __gantry_register_module(&heap_module);
    run_module = &heap_module;
    calls();
    scale();
    const char *said = calls(), *limit = strstr(said, "limit 2 67108864\n"), *load = strstr(said, "load ");
    CHECK(limit && load && limit < load, "%s", said);
    run_module = &module;
}

void __tgt_interop_init(void *, int32_t, void **, int32_t, int32_t, int32_t, void *, int32_t);
void __tgt_interop_use(void *, int32_t, void **, int32_t, int32_t, void *, int32_t);
void __tgt_interop_destroy(void *, int32_t, void **, int32_t, int32_t, void *, int32_t);
static void interop(void) {
    void *object = NULL;
    int code = 7;
    calls();
    __tgt_interop_init(NULL, 0, &object, 2, 0, 0, NULL, 0);
    CHECK(object && strncmp(calls(), "stream 1\n", 9) == 0);
    CHECK(omp_get_interop_ptr(object, omp_ipr_targetsync, &code) && code == omp_irc_success);
    CHECK(omp_get_interop_ptr(object, omp_ipr_device_context, &code) && code == omp_irc_success);
    CHECK(omp_get_interop_int(object, omp_ipr_fr_id, &code) == omp_ifr_cuda && code == omp_irc_success);
    CHECK(strcmp(omp_get_interop_str(object, omp_ipr_vendor_name, &code), "nvidia") == 0);
    CHECK(!omp_get_interop_ptr(object, omp_ipr_platform, &code) && code == omp_irc_no_value);
    __tgt_interop_use(NULL, 0, &object, 0, 0, NULL, 0);
    CHECK(strcmp(calls(), "sync\n") == 0);
    __tgt_interop_destroy(NULL, 0, &object, 0, 0, NULL, 0);
    CHECK(!object && strncmp(calls(), "sync\n", 5) == 0);
}

static void *other_thread(void *arg) {
    (void)arg;
    scale();
    return NULL;
}
static void thread_streams(void) {
    pthread_t t;
    calls();
    pthread_create(&t, NULL, other_thread, NULL);
    pthread_join(t, NULL);
    char *log = calls();
    CHECK(strstr(log, "stream 1\n") && strstr(log, "stream ends\n"), "%s", log);
}

/* Two constructs with nowait: their kernels can only end when both run, each in a stream of a queue's own. */
static void queues(void) {
    static struct gantry_region r = REGION(GANTRY_TARGET, "serial", 0, NULL);
    struct gantry_launch l = {.num_teams = 77};
    extern bool gantry_queue_wait(void);
    pthread_barrier_init(&meeting, NULL, 3);
    r.module = &module;
    calls();
    for (int k = 0; k < 2; k++)
        __gantry_async_start(__gantry_async(&r, 0, NULL, &l), 1);
    pthread_barrier_wait(&meeting);
    CHECK(gantry_queue_wait());
    char *log = calls(), *first = strstr(log, "stream 1\n");
    CHECK(first && strstr(first + 1, "stream 1\n"), "%s", log);
    char *launched = strstr(log, "launch serial grid 77");
    CHECK(launched && strstr(launched + 1, "launch serial grid 77"), "%s", log);
}

static void api(void) {
    char *p = omp_target_alloc(100, 0), b[4] = "abc", c[4];
    omp_target_memset(p, 'x', 100, 0);
    omp_target_memcpy(p, b, 4, 4, 0, 0, 2);
    omp_target_memcpy(p, p, 4, 8, 4, 0, 0);
    omp_target_memcpy(c, p, 4, 0, 8, 2, 0);
    CHECK(strcmp(c, "abc") == 0);
    omp_target_free(p, 0);
    setenv("FAKE_CUDA_MEMORY", "50", 1);
    CHECK(omp_target_alloc(100, 0) == NULL);
    unsetenv("FAKE_CUDA_MEMORY");
}

/* ---- failures, each in a process of its own ---- */
static void fail(const char *what) {
    setenv("FAKE_CUDA_FAIL", what, 1);
}
static void no_library(void) {
    setenv("GANTRY_CUDA_LIBRARY", "libcuda_missing.so.1", 1);
    scale();
}
static void broken_library(void) {
    setenv("GANTRY_CUDA_LIBRARY", getenv("FAKE_CUDA_BROKEN"), 1);
    scale();
}
static void old_driver(void) {
    setenv("FAKE_CUDA_VERSION", "9020", 1);
    scale();
}
static void no_gpu(void) {
    setenv("FAKE_CUDA_DEVICES", "0", 1);
    setenv("CUDA_VISIBLE_DEVICES", "7", 1);
    scale();
}
static void driver_mismatch(void) {
    fail("cuInit=803");
    scale();
}
static void falls_back(void) {
    struct gantry_region r = REGION(GANTRY_TARGET_DATA, NULL, 0, NULL);
    r.module = &module;
    setenv("OMP_TARGET_OFFLOAD", "default", 1);
    setenv("FAKE_CUDA_DEVICES", "0", 1);
    if (__gantry_device(&r, GANTRY_DEVICE_DEFAULT, 1) >= 0)
        exit(9);
}
static void no_context(void) {
    fail("cuDevicePrimaryCtxRetain=2");
    scale();
}
static void bad_code(void) {
    fail("cuModuleLoadDataEx=218");
    scale();
}
static void no_function(void) {
    run("absent", 0, NULL, NULL, (struct gantry_launch){.trip = 1});
}
static void memory_full(void) {
    setenv("FAKE_CUDA_MEMORY", "39", 1);
    scale();
}
static void copy_fails(void) {
    fail("cuMemcpyDtoHAsync_v2=700");
    scale();
}
static void launch_fails(void) {
    fail("cuLaunchKernel=999");
    scale();
}
static void kernel_faults(void) {
    static int b[4];
    const struct gantry_map maps[] = {{"p", GANTRY_MAP_LOOKUP, GANTRY_PARAM_ADDRESS, 1, 1},
                                      {"n", 0, GANTRY_PARAM_VALUE, 1, 1}};
    const struct gantry_val vals[] = {{b, b, 0}, {&ten, &ten, 0}};
    fail("cuStreamSynchronize=700");
    run("big", 2, maps, vals, (struct gantry_launch){.trip = 10});
}
static void too_many_parameters(void) {
    static char big[5000];
    const struct gantry_map maps[] = {{"big", 0, GANTRY_PARAM_VALUE, 1, 1},
                                      {"n", 0, GANTRY_PARAM_VALUE, 1, 1}};
    const struct gantry_val vals[] = {{big, big, 4050}, {&ten, &ten, 4}};
    run("big", 2, maps, vals, (struct gantry_launch){.trip = 10});
}
static void only_newer_code(void) {
    module.nimages = 1;
    scale();
}
static void errors(void) {
    EXPECT_ERROR(no_library, "cuda: libcuda_missing.so.1 not found");
    EXPECT_ERROR(broken_library, "has no function cuStreamCreate", "too old");
    EXPECT_ERROR(old_driver, "driver is for CUDA 9.2; 10.0 or newer");
    EXPECT_ERROR(no_gpu, "sees no GPU (CUDA_VISIBLE_DEVICES=7)");
    EXPECT_ERROR(driver_mismatch, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (driver and display driver differ)");
    EXPECT_ERROR(no_context, "creating the GPU's context: CUDA_ERROR_OUT_OF_MEMORY");
    EXPECT_ERROR(bad_code, "loading the sm_70 code of this program: CUDA_ERROR_INVALID_PTX", "ptxas: line 7");
    EXPECT_ERROR(no_function, "finding kernel 'absent': CUDA_ERROR_NOT_FOUND");
    EXPECT_ERROR(memory_full, "no device memory for 'a' (40 bytes)", "39 of 39 bytes are free");
    EXPECT_ERROR(copy_fails, "copying from the device 'a' (40 bytes)", "CUDA_ERROR_ILLEGAL_ADDRESS",
                 "GANTRY_DEVICES=emulated");
    EXPECT_ERROR(launch_fails, "kernel 'scale' on device 0 (Fake GPU 0)", "launching: unknown error");
    EXPECT_ERROR(kernel_faults, "running the kernel: CUDA_ERROR_ILLEGAL_ADDRESS", "not mapped: 'p'");
    EXPECT_ERROR(too_many_parameters, "parameters take", "allows 4096");
    EXPECT_ERROR(only_newer_code, "no code for device 0 (cuda, sm_80); it has sm_90", "--offload-arch=sm_80");
    char out[4096];
    CHECK(in_child(falls_back, out, sizeof out) == 0 && !*out, "%s", out);
}

int main(void) {
    if (!getenv("FAKE_CUDA") || !getenv("FAKE_CUDA_BROKEN")) {
        printf("FAKE_CUDA and FAKE_CUDA_BROKEN must name the libraries made of fake_cuda.c\n");
        return 1;
    }
    setenv("GANTRY_CUDA_LIBRARY", getenv("FAKE_CUDA"), 1);
    setenv("GANTRY_DEVICES", "cuda", 1);
    setenv("OMP_TARGET_OFFLOAD", "MANDATORY", 1);
    library = dlopen(getenv("FAKE_CUDA"), RTLD_NOW);
    void (**hook)(const char *, unsigned, unsigned, void **) =
        library ? (void (**)(const char *, unsigned, unsigned, void **))dlsym(library, "fake_cuda_kernel")
                : NULL;
    if (!hook) {
        printf("%s\n", dlerror());
        return 1;
    }
    *hook = on_launch;
    __gantry_register_module(&module);
    errors();
    stacks();
    right_run();
    shapes();
    spaces();
    heap();
    interop();
    thread_streams();
    queues();
    api();
    printf(failures ? "FAILED\n" : "ok\n");
    return failures != 0;
}
