/* driver.c: what programs call: the CUDA driver's functions, as far as Gantry's plug-in, and programs that load PTX
 * themselves, use them. Without a current context most of them say so; an error of a kernel stays. */
#include "queue.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define API __attribute__((visibility("default")))

enum {
    MOST_DEVICES = 8,
    MOST_CONTEXTS = 64,
    DRIVER_VERSION = 12080,
    PARAM_BYTES = 4096,
    UNASKED_SHARED = 49152,
    MOST_STACK = 512 << 10
};

struct context {
    struct device *device;
};

static struct device devices[MOST_DEVICES];
static int ndevices;
static char why[512];
static bool started;
static pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct context *current[MOST_CONTEXTS];
static _Thread_local int depth;

/* ---- starting ---- */
static void device_start(struct device *d, int ordinal, const struct description *what)
{
    d->ordinal = ordinal;
    d->what = *what;
    pthread_mutex_init(&d->lock, NULL);
    memory_start(&d->memory, DEVICE_WINDOW + (uint64_t)ordinal * DEVICE_SIZE, (uint64_t)what->memory_mb << 20);
    const char *strict = getenv("GANTRY_SOFTGPU_STRICT");
    d->memory.strict = strict && strtol(strict, NULL, 0);
    d->memory.heap_limit = 8 << 20;
    d->stack = 1024;
    d->printf_fifo = 1 << 20;
    d->unified = getenv("GANTRY_SOFTGPU_UNIFIED") && atoi(getenv("GANTRY_SOFTGPU_UNIFIED"));
}

API int cuInit(unsigned flags)
{
    struct description what;
    int code = SG_OK;
    (void)flags;
    pthread_mutex_lock(&start_lock);
    if (!started) {
        const char *kind = getenv("GANTRY_SOFTGPU"), *n = getenv("GANTRY_SOFTGPU_DEVICES");
        if (!describe(kind && *kind ? kind : "h100", &what, why, sizeof why)) {
            fprintf(stderr, "softgpu: GANTRY_SOFTGPU: %s\n", why);
            code = SG_INVALID_VALUE;
        } else {
            ndevices = n && *n ? atoi(n) : 1;
            ndevices = ndevices < 0 ? 0 : ndevices > MOST_DEVICES ? MOST_DEVICES : ndevices;
            for (int k = 0; k < ndevices; k++)
                device_start(&devices[k], k, &what);
            started = true;
        }
    }
    pthread_mutex_unlock(&start_lock);
    return code ? code : ndevices ? SG_OK : SG_NO_DEVICE;
}

#define NEED(CONDITION, CODE)                                                                                          \
    do {                                                                                                               \
        if (!(CONDITION))                                                                                              \
            return CODE;                                                                                               \
    } while (0)
#define NEED_DEVICE(D)                                                                                                 \
    NEED(started, SG_NOT_INITIALIZED);                                                                                 \
    NEED((D) >= 0 && (D) < ndevices, SG_INVALID_DEVICE)

static struct device *here(void) { return depth ? current[depth - 1]->device : NULL; }
#define NEED_CONTEXT                                                                                                   \
    struct device *d = here();                                                                                         \
    NEED(started, SG_NOT_INITIALIZED);                                                                                 \
    NEED(d, SG_INVALID_CONTEXT);                                                                                       \
    NEED(!d->error, d->error)

API int cuDriverGetVersion(int *v)
{
    NEED(v, SG_INVALID_VALUE);
    *v = DRIVER_VERSION;
    return SG_OK;
}

API int cuDeviceGetCount(int *n)
{
    NEED(started, SG_NOT_INITIALIZED);
    *n = ndevices;
    return SG_OK;
}

API int cuDeviceGet(int *d, int ordinal)
{
    NEED_DEVICE(ordinal);
    *d = ordinal;
    return SG_OK;
}

API int cuDeviceGetName(char *name, int size, int d)
{
    NEED_DEVICE(d);
    snprintf(name, (size_t)size, "%s", devices[d].what.name);
    return SG_OK;
}

API int cuDeviceGetUuid_v2(void *uuid, int d)
{
    NEED_DEVICE(d);
    memset(uuid, 0, 16);
    memcpy(uuid, "softgpu", 7);
    ((char *)uuid)[15] = (char)d;
    return SG_OK;
}

