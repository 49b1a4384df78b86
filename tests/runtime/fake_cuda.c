/* fake_cuda.c: an NVIDIA driver library for tests without a GPU: two devices whose memory is the heap at
 * shifted addresses, one C function for all kernels, every call written down. Variables of the environment steer it:
 * FAKE_CUDA_DEVICES, FAKE_CUDA_VERSION, FAKE_CUDA_MEMORY   what there is
 *   FAKE_CUDA_SHARED                                         bytes of team-shared memory in every kernel's code
 *   FAKE_CUDA_LOG=file                                       a line for each call
 *   FAKE_CUDA_FAIL="cuLaunchKernel=700,cuInit=100"           calls that fail, with which code
 *   FAKE_CUDA_CONTEXTS=1                                     pushes and pops of contexts are written down, too
 * Built as a shared library; with -DWITHOUT_STREAMS it lacks a function that the plug-in needs. */
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long address;
#define SHIFT 0x200000000000ull
#define API __attribute__((visibility("default")))

API void fake_cuda_log(char *out, size_t size); /* takes the log and empties it */
API void (*fake_cuda_kernel)(const char *name, unsigned grid, unsigned block, void **params);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char text[1 << 16];
static _Thread_local void *current[8]; /* stack of contexts */
static _Thread_local int depth;
static size_t used;
static int context;

static void note(const char *fmt, ...) {
    va_list ap;
    const char *path = getenv("FAKE_CUDA_LOG");
    pthread_mutex_lock(&lock);
    if (path) {
        static FILE *file;
        file = file ? file : fopen(path, "w");
        va_start(ap, fmt);
        vfprintf(file, fmt, ap);
        va_end(ap);
        fflush(file);
        pthread_mutex_unlock(&lock);
        return;
    }
    size_t n = strlen(text);
    va_start(ap, fmt);
    vsnprintf(text + n, sizeof text - n, fmt, ap);
    va_end(ap);
    pthread_mutex_unlock(&lock);
}

void fake_cuda_log(char *out, size_t size) {
    pthread_mutex_lock(&lock);
    snprintf(out, size, "%s", text);
    text[0] = 0;
    pthread_mutex_unlock(&lock);
}

static size_t number(const char *variable, size_t otherwise) {
    const char *v = getenv(variable);
    return v ? strtoull(v, NULL, 0) : otherwise;
}

/* the code that FAKE_CUDA_FAIL sets for this call */
static int fails(const char *name) {
    const char *v = getenv("FAKE_CUDA_FAIL"), *at = v ? strstr(v, name) : NULL;
    return at && at[strlen(name)] == '=' ? atoi(at + strlen(name) + 1) : 0;
}

/* most calls need a current context: 201 = CUDA_ERROR_INVALID_CONTEXT */
#define BEGIN(...)                                                                                           \
    do {                                                                                                     \
        int code_ = fails(__func__);                                                                         \
        note(__VA_ARGS__);                                                                                   \
        if (code_)                                                                                           \
            return code_;                                                                                    \
    } while (0)
#define NEED_CONTEXT                                                                                         \
    if (!depth || current[depth - 1] != (void *)&context)                                                    \
    return 201

/* ---- starting ---- */
API int cuInit(unsigned flags) {
    BEGIN("init %u\n", flags);
    return number("FAKE_CUDA_DEVICES", 2) ? 0 : 100;
}
API int cuDriverGetVersion(int *v) {
    *v = (int)number("FAKE_CUDA_VERSION", 12040);
    return 0;
}
API int cuDeviceGetCount(int *n) {
    *n = (int)number("FAKE_CUDA_DEVICES", 2);
    return fails(__func__);
}
API int cuDeviceGet(int *d, int ordinal) {
    *d = ordinal + 10;
    return fails(__func__);
}
API int cuDeviceGetName(char *name, int size, int d) {
    snprintf(name, (size_t)size, "Fake GPU %d", d - 10);
    return 0;
}
API int cuDeviceGetAttribute(int *v, int attribute, int d) {
    static const struct {
        int attribute, value;
    } values[] = {{1, 1024},  {5, 2147483647}, {8, 49152}, {10, 32},    {16, 108},
                  {39, 2048}, {75, 8},         {76, 0},    {97, 166912}, {95, 1}};
    (void)d;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].attribute == attribute) {
            *v = values[i].value;
            return 0;
        }
    return 1;
}
API int cuDeviceTotalMem_v2(size_t *bytes, int d) {
    (void)d;
    *bytes = number("FAKE_CUDA_MEMORY", 1 << 30);
    return 0;
}

