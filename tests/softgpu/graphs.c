/* graphs.c: graphs of the driver's: captured from streams and built node by node, launched again, with other parameters; what
 * may not be done while a stream is captured, and what each mistake is called. */
#define MORE(X)                                                                                                        \
    X(cuStreamBeginCapture_v2, (handle, int))                                                                          \
    X(cuStreamEndCapture, (handle, handle *))                                                                          \
    X(cuStreamIsCapturing, (handle, int *))                                                                            \
    X(cuStreamGetCaptureInfo_v2, (handle, int *, uint64_t *, handle *, handle **, size_t *))                           \
    X(cuThreadExchangeStreamCaptureMode, (int *))                                                                      \
    X(cuGraphCreate, (handle *, unsigned))                                                                             \
    X(cuGraphDestroy, (handle))                                                                                        \
    X(cuGraphClone, (handle *, handle))                                                                                \
    X(cuGraphNodeFindInClone, (handle *, handle, handle))                                                              \
    X(cuGraphAddKernelNode_v2, (handle *, handle, const handle *, size_t, const struct kernel *))                      \
    X(cuGraphKernelNodeGetParams_v2, (handle, struct kernel *))                                                        \
    X(cuGraphKernelNodeSetParams_v2, (handle, const struct kernel *))                                                  \
    X(cuGraphKernelNodeSetAttribute, (handle, int, const void *))                                                      \
    X(cuGraphAddMemcpyNode, (handle *, handle, const handle *, size_t, const struct copy *, handle))                   \
    X(cuGraphAddMemsetNode, (handle *, handle, const handle *, size_t, const struct fill *, handle))                   \
    X(cuGraphAddHostNode, (handle *, handle, const handle *, size_t, const struct host *))                             \
    X(cuGraphAddEmptyNode, (handle *, handle, const handle *, size_t))                                                 \
    X(cuGraphAddChildGraphNode, (handle *, handle, const handle *, size_t, handle))                                    \
    X(cuGraphAddEventRecordNode, (handle *, handle, const handle *, size_t, handle))                                   \
    X(cuGraphAddDependencies, (handle, const handle *, const handle *, size_t))                                        \
    X(cuGraphRemoveDependencies, (handle, const handle *, const handle *, size_t))                                     \
    X(cuGraphGetNodes, (handle, handle *, size_t *))                                                                   \
    X(cuGraphGetRootNodes, (handle, handle *, size_t *))                                                               \
    X(cuGraphGetEdges, (handle, handle *, handle *, size_t *))                                                         \
    X(cuGraphNodeGetDependencies, (handle, handle *, size_t *))                                                        \
    X(cuGraphNodeGetType, (handle, int *))                                                                             \
    X(cuGraphDestroyNode, (handle))                                                                                    \
    X(cuGraphInstantiateWithFlags, (handle *, handle, unsigned long long))                                             \
    X(cuGraphLaunch, (handle, handle))                                                                                 \
    X(cuGraphExecDestroy, (handle))                                                                                    \
    X(cuGraphExecKernelNodeSetParams_v2, (handle, handle, const struct kernel *))                                      \
    X(cuGraphExecMemsetNodeSetParams, (handle, handle, const struct fill *, handle))                                   \
    X(cuGraphExecHostNodeSetParams, (handle, handle, const struct host *))                                             \
    X(cuGraphNodeSetEnabled, (handle, handle, unsigned))                                                               \
    X(cuGraphExecUpdate_v2, (handle, handle, struct update *))
