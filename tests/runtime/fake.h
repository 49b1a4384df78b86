/* fake.h: a device that exists only in tests: its memory is the heap at shifted addresses, every copy is
 * checked against what was allocated, kernels are C functions. It enters the runtime as the extra kind of
 * runtime/host/devices.c. Included by exactly one file of a test program. */
#ifndef FAKE_H
#define FAKE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gantry.h"
#include "gantry_abi.h"
#include "gantry_plugin.h"
#include "omp.h"

#include "../checks.h"

/* ---- the device ---- */
#define FAKE_SHIFT                                                                                           \
    0x100000000000ull /* device address = heap address + this: a mix-up of the two faults at once */
enum { FAKE_DEVICES = 2 };
struct fake_block {
    struct fake_block *next;
    uint64_t addr, size;
    void *memory; /* so that leak checkers see it */
};
static struct {
    pthread_mutex_t lock;
    struct fake_block *blocks[FAKE_DEVICES];
    uint64_t limit, used; /* bytes; limit 0 = none */
    int count, opened, loads, unloads;
    const char *launch_error;
    struct gantry_grid grid; /* of the last launch */
    struct gantry_env env;
    struct gantry_props props;
} fake = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .count = 1,
          .props = {.name = "fake device",
                    .arch = "fake",
                    .memory = 1 << 30,
                    .warp = 32,
                    .units = 4,
                    .max_threads = 1024,
                    .max_teams = 65535,
                    .shared = 49152,
                    .resident = 2048}};

struct gantry_device {
    int ordinal;
};
static struct gantry_device fake_devices[FAKE_DEVICES];

static inline void *fake_host(uint64_t dev) {
    return (void *)(uintptr_t)(dev - FAKE_SHIFT);
}

