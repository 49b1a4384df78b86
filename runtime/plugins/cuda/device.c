/* device.c: one GPU: its primary context (shared with other users of CUDA in the process), a stream per host
 * thread, memory and copies. All calls are complete on return except launches, for which sync() waits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"

int gantry_cu_enter(struct gantry_device *d, struct gantry_err *err)
{
    return gantry_cu_check(gantry_cu.cuCtxPushCurrent_v2(d->context), "making the GPU current", err);
}

void gantry_cu_leave(void)
{
    CUcontext old;
    gantry_cu.cuCtxPopCurrent_v2(&old);
}

_Thread_local struct gantry_device *gantry_cu_launched;

/* ---- a stream per host thread and device ---- */
static void thread_ends(void *stream) { gantry_cu.cuStreamDestroy_v2(stream); }

int gantry_cu_stream(struct gantry_device *d, CUstream *stream, struct gantry_err *err)
{
    *stream = pthread_getspecific(d->stream);
    if (*stream)
        return 0;
    if (gantry_cu_check(gantry_cu.cuStreamCreate(stream, CU_STREAM_NON_BLOCKING), "creating a stream", err))
        return -1;
    pthread_setspecific(d->stream, *stream);
    return 0;
}

/* ---- open ---- */
static const struct {
    int attribute;
    size_t offset;
} wanted[] = {
    {CU_ATTR_MAX_THREADS, offsetof(struct gantry_props, max_threads)},
    {CU_ATTR_MAX_GRID_X, offsetof(struct gantry_props, max_teams)},
    {CU_ATTR_SHARED, offsetof(struct gantry_props, shared)},
    {CU_ATTR_WARP, offsetof(struct gantry_props, warp)},
    {CU_ATTR_UNITS, offsetof(struct gantry_props, units)},
    {CU_ATTR_RESIDENT, offsetof(struct gantry_props, resident)},
};

static int read_props(struct gantry_device *d, struct gantry_err *err)
{
    struct gantry_props *p = &d->props;
    int major = 0, minor = 0, version = gantry_cu_driver_version();
    size_t memory = 0;
    CUresult rc = gantry_cu.cuDeviceGetName(p->name, sizeof p->name, d->device);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && !rc; i++) {
        int v = 0;
        rc = gantry_cu.cuDeviceGetAttribute(&v, wanted[i].attribute, d->device);
        *(uint32_t *)((char *)p + wanted[i].offset) = (uint32_t)v;
    }
    if (!rc)
        rc = gantry_cu.cuDeviceGetAttribute(&major, CU_ATTR_MAJOR, d->device);
    if (!rc)
        rc = gantry_cu.cuDeviceGetAttribute(&minor, CU_ATTR_MINOR, d->device);
    if (!rc)
        rc = gantry_cu.cuDeviceTotalMem_v2(&memory, d->device);
    int asked = 0, pageable = 0;
    int cooperative = 0;
    d->cooperative = gantry_cu.cuLaunchCooperativeKernel && gantry_cu.cuOccupancyMaxActiveBlocksPerMultiprocessor &&
                     !gantry_cu.cuDeviceGetAttribute(&cooperative, CU_ATTR_COOPERATIVE, d->device) && cooperative;
    if (!gantry_cu.cuDeviceGetAttribute(&pageable, CU_ATTR_PAGEABLE, d->device))
        p->unified = pageable != 0;
    if (gantry_cu.cuFuncSetAttribute && !gantry_cu.cuDeviceGetAttribute(&asked, CU_ATTR_SHARED_ASKED, d->device) &&
        asked > (int)p->shared)
        p->shared = (uint32_t)asked;
    p->memory = memory;
    snprintf(p->arch, sizeof p->arch, "sm_%d%d", major, minor);
    snprintf(p->driver, sizeof p->driver, "CUDA %d.%d", version / 1000, version % 1000 / 10);
    return gantry_cu_check(rc, "asking the GPU's properties", err);
}

