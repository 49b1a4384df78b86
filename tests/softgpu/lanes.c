/* lanes.c: what lanes do together, and memory: shuffles, votes, matches, reductions, barriers, atomics, loads and stores of
 * each width and space, calls, recursion, branches through tables; lanes that never meet are a report, no hang. */
#include "machine.h"

enum { N = 64 };

/* body: a kernel's code with the lane in %r0, its address of results in %rd0; results are 32 bits each */
static int run_at(const char *body, const char *more, uint32_t *out, unsigned threads)
{
    static char text[16384];
    handle f;
    uint32_t in[N];
    memset(in, 0xee, sizeof in);
    address a = machine_copy(in, sizeof in);
    void *params[] = {&a};
    snprintf(text, sizeof text, PTX "%s.visible .entry k(.param .u64 p)\n{\n.reg .b16 %%h<8>;\n.reg .b32 %%r<32>;\n.reg .f32 %%f<8>;\n"
             ".reg .b64 %%rd<32>;\n.reg .pred %%p<8>;\nmov.u32 %%r0, %%tid.x;\nld.param.u64 %%rd0, [p];\n"
             "mad.wide.u32 %%rd0, %%r0, 4, %%rd0;\n%s\nret;\n}\n", more, body);
    f = machine_kernel(text, "k");
    int code = machine_run(f, 1, threads, params);
    if (!code)
        CHECK(cuMemcpyDtoH_v2(out, a, sizeof in) == 0);
    return code;
}

static void lanes_are(const char *what, const char *body, uint32_t (*wanted)(uint32_t lane), unsigned threads)
{
    uint32_t out[N];
    int code = run_at(body, "", out, threads), bad = code != 0;
    for (uint32_t l = 0; l < threads && !code; l++)
        if (out[l] != wanted(l) && bad++ < 3)
            printf("%s: lane %u has 0x%x, expected 0x%x\n", what, l, out[l], wanted(l));
    if (code)
        printf("%s: error %d\n", what, code);
    failures += bad != 0;
}

#define LANES(NAME, BODY, ...)                                                                                         \
    static uint32_t wanted_##NAME(uint32_t l) { return __VA_ARGS__; }                                                  \
    static const char body_##NAME[] = BODY;