static int fake_fail(struct gantry_err *err, const char *text) {
    snprintf(err->text, sizeof err->text, "%s", text);
    return -1;
}
static int fake_count(struct gantry_err *err) {
    (void)err;
    return fake.count;
}
static const char *fake_why(void) {
    return "the test has none";
}
static int fake_open(int ordinal, struct gantry_device **d, struct gantry_err *err) {
    (void)err;
    fake_devices[ordinal].ordinal = ordinal;
    *d = &fake_devices[ordinal];
    fake.opened++;
    return 0;
}
static void fake_close(struct gantry_device *d) {
    (void)d;
}
static void fake_props(struct gantry_device *d, struct gantry_props *out) {
    (void)d;
    *out = fake.props;
}
static int fake_alloc(struct gantry_device *d, uint64_t size, const char *label,
                      const struct gantry_loc *where, uint64_t *addr, struct gantry_err *err) {
    (void)label, (void)where;
    int rc = 0;
    pthread_mutex_lock(&fake.lock);
    if (fake.limit && fake.used + size > fake.limit)
        rc = fake_fail(err, "the fake device is full");
    else {
        struct fake_block *b = malloc(sizeof *b);
        char *p = malloc(size);
        memset(p, 0xA5, size);
        *b = (struct fake_block){fake.blocks[d->ordinal], (uint64_t)(uintptr_t)p + FAKE_SHIFT, size, p};
        fake.blocks[d->ordinal] = b;
        fake.used += size;
        *addr = b->addr;
    }
    pthread_mutex_unlock(&fake.lock);
    return rc;
}
static int fake_free(struct gantry_device *d, uint64_t addr, struct gantry_err *err) {
    int rc = -1;
    pthread_mutex_lock(&fake.lock);
    for (struct fake_block **p = &fake.blocks[d->ordinal]; *p; p = &(*p)->next)
        if ((*p)->addr == addr) {
            struct fake_block *b = *p;
            *p = b->next;
            fake.used -= b->size;
            free(fake_host(b->addr));
            free(b);
            rc = 0;
            break;
        }
    pthread_mutex_unlock(&fake.lock);
    return rc ? fake_fail(err, "free of an address that was not allocated") : 0;
}
static bool fake_valid(struct gantry_device *d, uint64_t addr, uint64_t n) {
    bool ok = false;
    pthread_mutex_lock(&fake.lock);
    for (struct fake_block *b = fake.blocks[d->ordinal]; b && !ok; b = b->next)
        ok = addr >= b->addr && addr + n <= b->addr + b->size;
    pthread_mutex_unlock(&fake.lock);
    return ok;
}
static void (*fake_copying)(bool begin); /* called around every copy between host and device; NULL: not */
static void fake_copy(void *to, const void *from, uint64_t n) {
    if (fake_copying)
        fake_copying(true);
    memcpy(to, from, n);
    if (fake_copying)
        fake_copying(false);
}
static int fake_to(struct gantry_device *d, uint64_t dst, const void *src, uint64_t n,
                   struct gantry_err *err) {
    if (!fake_valid(d, dst, n))
        return fake_fail(err, "copy to memory that was not allocated");
    fake_copy(fake_host(dst), src, n);
    return 0;
}
static int fake_from(struct gantry_device *d, void *dst, uint64_t src, uint64_t n, struct gantry_err *err) {
    if (!fake_valid(d, src, n))
        return fake_fail(err, "copy from memory that was not allocated");
    fake_copy(dst, fake_host(src), n);
    return 0;
}
static int fake_within(struct gantry_device *d, uint64_t dst, uint64_t src, uint64_t n,
                       struct gantry_err *err) {
    if (!fake_valid(d, dst, n) || !fake_valid(d, src, n))
        return fake_fail(err, "copy within memory that was not allocated");
    memmove(fake_host(dst), fake_host(src), n);
    return 0;
}
static int fake_fill(struct gantry_device *d, uint64_t dst, int byte, uint64_t n, struct gantry_err *err) {
    if (!fake_valid(d, dst, n))
        return fake_fail(err, "fill of memory that was not allocated");
    memset(fake_host(dst), byte, n);
    return 0;
}
/* symbols of an image live in blocks of the device, made when it is loaded */
static int fake_load(struct gantry_device *d, const struct gantry_image *image, void **module,
                     struct gantry_err *err) {
    struct gantry_symbol *s = calloc(image->nsymbols + 1, sizeof *s);
    for (uint64_t i = 0; i < image->nsymbols; i++) {
        uint64_t addr;
        fake_alloc(d, image->symbols[i].size, NULL, NULL, &addr, err);
        memcpy(fake_host(addr), image->symbols[i].addr, image->symbols[i].size);
        s[i] =
            (struct gantry_symbol){image->symbols[i].name, (void *)(uintptr_t)addr, image->symbols[i].size};
    }
    fake.loads++;
    *module = s;
    return 0;
}
static void fake_unload(struct gantry_device *d, void *module) {
    struct gantry_err err;
    for (struct gantry_symbol *s = module; s->name; s++)
        fake_free(d, (uint64_t)(uintptr_t)s->addr, &err);
    free(module);
    fake.unloads++;
}
static int fake_kernel(struct gantry_device *d, void *module, const struct gantry_kernel_info *info,
                       void **kernel, struct gantry_err *err) {
    (void)d, (void)module, (void)err;
    *kernel = (void *)info;
    return 0;
}
static int fake_symbol(struct gantry_device *d, void *module, const char *name, uint64_t *addr,
                       uint64_t *size, struct gantry_err *err) {
    (void)d;
    for (struct gantry_symbol *s = module; s->name; s++)
        if (strcmp(s->name, name) == 0) {
            *addr = (uint64_t)(uintptr_t)s->addr, *size = s->size;
            return 0;
        }
    return fake_fail(err, "no such symbol");
}
static int fake_launch(struct gantry_device *d, void *kernel, const struct gantry_grid *grid, void **args,
                       const uint32_t *sizes, struct gantry_err *err) {
    const struct gantry_kernel_info *info = kernel;
    (void)d;
    if (sizes[0] != sizeof(struct gantry_env))
        return fake_fail(err, "the environment has a wrong size");
    pthread_mutex_lock(&fake.lock);
    fake.grid = *grid;
    memcpy(&fake.env, args[0], sizeof fake.env);
    pthread_mutex_unlock(&fake.lock);
    if (fake.launch_error)
        return fake_fail(err, fake.launch_error);
    if (info->entry)
        info->entry(args);
    return 0;
}

