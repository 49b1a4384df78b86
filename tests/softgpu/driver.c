/* driver.c: the software GPU as a driver library: what it refuses and how, what a kernel's errors leave behind. */
#include <stddef.h>
#include <stdint.h>
#define MORE(X)                                                                                                        \
    X(cuCtxCreate_v2, (struct opaque **, unsigned, int))                                                               \
    X(cuCtxCreate_v4, (struct opaque **, const void *, unsigned, int))                                                 \
    X(cuCtxDestroy_v2, (struct opaque *))                                                                              \
    X(cuDevicePrimaryCtxReset_v2, (int))                                                                               \
    X(cuCtxGetCurrent, (struct opaque **))                                                                             \
    X(cuGetProcAddress_v2, (const char *, void **, int, uint64_t, int *))                                              \
    X(cuGraphAddDependencies, (struct opaque *, struct opaque **, struct opaque **, size_t))                           \
    X(cuGraphAddDependencies_v2, (struct opaque *, struct opaque **, struct opaque **, const void *, size_t))          \
    X(cuGraphGetEdges_v2, (struct opaque *, struct opaque **, struct opaque **, void *, size_t *))                     \
    X(cuGraphCreate, (struct opaque **, unsigned))                                                                     \
    X(cuGraphAddEmptyNode, (struct opaque **, struct opaque *, struct opaque **, size_t))
#include "machine.h"

static void refuses(const char *body, const char *expected)
{
    char text[4096];
    handle m = NULL;
    snprintf(text, sizeof text, PTX ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %%r<4>;\n.reg .b64 %%rd<4>;\n.reg .pred %%p<2>;\n%s\nret;\n}\n", body);
    CHECK(machine_load(&m, text) == 218);
    if (!strstr(machine_log, expected)) {
        printf("for '%s': the log is '%s', expected '%s'\n", body, machine_log, expected);
        failures++;
    }
}

static void refused(void)
{
    refuses("frobnicate.b32 %r1, %r2;", "line 9: instruction 'frobnicate.b32' is not known");
    refuses("add.q32 %r1, %r2, %r3;", "line 9: instruction 'add.q32' is not known");
    refuses("add.u32 %r1, %r2;", "line 9: 'add.u32' has 2 operands");
    refuses("add.u32 %r1, %r2, %r9;", "line 9: '%r9' is not known");
    refuses("\nbra $nowhere;", "line 10: there is no label '$nowhere'");
    refuses("add.u64 %r1, %rd2, %rd3;", "line 9: a result of 64 bits does not fit the register '%r1'");
    refuses("mma.sync.aligned.m8n8k4 %r1, %r2, %r3;", "line 9: instruction 'mma.sync.aligned.m8n8k4' is of tensor cores, which the GPU in software does not have");
    refuses("wmma.load.a.sync.aligned.m16n16k16.global.row.f16 {%r1,%r2}, [%rd1];", "line 9: instruction 'wmma.load.a.sync.aligned.m16n16k16.global.row.f16' is of tensor cores");
    refuses("tex.1d.v4.f32.s32 {%r1,%r2,%r3,%r0}, [p, {%r1}];", "line 9: instruction 'tex.1d.v4.f32.s32' is of textures");
    refuses("suld.b.1d.b32.trap {%r1}, [p, {%r2}];", "line 9: instruction 'suld.b.1d.b32.trap' is of surfaces");
    refuses("cp.async.ca.shared.global [%r1], [%rd1], 4;", "line 9: instruction 'cp.async.ca.shared.global' is of asynchronous copies");
    refuses("mbarrier.init.shared.b64 [%r1], 1;", "line 9: instruction 'mbarrier.init.shared.b64' is of asynchronous barriers");
    refuses("barrier.cluster.arrive;", "line 9: instruction 'barrier.cluster.arrive' is of clusters");
    refuses("st.param.u64 [p], %rd1;", "line 9: a store to a kernel's parameter");
    refuses("ld.const.u32 %r1, [nothing];", "line 9: 'nothing' is not known");
    refuses("call unknown, ();", "line 9: a call of something that is not known");
}