#define ST(R) "st.global.u32 [%rd0], " R ";"
LANES(up, "shfl.sync.up.b32 %r1|%p1, %r0, 3, 0, -1;\n@!%p1 mov.u32 %r1, 77;" ST("%r1"), l < 3 ? 77 : l - 3)
LANES(down, "shfl.sync.down.b32 %r1|%p1, %r0, 3, 31, -1;\n@!%p1 mov.u32 %r1, 77;" ST("%r1"), l > 28 ? 77 : l + 3)
LANES(bfly, "shfl.sync.bfly.b32 %r1, %r0, 5, 31, 0xffffffff;" ST("%r1"), l ^ 5)
LANES(idx, "shfl.sync.idx.b32 %r1, %r0, 9, 31, -1;" ST("%r1"), (void)l, 9)
/* segments of eight lanes: c = (32 - 8) << 8 | 7 */
LANES(segment, "shfl.sync.idx.b32 %r1, %r0, 2, 6175, -1;" ST("%r1"), l / 8 * 8 + 2)
LANES(ballot, "setp.lt.u32 %p1, %r0, 5;\nvote.sync.ballot.b32 %r1, %p1, -1;" ST("%r1"), (void)l, 31)
LANES(all, "setp.lt.u32 %p1, %r0, 32;\nvote.sync.all.pred %p2, %p1, -1;\nselp.u32 %r1, 1, 2, %p2;" ST("%r1"), (void)l, 1)
LANES(any, "setp.eq.u32 %p1, %r0, 40;\nvote.sync.any.pred %p2, %p1, -1;\nselp.u32 %r1, 1, 2, %p2;" ST("%r1"), (void)l, 2)
LANES(not_any, "setp.eq.u32 %p1, %r0, 4;\nvote.sync.any.pred %p2, !%p1, -1;\nselp.u32 %r1, 1, 2, %p2;" ST("%r1"), (void)l, 1)
LANES(uni, "setp.eq.u32 %p1, %r0, 40;\nvote.sync.uni.pred %p2, %p1, -1;\nselp.u32 %r1, 1, 2, %p2;" ST("%r1"), (void)l, 1)
LANES(match, "and.b32 %r1, %r0, 3;\nmatch.any.sync.b32 %r2, %r1, -1;" ST("%r2"), 0x11111111u << (l & 3))
LANES(match_all, "cvt.u64.u32 %rd1, 7;\nmatch.all.sync.b64 %r2|%p1, %rd1, -1;\n@!%p1 mov.u32 %r2, 0;" ST("%r2"), (void)l, ~0u)
LANES(redux, "redux.sync.add.u32 %r1, %r0, -1;" ST("%r1"), (void)l, 496)
LANES(redux_min, "sub.s32 %r1, 10, %r0;\nredux.sync.min.s32 %r1, %r1, -1;" ST("%r1"), (void)l, (uint32_t)-21)
LANES(elect, "elect.sync %r1|%p1, -1;\nselp.u32 %r2, 100, 0, %p1;\nadd.u32 %r1, %r1, %r2;" ST("%r1"), l ? 0 : 100)
LANES(elect_some, "sub.u32 %r3, %r0, 8;\nsetp.lt.u32 %p2, %r3, 8;\nmov.u32 %r2, 7;\n@!%p2 bra $out;\nelect.sync _|%p1, 0xff00;\nselp.u32 %r2, 1, 0, %p1;\n$out:\n" ST("%r2"),
      l < 8 || l > 15 ? 7 : l == 8)
LANES(masks, "shfl.sync.down.b32 %r1, %r0, 1, 31, -1;\nmov.u32 %r3, %lanemask_lt;\npopc.b32 %r3, %r3;" ST("%r3"), l)
/* half of the lanes has ended: the others' masks name them still */
LANES(ended, "setp.ge.u32 %p1, %r0, 16;\n@%p1 st.global.u32 [%rd0], 5;\n@%p1 exit;\nbar.warp.sync -1;\nvote.sync.ballot.b32 %r1, 1, -1;" ST("%r1"),
      l < 16 ? 0xffff : 5)
/* lanes come to the same exchange by two ways */
LANES(two_ways, "and.b32 %r1, %r0, 1;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra $even;\nmul.lo.u32 %r2, %r0, 10;\nshfl.sync.bfly.b32 %r3, %r2, 1, 31, -1;\nbra $end;\n"
      "$even:\nmul.lo.u32 %r2, %r0, 100;\nshfl.sync.bfly.b32 %r3, %r2, 1, 31, -1;\n$end:\n" ST("%r3"),
      l & 1 ? (l - 1) * 100 : (l + 1) * 10)
LANES(turns, "mov.u32 %r2, 0;\n$again:\nsetp.eq.u32 %p1, %r2, %r0;\n@%p1 bra $out;\nadd.u32 %r2, %r2, 1;\nbra $again;\n$out:\n" ST("%r2"), l)
LANES(barrier, ".shared .align 4 .b8 s[256];\nmov.u32 %r1, s;\nshl.b32 %r2, %r0, 2;\nadd.u32 %r3, %r1, %r2;\nst.shared.u32 [%r3], %r0;\n"
      "bar.sync 0;\nxor.b32 %r2, %r2, 128;\nadd.u32 %r3, %r1, %r2;\nld.shared.u32 %r4, [%r3];" ST("%r4"), l ^ 32)
