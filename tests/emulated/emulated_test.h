/* emulated_test.h: what the tests of the emulated GPU share: kernels are plain C functions with one argument
 * block, an image around them, launches through the plug-in's table, and scenarios that must fail in a
 * process of their own. */
#ifndef GANTRY_EMULATED_TEST_H
#define GANTRY_EMULATED_TEST_H

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize(                                                                                        \
    "no-optimize-sibling-calls") /* reports name the place of a call: it must be on the stack */
#endif
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../checks.h"
#include "gantry_emulated.h"
#include "gantry_plugin.h"

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define EMU (&gantry_plugin_emulated)
#define SELF __gd_emu_self

struct test_device {
    struct gantry_device *dev;
    void *module;
    struct gantry_image image;
};

static char test_globals[4096]; /* the "image's" own data */

static inline _Noreturn void give_up(const struct gantry_err *err) {
    fflush(stdout);
    fprintf(stderr, "gantry: error: %s\n", err->text);
    exit(1);
}

static inline struct test_device *test_open(int ordinal) {
    struct test_device *t = calloc(1, sizeof *t);
    struct gantry_err err = {0};
    t->image = (struct gantry_image){.magic = GANTRY_MAGIC,
                                     .abi = GANTRY_ABI_VERSION,
                                     .size = sizeof t->image,
                                     .kind = "emulated",
                                     .arch = "emulated",
                                     .globals_begin = test_globals,
                                     .globals_end = test_globals + sizeof test_globals};
    if (EMU->open(ordinal, &t->dev, &err) || EMU->load(t->dev, &t->image, &t->module, &err))
        give_up(&err);
    return t;
}

static inline void test_close(struct test_device *t) {
    EMU->unload(t->dev, t->module);
    EMU->close(t->dev);
    free(t);
}

static inline u64 test_alloc(struct test_device *t, u64 size, const char *name) {
    static const struct gantry_loc where = {"here.c", "main", 7, 1};
    struct gantry_err err = {0};
    uint64_t addr;
    if (EMU->alloc(t->dev, size, name, &where, &addr, &err))
        give_up(&err);
    return addr;
}

static inline void test_free(struct test_device *t, u64 addr) {
    struct gantry_err err = {0};
    if (EMU->free(t->dev, addr, &err))
        give_up(&err);
}

static inline void test_to(struct test_device *t, u64 dst, const void *src, u64 n) {
    struct gantry_err err = {0};
    if (EMU->copy_to(t->dev, dst, src, n, &err))
        give_up(&err);
}

static inline void test_from(struct test_device *t, void *dst, u64 src, u64 n) {
    struct gantry_err err = {0};
    if (EMU->copy_from(t->dev, dst, src, n, &err))
        give_up(&err);
}

/* one launch: kernel, mode, teams, threads, group, and up to 6 parameters of 8 bytes */
struct test_launch {
    void (*entry)(void **);
    u32 mode, teams, threads, group, nargs;
    u64 args[6];
    const struct gantry_region *region;
    u32 dynamic_shared;
};

static inline int test_try(struct test_device *t, const struct test_launch *l, struct gantry_err *err) {
    static struct gantry_kernel_info infos[4096];
    static unsigned used;
    struct gantry_kernel_info *info = &infos[__atomic_fetch_add(&used, 1, __ATOMIC_RELAXED) % 4096];
    struct gantry_env env = {.threads = l->threads, .thread_limit = l->threads, .lanes = l->threads * l->group};
    void *args[7] = {&env}, *kernel;
    uint32_t sizes[7] = {sizeof env};
    *info = (struct gantry_kernel_info){.name = "gantry_k_test",
                                        .file = "kernel.c",
                                        .func = "main",
                                        .line = 10,
                                        .mode = l->mode,
                                        .group = l->group,
                                        .nparams = l->nargs,
                                        .entry = l->entry};
    struct gantry_grid grid = {l->teams, l->threads, l->dynamic_shared, info, l->region, false, 0};
    for (u32 i = 0; i < l->nargs; i++) {
        args[i + 1] = (void *)&l->args[i];
        sizes[i + 1] = 8;
    }
    if (EMU->kernel(t->dev, t->module, info, &kernel, err))
        return -1;
    return EMU->launch(t->dev, kernel, &grid, args, sizes, err);
}