/* GANTRY_CUDA_STACK, GANTRY_CUDA_HEAP */
static int set_limits(struct gantry_device *d, struct gantry_err *err)
{
    static const struct {
        const char *knob;
        int limit;
    } limits[] = {{"CUDA_STACK", CU_LIMIT_STACK}, {"CUDA_HEAP", CU_LIMIT_HEAP}};
    int rc = 0;
    for (size_t i = 0; i < sizeof limits / sizeof *limits && rc == 0; i++) {
        bool stack = limits[i].limit == CU_LIMIT_STACK;
        uint64_t bytes = stack ? gantry_stack_bytes(limits[i].knob, 0) : gantry_knob_number(limits[i].knob, 0);
        char doing[64];
        snprintf(doing, sizeof doing, "setting GANTRY_%s=%llu", limits[i].knob, (unsigned long long)bytes);
        if (!bytes || !gantry_cu.cuCtxSetLimit || (rc = gantry_cu_enter(d, err)) != 0)
            continue;
        rc = gantry_cu_check(gantry_cu.cuCtxSetLimit(limits[i].limit, bytes), doing, err);
        gantry_cu_leave();
    }
    return rc;
}

static void close_device(struct gantry_device *d)
{
    if (d->context)
        gantry_cu.cuDevicePrimaryCtxRelease_v2(d->device);
    pthread_key_delete(d->stream);
    free(d);
}

static int open_device(int ordinal, struct gantry_device **out, struct gantry_err *err)
{
    struct gantry_device *d = calloc(1, sizeof *d);
    if (!d)
        return gantry_cu_error(err, 0, "out of host memory");
    if (pthread_key_create(&d->stream, thread_ends)) {
        free(d);
        return gantry_cu_error(err, 0, "no more thread-specific keys");
    }
    d->ordinal = ordinal;
    if (gantry_cu_check(gantry_cu.cuDeviceGet(&d->device, ordinal), "opening the GPU", err) || read_props(d, err) ||
        gantry_cu_check(gantry_cu.cuDevicePrimaryCtxRetain(&d->context, d->device), "creating the GPU's context",
                        err) ||
        set_limits(d, err)) {
        close_device(d);
        return -1;
    }
    *out = d;
    return 0;
}

static void props(struct gantry_device *d, struct gantry_props *out) { *out = d->props; }

/* ---- memory ---- */
static int alloc(struct gantry_device *d, uint64_t size, const char *label, const struct gantry_loc *where,
                 uint64_t *addr, struct gantry_err *err)
{
    CUdeviceptr p = 0;
    size_t available = 0, total = 0;
    (void)where;
    if (gantry_cu_enter(d, err))
        return -1;
    CUresult code = gantry_cu.cuMemAlloc_v2(&p, size);
    int rc = gantry_cu_check(code, "allocating GPU memory", err);
    if (code == CU_OUT_OF_MEMORY && gantry_cu.cuMemGetInfo_v2 && !gantry_cu.cuMemGetInfo_v2(&available, &total))
        gantry_cu_error_add(err, ": %llu of %llu bytes are free", (unsigned long long)available,
                            (unsigned long long)total);
    if (rc == 0 && label && gantry_cu.gantry_softgpu_label)
        gantry_cu.gantry_softgpu_label(p, label);
    gantry_cu_leave();
    *addr = p;
    return rc;
}

static int release(struct gantry_device *d, uint64_t addr, struct gantry_err *err)
{
    if (gantry_cu_enter(d, err))
        return -1;
    int rc = gantry_cu_check(gantry_cu.cuMemFree_v2(addr), "freeing GPU memory", err);
    gantry_cu_leave();
    return rc;
}

enum transfer { TO_DEVICE, FROM_DEVICE, WITHIN_DEVICE, FILL_DEVICE };

static CUresult start_transfer(enum transfer kind, uint64_t dev, void *host, uint64_t other, uint64_t n, CUstream s)
{
    switch (kind) {
    case TO_DEVICE:
        return gantry_cu.cuMemcpyHtoDAsync_v2(dev, host, n, s);
    case FROM_DEVICE:
        return gantry_cu.cuMemcpyDtoHAsync_v2(host, dev, n, s);
    case WITHIN_DEVICE:
        return gantry_cu.cuMemcpyDtoDAsync_v2(dev, other, n, s);
    case FILL_DEVICE:
        break;
    }
    return gantry_cu.cuMemsetD8Async(dev, (unsigned char)other, n, s);
}