/* texts that end too early, or are none */
static void torn(void)
{
    static const char *const texts[] = {"", "{", "nothing", PTX ".pragma \"x\"", PTX ".section .debug {", PTX ".visible .entry k(", PTX ".visible .entry k()\n{\nret;",
                                        PTX ".func f()\n{\n$p: .callprototype", PTX ".func (.param .b32 r", PTX ".file 1 2", PTX ".file 1 \"", PTX ".global .attribute(",
                                        PTX ".global .align 4 .b8 a[3] = {1, 2", PTX ".visible .entry k()\n{\nmov.u32 %r1"};
    handle m = NULL;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        int code = machine_load(&m, texts[k]);
        if (code != 218 && code != 200 && *texts[k])
            printf("'%s': %d\n", texts[k], code), failures++;
    }
}

/* contexts of one's own: another one, and what is current stays when it goes */
static void contexts(void)
{
    handle before, own, now;
    size_t v;
    CHECK(cuCtxGetCurrent(&before) == 0 && before);
    for (int k = 0; k < 2; k++) {
        CHECK((k ? cuCtxCreate_v4(&own, NULL, 0, 0) : cuCtxCreate_v2(&own, 0, 0)) == 0 && own != before);
        CHECK(cuCtxGetCurrent(&now) == 0 && now == own);
        CHECK(cuCtxPushCurrent_v2(before) == 0 && cuCtxDestroy_v2(own) == 0); /* it is not current */
        CHECK(cuCtxGetCurrent(&now) == 0 && now == before && cuCtxSynchronize() == 0);
        CHECK(cuCtxPopCurrent_v2(&now) == 0 && cuCtxPopCurrent_v2(&now) == 0);
    }
    CHECK(cuCtxCreate_v4(&own, &v, 0, 0) == 801);
    CHECK(cuCtxDestroy_v2(before) == 201); /* that of the device */
    CHECK(cuCtxGetCurrent(&now) == 0 && now == before);
}

/* functions that CUDA 13 has in another shape */
static void versions(void)
{
    void *f, *g;
    handle graph, a, b, from, to;
    unsigned char none[8] = {0}, port[8] = {1}, data[8] = {9};
    size_t n = 1;
    int status = 9;
    CHECK(cuGetProcAddress_v2("cuGraphAddDependencies", &f, 12080, 0, &status) == 0 && f == (void *)cuGraphAddDependencies && status == 0);
    CHECK(cuGetProcAddress_v2("cuGraphAddDependencies", &f, 13000, 0, NULL) == 0 && f == (void *)cuGraphAddDependencies_v2);
    CHECK(cuGetProcAddress_v2("cuCtxCreate", &f, 12000, 0, NULL) == 0 && f == (void *)cuCtxCreate_v2);
    CHECK(cuGetProcAddress_v2("cuCtxCreate", &f, 13000, 0, NULL) == 0 && f == (void *)cuCtxCreate_v4);
    CHECK(cuGetProcAddress_v2("cuMemAlloc", &f, 12000, 0, NULL) == 0 && cuGetProcAddress_v2("cuMemAlloc", &g, 13000, 0, NULL) == 0 && f == g && f == (void *)cuMemAlloc_v2);
    CHECK(cuGetProcAddress_v2("cuNothing", &f, 13000, 0, &status) == 500 && status == 1);
    CHECK(cuGraphCreate(&graph, 0) == 0 && cuGraphAddEmptyNode(&a, graph, NULL, 0) == 0 && cuGraphAddEmptyNode(&b, graph, NULL, 0) == 0);
    CHECK(cuGraphAddDependencies_v2(graph, &a, &b, port, 1) == 801);
    CHECK(cuGraphAddDependencies_v2(graph, &a, &b, none, 1) == 0);
    CHECK(cuGraphGetEdges_v2(graph, &from, &to, data, &n) == 0 && n == 1 && from == a && to == b && data[0] == 0);
}

/* what the driver's functions may not be given */
static void arguments(void)
{
    handle e, m;
    size_t v;
    CHECK(cuInit(1) == 1);
    CHECK(cuDeviceGet(NULL, 0) == 1 && cuDeviceGetAttribute(NULL, 1, 0) == 1);
    CHECK(cuEventCreate(&e, 0xff00) == 1 && cuEventCreate(&e, 2) == 0);
    CHECK(cuModuleLoadDataEx(&m, NULL, 0, NULL, NULL) == 1);
    CHECK(cuCtxGetLimit(&v, 99) == 215);
}

