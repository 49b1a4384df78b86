/* kernels.c: modules, kernels, launches, and how many blocks of a kernel fit. */
#include "driver.h"
#include "label.h"

#include <stdlib.h>
#include <string.h>

enum { UNASKED_SHARED = 49152 };

enum { JIT_WALL_TIME = 2, JIT_ERROR_LOG = 5, JIT_ERROR_LOG_SIZE = 6 };
API int cuModuleLoadDataEx(struct module **m, const void *image, unsigned n, int *options, void **values)
{
    char log[1024] = "", *out = NULL;
    size_t size = 0;
    NEED_CONTEXT;
    NEED(m && image, SG_INVALID_VALUE);
    for (unsigned k = 0; k < n; k++) {
        if (options[k] == JIT_ERROR_LOG)
            out = values[k];
        else if (options[k] == JIT_ERROR_LOG_SIZE)
            size = (size_t)(uintptr_t)values[k];
        else if (options[k] == JIT_WALL_TIME)
            memset(&values[k], 0, sizeof(float));
    }
    NEED(((const char *)image)[0] != 0x7f, SG_INVALID_IMAGE); /* code of real GPUs */
    *m = module_load(d, image, strlen(image), log, sizeof log);
    if (!*m && out && size)
        snprintf(out, size, "%s", log);
    else if (!*m)
        fprintf(stderr, "%s\n", log);
    return *m ? SG_OK : SG_INVALID_PTX;
}
API int cuModuleLoadData(struct module **m, const void *image) { return cuModuleLoadDataEx(m, image, 0, NULL, NULL); }

API int cuModuleUnload(struct module *m)
{
    NEED_CONTEXT;
    NEED(m, SG_INVALID_HANDLE);
    TRY(capture_safe());
    queue_wait_all(d);
    module_drop(m);
    return SG_OK;
}

API int cuModuleGetFunction(struct kernel **f, struct module *m, const char *name)
{
    NEED_CONTEXT;
    NEED(m && name, SG_INVALID_VALUE);
    pthread_mutex_lock(&d->lock);
    *f = module_kernel(m, name);
    pthread_mutex_unlock(&d->lock);
    return *f ? SG_OK : SG_NOT_FOUND;
}

API int cuModuleGetGlobal_v2(uint64_t *a, size_t *size, struct module *m, const char *name)
{
    NEED_CONTEXT;
    NEED(m && name, SG_INVALID_VALUE);
    struct variable *v = module_variable(m, name);
    NEED(v, SG_NOT_FOUND);
    if (a)
        *a = v->address;
    if (size)
        *size = v->size;
    return SG_OK;
}

const struct function *kernel_function(const struct kernel *k) { return &k->module->functions.v[k->function]; }

static uint32_t most_threads(const struct kernel *k)
{
    enum { MOST = 1024, REGISTER_STEP = 256 };
    const struct function *f = kernel_function(k);
    uint32_t of_warp = (k->registers * LANES + REGISTER_STEP - 1) / REGISTER_STEP * REGISTER_STEP,
             fits = k->module->device->what.registers_per_unit / of_warp / 4 * 4 * LANES,
             most = f->want_threads ? f->want_threads : f->max_threads;
    most = most && most < MOST ? most : MOST;
    return most < fits ? most : fits;
}

enum {
    FUNC_MAX_THREADS,
    FUNC_SHARED,
    FUNC_CONST,
    FUNC_LOCAL,
    FUNC_REGISTERS,
    FUNC_PTX,
    FUNC_BINARY,
    FUNC_CACHE,
    FUNC_DYNAMIC,
    FUNC_CARVEOUT
};
API int cuFuncGetAttribute(int *v, int attribute, struct kernel *k)
{
    NEED(k, SG_INVALID_HANDLE);
    const struct description *w = &k->module->device->what;
    const int64_t values[] = {most_threads(k),
                              k->static_shared,
                              0,
                              k->local_known,
                              k->registers,
                              k->module->target,
                              w->major * 10 + w->minor,
                              0,
                              k->dynamic_allowed ? k->dynamic_allowed : UNASKED_SHARED - (int64_t)k->static_shared,
                              k->carveout};
    NEED(v && attribute >= 0 && (size_t)attribute < sizeof values / sizeof *values, SG_INVALID_VALUE);
    *v = (int)values[attribute];
    return SG_OK;
}

