/* code.c: modules, kernels and launches on a GPU. The driver compiles PTX when a module is loaded and keeps
 * the result in its own cache. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"
#include "gantry_names.h"

enum { MAX_PARAMETER_BYTES = 4096, LOG_SIZE = 8192 };

struct cu_kernel {
    CUfunction function;
    uint32_t static_shared; /* bytes per team that its code takes */
    uint32_t block_limit;   /* lanes that a block can have, given its use of registers; 0: not known */
    const struct gantry_kernel_info *info;
    _Atomic uint64_t resident; /* what was asked last: a block's lanes and dynamic shared memory, and 8 bits: 1 more
                                * than how many of these a unit takes; 0: nothing was */
    bool takes_read;
    struct cu_takes {
        uint32_t registers, local, shared; /* CU_UNKNOWN: the driver does not say */
    } takes;
};
enum { CU_UNKNOWN = 0x7fffffff, MOST_NAMED = 64 };
struct loaded {
    CUmodule module;
    struct cu_kernel *kernels; /* one per row of the image's table, resolved on first use */
    const struct gantry_image *image;
};

static int load_text(CUmodule *module, const struct gantry_image *image, struct gantry_err *err)
{
    char info[LOG_SIZE] = "", error[LOG_SIZE] = "";
    uintptr_t level = gantry_knob_number("CUDA_JIT_LEVEL", 4);
    int options[] = {CU_JIT_INFO_LOG,       CU_JIT_INFO_LOG_SIZE, CU_JIT_ERROR_LOG,
                     CU_JIT_ERROR_LOG_SIZE, CU_JIT_LEVEL,         CU_JIT_WALL_TIME};
    float milliseconds;
    void *values[] = {info,
                      (void *)(uintptr_t)sizeof info,
                      error,
                      (void *)(uintptr_t)sizeof error,
                      (void *)(level > 4 ? (uintptr_t)4 : level),
                      NULL};
    char doing[128];
    snprintf(doing, sizeof doing, "loading the %s code of this program", image->arch);
    int rc = gantry_cu_check(
        gantry_cu.cuModuleLoadDataEx(module, image->data, sizeof options / sizeof *options, options, values), doing,
        err);
    error[LOG_SIZE - 1] = 0;
    memcpy(&milliseconds, &values[sizeof options / sizeof *options - 1], sizeof milliseconds);
    if (rc == 0)
        gantry_compiler_took(1e3 * (double)milliseconds);
    if (rc && error[0])
        gantry_cu_error_add(err, "\n%s", error);
    return rc;
}

/* The driver's default heap of 8 MB is soon full when every thread allocates: PTX that declares malloc raises it to a
 * sixteenth of the memory (1 GiB at most). The driver refuses another size once a kernel with malloc has run: then the
 * heap stays as it is. */
static void raise_heap(const struct gantry_device *d, const struct gantry_image *image)
{
    enum { SHARE = 16 };
    static const uint64_t most = 1ull << 30;
    uint64_t bytes = d->props.memory / SHARE < most ? d->props.memory / SHARE : most;
    if (strstr(image->data, ") malloc\n") && gantry_cu.cuCtxSetLimit && !gantry_knob_number("CUDA_HEAP", 0))
        gantry_cu.cuCtxSetLimit(CU_LIMIT_HEAP, bytes);
}

static pthread_mutex_t stack_lock = PTHREAD_MUTEX_INITIALIZER; /* struct gantry_device.stack */

/* The driver's default stack of 1 KiB per lane is soon full where functions recurse: PTX marked GANTRY_PTX_DEEP raises
 * it to 8 KiB, or to what a thirty-second of the memory gives each lane that can be resident; and by `local`, what is
 * known of a kernel's own needs, which come out of the same stack. */
