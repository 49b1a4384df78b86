/* races.c: what the software GPU says of accesses that nothing orders (GANTRY_SOFTGPU_STRICT). Each program is there twice: with
 * what orders its accesses, where nothing is to be said, and with something else or nothing in its place, where it races in any
 * order of lanes. */
#include "machine.h"

#include <stdbool.h>

enum { N = 64 };

/* %r0: the thread, %r1: the block, %rd0: 64 words of the thread's block's own, %rd1: words that all share; .shared s: 256 bytes, %r2 the
 * address of the thread's word there, %r3 of its neighbour's, %r4 of one in another warp. SYNC is what is taken away. */
#define SHARED_WORD "st.shared.u32 [%r2], %r0;\n"
#define NEXT "ld.shared.u32 %r9, [%r3];\n"
#define FAR "ld.shared.u32 %r9, [%r4];\n"
#define FIRST "setp.ne.u32 %p1, %r0, 0;\n@%p1 bra $out;\n"
#define BLOCK_1 "setp.eq.u32 %p2, %r1, 1;\n@%p2 bra $one;\n"
#define SPIN(READ) "$again:\n" READ "setp.eq.u32 %p3, %r10, 0;\n@%p3 bra $again;\n"
#define LAST_BLOCK(FENCE)                                                                                              \
    "bar.sync 0;\nsetp.ne.u32 %p1, %r0, 0;\n@%p1 bra $meet;\natom.global.add.u32 %r9, [%rd1], 1;\nst.shared.u32 [s], %r9;\n$meet:\nbar.sync 0;\n"  \
    "ld.shared.u32 %r9, [s];\nsetp.ne.u32 %p1, %r9, 2;\n@%p1 bra $out;\n" FENCE                                                        \
    "ld.global.u32 %r9, [%rd1+260];\nld.global.u32 %r9, [%rd1+516];\nld.global.u32 %r9, [%rd1+772];\n$out:\n"