API int cuFuncSetAttribute(struct kernel *k, int attribute, int value)
{
    NEED_CONTEXT;
    NEED(k && value >= -1, SG_INVALID_VALUE);
    if (attribute == FUNC_CARVEOUT) {
        k->carveout = value;
        return SG_OK;
    }
    NEED(attribute == FUNC_DYNAMIC && value >= 0, SG_INVALID_VALUE);
    NEED(value + k->static_shared <= d->what.shared_asked, SG_INVALID_VALUE);
    k->dynamic_allowed = (uint32_t)value;
    return SG_OK;
}

API int cuFuncSetCacheConfig(struct kernel *k, int config)
{
    (void)config;
    return k ? SG_OK : SG_INVALID_HANDLE;
}

API int cuFuncGetModule(struct module **m, struct kernel *k)
{
    NEED(k, SG_INVALID_HANDLE);
    *m = k->module;
    return SG_OK;
}

API int cuFuncGetName(const char **name, struct kernel *k)
{
    NEED(k, SG_INVALID_HANDLE);
    *name = kernel_function(k)->name;
    return SG_OK;
}

/* where each parameter stands among the launch's, and its bytes */
API int cuFuncGetParamInfo(struct kernel *k, size_t n, size_t *offset, size_t *size)
{
    NEED(k, SG_INVALID_HANDLE);
    const struct function *f = kernel_function(k);
    NEED(n < f->nparams && offset, SG_INVALID_VALUE);
    *offset = f->params[n].offset;
    if (size)
        *size = f->params[n].size;
    return SG_OK;
}

/* ---- launches ---- */
static int run_launch(struct worker *k, struct operation *o)
{
    struct launch_operation *l = (struct launch_operation *)o;
    l->launch.params = l->params;
    int code = launch_run(k, &l->launch);
    if (k->output.n) {
        fwrite(k->output.v, 1, k->output.n, stdout);
        fflush(stdout);
        k->output.n = 0;
    }
    return code;
}

static void name_of(const struct operation *o, char *out, size_t size, const struct module **m)
{
    const struct launch *l = &((const struct launch_operation *)o)->launch;
    *m = l->module;
    snprintf(out, size, "kernel %s", l->module->functions.v[l->kernel->function].name);
}

static uint32_t residents_per_unit(const struct device *d, const struct kernel *k, uint32_t threads, uint64_t dynamic)
{
    return describe_residents(&d->what, threads, k->registers, k->static_shared + dynamic);
}

/* each value that params points to, at its place; or the buffer that extra names */
static int copy_params(const struct function *f, uint8_t *to, void **params, void **extra)
{
    enum { BUFFER_END, BUFFER_POINTER, BUFFER_SIZE };
    NEED(f->params_size <= PARAM_BYTES, SG_INVALID_VALUE);
    NEED(!params || !extra, SG_INVALID_VALUE);
    if (extra) {
        const void *from = NULL;
        size_t size = 0;
        for (; *extra != (void *)BUFFER_END; extra += 2)
            if (*extra == (void *)BUFFER_POINTER)
                from = extra[1];
            else if (*extra == (void *)BUFFER_SIZE)
                size = *(size_t *)extra[1];
        NEED(from && size <= f->params_size, SG_INVALID_VALUE);
        memcpy(to, from, size);
        return SG_OK;
    }
    NEED(!f->nparams || params, SG_INVALID_VALUE);
    for (uint32_t k = 0; k < f->nparams; k++)
        memcpy(to + f->params[k].offset, params[k], f->params[k].size);
    return SG_OK;
}