API int cuDeviceTotalMem_v2(size_t *bytes, int d)
{
    NEED_DEVICE(d);
    *bytes = (size_t)devices[d].memory.total;
    return SG_OK;
}

API int cuDeviceGetAttribute(int *v, int attribute, int d)
{
    NEED_DEVICE(d);
    const struct description *w = &devices[d].what;
    const struct {
        int attribute;
        uint32_t value;
    } rows[] = {
        {1, 1024},
        {2, 1024},
        {3, 1024},
        {4, 64},
        {5, 2147483647},
        {6, 65535},
        {7, 65535},
        {8, w->shared_per_block},
        {9, 65536},
        {10, LANES},
        {11, 2147483647},
        {12, w->registers_per_unit},
        {13, w->clock_khz},
        {14, 512},
        {15, 1},
        {16, w->units},
        {17, 0},
        {18, 0},
        {19, devices[d].unified},
        {20, 0},
        {31, 1},
        {32, 0},
        {33, 0},
        {34, 1},
        {35, 0},
        {36, w->memory_khz},
        {37, w->bus_bits},
        {38, w->l2_bytes},
        {39, w->threads_per_unit},
        {40, 1},
        {41, 1},
        {75, w->major},
        {76, w->minor},
        {78, 1},
        {79, 1},
        {80, 1},
        {81, w->shared_per_unit},
        {82, w->registers_per_unit},
        {83, devices[d].unified},
        {84, 0},
        {86, 1},
        {87, 2},
        {88, devices[d].unified},
        {89, devices[d].unified},
        {90, 1},
        {95, 1},
        {96, 0},
        {97, w->shared_asked},
        {100, 0},
        {101, 0},
        {106, w->blocks_per_unit},
        {111, 1024},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].attribute == attribute) {
            *v = (int)rows[k].value;
            return SG_OK;
        }
    return SG_INVALID_VALUE;
}

/* ---- contexts ---- */
static int retain(struct device *d, struct context **c)
{
    pthread_mutex_lock(&d->lock);
    if (!d->primary && !(d->queue = queue_start(d))) {
        pthread_mutex_unlock(&d->lock);
        return SG_OUT_OF_MEMORY;
    }
    if (!d->primary && (d->primary = calloc(1, sizeof *d->primary)))
        d->primary->device = d;
    d->primary_uses++;
    *c = d->primary;
    pthread_mutex_unlock(&d->lock);
    return *c ? SG_OK : SG_OUT_OF_MEMORY;
}

API int cuDevicePrimaryCtxRetain(struct context **c, int d)
{
    NEED_DEVICE(d);
    return retain(&devices[d], c);
}

API int cuDevicePrimaryCtxRelease_v2(int d)
{
    NEED_DEVICE(d);
    NEED(devices[d].primary_uses > 0, SG_INVALID_CONTEXT);
    devices[d].primary_uses--;
    return SG_OK;
}

API int cuDevicePrimaryCtxGetState(int d, unsigned *flags, int *active)
{
    NEED_DEVICE(d);
    *flags = 0;
    *active = devices[d].primary_uses > 0;
    return SG_OK;
}

API int cuDevicePrimaryCtxSetFlags_v2(int d, unsigned flags)
{
    NEED_DEVICE(d);
    (void)flags;
    return SG_OK;
}

API int cuCtxPushCurrent_v2(struct context *c)
{
    NEED(started, SG_NOT_INITIALIZED);
    NEED(c && depth < MOST_CONTEXTS, SG_INVALID_CONTEXT);
    current[depth++] = c;
    return SG_OK;
}

API int cuCtxPopCurrent_v2(struct context **c)
{
    NEED(depth, SG_INVALID_CONTEXT);
    depth--;
    if (c)
        *c = current[depth];
    return SG_OK;
}

API int cuCtxSetCurrent(struct context *c)
{
    NEED(started, SG_NOT_INITIALIZED);
    if (depth)
        depth--;
    return c ? cuCtxPushCurrent_v2(c) : SG_OK;
}