static const struct program {
    const char *name;
    unsigned blocks, threads;
    const char *body; /* with one or more @, which is sync */
    const char *sync, *instead;
} programs[] = {
    {"barrier", 1, 64, SHARED_WORD "@" FAR, "bar.sync 0;\n", ""},
    {"barrier_write_after_read", 1, 64, SHARED_WORD "bar.sync 0;\n" FAR "@st.shared.u32 [%r2], 7;\n", "bar.sync 0;\n", ""},
    {"barrier_of_half", 1, 64, SHARED_WORD "setp.lt.u32 %p1, %r0, 32;\n@" FAR, "barrier.sync 1, 64;\n", "@%p1 barrier.sync 1, 32;\n"},
    {"warp", 1, 32, SHARED_WORD "@" NEXT, "bar.warp.sync -1;\n", ""},
    {"warp_not_by_shuffle", 1, 32, SHARED_WORD "@" NEXT, "bar.warp.sync -1;\n", "shfl.sync.idx.b32 %r9, %r0, 0, 31, -1;\n"},
    {"warp_not_by_vote", 1, 32, SHARED_WORD "@" NEXT, "bar.warp.sync -1;\n", "vote.sync.ballot.b32 %r9, 1, -1;\n"},
    {"warp_not_for_others", 1, 64, SHARED_WORD "@" FAR, "bar.sync 0;\n", "bar.warp.sync -1;\n"},
    {"warp_of_half", 1, 32, SHARED_WORD "setp.lt.u32 %p1, %r0, 16;\nselp.u32 %r8, 65535, 0xffff0000, %p1;\n@xor.b32 %r7, %r0, 16;\nmad.lo.u32 %r7, %r7, 4, %r5;\nld.shared.u32 %r9, [%r7];\n", "bar.warp.sync -1;\n", "bar.warp.sync %r8;\n"},
    {"arrive", 1, 64,
     "setp.ge.u32 %p1, %r0, 32;\n@%p1 bra $two;\n@bra $out;\n$two:\nbarrier.sync 1, 64;\n" FAR "$out:\n",
     SHARED_WORD "bar.arrive 1, 64;\n", "bar.arrive 1, 64;\n" SHARED_WORD},
    {"arrive_orders_one_way", 1, 64, "setp.ge.u32 %p1, %r0, 32;\n@%p1 bra $two;\n@" FAR "bra $out;\n$two:\n" SHARED_WORD "barrier.sync 1, 64;\n$out:\n",
     "barrier.sync 1, 64;\n", "bar.arrive 1, 64;\n"},
    /* lanes that have ended hold up no barrier, but what they did is not known behind it */
    {"ended", 1, 64, SHARED_WORD "setp.lt.u32 %p1, %r0, 32;\n@@%p1 exit;\nbar.sync 0;\n" FAR, "bar.sync 0;\n", ""},
    {"ended_in_a_warp", 1, 32, SHARED_WORD "and.b32 %r8, %r0, 1;\nsetp.eq.u32 %p1, %r8, 1;\n@@%p1 exit;\nbar.warp.sync -1;\n" NEXT, "bar.warp.sync -1;\n", ""},
    {"same_value", 1, 64, "st.shared.u32 [s], @;\nld.shared.u32 %r9, [s];\n", "5", "%r0"},
    {"same_value_read_by_others", 1, 64, "setp.lt.u32 %p1, %r0, 32;\n@%p1 st.shared.u32 [s], 5;\n@ld.shared.u32 %r9, [s];\n", "bar.sync 0;\n", ""},
    {"bytes", 1, 64, "cvt.u64.u32 %rd9, %r0;\nadd.u64 %rd9, %rd9, %rd1;\nst.global.@ [%rd9], %r0;\n", "u8", "u8 [%rd1], %r0;\nst.global.u8"},
    {"vectors", 1, 64, "mul.lo.u32 %r9, %r0, @;\ncvt.u64.u32 %rd9, %r9;\nadd.u64 %rd9, %rd9, %rd1;\nst.global.v2.u32 [%rd9], {%r0, %r0};\n", "8", "0"},
    {"atomics", 2, 64, "@.add.u32 [%rd1], 1;\n", "red.global.gpu", "st.global.u32 [%rd1], %r0;\nred.global.gpu"},
    {"atomics_of_a_block", 2, 64, "atom.relaxed.@.global.add.u32 %r9, [%rd1], 1;\n", "gpu", "cta"},
    /* each of the two has to reach the other's block, whichever comes first */
    {"atomic_of_the_first_block", 2, 64, "setp.eq.u32 %p1, %r1, 0;\n@%p1 atom.relaxed.@.global.add.u32 %r9, [%rd1], 1;\n@!%p1 atom.relaxed.gpu.global.add.u32 %r9, [%rd1], 1;\n", "gpu", "cta"},
    {"atomic_of_the_second_block", 2, 64, "setp.eq.u32 %p1, %r1, 1;\n@%p1 atom.relaxed.@.global.add.u32 %r9, [%rd1], 1;\n@!%p1 atom.relaxed.gpu.global.add.u32 %r9, [%rd1], 1;\n", "gpu", "cta"},
    {"store_of_the_first_block", 2, 1, "setp.eq.u32 %p1, %r1, 0;\n@%p1 st.relaxed.@.global.u32 [%rd1], %r0;\n@!%p1 ld.relaxed.gpu.global.u32 %r9, [%rd1];\n", "gpu", "cta"},
    {"load_of_the_first_block", 2, 1, "setp.eq.u32 %p1, %r1, 0;\n@%p1 ld.relaxed.@.global.u32 %r9, [%rd1];\n@!%p1 st.relaxed.gpu.global.u32 [%rd1], %r0;\n", "gpu", "cta"},
    {"atomic_and_load", 1, 64, "red.global.add.u32 [%rd1], 1;\n@ld.global.u32 %r9, [%rd1];\n", "bar.sync 0;\n", ""},
    /* a load may only prepare a swap of the same place by its own value */
    {"swap", 2, 32, "ld.global.u32 %r8, [%rd1];\n$again:\nadd.u32 %r9, %r8, 1;\natom.global.cas.b32 %r10, [%rd1], @, %r9;\nsetp.ne.u32 %p1, %r10, %r8;\n"
     "mov.u32 %r8, %r10;\n@%p1 bra $again;\n", "%r8", "%r11"},
    {"blocks", 2, 32, "@st.global.u32 [%rd9], %r0;\n", "mov.u64 %rd9, %rd0;\n", "mov.u64 %rd9, %rd1;\nadd.u32 %r0, %r0, %r1;\n"},
    {"message", 2, 32,
     FIRST BLOCK_1 "st.global.u32 [%rd1], 5;\n@st.volatile.global.u32 [%rd1+4], 1;\nbra $out;\n$one:\n" SPIN("ld.volatile.global.u32 %r10, [%rd1+4];\n")
         "membar.gl;\nld.global.u32 %r9, [%rd1];\n$out:\n",
     "membar.gl;\n", ""},
    {"message_near_fence", 2, 32,
     FIRST BLOCK_1 "st.global.u32 [%rd1], 5;\n@st.volatile.global.u32 [%rd1+4], 1;\nbra $out;\n$one:\n" SPIN("ld.volatile.global.u32 %r10, [%rd1+4];\n")
         "membar.gl;\nld.global.u32 %r9, [%rd1];\n$out:\n",
     "membar.gl;\n", "membar.cta;\n"},
    {"message_late_fence", 2, 32,
     FIRST BLOCK_1 "@st.volatile.global.u32 [%rd1+4], 1;\nbra $out;\n$one:\n" SPIN("ld.volatile.global.u32 %r10, [%rd1+4];\n")
         "membar.gl;\nld.global.u32 %r9, [%rd1];\n$out:\n",
     "st.global.u32 [%rd1], 5;\nmembar.gl;\n", "membar.gl;\nst.global.u32 [%rd1], 5;\n"},
    {"message_reader", 2, 32,
     FIRST BLOCK_1 "st.global.u32 [%rd1], 5;\nmembar.gl;\nst.volatile.global.u32 [%rd1+4], 1;\nbra $out;\n$one:\n"
         SPIN("ld.volatile.global.u32 %r10, [%rd1+4];\n") "@ld.global.u32 %r9, [%rd1];\n$out:\n",
     "membar.gl;\n", ""},
    {"message_weak_flag", 2, 32,
     FIRST BLOCK_1 "st.global.u32 [%rd1], 5;\nmembar.gl;\nst.@global.u32 [%rd1+4], 1;\nbra $out;\n$one:\n"
         SPIN("ld.volatile.global.u32 %r10, [%rd1+4];\n") "membar.gl;\nld.global.u32 %r9, [%rd1];\n$out:\n",
     "volatile.", ""},
    {"acquire_release", 2, 32,
     FIRST BLOCK_1 "st.global.u32 [%rd1], 5;\nst.@.gpu.global.u32 [%rd1+4], 1;\nbra $out;\n$one:\n" SPIN("ld.acquire.gpu.global.u32 %r10, [%rd1+4];\n")
         "ld.global.u32 %r9, [%rd1];\n$out:\n",
     "release", "relaxed"},
    /* what was released is so by later strong stores of the same lane to the same place, too; what was read there, by a later acquire */
    {"release_and_store", 2, 32,
     FIRST BLOCK_1 "st.global.u32 [%rd1], 5;\nst.release.gpu.global.u32 [@], 1;\nst.relaxed.gpu.global.u32 [%rd1+4], 2;\nbra $out;\n$one:\n$again:\nld.acquire.gpu.global.u32 %r10, [%rd1+4];\n"
     "setp.ne.u32 %p3, %r10, 2;\n@%p3 bra $again;\nld.global.u32 %r9, [%rd1];\n$out:\n",
     "%rd1+4", "%rd1+8"},
    {"read_and_acquire", 3, 32,
     FIRST "setp.eq.u32 %p2, %r1, 1;\n@%p2 bra $one;\nsetp.eq.u32 %p2, %r1, 2;\n@%p2 bra $two;\n"
     "st.global.u32 [%rd1], 5;\nst.release.gpu.global.u32 [%rd1+4], 1;\nbra $out;\n"
     "$two:\nld.relaxed.gpu.global.u32 %r10, [%rd1+8];\nsetp.eq.u32 %p3, %r10, 0;\n@%p3 bra $two;\nst.relaxed.gpu.global.u32 [%rd1+4], 2;\nbra $out;\n"
     "$one:\n" SPIN("ld.relaxed.gpu.global.u32 %r10, [%rd1+4];\n") "st.relaxed.gpu.global.u32 [%rd1+8], 1;\n"
     "$more:\nld.acquire.gpu.global.u32 %r10, [@];\nsetp.eq.u32 %p3, %r10, %r12;\n@%p3 bra $more;\nld.global.u32 %r9, [%rd1];\n$out:\n",
     "%rd1+4", "%rd1+8"},
    {"acquire_release_of_a_block", 2, 32,
     FIRST BLOCK_1 "st.global.u32 [%rd1], 5;\nst.release.@.global.u32 [%rd1+4], 1;\nbra $out;\n$one:\n" SPIN("ld.acquire.gpu.global.u32 %r10, [%rd1+4];\n")
         "ld.global.u32 %r9, [%rd1];\n$out:\n",
     "gpu", "cta"},
    /* one who only releases does not pass on what it has read; one who only acquires lets nobody know of what it did */
    {"release_is_no_fence", 3, 32,
     FIRST "setp.eq.u32 %p2, %r1, 1;\n@%p2 bra $one;\nsetp.eq.u32 %p2, %r1, 2;\n@%p2 bra $two;\n"
     "st.global.u32 [%rd1], 5;\nmembar.gl;\nst.volatile.global.u32 [%rd1+4], 1;\nbra $out;\n$one:\n"
         SPIN("ld.volatile.global.u32 %r10, [%rd1+4];\n") "@st.release.gpu.global.u32 [%rd1+8], 1;\nbra $out;\n$two:\n$more:\n"
     "ld.acquire.gpu.global.u32 %r10, [%rd1+8];\nsetp.eq.u32 %p3, %r10, 0;\n@%p3 bra $more;\nld.global.u32 %r9, [%rd1];\n$out:\n",
     "membar.gl;\n", ""},
    {"acquire_is_no_fence", 2, 32,
     FIRST BLOCK_1 "st.global.u32 [%rd1], 5;\n@st.volatile.global.u32 [%rd1+4], 1;\nbra $out;\n$one:\n"
         SPIN("ld.acquire.gpu.global.u32 %r10, [%rd1+4];\n") "ld.global.u32 %r9, [%rd1];\n$out:\n",
     "membar.gl;\n", "ld.acquire.gpu.global.u32 %r10, [%rd1+12];\n"},
    {"within_a_block", 1, 64,
     "setp.eq.u32 %p1, %r0, 0;\n@%p1 bra $one;\nsetp.ne.u32 %p1, %r0, 32;\n@%p1 bra $out;\nst.global.u32 [%rd1], 5;\n@st.volatile.global.u32 [%rd1+4], 1;\n"
     "bra $out;\n$one:\n" SPIN("ld.acquire.cta.global.u32 %r10, [%rd1+4];\n") "ld.global.u32 %r9, [%rd1];\n$out:\n",
     "membar.cta;\n", ""},
    /* each block stores, the one that is last by a counter reads what all have stored */
    {"last_block", 3, 32,
     "st.global.u32 [%rd0], %r0;\nbar.sync 0;\n" FIRST "@atom.global.add.u32 %r9, [%rd1], 1;\nsetp.ne.u32 %p1, %r9, 2;\n@%p1 bra $out;\nmembar.gl;\n"
     "ld.global.u32 %r9, [%rd1+260];\nld.global.u32 %r9, [%rd1+516];\nld.global.u32 %r9, [%rd1+772];\n$out:\n",
     "membar.gl;\n", ""},
    /* each lane fences what it stores, one of them counts for all; the last block's lanes fence behind the count */
    {"fences_of_others", 3, 32, "st.global.u32 [%rd0], %r0;\n@" LAST_BLOCK("membar.gl;\n"), "membar.gl;\n", ""},
    {"fences_of_others_of_a_block", 3, 32, "st.global.u32 [%rd0], %r0;\n@" LAST_BLOCK("membar.gl;\n"), "fence.sc.gpu;\n", "membar.cta;\n"},
    {"fences_without_an_order", 3, 32, "st.global.u32 [%rd0], %r0;\n@" LAST_BLOCK("membar.gl;\n"), "fence.sc.gpu;\n", "fence.acq_rel.gpu;\n"},
    {"fences_of_others_read", 3, 32, "st.global.u32 [%rd0], %r0;\nmembar.gl;\n" LAST_BLOCK("@"), "fence.sc.gpu;\n", "fence.acq_rel.gpu;\n"},
    {"fences_of_others_not_read", 3, 32, "st.global.u32 [%rd0], %r0;\nmembar.gl;\n" LAST_BLOCK("@"), "fence.sc.gpu;\n", ""},
    {"fence_too_early", 3, 32, "@" LAST_BLOCK("membar.gl;\n"), "st.global.u32 [%rd0], %r0;\nfence.sc.gpu;\n", "fence.sc.gpu;\nst.global.u32 [%rd0], %r0;\n"},
    /* a load that says that nobody stores there: no barrier orders it */
    {"read_only", 1, 64, "@.u32 %r9, [%rd0];\nadd.u32 %r9, %r9, 1;\nst.global.u32 [%rd0], %r9;\n", "ld.global", "ld.global.nc"},
    {"read_only_after", 1, 64, "st.global.u32 [%rd0], %r0;\nbar.sync 0;\n@.u32 %r9, [%rd1+256];\n", "ld.global", "ld.global.nc"},
    {"read_only_elsewhere", 1, 64, "st.global.u32 [%rd0], %r0;\nld.global.nc.u32 %r9, [%rd1+@];\n", "0", "256"},
    {"read_only_atomic", 2, 64, "red.global.add.u32 [%rd1], 1;\nld.global.nc.u32 %r9, [%rd1+@];\n", "8", "0"},
    {"read_only_bytes", 1, 32, "st.global.u16 [%rd0], %r0;\n@ld.global.nc.u16 %r9, [%rd0+2];\n", "", "ld.global.nc.u32 %r8, [%rd0];\n"},
    {"chain", 1, 96,
     "setp.lt.u32 %p1, %r0, 32;\n@%p1 bra $a;\nsetp.lt.u32 %p1, %r0, 64;\n@%p1 bra $b;\nbarrier.sync 2, 64;\nld.shared.u32 %r9, [s];\nbra $out;\n"
     "$a:\nst.shared.u32 [s], 3;\nbarrier.sync 1, 64;\nbra $out;\n$b:\n@barrier.sync 2, 64;\n$out:\n",
     "barrier.sync 1, 64;\n", "bar.arrive 1, 64;\n"},
};