int launch_make(const struct kernel_params *p, bool cooperative, struct operation **out)
{
    NEED_CONTEXT;
    NEED(p, SG_INVALID_VALUE);
    struct kernel *k = p->kernel;
    const unsigned *g = p->grid, *b = p->threads, shared = p->shared;
    NEED(k && k->module->device == d, SG_INVALID_HANDLE);
    const struct function *f = kernel_function(k);
    uint64_t threads = (uint64_t)b[0] * b[1] * b[2];
    NEED(g[0] && g[1] && g[2] && threads && g[0] <= INT32_MAX && g[1] <= 65535 && g[2] <= 65535 && b[2] <= 64,
         SG_INVALID_VALUE);
    NEED(threads <= (f->want_threads  ? f->want_threads
                     : f->max_threads ? f->max_threads
                                      : 1024) &&
             threads <= 1024,
         SG_INVALID_VALUE);
    NEED(!f->want_threads || (b[0] == f->want[0] && b[1] == f->want[1] && b[2] == f->want[2]), SG_INVALID_VALUE);
    NEED(threads <= most_threads(k), SG_OUT_OF_RESOURCES); /* of registers */
    NEED(shared + (uint64_t)k->static_shared <= UNASKED_SHARED || shared <= k->dynamic_allowed, SG_INVALID_VALUE);
    uint32_t residents = residents_per_unit(d, k, (uint32_t)threads, shared) * d->what.units;
    NEED(residents, SG_INVALID_VALUE);
    NEED(!cooperative || (uint64_t)g[0] * g[1] * g[2] <= residents, SG_TOO_LARGE_COOPERATIVE);
    struct launch_operation *o = operation_new(sizeof *o, DOES_KERNEL, run_launch);
    NEED(o, SG_OUT_OF_MEMORY);
    operation_name = name_of;
    uint64_t local = k->local_known > d->stack ? k->local_known : d->stack;
    o->launch = (struct launch){.device = d,
                                .kernel = k,
                                .module = k->module,
                                .grid = {g[0], g[1], g[2]},
                                .threads = {b[0], b[1], b[2]},
                                .dynamic_shared = shared,
                                .cooperative = cooperative,
                                .local_room = (uint32_t)local,
                                .residents = residents};
    int code = copy_params(f, o->params, p->params, p->extra);
    if (code)
        free(o);
    *out = code ? NULL : &o->o;
    return code;
}

static bool uses_heap(const struct module *m)
{
    for (size_t i = 0; i < m->functions.n; i++)
        if (m->functions.v[i].builtin == BUILTIN_MALLOC || m->functions.v[i].builtin == BUILTIN_FREE)
            return true;
    return false;
}

static int launch(const struct kernel_params *p, struct stream *s, bool cooperative)
{
    struct operation *o;
    NEED_CONTEXT;
    TRY(launch_make(p, cooperative, &o));
    if (uses_heap(p->kernel->module))
        d->heap_fixed = true; /* from now on its size may not change */
    return stream_add(d, s, o);
}

API int cuLaunchKernel(struct kernel *k, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                       unsigned shared, struct stream *s, void **params, void **extra)
{
    return launch(&(struct kernel_params){k, {gx, gy, gz}, {bx, by, bz}, shared, params, extra, NULL, NULL}, s, false);
}
API int cuLaunchCooperativeKernel(struct kernel *k, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                  unsigned bz, unsigned shared, struct stream *s, void **params)
{
    return launch(&(struct kernel_params){k, {gx, gy, gz}, {bx, by, bz}, shared, params, NULL, NULL, NULL}, s, true);
}