LANES(named, "setp.ge.u32 %p1, %r0, 32;\n@%p1 barrier.sync 3, 64;\n@!%p1 bar.arrive 3, 64;\n" ST("%r0"), l)
LANES(red, "setp.lt.u32 %p1, %r0, 40;\nbar.red.popc.u32 %r1, 0, %p1;\nbar.red.and.pred %p2, 0, %p1;\nbar.red.or.pred %p3, 0, !%p1;\n"
      "selp.u32 %r2, 100, 0, %p2;\nselp.u32 %r3, 1000, 0, %p3;\nadd.u32 %r1, %r1, %r2;\nadd.u32 %r1, %r1, %r3;" ST("%r1"), (void)l, 1040)
/* lanes of a warp come to one barrier by two ways, as a leader and the lanes that wait for it do */
LANES(two_places, ".shared .align 4 .b8 s[256];\nmov.u32 %r1, s;\nshl.b32 %r2, %r0, 2;\nadd.u32 %r3, %r1, %r2;\nst.shared.u32 [%r3], %r0;\n"
      "and.b32 %r4, %r0, 3;\nsetp.eq.u32 %p1, %r4, 0;\n@%p1 bra $leader;\nbarrier.sync 0;\nbra $end;\n$leader:\nadd.u32 %r5, %r0, 1;\nbarrier.sync 0;\n$end:\n"
      "xor.b32 %r2, %r2, 128;\nadd.u32 %r3, %r1, %r2;\nld.shared.u32 %r4, [%r3];" ST("%r4"), l ^ 32)
/* each lane of a warp waits for a lock that another one of it has */
LANES(spin, ".shared .align 4 .b8 s[8];\nmov.u32 %r1, s;\nst.shared.u32 [%r1], 0;\nst.shared.u32 [%r1+4], 0;\nbar.sync 0;\n$again:\n"
      "atom.shared.cas.b32 %r2, [%r1], 0, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra $again;\nmembar.cta;\nld.shared.u32 %r3, [%r1+4];\nadd.u32 %r3, %r3, 1;\n"
      "st.shared.u32 [%r1+4], %r3;\nmembar.cta;\natom.shared.exch.b32 %r2, [%r1], 0;\nbar.sync 0;\nld.shared.u32 %r4, [%r1+4];" ST("%r4"), (void)l, 64)
LANES(narrow, ".local .align 8 .b8 m[16];\nmov.u64 %rd1, m;\nst.local.u32 [%rd1], 0xf1e2d3c4;\nld.local.s8 %rd2, [%rd1];\nld.local.u16 %rd3, [m+2];\n"
      "ld.local.s32 %rd4, [%rd1];\nshr.s64 %rd4, %rd4, 60;\nadd.s64 %rd2, %rd2, %rd3;\nadd.s64 %rd2, %rd2, %rd4;\ncvt.u32.u64 %r1, %rd2;" ST("%r1"),
      (void)l, 0xf1e2 + (uint32_t)-60 - 1)
LANES(vector, ".local .align 16 .b8 m[16];\ncvta.local.u64 %rd2, %rd1;\nmov.u64 %rd1, m;\ncvta.local.u64 %rd2, %rd1;\nst.v4.u32 [%rd2], {1, 2, 3, %r0};\n"
      "ld.local.v2.u64 {%rd3, %rd4}, [%rd1];\nmov.b64 {%r1, %r2}, %rd4;\nadd.u32 %r2, %r2, %r1;" ST("%r2"), l + 3)
LANES(atomics, "mov.u32 %r1, %laneid;\nld.param.u64 %rd1, [p];\nst.global.u32 [%rd0], 0;\nbar.sync 0;\natom.global.add.u32 %r2, [%rd1], 1;\nred.global.max.s32 [%rd1+4], %r0;\n"
      "atom.relaxed.gpu.global.inc.u32 %r3, [%rd1+8], 15;\nbar.sync 0;\nsetp.gt.u32 %p1, %r0, 2;\n@%p1 " ST("9"), l == 0 ? 64 : l == 1 ? 63 : l == 2 ? 0 : 9)
