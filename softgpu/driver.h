/* driver.h: what the files of the driver's functions share: driver.c (devices, contexts, messages), streams.c,
 * copies.c, kernels.c, graph.c (graphs), capture.c (streams that make graphs). */
#ifndef GANTRY_SOFTGPU_DRIVER_H
#define GANTRY_SOFTGPU_DRIVER_H

#include "queue.h"

#define API __attribute__((visibility("default")))

#define NEED(CONDITION, CODE)                                                                                          \
    do {                                                                                                               \
        if (!(CONDITION))                                                                                              \
            return CODE;                                                                                               \
    } while (0)
#define TRY(CALL)                                                                                                      \
    do {                                                                                                               \
        int code_ = (CALL);                                                                                            \
        if (code_)                                                                                                     \
            return code_;                                                                                              \
    } while (0)
/* d: the device of the current context, without an error */
#define NEED_CONTEXT                                                                                                   \
    struct device *d = NULL;                                                                                           \
    TRY(driver_here(&d))

/* ---- driver.c ---- */
int driver_here(struct device **d);
/* the device that an address belongs to; NULL: the host's */
struct device *driver_owner(uint64_t address);

/* ---- functions that newer.c has in another shape ---- */
struct graph;
struct node;
API int cuCtxCreate_v2(struct context **c, unsigned flags, int d);
API int cuGraphAddDependencies(struct graph *g, struct node *const *from, struct node *const *to, size_t n);
API int cuGraphRemoveDependencies(struct graph *g, struct node *const *from, struct node *const *to, size_t n);
API int cuGraphGetEdges(const struct graph *g, struct node **from, struct node **to, size_t *n);
API int cuGraphNodeGetDependencies(const struct node *m, struct node **out, size_t *n);
API int cuGraphNodeGetDependentNodes(const struct node *m, struct node **out, size_t *n);
API int cuStreamUpdateCaptureDependencies(struct stream *s, struct node *const *after, size_t n, unsigned flags);

/* ---- nodes.c ---- */
struct node {
    struct graph *graph;
    uint64_t id;            /* the same in copies of the graph */
    struct operation *what; /* NULL: a graph of its own, or nothing */
    struct graph *child;
    VEC(struct node *) after;
    bool disabled;     /* of an executable graph */
    struct past *past; /* strict: of its last launch */
    uint32_t chain, links;
    void **pointers; /* to parameters, as they were asked for */
};
struct graph {
    VEC(struct node *) nodes;
    struct node *parent; /* the node whose child it is */
};
#define EACH_NODE(N, G)                                                                                                \
    for (size_t i_ = 0; i_ < (G)->nodes.n; i_++)                                                                       \
        for (struct node *N = (G)->nodes.v[i_]; N; N = NULL)
struct graph *graph_new(void);
struct graph *graph_copy(const struct graph *g);
/* the node with this number, in the graph or in one of its nodes'; NULL: none */
struct node *graph_node(const struct graph *g, uint64_t id);
size_t node_index(const struct graph *g, const struct node *n);
bool node_waits_for(const struct node *n, const struct node *other);
enum operation_kind node_kind(const struct node *n);
void node_drop(struct node *n);
void graph_drop(struct graph *g);
/* o NULL: nothing; child: of a graph of its own, that is copied */
int graph_add(struct graph *g, struct operation *o, const struct graph *child, struct node *const *after, size_t n,
              struct node **out);

/* ---- capture.c ---- */
/* a code where a call is forbidden while streams are captured: one that nothing orders with their work */
int capture_safe(void);
/* the stream is not captured itself (its work is not there to be waited for) */
int capture_none(struct device *d, struct stream *s);
int capture_none_of(struct device *d);
/* an event whose recording is part of a graph has no time */
int capture_event(const struct event *e);
/* true: o, of a stream or of a graph, became part of a capture, with the code; else the stream is not captured */
bool capture_takes(struct device *d, struct stream *s, struct operation *o, const struct graph *child, int *code);

/* ---- copies.c ---- */
struct copy {
    struct operation o;
    uint64_t to, from, width;                        /* addresses of the device, or of the host; bytes of a row */
    uint64_t rows, slices;                           /* at least 1 */
    uint64_t to_row, from_row, to_slice, from_slice; /* bytes from one to the next */
    uint32_t value, element;                         /* what fills, and its bytes */
    bool fills;
};
struct copy_params { /* CUDA_MEMCPY3D */
    size_t from_x, from_y, from_z, from_level;
    unsigned from_kind;
    const void *from_host;
    uint64_t from_device;
    void *from_array, *reserved0;
    size_t from_pitch, from_height, to_x, to_y, to_z, to_level;
    unsigned to_kind;
    void *to_host;
    uint64_t to_device;
    void *to_array, *reserved1;
    size_t to_pitch, to_height, width, height, depth;
};
struct fill_params { /* CUDA_MEMSET_NODE_PARAMS */
    uint64_t to;
    size_t pitch;
    unsigned value, element;
    size_t width, height;
};
/* an operation of its own, that nobody has been asked for yet */
int copy_make(const struct copy_params *p, struct operation **out);
int fill_make(const struct fill_params *p, struct operation **out);

/* ---- kernels.c ---- */
enum { PARAM_BYTES = 4096, MOST_PARAMS = 1024 };
struct launch_operation {
    struct operation o;
    struct launch launch;
    uint8_t params[PARAM_BYTES];
};
struct kernel_params { /* CUDA_KERNEL_NODE_PARAMS_v2 */
    struct kernel *kernel;
    unsigned grid[3], threads[3], shared;
    void **params, **extra;
    void *library_kernel, *context;
};
int launch_make(const struct kernel_params *p, bool cooperative, struct operation **out);
const struct function *kernel_function(const struct kernel *k);

/* ---- streams.c ---- */
struct host_function {
    struct operation o;
    void (*call)(void *);
    void *data;
};
struct host_params { /* CUDA_HOST_NODE_PARAMS_v1 */
    void (*call)(void *);
    void *data;
};
int host_make(const struct host_params *p, struct operation **out);
int event_make(struct event *e, bool waits, struct operation **out);
/* asks the stream for the operation, or captures it; o is the callee's from here on */
int stream_add(struct device *d, struct stream *s, struct operation *o);

#endif