static int transfer(struct gantry_device *d, enum transfer kind, uint64_t dev, void *host, uint64_t other, uint64_t n,
                    struct gantry_err *err)
{
    static const char *const doing[] = {"copying to the GPU", "copying from the GPU", "copying on the GPU",
                                        "filling GPU memory"};
    CUstream stream;
    if (n == 0)
        return 0;
    if (gantry_cu_enter(d, err))
        return -1;
    int rc = gantry_cu_stream(d, &stream, err);
    if (rc == 0)
        rc = gantry_cu_check(start_transfer(kind, dev, host, other, n, stream), doing[kind], err);
    if (rc == 0)
        rc = gantry_cu_check(gantry_cu.cuStreamSynchronize(stream), doing[kind], err);
    gantry_cu_leave();
    return rc;
}

static int copy_to(struct gantry_device *d, uint64_t dst, const void *src, uint64_t n, struct gantry_err *err)
{
    return transfer(d, TO_DEVICE, dst, (void *)src, 0, n, err);
}
static int copy_from(struct gantry_device *d, void *dst, uint64_t src, uint64_t n, struct gantry_err *err)
{
    return transfer(d, FROM_DEVICE, src, dst, 0, n, err);
}
static int copy_within(struct gantry_device *d, uint64_t dst, uint64_t src, uint64_t n, struct gantry_err *err)
{
    return transfer(d, WITHIN_DEVICE, dst, NULL, src, n, err);
}
static int fill(struct gantry_device *d, uint64_t dst, int byte, uint64_t n, struct gantry_err *err)
{
    return transfer(d, FILL_DEVICE, dst, NULL, (uint64_t)byte, n, err);
}

/* After a launch by the same thread, which has left the device's context current for this. */
static int synchronise(struct gantry_device *d, struct gantry_err *err)
{
    CUstream stream;
    if (gantry_cu_launched != d && gantry_cu_enter(d, err))
        return -1;
    gantry_cu_launched = NULL;
    int rc = gantry_cu_stream(d, &stream, err);
    if (rc == 0)
        rc = gantry_cu_check(gantry_cu.cuStreamSynchronize(stream), "running the kernel", err);
    gantry_cu_leave();
    return rc;
}

/* ---- interop: the context is the primary one, which users' CUDA code has too ---- */
static int foreign(struct gantry_device *d, int with_sync, struct gantry_foreign *out, struct gantry_err *err)
{
    enum { RUNTIME_CUDA = 1, VENDOR_NVIDIA = 11 };
    CUstream stream = NULL;
    if (gantry_cu_enter(d, err))
        return -1;
    int rc = with_sync
                 ? gantry_cu_check(gantry_cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "creating a stream", err)
                 : 0;
    gantry_cu_leave();
    *out = (struct gantry_foreign){RUNTIME_CUDA, VENDOR_NVIDIA, "cuda", "nvidia", d->device, d->context, stream};
    return rc;
}

static int foreign_sync(struct gantry_device *d, void *sync, int last, struct gantry_err *err)
{
    if (gantry_cu_enter(d, err))
        return -1;
    int rc = gantry_cu_check(gantry_cu.cuStreamSynchronize(sync), "waiting for a stream", err);
    if (last)
        gantry_cu.cuStreamDestroy_v2(sync);
    gantry_cu_leave();
    return rc;
}

const struct gantry_plugin gantry_plugin_cuda = {
    .abi = GANTRY_ABI_VERSION,
    .kind = "cuda",
    .count = gantry_cu_count,
    .why_none = gantry_cu_why_none,
    .open = open_device,
    .close = close_device,
    .props = props,
    .alloc = alloc,
    .free = release,
    .copy_to = copy_to,
    .copy_from = copy_from,
    .copy_within = copy_within,
    .fill = fill,
    .load = gantry_cu_load,
    .unload = gantry_cu_unload,
    .kernel = gantry_cu_kernel,
    .symbol = gantry_cu_symbol,
    .launch = gantry_cu_launch,
    .resident = gantry_cu_resident,
    .sync = synchronise,
    .shared_left = gantry_cu_shared_left,
    .block_limit = gantry_cu_block_limit,
    .foreign = foreign,
    .foreign_sync = foreign_sync,
    .layers = gantry_cu_layers,
    .launch_graph = gantry_cu_launch_graph,
    .drop_graph = gantry_cu_drop_graph,
};