static char text[16384];
static void write_text(const struct program *p, const char *sync, const char *first)
{
    static char body[8192];
    size_t n = 0;
    for (const char *c = p->body; *c && n < sizeof body - 256; c++) {
        bool there = *c == '@' && c[1] != '%' && c[1] != '!';
        n += there ? (size_t)snprintf(body + n, 256, "%s", sync) : (body[n] = *c, 1u);
    }
    body[n] = 0;
    snprintf(text, sizeof text,
             PTX ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %%r<16>;\n.reg .b64 %%rd<16>;\n.reg .pred %%p<8>;\n.shared .align 8 .b8 s[256];\n"
                 "mov.u32 %%r0, %%tid.x;\nmov.u32 %%r11, 0;\nmov.u32 %%r12, 9;\nmov.u32 %%r1, %%ctaid.x;\nld.param.u64 %%rd1, [p];\n"
                 "mov.u32 %%r5, s;\nshl.b32 %%r2, %%r0, 2;\nxor.b32 %%r3, %%r2, 4;\nxor.b32 %%r4, %%r2, 128;\n"
                 "add.u32 %%r2, %%r2, %%r5;\nadd.u32 %%r3, %%r3, %%r5;\nadd.u32 %%r4, %%r4, %%r5;\n"
                 "mad.lo.u32 %%r6, %%r1, 64, %%r0;\nmad.wide.u32 %%rd0, %%r6, 4, %%rd1;\nadd.u64 %%rd0, %%rd0, 256;\n%s%s\nret;\n}\n",
             first, body);
}