API int cuCtxGetCurrent(struct context **c)
{
    NEED(started, SG_NOT_INITIALIZED);
    *c = depth ? current[depth - 1] : NULL;
    return SG_OK;
}

API int cuCtxGetDevice(int *device)
{
    NEED_CONTEXT;
    *device = d->ordinal;
    return SG_OK;
}

/* contexts of one's own share the device's */
API int cuCtxCreate_v2(struct context **c, unsigned flags, int d)
{
    NEED_DEVICE(d);
    (void)flags;
    int code = retain(&devices[d], c);
    return code ? code : cuCtxPushCurrent_v2(*c);
}

API int cuCtxDestroy_v2(struct context *c)
{
    NEED(c, SG_INVALID_CONTEXT);
    if (depth && current[depth - 1] == c)
        depth--;
    return cuDevicePrimaryCtxRelease_v2(c->device->ordinal);
}

API int cuCtxSynchronize(void)
{
    NEED_CONTEXT;
    return queue_wait_all(d);
}

enum { LIMIT_STACK, LIMIT_PRINTF, LIMIT_HEAP };
API int cuCtxSetLimit(int limit, size_t value)
{
    NEED_CONTEXT;
    switch (limit) {
    case LIMIT_STACK:
        d->stack =
            value < MOST_STACK ? (value + 15) / 16 * 16 : MOST_STACK; /* the driver may take less than it is asked */
        return SG_OK;
    case LIMIT_PRINTF:
        d->printf_fifo = value;
        return SG_OK;
    case LIMIT_HEAP:
        NEED(!d->heap_fixed, SG_INVALID_VALUE);
        NEED(value <= d->memory.total, SG_OUT_OF_MEMORY);
        d->memory.heap_limit = value;
        return SG_OK;
    default:
        return SG_INVALID_VALUE;
    }
}

API int cuCtxGetLimit(size_t *value, int limit)
{
    NEED_CONTEXT;
    NEED(limit >= LIMIT_STACK && limit <= LIMIT_HEAP, SG_INVALID_VALUE);
    *value = limit == LIMIT_STACK ? d->stack : limit == LIMIT_HEAP ? d->memory.heap_limit : d->printf_fifo;
    return SG_OK;
}

/* ---- streams and events ---- */
enum { NON_BLOCKING = 1 };
API int cuStreamCreate(struct stream **s, unsigned flags)
{
    NEED_CONTEXT;
    *s = stream_open(d, !(flags & NON_BLOCKING));
    return *s ? SG_OK : SG_OUT_OF_MEMORY;
}

API int cuStreamCreateWithPriority(struct stream **s, unsigned flags, int priority)
{
    (void)priority;
    return cuStreamCreate(s, flags);
}

API int cuStreamSynchronize(struct stream *s)
{
    NEED_CONTEXT;
    return queue_wait(d, s);
}

API int cuStreamQuery(struct stream *s)
{
    NEED_CONTEXT;
    return queue_idle(d, s) ? d->error : SG_NOT_READY;
}

API int cuStreamDestroy_v2(struct stream *s)
{
    NEED(s, SG_INVALID_HANDLE);
    stream_close(s);
    return SG_OK;
}

API int cuEventCreate(struct event **e, unsigned flags)
{
    NEED_CONTEXT;
    (void)flags;
    *e = calloc(1, sizeof **e);
    NEED(*e, SG_OUT_OF_MEMORY);
    (*e)->device = d;
    return SG_OK;
}

API int cuEventDestroy_v2(struct event *e)
{
    NEED(e, SG_INVALID_HANDLE);
    queue_wait_event(e);
    free(e);
    return SG_OK;
}

static int add_event(struct stream *s, struct event *e, bool waits)
{
    NEED_CONTEXT;
    struct operation *o = calloc(1, sizeof *o);
    NEED(o, SG_OUT_OF_MEMORY);
    *o = (struct operation){.event = e, .waits = waits, .wanted = e->asked};
    queue_add(d, s, o);
    return SG_OK;
}