/* 2^-127 + 2^-126: global memory has no denormals in sums of floats, shared memory has */
LANES(denormals, ".shared .align 4 .b8 s[256];\nmov.u32 %r1, s;\nmad.lo.u32 %r1, %r0, 4, %r1;\nst.shared.u32 [%r1], 0x00400000;\natom.shared.add.f32 %f1, [%r1], 0f00800000;\n"
      "ld.shared.u32 %r2, [%r1];\nst.global.u32 [%rd0], 0x00400000;\nred.global.add.f32 [%rd0], 0f00800000;\nld.global.u32 %r3, [%rd0];\n"
      "sub.u32 %r4, %r2, %r3;" ST("%r4"), (void)l, 0x00400000)
LANES(table, "and.b32 %r1, %r0, 3;\n$t: .branchtargets $a, $b, $a, $c;\nbrx.idx %r1, $t;\n$a:\nmov.u32 %r2, 10;\nbra $e;\n$b:\nmov.u32 %r2, 20;\nbra $e;\n"
      "$c:\nmov.u32 %r2, 30;\n$e:\n" ST("%r2"), l % 4 == 1 ? 20 : l % 4 == 3 ? 30 : 10)
LANES(carry, "mov.u32 %r1, 0xffffffff;\nadd.cc.u32 %r2, %r1, %r0;\naddc.u32 %r3, 5, 0;" ST("%r3"), l ? 6 : 5)

/* stacks that grow: by sizes that differ from lane to lane, and again and again where they are given back */
LANES(grows, "add.u32 %r1, %r0, 1;\nmul.wide.u32 %rd1, %r1, 4;\nalloca.u64 %rd2, %rd1, 16;\nalloca.u64 %rd3, 8;\nst.local.u32 [%rd3], 1000;\nst.local.u32 [%rd2], %r0;\n"
      "cvta.local.u64 %rd4, %rd2;\nadd.u64 %rd4, %rd4, %rd1;\nst.u32 [%rd4+-4], 5;\nld.local.u32 %r2, [%rd2];\nld.u32 %r3, [%rd4+-4];\nld.local.u32 %r4, [%rd3];\n"
      "add.u32 %r2, %r2, %r3;\nadd.u32 %r2, %r2, %r4;" ST("%r2"), (l ? l : 5) + 1005)
LANES(shrinks, "mov.u32 %r5, 0;\n$a:\nstacksave.u64 %rd1;\nalloca.u64 %rd2, 512;\nst.local.u32 [%rd2+508], %r5;\nstackrestore.u64 %rd1;\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 50;\n"
      "@%p1 bra $a;\n" ST("%r5"), (void)l, 50)

#define TRY(NAME, THREADS) lanes_are(#NAME, body_##NAME, wanted_##NAME, THREADS)

/* calls: each lane recurses as deep as its number; a table of functions */
static const char functions[] =
    ".func (.param .b32 r) sum(.param .b32 n);\n"
    ".func (.param .b32 r) twice(.param .b32 n)\n{\n.reg .b32 %r<3>;\nld.param.u32 %r1, [n];\nadd.u32 %r1, %r1, %r1;\nst.param.b32 [r], %r1;\nret;\n}\n"
    ".func (.param .b32 r) sum(.param .b32 n)\n{\n.reg .b32 %r<4>;\n.reg .pred %p<2>;\nld.param.u32 %r1, [n];\nmov.u32 %r2, 0;\nsetp.eq.u32 %p1, %r1, 0;\n"
    "@%p1 bra $end;\nsub.u32 %r3, %r1, 1;\n{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %r3;\ncall (b), sum, (a);\nld.param.b32 %r2, [b];\n}\n"
    "add.u32 %r2, %r2, %r1;\n$end:\nst.param.b32 [r], %r2;\nret;\n}\n"
    ".global .align 8 .u64 table[2] = {twice, sum};\n";
static const char calls[] =
    "and.b32 %r1, %r0, 1;\nmov.u64 %rd1, table;\nmad.wide.u32 %rd1, %r1, 8, %rd1;\nld.global.u64 %rd2, [%rd1];\n"
    "$proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
    "{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %r0;\ncall (b), %rd2, (a), $proto;\nld.param.b32 %r2, [b];\n}\nst.global.u32 [%rd0], %r2;";