/* the number of the text's line that is found there */
static void watch(const char *what)
{
    char line[16];
    int n = 1;
    for (const char *c = text, *end = strstr(text, what); c < end; c++)
        n += *c == '\n';
    snprintf(line, sizeof line, "%d", n);
    setenv("GANTRY_SOFTGPU_WATCH", line, 1);
}

static int run(const struct program *p)
{
    uint32_t zero[4 * N + N] = {0};
    address a = machine_copy(zero, sizeof zero);
    void *params[] = {&a};
    return machine_run(machine_kernel(text, "k"), p->blocks, p->threads, params);
}

/* with: what orders is there; without: something else is. needed: it is watched, idle: another barrier is, before all accesses;
 * twice: all barriers are watched, and it is there two times */
static int child(char **argv, const struct program *p)
{
    const char *how = argv[2];
    char twice[256];
    snprintf(twice, sizeof twice, "%s%s", p->sync, p->sync);
    write_text(p, !strcmp(how, "without") ? p->instead : !strcmp(how, "twice") ? twice : p->sync,
               strcmp(how, "idle") ? "" : "bar.sync 0;\n");
    if (strncmp(how, "with", 4)) {
        watch(strcmp(how, "idle") ? p->sync : "bar.sync 0;\n");
        if (!strcmp(how, "twice"))
            setenv("GANTRY_SOFTGPU_WATCH", "all", 1);
        setenv("GANTRY_SOFTGPU_EXECUTED", "/dev/stdout", 1);
    }
    machine_open(argv[1]);
    int code = run(p);
    printf("error %d\n", code);
    return code;
}