/* ---- contexts and streams ---- */
API int cuDevicePrimaryCtxRetain(void **c, int d) {
    BEGIN("retain %d\n", d - 10);
    *c = &context;
    return 0;
}
API int cuDevicePrimaryCtxRelease_v2(int d) {
    (void)d;
    return 0;
}
API int cuCtxPushCurrent_v2(void *c) {
    int code = fails(__func__);
    if (number("FAKE_CUDA_CONTEXTS", 0))
        note("push\n");
    if (!code)
        current[depth++] = c;
    return code;
}
API int cuCtxPopCurrent_v2(void **c) {
    if (number("FAKE_CUDA_CONTEXTS", 0))
        note("pop\n");
    *c = current[--depth];
    return 0;
}
API int cuCtxSetLimit(int limit, size_t value) {
    BEGIN("limit %d %zu\n", limit, value);
    NEED_CONTEXT;
    return 0;
}
#ifndef WITHOUT_STREAMS
static int streams;
API int cuStreamCreate(void **s, unsigned flags) {
    BEGIN("stream %u\n", flags);
    NEED_CONTEXT;
    pthread_mutex_lock(&lock);
    *s = (void *)(size_t)(0x5000 + 16 * ++streams);
    pthread_mutex_unlock(&lock);
    return 0;
}
#endif
API int cuStreamSynchronize(void *s) {
    BEGIN("sync\n");
    return s ? 0 : 400;
}
API int cuStreamDestroy_v2(void *s) {
    (void)s;
    note("stream ends\n");
    return 0;
}

/* ---- memory ---- */
API int cuMemGetInfo_v2(size_t *available, size_t *total) {
    *total = number("FAKE_CUDA_MEMORY", 1 << 30);
    *available = *total - used;
    return 0;
}
/* In a list: what the runtime keeps to the end, under addresses of another kind, is not lost. */
struct block {
    struct block *next, **at;
    size_t size;
    char bytes[];
};
static struct block *blocks;
static char *host(address a) {
    return (char *)(size_t)(a - SHIFT);
}
API int cuMemAlloc_v2(address *a, size_t size) {
    BEGIN("alloc %zu\n", size);
    NEED_CONTEXT;
    pthread_mutex_lock(&lock);
    int full = used + size > number("FAKE_CUDA_MEMORY", 1 << 30);
    struct block *b = full ? NULL : malloc(sizeof *b + size);
    if (b) {
        used += size;
        *b = (struct block){blocks, &blocks, size};
        if (blocks)
            blocks->at = &b->next;
        blocks = b;
    }
    pthread_mutex_unlock(&lock);
    if (!b)
        return 2;
    *a = (address)(size_t)b->bytes + SHIFT;
    return 0;
}
API int cuMemFree_v2(address a) {
    BEGIN("free\n");
    NEED_CONTEXT;
    struct block *b = (struct block *)(host(a) - offsetof(struct block, bytes));
    pthread_mutex_lock(&lock);
    used -= b->size;
    *b->at = b->next;
    if (b->next)
        b->next->at = b->at;
    pthread_mutex_unlock(&lock);
    free(b);
    return 0;
}
API int cuMemcpyHtoDAsync_v2(address dst, const void *src, size_t n, void *s) {
    BEGIN("to %zu\n", n);
    NEED_CONTEXT;
    memcpy(host(dst), src, n);
    return s ? 0 : 400;
}
API int cuMemcpyDtoHAsync_v2(void *dst, address src, size_t n, void *s) {
    BEGIN("from %zu\n", n);
    NEED_CONTEXT;
    memcpy(dst, host(src), n);
    return s ? 0 : 400;
}
API int cuMemcpyDtoDAsync_v2(address dst, address src, size_t n, void *s) {
    BEGIN("within %zu\n", n);
    NEED_CONTEXT;
    memmove(host(dst), host(src), n);
    return s ? 0 : 400;
}
API int cuMemsetD8Async(address dst, unsigned char byte, size_t n, void *s) {
    BEGIN("fill %zu %d\n", n, byte);
    NEED_CONTEXT;
    memset(host(dst), byte, n);
    return s ? 0 : 400;
}

/* ---- code ---- */
static struct {
    address addr;
    int value;
} global;
API int cuModuleLoadDataEx(void **m, const void *image, unsigned n, int *options, void **values) {
    int code = fails(__func__);
    note("load %.12s\n", (const char *)image);
    NEED_CONTEXT;
    for (unsigned i = 0; i < n && code; i++)
        if (options[i] == 5)
            strcpy(values[i], "ptxas: line 7: no such instruction");
    for (unsigned i = 0; i < n; i++)
        if (options[i] == 2) /* milliseconds in the compiler */
            memcpy(&values[i], &(float){12.5f}, sizeof(float));
    *m = (void *)image;
    return code;
}
API int cuModuleUnload(void *m) {
    (void)m;
    BEGIN("unload\n");
    NEED_CONTEXT;
    return 0;
}
API int cuModuleGetFunction(void **f, void *m, const char *name) {
    BEGIN("function %s\n", name);
    NEED_CONTEXT;
    *f = (void *)name;
    return strstr(m, name) ? 0 : 500;
}
API int cuModuleGetGlobal_v2(address *a, size_t *size, void *m, const char *name) {
    BEGIN("global %s\n", name);
    NEED_CONTEXT;
    *a = (address)(size_t)&global.value + SHIFT;
    *size = sizeof global.value;
    return strstr(m, name) ? 0 : 500;
}
static int dynamic_limit; /* not asked for */
API int cuFuncGetAttribute(int *v, int attribute, void *f) {
    static const struct {
        const char *name;
        int otherwise;
    } rows[] = {{"FAKE_CUDA_MAX_THREADS", 1024}, {"FAKE_CUDA_SHARED", 0}, {0}, {"FAKE_CUDA_LOCAL", 0}, {"FAKE_CUDA_REGISTERS", 32}};
    (void)f;
    if (attribute < 0 || attribute > 4 || !rows[attribute].name)
        return 1;
    *v = (int)number(rows[attribute].name, rows[attribute].otherwise);
    return 0;
}
API int cuFuncSetAttribute(void *f, int attribute, int value) {
    BEGIN("attribute %s %d %d\n", (const char *)f, attribute, value);
    NEED_CONTEXT;
    if (attribute == 8)
        dynamic_limit = value;
    return attribute != 8;
}
API int cuLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                       unsigned shared, void *stream, void **params, void **extra) {
    BEGIN("launch %s grid %u %u %u block %u %u %u shared %u\n", (const char *)f, gx, gy, gz, bx, by, bz,
          shared);
    NEED_CONTEXT;
    (void)extra;
    size_t taken = number("FAKE_CUDA_SHARED", 0);
    if (shared + taken > 166912 || (shared + taken > 49152 && shared > (unsigned)dynamic_limit))
        return 1;
    if (fake_cuda_kernel)
        fake_cuda_kernel(f, gx, bx, params);
    return stream ? 0 : 400;
}