API int cuEventRecord(struct event *e, struct stream *s) { return e ? add_event(s, e, false) : SG_INVALID_HANDLE; }
API int cuStreamWaitEvent(struct stream *s, struct event *e, unsigned flags)
{
    (void)flags;
    return e ? add_event(s, e, true) : SG_INVALID_HANDLE;
}
API int cuEventSynchronize(struct event *e) { return e ? queue_wait_event(e) : SG_INVALID_HANDLE; }
API int cuEventQuery(struct event *e)
{
    return !e ? SG_INVALID_HANDLE : e->done < e->asked ? SG_NOT_READY : e->device->error;
}
API int cuEventElapsedTime(float *ms, struct event *from, struct event *to)
{
    NEED(from && to && from->asked && to->asked, SG_INVALID_HANDLE);
    NEED(from->done == from->asked && to->done == to->asked, SG_NOT_READY);
    *ms = (float)(to->when - from->when);
    return SG_OK;
}

struct host_function {
    struct operation o;
    void (*call)(void *);
    void *data;
};
static int run_host_function(struct worker *k, struct operation *o)
{
    struct host_function *f = (struct host_function *)o;
    (void)k;
    f->call(f->data);
    return SG_OK;
}
API int cuLaunchHostFunc(struct stream *s, void (*call)(void *), void *data)
{
    NEED_CONTEXT;
    struct host_function *f = calloc(1, sizeof *f);
    NEED(f, SG_OUT_OF_MEMORY);
    *f = (struct host_function){.o.run = run_host_function, .call = call, .data = data};
    queue_add(d, s, &f->o);
    return SG_OK;
}

/* ---- memory ---- */
API int cuMemGetInfo_v2(size_t *available, size_t *total)
{
    NEED_CONTEXT;
    *total = (size_t)d->memory.total;
    *available = *total - (size_t)d->memory.used;
    return SG_OK;
}

API int cuMemAlloc_v2(uint64_t *a, size_t size)
{
    NEED_CONTEXT;
    NEED(size, SG_INVALID_VALUE);
    return memory_take(&d->memory, size, 1, MEM_USER, NULL, a);
}

/* the device that an address belongs to */
static struct device *owner(uint64_t a)
{
    uint64_t k = (a - DEVICE_WINDOW) / DEVICE_SIZE;
    return a >= DEVICE_WINDOW && k < (uint64_t)ndevices ? &devices[k] : NULL;
}

API int cuMemFree_v2(uint64_t a)
{
    NEED_CONTEXT;
    struct device *of = owner(a);
    if (!a)
        return SG_OK;
    NEED(of, SG_INVALID_VALUE);
    if (of->queue)
        queue_wait_all(of);
    return memory_give(&of->memory, a, MEM_USER);
}

API int cuMemHostAlloc(void **p, size_t size, unsigned flags)
{
    NEED_CONTEXT;
    (void)flags;
    *p = aligned_alloc(4096, (size + 4095) / 4096 * 4096);
    return *p ? SG_OK : SG_OUT_OF_MEMORY;
}
API int cuMemAllocHost_v2(void **p, size_t size) { return cuMemHostAlloc(p, size, 0); }
API int cuMemFreeHost(void *p)
{
    NEED_CONTEXT;
    free(p);
    return SG_OK;
}
API int cuMemHostRegister_v2(void *p, size_t size, unsigned flags)
{
    NEED_CONTEXT;
    (void)size, (void)flags;
    return p ? SG_OK : SG_INVALID_VALUE;
}
API int cuMemHostUnregister(void *p) { return p ? SG_OK : SG_INVALID_VALUE; }

struct copy {
    struct operation o;
    uint64_t to, from, n; /* addresses of the device, or of the host */
    uint32_t value, width;
    bool fills;
};

/* the host's memory behind an address of either */
static void *either(uint64_t a, uint64_t n)
{
    struct device *of = owner(a);
    return of ? memory_host(&of->memory, a, n) : a >= SHARED_WINDOW && a < DEVICE_WINDOW ? NULL : (void *)(uintptr_t)a;
}

/* what is copied to a device has values, unless it comes from one and has none there */
static void copy_known(const struct copy *c)
{
    struct device *of = owner(c->to), *from = c->fills ? NULL : owner(c->from);
    uint8_t *to = of ? memory_known(&of->memory, c->to, c->n) : NULL,
            *there = from ? memory_known(&from->memory, c->from, c->n) : NULL;
    if (to && there)
        memmove(to, there, c->n);
    else if (to)
        memset(to, 0xff, c->n);
}

