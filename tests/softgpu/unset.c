/* unset.c: what the software GPU says of values that nobody set (GANTRY_SOFTGPU_STRICT): where they decide something, in words; and
 * where they are only carried along, or do not matter for what is decided, nothing. */
#include "machine.h"

#include <stdbool.h>

/* %r0: the thread; %r1, %rd2, %p1, %f1 …: nothing set them. %rd1: 64 words that the host set, %rd0 its own one of them; [%rd1+256] and
 * what follows nobody set. .shared s, .local m: 64 bytes. */
static const struct program {
    const char *name, *body, *told; /* NULL: nothing is told */
} programs[] = {
    {"branch", "setp.eq.u32 %p2, %r1, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"branch_by_sum", "add.u32 %r2, %r0, %r1;\nsetp.lt.s32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"branch_by_float", "mul.rn.f32 %f2, %f1, 0f40000000;\nsetp.lt.f32 %p2, %f2, 0f40000000;\n@%p2 bra $e;\n", "decides a branch"},
    {"branch_by_predicate", "@%p1 bra $e;\n", "decides a branch"},
    {"branch_by_call",
     "{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %r1;\ncall (b), same, (a);\nld.param.b32 %r2, [b];\n}\nsetp.eq.u32 %p2, %r2, 1;\n@%p2 bra $e;\n",
     "decides a branch"},
    {"call_that_sets",
     "{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %r0;\ncall (b), same, (a);\nld.param.b32 %r2, [b];\n}\nsetp.eq.u32 %p2, %r2, 1;\n@%p2 bra $e;\n", NULL},
    {"result_not_stored",
     "{\n.param .b32 b;\ncall (b), none;\nld.param.b32 %r2, [b];\n}\nsetp.eq.u32 %p2, %r2, 1;\n@%p2 bra $e;\n", "decides a branch"},
    {"address", "add.u64 %rd3, %rd1, %rd2;\nld.global.u32 %r2, [%rd3];\n", "decides an address"},
    {"mask", "bar.warp.sync %r1;\n", "decides which lanes meet"},
    {"barrier", "barrier.sync %r1, 64;\n", "decides a barrier's number"},
    {"count", "barrier.sync 1, %r1;\n", "decides how many lanes a barrier counts"},
    {"store", "@%p1 st.global.u32 [%rd0], %r0;\n", "decides whether this is done"},
    {"switch", "$t: .branchtargets $a, $e;\nbrx.idx %r1, $t;\n$a:\n", "decides a branch"},
    {"global", "ld.global.u32 %r2, [%rd1+256];\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"global_set", "ld.global.u32 %r2, [%rd1+252];\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", NULL},
    {"shared", "ld.shared.u32 %r2, [s+4];\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"shared_half_set", "st.shared.u8 [s+1], %r0;\nbar.sync 0;\nld.shared.u16 %r2, [s];\nsetp.lt.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"shared_set", "st.shared.u8 [s+1], 5;\nst.shared.u8 [s], 5;\nbar.sync 0;\nld.shared.u16 %r2, [s];\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", NULL},
    {"local", "ld.local.u32 %r2, [m+8];\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"local_set", "st.local.v2.u32 [m+8], {%r0, %r0};\nld.local.u32 %r2, [m+12];\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", NULL},
    {"grown", "alloca.u64 %rd3, 16;\nst.local.u32 [%rd3], %r0;\nld.local.u32 %r2, [%rd3+4];\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"grown_again", "stacksave.u64 %rd4;\nalloca.u64 %rd3, 16;\nst.local.u32 [%rd3], %r0;\nstackrestore.u64 %rd4;\nalloca.u64 %rd3, 16;\nld.local.u32 %r2, [%rd3];\n"
                    "setp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"grown_set", "alloca.u64 %rd3, 16;\nst.local.u32 [%rd3+4], %r0;\nld.local.u32 %r2, [%rd3+4];\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", NULL},
    {"elect", "elect.sync %r1|%p1, -1;\n@%p1 bra $e;\nsetp.eq.u32 %p2, %r1, 5;\n@%p2 bra $e;\n", NULL},
    {"elect_of_whom", "elect.sync %r2|%p2, %r1;\n", "decides which lanes meet"},
    {"through_memory", "st.local.u32 [m], %r1;\nld.local.u32 %r2, [m];\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"carried", "st.global.u32 [%rd0], %r1;\nadd.u32 %r2, %r1, 1;\nst.local.u32 [m], %r2;\n", NULL},
    {"masked", "and.b32 %r2, %r1, 0;\nor.b32 %r3, %r1, -1;\nadd.u32 %r2, %r2, %r3;\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", NULL},
    {"some_bits", "shl.b32 %r2, %r1, 8;\nor.b32 %r2, %r2, %r0;\nand.b32 %r2, %r2, 255;\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", NULL},
    {"other_bits", "shl.b32 %r2, %r1, 8;\nor.b32 %r2, %r2, %r0;\nshr.u32 %r2, %r2, 7;\nsetp.eq.u32 %p2, %r2, 601;\n@%p2 bra $e;\n", NULL},
    {"those_bits", "shl.b32 %r2, %r1, 8;\nor.b32 %r2, %r2, 5;\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"upwards", "shl.b32 %r2, %r1, 8;\nadd.u32 %r2, %r2, %r0;\nand.b32 %r2, %r2, 255;\nsetp.lt.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", NULL},
    {"parts", "mov.b64 %rd3, {%r0, %r1};\nmov.b64 {%r2, %r3}, %rd3;\nsetp.lt.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", NULL},
    {"other_parts", "mov.b64 %rd3, {%r0, %r1};\nmov.b64 {%r2, %r3}, %rd3;\nsetp.lt.u32 %p2, %r3, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"choice", "setp.lt.u32 %p2, %r0, 64;\nselp.u32 %r2, %r0, %r1, %p2;\nsetp.eq.u32 %p3, %r2, 5;\n@%p3 bra $e;\n", NULL},
    {"choice_of_it", "setp.lt.u32 %p2, %r0, 63;\nselp.u32 %r2, %r0, %r1, %p2;\nsetp.lt.u32 %p3, %r2, 5;\n@%p3 bra $e;\n", "decides a branch"},
    {"choice_by_it", "selp.u32 %r2, 3, 7, %p1;\nsetp.lt.u32 %p3, %r2, 5;\n@%p3 bra $e;\n", "decides a branch"},
    {"choice_same", "selp.u32 %r2, 3, 3, %p1;\nsetp.lt.u32 %p3, %r2, 5;\n@%p3 bra $e;\n", NULL},
    {"predicates", "setp.lt.u32 %p2, %r0, 0;\nand.pred %p3, %p1, %p2;\n@%p3 bra $e;\n", NULL},
    {"predicates_open", "setp.lt.u32 %p2, %r0, 64;\nand.pred %p3, %p1, %p2;\n@%p3 bra $e;\n", "decides a branch"},
    {"shuffled", "shfl.sync.idx.b32 %r2, %r1, 3, 31, -1;\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"shuffled_set", "setp.eq.u32 %p2, %r0, 3;\n@!%p2 bra $in;\nmov.u32 %r1, 9;\n$in:\nshfl.sync.idx.b32 %r2, %r1, 3, 31, -1;\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"shuffled_of_one", "setp.ge.u32 %p2, %r0, 32;\n@%p2 bra $e;\nmov.u32 %r3, %r1;\nsetp.ne.u32 %p2, %r0, 3;\n@%p2 bra $in;\nmov.u32 %r3, 9;\n$in:\n"
                        "shfl.sync.idx.b32 %r2, %r3, 3, 31, -1;\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", NULL},
    {"shuffle_of_a_lane_that_ended", "setp.ge.u32 %p2, %r0, 16;\n@%p2 exit;\nshfl.sync.idx.b32 %r2, %r0, 20, 31, -1;\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"vote", "vote.sync.any.pred %p2, %p1, -1;\n@%p2 bra $e;\n", "decides a branch"},
    {"vote_bit", "setp.eq.u32 %p2, %r0, 99;\nvote.sync.ballot.b32 %r2, %p2, -1;\nsetp.ne.u32 %p3, %r2, 0;\n@%p3 bra $e;\n", NULL},
    {"atomic", "atom.global.add.u32 %r2, [%rd1+256], 1;\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", "decides a branch"},
    {"atomic_set", "atom.global.add.u32 %r2, [%rd1], 1;\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", NULL},
    {"exchange", "setp.ne.u32 %p2, %r0, 0;\n@%p2 bra $e;\natom.shared.exch.b32 %r2, [s], 1;\natom.shared.add.u32 %r2, [s], 1;\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", NULL},
    {"swap_of_a_byte", "st.local.u8 [m], 0;\nld.local.u32 %r9, [m+4];\nmov.u64 %rd3, m;\ncvta.local.u64 %rd3, %rd3;\nld.u32 %r2, [%rd3];\n$again:\nor.b32 %r3, %r2, 1;\n"
                       "atom.cas.b32 %r4, [%rd3], %r2, %r3;\nsetp.ne.u32 %p2, %r4, %r2;\nmov.u32 %r2, %r4;\n@%p2 bra $again;\n", NULL},
    {"malloc", "{\n.param .b64 a;\n.param .b64 b;\nst.param.b64 [a], 64;\ncall (b), malloc, (a);\nld.param.b64 %rd3, [b];\n}\nld.u32 %r2, [%rd3+4];\nsetp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n",
     "decides a branch"},
    {"malloc_set", "{\n.param .b64 a;\n.param .b64 b;\nst.param.b64 [a], 64;\ncall (b), malloc, (a);\nld.param.b64 %rd3, [b];\n}\nst.u32 [%rd3+4], 7;\nld.u32 %r2, [%rd3+4];\n"
                   "setp.eq.u32 %p2, %r2, 5;\n@%p2 bra $e;\n", NULL},
    {"guarded_value", "mov.u32 %r2, 1;\n@%p1 mov.u32 %r2, 2;\nsetp.eq.u32 %p2, %r2, 2;\n@%p2 bra $e;\n", "decides a branch"},
    {"converted", "cvt.u64.u32 %rd3, %r0;\ncvt.s64.s32 %rd4, %r1;\nadd.u64 %rd3, %rd3, %rd1;\nld.global.u8 %r2, [%rd3];\n", NULL},
    {"sign", "st.local.u8 [m], %r0;\nst.local.u8 [m+1], %r1;\nld.local.s16 %r2, [m];\nand.b32 %r3, %r2, 255;\nsetp.eq.u32 %p2, %r3, 5;\n@%p2 bra $e;\n", NULL},
    {"sign_of_it", "st.local.u8 [m], %r0;\nst.local.u8 [m+1], %r1;\nld.local.s16 %r2, [m];\nshr.u32 %r3, %r2, 24;\nsetp.eq.u32 %p2, %r3, 5;\n@%p2 bra $e;\n", "decides a branch"},
};

static const char functions[] = ".extern .func (.param .b64 r) malloc(.param .b64 n);\n"
                                ".func (.param .b32 r) same(.param .b32 n)\n{\n.reg .b32 %r<3>;\nld.param.u32 %r1, [n];\nst.param.b32 [r], %r1;\nret;\n}\n"
                                ".func (.param .b32 r) none()\n{\nret;\n}\n";

static int run(const struct program *p)
{
    static char text[16384];
    snprintf(text, sizeof text,
             PTX "%s.visible .entry k(.param .u64 p)\n{\n.reg .b32 %%r<16>;\n.reg .f32 %%f<8>;\n.reg .b64 %%rd<16>;\n.reg .pred %%p<8>;\n.shared .align 8 .b8 s[64];\n"
                 ".local .align 8 .b8 m[64];\nmov.u32 %%r0, %%tid.x;\nld.param.u64 %%rd1, [p];\nmad.wide.u32 %%rd0, %%r0, 4, %%rd1;\n%s$e:\nret;\n}\n",
             functions, p->body);
    uint32_t zero[64] = {0};
    address a = machine_copy(NULL, 2 * sizeof zero);
    CHECK(cuMemcpyHtoD_v2(a, zero, sizeof zero) == 0);
    void *params[] = {&a};
    return machine_run(machine_kernel(text, "k"), 1, 64, params);
}

int main(int argc, char **argv)
{
    setenv("GANTRY_SOFTGPU_STRICT", "1", 1);
    for (size_t k = 0; k < sizeof programs / sizeof *programs; k++) {
        const struct program *p = &programs[k];
        char command[2048];
        if (argc > 2 && !strcmp(argv[2], p->name)) {
            machine_open(argv[1]);
            printf("error %d\n", run(p));
            return 0;
        }
        int n = snprintf(command, sizeof command, "'%s' '%s' %s >%s.out 2>&1; ", argv[0], argv[1], p->name, p->name);
        if (p->told)
            snprintf(command + n, sizeof command - (size_t)n, "grep -q \"softgpu: a value that nobody set %s\" %s.out && ! grep -q '^error 0' %s.out", p->told, p->name, p->name);
        else
            snprintf(command + n, sizeof command - (size_t)n, "! grep -q 'nobody set' %s.out && grep -Eq '^error 0|race' %s.out", p->name, p->name);
        if (argc == 2 && system(command)) {
            printf("%s: not as expected\n", p->name);
            failures++;
        }
    }
    printf(failures ? "%d failed\n" : "all right\n", failures);
    return failures != 0;
}
