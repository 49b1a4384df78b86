/* workers.c: launches that take long enough for several workers: what blocks do by atomics is atomic, blocks wait for each other, a fault of one
 * ends all, the limit holds, and what is printed comes whole. */
#include "machine.h"

#include <unistd.h>

enum { BLOCKS = 96, THREADS = 64, ROUNDS = 400, CELLS = 8 };

/* %r0 the thread, %r1 the block, %rd1 the cells. What BODY computes in ROUNDS rounds, and AFTER them */
#define KERNEL(NAME, BODY, AFTER)                                                                                      \
    ".visible .entry " NAME "(.param .u64 p)\n{\n.reg .b32 %r<16>;\n.reg .b64 %rd<16>;\n.reg .f32 %f<8>;\n.reg .f64 %fd<8>;\n.reg .pred %p<8>;\n"  \
    "mov.u32 %r0, %tid.x;\nmov.u32 %r1, %ctaid.x;\nld.param.u64 %rd1, [p];\nmov.u32 %r2, 0;\n"                         \
    "mad.lo.u32 %r5, %r1, 64, %r0;\n$again:\n" BODY                                                                    \
    "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 400;\n@%p1 bra $again;\n" AFTER "ret;\n}\n"

static const char text[] = PTX ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n.global .align 1 .b8 said[8] = {104, 101, 108, 108, 111, 33, 10, 0};\n"
    KERNEL("add", "red.global.add.u32 [%rd1], 1;\nmov.f32 %f1, 0f3F800000;\nred.global.add.f32 [%rd1+4], %f1;\nmov.f64 %fd1, 0d3FF0000000000000;\n"
           "red.global.add.f64 [%rd1+8], %fd1;\nred.global.max.u32 [%rd1+16], %r5;\natom.global.inc.u32 %r6, [%rd1+20], 999;\n"
           "xor.b32 %r7, %r5, %r2;\nred.global.xor.b32 [%rd1+24], %r7;\n", "")
    KERNEL("locks", "setp.ne.u32 %p2, %r0, 0;\n@%p2 bra $next;\n$spin:\natom.global.cas.b32 %r6, [%rd1], 0, 1;\nsetp.ne.u32 %p3, %r6, 0;\n"
           "@%p3 bra $spin;\nmembar.gl;\nld.global.u32 %r7, [%rd1+4];\nadd.u32 %r7, %r7, 1;\nst.global.u32 [%rd1+4], %r7;\nmembar.gl;\n"
           "atom.global.exch.b32 %r6, [%rd1], 0;\n$next:\n", "")
    /* the last block waits for all others, which have to begin */
    KERNEL("waits", "", "setp.ne.u32 %p2, %r0, 0;\n@%p2 bra $out;\nred.global.add.u32 [%rd1], 1;\n$more:\nld.volatile.global.u32 %r6, [%rd1];\n"
           "setp.lt.u32 %p3, %r6, 96;\n@%p3 bra $more;\n$out:\n")
    KERNEL("fault", "", "setp.ne.u32 %p2, %r1, 90;\n@%p2 bra $out;\nst.global.u32 [0], %r0;\n$out:\n")
    KERNEL("endless", "setp.eq.u32 %p2, %r1, 90;\n@%p2 bra $again;\n", "")
    KERNEL("prints", "", "setp.ne.u32 %p2, %r0, 0;\n@%p2 bra $out;\n{\n.param .b64 f;\n.param .b64 a;\n.param .b32 r;\nmov.u64 %rd3, said;\n"
           "cvta.global.u64 %rd3, %rd3;\nst.param.b64 [f], %rd3;\nmov.u64 %rd4, 0;\nst.param.b64 [a], %rd4;\ncall (r), vprintf, (f, a);\n}\n$out:\n");

static uint32_t cells[CELLS];
static int run(handle module, const char *name)
{
    handle f = NULL;
    memset(cells, 0, sizeof cells);
    address a = machine_copy(cells, sizeof cells);
    void *params[] = {&a};
    CHECK(cuModuleGetFunction(&f, module, name) == 0);
    int code = machine_run(f, BLOCKS, THREADS, params);
    if (code == 0)
        CHECK(cuMemcpyDtoH_v2(cells, a, sizeof cells) == 0);
    return code;
}

static void sums(handle m)
{
    const uint32_t all = BLOCKS * THREADS * ROUNDS;
    float f;
    double d;
    CHECK(run(m, "add") == 0);
    memcpy(&f, cells + 1, sizeof f);
    memcpy(&d, cells + 2, sizeof d);
    CHECK(cells[0] == all);
    CHECK(f == (float)all); /* below 2^24 */
    CHECK(d == all);
    CHECK(cells[4] == BLOCKS * THREADS - 1);
    CHECK(cells[5] == all % 1000);
    CHECK(cells[6] == 0); /* each number comes an even number of times */
    CHECK(run(m, "locks") == 0 && cells[1] == BLOCKS * ROUNDS);
    CHECK(run(m, "waits") == 0 && cells[0] == BLOCKS);
}

static void prints(handle m)
{
    FILE *f;
    char line[64];
    int n = 0;
    fflush(stdout);
    int out = dup(1);
    CHECK(freopen("printed", "w", stdout) != NULL);
    CHECK(run(m, "prints") == 0);
    fflush(stdout);
    dup2(out, 1);
    for (f = fopen("printed", "r"); f && fgets(line, sizeof line, f); n++)
        CHECK(!strcmp(line, "hello!\n"));
    CHECK(n == BLOCKS);
}

int main(int argc, char **argv)
{
    handle m;
    setenv("GANTRY_SOFTGPU_WORKERS", "4", 1);
    if (argc > 2)
        setenv("GANTRY_SOFTGPU_LIMIT", "20000000", 1);
    machine_open(argv[1]);
    if (machine_load(&m, text)) {
        printf("%s\n", machine_log);
        return 1;
    }
    if (argc > 2) /* errors stay: each in a process of its own */
        return run(m, argv[2]) == (strcmp(argv[2], "fault") ? 702 : 700) ? 0 : 1;
    sums(m);
    prints(m);
    char command[1024];
    const char *const faults[] = {"fault", "endless"};
    for (int k = 0; k < 2; k++) {
        snprintf(command, sizeof command, "'%s' '%s' %s >%s.out 2>&1 && test $(grep -c 'softgpu: error' %s.out) = 1", argv[0], argv[1], faults[k], faults[k], faults[k]);
        CHECK(system(command) == 0);
    }
    printf(failures ? "%d failed\n" : "all right\n", failures);
    return failures != 0;
}
