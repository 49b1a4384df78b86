/* cuda.h: private to runtime/plugins/cuda: the driver's types as far as we use them, and the loaded
 * functions. */
#ifndef GANTRY_CUDA_H
#define GANTRY_CUDA_H

#include <pthread.h>
#include <stdbool.h>

#include "gantry_plugin.h"

typedef int CUresult, CUdevice;
typedef struct cu_context *CUcontext;
typedef struct cu_stream *CUstream;
typedef struct cu_module *CUmodule;
typedef struct cu_function *CUfunction;
typedef struct cu_graph *CUgraph;
typedef struct cu_graph_node *CUgraphNode;
typedef struct cu_graph_exec *CUgraphExec;
typedef unsigned long long CUdeviceptr;

enum cu_result { /* codes that get advice of their own: see messages.c */
                 CU_SUCCESS = 0,
                 CU_OUT_OF_MEMORY = 2,
                 CU_DEINITIALIZED = 4,
                 CU_NO_DEVICE = 100,
                 CU_NOT_FOUND = 500,
};
enum cu_attribute {
    CU_ATTR_MAX_THREADS = 1,
    CU_ATTR_MAX_GRID_X = 5,
    CU_ATTR_SHARED = 8,
    CU_ATTR_WARP = 10,
    CU_ATTR_UNITS = 16,
    CU_ATTR_RESIDENT = 39,
    CU_ATTR_MAJOR = 75,
    CU_ATTR_MINOR = 76,
    CU_ATTR_COOPERATIVE = 95,  /* blocks of a launch may wait for each other */
    CU_ATTR_PAGEABLE = 88,     /* kernels access all of the host's memory */
    CU_ATTR_SHARED_ASKED = 97, /* bytes that a kernel may ask for beyond CU_SHARED_UNASKED; old drivers do not know
                                * it */
};
enum { CU_LIMIT_STACK = 0, CU_LIMIT_HEAP = 2 };
enum { CU_STREAM_NON_BLOCKING = 1 };
enum {
    CU_FUNC_MAX_THREADS = 0,
    CU_FUNC_STATIC_SHARED = 1,
    CU_FUNC_LOCAL = 3,
    CU_FUNC_REGISTERS = 4,
    CU_FUNC_DYNAMIC_SHARED = 8
};
enum { CU_SHARED_UNASKED = 49152 }; /* bytes that a kernel can have without asking for more */
enum {
    CU_JIT_WALL_TIME = 2, /* the driver stores a float in place of the value: milliseconds */
    CU_JIT_INFO_LOG = 3,
    CU_JIT_INFO_LOG_SIZE = 4,
    CU_JIT_ERROR_LOG = 5,
    CU_JIT_ERROR_LOG_SIZE = 6,
    CU_JIT_LEVEL = 7,
};

struct cu_kernel_params { /* of a node of a graph; later drivers read the last two as well */
    CUfunction function;
    unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z, shared;
    void **params, **extra;
    void *kernel, *context;
};

struct cu_functions {
#define CU(NAME, PARAMS) CUresult(*NAME) PARAMS;
#define CU_OPT CU
#include "cuda.def"
#undef CU
#undef CU_OPT
};
extern struct cu_functions gantry_cu; /* valid once gantry_cu_count() is > 0 */

struct gantry_device {
    int ordinal;
    CUdevice device;
    CUcontext context;
    pthread_key_t stream; /* of the calling thread */
    uint64_t stack;       /* bytes of a lane that a limit was set to; 0: the driver's own */
    struct gantry_props props;
    bool cooperative; /* teams of a launch can wait for each other */
};

/* driver.c */
int gantry_cu_count(struct gantry_err *err); /* opens the library and initialises it, once */
const char *gantry_cu_why_none(void);
int gantry_cu_driver_version(void); /* 12040 = CUDA 12.4 */

/* messages.c: 0 for success, else err gets "doing: NAME (what the driver says); advice", and -1 */
int gantry_cu_check(CUresult code, const char *doing, struct gantry_err *err);
int gantry_cu_error(struct gantry_err *err, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void gantry_cu_error_add(struct gantry_err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* device.c: every call runs with the device's context current, and restores the thread's own after it */
int gantry_cu_enter(struct gantry_device *d, struct gantry_err *err);
void gantry_cu_leave(void);
int gantry_cu_stream(struct gantry_device *d, CUstream *stream, struct gantry_err *err);
/* whose context a launch of this thread has left current for sync(), which comes next (gantry_plugin.h) */
extern _Thread_local struct gantry_device *gantry_cu_launched;

/* code.c */
int gantry_cu_load(struct gantry_device *d, const struct gantry_image *image, void **module, struct gantry_err *err);
void gantry_cu_unload(struct gantry_device *d, void *module);
int gantry_cu_kernel(struct gantry_device *d, void *module, const struct gantry_kernel_info *info, void **kernel,
                     struct gantry_err *err);
int gantry_cu_symbol(struct gantry_device *d, void *module, const char *name, uint64_t *addr, uint64_t *size,
                     struct gantry_err *err);
struct cu_asked {
    CUfunction function;
    uint32_t block; /* lanes */
};
/* what a launch of the kernel asks of the driver; the device is current */
int gantry_cu_ask(struct gantry_device *d, void *kernel, const struct gantry_grid *grid, const uint32_t *arg_sizes,
                  struct cu_asked *out, struct gantry_err *err);
int gantry_cu_launch(struct gantry_device *d, void *kernel, const struct gantry_grid *grid, void **args,
                     const uint32_t *arg_sizes, struct gantry_err *err);
int gantry_cu_resident(struct gantry_device *d, void *kernel, const struct gantry_grid *grid, uint32_t *teams,
                       struct gantry_err *err);
uint32_t gantry_cu_shared_left(struct gantry_device *d, void *kernel);
uint32_t gantry_cu_block_limit(struct gantry_device *d, void *kernel);
void gantry_cu_layers(struct gantry_device *d, void *kernel, const struct gantry_grid *grid, struct gantry_layers *out);

/* graph.c */
int gantry_cu_launch_graph(struct gantry_device *d, void **graph, const struct gantry_planned *plan, uint32_t n,
                           bool changed, struct gantry_err *err);
void gantry_cu_drop_graph(struct gantry_device *d, void *graph);

#endif