#include <stddef.h>
#include <stdint.h>
struct kernel {
    void *function;
    unsigned grid[3], threads[3], shared;
    void **params, **extra, *kern, *context;
};
struct copy {
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
struct fill {
    uint64_t to;
    size_t pitch;
    unsigned value, element;
    size_t width, height;
};
struct host {
    void (*call)(void *);
    void *data;
};
struct update {
    int result;
    void *node, *from;
};
#include "machine.h"

enum { N = 64 };
/* v[i] = v[i] * factor + i, by one block of N threads */
static const char step[] = PTX ".visible .entry k(.param .u64 p, .param .u32 factor)\n{\n.reg .b32 %r<5>;\n.reg .b64 %rd<3>;\n"
                               "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [factor];\nmov.u32 %r2, %tid.x;\n"
                               "mad.wide.u32 %rd2, %r2, 4, %rd1;\nld.global.u32 %r3, [%rd2];\nmad.lo.u32 %r4, %r3, %r1, %r2;\n"
                               "st.global.u32 [%rd2], %r4;\nret;\n}\n";
static handle k;

static void launch(handle s, address a, unsigned factor)
{
    CHECK(cuLaunchKernel(k, 1, 1, 1, N, 1, 1, 0, s, (void *[]){&a, &factor}, NULL) == 0);
}
static void expect(const uint32_t *v, uint32_t begin, int n, const unsigned *factor, int line)
{
    for (uint32_t i = 0; i < N; i++) {
        uint32_t x = begin;
        for (int j = 0; j < n; j++)
            x = x * factor[j] + i;
        if (v[i] != x) {
            printf("line %d: element %u is %u, expected %u\n", line, i, v[i], x);
            failures++;
            return;
        }
    }
}
#define EXPECT(V, BEGIN, ...)                                                                                          \
    expect(V, BEGIN, (int)(sizeof(unsigned[]){__VA_ARGS__} / sizeof(unsigned)), (unsigned[]){__VA_ARGS__}, __LINE__)
static int status(handle s)
{
    int v = -1;
    CHECK(cuStreamIsCapturing(s, &v) == 0);
    return v;
}

/* a fill, two kernels, a copy back: nothing happens while they are captured; then as often as it is launched */
static void captured(void)
{
    address a = machine_copy(NULL, N * 4);
    uint32_t v[N] = {0};
    handle s, g, e, nodes[8];
    size_t n = 0;
    int kind;
    CHECK(cuStreamCreate(&s, 1) == 0);
    CHECK(status(s) == 0);
    CHECK(cuStreamEndCapture(s, &g) == 401); /* did not begin */
    CHECK(cuStreamBeginCapture_v2(NULL, 0) == 900);
    CHECK(cuStreamBeginCapture_v2(s, 0) == 0);
    CHECK(cuStreamBeginCapture_v2(s, 0) == 401);
    CHECK(status(s) == 1);
    CHECK(cuMemsetD32Async(a, 5, N, s) == 0);
    launch(s, a, 3);
    launch(s, a, 7);
    CHECK(cuMemcpyDtoHAsync_v2(v, a, sizeof v, s) == 0);
    CHECK(cuStreamEndCapture(s, &g) == 0);
    CHECK(status(s) == 0 && cuCtxSynchronize() == 0 && v[1] == 0);
    CHECK(cuGraphGetNodes(g, NULL, &n) == 0 && n == 4);
    CHECK(cuGraphGetRootNodes(g, NULL, &n) == 0 && n == 1);
    CHECK(cuGraphGetEdges(g, NULL, NULL, &n) == 0 && n == 3);
    n = 8;
    CHECK(cuGraphGetNodes(g, nodes, &n) == 0 && n == 4 && !nodes[4]);
    CHECK(cuGraphNodeGetType(nodes[0], &kind) == 0 && kind == 2);
    CHECK(cuGraphNodeGetType(nodes[1], &kind) == 0 && kind == 0);
    CHECK(cuGraphNodeGetType(nodes[3], &kind) == 0 && kind == 1);
    CHECK(cuGraphInstantiateWithFlags(&e, g, 0) == 0);
    for (int again = 0; again < 3; again++) {
        memset(v, 0, sizeof v);
        CHECK(cuGraphLaunch(e, s) == 0);
        CHECK(cuStreamSynchronize(s) == 0);
        EXPECT(v, 5, 3, 7);
    }
    /* other parameters, of the executable graph alone */
    struct kernel p;
    unsigned factor = 11;
    CHECK(cuGraphKernelNodeGetParams_v2(nodes[2], &p) == 0 && p.function == k && p.threads[0] == N && *(unsigned *)p.params[1] == 7);
    CHECK(cuGraphKernelNodeGetParams_v2(nodes[0], &p) == 1);
    CHECK(cuGraphKernelNodeGetParams_v2(nodes[2], &p) == 0);
    p.params = (void *[]){&a, &factor};
    CHECK(cuGraphExecKernelNodeSetParams_v2(e, nodes[2], &p) == 0);
    CHECK(cuGraphExecMemsetNodeSetParams(e, nodes[0], &(struct fill){a, 0, 9, 4, N, 1}, NULL) == 0);
    CHECK(cuGraphLaunch(e, s) == 0 && cuStreamSynchronize(s) == 0);
    EXPECT(v, 9, 3, 11);
    p.threads[0] = 2000;
    CHECK(cuGraphExecKernelNodeSetParams_v2(e, nodes[2], &p) == 1);
    CHECK(cuGraphExecKernelNodeSetParams_v2(e, nodes[0], &p) == 1);
    /* a node that is left out */
    CHECK(cuGraphNodeSetEnabled(e, nodes[2], 0) == 0);
    CHECK(cuGraphLaunch(e, s) == 0 && cuStreamSynchronize(s) == 0);
    EXPECT(v, 9, 3);
    /* launched, it needs neither the graph nor what was made of it */
    CHECK(cuGraphDestroy(g) == 0);
    CHECK(cuGraphLaunch(e, s) == 0 && cuGraphExecDestroy(e) == 0 && cuStreamSynchronize(s) == 0);
    EXPECT(v, 9, 3);
    CHECK(cuStreamDestroy_v2(s) == 0 && cuMemFree_v2(a) == 0);
}

/* a second stream joins by an event, and must be waited for */
static void forked(void)
{
    address a = machine_copy(NULL, N * 4), b = machine_copy(NULL, N * 4);
    uint32_t v[N], w[N];
    handle s, t, begin, end, g, e;
    size_t n = 0;
    CHECK(cuStreamCreate(&s, 1) == 0 && cuStreamCreate(&t, 1) == 0 && cuEventCreate(&begin, 0) == 0 && cuEventCreate(&end, 0) == 0);
    CHECK(cuStreamBeginCapture_v2(s, 0) == 0);
    CHECK(cuMemsetD32Async(a, 1, N, s) == 0);
    CHECK(cuEventRecord(begin, s) == 0);
    CHECK(cuStreamWaitEvent(t, begin, 0) == 0);
    CHECK(status(t) == 1);
    CHECK(cuMemsetD32Async(b, 1, N, t) == 0);
    launch(t, b, 5);
    launch(s, a, 3);
    CHECK(cuEventRecord(end, t) == 0);
    CHECK(cuStreamWaitEvent(s, end, 0) == 0);
    CHECK(cuMemcpyDtoHAsync_v2(v, a, sizeof v, s) == 0 && cuMemcpyDtoHAsync_v2(w, b, sizeof w, s) == 0);
    CHECK(cuStreamEndCapture(s, &g) == 0 && status(t) == 0);
    CHECK(cuGraphGetEdges(g, NULL, NULL, &n) == 0 && n == 6);
    CHECK(cuGraphInstantiateWithFlags(&e, g, 0) == 0);
    for (int again = 0; again < 4; again++) {
        memset(v, 0, sizeof v), memset(w, 0, sizeof w);
        CHECK(cuGraphLaunch(e, t) == 0 && cuCtxSynchronize() == 0);
        EXPECT(v, 1, 3);
        EXPECT(w, 1, 5);
    }
    CHECK(cuEventQuery(end) == 907 && cuEventSynchronize(end) == 907);
    CHECK(cuEventRecord(end, s) == 0 && cuEventSynchronize(end) == 0);
    CHECK(cuGraphDestroy(g) == 0 && cuGraphExecDestroy(e) == 0);
    /* work of t that s does not wait for */
    CHECK(cuStreamBeginCapture_v2(s, 0) == 0);
    CHECK(cuEventRecord(begin, s) == 0 && cuStreamWaitEvent(t, begin, 0) == 0);
    launch(t, a, 5);
    CHECK(cuStreamEndCapture(t, &g) == 903);
    CHECK(cuStreamEndCapture(s, &g) == 901 && !g);
    CHECK(cuStreamBeginCapture_v2(s, 0) == 0);
    CHECK(cuEventRecord(begin, s) == 0 && cuStreamWaitEvent(t, begin, 0) == 0);
    launch(t, a, 5);
    CHECK(cuStreamEndCapture(s, &g) == 904 && !g);
    CHECK(status(t) == 0);
    /* an event of work that is not captured */
    CHECK(cuEventRecord(end, t) == 0);
    CHECK(cuStreamBeginCapture_v2(s, 0) == 0);
    CHECK(cuStreamWaitEvent(s, end, 0) == 905);
    CHECK(status(s) == 2);
    CHECK(cuLaunchKernel(k, 1, 1, 1, N, 1, 1, 0, s, (void *[]){&a, &n}, NULL) == 901);
    CHECK(cuStreamEndCapture(s, &g) == 901);
    /* two captures */
    CHECK(cuStreamBeginCapture_v2(s, 0) == 0 && cuStreamBeginCapture_v2(t, 0) == 0);
    CHECK(cuEventRecord(begin, s) == 0);
    CHECK(cuStreamWaitEvent(t, begin, 0) == 902);
    CHECK(cuStreamEndCapture(s, &g) == 901 && cuStreamEndCapture(t, &g) == 901);
    CHECK(cuStreamWaitEvent(t, begin, 0) == 907);
    CHECK(cuStreamDestroy_v2(s) == 0 && cuStreamDestroy_v2(t) == 0 && cuEventDestroy_v2(begin) == 0 && cuEventDestroy_v2(end) == 0);
}

static void forbidden(void)
{
    address a = machine_copy(NULL, N * 4), more;
    uint32_t v[N];
    handle s, blocking, g;
    int mode = 2;
    CHECK(cuStreamCreate(&s, 1) == 0 && cuStreamCreate(&blocking, 0) == 0);
    struct {
        int code, given;
    } tried;
#define TRIED(CALL, CODE)                                                                                              \
    CHECK(cuStreamBeginCapture_v2(s, 0) == 0);                                                                         \
    tried.code = CALL;                                                                                                 \
    tried.given = status(s);                                                                                           \
    if (tried.code != CODE || tried.given != 2)                                                                        \
        printf("%s: %d, status %d\n", #CALL, tried.code, tried.given), failures++;                                     \
    CHECK(cuStreamEndCapture(s, &g) == 901)
    TRIED(cuStreamSynchronize(s), 900);
    TRIED(cuStreamQuery(s), 900);
    TRIED(cuCtxSynchronize(), 900);
    TRIED(cuMemAlloc_v2(&more, 64), 900);
    TRIED(cuMemFree_v2(a), 900);
    TRIED(cuMemcpyDtoH_v2(v, a, sizeof v), 900);
    /* relaxed, or for this thread, they may be called */
    CHECK(cuStreamBeginCapture_v2(s, 2) == 0);
    CHECK(cuMemAlloc_v2(&more, 64) == 0 && cuMemFree_v2(more) == 0 && status(s) == 1);
    CHECK(cuStreamEndCapture(s, &g) == 0 && cuGraphDestroy(g) == 0);
    CHECK(cuThreadExchangeStreamCaptureMode(&mode) == 0 && mode == 0);
    CHECK(cuStreamBeginCapture_v2(s, 0) == 0);
    CHECK(cuMemAlloc_v2(&more, 64) == 0 && cuMemFree_v2(more) == 0 && status(s) == 1);
    CHECK(cuStreamEndCapture(s, &g) == 0 && cuGraphDestroy(g) == 0);
    CHECK(cuThreadExchangeStreamCaptureMode(&mode) == 0 && mode == 2);
    /* the default stream would wait for a stream that is captured, unless that one does not care */
    CHECK(cuStreamBeginCapture_v2(s, 0) == 0);
    CHECK(cuMemsetD32Async(a, 1, N, NULL) == 0 && status(s) == 1);
    CHECK(cuStreamEndCapture(s, &g) == 0 && cuGraphDestroy(g) == 0);
    CHECK(cuStreamBeginCapture_v2(blocking, 0) == 0);
    CHECK(cuMemsetD32Async(a, 1, N, NULL) == 906);
    CHECK(cuStreamEndCapture(blocking, &g) == 901);
    CHECK(cuCtxSynchronize() == 0 && cuMemFree_v2(a) == 0);
}

static uint32_t counted;
static void count(void *n) { counted += *(uint32_t *)n; }

/* a diamond of all kinds of nodes */
static void built(void)
{
    address a = machine_copy(NULL, 2 * N * 4);
    uint32_t v[2 * N] = {0}, one = 1, ten = 10;
    unsigned factor[] = {2, 3};
    address half[] = {a, a + N * 4};
    void *params[2][2] = {{&half[0], &factor[0]}, {&half[1], &factor[1]}};
    handle g, fill, left, right, both, back, host, child, inner, e, event, clone, same, nodes[4];
    size_t n;
    int kind;
    CHECK(cuGraphCreate(&g, 0) == 0 && cuEventCreate(&event, 0) == 0);
    CHECK(cuGraphAddMemsetNode(&fill, g, NULL, 0, &(struct fill){a, 0, 4, 4, 2 * N, 1}, NULL) == 0);
    CHECK(cuGraphAddKernelNode_v2(&left, g, &fill, 1, &(struct kernel){k, {1, 1, 1}, {N, 1, 1}, 0, params[0], NULL, NULL, NULL}) == 0);
    CHECK(cuGraphAddKernelNode_v2(&right, g, NULL, 0, &(struct kernel){k, {1, 1, 1}, {N, 1, 1}, 0, params[1], NULL, NULL, NULL}) == 0);
    CHECK(cuGraphAddDependencies(g, &fill, &right, 1) == 0);
    CHECK(cuGraphAddDependencies(g, &fill, &right, 1) == 1); /* it is there */
    CHECK(cuGraphAddEmptyNode(&both, g, (handle[]){left, right}, 2) == 0);
    CHECK(cuGraphAddMemcpyNode(&back, g, &both, 1, &(struct copy){.from_kind = 2, .from_device = a, .to_kind = 1, .to_host = v, .width = sizeof v, .height = 1, .depth = 1}, NULL) == 0);
    CHECK(cuGraphAddHostNode(&host, g, &back, 1, &(struct host){count, &one}) == 0);
    CHECK(cuGraphCreate(&inner, 0) == 0);
    CHECK(cuGraphAddHostNode(NULL, inner, NULL, 0, &(struct host){count, &ten}) == 0);
    CHECK(cuGraphAddChildGraphNode(&child, g, &host, 1, inner) == 0 && cuGraphDestroy(inner) == 0);
    CHECK(cuGraphAddEventRecordNode(NULL, g, &child, 1, event) == 0);
    CHECK(cuGraphNodeGetType(child, &kind) == 0 && kind == 4);
    CHECK(cuGraphNodeGetType(both, &kind) == 0 && kind == 5);
    n = 4;
    CHECK(cuGraphNodeGetDependencies(both, nodes, &n) == 0 && n == 2 && nodes[0] == left && nodes[1] == right);
    CHECK(cuGraphAddKernelNode_v2(&same, g, NULL, 0, &(struct kernel){k, {0, 1, 1}, {N, 1, 1}, 0, params[0], NULL, NULL, NULL}) == 1);
    CHECK(cuGraphInstantiateWithFlags(&e, g, 0) == 0);
    for (uint32_t again = 1; again < 4; again++) {
        CHECK(cuGraphLaunch(e, NULL) == 0 && cuEventSynchronize(event) == 0 && counted == 11 * again);
        EXPECT(v, 4, 2);
        EXPECT(v + N, 4, 3);
    }
    counted = 0;
    CHECK(cuGraphExecHostNodeSetParams(e, host, &(struct host){count, &ten}) == 0);
    CHECK(cuGraphLaunch(e, NULL) == 0 && cuCtxSynchronize() == 0 && counted == 20);
    /* a copy has nodes of its own */
    CHECK(cuGraphClone(&clone, g) == 0 && cuGraphNodeFindInClone(&same, right, clone) == 0 && same != right);
    CHECK(cuGraphNodeGetType(same, &kind) == 0 && kind == 0);
    CHECK(cuGraphKernelNodeSetParams_v2(same, &(struct kernel){k, {1, 1, 1}, {N, 1, 1}, 0, (void *[]){&half[1], &factor[0]}, NULL, NULL, NULL}) == 0);
    struct update u;
    CHECK(cuGraphExecUpdate_v2(e, clone, &u) == 0 && u.result == 0);
    CHECK(cuGraphLaunch(e, NULL) == 0 && cuCtxSynchronize() == 0);
    EXPECT(v + N, 4, 2);
    /* another graph */
    CHECK(cuGraphKernelNodeSetAttribute(same, 2, &(int){1}) == 0);
    CHECK(cuGraphExecUpdate_v2(e, clone, &u) == 910 && u.result == 8 && u.node == same);
    CHECK(cuGraphRemoveDependencies(clone, (handle[]){same}, (handle[]){same}, 1) == 1);
    CHECK(cuGraphDestroyNode(same) == 0);
    CHECK(cuGraphExecUpdate_v2(e, clone, &u) == 910 && u.result == 2);
    /* a circle */
    CHECK(cuGraphAddDependencies(g, &host, &fill, 1) == 0);
    CHECK(cuGraphInstantiateWithFlags(&same, g, 0) == 1);
    CHECK(cuGraphDestroy(g) == 0 && cuGraphDestroy(clone) == 0 && cuGraphExecDestroy(e) == 0 && cuEventDestroy_v2(event) == 0 && cuMemFree_v2(a) == 0);
}

/* a graph in a graph, by capture; and what a kernel of a graph does wrong stays as always */
static void nested(void)
{
    address a = machine_copy(NULL, N * 4), beyond;
    uint32_t v[N];
    handle s, g, e, outer, f;
    CHECK(cuStreamCreate(&s, 1) == 0 && cuStreamBeginCapture_v2(s, 2) == 0);
    launch(s, a, 3);
    CHECK(cuStreamEndCapture(s, &g) == 0 && cuGraphInstantiateWithFlags(&e, g, 0) == 0);
    CHECK(cuStreamBeginCapture_v2(s, 2) == 0);
    CHECK(cuMemsetD32Async(a, 2, N, s) == 0 && cuGraphLaunch(e, s) == 0 && cuGraphLaunch(e, s) == 0);
    CHECK(cuMemcpyDtoHAsync_v2(v, a, sizeof v, s) == 0);
    CHECK(cuStreamEndCapture(s, &outer) == 0 && cuGraphInstantiateWithFlags(&f, outer, 0) == 0);
    CHECK(cuGraphLaunch(f, s) == 0 && cuStreamSynchronize(s) == 0);
    EXPECT(v, 2, 3, 3);
    beyond = a + 4;
    CHECK(cuStreamBeginCapture_v2(s, 2) == 0);
    launch(s, beyond, 3);
    CHECK(cuStreamEndCapture(s, &g) == 0 && cuGraphInstantiateWithFlags(&e, g, 0) == 0);
    CHECK(cuGraphLaunch(e, s) == 0 && cuStreamSynchronize(s) == 700 && cuGraphLaunch(e, s) == 700);
}

int main(int argc, char **argv)
{
    machine_open(argc > 1 ? argv[1] : "libgantry_softgpu.so");
    k = machine_kernel(step, "k");
    captured();
    forked();
    forbidden();
    built();
    nested();
    printf(failures ? "%d failed\n" : "all right\n", failures);
    return failures != 0;
}
