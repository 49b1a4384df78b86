/* beside.c: strict: operations of several streams, and copies, that nothing orders: each case with what orders them, where nothing may be
 * told, and without it. The argument names a case; without one each is run by itself. */
#define MORE(X)                                                                                                        \
    X(cuStreamBeginCapture_v2, (handle, int))                                                                          \
    X(cuStreamEndCapture, (handle, handle *))                                                                          \
    X(cuGraphInstantiateWithFlags, (handle *, handle, unsigned long long))                                             \
    X(cuGraphLaunch, (handle, handle))
#include <stddef.h>
#include <stdint.h>
typedef struct opaque *handle;
#include "machine.h"

#include <stdbool.h>

enum { N = 64 };
static const char code[] = PTX ".visible .entry store(.param .u64 p, .param .u32 v)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<3>;\n"
                               "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [v];\nmov.u32 %r2, %tid.x;\nmad.wide.u32 %rd2, %r2, 4, %rd1;\n"
                               "st.global.u32 [%rd2], %r1;\nret;\n}\n"
                               ".visible .entry load(.param .u64 p, .param .u64 q)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<5>;\n"
                               "ld.param.u64 %rd1, [p];\nld.param.u64 %rd3, [q];\nmov.u32 %r2, %tid.x;\nmad.wide.u32 %rd2, %r2, 4, %rd1;\n"
                               "mad.wide.u32 %rd4, %r2, 4, %rd3;\nld.global.u32 %r1, [%rd2];\nst.global.u32 [%rd4], %r1;\nret;\n}\n"
                               ".visible .entry count(.param .u64 p)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<2>;\n"
                               "ld.param.u64 %rd1, [p];\natom.global.add.u32 %r1, [%rd1], 1;\nret;\n}\n";
static handle store, load, count, s, t, e;
static address a, b;
static uint32_t *host;

static void run_store(handle in, address at, uint32_t v) { CHECK(cuLaunchKernel(store, 1, 1, 1, N, 1, 1, 0, in, (void *[]){&at, &v}, NULL) == 0); }
static void run_load(handle in, address at, address to) { CHECK(cuLaunchKernel(load, 1, 1, 1, N, 1, 1, 0, in, (void *[]){&at, &to}, NULL) == 0); }
static void run_count(handle in, address at) { CHECK(cuLaunchKernel(count, 1, 1, 1, N, 1, 1, 0, in, (void *[]){&at}, NULL) == 0); }
static void event(bool good)
{
    CHECK(cuEventRecord(e, s) == 0);
    if (good)
        CHECK(cuStreamWaitEvent(t, e, 0) == 0);
}