/* vprintf says how many values it took */
static const char printer[] = ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
                              ".global .align 1 .b8 two[10] = {37, 99, 37, 37, 37, 108, 108, 117, 10, 0};\n.global .align 1 .b8 none[2] = {10, 0};\n";
#define PRINT(FORMAT)                                                                                                  \
    "{\n.param .b64 f;\n.param .b64 a;\n.param .b32 r;\nmov.u64 %rd2, " FORMAT ";\ncvta.global.u64 %rd2, %rd2;\nst.param.b64 [f], %rd2;\nst.param.b64 [a], %rd1;\n" \
    "call (r), vprintf, (f, a);\nld.param.b32 %r2, [r];\n}\nadd.u32 %r3, %r3, %r2;\n"
static void printed(void)
{
    uint32_t out[N];
    CHECK(run_at(".local .align 8 .b8 m[16];\nmov.u64 %rd1, m;\nst.local.u32 [%rd1], 120;\nst.local.u64 [%rd1+8], 7;\ncvta.local.u64 %rd1, %rd1;\nmov.u32 %r3, 40;\n" PRINT("two") PRINT("none")
                 "st.global.u32 [%rd0], %r3;", printer, out, 1) == 0);
    CHECK(out[0] == 42);
}

static void recursion(void)
{
    uint32_t out[N];
    CHECK(run_at(calls, functions, out, N) == 0);
    for (uint32_t l = 0; l < N; l++)
        CHECK(out[l] == (l & 1 ? l * (l + 1) / 2 : 2 * l));
}

/* what a function has taken is given back when it returns; what its caller has is still there */
static const char taking[] = ".func (.param .b32 r) take(.param .b32 n)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<3>;\nld.param.u32 %r1, [n];\ncvt.u64.u32 %rd1, %r1;\n"
                             "alloca.u64 %rd2, %rd1, 8;\nst.local.u32 [%rd2], %r1;\nld.local.u32 %r2, [%rd2];\nst.param.b32 [r], %r2;\nret;\n}\n";
static const char takes[] = "alloca.u64 %rd3, 16;\nst.local.u32 [%rd3], %r0;\nmov.u32 %r2, 0;\nmad.lo.u32 %r3, %r0, 8, 256;\n$a:\n"
                            "{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %r3;\ncall (b), take, (a);\nld.param.b32 %r4, [b];\n}\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 20;\n"
                            "@%p1 bra $a;\nld.local.u32 %r5, [%rd3];\nadd.u32 %r4, %r4, %r5;\nst.global.u32 [%rd0], %r4;";
static void given_back(void)
{
    uint32_t out[N];
    CHECK(run_at(takes, taking, out, N) == 0);
    for (uint32_t l = 0; l < N; l++)
        CHECK(out[l] == 8 * l + 256 + l);
}

/* each ends the process's use of the device, so it is a process of its own */
static const char called[] =
    ".extern .func (.param .b64 p) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n.const .align 4 .u32 c[4] = {1, 2, 3, 4};\n"
    ".global .align 4 .b8 odd[6];\n.func deep(.param .b32 n);\n"
    ".func deep(.param .b32 n)\n{\n.local .align 8 .b8 own[256];\n.reg .b32 %r<3>;\n.reg .pred %p<2>;\nld.param.u32 %r1, [n];\n"
    "st.local.u32 [own], %r1;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra $end;\nsub.u32 %r2, %r1, 1;\n{\n.param .b32 a;\nst.param.b32 [a], %r2;\n"
    "call deep, (a);\n}\n$end:\nret;\n}\n";