API int cuLaunchCooperativeKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                  unsigned bz, unsigned shared, void *stream, void **params) {
    BEGIN("launch together %s grid %u %u %u block %u %u %u shared %u\n", (const char *)f, gx, gy, gz, bx, by, bz,
          shared);
    NEED_CONTEXT;
    if (gx > 108 * (2048 / bx))
        return 720;
    if (fake_cuda_kernel)
        fake_cuda_kernel(f, gx, bx, params);
    return stream ? 0 : 400;
}
API int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *f, int block, size_t shared) {
    BEGIN("occupancy %s block %d shared %zu\n", (const char *)f, block, shared);
    NEED_CONTEXT;
    *blocks = (int)number("FAKE_CUDA_RESIDENT", (size_t)(2048 / block));
    return 0;
}

/* ---- graphs: of launches that follow those which stand before them; parameters are those of the time when they were set ---- */
struct params {
    void *f;
    unsigned grid[3], block[3], shared;
    void **values, **extra;
};
struct graph {
    unsigned n;
    struct params nodes[1024];
};
API int cuGraphCreate(struct graph **g, unsigned flags) {
    BEGIN("graph create %u\n", flags);
    NEED_CONTEXT;
    *g = calloc(1, sizeof **g);
    return *g ? 0 : 2;
}
API int cuGraphAddKernelNode(void **node, struct graph *g, void *const *after, size_t n, const struct params *p) {
    BEGIN("graph node %s grid %u block %u after %zu\n", (const char *)p->f, p->grid[0], p->block[0], n);
    NEED_CONTEXT;
    if (g->n == 1024)
        return 1;
    for (size_t k = 0; k < n; k++)
        if ((struct params *)after[k] < g->nodes || (struct params *)after[k] >= g->nodes + g->n)
            return 1;
    g->nodes[g->n] = *p;
    *node = &g->nodes[g->n++];
    return 0;
}
API int cuGraphInstantiateWithFlags(struct graph **exec, struct graph *g, unsigned long long flags) {
    BEGIN("graph instantiate %u %llu\n", g->n, flags);
    NEED_CONTEXT;
    *exec = g;
    return 0;
}
API int cuGraphExecKernelNodeSetParams(struct graph *exec, void *node, const struct params *p) {
    BEGIN("graph change %s grid %u block %u\n", (const char *)p->f, p->grid[0], p->block[0]);
    NEED_CONTEXT;
    if (((struct params *)node)->f != p->f || (struct params *)node - exec->nodes >= exec->n)
        return 1;
    *(struct params *)node = *p;
    return 0;
}
API int cuGraphLaunch(struct graph *exec, void *stream) {
    BEGIN("graph launch %u\n", exec->n);
    NEED_CONTEXT;
    for (unsigned i = 0; i < exec->n && fake_cuda_kernel; i++)
        fake_cuda_kernel(exec->nodes[i].f, exec->nodes[i].grid[0], exec->nodes[i].block[0], exec->nodes[i].values);
    return stream ? 0 : 400;
}
API int cuGraphExecDestroy(struct graph *exec) {
    (void)exec;
    BEGIN("graph drop\n");
    return 0;
}
API int cuGraphDestroy(struct graph *g) {
    free(g);
    return fails(__func__);
}

/* ---- messages ---- */
static const struct {
    int code;
    const char *name, *text;
} errors[] = {
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {218, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "driver and display driver differ"},
};
API int cuGetErrorName(int code, const char **out) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == code) {
            *out = errors[i].name;
            return 0;
        }
    return 1;
}
API int cuGetErrorString(int code, const char **out) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == code) {
            *out = errors[i].text;
            return 0;
        }
    return 1;
}
