/* launches.c: how many blocks of a kernel fit, cooperative launches and their grid barrier, and what is refused. Expected numbers are
 * those of the CUDA occupancy rules, worked out by hand for the device that the test describes. */
#define MORE(X)                                                                                                        \
    X(cuLaunchCooperativeKernel, (handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle, void **)) \
    X(cuLaunchKernelEx, (const struct config *, handle, void **, void **))                                             \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int *, handle, int, size_t))                                       \
    X(cuOccupancyMaxPotentialBlockSize, (int *, int *, handle, size_t (*)(int), size_t, int))                          \
    X(cuOccupancyAvailableDynamicSMemPerBlock, (size_t *, handle, int, int))
#include <stddef.h>
#include <stdint.h>
struct attribute {
    int id;
    char pad[4];
    union {
        char bytes[64];
        int cooperative;
        unsigned cluster[3];
    };
};
struct config {
    unsigned grid[3], threads[3], shared;
    void *stream;
    struct attribute *attributes;
    unsigned n;
};
#include "machine.h"

/* every thread counts itself, all of the grid meet, and every thread sees all of them; twice */
static const char meet[] = PTX ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n.reg .b32 %r<12>;\n.reg .b64 %rd<6>;\n.reg .pred %p<4>;\n"
                               "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [n];\nmov.u32 %r2, %tid.x;\nmov.u32 %r3, %ctaid.x;\n"
                               "mov.u32 %r4, %ntid.x;\nmad.lo.u32 %r5, %r3, %r4, %r2;\nmad.wide.u32 %rd2, %r5, 4, %rd1;\n"
                               "add.s32 %r6, %r5, 1;\nst.global.u32 [%rd2+64], %r6;\n"
                               /* the barrier */
                               "bar.sync 0;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra $waits;\nmembar.gl;\natom.global.add.u32 %r7, [%rd1], 1;\n"
                               "$again:\nld.relaxed.gpu.global.u32 %r7, [%rd1];\nsetp.ne.u32 %p2, %r7, %r1;\n@%p2 bra $again;\nmembar.gl;\n"
                               "$waits:\nbar.sync 0;\n"
                               /* thread i adds what thread all - 1 - i stored */
                               "mul.lo.u32 %r8, %r1, %r4;\nsub.u32 %r9, %r8, %r6;\nmad.wide.u32 %rd3, %r9, 4, %rd1;\n"
                               "ld.global.u32 %r10, [%rd3+64];\natom.global.add.u32 %r11, [%rd1+4], %r10;\nret;\n}\n";
/* many registers at once: 40 values that all are needed at the end; 1024 and 96 threads at most */
static void kernel_of_registers(char *out, size_t size, int values, const char *bounds)
{
    int n = snprintf(out, size, PTX ".visible .entry k(.param .u64 p) %s\n{\n.reg .b32 %%r<%d>;\n.reg .b64 %%rd<2>;\nld.param.u64 %%rd1, [p];\n", bounds, values + 2);
    for (int i = 0; i < values; i++)
        n += snprintf(out + n, size - (size_t)n, "ld.global.u32 %%r%d, [%%rd1+%d];\n", i, 4 * i);
    for (int i = 1; i < values; i++)
        n += snprintf(out + n, size - (size_t)n, "add.u32 %%r0, %%r0, %%r%d;\n", i);
    snprintf(out + n, size - (size_t)n, "st.global.u32 [%%rd1], %%r0;\nret;\n}\n");
}

static int resident(handle k, int threads, size_t shared)
{
    int n = -1;
    CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, threads, shared) == 0);
    return n;
}

static void cooperative(void)
{
    handle k = machine_kernel(meet, "k");
    int fit = resident(k, 128, 0), units = 0, v = 0;
    CHECK(cuDeviceGetAttribute(&units, 16, 0) == 0 && units == 4);
    CHECK(cuDeviceGetAttribute(&v, 95, 0) == 0 && v == 1);
    CHECK(fit == 8); /* 1024 threads a unit */
    uint32_t blocks = (uint32_t)(fit * units), all = blocks * 128, seen[2];
    address a = machine_copy(NULL, 64 + all * 4);
    void *params[] = {&a, &blocks};
    struct attribute together = {.id = 2, .cooperative = 1}, cluster = {.id = 4, .cluster = {2, 1, 1}};
    struct config c = {{blocks, 1, 1}, {128, 1, 1}, 0, NULL, &together, 1};
    for (int how = 0; how < 2; how++) {
        CHECK(cuMemsetD32Async(a, 0, 2, NULL) == 0);
        CHECK((how ? cuLaunchKernelEx(&c, k, params, NULL) : cuLaunchCooperativeKernel(k, blocks, 1, 1, 128, 1, 1, 0, NULL, params)) == 0);
        CHECK(cuCtxSynchronize() == 0);
        CHECK(cuMemcpyDtoH_v2(seen, a, sizeof seen) == 0);
        CHECK(seen[0] == blocks && seen[1] == all * (all + 1) / 2);
    }
    CHECK(cuLaunchCooperativeKernel(k, blocks + 1, 1, 1, 128, 1, 1, 0, NULL, params) == 720);
    CHECK(cuLaunchCooperativeKernel(k, blocks, 1, 1, 128, 1, 1, 20000, NULL, params) == 720); /* shared memory for 4 blocks */
    c.grid[0]++;
    CHECK(cuLaunchKernelEx(&c, k, params, NULL) == 720);
    c.grid[0]--, c.attributes = &cluster;
    CHECK(cuLaunchKernelEx(&c, k, params, NULL) == 801);
    CHECK(cuCtxSynchronize() == 0);
    CHECK(cuMemFree_v2(a) == 0);
}