static int run_copy(struct worker *k, struct operation *o)
{
    struct copy *c = (struct copy *)o;
    uint8_t *to = either(c->to, c->n), *from = c->fills ? NULL : either(c->from, c->n);
    (void)k;
    if (!to || (!c->fills && !from))
        return SG_ILLEGAL_ADDRESS;
    copy_known(c);
    if (!c->fills)
        memmove(to, from, c->n);
    else
        for (uint64_t i = 0; i < c->n; i += c->width)
            memcpy(to + i, &c->value, c->width);
    return SG_OK;
}

static int add_copy(struct copy c, struct stream *s, bool wait)
{
    NEED_CONTEXT;
    if (!c.n)
        return SG_OK;
    NEED(either(c.to, c.n) && (c.fills || either(c.from, c.n)), SG_INVALID_VALUE);
    struct copy *o = malloc(sizeof *o);
    NEED(o, SG_OUT_OF_MEMORY);
    *o = c;
    o->o.run = run_copy;
    queue_add(d, s, &o->o);
    return wait ? queue_wait(d, s) : SG_OK;
}
static bool on_device(uint64_t a) { return owner(a) != NULL; }

API int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t n, struct stream *s)
{
    NEED(!n || on_device(to), SG_INVALID_VALUE);
    return add_copy((struct copy){.to = to, .from = (uintptr_t)from, .n = n}, s, false);
}
API int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t n, struct stream *s)
{
    NEED(!n || on_device(from), SG_INVALID_VALUE);
    return add_copy((struct copy){.to = (uintptr_t)to, .from = from, .n = n}, s, false);
}
API int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t n, struct stream *s)
{
    NEED(!n || (on_device(to) && on_device(from)), SG_INVALID_VALUE);
    return add_copy((struct copy){.to = to, .from = from, .n = n}, s, false);
}
API int cuMemcpyAsync(uint64_t to, uint64_t from, size_t n, struct stream *s)
{
    return add_copy((struct copy){.to = to, .from = from, .n = n}, s, false);
}
API int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t n)
{
    NEED(!n || on_device(to), SG_INVALID_VALUE);
    return add_copy((struct copy){.to = to, .from = (uintptr_t)from, .n = n}, NULL, true);
}
API int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t n)
{
    NEED(!n || on_device(from), SG_INVALID_VALUE);
    return add_copy((struct copy){.to = (uintptr_t)to, .from = from, .n = n}, NULL, true);
}
API int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t n)
{
    NEED(!n || (on_device(to) && on_device(from)), SG_INVALID_VALUE);
    return add_copy((struct copy){.to = to, .from = from, .n = n}, NULL, true);
}
API int cuMemcpy(uint64_t to, uint64_t from, size_t n)
{
    return add_copy((struct copy){.to = to, .from = from, .n = n}, NULL, true);
}

static int fill(uint64_t to, uint32_t value, uint32_t width, size_t n, struct stream *s, bool wait)
{
    NEED(!n || (on_device(to) && to % width == 0), SG_INVALID_VALUE);
    return add_copy((struct copy){.to = to, .n = n * width, .value = value, .width = width, .fills = true}, s, wait);
}
API int cuMemsetD8Async(uint64_t to, unsigned char v, size_t n, struct stream *s)
{
    return fill(to, v, 1, n, s, false);
}
API int cuMemsetD16Async(uint64_t to, unsigned short v, size_t n, struct stream *s)
{
    return fill(to, v, 2, n, s, false);
}
API int cuMemsetD32Async(uint64_t to, unsigned v, size_t n, struct stream *s) { return fill(to, v, 4, n, s, false); }
API int cuMemsetD8_v2(uint64_t to, unsigned char v, size_t n) { return fill(to, v, 1, n, NULL, true); }
API int cuMemsetD16_v2(uint64_t to, unsigned short v, size_t n) { return fill(to, v, 2, n, NULL, true); }
API int cuMemsetD32_v2(uint64_t to, unsigned v, size_t n) { return fill(to, v, 4, n, NULL, true); }