static const char limits[] = PTX ".visible .entry k() .maxntid 64, 1, 1\n{\nret;\n}\n.visible .entry shaped() .reqntid 32, 2\n{\nret;\n}\n"
                                 ".extern .shared .align 16 .b8 more[];\n"
                                 ".visible .entry s()\n{\n.reg .b32 %r<2>;\n.shared .align 4 .b8 own[1024];\nst.shared.u32 [own], 1;\n"
                                 "st.shared.u32 [more], 1;\nret;\n}\n";

static void launch_limits(void)
{
    handle k = machine_kernel(limits, "k"), s = machine_kernel(limits, "s");
    int v = 0;
    CHECK(cuFuncGetAttribute(&v, 0, k) == 0 && v == 64);
    CHECK(machine_run(k, 1, 64, NULL) == 0);
    CHECK(machine_run(k, 1, 65, NULL) == 1); /* more than .maxntid */
    handle shaped = machine_kernel(limits, "shaped");
    void *extra[] = {NULL}, *params[] = {NULL};
    CHECK(cuLaunchKernel(shaped, 1, 1, 1, 32, 2, 1, 0, NULL, NULL, NULL) == 0);
    CHECK(cuLaunchKernel(shaped, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL) == 1);
    CHECK(cuLaunchKernel(shaped, 1, 1, 1, 32, 1, 2, 0, NULL, NULL, NULL) == 1);
    CHECK(cuLaunchKernel(k, 1, 1, 1, 32, 1, 1, 0, NULL, params, extra) == 1); /* parameters in two ways */
    CHECK(cuFuncGetAttribute(&v, 5, k) == 0 && v == 70); /* what it was compiled for */
    CHECK(machine_run(s, 1, 1025, NULL) == 1);
    CHECK(machine_run(s, 0, 32, NULL) == 1);
    CHECK(cuFuncGetAttribute(&v, 1, s) == 0 && v == 1024);
    CHECK(cuLaunchKernel(s, 1, 1, 1, 32, 1, 1, 49152 - 1024, NULL, NULL, NULL) == 0);
    CHECK(cuLaunchKernel(s, 1, 1, 1, 32, 1, 1, 49152, NULL, NULL, NULL) == 1); /* not asked for */
    CHECK(cuFuncSetAttribute(s, 8, 100000) == 0);
    CHECK(cuLaunchKernel(s, 1, 1, 1, 32, 1, 1, 100000, NULL, NULL, NULL) == 0);
    CHECK(cuFuncSetAttribute(s, 8, 1 << 20) == 1); /* more than there is */
    CHECK(cuCtxSynchronize() == 0);
}

static const char variables[] = PTX ".visible .global .align 4 .u32 v[3] = {1, 2, 3};\n.visible .global .align 8 .u64 to = generic(v)+4;\n"
                                    ".visible .const .align 4 .u32 c = 7;\n"
                                    ".visible .entry k()\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<2>;\nld.global.u64 %rd1, [to];\n"
                                    "ld.u32 %r1, [%rd1];\nld.const.u32 %r2, [c];\nadd.u32 %r3, %r1, %r2;\nst.global.u32 [v], %r3;\nret;\n}\n";

static void initial_values(void)
{
    handle m, k;
    address a = 0;
    size_t n = 0;
    uint32_t v[3] = {0};
    CHECK(machine_load(&m, variables) == 0);
    CHECK(cuModuleGetFunction(&k, m, "k") == 0);
    CHECK(cuModuleGetFunction(&k, m, "v") == 500);
    CHECK(cuModuleGetGlobal_v2(&a, &n, m, "nothing") == 500);
    CHECK(cuModuleGetFunction(&k, m, "k") == 0 && machine_run(k, 1, 1, NULL) == 0);
    CHECK(cuModuleGetGlobal_v2(&a, &n, m, "v") == 0 && n == sizeof v);
    CHECK(cuMemcpyDtoH_v2(v, a, n) == 0);
    CHECK(v[0] == 9 && v[1] == 2 && v[2] == 3);
}