static void alone(char **argv, const char *how, const struct program *p, const char *wanted)
{
    char command[2048];
    snprintf(command, sizeof command, "'%s' '%s' %s %s >%s.%s.out 2>&1; %s", argv[0], argv[1], how, p->name, p->name, how, wanted);
    if (system(command)) {
        printf("%s %s: not as expected\n", p->name, how);
        failures++;
    }
}

int main(int argc, char **argv)
{
    setenv("GANTRY_SOFTGPU_STRICT", "1", argc <= 3); /* a child has it */
    if (argc > 3) {
        for (size_t k = 0; k < sizeof programs / sizeof *programs; k++)
            if (!strcmp(programs[k].name, argv[3]))
                return child(argv, &programs[k]);
        return 1;
    }
    for (size_t k = 0; k < sizeof programs / sizeof *programs; k++) {
        const struct program *p = &programs[k];
        char wanted[512];
        snprintf(wanted, sizeof wanted, "! grep softgpu %s.with.out && grep -q '^error 0$' %s.with.out", p->name, p->name);
        alone(argv, "with", p, wanted);
        snprintf(wanted, sizeof wanted, "grep -q 'softgpu: race on' %s.without.out && grep -Eq '^error (719|207)$' %s.without.out", p->name, p->name);
        alone(argv, "without", p, wanted);
        if (strncmp(p->sync, "bar", 3) && strncmp(p->sync, "membar", 6))
            continue;
        snprintf(wanted, sizeof wanted, "grep -Eq '^between [0-9]+ ([1-9][0-9]*) 0 \\1 0 0 [1-9][0-9]* [1-9][0-9]* [0-9]+ [0-9]+$' %s.needed.out", p->name);
        alone(argv, "needed", p, wanted);
        snprintf(wanted, sizeof wanted, "grep -Eq '^between [0-9]+ 0 0 0 0 0 0 0 0 [1-9][0-9]*$' %s.idle.out", p->name);
        alone(argv, "idle", p, wanted);
        if (strncmp(p->sync, "bar.sync", 8))
            continue;
        /* each of two lies between all that the other does; nothing happens after the first one, and before the second */
        snprintf(wanted, sizeof wanted,
                 "grep -Eq '^between [0-9]+ ([1-9][0-9]*) 0 0 [1-9][0-9]* \\1 [1-9][0-9]* [1-9][0-9]* [1-9][0-9]* 0$' %s.twice.out && "
                 "grep -Eq '^between [0-9]+ ([1-9][0-9]*) 0 0 [1-9][0-9]* \\1 [1-9][0-9]* [1-9][0-9]* 0 [1-9]' %s.twice.out",
                 p->name, p->name);
        alone(argv, "twice", p, wanted);
    }
    /* sharply, stores of one value race, too */
    setenv("GANTRY_SOFTGPU_STRICT", "2", 1);
    for (size_t k = 0; k < sizeof programs / sizeof *programs; k++)
        if (!strcmp(programs[k].name, "barrier"))
            alone(argv, "with", &programs[k], "! grep softgpu barrier.with.out && grep -q '^error 0$' barrier.with.out");
        else if (!strcmp(programs[k].name, "same_value"))
            alone(argv, "with", &programs[k], "grep -q 'softgpu: race on' same_value.with.out && grep -q '^error 719$' same_value.with.out");
    printf(failures ? "%d failed\n" : "all right\n", failures);
    return failures != 0;
}