static void raise_stack(struct gantry_device *d, const struct gantry_image *image, uint64_t local)
{
    enum { SHARE = 32, WANTED = 8192, DRIVERS = 1024 };
    uint64_t lanes = (uint64_t)d->props.units * d->props.resident,
             bytes = d->props.memory / SHARE / (lanes ? lanes : 1) / 256 * 256;
    bytes = (bytes < WANTED ? bytes : WANTED) + (local + 255) / 256 * 256;
    if (bytes <= DRIVERS || !strstr(image->data, GANTRY_PTX_DEEP) || !gantry_cu.cuCtxSetLimit ||
        gantry_stack_bytes("CUDA_STACK", 0))
        return;
    pthread_mutex_lock(&stack_lock);
    if (bytes > d->stack && !gantry_cu.cuCtxSetLimit(CU_LIMIT_STACK, bytes))
        d->stack = bytes;
    pthread_mutex_unlock(&stack_lock);
}

int gantry_cu_load(struct gantry_device *d, const struct gantry_image *image, void **module, struct gantry_err *err)
{
    const char *text = image->data;
    if (!text || !image->data_size || text[image->data_size - 1])
        return gantry_cu_error(err, 0, "the %s image is damaged: its code has no end", image->arch);
    struct loaded *l = calloc(1, sizeof *l);
    if (!l || !(l->kernels = calloc(image->nkernels + 1, sizeof *l->kernels))) {
        free(l);
        return gantry_cu_error(err, 0, "out of host memory");
    }
    l->image = image;
    int rc = gantry_cu_enter(d, err);
    if (rc == 0) {
        raise_heap(d, image);
        raise_stack(d, image, 0);
        rc = load_text(&l->module, image, err);
        gantry_cu_leave();
    }
    if (rc) {
        free(l->kernels);
        free(l);
        return -1;
    }
    *module = l;
    return 0;
}

void gantry_cu_unload(struct gantry_device *d, void *module)
{
    struct loaded *l = module;
    struct gantry_err ignored;
    if (gantry_cu_enter(d, &ignored) == 0) {
        gantry_cu.cuModuleUnload(l->module);
        gantry_cu_leave();
    }
    free(l->kernels);
    free(l);
}

static uint32_t attribute_of(CUfunction f, int attribute, uint32_t otherwise)
{
    int value = 0;
    if (!gantry_cu.cuFuncGetAttribute || gantry_cu.cuFuncGetAttribute(&value, attribute, f))
        return otherwise;
    return value > 0 ? (uint32_t)value : 0;
}

int gantry_cu_kernel(struct gantry_device *d, void *module, const struct gantry_kernel_info *info, void **kernel,
                     struct gantry_err *err)
{
    struct loaded *l = module;
    struct cu_kernel *k = &l->kernels[info - l->image->kernels];
    char doing[256];
    if (gantry_cu_enter(d, err))
        return -1;
    snprintf(doing, sizeof doing, "finding kernel '%s'", info->name);
    k->info = info;
    int rc = gantry_cu_check(gantry_cu.cuModuleGetFunction(&k->function, l->module, info->name), doing, err);
    if (rc == 0 && info->space)
        k->static_shared = attribute_of(k->function, CU_FUNC_STATIC_SHARED, CU_SHARED_UNASKED /* all it can have */);
    if (rc == 0)
        raise_stack(d, l->image, attribute_of(k->function, CU_FUNC_LOCAL, 0));
    if (rc == 0)
        k->block_limit = attribute_of(k->function, CU_FUNC_MAX_THREADS, 0);
    gantry_cu_leave();
    *kernel = k;
    return rc;
}

static void read_takes(struct gantry_device *d, struct cu_kernel *k)
{
    struct gantry_err ignored;
    struct cu_takes t = {CU_UNKNOWN, CU_UNKNOWN, CU_UNKNOWN};
    if (gantry_cu_enter(d, &ignored) == 0) {
        t.registers = attribute_of(k->function, CU_FUNC_REGISTERS, CU_UNKNOWN);
        t.local = attribute_of(k->function, CU_FUNC_LOCAL, CU_UNKNOWN);
        t.shared = attribute_of(k->function, CU_FUNC_STATIC_SHARED, CU_UNKNOWN);
        gantry_cu_leave();
    }
    k->takes = t;
}

