/* driver.c: what programs call: the CUDA driver's functions, as far as Gantry's plug-in, and programs that load PTX
 * themselves, use them: here devices, contexts, limits and messages. Without a current context most of them say so; an
 * error of a kernel stays. */
#include "driver.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONTEXTS = 64, DRIVER_VERSION = 12080, MOST_STACK = 512 << 10 };

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
static void usual_limits(struct device *d)
{
    d->memory.heap_limit = 8 << 20;
    d->heap_fixed = false;
    d->stack = 1024;
    d->printf_fifo = 1 << 20;
}

static void device_start(struct device *d, int ordinal, const struct description *what)
{
    d->ordinal = ordinal;
    d->what = *what;
    pthread_mutex_init(&d->lock, NULL);
    memory_start(&d->memory, DEVICE_WINDOW + (uint64_t)ordinal * DEVICE_SIZE, (uint64_t)what->memory_mb << 20);
    const char *strict = getenv("GANTRY_SOFTGPU_STRICT");
    long level = strict ? strtol(strict, NULL, 0) : 0;
    d->memory.strict = level != 0;
    d->same_races = level > 1;
    usual_limits(d);
    d->unified = getenv("GANTRY_SOFTGPU_UNIFIED") && atoi(getenv("GANTRY_SOFTGPU_UNIFIED"));
}

API int cuInit(unsigned flags)
{
    struct description what;
    int code = SG_OK;
    NEED(!flags, SG_INVALID_VALUE);
    pthread_mutex_lock(&start_lock);
    if (!started) {
        const char *kind = getenv("GANTRY_SOFTGPU"), *n = getenv("GANTRY_SOFTGPU_DEVICES");
        if (!describe(kind && *kind ? kind : "h100", &what, why, sizeof why)) {
            fprintf(stderr, "softgpu: GANTRY_SOFTGPU: %s\n", why);
            code = SG_INVALID_VALUE;
        } else {
            char *end = NULL;
            long wanted = n && *n ? strtol(n, &end, 0) : 1;
            wanted =
                (end && *end) || wanted < 0 ? 1 : wanted; /* no number counts as not said: the runtime warns of it */
            ndevices = wanted > MOST_DEVICES ? MOST_DEVICES : (int)wanted;
            for (int k = 0; k < ndevices; k++)
                device_start(&devices[k], k, &what);
            started = true;
        }
    }
    pthread_mutex_unlock(&start_lock);
    return code ? code : ndevices ? SG_OK : SG_NO_DEVICE;
}

#define NEED_DEVICE(D)                                                                                                 \
    NEED(started, SG_NOT_INITIALIZED);                                                                                 \
    NEED((D) >= 0 && (D) < ndevices, SG_INVALID_DEVICE)

int driver_here(struct device **d)
{
    NEED(started, SG_NOT_INITIALIZED);
    NEED(depth, SG_INVALID_CONTEXT);
    *d = current[depth - 1]->device;
    return (*d)->error;
}

struct device *driver_owner(uint64_t a)
{
    uint64_t k = (a - DEVICE_WINDOW) / DEVICE_SIZE;
    return a >= DEVICE_WINDOW && k < (uint64_t)ndevices ? &devices[k] : NULL;
}

API int cuDriverGetVersion(int *v)
{
    NEED(v, SG_INVALID_VALUE);
    *v = DRIVER_VERSION;
    return SG_OK;
}

API int cuDeviceGetCount(int *n)
{
    NEED(n, SG_INVALID_VALUE);
    NEED(started, SG_NOT_INITIALIZED);
    *n = ndevices;
    return SG_OK;
}

API int cuDeviceGet(int *d, int ordinal)
{
    NEED(d, SG_INVALID_VALUE);
    NEED_DEVICE(ordinal);
    *d = ordinal;
    return SG_OK;
}

API int cuDeviceGetName(char *name, int size, int d)
{
    NEED(name, SG_INVALID_VALUE);
    NEED_DEVICE(d);
    snprintf(name, (size_t)size, "%s", devices[d].what.name);
    return SG_OK;
}

API int cuDeviceGetUuid_v2(void *uuid, int d)
{
    NEED(uuid, SG_INVALID_VALUE);
    NEED_DEVICE(d);
    memset(uuid, 0, 16);
    memcpy(uuid, "softgpu", 7);
    ((char *)uuid)[15] = (char)d;
    return SG_OK;
}

API int cuDeviceTotalMem_v2(size_t *bytes, int d)
{
    NEED(bytes, SG_INVALID_VALUE);
    NEED_DEVICE(d);
    *bytes = (size_t)devices[d].memory.total;
    return SG_OK;
}