#define MALLOC "{\n.param .b64 n;\n.param .b64 q;\nst.param.b64 [n], 64;\ncall (q), malloc, (n);\nld.param.b64 %rd3, [q];\n}\n"
#define FREE "{\n.param .b64 q;\nst.param.b64 [q], %rd3;\ncall free, (q);\n}\n"
static const struct {
    const char *name, *body;
    int code;
    const char *told; /* of the report, beside the line and the lane */
} faults[] = {
    {"stack", "{\n.param .b32 a;\nst.param.b32 [a], 1000;\ncall deep, (a);\n}", 714, "the stack of .* bytes overflows: function deep"},
    {"alloca", "alloca.u64 %rd1, 2000;", 714, "the stack of 1024 bytes overflows: alloca of 2000 bytes in k, where 1024 are left"},
    {"alloca_wrong", "mov.u64 %rd2, -1;\nalloca.u64 %rd1, %rd2;", 714, "alloca of 18446744073709551615 bytes in k"},
    {"alloca_call", "alloca.u64 %rd1, 900;\n{\n.param .b32 a;\nst.param.b32 [a], 0;\ncall deep, (a);\n}", 714, "the stack of 1024 bytes overflows: function deep needs 256 more"},
    {"alloca_beyond", "alloca.u64 %rd1, 16;\nst.local.u32 [%rd1+16], %r0;", 700, "store of 4 bytes at offset 1024 of local memory"},
    {"alloca_before", "alloca.u64 %rd1, 16;\nst.local.u32 [%rd1+-4], %r0;", 700, "store of 4 bytes at offset 1004 of local memory"},
    {"alloca_given_back", "stacksave.u64 %rd2;\nalloca.u64 %rd1, 16;\nstackrestore.u64 %rd2;\nst.local.u32 [%rd1], %r0;", 700, "store of 4 bytes at offset 1008 of local memory"},
    {"stackrestore", "mov.u64 %rd1, 8;\nstackrestore.u64 %rd1;", 714, "stackrestore of 0x8, which stacksave has not given"},
    {"heap", "{\n.param .b64 n;\n.param .b64 p;\nst.param.b64 [n], 1073741824;\ncall (p), malloc, (n);\nld.param.b64 %rd1, [p];\n}\nst.u32 [%rd1], 1;", 700, "store of 4 bytes at 0x0"},
    {"deadlock", "setp.lt.u32 %p1, %r0, 32;\n@%p1 barrier.sync 1, 64;\n@!%p1 barrier.sync 2, 64;", 702, "block 0, warp 1, lanes 0xffffffff wait at barrier 2"},
    {"warp", "setp.lt.u32 %p1, %r0, 16;\n@%p1 bar.warp.sync -1;\n@!%p1 barrier.sync 1, 64;", 702, "block 0, warp 0, lanes 0x0000ffff wait for lanes 0xffffffff of their warp"},
    {"mask", "shfl.sync.idx.b32 %r1, %r0, 0, 31, 1;", 715, "not in its own mask 0x00000001"},
    {"mask_too_large", "setp.lt.u32 %p1, %r0, 8;\nselp.u32 %r1, 0xffff, -1, %p1;\nshfl.sync.idx.b32 %r2, %r0, 0, 31, %r1;", 702, "lanes 0x000000ff wait for lanes 0x0000ffff of their warp"},
    {"count", "barrier.sync 1, 33;", 715, "barrier 1 counts 33 lanes"},
    {"count_too_large", "barrier.sync 1, 96;", 702, "block 0, warp 0, lanes 0xffffffff wait at barrier 1"},
    {"counts", "setp.lt.u32 %p1, %r0, 32;\n@%p1 barrier.sync 1, 64;\n@!%p1 barrier.sync 1, 96;", 715, "barrier 1: this warp counts .* lanes, another one"},
    {"number", "barrier.sync 16;", 715, "there is no barrier 16"},
    {"aligned", "setp.lt.u32 %p1, %r0, 16;\n@%p1 bra $a;\nbar.sync 0;\nbra $e;\n$a:\nbar.sync 0;\n$e:\n", 715, "an aligned barrier 0"},
    /* one beyond, in each space */
    {"shared", ".shared .align 4 .b8 s[16];\nst.shared.u32 [s+16], %r0;", 700, "store of 4 bytes at offset 16 of shared memory, which has 16 bytes"},
    {"local", ".local .align 4 .b8 m[16];\nmov.u64 %rd1, m;\nst.local.u32 [%rd1+16], %r0;", 700, "store of 4 bytes at offset 16 of local memory, which has 16 bytes"},
    {"local_generic", ".local .align 4 .b8 m[16];\nmov.u64 %rd1, m;\ncvta.local.u64 %rd1, %rd1;\nld.u32 %r1, [%rd1+16];", 700, "load of 4 bytes at offset 16 of local memory"},
    {"local_far", "mov.u64 %rd1, 1048576;\nst.local.u32 [%rd1], %r0;", 700, "store of 4 bytes at offset 1048576 of local memory"},
    {"global", "st.global.u32 [%rd0+256], %r0;", 700, "store of 4 bytes at 0x.*, byte 256 of a block of 256 bytes"},
    {"global_before", "st.global.u32 [%rd0+-4], %r0;", 700, "store of 4 bytes at 0x"},
    {"global_odd", "ld.global.u32 %r1, [odd+4];", 700, "load of 4 bytes at 0x.*, byte 4 of a variable of 6 bytes: odd"},
    {"variable", "st.global.u32 [odd+8], 1;", 700, "byte 8 of a variable of 6 bytes: odd"},
    {"const", "mov.u64 %rd1, c;\nld.const.u32 %r1, [%rd1+16];", 700, "load of 4 bytes at 0x.*, byte 16 of a constant of 16 bytes: c"},
    {"param", "ld.param.u64 %rd1, [p+8];", 700, "load of 8 bytes at byte 8 of a parameter that ends before"},
    {"param_part", "ld.param.v2.u32 {%r1, %r2}, [p+4];", 700, "load of 8 bytes at byte 4 of a parameter that ends before"},
    {"param_computed", "mov.u64 %rd1, p;\nld.param.u32 %r1, [%rd1+8];", 700, "load of 4 bytes at offset 8 of param memory"},
    {"argument", "{\n.param .b32 a;\nst.param.b32 [a+4], 1;\ncall deep, (a);\n}", 700, "store of 4 bytes at byte 4 of a parameter that ends before"},
    {"heap_beyond", MALLOC "st.u32 [%rd3+64], 1;", 700, "byte 64 of a block of malloc of 64 bytes"},
    {"after_free", MALLOC FREE "ld.u32 %r1, [%rd3+4];", 700, "load of 4 bytes at 0x.*, byte 4 of a block of malloc of 64 bytes that was freed"},
    {"free_twice", MALLOC FREE FREE, 700, "free of 0x.*, which malloc did not give, or which was freed before"},
    {"free_within", MALLOC "add.u64 %rd3, %rd3, 4;\n" FREE, 700, "free of 0x.*, which malloc did not give"},
    {"null", "mov.u64 %rd1, 0;\nld.u32 %r1, [%rd1];", 700, "load of 4 bytes at 0x0, where the device has no memory"},
    {"misaligned", "add.u64 %rd1, %rd0, 2;\nst.global.u32 [%rd1], %r0;", 716, "store of 4 bytes at 0x.*, which is not a multiple of 4"},
    {"misaligned_vector", "st.global.v2.u32 [%rd0], {%r0, %r0};", 716, "thread (1,0,0), lane 1 of warp 0"},
    {"misaligned_atomic", "add.u64 %rd1, %rd0, 2;\natom.global.add.u32 %r1, [%rd1], 1;", 716, "atomic operation of 4 bytes at 0x"},
    {"const_store", "mov.u64 %rd1, c;\ncvta.const.u64 %rd1, %rd1;\nst.u32 [%rd1], 1;", 700, "store to constant memory: c"},
    {"const_atomic", "mov.u64 %rd1, c;\ncvta.const.u64 %rd1, %rd1;\natom.add.u32 %r1, [%rd1], 1;", 700, "atomic operation to constant memory: c"},
    {"param_store", "mov.b64 %rd1, p;\ncvta.param.u64 %rd1, %rd1;\nst.u32 [%rd1], 1;", 700, "store to a kernel's parameter"},
    {"space", ".shared .align 4 .b8 s[16];\nmov.u64 %rd1, s;\ncvta.shared.u64 %rd1, %rd1;\nst.global.u32 [%rd1], %r0;", 717, "st.global at 0x.*, which is an address of another space"},
    {"call", "$proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %r0;\ncall (b), %rd0, (a), $proto;\n}", 718, "an indirect call to 0x.*, which is no function"},
    {"call_other", "mov.u64 %rd1, deep;\n$proto: .callprototype (.param .b32 _) _ (.param .b64 _);\n{\n.param .b64 a;\n.param .b32 b;\nst.param.b64 [a], %rd0;\ncall (b), %rd1, (a), $proto;\n}", 718,
     "an indirect call of deep with other parameters than it has"},
    {"table", "$t: .branchtargets $a, $a;\nbrx.idx 2, $t;\n$a:\n", 718, "brx.idx: there is no target 2"},
    {"endless", "$a:\nbra $a;", 702, "more than 100000 instructions: it may never end"},
    {"trap", "trap;", 715, "trap"},
};