void gantry_cu_layers(struct gantry_device *d, void *kernel, const struct gantry_grid *grid, struct gantry_layers *out)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct cu_kernel *k = kernel;
    pthread_mutex_lock(&lock);
    if (!k->takes_read)
        read_takes(d, k);
    k->takes_read = true;
    struct cu_takes t = k->takes;
    pthread_mutex_unlock(&lock);
    if (t.registers != CU_UNKNOWN && t.local != CU_UNKNOWN) {
        out->registers_known = true;
        out->registers = t.registers;
        out->local = t.local;
    }
    if (t.shared != CU_UNKNOWN) {
        out->shared_known = true;
        out->shared = t.shared + grid->dynamic_shared;
    }
    if (gantry_cu.gantry_softgpu_counts)
        gantry_cu.gantry_softgpu_counts(k->function, (uint64_t *)&out->counts, sizeof out->counts / sizeof(uint64_t));
}

int gantry_cu_symbol(struct gantry_device *d, void *module, const char *name, uint64_t *addr, uint64_t *size,
                     struct gantry_err *err)
{
    struct loaded *l = module;
    CUdeviceptr p = 0;
    size_t bytes = 0;
    char doing[256], plain[512];
    if (gantry_cu_enter(d, err))
        return -1;
    snprintf(doing, sizeof doing, "finding declare target variable '%s'", name);
    int rc = gantry_cu_check(gantry_cu.cuModuleGetGlobal_v2(
                                 &p, &bytes, l->module, gantry_plain_name(name, plain, sizeof plain) ? plain : name),
                             doing, err);
    gantry_cu_leave();
    *addr = p;
    *size = bytes;
    return rc;
}

/* ---- launch ---- */
/* hardware threads per block: whole warps; generic mode has a main warp besides its workers */
static uint32_t block_size(const struct gantry_device *d, const struct gantry_grid *g)
{
    uint32_t warp = d->props.warp ? d->props.warp : 32, group = g->info->group ? g->info->group : 1;
    uint32_t lanes = (g->threads * group + warp - 1) / warp * warp;
    if (g->info->mode == GANTRY_MODE_SERIAL)
        return warp;
    return g->info->mode == GANTRY_MODE_GENERIC ? lanes + warp : lanes;
}

static int check_parameters(const struct gantry_kernel_info *info, const uint32_t *sizes, struct gantry_err *err)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i <= info->nparams; i++)
        bytes = (bytes + 7) / 8 * 8 + sizes[i];
    if (bytes <= MAX_PARAMETER_BYTES)
        return 0;
    return gantry_cu_error(err, 0,
                           "its parameters take %llu bytes, the GPU allows %d; map large structures instead of "
                           "passing them firstprivate",
                           (unsigned long long)bytes, MAX_PARAMETER_BYTES);
}

uint32_t gantry_cu_block_limit(struct gantry_device *d, void *kernel)
{
    const struct cu_kernel *k = kernel;
    return k->block_limit && k->block_limit < d->props.max_threads ? k->block_limit : d->props.max_threads;
}

uint32_t gantry_cu_shared_left(struct gantry_device *d, void *kernel)
{
    const struct cu_kernel *k = kernel;
    return k->static_shared < d->props.shared ? d->props.shared - k->static_shared : 0;
}

/* Asks for all that is left, not only for `bytes`: another host thread may launch the same function with more. */
static int ask_for_shared(struct gantry_device *d, struct cu_kernel *k, uint32_t bytes, struct gantry_err *err)
{
    if (bytes == 0 || bytes + k->static_shared <= CU_SHARED_UNASKED || !gantry_cu.cuFuncSetAttribute)
        return 0;
    return gantry_cu_check(
        gantry_cu.cuFuncSetAttribute(k->function, CU_FUNC_DYNAMIC_SHARED, (int)gantry_cu_shared_left(d, k)),
        "asking for more shared memory", err);
}