API int cuDeviceGetAttribute(int *v, int attribute, int d)
{
    NEED(v, SG_INVALID_VALUE);
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
        {111, describe_reserved(w)},
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
    if (!d->primary && !queue_start(d)) {
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
    NEED(c, SG_INVALID_VALUE);
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

/* What the program has left there goes, an error of a kernel too. Modules stay: their addresses are nobody else's. */
API int cuDevicePrimaryCtxReset_v2(int d)
{
    NEED_DEVICE(d);
    if (devices[d].primary)
        queue_wait_all(&devices[d]);
    memory_give_all(&devices[d].memory);
    usual_limits(&devices[d]);
    devices[d].error = SG_OK;
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
    NEED(device, SG_INVALID_VALUE);
    *device = d->ordinal;
    return SG_OK;
}

/* A context of one's own shares the device's memory and streams. */
API int cuCtxCreate_v2(struct context **c, unsigned flags, int d)
{
    struct context *shared, *own;
    NEED(c, SG_INVALID_VALUE);
    NEED_DEVICE(d);
    (void)flags;
    TRY(retain(&devices[d], &shared));
    NEED(own = malloc(sizeof *own), SG_OUT_OF_MEMORY);
    *own = *shared;
    *c = own;
    return cuCtxPushCurrent_v2(own);
}

API int cuCtxDestroy_v2(struct context *c)
{
    NEED(c && c != c->device->primary, SG_INVALID_CONTEXT);
    if (depth && current[depth - 1] == c)
        depth--;
    TRY(cuDevicePrimaryCtxRelease_v2(c->device->ordinal));
    free(c);
    return SG_OK;
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
        return SG_UNSUPPORTED_LIMIT;
    }
}

API int cuCtxGetLimit(size_t *value, int limit)
{
    NEED_CONTEXT;
    NEED(limit >= LIMIT_STACK && limit <= LIMIT_HEAP, SG_UNSUPPORTED_LIMIT);
    NEED(value, SG_INVALID_VALUE);
    *value = limit == LIMIT_STACK ? d->stack : limit == LIMIT_HEAP ? d->memory.heap_limit : d->printf_fifo;
    return SG_OK;
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
    {SG_UNSUPPORTED_LIMIT, "CUDA_ERROR_UNSUPPORTED_LIMIT", "limit is not supported on this architecture"},
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
    {SG_ILLEGAL_STATE, "CUDA_ERROR_ILLEGAL_STATE", "the operation cannot be performed in the present state"},
    {SG_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
    {SG_CAPTURE_UNSUPPORTED, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
     "operation not permitted while a stream is captured"},
    {SG_CAPTURE_INVALIDATED, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "an earlier error ended the capture"},
    {SG_CAPTURE_MERGE, "CUDA_ERROR_STREAM_CAPTURE_MERGE", "the operation would join two captures"},
    {SG_CAPTURE_UNMATCHED, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED", "the capture did not begin in this stream"},
    {SG_CAPTURE_UNJOINED, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED",
     "another stream of the capture has work that the first one does not wait for"},
    {SG_CAPTURE_ISOLATION, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION",
     "the captured work would depend on work that is not captured"},
    {SG_CAPTURE_IMPLICIT, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT", "the default stream would wait for a captured stream"},
    {SG_CAPTURED_EVENT, "CUDA_ERROR_CAPTURED_EVENT", "the event was recorded in a captured stream"},
    {SG_CAPTURE_THREAD, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD", "the capture was begun by another thread"},
    {SG_GRAPH_UPDATE, "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE", "the graph does not fit the executable graph"},
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

/* By name, as CUDA's own runtime asks: newer versions of a function have a suffix here, and which one is meant the
 * caller's version of CUDA says. */
static const struct {
    const char *name, *before, *since_13;
} versions[] = {{"cuCtxCreate", "_v2", "_v4"},
                {"cuGraphAddDependencies", "", "_v2"},
                {"cuGraphRemoveDependencies", "", "_v2"},
                {"cuGraphGetEdges", "", "_v2"},
                {"cuGraphNodeGetDependencies", "", "_v2"},
                {"cuGraphNodeGetDependentNodes", "", "_v2"},
                {"cuStreamUpdateCaptureDependencies", "", "_v2"},
                {"cuStreamGetCaptureInfo", "_v2", "_v3"}};
enum { CUDA_13 = 13000 };

/* for the plug-in: whether a report has said why a call returns that code */
API int gantry_softgpu_explained(int code) { return report_explains(code); }

static void *found(void *library, const char *name, const char *suffix)
{
    char text[128];
    snprintf(text, sizeof text, "%s%s", name, suffix);
    return dlsym(library, text);
}

API int cuGetProcAddress_v2(const char *name, void **f, int version, uint64_t flags, int *status)
{
    const char *suffix = NULL;
    Dl_info self;
    (void)flags;
    NEED(name && f, SG_INVALID_VALUE);
    for (size_t k = 0; k < sizeof versions / sizeof *versions; k++)
        if (!strcmp(versions[k].name, name))
            suffix = version < CUDA_13 ? versions[k].before : versions[k].since_13;
    void *library = dladdr((void *)cuInit, &self) ? dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD) : NULL;
    *f = library ? found(library, name, suffix ? suffix : "_v2") : NULL;
    if (library && !*f && !suffix)
        *f = found(library, name, "");
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