static void occupancy(void)
{
    static char text[16384];
    handle small, many, bound;
    int n = 0, threads = 0, v = 0;
    size_t bytes = 0;
    address a = machine_copy(NULL, 4096);
    small = machine_kernel(PTX ".visible .entry k()\n{\n.shared .align 4 .b8 s[1024];\nst.shared.u32 [s], 1;\nret;\n}\n", "k");
    CHECK(resident(small, 32, 0) == 16);          /* blocks a unit */
    CHECK(resident(small, 1024, 0) == 1);         /* threads */
    CHECK(resident(small, 96, 0) == 10);          /* 1024 / 96 */
    CHECK(resident(small, 33, 0) == 16);          /* 64 threads are kept for 33 */
    CHECK(resident(small, 32, 10000) == 8);       /* 98304 / (1024 + 10000 + 1024, to 12160) */
    CHECK(resident(small, 32, 98304) == 0);       /* more than a block may have */
    CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, small, 1025, 0) == 1);
    CHECK(cuOccupancyMaxPotentialBlockSize(&n, &threads, small, NULL, 0, 0) == 0 && threads == 1024 && n == 4);
    CHECK(cuOccupancyMaxPotentialBlockSize(&n, &threads, small, NULL, 0, 100) == 0 && threads == 64 && n == 64); /* 96: 960 threads of 1024 */
    CHECK(cuOccupancyMaxPotentialBlockSize(&n, &threads, small, NULL, 60000, 768) == 0 && threads == 768 && n == 4);
    CHECK(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, small, 4, 256) == 0 && bytes == 98304 / 4 - 2048);
    CHECK(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, small, 5, 256) == 1); /* not that many threads */
    /* registers */
    kernel_of_registers(text, sizeof text, 100, "");
    many = machine_kernel(text, "k");
    CHECK(cuFuncGetAttribute(&v, 4, many) == 0 && v >= 100 && v <= 112);
    CHECK(resident(many, 256, 0) == 2);           /* 65536 / 4 / (112 * 32) * 4 warps: 16 */
    CHECK(resident(many, 1024, 0) == 0);
    CHECK(cuFuncGetAttribute(&v, 0, many) == 0 && v == 512);
    CHECK(cuLaunchKernel(many, 1, 1, 1, 1024, 1, 1, 0, NULL, (void *[]){&a}, NULL) == 701);
    CHECK(cuLaunchKernel(many, 1, 1, 1, 512, 1, 1, 0, NULL, (void *[]){&a}, NULL) == 0);
    kernel_of_registers(text, sizeof text, 100, ".maxntid 1024, 1, 1");
    bound = machine_kernel(text, "k");
    CHECK(cuFuncGetAttribute(&v, 4, bound) == 0 && v == 64);
    CHECK(resident(bound, 1024, 0) == 1);
    kernel_of_registers(text, sizeof text, 100, ".maxntid 128, 1, 1\n.minnctapersm 8");
    CHECK(resident(machine_kernel(text, "k"), 128, 0) == 8);
    CHECK(cuCtxSynchronize() == 0);
}

int main(int argc, char **argv)
{
    FILE *f = fopen("device", "w");
    fputs("like = a100\nname = small\nunits = 4\nthreads_per_unit = 1024\nblocks_per_unit = 16\nshared_per_unit = 98304\n"
          "shared_asked = 97280\n", f);
    fclose(f);
    setenv("GANTRY_SOFTGPU", "device", 1);
    machine_open(argc > 1 ? argv[1] : "libgantry_softgpu.so");
    cooperative();
    occupancy();
    printf(failures ? "%d failed\n" : "all right\n", failures);
    return failures != 0;
}