const struct gantry_plugin gantry_plugin_extra = {
    .abi = GANTRY_ABI_VERSION,
    .kind = "fake",
    .count = fake_count,
    .why_none = fake_why,
    .open = fake_open,
    .close = fake_close,
    .props = fake_props,
    .alloc = fake_alloc,
    .free = fake_free,
    .copy_to = fake_to,
    .copy_from = fake_from,
    .copy_within = fake_within,
    .fill = fake_fill,
    .load = fake_load,
    .unload = fake_unload,
    .kernel = fake_kernel,
    .symbol = fake_symbol,
    .launch = fake_launch,
};

/* ---- what generated code would hold ---- */
static const struct gantry_kernel_info *fake_kernels; /* rows the test sets before the first construct */
static struct gantry_image fake_image = {GANTRY_MAGIC,
                                         GANTRY_ABI_VERSION,
                                         sizeof(struct gantry_image),
                                         0,
                                         "fake",
                                         "fake",
                                         NULL,
                                         0,
                                         NULL,
                                         NULL,
                                         0,
                                         NULL,
                                         NULL};
static const struct gantry_image *const fake_images[] = {&fake_image};
static struct gantry_module fake_module = {
    GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof(struct gantry_module), 1, fake_images, "test program", NULL};
#define REGION(CONSTRUCT, KERNEL, N, MAPS)                                                                   \
    {                                                                                                        \
        GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof(struct gantry_region), CONSTRUCT, &fake_module, KERNEL,     \
            {"test.c", "main", __LINE__, 1}, N, 0, MAPS, NULL, NULL, NULL, NULL, NULL, NULL, NULL            \
    }

/* a data construct made on the fly */
static inline void construct(int kind, uint32_t n, const struct gantry_map *maps,
                             const struct gantry_val *vals) {
    struct gantry_region r = REGION(kind, NULL, n, maps);
    int d = __gantry_device(&r, GANTRY_DEVICE_DEFAULT, 1);
    if (kind == GANTRY_ENTER_DATA)
        __gantry_enter_data(&r, d, vals);
    else if (kind == GANTRY_EXIT_DATA)
        __gantry_exit_data(&r, d, vals);
    else
        __gantry_update(&r, d, vals);
}
static inline void construct1(int kind, const char *name, uint32_t flags, void *p, uint64_t size) {
    struct gantry_map m = {name, flags, GANTRY_PARAM_NONE, 7, 3};
    struct gantry_val v = {p, p, size};
    construct(kind, 1, &m, &v);
}

/* ---- runs that must end with an error: in a child, which starts its own runtime ---- */
static inline void fake_read(int fd, char *out, size_t size) {
    size_t n = 0;
    ssize_t k;
    while (n + 1 < size && (k = read(fd, out + n, size - 1 - n)) > 0)
        n += (size_t)k;
    out[n] = 0;
}
/* exit status of fn in a child, stderr in out */
static inline int in_child(void (*fn)(void), char *out, size_t size) {
    int fds[2], status;
    fflush(NULL);
    if (pipe(fds))
        abort();
    pid_t pid = fork();
    if (pid == 0) {
        dup2(fds[1], 2);
        close(fds[0]);
        close(fds[1]);
        fn();
        exit(0);
    }
    close(fds[1]);
    fake_read(fds[0], out, size);
    close(fds[0]);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
#define EXPECT_ERROR(FN, ...) expect_error(#FN, FN, (const char *const[]){__VA_ARGS__, NULL})
static inline void expect_error(const char *name, void (*fn)(void), const char *const *texts) {
    static char out[65536];
    int status = in_child(fn, out, sizeof out);
    CHECK(status == 1, "%s: exit status %d, %s", name, status, out);
    for (; *texts; texts++)
        CHECK(strstr(out, *texts) != NULL, "%s: no '%s' in: %s", name, *texts, out);
}

static inline void fake_start(void) {
    setenv("GANTRY_DEVICES", "fake", 1);
    setenv("OMP_TARGET_OFFLOAD", "MANDATORY", 1);
    fake_image.kernels = fake_kernels;
}
__attribute__((constructor)) static void fake_register(void) {
    __gantry_register_module(&fake_module);
}

#endif
