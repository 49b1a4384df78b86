/* streams.c: work of several streams: beside each other, in the order of each stream, after events, in the same order with the same
 * seed. With the argument "order" it says in which order kernels of four streams began. */
#include "machine.h"

/* stores 1 at its place, and waits for a while until the other's is there; 2: it was seen */
static const char meet[] = PTX ".visible .entry k(.param .u64 mine, .param .u64 other)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<3>;\n.reg .pred %p<3>;\n"
                               "ld.param.u64 %rd1, [mine];\nld.param.u64 %rd2, [other];\nmov.u32 %r1, 1;\nst.relaxed.gpu.global.u32 [%rd1], %r1;\n"
                               "mov.u32 %r2, 0;\n$again:\nld.relaxed.gpu.global.u32 %r3, [%rd2];\nsetp.ne.u32 %p1, %r3, 0;\n@%p1 bra $seen;\n"
                               "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p2, %r2, 10000000;\n@%p2 bra $again;\nret;\n"
                               "$seen:\nmov.u32 %r1, 2;\nst.relaxed.gpu.global.u32 [%rd1], %r1;\nret;\n}\n";
/* its number, at the next free place of a list */
static const char next[] = PTX ".visible .entry k(.param .u64 list, .param .u32 me)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<3>;\n"
                               "ld.param.u64 %rd1, [list];\nld.param.u32 %r1, [me];\natom.global.add.u32 %r2, [%rd1], 1;\n"
                               "mad.wide.u32 %rd2, %r2, 4, %rd1;\nst.global.u32 [%rd2+4], %r1;\nret;\n}\n";

static void beside_each_other(void)
{
    handle k = machine_kernel(meet, "k"), s[2];
    address a = machine_copy((uint32_t[2]){0, 0}, 8), b = a + 4;
    uint32_t v[2];
    for (int i = 0; i < 2; i++)
        CHECK(cuStreamCreate(&s[i], 1) == 0);
    CHECK(cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, s[0], (void *[]){&a, &b}, NULL) == 0);
    CHECK(cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, s[1], (void *[]){&b, &a}, NULL) == 0);
    CHECK(cuCtxSynchronize() == 0 && cuMemcpyDtoH_v2(v, a, 8) == 0);
    CHECK(v[0] == 2 && v[1] == 2);
    /* the same in one stream: the first does not see the second */
    CHECK(cuMemsetD32Async(a, 0, 2, s[0]) == 0);
    CHECK(cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, s[0], (void *[]){&a, &b}, NULL) == 0);
    CHECK(cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, s[0], (void *[]){&b, &a}, NULL) == 0);
    CHECK(cuStreamSynchronize(s[0]) == 0 && cuMemcpyDtoH_v2(v, a, 8) == 0);
    CHECK(v[0] == 1 && v[1] == 2);
}

/* a chain of events goes back and forth between two streams */
static void after_events(void)
{
    enum { N = 20 };
    handle k = machine_kernel(next, "k"), s[2], e;
    uint32_t list[1 + N] = {0};
    address a = machine_copy(list, sizeof list);
    for (int i = 0; i < 2; i++)
        CHECK(cuStreamCreate(&s[i], 1) == 0);
    CHECK(cuEventCreate(&e, 2) == 0);
    for (uint32_t i = 0; i < N; i++) {
        CHECK(cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, s[i % 2], (void *[]){&a, &i}, NULL) == 0);
        CHECK(cuEventRecord(e, s[i % 2]) == 0 && cuStreamWaitEvent(s[1 - i % 2], e, 0) == 0);
    }
    CHECK(cuEventDestroy_v2(e) == 0); /* what waits for it keeps it */
    CHECK(cuCtxSynchronize() == 0 && cuMemcpyDtoH_v2(list, a, sizeof list) == 0);
    for (uint32_t i = 0; i < N; i++)
        CHECK(list[1 + i] == i);
}

static void say_order(void)
{
    enum { STREAMS = 4, EACH = 3 };
    handle k = machine_kernel(next, "k"), s[STREAMS];
    uint32_t list[1 + STREAMS * EACH] = {0};
    address a = machine_copy(list, sizeof list);
    for (int i = 0; i < STREAMS; i++)
        CHECK(cuStreamCreate(&s[i], 1) == 0);
    for (uint32_t i = 0; i < STREAMS * EACH; i++) {
        uint32_t me = i % STREAMS * 10 + i / STREAMS;
        CHECK(cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, s[i % STREAMS], (void *[]){&a, &me}, NULL) == 0);
    }
    CHECK(cuCtxSynchronize() == 0 && cuMemcpyDtoH_v2(list, a, sizeof list) == 0);
    for (int i = 0; i < STREAMS * EACH; i++)
        printf("%u ", list[1 + i]);
}

static void order_of(char **argv, int seed, char *out, size_t size)
{
    char command[1024];
    snprintf(command, sizeof command, "GANTRY_SOFTGPU_SEED=%d '%s' '%s' order", seed, argv[0], argv[1]);
    FILE *f = popen(command, "r");
    if (!f || !fgets(out, (int)size, f))
        *out = 0;
    CHECK(f && pclose(f) == 0 && *out);
}

static void orders(char **argv)
{
    char first[256], again[256], other[256];
    int different = 0;
    for (int seed = 1; seed < 6; seed++) {
        order_of(argv, seed, seed == 1 ? first : other, sizeof first);
        order_of(argv, seed, again, sizeof again);
        CHECK(!strcmp(seed == 1 ? first : other, again));
        different += seed > 1 && strcmp(first, other) != 0;
    }
    CHECK(different > 0);
}

int main(int argc, char **argv)
{
    machine_open(argc > 1 ? argv[1] : "libgantry_softgpu.so");
    if (argc > 2) {
        say_order();
        return failures != 0;
    }
    beside_each_other();
    after_events();
    orders(argv);
    printf(failures ? "%d failed\n" : "all right\n", failures);
    return failures != 0;
}