int main(int argc, char **argv)
{
    machine_open(argc > 1 ? argv[1] : "libgantry_softgpu.so");
    for (size_t k = 0; argc > 2 && k < sizeof faults / sizeof *faults; k++)
        if (!strcmp(faults[k].name, argv[2])) {
            uint32_t out[N];
            int code = run_at(faults[k].body, called, out, N);
            printf("%s: error %d, expected %d\n", argv[2], code, faults[k].code);
            return code != faults[k].code;
        }
    TRY(up, 32), TRY(down, 32), TRY(bfly, 64), TRY(idx, 32), TRY(segment, 64), TRY(ballot, 32), TRY(all, 32), TRY(any, 32);
    TRY(not_any, 32), TRY(uni, 32), TRY(match, 32), TRY(match_all, 32), TRY(redux, 32), TRY(redux_min, 32), TRY(elect, 32), TRY(elect_some, 32), TRY(masks, 32);
    TRY(ended, 32), TRY(two_ways, 32), TRY(turns, 64), TRY(barrier, 64), TRY(named, 64), TRY(red, 64), TRY(two_places, 64), TRY(spin, 64), TRY(narrow, 33);
    TRY(vector, 64), TRY(atomics, 64), TRY(denormals, 64), TRY(table, 64), TRY(carry, 32);
    TRY(grows, 64), TRY(shrinks, 32);
    given_back();
    recursion();
    printed();
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        char command[2048];
        const char *name = faults[k].name;
        snprintf(command, sizeof command,
                 "GANTRY_SOFTGPU_LIMIT=%d '%s' '%s' %s >%s.out 2>&1 && grep -q 'softgpu: error %d' %s.out && grep -q \"%s\" %s.out && grep -q 'PTX line [1-9]' %s.out && grep -q '[lL]ane' %s.out",
                 strcmp(name, "endless") ? 10000000 : 100000, argv[0], argv[1], name, name, faults[k].code, name, faults[k].told, name, name, name);
        if (argc == 2 && system(command)) {
            printf("%s: not as expected\n", faults[k].name);
            failures++;
        }
    }
    /* settings that are no numbers count as not said; 0 is no turn */
    char command[2048];
    snprintf(command, sizeof command, "GANTRY_SOFTGPU_DEVICES=x GANTRY_SOFTGPU_LIMIT=abc GANTRY_SOFTGPU_SEED=3 GANTRY_SOFTGPU_PREEMPT=0 '%s' '%s' misaligned >settings.out 2>&1", argv[0], argv[1]);
    if (argc == 2 && system(command)) {
        printf("settings: not as expected\n");
        failures++;
    }
    printf(failures ? "%d failed\n" : "all right\n", failures);
    return failures != 0;
}