/* limits hold for what is launched after they were set */
static const char taking[] = PTX ".extern .func (.param .b64 p) malloc(.param .b64 n);\n.visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<4>;\n"
                                 "ld.param.u64 %rd1, [p];\n{\n.param .b64 n;\n.param .b64 q;\nst.param.b64 [n], 1048576;\ncall (q), malloc, (n);\n"
                                 "ld.param.b64 %rd2, [q];\n}\nst.global.u64 [%rd1], %rd2;\nret;\n}\n";
static void context_limits(void)
{
    handle k = machine_kernel(taking, "k");
    address a = machine_copy(NULL, 8);
    void *params[] = {&a};
    uint64_t got;
    size_t v;
    CHECK(cuCtxGetLimit(&v, 2) == 0 && v == 8 << 20);
    CHECK(cuCtxSetLimit(2, 3 << 19) == 0 && cuCtxGetLimit(&v, 2) == 0 && v == 3 << 19);
    CHECK(machine_run(k, 1, 1, params) == 0 && cuMemcpyDtoH_v2(&got, a, 8) == 0 && got);
    CHECK(machine_run(k, 1, 1, params) == 0 && cuMemcpyDtoH_v2(&got, a, 8) == 0 && !got); /* no room for another one */
    CHECK(cuCtxGetLimit(&v, 0) == 0 && cuCtxSetLimit(0, 4096) == 0 && cuCtxGetLimit(&v, 0) == 0 && v == 4096);
    CHECK(cuCtxSetLimit(2, 8 << 20) == 1); /* the heap is there already */
    CHECK(cuCtxSetLimit(99, 1) == 215);
}

static const char beyond[] = PTX ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<3>;\n.reg .b32 %r<2>;\n"
                                 "mov.u32 %r1, %tid.x;\nld.param.u64 %rd1, [p];\nmad.wide.u32 %rd2, %r1, 4, %rd1;\n"
                                 "st.global.u32 [%rd2], %r1;\nret;\n}\n";

static void errors_stay(void)
{
    handle k = machine_kernel(beyond, "k");
    address a = machine_copy(NULL, 40 * 4);
    void *params[] = {&a};
    uint32_t v[40] = {0};
    CHECK(machine_run(k, 1, 40, params) == 0);
    CHECK(cuMemcpyDtoH_v2(v, a, sizeof v) == 0 && v[39] == 39);
    CHECK(cuMemcpyDtoH_v2(v, a + 4, sizeof v) == 1); /* beyond the block */
    CHECK(cuLaunchKernel(k, 1, 1, 1, 41, 1, 1, 0, NULL, params, NULL) == 0); /* not seen before the end */
    CHECK(cuCtxSynchronize() == 700);
    CHECK(cuCtxSynchronize() == 700);
    CHECK(cuMemFree_v2(a) == 700);
    CHECK(cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL) == 700);
}

/* after an error: memory and limits are as at the beginning */
static void reset(void)
{
    size_t v = 0, all = 0;
    address a = 0, old = 0;
    CHECK(cuDevicePrimaryCtxReset_v2(1) == 101 && cuCtxSynchronize() == 700);
    CHECK(cuDevicePrimaryCtxReset_v2(0) == 0 && cuCtxSynchronize() == 0);
    CHECK(cuCtxGetLimit(&v, 2) == 0 && v == 8 << 20 && cuCtxSetLimit(2, 1 << 20) == 0);
    CHECK(cuMemAlloc_v2(&old, 64) == 0);
    CHECK(cuDevicePrimaryCtxReset_v2(0) == 0);
    CHECK(cuMemFree_v2(old) == 1); /* it went */
    CHECK(cuCtxGetLimit(&all, 2) == 0 && all == v);
    void *params[] = {&a};
    uint32_t got[40] = {0};
    a = machine_copy(NULL, sizeof got);
    CHECK(machine_run(machine_kernel(beyond, "k"), 1, 40, params) == 0);
    CHECK(cuMemcpyDtoH_v2(got, a, sizeof got) == 0 && got[39] == 39);
}

int main(int argc, char **argv)
{
    machine_open(argc > 1 ? argv[1] : "libgantry_softgpu.so");
    refused();
    contexts();
    versions();
    arguments();
    torn();
    launch_limits();
    initial_values();
    context_limits();
    errors_stay();
    reset();
    printf(failures ? "%d failed\n" : "all right\n", failures);
    return failures != 0;
}