static inline void test_run(struct test_device *t, const struct test_launch *l) {
    struct gantry_err err = {0};
    if (test_try(t, l, &err))
        give_up(&err);
}

#define LAUNCH(T, ENTRY, TEAMS, THREADS, ...)                                                                \
    test_run(T, &(struct test_launch){.entry = ENTRY,                                                        \
                                      .mode = GANTRY_MODE_SPMD,                                              \
                                      .teams = TEAMS,                                                        \
                                      .threads = THREADS,                                                    \
                                      .group = 1,                                                            \
                                      .nargs = sizeof((u64[]){__VA_ARGS__}) / 8,                             \
                                      .args = {__VA_ARGS__}})

static inline u64 arg(void **args, int i) {
    return *(u64 *)args[i + 1];
}
static inline u32 *arg_u32(void **args, int i) {
    return (u32 *)arg(args, i);
}

/* as the inserted checks do it */
static inline void checked(const volatile void *p, u64 size, const struct __gd_emu_site *site) {
    u64 off = (u64)p - __gd_emu_base;
    if (off < __gd_emu_size && (off & 7) + size <= __gd_emu_shadow[off >> 3])
        return;
    __gd_emu_bad_access(p, size, site);
}
#define SITE(KIND, SIZE) (&(static const struct __gd_emu_site){__FILE__, __func__, __LINE__, 5, KIND, SIZE})
#define LOAD(P)                                                                                              \
    ({                                                                                                       \
        static const struct __gd_emu_site site_ = {__FILE__, "kernel", __LINE__, 5, 0, sizeof *(P)};         \
        checked(P, sizeof *(P), &site_);                                                                     \
        *(P);                                                                                                \
    })
#define STORE(P, V)                                                                                          \
    do {                                                                                                     \
        static const struct __gd_emu_site site_ = {__FILE__, "kernel", __LINE__, 5, 1, sizeof *(P)};         \
        checked(P, sizeof *(P), &site_);                                                                     \
        *(P) = (V);                                                                                          \
    } while (0)

/* ---- scenarios: the test calls itself with the scenario's number; status and stderr are then judged ---- */
struct scenario {
    const char *name;
    void (*run)(void);
    int status;          /* expected exit status */
    const char *text[8]; /* all must be in stderr; with a leading '!', must not */
    const char *env[6];
};

static inline char *run_self(const char *self, unsigned number, const char *const *env, int *status) {
    static char text[65536];
    char arg_text[16];
    int fd[2];
    size_t n = 0;
    ssize_t got;
    snprintf(arg_text, sizeof arg_text, "%u", number);
    if (pipe(fd))
        abort();
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        for (; *env; env++)
            putenv((char *)*env);
        dup2(fd[1], 2);
        close(fd[0]);
        close(fd[1]);
        alarm(60);
        execl(self, self, arg_text, (char *)NULL);
        _exit(127);
    }
    close(fd[1]);
    while ((got = read(fd[0], text + n, sizeof text - 1 - n)) > 0)
        n += (size_t)got;
    text[n] = 0;
    close(fd[0]);
    int how;
    waitpid(pid, &how, 0);
    *status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    return text;
}

static inline void judge(const char *self, const struct scenario *s, unsigned number) {
    int status;
    char *text = run_self(self, number, s->env, &status);
    bool good = status == s->status;
    for (int i = 0; i < 8 && s->text[i]; i++) {
        bool absent = s->text[i][0] == '!';
        if (!!strstr(text, s->text[i] + absent) == absent) {
            fprintf(stderr, "%s: stderr %s \"%s\"\n", s->name, absent ? "holds" : "lacks",
                    s->text[i] + absent);
            good = false;
        }
    }
    if (!good) {
        fprintf(stderr, "%s: status %d, expected %d; stderr:\n%s\n", s->name, status, s->status, text);
        failures++;
    } else if (getenv("VERBOSE")) {
        printf("== %s\n%s", s->name, text);
    }
}

static inline int scenarios_main(int argc, char **argv, const struct scenario *all, unsigned n) {
    if (argc > 1) {
        unsigned k = (unsigned)atoi(argv[1]);
        if (k < n)
            all[k].run();
        return failures != 0;
    }
    for (unsigned i = 0; i < n; i++)
        judge(argv[0], &all[i], i);
    return failures != 0;
}

static inline double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