static void two_kernels(bool good) { run_store(s, a, 1), event(good), run_load(t, a, b); }
static void one_stream(bool good) { run_store(s, a, 1), run_load(good ? s : t, a, b); }
static void host_waits(bool good)
{
    run_store(s, a, 1);
    if (good)
        CHECK(cuStreamSynchronize(s) == 0);
    run_load(t, a, b);
}
static void host_waits_for_event(bool good)
{
    run_store(s, a, 1);
    CHECK(cuEventRecord(e, s) == 0);
    if (good)
        CHECK(cuEventSynchronize(e) == 0);
    run_load(t, a, b);
}
static void early_event(bool good) /* recorded before the store */
{
    if (!good)
        event(true);
    run_store(s, a, 1);
    if (good)
        event(true);
    run_load(t, a, b);
}
static void copy_back(bool good) { run_store(s, a, 1), event(good); CHECK(cuMemcpyDtoHAsync_v2(host, a, N * 4, t) == 0); }
static void copy_there(bool good) { run_load(s, a, b), event(good); CHECK(cuMemcpyHtoDAsync_v2(a, host, N * 4, t) == 0); }
static void host_buffer(bool good) /* two copies, one into it, one out of it */
{
    CHECK(cuMemcpyDtoHAsync_v2(host, a, N * 4, s) == 0);
    event(good);
    CHECK(cuMemcpyHtoDAsync_v2(b, host, N * 4, t) == 0);
}
static void neighbours(bool good) { run_store(s, a, 1), run_store(t, good ? a + N * 4 : a + N * 4 - 4, 2); }
static void fill(bool good) { run_load(s, a, b), event(good); CHECK(cuMemsetD32Async(a, 0, 1, t) == 0); }
static void atomics(bool good) /* do not race with each other, but with a store */
{
    run_count(s, a);
    if (good)
        run_count(t, a);
    else
        run_store(t, a, 1);
}
static void default_stream(bool good) /* waits for a stream that blocks */
{
    handle blocking;
    CHECK(cuStreamCreate(&blocking, !good) == 0);
    run_store(blocking, a, 1);
    run_load(NULL, a, b);
}
static void graph(bool good) /* two branches of a graph */
{
    handle g, x, f;
    CHECK(cuEventCreate(&f, 2) == 0 && cuStreamBeginCapture_v2(s, 2) == 0);
    CHECK(cuMemsetD32Async(a, 0, N, s) == 0);
    CHECK(cuEventRecord(e, s) == 0 && cuStreamWaitEvent(t, e, 0) == 0);
    run_store(s, a, 1);
    if (good)
        CHECK(cuEventRecord(e, s) == 0 && cuStreamWaitEvent(t, e, 0) == 0);
    run_load(t, a, b);
    CHECK(cuEventRecord(f, t) == 0 && cuStreamWaitEvent(s, f, 0) == 0);
    CHECK(cuStreamEndCapture(s, &g) == 0 && cuGraphInstantiateWithFlags(&x, g, 0) == 0);
    CHECK(cuGraphLaunch(x, s) == 0 && cuGraphLaunch(x, s) == 0);
}
static void after_graph(bool good)
{
    handle g, x;
    CHECK(cuStreamBeginCapture_v2(s, 2) == 0);
    run_store(s, a, 1);
    CHECK(cuStreamEndCapture(s, &g) == 0 && cuGraphInstantiateWithFlags(&x, g, 0) == 0);
    CHECK(cuGraphLaunch(x, s) == 0 && cuGraphLaunch(x, good ? s : t) == 0);
    run_load(good ? s : t, a, b);
    if (!good)
        run_store(s, a, 2);
}

static const struct {
    const char *name;
    void (*run)(bool good);
} cases[] = {{"two_kernels", two_kernels}, {"one_stream", one_stream}, {"host_waits", host_waits}, {"host_waits_for_event", host_waits_for_event},
             {"early_event", early_event}, {"copy_back", copy_back}, {"copy_there", copy_there}, {"host_buffer", host_buffer},
             {"neighbours", neighbours}, {"fill", fill}, {"atomics", atomics}, {"default_stream", default_stream}, {"graph", graph}, {"after_graph", after_graph}};

int main(int argc, char **argv)
{
    int failed = 0;
    setenv("GANTRY_SOFTGPU_STRICT", "1", 1);
    for (size_t k = 0; k < sizeof cases / sizeof *cases && argc == 2; k++)
        for (int good = 0; good < 2; good++) {
            char command[1024];
            snprintf(command, sizeof command, "'%s' '%s' %s %s >out 2>&1; %s", argv[0], argv[1], cases[k].name, good ? "good" : "bad",
                     good ? "! grep softgpu out && grep -qx 'error 0' out" : "grep -q 'softgpu: race on' out && grep -qx 'error 719' out");
            if (system(command)) {
                printf("%s %s: not as expected\n", cases[k].name, good ? "with an order" : "without");
                failed++;
            }
        }
    if (argc == 2) {
        printf(failed ? "%d failed\n" : "all right\n", failed);
        return failed != 0;
    }
    machine_open(argv[1]);
    store = machine_kernel(code, "store"), load = machine_kernel(code, "load"), count = machine_kernel(code, "count");
    CHECK(cuStreamCreate(&s, 1) == 0 && cuStreamCreate(&t, 1) == 0 && cuEventCreate(&e, 2) == 0);
    host = calloc(N, 4);
    a = machine_copy(NULL, 2 * N * 4), b = machine_copy(NULL, 2 * N * 4);
    CHECK(cuMemsetD32Async(a, 0, 2 * N, NULL) == 0 && cuMemsetD32Async(b, 0, 2 * N, NULL) == 0 && cuCtxSynchronize() == 0);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        if (!strcmp(cases[k].name, argv[2]))
            cases[k].run(!strcmp(argv[3], "good"));
    printf("error %d\n", cuCtxSynchronize());
    return failures != 0;
}
