/* gantry_plugin.h: the contract between the host runtime and a kind of device (cuda, emulated, hip).
 *
 * A plug-in is a table of functions. Every function returns 0 or fills *err and returns -1; errors are values, the
 * runtime turns them into policy in one place. A kind whose driver or hardware is missing has zero devices: that is
 * an answer, not an error. Nothing may touch a driver before count() is called. Functions may be
 * called from any host thread; the plug-in does its own locking. NULL entries are optional features. */
#ifndef GANTRY_PLUGIN_H
#define GANTRY_PLUGIN_H

#include <pthread.h>
#include <stdbool.h>

#include "gantry_abi.h"

/* Of large arrays, of which most programs use little or nothing: they lie behind all other variables, which so share a
 * few pages. A page that is touched first takes a microsecond. */
#define GANTRY_BEHIND __attribute__((section(".lbss.gantry")))

enum { /* gantry_err.code: what the program itself has done wrong, which is told as a finding */
       GANTRY_ERR_HOST_MEMORY = -1, /* a copy reached beyond the host's memory */
       GANTRY_ERR_BEYOND = -2,      /* beyond a block of device memory */
       GANTRY_ERR_FREED = -3,       /* into device memory that has been freed */
       GANTRY_ERR_FOREIGN = -4,     /* to an address that is not the device's */
       GANTRY_ERR_NO_BLOCK = -5,    /* what shall be freed is no block, or no longer */
       GANTRY_ERR_TOLD = -6,        /* a finding has said it */
       /* what the runtime finds wrong itself, above all codes of drivers: for tools (runtime/profile/acc_prof.c) */
       GANTRY_ERR_NOT_PRESENT = 1 << 20,
       GANTRY_ERR_PARTLY_PRESENT,
       GANTRY_ERR_PRESENT,     /* and must not be */
       GANTRY_ERR_NO_DEVICE,   /* of this number */
       GANTRY_ERR_DEVICE_TYPE, /* of which there is none */
       GANTRY_ERR_ARGUMENT,
       GANTRY_ERR_QUEUE,
       GANTRY_ERR_NULL,
       GANTRY_ERR_NO_MEMORY, /* of the host's */
};
struct gantry_err {
    int code;        /* the driver's own code, 0 if none */
    char text[1024]; /* one or more sentences without a final newline: what happened, and what to do */
};

enum gantry_mark { GANTRY_MARK_ATTACHED, GANTRY_MARK_CONSTANT };

struct gantry_device; /* the plug-in's own: one opened device */

struct gantry_props {
    char name[128], arch[32]; /* "NVIDIA H200", "sm_90"; "emulated GPU", "emulated32" */
    uint64_t memory;          /* bytes */
    uint32_t warp;            /* lanes per warp */
    uint32_t units;           /* SMs */
    uint32_t max_threads;     /* hardware threads per block */
    uint32_t max_teams;       /* grid limit */
    uint32_t shared;          /* bytes of shared memory per team, the most that a launch may ask for */
    uint32_t resident;        /* hardware threads resident per unit */
    char driver[64];
    uint32_t unified; /* 1: kernels may access all of the host's memory */
};

/* a launch as OpenMP sees it; the plug-in adds generic mode's main warp and rounds up to whole warps */
struct gantry_grid {
    uint32_t teams, threads; /* OpenMP teams and threads per team (of the kernel's group size) */
    uint32_t dynamic_shared; /* bytes of dynamic team-shared memory */
    const struct gantry_kernel_info *info;
    const struct gantry_region *region; /* for messages: the place, and the names of the parameters */
    bool resident;          /* its teams wait for each other: all of them run at once, or the launch fails */
    uint32_t virtual_teams; /* a phase of a single launch has so many, which `teams` are one after the other; 0: none */
};