struct launch_config { /* CUlaunchConfig */
    unsigned grid[3], threads[3], shared;
    struct stream *stream;
    struct launch_attribute {
        int id;
        char pad[4];
        union {
            char bytes[64];
            int cooperative;
            unsigned cluster[3];
        };
    } *attributes;
    unsigned n;
};
enum { ATTRIBUTE_COOPERATIVE = 2, ATTRIBUTE_CLUSTER = 4 };
API int cuLaunchKernelEx(const struct launch_config *c, struct kernel *k, void **params, void **extra)
{
    bool cooperative = false;
    NEED(c && (c->attributes || !c->n), SG_INVALID_VALUE);
    for (unsigned i = 0; i < c->n; i++) {
        const struct launch_attribute *a = &c->attributes[i];
        if (a->id == ATTRIBUTE_COOPERATIVE)
            cooperative = a->cooperative;
        else if (a->id == ATTRIBUTE_CLUSTER) /* others are advice */
            NEED(a->cluster[0] * a->cluster[1] * a->cluster[2] <= 1, SG_NOT_SUPPORTED);
    }
    return launch(&(struct kernel_params){k,
                                          {c->grid[0], c->grid[1], c->grid[2]},
                                          {c->threads[0], c->threads[1], c->threads[2]},
                                          c->shared,
                                          params,
                                          extra,
                                          NULL,
                                          NULL},
                  c->stream, cooperative);
}

/* ---- occupancy ---- */
API int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, struct kernel *k, int threads, size_t shared)
{
    NEED_CONTEXT;
    NEED(n && k && threads > 0 && threads <= 1024, SG_INVALID_VALUE);
    bool fits = (uint32_t)threads <= most_threads(k) && k->static_shared + shared <= d->what.shared_asked;
    *n = fits ? (int)residents_per_unit(d, k, (uint32_t)threads, shared) : 0;
    return SG_OK;
}
API int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, struct kernel *k, int threads, size_t shared,
                                                             unsigned flags)
{
    (void)flags;
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(n, k, threads, shared);
}

/* threads of a block with which most threads of a unit have room, and how many blocks fill the device */
API int cuOccupancyMaxPotentialBlockSize(int *blocks, int *threads, struct kernel *k, size_t (*shared_for)(int),
                                         size_t shared, int most)
{
    NEED_CONTEXT;
    NEED(blocks && threads && k && most >= 0, SG_INVALID_VALUE);
    int least = LANES, best = 0, end = (int)most_threads(k);
    end = most && most < end ? most : end;
    for (int t = end < least ? end : end / least * least; t > 0; t -= least) {
        int n;
        TRY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, t, shared_for ? shared_for(t) : shared));
        if (n * t > best) {
            best = n * t;
            *threads = t;
            *blocks = n * (int)d->what.units;
        }
    }
    return best ? SG_OK : SG_INVALID_VALUE;
}
API int cuOccupancyMaxPotentialBlockSizeWithFlags(int *blocks, int *threads, struct kernel *k,
                                                  size_t (*shared_for)(int), size_t shared, int most, unsigned flags)
{
    (void)flags;
    return cuOccupancyMaxPotentialBlockSize(blocks, threads, k, shared_for, shared, most);
}

/* the dynamic shared memory with which so many blocks of a unit still have room */
API int cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, struct kernel *k, int blocks, int threads)
{
    NEED_CONTEXT;
    NEED(bytes && k && blocks > 0 && threads > 0 && threads <= 1024, SG_INVALID_VALUE);
    uint64_t step = 128, each = d->what.shared_per_unit / (unsigned)blocks / step * step,
             own = k->static_shared + describe_reserved(&d->what), most = d->what.shared_asked - k->static_shared;
    int n = 0;
    *bytes = each > own ? each - own < most ? each - own : most : 0;
    TRY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, threads, *bytes));
    NEED(n >= blocks, SG_INVALID_VALUE);
    return SG_OK;
}

/* for the plug-in: what the user calls a kernel's parameters, in their order */
API int gantry_softgpu_parameters(struct kernel *k, unsigned n, const char *const *names)
{
    NEED(k && names, SG_INVALID_VALUE);
    label_parameters(k, n, names);
    return SG_OK;
}
