/* harness.h: what the tests of the device runtime share: a device, the kernels of the list TEST_KERNELS as an image,
 * memory, launches, checks. Included once, after the header with the list. */
#ifndef GANTRY_TEST_HARNESS_H
#define GANTRY_TEST_HARNESS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantry_numbers.h"
#include "gantry_plugin.h"
#include "../checks.h"

static const struct gantry_plugin *plugin;
static struct gantry_device *device;
static struct gantry_props props;
static struct gantry_err err;
static struct gantry_image image;
static void *module;

static void must(int status, const char *what)
{
    if (status == 0)
        return;
    printf("FAIL %s: %s\n", what, err.text);
    exit(1);
}

/* ---- the kernels as an image ---- */
#ifdef TEST_EMULATED
#define DECLARE(name, mode) void name##__entry(void **args);
#define ENTRY_OF(name) name##__entry
TEST_KERNELS(DECLARE)
#else
#define ENTRY_OF(name) 0
#endif
#define ROW(n, m)                                                                                            \
    {.name = #n,                                                                                             \
     .file = "kernels.c",                                                                                    \
     .func = #n,                                                                                             \
     .mode = (m)&__GD_MODE_MASK,                                                                             \
     .group = 1,                                                                                             \
     .one_team = 0,                                                                                          \
     .nparams = 1,                                                                                           \
     .entry = ENTRY_OF(n)},
static const struct gantry_kernel_info kernels[] = {TEST_KERNELS(ROW)};
enum { NKERNELS = sizeof kernels / sizeof *kernels };
static void *handles[NKERNELS];

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(2);
    }
    char *text = calloc(1, 64 << 20);
    fread(text, 1, (64 << 20) - 1, f);
    fclose(f);
    return text;
}

static void open_device(const char *kind)
{
    plugin = strcmp(kind, "cuda") == 0 ? &gantry_plugin_cuda : &gantry_plugin_emulated;
    int n = plugin->count(&err);
    if (n < 1) {
        printf("SKIP no %s device: %s\n", kind, n < 0 ? err.text : plugin->why_none());
        exit(77);
    }
    must(plugin->open(0, &device, &err), "open");
    plugin->props(device, &props);
    image = (struct gantry_image){.magic = GANTRY_MAGIC,
                                  .abi = GANTRY_ABI_VERSION,
                                  .size = sizeof image,
                                  .nkernels = NKERNELS,
                                  .kind = plugin->kind,
                                  .arch = "sm_70",
                                  .kernels = kernels};
    if (strcmp(kind, "cuda") == 0) {
        image.data = read_text(getenv("KERNELS_PTX"));
        image.data_size = strlen(image.data) + 1;
    } else {
        image.arch = "emulated";
#ifdef TEST_EMULATED
        extern char __data_start[], _end[];
        image.globals_begin = __data_start;
        image.globals_end = _end;
#endif
    }
    must(plugin->load(device, &image, &module, &err), "load");
    for (int i = 0; i < NKERNELS; i++)
        must(plugin->kernel(device, module, &kernels[i], &handles[i], &err), kernels[i].name);
    printf("%s, warps of %u\n", props.name, props.warp);
}

/* ---- memory ---- */
__attribute__((unused)) static uint64_t device_alloc(uint64_t size)
{
    static const struct gantry_loc here = {"harness.h", "main", 1, 1};
    uint64_t addr;
    must(plugin->alloc(device, size, "test buffer", &here, &addr, &err), "alloc");
    must(plugin->fill(device, addr, 0, size, &err), "fill");
    return addr;
}
__attribute__((unused)) static void device_free(uint64_t addr) { must(plugin->free(device, addr, &err), "free"); }
__attribute__((unused)) static void fetch(void *to, uint64_t from, uint64_t n)
{
    must(plugin->copy_from(device, to, from, n, &err), "copy");
}

/* `env` says how many threads and lanes; the kernels' rows say one lane per thread, so that the grid's threads are
 * lanes. */
static void launch_env(const char *name, uint32_t teams, uint32_t lanes, uint32_t dynamic_shared,
                       const struct gantry_env *env, const void *a, uint32_t size)
{
    static const struct gantry_region region = {.loc = {"kernels.c", "test", 1, 1}};
    int k = 0;
    while (strcmp(kernels[k].name, name) != 0)
        k++;
    struct gantry_env e = *env;
    char copy[256];
    memcpy(copy, a, size);
    void *args[] = {&e, copy};
    uint32_t sizes[] = {sizeof e, size};
    struct gantry_grid grid = {teams, lanes, dynamic_shared, &kernels[k], &region, false, 0};
    must(plugin->launch(device, handles[k], &grid, args, sizes, &err), name);
    if (plugin->sync)
        must(plugin->sync(device, &err), name);
}

struct test_group {
    const char *name;
    void (*run)(void);
};

/* In their order, as things are built on each other; the first group that fails ends the test. */
__attribute__((unused)) static int run_groups(int argc, char **argv, const struct test_group *groups, unsigned n)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 2) {
        printf("usage: %s emulated|cuda [group]\n", argv[0]);
        return 2;
    }
    open_device(argv[1]);
    for (unsigned i = 0; i < n && failures == 0; i++)
        if (argc < 3 || strcmp(argv[2], groups[i].name) == 0) {
            groups[i].run();
            printf("%s: %s\n", groups[i].name, failures ? "FAILED" : "ok");
        }
    plugin->unload(device, module);
    plugin->close(device);
    return failures != 0;
}

#endif