/* What a kernel did in its launches, by a model (docs/counters.md) */
struct gantry_counts {
    uint64_t launches; /* that were counted; 0: nothing is known */
#define GANTRY_COUNTS(X)                                                                                               \
    X(warp_instructions)                                                                                               \
    X(lane_instructions)                                                                                               \
    X(idle_lanes)                                                                                                      \
    X(empty_lanes)                                                                                                     \
    X(sectors)                                                                                                         \
    X(least_sectors)                                                                                                   \
    X(shared_passes)                                                                                                   \
    X(least_passes)                                                                                                    \
    X(atomics)
#define GANTRY_COUNT(NAME) uint64_t NAME;
    GANTRY_COUNTS(GANTRY_COUNT)
#undef GANTRY_COUNT
};
/* The layers below a launch: what the kernel takes of its device, and what it did */
struct gantry_layers {
    _Bool registers_known, shared_known;
    uint32_t registers, local; /* of a lane; local: bytes of memory for spills and its stack */
    uint32_t shared;           /* bytes of a team */
    struct gantry_counts counts;
};

/* What another runtime of the same hardware calls a device, for the interop directive (OpenMP 5.2, 18.12). */
struct gantry_foreign {
    int32_t runtime, vendor; /* omp_interop_fr_t; numbers of "OpenMP Context Definitions" */
    const char *runtime_name, *vendor_name;
    intptr_t device;
    void *context, *sync; /* sync: a stream of the object's own, where one was asked for */
};

struct gantry_planned { /* one of several launches */
    void *kernel;
    const struct gantry_grid *grid;
    void **args; /* as launch() takes them */
    const uint32_t *arg_sizes;
    bool changed;          /* grid or values are not those of the time before */
    const uint32_t *after; /* it begins when these, which stand before it, are over */
    uint32_t nafter;
};

struct gantry_plugin {
    uint32_t abi; /* GANTRY_ABI_VERSION */
    const char *kind;
    int (*count)(struct gantry_err *err); /* number of devices, -1 on error */
    /* why there is none: "libcuda.so.1 not found", for `gantry devices` and MANDATORY messages; never NULL */
    const char *(*why_none)(void);
    int (*open)(int ordinal, struct gantry_device **dev, struct gantry_err *err);
    void (*close)(struct gantry_device *dev);
    void (*props)(struct gantry_device *dev, struct gantry_props *out);

    /* memory: device addresses are plain integers. label (may be NULL) names the variable and place for reports. */
    int (*alloc)(struct gantry_device *dev, uint64_t size, const char *label, const struct gantry_loc *where,
                 uint64_t *addr, struct gantry_err *err);
    int (*free)(struct gantry_device *dev, uint64_t addr, struct gantry_err *err);
    /* a kernel gets this pointer to the block that begins at addr, and it points outside of it: for reports; optional
     */
    void (*outside)(struct gantry_device *dev, uint64_t addr, uint64_t pointer);
    /* the program's code that took the block at addr, which has no place of its own: for reports; optional */
    void (*taken)(struct gantry_device *dev, uint64_t addr, const void *code);
    /* an attached pointer, or constant data, which kernels should not store to; optional */
    void (*mark)(struct gantry_device *dev, uint64_t addr, uint64_t n, enum gantry_mark mark);
    int (*copy_to)(struct gantry_device *dev, uint64_t dst, const void *src, uint64_t n, struct gantry_err *err);
    int (*copy_from)(struct gantry_device *dev, void *dst, uint64_t src, uint64_t n, struct gantry_err *err);
    int (*copy_within)(struct gantry_device *dev, uint64_t dst, uint64_t src, uint64_t n, struct gantry_err *err);
    /* memcpy, one side of which (`host`) is memory of the program's that may be shorter than it says; optional */
    int (*copy_host)(struct gantry_device *dev, void *to, const void *from, uint64_t n, const void *host,
                     struct gantry_err *err);
    int (*fill)(struct gantry_device *dev, uint64_t dst, int byte, uint64_t n, struct gantry_err *err);