static int launch_at_once(struct cu_kernel *k, const struct gantry_grid *g, uint32_t block, CUstream stream,
                          void **args, struct gantry_err *err)
{
    return gantry_cu_check(
        gantry_cu.cuLaunchCooperativeKernel(k->function, g->teams, 1, 1, block, 1, 1, g->dynamic_shared, stream, args),
        "launching teams that wait for each other", err);
}

int gantry_cu_ask(struct gantry_device *d, void *kernel, const struct gantry_grid *g, const uint32_t *arg_sizes,
                  struct cu_asked *out, struct gantry_err *err)
{
    struct cu_kernel *k = kernel;
    *out = (struct cu_asked){k->function, block_size(d, g)};
    return check_parameters(k->info, arg_sizes, err) || ask_for_shared(d, k, g->dynamic_shared, err) ? -1 : 0;
}

/* args[0] is the environment, then those that rows of maps give */
static void tell_names(const struct cu_kernel *k, const struct gantry_region *r)
{
    const char *names[MOST_NAMED] = {NULL};
    unsigned n = 1;
    if (!gantry_cu.gantry_softgpu_parameters || !r)
        return;
    for (uint32_t i = 0; i < r->nmaps && n < MOST_NAMED; i++)
        if (r->maps[i].param != GANTRY_PARAM_NONE)
            names[n++] = r->maps[i].name;
    gantry_cu.gantry_softgpu_parameters(k->function, n, names);
}

int gantry_cu_launch(struct gantry_device *d, void *kernel, const struct gantry_grid *g, void **args,
                     const uint32_t *arg_sizes, struct gantry_err *err)
{
    struct cu_kernel *k = kernel;
    uint32_t block = block_size(d, g);
    CUstream stream;
    if (check_parameters(k->info, arg_sizes, err) || gantry_cu_enter(d, err))
        return -1;
    int rc = ask_for_shared(d, k, g->dynamic_shared, err);
    if (rc == 0)
        rc = gantry_cu_stream(d, &stream, err);
    tell_names(k, g->region);
    if (rc == 0 && g->resident)
        rc = launch_at_once(k, g, block, stream, args, err);
    else if (rc == 0)
        rc = gantry_cu_check(
            gantry_cu.cuLaunchKernel(k->function, g->teams, 1, 1, block, 1, 1, g->dynamic_shared, stream, args, NULL),
            "launching", err);
    if (rc == 0)
        gantry_cu_launched = d;
    else
        gantry_cu_leave();
    return rc;
}

/* As many as the driver says fit, which it will hold a launch against. */
int gantry_cu_resident(struct gantry_device *d, void *kernel, const struct gantry_grid *g, uint32_t *teams,
                       struct gantry_err *err)
{
    struct cu_kernel *k = kernel;
    uint32_t block = block_size(d, g);
    uint64_t asked = (uint64_t)block << 32 | g->dynamic_shared, known = atomic_load(&k->resident);
    int blocks = 0;
    *teams = 0;
    if (!d->cooperative)
        return 0;
    if (known >> 8 == asked && known & 255) {
        *teams = (uint32_t)((known & 255) - 1) * d->props.units;
        return 0;
    }
    if (gantry_cu_enter(d, err))
        return -1;
    int rc = ask_for_shared(d, k, g->dynamic_shared, err);
    if (rc == 0)
        rc = gantry_cu_check(
            gantry_cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k->function, (int)block, g->dynamic_shared),
            "asking how many teams fit", err);
    gantry_cu_leave();
    *teams = blocks > 0 ? (uint32_t)blocks * d->props.units : 0;
    if (rc == 0 && blocks >= 0 && blocks < 255)
        atomic_store(&k->resident, asked << 8 | (uint64_t)(blocks + 1));
    return rc;
}