/* ---- code ---- */
enum { JIT_WALL_TIME = 2, JIT_ERROR_LOG = 5, JIT_ERROR_LOG_SIZE = 6 };
API int cuModuleLoadDataEx(struct module **m, const void *image, unsigned n, int *options, void **values)
{
    char log[1024] = "", *out = NULL;
    size_t size = 0;
    NEED_CONTEXT;
    for (unsigned k = 0; k < n; k++) {
        if (options[k] == JIT_ERROR_LOG)
            out = values[k];
        else if (options[k] == JIT_ERROR_LOG_SIZE)
            size = (size_t)(uintptr_t)values[k];
        else if (options[k] == JIT_WALL_TIME)
            memset(&values[k], 0, sizeof(float));
    }
    NEED(image && ((const char *)image)[0] != 0x7f, SG_INVALID_IMAGE); /* code of real GPUs */
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

static const struct function *code_of(const struct kernel *k) { return &k->module->functions.v[k->function]; }

static uint32_t most_threads(const struct kernel *k)
{
    const struct function *f = code_of(k);
    uint32_t most = f->want_threads ? f->want_threads : f->max_threads;
    return most && most < 1024 ? most : 1024;
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
    const struct function *f = code_of(k);
    const struct description *w = &k->module->device->what;
    uint32_t registers = f->registers < 16 ? 16 : f->registers > 255 ? 255 : f->registers;
    const int64_t values[] = {most_threads(k),
                              k->static_shared,
                              0,
                              k->local_known,
                              registers,
                              w->major * 10 + w->minor,
                              w->major * 10 + w->minor,
                              0,
                              k->dynamic_allowed ? k->dynamic_allowed : UNASKED_SHARED - (int64_t)k->static_shared,
                              k->carveout};
    NEED(attribute >= 0 && (size_t)attribute < sizeof values / sizeof *values, SG_INVALID_VALUE);
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

/* ---- launches ---- */
struct launch_operation {
    struct operation o;
    struct launch launch;
    uint8_t params[PARAM_BYTES];
};

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

static uint32_t residents_per_unit(const struct device *d, const struct kernel *k, uint32_t threads, uint32_t dynamic)
{
    const struct description *w = &d->what;
    uint32_t whole = (threads + LANES - 1) / LANES * LANES, shared = k->static_shared + dynamic;
    uint32_t n = w->threads_per_unit / whole;
    n = n < w->blocks_per_unit ? n : w->blocks_per_unit;
    if (shared && w->shared_per_unit / shared < n)
        n = w->shared_per_unit / shared;
    return n;
}

/* each value that params points to, at its place; or the buffer that extra names */
static int copy_params(const struct function *f, uint8_t *to, void **params, void **extra)
{
    enum { BUFFER_END, BUFFER_POINTER, BUFFER_SIZE };
    NEED(f->params_size <= PARAM_BYTES, SG_INVALID_VALUE);
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

static int launch(struct kernel *k, const unsigned *g, const unsigned *b, unsigned shared, struct stream *s,
                  void **params, void **extra, bool cooperative)
{
    NEED_CONTEXT;
    NEED(k, SG_INVALID_HANDLE);
    const struct function *f = code_of(k);
    uint64_t threads = (uint64_t)b[0] * b[1] * b[2];
    NEED(g[0] && g[1] && g[2] && threads && g[0] <= INT32_MAX && g[1] <= 65535 && g[2] <= 65535 && b[2] <= 64,
         SG_INVALID_VALUE);
    NEED(threads <= most_threads(k) && (!f->want_threads || threads == f->want_threads), SG_INVALID_VALUE);
    NEED(shared + (uint64_t)k->static_shared <= UNASKED_SHARED || shared <= k->dynamic_allowed, SG_INVALID_VALUE);
    uint32_t residents = residents_per_unit(d, k, (uint32_t)threads, shared) * d->what.units;
    NEED(residents, SG_INVALID_VALUE);
    NEED(!cooperative || (uint64_t)g[0] * g[1] * g[2] <= residents, SG_TOO_LARGE_COOPERATIVE);
    struct launch_operation *o = calloc(1, sizeof *o);
    NEED(o, SG_OUT_OF_MEMORY);
    o->o.run = run_launch;
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
    int code = copy_params(f, o->params, params, extra);
    if (code) {
        free(o);
        return code;
    }
    queue_add(d, s, &o->o);
    return SG_OK;
}

API int cuLaunchKernel(struct kernel *k, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                       unsigned shared, struct stream *s, void **params, void **extra)
{
    return launch(k, (unsigned[]){gx, gy, gz}, (unsigned[]){bx, by, bz}, shared, s, params, extra, false);
}
API int cuLaunchCooperativeKernel(struct kernel *k, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                  unsigned bz, unsigned shared, struct stream *s, void **params)
{
    return launch(k, (unsigned[]){gx, gy, gz}, (unsigned[]){bx, by, bz}, shared, s, params, NULL, true);
}

API int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, struct kernel *k, int threads, size_t shared)
{
    NEED_CONTEXT;
    NEED(k && threads > 0 && threads <= 1024, SG_INVALID_VALUE);
    *n = (int)residents_per_unit(d, k, (uint32_t)threads, (uint32_t)shared);
    return SG_OK;
}
API int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, struct kernel *k, int threads, size_t shared,
                                                             unsigned flags)
{
    (void)flags;
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(n, k, threads, shared);
}

/* ---- messages ---- */
static const struct {
    int code;
    const char *name, *text;
} errors[] = {
    {SG_OK, "CUDA_SUCCESS", "no error"},
    {SG_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {SG_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {SG_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {SG_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no device is available"},
    {SG_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {SG_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE", "the image is no PTX"},
    {SG_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {SG_INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "the PTX was refused"},
    {SG_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {SG_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {SG_NOT_READY, "CUDA_ERROR_NOT_READY", "device not ready"},
    {SG_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {SG_OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
    {SG_TIMEOUT, "CUDA_ERROR_LAUNCH_TIMEOUT", "the kernel does not end"},
    {SG_ASSERT, "CUDA_ERROR_ASSERT", "device-side assert triggered"},
    {SG_STACK, "CUDA_ERROR_HARDWARE_STACK_ERROR", "the stack of a lane overflowed"},
    {SG_ILLEGAL_INSTRUCTION, "CUDA_ERROR_ILLEGAL_INSTRUCTION", "an illegal instruction was encountered"},
    {SG_MISALIGNED, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {SG_INVALID_SPACE, "CUDA_ERROR_INVALID_ADDRESS_SPACE", "an address of another space"},
    {SG_INVALID_PC, "CUDA_ERROR_INVALID_PC", "a call of what is no function"},
    {SG_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {SG_TOO_LARGE_COOPERATIVE, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "too many blocks in a cooperative launch"},
    {SG_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
};

API int cuGetErrorName(int code, const char **out)
{
    for (size_t k = 0; k < sizeof errors / sizeof *errors; k++)
        if (errors[k].code == code) {
            *out = errors[k].name;
            return SG_OK;
        }
    *out = NULL;
    return SG_INVALID_VALUE;
}

API int cuGetErrorString(int code, const char **out)
{
    for (size_t k = 0; k < sizeof errors / sizeof *errors; k++)
        if (errors[k].code == code) {
            *out = errors[k].text;
            return SG_OK;
        }
    *out = NULL;
    return SG_INVALID_VALUE;
}

/* by name, as CUDA's own runtime asks: newer versions of a function have a suffix here */
API int cuGetProcAddress_v2(const char *name, void **f, int version, uint64_t flags, int *status)
{
    char newer[128];
    (void)version, (void)flags;
    snprintf(newer, sizeof newer, "%s_v2", name);
    Dl_info self;
    void *library = dladdr((void *)cuInit, &self) ? dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD) : NULL;
    *f = library ? dlsym(library, newer) : NULL;
    if (library && !*f)
        *f = dlsym(library, name);
    if (library)
        dlclose(library);
    if (status)
        *status = *f ? 0 : 1;
    return *f ? SG_OK : SG_NOT_FOUND;
}
API int cuGetProcAddress(const char *name, void **f, int version, uint64_t flags)
{
    return cuGetProcAddress_v2(name, f, version, flags, NULL);
}