    /* code: modules are loaded on first use of one of their kernels or variables */
    int (*load)(struct gantry_device *dev, const struct gantry_image *image, void **module, struct gantry_err *err);
    void (*unload)(struct gantry_device *dev, void *module);
    int (*kernel)(struct gantry_device *dev, void *module, const struct gantry_kernel_info *info, void **kernel,
                  struct gantry_err *err);
    int (*symbol)(struct gantry_device *dev, void *module, const char *name, uint64_t *addr, uint64_t *size,
                  struct gantry_err *err);

    /* args[0] points to the struct gantry_env, args[1..] to the parameters' values; synchronous on return unless
     * the plug-in has queues and sync() */
    int (*launch)(struct gantry_device *dev, void *kernel, const struct gantry_grid *grid, void **args,
                  const uint32_t *arg_sizes, struct gantry_err *err);
    /* the same thread calls it next after a launch that succeeded */
    int (*sync)(struct gantry_device *dev, struct gantry_err *err);
    /* How many teams of that shape (grid->teams is not looked at) can run at once, and wait for each other; 0: none
     * can. Optional */
    int (*resident)(struct gantry_device *dev, void *kernel, const struct gantry_grid *grid, uint32_t *teams,
                    struct gantry_err *err);
    /* bytes of dynamic team-shared memory that a launch of this kernel can have besides its static variables */
    uint32_t (*shared_left)(struct gantry_device *dev, void *kernel);
    /* hardware threads that a block of this kernel can have, given its use of registers */
    uint32_t (*block_limit)(struct gantry_device *dev, void *kernel);
    /* Both or neither. foreign_sync waits for the work in the stream; last: then destroys it. */
    int (*foreign)(struct gantry_device *dev, int with_sync, struct gantry_foreign *out, struct gantry_err *err);
    int (*foreign_sync)(struct gantry_device *dev, void *sync, int last, struct gantry_err *err);
    /* of the launch that this thread made last, of that kernel; fills what is known; optional */
    void (*layers)(struct gantry_device *dev, void *kernel, const struct gantry_grid *grid, struct gantry_layers *out);
    /* n launches, each after those that it names, as one operation; all are over on return. *graph: the plug-in's own,
     * NULL at first, and afterwards where it has no graphs: then nothing was launched. From then on the same kernels
     * come in the same order, until drop_graph. changed: some are. Both or neither */
    int (*launch_graph)(struct gantry_device *dev, void **graph, const struct gantry_planned *plan, uint32_t n,
                        bool changed, struct gantry_err *err);
    void (*drop_graph)(struct gantry_device *dev, void *graph);
};

/* ---- what the host runtime offers to plug-ins ---- */
/* Registers `write`, which is called once when the process ends, by exit, abort or a deadly signal; not in a child by
 * fork. */
void gantry_at_end(void (*write)(void));
/* Starts a thread of the runtime's own, which takes no signals but, if asked for, those of its own faults, and does not
 * keep the process alive where all threads of the program have ended. */
int gantry_own_thread(pthread_t *t, void *(*run)(void *arg), void *arg, bool faults);
/* Is that the runtime's handler for signals that end the program, which writes what is to be written before? */
struct sigaction;
bool gantry_end_watches(const struct sigaction *now);
/* The value of a row of gantry_knobs.def: the environment's GANTRY_<name>, else the row's default; never NULL. */
const char *gantry_knob(const char *name);
/* The same as a number, with k, m, g suffixes; a value that is not one is reported with its name, and the default is
 * taken. `none` is returned where the row's default is empty and nothing is set. */
uint64_t gantry_knob_number(const char *name, uint64_t none);
/* A knob for the stack of hardware threads; where it is not set, OMP_STACKSIZE_DEV and the like. */
uint64_t gantry_stack_bytes(const char *name, uint64_t none);

/* Said while code is loaded: so much of that time was the driver's compiler. */
void gantry_compiler_took(double microseconds);

/* one per kind, linked into libgantry.a */
extern const struct gantry_plugin gantry_plugin_cuda;
extern const struct gantry_plugin gantry_plugin_emulated;

#endif
