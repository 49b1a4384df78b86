/* machine.h: the software GPU's library as a test uses it: functions found by name, PTX as text, launches that wait. */
#ifndef MACHINE_H
#define MACHINE_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t address;
typedef struct opaque *handle;

#define FUNCTIONS(X)                                                                                                   \
    X(cuInit, (unsigned))                                                                                              \
    X(cuDeviceGet, (int *, int))                                                                                       \
    X(cuDevicePrimaryCtxRetain, (handle *, int))                                                                       \
    X(cuCtxPushCurrent_v2, (handle))                                                                                   \
    X(cuCtxPopCurrent_v2, (handle *))                                                                                  \
    X(cuCtxSynchronize, (void))                                                                                        \
    X(cuCtxSetLimit, (int, size_t))                                                                                    \
    X(cuCtxGetLimit, (size_t *, int))                                                                                  \
    X(cuDeviceGetAttribute, (int *, int, int))                                                                         \
    X(cuMemAlloc_v2, (address *, size_t))                                                                              \
    X(cuMemFree_v2, (address))                                                                                         \
    X(cuMemcpyHtoD_v2, (address, const void *, size_t))                                                                \
    X(cuMemcpyDtoH_v2, (void *, address, size_t))                                                                      \
    X(cuModuleLoadDataEx, (handle *, const void *, unsigned, int *, void **))                                          \
    X(cuModuleGetFunction, (handle *, handle, const char *))                                                           \
    X(cuModuleGetGlobal_v2, (address *, size_t *, handle, const char *))                                               \
    X(cuFuncGetAttribute, (int *, int, handle))                                                                        \
    X(cuFuncSetAttribute, (handle, int, int))                                                                          \
    X(cuStreamCreate, (handle *, unsigned))                                                                            \
    X(cuStreamSynchronize, (handle))                                                                                   \
    X(cuStreamQuery, (handle))                                                                                         \
    X(cuStreamDestroy_v2, (handle))                                                                                     \
    X(cuEventCreate, (handle *, unsigned))                                                                             \
    X(cuEventDestroy_v2, (handle))                                                                                     \
    X(cuEventRecord, (handle, handle))                                                                                 \
    X(cuEventSynchronize, (handle))                                                                                    \
    X(cuEventQuery, (handle))                                                                                          \
    X(cuStreamWaitEvent, (handle, handle, unsigned))                                                                   \
    X(cuMemcpyHtoDAsync_v2, (address, const void *, size_t, handle))                                                   \
    X(cuMemcpyDtoHAsync_v2, (void *, address, size_t, handle))                                                         \
    X(cuMemcpyDtoDAsync_v2, (address, address, size_t, handle))                                                        \
    X(cuMemsetD32Async, (address, unsigned, size_t, handle))                                                           \
    X(cuLaunchHostFunc, (handle, void (*)(void *), void *))                                                            \
    X(cuLaunchKernel, (handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle, void **, void **))
#ifndef MORE /* functions that one test needs */
#define MORE(X)
#endif
#define DECLARE(NAME, PARAMS) static int(*NAME) PARAMS;
FUNCTIONS(DECLARE)
MORE(DECLARE)
#undef DECLARE

static int failures;
#define CHECK(CONDITION)                                                                                               \
    do {                                                                                                               \
        if (!(CONDITION)) {                                                                                            \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #CONDITION);                                                     \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (0)

#define PTX ".version 7.0\n.target sm_70\n.address_size 64\n"

static void machine_open(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    handle context;
    if (!library) {
        printf("%s\n", dlerror());
        exit(1);
    }
#define FIND(NAME, PARAMS)                                                                                             \
    if (!(*(void **)&NAME = dlsym(library, #NAME))) {                                                                  \
        printf("no %s\n", #NAME);                                                                                      \
        exit(1);                                                                                                       \
    }
    FUNCTIONS(FIND)
    MORE(FIND)
#undef FIND
    CHECK(cuCtxSynchronize() == 3); /* nothing was started */
    CHECK(cuInit(0) == 0);
    CHECK(cuCtxSynchronize() == 201); /* no context */
    CHECK(cuDevicePrimaryCtxRetain(&context, 0) == 0);
    CHECK(cuCtxPushCurrent_v2(context) == 0);
}

static char machine_log[1024];
static int machine_load(handle *m, const char *text)
{
    int options[] = {5, 6};
    void *values[] = {machine_log, (void *)sizeof machine_log};
    machine_log[0] = 0;
    return cuModuleLoadDataEx(m, text, 2, options, values);
}

static inline handle machine_kernel(const char *text, const char *name)
{
    handle m, f;
    if (machine_load(&m, text) || cuModuleGetFunction(&f, m, name)) {
        printf("%s: %s\n", name, machine_log);
        exit(1);
    }
    return f;
}

static inline int machine_run(handle f, unsigned blocks, unsigned threads, void **params)
{
    int code = cuLaunchKernel(f, blocks, 1, 1, threads, 1, 1, 0, NULL, params, NULL);
    return code ? code : cuCtxSynchronize();
}

static address machine_copy(const void *from, size_t n)
{
    address a = 0;
    CHECK(cuMemAlloc_v2(&a, n) == 0);
    if (from)
        CHECK(cuMemcpyHtoD_v2(a, from, n) == 0);
    return a;
}

#endif
